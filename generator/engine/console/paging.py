"""Paging: legal moves as a numbered list for a screen, in columns, groups or pages.

A move keeps its number on every page.  Moves that fit are all shown.  Too many are grouped by their
first words, `push ... 12 moves`, if that makes the list short enough; typing those words opens the
group.  What still does not fit comes in pages.  A move whose text is longer than a line takes several
lines, in a single column.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final, NamedTuple

GAP = 2
"""Characters between columns."""
FURTHER: Final[dict[str, Any]] = {
    **{"subsequent_indent": " " * 6, "break_on_hyphens": False, "break_long_words": False}
}
"""How a move continues on the next line."""
PAGES = 2
"""Moves with descriptions may take this many pages before they are grouped."""
GROUP = "..."
"""Stands for the rest of the moves of a group."""
SPARE = 2
"""Additional rows that are shown if nothing else is left."""


class Choice(NamedTuple):
    """A legal move in the list."""

    number: int
    """Counted from 1."""
    text: str
    gloss: str = ""

    @property
    def cell(self) -> str:
        words = f"{self.number:>3} {self.text}"
        return f"{words}  {self.gloss}" if self.gloss else words


class Page(NamedTuple):
    """A part of the list that fits on the screen."""

    lines: Sequence[str]
    left: int
    """The number of moves after it."""
    grouped: bool = False
    """Whether moves are shown in groups."""


def beginning(choices: Sequence[Choice], text: str) -> list[Choice]:
    """The moves whose text begins so, regardless of case."""
    return [choice for choice in choices if choice.text.lower().startswith(text.lower())]


def page(choices: Sequence[Choice], width: int, rows: int, start: int = 0) -> Page:
    """The list from the choice at `start` on, in at most `rows` rows of `width` characters."""
    rows = max(1, rows)
    cells = [choice.cell for choice in choices]
    worded = PAGES if any(choice.gloss for choice in choices) else 1
    if start == 0 and _rows(cells, width) > rows * worded:
        groups = _groups(choices)
        if 1 < len(groups) < len(cells) and _rows(groups, width) <= rows + SPARE:
            return Page(_columns(groups, width), 0, grouped=True)
    if _rows(cells[start:], width) <= rows + SPARE:
        return Page(_columns(cells[start:], width), 0)
    end = start + 1
    while end < len(cells) and _rows(cells[start : end + 1], width) <= rows:
        end += 1
    return Page(_columns(cells[start:end], width), len(cells) - end)


def _groups(choices: Sequence[Choice]) -> list[str]:
    """The moves grouped by their first words: as few words as distinguish any two."""
    words = [choice.text.split() for choice in choices]
    size = 1
    while len({tuple(each[:size]) for each in words}) == 1 and size < max(map(len, words)):
        size += 1
    groups: dict[tuple[str, ...], list[Choice]] = {}
    for each, choice in zip(words, choices, strict=True):
        groups.setdefault(tuple(each[:size]), []).append(choice)
    return [
        found[0].cell if len(found) == 1 else f"    {' '.join(start)} {GROUP}  {len(found)} moves"
        for start, found in groups.items()
    ]


def _rows(cells: Sequence[str], width: int) -> int:
    """The number of rows that the cells take."""
    if max(map(len, cells)) > width:
        return len(_columns(cells, width))
    return -(-len(cells) // _across(cells, width))


def _across(cells: Sequence[str], width: int) -> int:
    """The number of columns that fit."""
    return max(1, (width + GAP) // (max(map(len, cells)) + GAP))


def _columns(cells: Sequence[str], width: int) -> list[str]:
    """The cells in columns, read downwards; in one column if a cell needs several lines."""
    if max(map(len, cells)) > width:
        return [line for cell in cells for line in _broken(cell, width)]
    rows = _rows(cells, width)
    wide = max(map(len, cells)) + GAP
    return ["".join(f"{cell:{wide}}" for cell in cells[row::rows]).rstrip() for row in range(rows)]


def _broken(cell: str, width: int) -> list[str]:
    """A cell in lines, unless one of its words is too long for a line."""
    lines = wrap(cell, width, **FURTHER)
    return lines if max(map(len, lines)) <= width else [cell]
