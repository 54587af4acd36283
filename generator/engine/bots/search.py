"""Search bot: a beam over its own next moves, in drawn states, judged by trained weights.

What is hidden is drawn anew a few times.  In each drawn state every legal move is tried; then the best
positions in which the same seat goes on are played on, and again, a few decisions deep.  Moves that lead
to the same position in another order are played on once.  Where the turn has passed to a rival, the best
positions are worth what the rival's best answer leaves of them.  A move is worth the best that was found
behind it, on average over the drawn states.  In a game played together the decisions of the other seats
are looked through, too, since they want the same.

Unlike `mcts` it compares all moves in the same drawn states, future chance included (common random
numbers), and takes the best of what follows, not the mean: a turn of several decisions is found as a
whole.  It judges positions by the weights that training has found, if the kit has any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.engine.bots.observation import Observation
from generator.engine.game import State
from generator.engine.outcome import Weights
from generator.engine.rng import Rng

LATER = 0.001
"""How much less a value counts with each decision on the way to it: a win now is better than later."""
ANSWERED = 0.4
"""The share of all tries that goes to the answers of rivals."""
UNANSWERED = 0.05
"""How much less a line counts whose answer was not looked for, as others looked better."""


class Line(NamedTuple):
    """A few moves tried out."""

    value: float
    """Of the position at their end."""
    first: int
    """The number of the first move among the legal ones."""
    moves: frozenset[Any]
    state: State[Any]


@dataclass(frozen=True)
class Search:
    """A bot that searches; see the module."""

    simulations: int = 600
    """About how many moves are tried for each decision; every legal one is tried once at least."""
    depth: int = 2
    """How many decisions it looks through after its own; one more against rivals, who then answer."""
    draws: int = 6
    """The most states that are drawn."""
    ahead: int = 4
    """Fewer are drawn rather than to try less than so many moves for each legal one,"""
    against: int = 64
    """and against rivals, whose answers count, less than so many."""
    weights: Weights | None = None
    """What it judges by; None: the trained weights of the game."""

    def __call__(self, observation: Observation, rng: Rng) -> Any:
        """The move with the best mean; ties are broken at random."""
        moves = observation.legal_moves()
        if len(moves) == 1:
            return moves[0]
        state = observation.determinize(rng)
        ahead = self.ahead if _together(state) else self.against
        draws = min(self.draws, max(1, self.simulations // (ahead * len(moves))))
        totals = [0.0] * len(moves)
        for number in range(draws):
            drawn = observation.determinize(rng) if number else state
            values = self.explore(drawn, observation.seat, self.simulations // draws)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
        best = max(totals) - 1e-9
        return rng.pick([move for move, total in zip(moves, totals, strict=True) if total >= best])

    def explore(self, state: State[Any], seat: int, tries: int) -> list[float]:
        """The best value found behind each legal move of a drawn state, with about so many tries."""
        weights = state.game.trained if self.weights is None else self.weights
        together = _together(state)
        lines = _longer(Line(0.0, -1, frozenset(), state), seat, weights)
        values = [line.value for line in lines]
        ended = [0.0] * len(lines)
        over: list[Line] = []
        answers = 0 if together else int(ANSWERED * tries)
        left = tries - answers - len(lines)
        depth = self.depth if together else self.depth + 1
        for later in range(depth + 1):
            going_on: list[Line] = []
            for line in lines:
                to_act = line.state.to_act
                if to_act == seat or (together and to_act is not None):
                    going_on.append(line)
                else:
                    ended[line.first] = max(line.value, ended[line.first])
                    over.append(line)
            if later == depth:
                break
            lines, share = [], left / 2 if later + 1 < depth else left
            for line in _different(going_on):
                if len(lines) >= share:
                    break
                cost = LATER * (later + 1)
                lines += (
                    each._replace(value=each.value - cost) for each in _longer(line, seat, weights)
                )
            left -= len(lines)
            deeper: dict[int, float] = {}
            for line in lines:
                deeper[line.first] = max(line.value, deeper.get(line.first, ended[line.first]))
            for first, value in deeper.items():
                values[first] = value
        return _answered(values, over, seat, answers, weights) if answers else values


def _together(state: State[Any]) -> bool:
    """Whether there are no rivals."""
    return state.game.cooperative or len(state.evaluate()) == 1


def _longer(line: Line, seat: int, weights: Weights) -> list[Line]:
    """The line with each legal move added."""
    found = []
    for number, move in enumerate(line.state.legal_moves()):
        after = line.state.copy()
        after.apply(move)
        first = number if line.first < 0 else line.first
        found.append(Line(after.judge(weights)[seat], first, line.moves | {move}, after))
    return found


def _different(lines: Iterable[Line]) -> Iterable[Line]:
    """The lines from best to worst; of those with the same moves in another order only one."""
    seen = set()
    for line in sorted(lines, key=lambda line: -line.value):
        if (line.value, line.moves) not in seen:
            seen.add((line.value, line.moves))
            yield line


def _answered(
    values: Sequence[float], over: Iterable[Line], seat: int, tries: int, weights: Weights
) -> list[float]:
    """The values of first moves after the best answers to the best lines behind them."""
    left: dict[int, float] = {}
    for line in sorted(over, key=lambda line: -line.value):
        rest, rival = line.value, line.state.to_act
        if rival is not None:
            if tries <= 0:
                break
            answers = _longer(line, rival, weights)
            tries -= len(answers)
            worst = max(answers, key=lambda answer: answer.value).state
            rest = min(rest, worst.judge(weights)[seat])
        left[line.first] = max(rest, left.get(line.first, 0.0))
    if not left:
        return [*values]
    lost = max(0.0, max(values[first] for first in left) - max(left.values())) + UNANSWERED
    return [left.get(first, value - lost) for first, value in enumerate(values)]
