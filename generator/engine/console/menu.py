"""Menu: the legal moves of a decision as a list to choose from, as many as fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from generator.engine.console.paging import GROUP, Choice, beginning, page
from generator.engine.console.wrapping import Kind, Line, Size, wrapped
from generator.engine.game import State

ROWS = 8
"""The rows of moves on the smallest screen."""
FRAME = 6
"""The rows of the screen besides the position and the moves."""


class Menu:
    """The list of moves, and how much of it has been shown."""

    def __init__(self, size: Callable[[], Size]) -> None:
        self.only: Any = None
        """The only move on the last page; else None."""
        self._size = size
        self._begins, self._start = "", 0
        """The part of the list that is shown: the beginning of its moves, and the index of the first."""

    def open(self, begins: str) -> None:
        """Show the moves that begin so, from the first."""
        self._begins, self._start = begins, 0

    def lines(self, state: State[Any], seat: int) -> Iterator[Line]:
        """The next moves, as many as fit under the position, and how to see the others."""
        size, every = self._size(), choices(state)
        found = beginning(every, self._begins)
        position = sum(1 for _ in wrapped(Kind.BOARD, state.text_for(seat), size.width))
        rows = max(ROWS, size.height - position - FRAME)
        shown, left, grouped = page(found, size.width, rows, self._start)
        for line in shown:
            yield Line(Kind.CHOICE, line)
        self._start = len(found) - left if left else 0
        alone = len(found) == 1
        self.only = state.legal_moves()[found[0].number - 1] if alone else None
        message = ""
        if left:
            message = (
                f"Enter shows more: {left} of {len(found)} are left. Or type how a move begins."
            )
        elif grouped:
            example = _beginning_of([row for row in shown if GROUP in row][-1])
            message = f'Type how a move begins to see those that begin so: "{example}", say.'
        elif alone:
            message = "Enter makes this move."
        if message:
            yield from wrapped(Kind.NOTE, message, size.width)


def choices(state: State[Any]) -> Sequence[Choice]:
    """The legal moves with their numbers and descriptions."""
    moves = enumerate(state.legal_moves(), 1)
    return [Choice(number, str(each), state.describe_move(each)) for number, each in moves]


def _beginning_of(row: str) -> str:
    """The text that opens the last group in a row of groups."""
    return row.rpartition(GROUP)[0].rpartition("  ")[2].strip()
