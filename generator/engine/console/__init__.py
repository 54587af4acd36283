"""Console: a game played by people who type lines and read lines.

Nothing here depends on a terminal: a `Session` takes lines and gives lines, so a test can do what a
person does.

- `history`: the game so far, to be replayed, undone and saved;
- `paging`: the legal moves as a numbered list that fits on a screen;
- `menu`: how much of that list has been shown;
- `wrapping`: a line and its kind, and the breaking of long ones;
- `commands`: what can be typed besides a move;
- `refusal`: why a move or a thing cannot be used now;
- `cards`: the texts of cards, and which of them a seat can see;
- `autosave`: the game in a file;
- `hint`: a searching bot that has about a second;
- `viewpoint`: the seats of people, who is at the screen, and what they may know;
- `session`: whose decision it is, and what each typed line does.
"""

from __future__ import annotations

from generator.engine.console import commands, menu, refusal, session
from generator.engine.console.autosave import SAVED, AutoSave
from generator.engine.console.cards import OF
from generator.engine.console.history import History
from generator.engine.console.session import Session
from generator.engine.console.viewpoint import read_human_seats
from generator.engine.console.wrapping import Kind, ScreenLine, Size

MESSAGES = (*(*session.MESSAGES, *commands.MESSAGES, *refusal.MESSAGES, *menu.MESSAGES, SAVED, OF),)
"""All messages of the console, for games that are translated."""
__all__ = [
    "MESSAGES",
    "AutoSave",
    "History",
    "Kind",
    "ScreenLine",
    "Session",
    "Size",
    "read_human_seats",
]
