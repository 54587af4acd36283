"""The seven powers and the step: the pieces that each moves, or the rule that forbids it.

Each power is one function that holds its whole rule: legality, effect and the reason why a move is
illegal. A function takes the squares of the board (see `board`), the square of the Grumble, and the
way; it returns `Shifts`, every piece that moves with its square before and after, all at the same
moment (`move-together`), or the slug of the rule that forbids the move. No power depends on the
kind of piece it moves (`piece-means`), and none goes diagonally (`orthogonal`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from generator.games.grumbles.board import EMPTY, WALL

Shifts: TypeAlias = tuple[tuple[int, int], ...]
"""(from, to) for every piece that moves."""
Power: TypeAlias = Callable[[list[str], int, int], "Shifts | str"]

NO_PIECE = (EMPTY, WALL)


def step_ahead(board: list[str], at: int, way: int) -> Shifts | str:
    """`one-step`, `sides-only`: the Grumble moves one square, and onto an empty one."""
    if board[at + way] != EMPTY:
        return "step-into-empty"
    return ((at, at + way),)


def push(board: list[str], at: int, way: int) -> Shifts | str:
    """`push`, `push-whole-line`: the whole line ahead moves along with the Grumble."""
    end = at + way
    if board[end] == WALL:
        return "step-into-empty"
    while board[end] not in NO_PIECE:
        end += way
    if board[end] == WALL:
        return "push-not-off-board"
    return tuple((square, square + way) for square in range(at, end, way))


def pull(board: list[str], at: int, way: int, count: int) -> Shifts | str:
    """`pull`, `pull-count`: the Grumble steps, and the `count` nearest pieces behind follow."""
    if board[at + way] != EMPTY:
        return "step-into-empty"
    last = at
    for _ in range(count):
        last -= way
        if board[last] in NO_PIECE:
            return "pull-count"
    return tuple((square, square + way) for square in range(at, last - way, -way))


def shove(board: list[str], at: int, side: int) -> Shifts | str:
    """`shove`, `shove-single`: one neighbour moves straight away, onto an empty square."""
    near, far = at + side, at + 2 * side
    if board[near] in NO_PIECE:
        return "shove"
    if board[far] != EMPTY:
        return "shove-single"
    return ((near, far),)


def yank(board: list[str], at: int, side: int) -> Shifts | str:
    """`yank`, `yank-distance`: a piece two squares away comes onto the empty square between."""
    near, far = at + side, at + 2 * side
    if board[near] != EMPTY or board[far] in NO_PIECE:
        return "yank-distance"
    return ((far, near),)


def swap(board: list[str], at: int, side: int) -> Shifts | str:
    """`swap`: the Grumble and a neighbour exchange squares."""
    near = at + side
    if board[near] in NO_PIECE:
        return "swap"
    return ((at, near), (near, at))


def throw(board: list[str], at: int, side: int) -> Shifts | str:
    """`throw`, `leap-free`: a neighbour goes to the opposite side, which must be empty."""
    if board[at + side] in NO_PIECE or board[at - side] != EMPTY:
        return "throw"
    return ((at + side, at - side),)


def swing(board: list[str], at: int, side: int, to: int) -> Shifts | str:
    """`swing`, `leap-free`: a neighbour goes to a side at right angles, which must be empty."""
    if to in (side, -side) or board[at + side] in NO_PIECE or board[at + to] != EMPTY:
        return "swing"
    return ((at + side, at + to),)


AFTER_STEP: dict[str, Power] = {"shove": shove, "yank": yank}
"""Used once, after the step or without one (`power-after-step`, `power-without-step`)."""
INSTEAD_OF_STEP: dict[str, Power] = {"swap": swap, "throw": throw}
"""Used in place of a step (`instead-of-step`), as is `swing`, which needs a second side."""
WITHOUT_STEP = {**AFTER_STEP, **INSTEAD_OF_STEP}
"""Used on one side, from where the Grumble is."""
POWERS = ("push", "pull", *WITHOUT_STEP, "swing")
"""All powers. Push and Pull work during the step (`activation`)."""
