"""Scripted games: turns written as data in `turns.yaml`, compiled and played without Python.

`schema` checks the file, `setup` and `compiler` resolve its names and compile its steps to
instructions, `interpreter` executes them, and `game` makes all of it a game of the engine.
"""

from __future__ import annotations

from pathlib import Path

TURNS = "turns.yaml"
"""The file in a kit's data folder with its turns."""


def has_script(folder: Path) -> bool:
    """Whether a kit's data folder has turns as data."""
    return (folder / TURNS).is_file()
