"""Random generator of a game: small, seeded, owned, copied and saved by a state.

The generator is splitmix64: all it remembers is one 64-bit number, so a game that holds it copies
in no time and is written to a file as it is.  It is quick and even, and no secret is safe with it.
Python's own `random` keeps 2.5 kB and may change between versions; games never touch it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STREAM = 0xD1B54A32D192ED03
_STEP = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


class Rng:
    """An endless row of random numbers, the same for the same seed on every machine."""

    __slots__ = ("state",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        """Any whole number is a seed; each `stream` of a seed is a row of its own."""
        self.state = (seed + stream * _STREAM) & _MASK

    def bits(self) -> int:
        """The next number, from 0 up to 2**64 - 1."""
        self.state = z = (self.state + _STEP) & _MASK
        z = ((z ^ (z >> 30)) * _FIRST) & _MASK
        z = ((z ^ (z >> 27)) * _SECOND) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """A whole number from 0 up to `bound - 1`, each as likely as any other.

        Scaling a 64-bit number favours none of them by more than `bound` in 2**64.
        """
        return (self.bits() * bound) >> 64

    def pick(self, items: Sequence[T]) -> T:
        """One of the items; they must not be empty."""
        return items[(self.bits() * len(items)) >> 64]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items as a new list in random order."""
        mixed = list(items)
        state = self.state
        for last in range(len(mixed) - 1, 0, -1):
            # `below(last + 1)`, written out: bots mix cards more often than they do all else.
            state = z = (state + _STEP) & _MASK
            z = ((z ^ (z >> 30)) * _FIRST) & _MASK
            z = ((z ^ (z >> 27)) * _SECOND) & _MASK
            other = ((z ^ (z >> 31)) * (last + 1)) >> 64
            mixed[last], mixed[other] = mixed[other], mixed[last]
        self.state = state
        return mixed

    def copy(self) -> Rng:
        """A generator that will give the same numbers, without either disturbing the other."""
        return Rng(self.state)

    def fork(self) -> Rng:
        """A new generator whose numbers tell nothing about the ones this one will give."""
        return Rng(self.bits())

    def __repr__(self) -> str:
        return f"Rng({self.state})"
