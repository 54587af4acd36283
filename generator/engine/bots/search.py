"""Search bot: a beam over its own next moves, in drawn states, judged by trained weights.

What is hidden is drawn anew a few times.  In each drawn state every legal move is tried; then the best
positions in which the same seat goes on are played on, and again, a few decisions deep.  A move is worth
the best that was found behind it, on average over the drawn states.  In a game played together the
decisions of the other seats are looked through, too, since they want the same.

Unlike `mcts` it compares all moves in the same drawn states, future chance included (common random
numbers), and takes the best of what follows, not the mean: a turn of several decisions is found as a
whole.  It judges positions by the weights that training has found, if the kit has any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.engine.bots.observation import Observation
from generator.engine.game import State
from generator.engine.outcome import Weights
from generator.engine.rng import Rng

LATER = 0.001
"""How much less a value counts with each decision on the way to it: a win now is better than later."""


class Line(NamedTuple):
    """A few moves tried out."""

    value: float
    """Of the position at their end."""
    first: int
    """The number of the first move among the legal ones."""
    state: State[Any]


@dataclass(frozen=True)
class Search:
    """A bot that searches; see the module."""

    simulations: int = 600
    """About how many moves are tried for each decision; every legal one is tried once at least."""
    depth: int = 2
    """How many decisions it looks through after its own."""
    draws: int = 6
    """The most states that are drawn."""
    ahead: int = 4
    """Fewer are drawn rather than to try less than so many moves for each legal one."""
    weights: Weights | None = None
    """What it judges by; None: the trained weights of the game."""

    def __call__(self, observation: Observation, rng: Rng) -> Any:
        """The move with the best mean; ties are broken at random."""
        moves = observation.legal_moves()
        if len(moves) == 1:
            return moves[0]
        draws = min(self.draws, max(1, self.simulations // (self.ahead * len(moves))))
        totals = [0.0] * len(moves)
        for _ in range(draws):
            state = observation.determinize(rng)
            values = self.explore(state, observation.seat, self.simulations // draws)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
        best = max(totals) - 1e-9
        return rng.pick([move for move, total in zip(moves, totals, strict=True) if total >= best])

    def explore(self, state: State[Any], seat: int, tries: int) -> list[float]:
        """The best value found behind each legal move of a drawn state, with about so many tries."""
        weights = state.game.trained if self.weights is None else self.weights
        together = state.game.cooperative
        lines = self.lines(Line(0.0, -1, state), seat, weights)
        share = (tries - len(lines)) / self.depth if self.depth else 0
        ended = [0.0] * len(lines)
        values = [line.value for line in lines]
        for later in range(1, self.depth + 1):
            going_on: list[Line] = []
            for line in lines:
                to_act = line.state.to_act
                if to_act == seat or (together and to_act is not None):
                    going_on.append(line)
                else:
                    ended[line.first] = max(line.value - LATER * (later - 1), ended[line.first])
            lines = []
            for line in sorted(going_on, key=lambda line: -line.value):
                if len(lines) >= share:
                    break
                lines += self.lines(line, seat, weights)
            deeper: dict[int, float] = {}
            for value, first, _ in lines:
                deeper[first] = max(value - LATER * later, deeper.get(first, ended[first]))
            for first, value in deeper.items():
                values[first] = value
        return values

    def lines(self, line: Line, seat: int, weights: Weights) -> list[Line]:
        """The line with each legal move added."""
        found = []
        for number, move in enumerate(line.state.legal_moves()):
            after = line.state.copy()
            after.apply(move)
            first = number if line.first < 0 else line.first
            found.append(Line(after.judge(weights)[seat], first, after))
        return found
