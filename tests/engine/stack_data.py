"""Copies and stacks as plain data, for test games with hand-written states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from generator.engine.pending import Stack, Step
from generator.engine.rng import Rng
from generator.engine.state import State

S = TypeVar("S", bound=State[Any])


def base_copy(state: S) -> S:
    """A copy with the attributes of every state, without those of its own class."""
    other = object.__new__(type(state))
    other.game, other.config = state.game, state.config
    other.rng = Rng(state.rng.state)
    other.pending, other.outcome, other._legal = state.pending, state.outcome, state._legal
    return other


def to_data(stack: Stack) -> list[list[str | int | None]]:
    """The stack as plain data: `["attack", 1, "goblin"]` for each step."""
    return [[step.name, step.seat, *step.about] for step in stack]


def from_data(data: Sequence[Sequence[str | int | None]]) -> Stack:
    """The stack that `to_data` wrote.  Raises ValueError for invalid data."""
    stack = []
    for row in data:
        name, seat, *about = row
        words = tuple(word for word in about if word is not None)
        if not isinstance(name, str) or isinstance(seat, str) or len(words) < len(about):
            raise ValueError(f"{row!r} is not a step")
        stack.append(Step(name, seat, words))
    return tuple(stack)
