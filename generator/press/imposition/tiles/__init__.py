"""Tiles: pieces larger than a sheet, and where they are split."""
