"""Foundation: errors and their places, units, files, data formats."""

__version__ = "0.1.0"
GC_THRESHOLD = 250_000
"""New objects from one search for garbage to the next in processes of the command.

Scenes and records hold no reference cycles, so that Python's own 700 only cost time (a sixth).
"""
