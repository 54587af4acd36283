"""Turns texts of any length into lines that fit on a screen, each of a kind that may be coloured."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from textwrap import wrap
from typing import NamedTuple


class Kind(Enum):
    """What a line is."""

    HEAD = "head"
    """Who does what now."""
    EVENT = "event"
    """What happened."""
    BOARD = "board"
    """A part of the position."""
    CHOICE = "choice"
    """What can be done."""
    NOTE = "note"
    """An answer to what was typed."""
    FAULT = "fault"
    """Why something cannot be done."""
    WIPE = "wipe"
    """No text: nothing that stood on the screen may be seen any more."""


class Line(NamedTuple):
    """One line to show."""

    kind: Kind
    text: str


class Size(NamedTuple):
    """How much fits on a screen, in letters and lines."""

    width: int = 80
    height: int = 24


def wrapped(kind: Kind, text: str, width: int) -> Iterator[Line]:
    """The lines of a text, those too long broken between words; what follows stands further in."""
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        if len(line) <= width or indent > width // 2:
            yield Line(kind, line)
            continue
        further = " " * (indent + 2)
        for part in wrap(line, width, subsequent_indent=further, break_on_hyphens=False):
            yield Line(kind, part)


BLANK = Line(Kind.EVENT, "")
