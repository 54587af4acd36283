"""Legal actions of a Grumble, cached by its square and the occupied squares among those that matter.

No action depends on the kind of a piece, so the set of occupied squares, an integer used as a bit
mask, describes the board completely.  The powers are evaluated once for each such key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

from generator.games.grumbles.board import WAYS, Board
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules.powers import (
    AFTER_STEP,
    WITHOUT_STEP,
    pull,
    push,
    step_ahead,
    swing,
)

PIECE = "piece"
"""Placeholder for any piece."""


class StepActions(NamedTuple):
    """A step in one direction, and the actions that begin with it."""

    way: int
    move: Move
    pulls: tuple[Move, ...]
    """The step with one, two, ... pieces following."""
    powers: tuple[tuple[int, Move], ...]
    """The step followed by a power, with the side it is used on."""


class LegalActions(dict[int, tuple[Move, ...]]):
    """Legal actions on one square, by the occupied squares among those that matter."""

    def __init__(
        self, board: Board, near: Iterable[int], find: Callable[[list[str]], Iterable[Move]]
    ) -> None:
        """`near`: the squares that matter; `find` finds the actions on a board."""
        super().__init__()
        self.blank, self.find = board.blank, find
        self.near = [each for each in near if board.names[each]]
        self.mask = sum(1 << each for each in {*self.near})

    def __missing__(self, occupied: int) -> tuple[Move, ...]:
        board = self.blank[:]
        for square in self.near:
            if occupied >> square & 1:
                board[square] = PIECE
        found = self[occupied] = tuple(self.find(board))
        return found


class Actions:
    """All possible actions of one Grumble."""

    def __init__(self, board: Board, name: str, power: str) -> None:
        self.board, self.power = board, power
        self.stay = Move("activate", name)
        ways = board.ways
        longest = max(len(board.rows), len(board.rows[0]))
        pulls = range(1, longest) if power == "pull" else ()
        sides = WAYS if power in AFTER_STEP else ()
        self.steps = [
            StepActions(
                ways[way],
                Move("activate", name, way),
                tuple(Move("activate", name, way, count) for count in pulls),
                tuple((ways[side], Move("activate", name, way, 0, power, side)) for side in sides),
            )
            for way in WAYS
        ]
        self.powers: list[tuple[int, int, Move]] = []
        """Powers without a step: the side, the destination side (0 except for Swing), and the move."""
        for side in WAYS:
            if power in WITHOUT_STEP:
                move = Move("activate", name, "", 0, power, side)
                self.powers.append((ways[side], 0, move))
            elif power == "swing":
                for to in WAYS:
                    if abs(ways[to]) != abs(ways[side]):
                        move = Move("activate", name, "", 0, power, side, to)
                        self.powers.append((ways[side], ways[to], move))
        self._cache: dict[int, list[tuple[int, LegalActions]]] = {}
        """By square: the squares that matter as a bit mask, and the actions."""

    def add_legal(self, at: int, occupied: int, moves: list[Move]) -> None:
        """Add every legal action of the Grumble on square `at` to the moves.

        `activation`, `activation-optional`: a step, a power, both where the power follows the step,
        or neither.
        """
        if at not in self._cache:
            self._cache[at] = [(part.mask, part) for part in self._parts(at)]
        moves.append(self.stay)
        for mask, part in self._cache[at]:
            moves += part[occupied & mask]

    def _parts(self, at: int) -> Iterator[LegalActions]:
        """The actions of each direction of a step, and those without a step; or all, if few squares
        matter.
        """
        board, power = self.board, self.power
        if power not in ("push", "pull", *AFTER_STEP):
            beside = [at + way for way in board.ways.values()]
            yield LegalActions(board, beside, partial(self._all, at))
            return
        for actions in self.steps:
            way, ahead = actions.way, at + actions.way
            if not board.names[ahead]:
                continue
            near = [ahead]
            if power == "push":
                near = board.line(at, way)
            elif power == "pull":
                near += board.line(at, -way)
            elif power in AFTER_STEP:
                near += [each for each in board.around(ahead) if each != at]
            yield LegalActions(board, near, partial(self._stepping, at, actions))
        if self.powers:
            yield LegalActions(board, board.around(at), partial(self._staying, at))

    def _all(self, at: int, board: list[str]) -> Iterator[Move]:
        for actions in self.steps:
            yield from self._stepping(at, actions, board)
        yield from self._staying(at, board)

    def _stepping(self, at: int, actions: StepActions, board: list[str]) -> Iterator[Move]:
        """The legal actions that begin with a step in one direction."""
        way = actions.way
        step = push if self.power == "push" else step_ahead
        if isinstance(step(board, at, way), str):
            return
        yield actions.move
        for count, move in enumerate(actions.pulls, start=1):
            if isinstance(pull(board, at, way, count), str):
                break
            yield move
        # `power-after-step`: from the new square; on this board the old one is always empty.
        for side, move in actions.powers:
            if not isinstance(AFTER_STEP[self.power](board, at + way, side), str):
                yield move

    def _staying(self, at: int, board: list[str]) -> Iterator[Move]:
        """The legal actions without a step."""
        one_sided = WITHOUT_STEP.get(self.power)
        for side, to, move in self.powers:
            shifts = one_sided(board, at, side) if one_sided else swing(board, at, side, to)
            if not isinstance(shifts, str):
                yield move
