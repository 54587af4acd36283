"""Paging: legal moves as a numbered list for a screen, in columns, groups or pages.

A move keeps its number on every page.  A few moves are all shown, as sentences.  Many moves, or more
than fit, are grouped by their first words, `a Pick Push ... 12 moves`, or spaces of a board by their
letters, `a Begin on b ... 8 moves`, if that makes the list short enough; typing the letter or those
words opens the group.  A list that still does not fit is split into pages.  A move whose text is longer
than a line takes several lines, in a single column.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import count
from string import ascii_lowercase
from textwrap import wrap
from typing import Any, Final, NamedTuple

from generator.kit.words import UNTRANSLATED, Translator

GAP = 2
"""Characters between columns."""
FURTHER: Final[dict[str, Any]] = {
    **{"subsequent_indent": " " * 6, "break_on_hyphens": False, "break_long_words": False}
}
"""Indent of a move's continuation lines."""
PAGES = 2
"""Most pages that moves with descriptions may take before they are grouped."""
MANY = 20
"""More moves than these are grouped even if they fit, if that halves the list."""
LETTERS = ascii_lowercase.replace("q", "")
"""Letters of groups; `q` is a command."""
ENDING = re.compile("([^0-9]+) (0|[1-9][0-9]?)")
"""A move whose only number is at its end, as in `turn 3`."""
WORD = re.compile(r"\S+")
"""Unit by which moves are grouped: a word."""
PART = re.compile(r"(?<!\S)[A-Za-z](?=[0-9]+(?!\S))|\S+")
"""Unit by which moves are grouped: a word, or the letter of a space such as `b7`, or its number."""
MOVES = "{n} moves"
GROUP = "..."
"""Stands for the remaining moves of a group."""
SPARE = 2
"""Additional rows for the case that nothing else is left."""


class ListedMove(NamedTuple):
    """A legal move in the list."""

    number: int
    """Number in the list, counted from 1."""
    text: str
    """Its notation."""
    gloss: str = ""
    """What it leads to."""
    sentence: str = ""
    notation: bool = False
    """Whether its notation is shown beside its sentence."""

    @property
    def words(self) -> str:
        """The sentence, or else the notation."""
        return self.sentence or self.text

    @property
    def cell(self) -> str:
        words = f"{self.number:>3} {self.words}"
        if self.notation and self.sentence:
            words += f" [{self.text}]"
        return f"{words}  {self.gloss}" if self.gloss else words


class MovePage(NamedTuple):
    """A page of the list."""

    lines: Sequence[str]
    left: int
    """Number of moves after this page."""
    groups: Mapping[str, Sequence[ListedMove]] = {}
    """The groups shown in place of moves, by the words that their moves begin with."""


def numbered(
    moves: Sequence[tuple[str, str]], sentences: Sequence[str] = (), *, notation: bool = False
) -> list[ListedMove]:
    """Return numbered choices for the texts, descriptions and sentences of moves.

    Numbers must not be mistaken for those in the text of another move.  If one kind of move ends in
    numbers, it gets those: 3 for `intensity 3`.  If several do, the list begins above them.
    """
    ends = [ENDING.fullmatch(text) for text, _ in moves]
    numbers = [int(end[2]) if end else None for end in ends]
    several = len({end[1] for end in ends if end}) > 1
    taken = [number for number in numbers if number is not None]
    free = (each for each in count(max(taken) + 1 if several else 1) if each not in taken)
    return sorted(
        ListedMove(
            next(free) if several or number is None else number, text, gloss, sentence, notation
        )
        for number, (text, gloss), sentence in zip(
            numbers, moves, sentences or [""] * len(moves), strict=True
        )
    )


def beginning(choices: Sequence[ListedMove], text: str) -> list[ListedMove]:
    """The moves whose sentence or notation begins with this, ignoring case."""
    start = text.lower()
    return [
        each
        for each in choices
        if each.words.lower().startswith(start) or each.text.lower().startswith(start)
    ]


def page(
    choices: Sequence[ListedMove],
    width: int,
    rows: int,
    start: int = 0,
    words: Translator = UNTRANSLATED,
) -> MovePage:
    """The page that begins at choice `start`, with at most `rows` rows of `width` characters."""
    rows = max(1, rows)
    cells = [choice.cell for choice in choices]
    worded = PAGES if any(choice.gloss for choice in choices) else 1
    if start == 0 and (len(choices) > MANY or _rows(cells, width) > rows * worded):
        found = groups(choices)
        listed = _group_cells(found, words)
        most = len(cells) - 1 if _rows(cells, width) > rows * worded else len(cells) // 2
        if 1 < len(listed) <= most and _rows(listed, width) <= rows + SPARE:
            return MovePage(_columns(listed, width), 0, found)
    if _rows(cells[start:], width) <= rows + SPARE:
        return MovePage(_columns(cells[start:], width), 0)
    end = start + 1
    while end < len(cells) and _rows(cells[start : end + 1], width) <= rows:
        end += 1
    return MovePage(_columns(cells[start:end], width), len(cells) - end)


def groups(choices: Sequence[ListedMove]) -> dict[str, list[ListedMove]]:
    """Group the moves by the fewest first words that distinguish any two.

    If that puts every move in a group of its own, spaces of a board are grouped by their letters:
    `place tent a` for `place tent a1` to `place tent a8`.
    """
    found = _grouped(choices, WORD)
    return found if len(found) < len(choices) else _grouped(choices, PART)


def _grouped(choices: Sequence[ListedMove], part: re.Pattern[str]) -> dict[str, list[ListedMove]]:
    """Group the moves by the fewest first parts that distinguish any two."""
    ends = [[each.end() for each in part.finditer(choice.words)] for choice in choices]
    for size in range(max(map(len, ends))):
        found: dict[str, list[ListedMove]] = {}
        for end, choice in zip(ends, choices, strict=True):
            found.setdefault(choice.words[: end[min(size, len(end) - 1)]], []).append(choice)
        if len(found) > 1:
            break
    return found


def lettered(groups: Mapping[str, Sequence[ListedMove]]) -> dict[str, str]:
    """The beginning of the moves in each group of several, by its letter, while there are letters."""
    several = [(words, found) for words, found in groups.items() if len(found) > 1]
    return {
        letter: f"{words} " if all(each.words.startswith(f"{words} ") for each in found) else words
        for letter, (words, found) in zip(LETTERS, several, strict=False)
    }


def _group_cells(groups: Mapping[str, Sequence[ListedMove]], words: Translator) -> list[str]:
    letters = {start.strip(): letter for letter, start in lettered(groups).items()}
    return [
        found[0].cell
        if len(found) == 1
        else f"{letters.get(start, ''):>3} {start} {GROUP}  {words.text(MOVES, n=len(found))}"
        for start, found in groups.items()
    ]


def _rows(cells: Sequence[str], width: int) -> int:
    """Number of rows that the cells take."""
    if max(map(len, cells)) > width:
        return len(_columns(cells, width))
    return -(-len(cells) // _across(cells, width))


def _across(cells: Sequence[str], width: int) -> int:
    """Number of columns that fit."""
    return max(1, (width + GAP) // (max(map(len, cells)) + GAP))


def _columns(cells: Sequence[str], width: int) -> list[str]:
    """The cells in columns, read downwards; in one column if a cell takes several lines."""
    if max(map(len, cells)) > width:
        return [line for cell in cells for line in _broken(cell, width)]
    rows = _rows(cells, width)
    wide = max(map(len, cells)) + GAP
    return ["".join(f"{cell:{wide}}" for cell in cells[row::rows]).rstrip() for row in range(rows)]


def _broken(cell: str, width: int) -> list[str]:
    """A cell in lines, unless one of its words is too long for a line."""
    lines = wrap(cell, width, **FURTHER)
    return lines if max(map(len, lines)) <= width else [cell]
