"""Grimoire turns data and templates into a game you can hold, and plays it."""

__version__ = "0.1.0"
