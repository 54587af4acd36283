"""Pictures of a kit: proved when they are read, in sRGB and upright and no finer than they are used."""

DPI = 300
"""Dots to the inch that are enough for pictures in print, unless somebody wants more."""
