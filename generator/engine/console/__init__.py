"""Turns lines that persons type into a game they play, and the game into lines for them to read.

Nothing in here knows of a terminal: a `Session` is given lines and gives lines, so a test can hold
the same conversation as a person.

- `history`: the game so far, which can be replayed, taken back and saved;
- `listing`: the legal moves as a numbered list that fits on a screen;
- `menu`: how much of that list has been shown;
- `lines`: a line and its kind, and the breaking of long ones;
- `commands`: what can be said besides a move;
- `keeping`: the game in a file;
- `hint`: a searching bot that has about a second;
- `human_seats`: the seats of persons, as they are named;
- `viewpoint`: who is at the screen, and what they may hear;
- `session`: whose decision it is, and what is done about what they type.
"""

from __future__ import annotations

from generator.engine.console.autosave import AutoSave
from generator.engine.console.history import History
from generator.engine.console.seats import read_human_seats
from generator.engine.console.session import Session
from generator.engine.console.wrapping import Kind, Line, Size

__all__ = ["AutoSave", "History", "Kind", "Line", "Session", "Size", "read_human_seats"]
