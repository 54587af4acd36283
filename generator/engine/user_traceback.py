"""Turns an error in the middle of a game into words, with the line of the user's own game behind it."""

from __future__ import annotations

from pathlib import Path

from generator.base.errors import Place
from generator.base.text_files import shown_name

OUTSIDE = "grimoire_games"
"""What the packages in a user's folder are called inside Python, followed by a number and a name."""


def own_line(error: BaseException) -> Place | None:
    """The last line of a user's own game on the way to an error; None: it is none of theirs."""
    place, trace = None, error.__traceback__
    while trace:
        if str(trace.tb_frame.f_globals.get("__name__", "")).startswith(f"{OUTSIDE}_"):
            place = Place(shown_name(Path(trace.tb_frame.f_code.co_filename)), trace.tb_lineno)
        trace = trace.tb_next
    return place


def in_words(error: BaseException) -> str:
    """The error's kind, what it says and, in a user's own game, where: `… (games/duel.py:7)`."""
    place = own_line(error)
    return f"{type(error).__name__}: {error}" + (f" ({place})" if place else "")
