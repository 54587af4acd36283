"""Tests of each power on a row of letters: which pieces move, or which rule forbids it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from generator.games.grumbles.board import EMPTY, WALL
from generator.games.grumbles.rules.powers import (
    Shifts,
    pull,
    push,
    shove,
    step_ahead,
    swap,
    throw,
    yank,
)


def after(drawn: str, power: Callable[[list[str], int, int], Shifts | str], way: int = 1) -> str:
    """A row after the Grumble `G` has used its power to the right, or the rule that forbids it."""
    board = [WALL, *(EMPTY if letter == "." else letter for letter in drawn), WALL]
    shifts = power(board, board.index("G"), way)
    if isinstance(shifts, str):
        return shifts
    lifted = [board[start] for start, _ in shifts]
    for start, _ in shifts:
        board[start] = EMPTY
    for piece, (_, end) in zip(lifted, shifts, strict=True):
        board[end] = piece
    return "".join(square or "." for square in board[1:-1])


def pulling(count: int) -> Callable[[list[str], int, int], Shifts | str]:
    return lambda board, at, way: pull(board, at, way, count)


@pytest.mark.parametrize(
    ("power", "before", "then"),
    [
        (step_ahead, "a.G.b", "a..Gb"),
        (step_ahead, "a.Gb.", "step-into-empty"),
        (step_ahead, "a...G", "step-into-empty"),
        (push, "a.G.b", "a..Gb"),
        (push, "aGbc.d", "a.Gbcd"),
        (push, "aGbcd.", "a.Gbcd"),
        (push, ".Gbcde", "push-not-off-board"),
        (push, "....G", "step-into-empty"),
        (pulling(0), "abG.", "ab.G"),
        (pulling(1), "abG.", "a.bG"),
        (pulling(2), "abG.", ".abG"),
        (pulling(3), "abG.", "pull-count"),
        (pulling(1), "a.G.", "pull-count"),
        (pulling(1), "abGc", "step-into-empty"),
        (shove, "Ga.b", "G.ab"),
        (shove, "Gab.", "shove-single"),
        (shove, "...Ga", "shove-single"),
        (shove, "G.a.", "shove"),
        (shove, "a..G", "shove"),
        (yank, "G.ab", "Ga.b"),
        (yank, "Ga.b", "yank-distance"),
        (yank, "G..a", "yank-distance"),
        (yank, "a.G.", "yank-distance"),
        (yank, "...G", "yank-distance"),
        (swap, "bGac", "baGc"),
        (swap, "bG.a", "swap"),
        (swap, "b..G", "swap"),
        (throw, ".Ga", "aG."),
        (throw, "bGa", "throw"),
        (throw, "Ga.", "throw"),
        (throw, ".G.", "throw"),
    ],
)
def test_a_power_on_a_row(
    power: Callable[[list[str], int, int], Shifts | str], before: str, then: str
) -> None:
    assert after(before, power) == then
    assert after(before[::-1], power, way=-1) == (then if "-" in then else _turned(then))


def _turned(then: str) -> str:
    """A reversed row; the name of a rule is unchanged."""
    return then if then in ("shove", "swap", "throw") else then[::-1]
