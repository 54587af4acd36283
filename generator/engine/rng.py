"""Random generator of a game: small, seeded, owned, copied and saved by a state.

The generator is splitmix64, whose state is one 64-bit number, so it is cheap to copy and to save.  It
is fast and uniform, and not cryptographically secure.  Python's own `random` has a state of 2.5 kB
and may change between versions; games never use it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from struct import Struct
from typing import Any, NamedTuple, TypeVar

T = TypeVar("T")

_MASK = (1 << 64) - 1
_STREAM = 0xD1B54A32D192ED03
_STEP = 0x9E3779B97F4A7C15
_FIRST, _SECOND = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
_WIDTH = 64
"""Most numbers made at once."""


class _Lanes(NamedTuple):
    """Random numbers side by side in one long integer, each in a lane of 128 bits.

    The upper half of a lane has room for a product, so a few operations compute all of them.  Bits
    shifted into a neighbouring lane are masked.
    """

    ones: int
    """The integer with 1 in every lane."""
    steps: int
    """The increment of the generator's state for each number."""
    mask: int
    """Mask of the lower half of every lane."""
    size: int
    """Length of all lanes in bytes."""
    unpack: Callable[[bytes], tuple[Any, ...]]
    """Extracts the lower halves as numbers."""


@cache
def _lanes(number: int) -> _Lanes:
    ones = sum(1 << 128 * lane for lane in range(number))
    steps = sum((_STEP * (lane + 1) & _MASK) << 128 * lane for lane in range(number))
    return _Lanes(ones, steps, ones * _MASK, 16 * number, Struct("<" + "Q8x" * number).unpack)


class Rng:
    """A sequence of random numbers; the same seed gives the same sequence on every machine."""

    __slots__ = ("state",)

    def __init__(self, seed: int, stream: int = 0) -> None:
        """Any whole number is a seed; each `stream` of a seed is a sequence of its own."""
        self.state = (seed + stream * _STREAM) & _MASK

    def bits(self) -> int:
        """The next number, from 0 up to 2**64 - 1."""
        self.state = z = (self.state + _STEP) & _MASK
        z = ((z ^ (z >> 30)) * _FIRST) & _MASK
        z = ((z ^ (z >> 27)) * _SECOND) & _MASK
        return z ^ (z >> 31)

    def several(self, number: int) -> list[int]:
        """As many numbers as `bits` gives when it is called so often, but faster."""
        found: list[int] = []
        while number > 0:
            lanes = min(number, _WIDTH)
            ones, steps, mask, size, unpack = _lanes(lanes)
            z = (self.state * ones + steps) & mask
            z = ((z ^ (z >> 30) & mask) * _FIRST) & mask
            z = ((z ^ (z >> 27) & mask) * _SECOND) & mask
            found += unpack((z ^ (z >> 31) & mask).to_bytes(size, "little"))
            self.state = (self.state + _STEP * lanes) & _MASK
            number -= lanes
        return found

    def below(self, bound: int) -> int:
        """A uniform whole number from 0 up to `bound - 1`.

        The bias of scaling a 64-bit number is at most `bound` in 2**64.
        """
        return (self.bits() * bound) >> 64

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, of which there must be at least one."""
        return items[(self.bits() * len(items)) >> 64]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """The items as a new list in random order."""
        mixed = list(items)
        left = len(mixed)
        for number in self.several(left - 1):
            other = number * left >> 64
            left -= 1
            mixed[left], mixed[other] = mixed[other], mixed[left]
        return mixed

    def sample(self, items: Iterable[T], number: int) -> list[T]:
        """So many of the items, of which there must be as many, in random order."""
        mixed = list(items)
        for first in range(number):
            other = first + self.below(len(mixed) - first)
            mixed[first], mixed[other] = mixed[other], mixed[first]
        return mixed[:number]

    def copy(self) -> Rng:
        """An independent generator that gives the same numbers."""
        return Rng(self.state)

    def fork(self) -> Rng:
        """A new generator whose numbers reveal nothing about those of this one."""
        return Rng(self.bits())

    def __repr__(self) -> str:
        return f"Rng({self.state})"
