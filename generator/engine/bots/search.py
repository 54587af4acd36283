"""Search bot: compares all moves by what it finds behind them in drawn states, judged by trained weights.

What is hidden is redrawn a few times, and in each drawn state it looks ahead (see `lookahead`).  A move
is worth the best that was found behind it, on average over the drawn states.

Unlike `mcts` it compares all moves in the same drawn states, and takes the best of what follows, not the
mean: a turn of several decisions is found as a whole.  It judges positions by the weights that training
has found, if the kit has any.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from generator.engine.bots.lookahead import Lookahead, is_together
from generator.engine.bots.observation import Observation, worth_trying
from generator.engine.outcome import Weights
from generator.engine.rng import Rng

MOST = 8
"""How many times as many states are drawn where each takes fewer tries than it might."""


@dataclass(frozen=True)
class Search:
    """A bot that searches; see the module."""

    simulations: int = 600
    """About how many moves are tried for each decision; every one worth trying is tried once at least."""
    depth: int = 2
    """How many decisions it looks through after its own; one more against rivals, who then answer."""
    draws: int = 6
    """In how many states a move is tried whose result is uncertain; the most that are drawn at once."""
    ahead: int = 4
    """Fewer are drawn if there would not be this many tries for each legal move,"""
    against: int = 64
    """and against rivals, whose answers count, less than so many."""
    weights: Weights | None = None
    """What it judges by; None: the trained weights of the game."""

    def __call__(self, observation: Observation, rng: Rng) -> Any:
        """The move with the best mean; ties are broken at random."""
        moves = worth_trying(observation.legal_moves(), rng)
        if len(moves) == 1:
            return moves[0]
        state, left = observation.determinize(rng), self.simulations
        weights = state.game.trained if self.weights is None else self.weights
        ahead = self.ahead if is_together(state) else self.against
        draws = min(self.draws, max(1, self.simulations // (ahead * len(moves))))
        redraws = -(-self.draws // draws)
        totals = [0.0] * len(moves)
        for number in range(MOST * draws):
            drawn = observation.determinize(rng) if number else state
            drawn.set_legal_moves(moves)
            lookahead = Lookahead(drawn, weights, rng, self.depth, redraws)
            values = lookahead.values(self.simulations // draws)
            totals = [total + value for total, value in zip(totals, values, strict=True)]
            left -= lookahead.tried
            if left < lookahead.tried // 2 or lookahead.certain:
                break
        best = max(totals) - 1e-9
        return rng.pick([move for move, total in zip(moves, totals, strict=True) if total >= best])
