"""Foundation: errors and their places, units, files, data formats."""

__version__ = "0.1.0"
GC_THRESHOLD = 250_000
"""Allocations between two garbage collections in processes of the command.  Scenes and records hold
no reference cycles, so Python's default of 700 only costs time (a sixth)."""
