"""Console: a game played by people who type lines and read lines.

Nothing here depends on a terminal: a `Session` takes lines and gives lines, so a test can do what a
person does.

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
from generator.engine.console.session import Session
from generator.engine.console.viewpoint import read_human_seats
from generator.engine.console.wrapping import Kind, Line, Size

__all__ = ["AutoSave", "History", "Kind", "Line", "Session", "Size", "read_human_seats"]
