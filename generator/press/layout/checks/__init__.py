"""Checks of a scene that is laid out: safe zone, overlaps, resolution, drawing budget."""
