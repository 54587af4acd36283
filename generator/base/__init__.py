"""Foundation: errors and their places, units, files, data formats."""

__version__ = "0.1.0"
