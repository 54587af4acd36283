"""Stated draws: a random generator whose first results an example states, in order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias, TypeVar

from generator.engine.rng import Rng

T = TypeVar("T")
Draw: TypeAlias = "int | list[int]"
"""A stated draw: the position of what is drawn, from 1, or the face of a die; a list: the order of
a shuffle."""


class WrongDrawError(Exception):
    """A stated draw that is impossible; the message lists the possible ones."""


def all_draws(value: Any) -> bool:
    """Whether a value is a list of draws."""
    return isinstance(value, list) and all(
        _is_number(each) or (isinstance(each, list) and each and all(map(_is_number, each)))
        for each in value
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


class StatedDraws(Rng):
    """A generator that gives the stated results first, then continues like an ordinary one."""

    __slots__ = ("draws",)

    def __init__(self, rng: Rng, draws: Sequence[Draw]) -> None:
        super().__init__(rng.state)
        self.draws = list(draws)

    def below(self, bound: int) -> int:
        if not self.draws:
            return super().below(bound)
        draw = self.draws.pop(0)
        if isinstance(draw, list):
            raise WrongDrawError(f"{draw} is a shuffle, but one of {bound} is drawn")
        if draw > bound:
            raise WrongDrawError(f"{draw} is drawn, but there are only {bound}")
        return draw - 1

    def pick(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        if not self.draws:
            return super().shuffled(items)
        draw, pieces = self.draws.pop(0), list(items)
        if isinstance(draw, int):
            raise WrongDrawError(f"{draw} is one draw, but {len(pieces)} are shuffled")
        if len({*draw}) < len(draw) or max(draw) > len(pieces):
            raise WrongDrawError(f"{draw} is not an order of {len(pieces)}")
        first = [pieces[number - 1] for number in draw]
        return [*first, *(each for n, each in enumerate(pieces, 1) if n not in draw)]
