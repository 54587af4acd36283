"""Menu: the legal moves of a decision as a list, as many as fit on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from generator.engine.console.paging import MOVES, ListedMove, beginning, lettered, numbered, page
from generator.engine.console.wrapping import Kind, ScreenLine, Size, wrapped
from generator.engine.game import State
from generator.engine.text.move_sentences import move_sentences
from generator.kit.words import UNTRANSLATED, Translator

HINTED = "{move}  (hint)"
MORE = "Enter shows more: {n} of {many} are left. Or type the beginning of a move."
GROUPED = (
    "Type the letter of a group, or the beginning of a move, to list its moves: "
    '"{letter}", or "{start}".'
)
ALONE = "Enter makes this move."
MESSAGES = (HINTED, MORE, GROUPED, ALONE, MOVES)
ROWS = 8
"""Rows of moves on the smallest screen."""
FRAME = 6
"""Rows of the screen besides the position and the moves."""


class Menu:
    """The list of moves, and how much of it has been shown."""

    def __init__(self, size: Callable[[], Size], words: Translator = UNTRANSLATED) -> None:
        self.only: Any = None
        """The only move on the last page; None if there are several."""
        self.letters: Mapping[str, str] = {}
        """The beginning of each group's moves on the last page, by its letter."""
        self.notation = False
        """Whether moves are listed with their notation."""
        self.hinted = ""
        """The move of the last hint, which is listed first; "" if this decision has had none."""
        self._size, self._words = size, words
        self._begins, self._start = "", 0
        """The part of the list to show: the common beginning of its moves, and the index of the first."""

    def open(self, begins: str) -> None:
        """Show the moves with this beginning, starting with the first."""
        self._begins, self._start = begins, 0

    def lines(self, state: State[Any], seat: int) -> Iterator[ScreenLine]:
        """Return the next moves that fit below the position, and how to see the others."""
        size, every = self._size(), choices(state, notation=self.notation)
        words = self._words
        found = beginning(every, self._begins)
        position = sum(1 for _ in wrapped(Kind.BOARD, state.text_for(seat), size.width))
        rows = max(ROWS, size.height - position - FRAME)
        hinted = [each for each in found if each.text == self.hinted and len(found) > 1]
        others = [each for each in found if each not in hinted]
        if hinted and not self._start:
            rows -= 1
            cell = words.text(HINTED, move=hinted[0].cell)
            yield from wrapped(Kind.CHOICE, cell, size.width)
        shown, left, groups = page(others, size.width, rows, self._start, words)
        for line in shown:
            yield ScreenLine(Kind.CHOICE, line)
        self._start = len(others) - left if left else 0
        alone = len(found) == 1
        self.only = move_of(state, found[0]) if alone else None
        self.letters = lettered(groups)
        message = ""
        if left:
            message = words.text(MORE, n=left, many=len(found))
        elif groups:
            letter, start = [*self.letters.items()][-1]
            message = words.text(GROUPED, letter=letter, start=start.strip())
        elif alone:
            message = words.text(ALONE)
        if message:
            yield from wrapped(Kind.NOTE, message, size.width)


def choices(state: State[Any], *, notation: bool = False) -> Sequence[ListedMove]:
    """The legal moves with their numbers, descriptions and sentences, in the order of the numbers."""
    moves = [(str(move), state.describe_move(move)) for move in state.legal_moves()]
    return numbered(moves, move_sentences(state), notation=notation)


def move_of(state: State[Any], choice: ListedMove) -> Any:
    """The legal move that a choice stands for."""
    return next(move for move in state.legal_moves() if str(move) == choice.text)
