"""Turns many imagined games into a move: Monte Carlo tree search over determinised states.

This is single-observer information-set search.  Every simulation first draws a state that might be
the true one for all the seat knows, so nothing hidden can leak into the choice.  All simulations
share one tree, whose nodes are rows of moves; in each of them only the moves count that are legal in
the state just drawn, so a move is judged by how often it could have been made as well as by how it
went.  Chance inside a game needs no node of its own: it simply falls anew in every simulation.

A simulation has four parts: *select* down the tree by upper confidence bound, *expand* by one move,
*play out* at random up to a horizon, and *record* how the game's evaluation values the result for
each seat.  Every seat is taken to want the best for itself, which serves duels, games of many and
games played together alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Any

from generator.engine.bots.observation import Observation
from generator.engine.game import State
from generator.engine.rng import Rng


class Node:
    """What has been seen of one row of moves."""

    __slots__ = ("available", "children", "value", "visits")

    def __init__(self) -> None:
        self.children: dict[Any, Node] = {}
        self.visits = 0
        self.available = 0
        """How often the last move of the row could have been made."""
        self.value = 0.0
        """The sum of what came of it, for the seat that made that move."""

    @property
    def merit(self) -> tuple[int, float]:
        """By which a move is chosen in the end."""
        return self.visits, self.value


@dataclass(frozen=True)
class Mcts:
    """A bot that searches."""

    simulations: int = 600
    """How many games it imagines for each of its moves."""
    horizon: int = 0
    """How many random moves it plays on from a leaf of the tree before it has the result valued.

    None is best where the evaluation is good and a random move a bad one.
    """
    curiosity: float = 0.1
    """How much a move that has been tried seldom is favoured over one that has done well."""
    open: bool = False
    """Whether it cheats: it is shown what is hidden (see `observation`)."""

    def __call__(self, observation: Observation, rng: Rng) -> Any:
        """The move that was tried most often, and of several the one that did best."""
        moves = observation.legal_moves()
        if len(moves) == 1:
            return moves[0]
        root = Node()
        for _ in range(self.simulations):
            self.simulate(root, observation.determinize(rng), rng)
        return self.best(root, moves)

    def best(self, root: Node, moves: Sequence[Any]) -> Any:
        """Of the moves that have been tried the one to make."""
        tried = [move for move in moves if move in root.children]
        return max(tried, key=lambda move: root.children[move].merit)

    def simulate(self, root: Node, state: State[Any], rng: Rng) -> None:
        """One imagined game, which `state` is used up for."""
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
        values = state.evaluate()
        for seat, child in row:
            child.visits += 1
            child.value += values[seat]

    def choose(self, node: Node, state: State[Any], rng: Rng) -> tuple[Any, bool]:
        """A move to go on with, and whether it has been tried here before; new ones come first."""
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
