"""Turns `turns.yaml`, the turns of a game written as data, into a game that can be played.

The way through: `script` reads the file, `names` holds its names against each other, `program`
makes a list of instructions of its steps, `machine` carries them out, and `game` is the whole.
"""

from __future__ import annotations

from pathlib import Path

TURNS = "turns.yaml"
"""The file in a kit's data folder."""


def has_script(folder: Path) -> bool:
    """Whether a kit's data folder holds turns as data."""
    return (folder / TURNS).is_file()
