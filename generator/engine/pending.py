"""Turns a procedure of many decisions into a stack of steps that still have to be done.

A fight, a chain of triggers or a window for reactions asks several players several things before it
is over.  No function waits meanwhile: what is left to do stands on the state's stack, so a state
can be copied and saved in the middle.  The top of the stack, its last step, is what happens next:

- a step with a seat is a decision, and the game waits for that seat's move;
- a step without one is automatic, and is done as soon as it comes to the top.

Doing a step may put further steps on top of those that wait.  Choices that are secret and made at
the same time are decisions one above the other with an automatic step that reveals them below.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias


class Step(NamedTuple):
    """One thing that has to be done: its name, whose decision it is, and what it is about."""

    name: str
    seat: int | None = None
    about: tuple[str | int, ...] = ()


Stack: TypeAlias = tuple[Step, ...]
"""Steps that wait, the next one last.  A tuple, so that copies of a state can share it."""


def then(stack: Stack, *steps: Step) -> Stack:
    """The stack with these steps to be done first, in the order they are written."""
    return stack + steps[::-1]


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
