"""Turns legal moves into a numbered list for a screen: in columns, in groups or page by page.

A move keeps its number however the list is cut.  Moves that fit are all shown.  If there are too
many they are told by how they begin, `push ... 12 moves`, as long as that makes the list short
enough; who types the beginning gets that part of the list.  What still does not fit comes in pages.
A move whose words are longer than a line has several, and then no other stands beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import wrap
from typing import Any, Final, NamedTuple

GAP = 2
"""Letters between columns."""
FURTHER: Final[dict[str, Any]] = {
    **{"subsequent_indent": " " * 6, "break_on_hyphens": False, "break_long_words": False}
}
"""How a move goes on in the next line."""
PAGES = 2
"""Moves with words beside them rather come on so many pages than without their words."""
GROUP = "..."
"""What stands for the rest of the moves that begin alike."""
SPARE = 2
"""So many rows more are shown if those are all there is left."""


class Choice(NamedTuple):
    """A legal move as it is shown."""

    number: int
    """Counted from 1."""
    text: str
    gloss: str = ""

    @property
    def cell(self) -> str:
        words = f"{self.number:>3} {self.text}"
        return f"{words}  {self.gloss}" if self.gloss else words


class Page(NamedTuple):
    """As much of a list as fits on the screen."""

    lines: Sequence[str]
    left: int
    """How many moves come after it."""
    grouped: bool = False
    """Whether some moves are told by how they begin, and not one by one."""


def beginning(choices: Sequence[Choice], text: str) -> list[Choice]:
    """The moves whose texts begin so, capitals or not."""
    return [choice for choice in choices if choice.text.lower().startswith(text.lower())]


def page(choices: Sequence[Choice], width: int, rows: int, start: int = 0) -> Page:
    """The list from the choice at `start` on, in at most so many rows of so many letters."""
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
    """The moves by their first words, as many of these as it takes to tell any two apart."""
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
    """How many rows the cells take."""
    if max(map(len, cells)) > width:
        return len(_columns(cells, width))
    return -(-len(cells) // _across(cells, width))


def _across(cells: Sequence[str], width: int) -> int:
    """How many columns there is room for."""
    return max(1, (width + GAP) // (max(map(len, cells)) + GAP))


def _columns(cells: Sequence[str], width: int) -> list[str]:
    """The cells in columns, to be read downwards; below each other if one needs several lines."""
    if max(map(len, cells)) > width:
        return [line for cell in cells for line in _broken(cell, width)]
    rows = _rows(cells, width)
    wide = max(map(len, cells)) + GAP
    return ["".join(f"{cell:{wide}}" for cell in cells[row::rows]).rstrip() for row in range(rows)]


def _broken(cell: str, width: int) -> list[str]:
    """A cell in lines, unless a word of it is too long for any."""
    lines = wrap(cell, width, **FURTHER)
    return lines if max(map(len, lines)) <= width else [cell]
