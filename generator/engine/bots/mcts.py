"""Monte Carlo tree search over determinized states (single-observer information-set MCTS).

Each simulation starts from a determinized state, so hidden information cannot leak into the choice; a
few share one, which saves time.  All simulations share one tree, whose nodes are sequences of moves.
In a node only the moves count that are legal in the drawn state, so the confidence bound of a move
uses how often it was available (Cowling, Powley and Whitehouse, 2012).  There are no chance nodes:
every simulation draws its own random numbers.

A simulation has four phases: *select* down the tree by upper confidence bound, *expand* by one move,
*play out* at random up to a horizon, and *back up* what each seat gained, in the estimate by the trained
weights of the kit.  The gain counts from the drawn state on: what that is worth is luck, and would only
blur the values.  Every seat maximizes its own gain, which works for duels, for games of many and for
cooperative games.  It stops when the choice is as good as made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from generator.engine.bots.observation import Observation
from generator.engine.game import State
from generator.engine.rng import Rng

CLEAR = 0.25
"""The choice is clear if the most visited move leads by more than this share of what is left.

With 1 every choice would stay the same.  In 130 positions of Grunt, Growl, and Tear a quarter changed
three choices, each for one that is worth the same within 0.007, and saved twice as many simulations.
"""
CHECKED = 10
"""Number of simulations from one look at this to the next."""
SHARED = 5
"""Number of simulations that share a determinized state."""


class Node:
    """Statistics of one sequence of moves."""

    __slots__ = ("available", "children", "value", "visits")

    def __init__(self) -> None:
        self.children: dict[Any, Node] = {}
        self.visits = 0
        self.available = 0
        """How often the last move of the sequence was legal."""
        self.value = 0.0
        """Sum of the gains of the seat that made that move."""

    @property
    def merit(self) -> tuple[int, float]:
        """Sort key of the final choice."""
        return self.visits, self.value


@dataclass(frozen=True)
class Mcts:
    """Monte Carlo tree search bot; see the module."""

    simulations: int = 600
    """Number of simulations per move."""
    horizon: int = 0
    """Number of random moves between a leaf of the tree and its evaluation.

    0 is best where the evaluation is good and random moves are bad.
    """
    curiosity: float = 0.1
    """Exploration constant of the confidence bound."""
    open: bool = False
    """Whether it cheats: it sees what is hidden (see `Observation`)."""

    def __call__(self, observation: Observation, rng: Rng) -> Any:
        """The most visited move; of several, the one with the highest value."""
        moves = observation.legal_moves()
        if len(moves) == 1:
            return moves[0]
        root = Node()
        lefts = range(self.simulations - 1, -1, -1)
        for left, _ in zip(lefts, self.simulated(root, observation, rng), strict=False):
            if left % CHECKED == 0 and is_clear(root, left):
                break
        return self.best(root, moves)

    def best(self, root: Node, moves: Sequence[Any]) -> Any:
        """The best move of those that were tried."""
        tried = [move for move in moves if move in root.children]
        return max(tried, key=lambda move: root.children[move].merit)

    def simulated(self, root: Node, observation: Observation, rng: Rng) -> Iterator[None]:
        """Run one simulation after another, without end."""
        while True:
            drawn = observation.determinize(rng)
            drawn.legal_moves()  # computed once here, not again in each copy
            before = drawn.judge(drawn.game.trained)
            for _ in range(SHARED):
                state = drawn.copy()
                state.rng = rng.fork()
                self.simulate(root, state, rng, before)
                yield

    def simulate(self, root: Node, state: State[Any], rng: Rng, before: Sequence[float]) -> None:
        """Run one simulation; `state` is played on and must not be used afterwards.

        `before`: the value of that state for each seat.
        """
        row: list[tuple[int, Node]] = []
        node = root
        while state.to_act is not None:
            seat = state.to_act
            move, known = self.choose(node, state, rng)
            child = node.children.get(move)
            if child is None:
                child = node.children[move] = Node()
                child.available = 1
            state.apply(move)
            row.append((seat, child))
            node = child
            if not known:
                break
        for _ in range(self.horizon):
            if state.to_act is None:
                break
            state.apply(rng.pick(state.legal_moves()))
        values = state.judge(state.game.trained)
        for seat, child in row:
            child.visits += 1
            child.value += values[seat] - before[seat]

    def choose(self, node: Node, state: State[Any], rng: Rng) -> tuple[Any, bool]:
        """A move, and whether this node has tried it before; untried moves come first."""
        moves, children = state.legal_moves(), node.children
        best, best_bound = moves[0], -1.0
        new = []
        for move in moves:
            child = children.get(move)
            if child is None:
                new.append(move)
                continue
            child.available += 1
            doubt = sqrt(log(child.available) / child.visits)
            bound = child.value / child.visits + self.curiosity * doubt
            if bound > best_bound:
                best, best_bound = move, bound
        return (rng.pick(new), False) if new else (best, True)


def is_clear(root: Node, left: int) -> bool:
    """Whether so few further simulations will hardly change which move is visited most."""
    *_, second, first = 0, 0, *sorted([child.visits for child in root.children.values()])
    return first - second > CLEAR * left
