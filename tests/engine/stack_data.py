"""Stacks of steps as plain data, for test games whose states are written by hand."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.pending import Stack, Step


def to_data(stack: Stack) -> list[list[str | int | None]]:
    """The stack as plain data: `["attack", 1, "goblin"]` for each step."""
    return [[step.name, step.seat, *step.about] for step in stack]


def from_data(data: Sequence[Sequence[str | int | None]]) -> Stack:
    """The stack that `to_data` wrote.  Raises ValueError where it is not one."""
    stack = []
    for row in data:
        name, seat, *about = row
        words = tuple(word for word in about if word is not None)
        if not isinstance(name, str) or isinstance(seat, str) or len(words) < len(about):
            raise ValueError(f"{row!r} is not a step")
        stack.append(Step(name, seat, words))
    return tuple(stack)
