"""Solo captures: which Goofs a Grumble can bring home by itself, and in how many turns.

Being close to a Goof is not enough: Push needs it between itself and the home, Yank wants the home in
between, Swap must stand on the home.  So the turns are counted backwards from the captures, over all
places of one Grumble and one Goof on an otherwise empty board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TypeAlias

from generator.games.grumbles.board import Board
from generator.games.grumbles.rules.actions import PIECE
from generator.games.grumbles.rules.powers import (
    AFTER_STEP,
    WITHOUT_STEP,
    Shifts,
    pull,
    push,
    step_ahead,
    swing,
)

MAX_TURNS = 3
"""Most turns that are counted: by then the position is another."""

FARTHEST = 2
"""Farthest piece on which a power works (`yank-distance`)."""

Pair: TypeAlias = tuple[int, int]
"""The squares of the Grumble and of the Goof."""


def solo_captures(board: Board, power: str) -> list[list[int]]:
    """For each seat, and each square of a Grumble with this power: the Goofs it can bring home.

    They are bit masks with a bit for each square of the board, repeated for each number of turns (see
    `repeated`): first the Goofs that are home after one turn, then those that are home after one or
    two, and so on.  The masks of several Grumbles are combined by `|`.
    """
    squares = [*board.squares.values()]
    before: dict[Pair, list[Pair]] = {}
    for pair in [(grumble, goof) for grumble in squares for goof in squares if grumble != goof]:
        if pair[1] not in board.owner:
            for after in activated(board, power, pair):
                before.setdefault(after, []).append(pair)
    return [
        by_square(board, turns_before(before, {(square, home) for square in squares}))
        for home in board.homes
    ]


def turns_before(before: dict[Pair, list[Pair]], ends: Collection[Pair]) -> list[set[Pair]]:
    """The pairs that are one turn before these ends, two turns, ..., each as late as possible."""
    found, level, levels = set(ends), set(ends), []
    for _ in range(MAX_TURNS):
        level = {pair for after in level for pair in before.get(after, ())} - found
        found |= level
        levels.append(level)
    return levels


def by_square(board: Board, levels: Iterable[set[Pair]]) -> list[int]:
    """The masks of the Goofs of these pairs, by the square of the Grumble."""
    masks = [0] * len(board.blank)
    for turns, level in enumerate(levels):
        for grumble, goof in level:
            masks[grumble] |= repeated(board, turns) << goof
    return masks


def repeated(board: Board, after: int = 0) -> int:
    """The first square's bit, once for each number of turns above this one."""
    return sum(1 << len(board.blank) * turns for turns in range(after, MAX_TURNS))


def activated(board: Board, power: str, pair: Pair) -> Iterator[Pair]:
    """Every pair after an activation of the Grumble."""
    ways, (grumble, goof) = board.ways.values(), pair
    if board.distance(*pair) > FARTHEST + 1:  # Out of reach even after a step: the Goof stays.
        yield from [(to, goof) for way in (0, *ways) if board.names[to := grumble + way]]
        return
    squares = with_pair(board, pair)
    step = push if power == "push" else step_ahead
    stepped = [pair, *moved(pair, [step(squares, grumble, way) for way in ways])]
    yield from stepped
    for start in stepped if power in AFTER_STEP else [pair]:
        if power != "push" and board.distance(*start) <= FARTHEST:
            yield from moved(start, used(with_pair(board, start), power, start[0], ways))


def used(
    squares: list[str], power: str, grumble: int, ways: Collection[int]
) -> Iterator[Shifts | str]:
    """Every use of a power, on a piece on any side."""
    for side in ways:
        if power == "pull":
            yield pull(squares, grumble, side, 1)
        elif power == "swing":
            yield from [swing(squares, grumble, side, to) for to in ways]
        else:
            yield WITHOUT_STEP[power](squares, grumble, side)


def with_pair(board: Board, pair: Pair) -> list[str]:
    """The board with nothing but these two pieces."""
    squares = board.blank[:]
    for square in pair:
        squares[square] = PIECE
    return squares


def moved(pair: Pair, actions: Iterable[Shifts | str]) -> Iterator[Pair]:
    """The pair after each of these actions that is legal."""
    for shifts in actions:
        if not isinstance(shifts, str):
            ends = dict(shifts)
            yield ends.get(pair[0], pair[0]), ends.get(pair[1], pair[1])
