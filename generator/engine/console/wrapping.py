"""Lines of the console: their kinds, and the wrapping of long text."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from textwrap import wrap
from typing import NamedTuple


class Kind(Enum):
    """The kind of a line, which decides its style."""

    HEAD = "head"
    """Who acts now."""
    EVENT = "event"
    """What happened."""
    BOARD = "board"
    """Part of the position."""
    CHOICE = "choice"
    """A legal move."""
    NOTE = "note"
    """An answer to the input."""
    FAULT = "fault"
    """The reason why something cannot be done."""
    WIPE = "wipe"
    """No text: clear the screen."""


class ScreenLine(NamedTuple):
    """One line to show."""

    kind: Kind
    text: str


class Size(NamedTuple):
    """The size of a screen in characters and lines."""

    width: int = 80
    height: int = 24


def wrapped(kind: Kind, text: str, width: int) -> Iterator[ScreenLine]:
    """The lines of a text, wrapped between words with a hanging indent."""
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if len(line) <= width or indent > width // 2:
            yield ScreenLine(kind, line)
            continue
        further = " " * (indent + 2)
        for part in wrap(line, width, subsequent_indent=further, break_on_hyphens=False):
            yield ScreenLine(kind, part)


BLANK = ScreenLine(Kind.EVENT, "")
