"""Turns lines that persons type into a game they play, and the game into lines for them to read.

Nothing in here knows of a terminal: a `Session` is given lines and gives lines, so a test can hold
the same conversation as a person.

- `table`: the game so far, which can be replayed, taken back and saved;
- `listing`: the legal moves as a numbered list that fits on a screen;
- `menu`: how much of that list has been shown;
- `lines`: a line and its kind, and the breaking of long ones;
- `commands`: what can be said besides a move;
- `keeping`: the game in a file;
- `hint`: a searching bot that has about a second;
- `persons`: the seats of persons, as they are named;
- `audience`: who is at the screen, and what they may hear;
- `sitting`: whose decision it is, and what is done about what they type.
"""

from __future__ import annotations

from generator.engine.console.autosave import AutoSave as AutoSave
from generator.engine.console.history import Table
from generator.engine.console.seats import read_persons
from generator.engine.console.session import Session as Session
from generator.engine.console.wrapping import Kind, Line, Size

__all__ = ["Keeper", "Kind", "Line", "Sitting", "Size", "Table", "read_persons"]
