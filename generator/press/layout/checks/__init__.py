"""Checks of a scene after layout: safe zone, overlaps, resolution, drawing budget."""
