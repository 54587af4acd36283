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
    """An answer to input."""
    FAULT = "fault"
    """A reason why something is impossible."""
    WIPE = "wipe"
    """No text: clears the screen."""


class ScreenLine(NamedTuple):
    """A line to show."""

    kind: Kind
    text: str


class Size(NamedTuple):
    """The size of a screen in characters and lines."""

    width: int = 80
    height: int = 24


def wrapped(kind: Kind, text: str, width: int) -> Iterator[ScreenLine]:
    """Wrap a text between words, with a hanging indent."""
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if len(line) <= width or indent > width // 2:
            yield ScreenLine(kind, line)
            continue
        further = " " * (indent + 2)
        for part in wrap(line, width, subsequent_indent=further, break_on_hyphens=False):
            yield ScreenLine(kind, part)


BLANK = ScreenLine(Kind.EVENT, "")
