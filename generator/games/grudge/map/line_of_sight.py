"""Lines of sight between all squares, past Tents and Fences.

`line-of-sight`, `los-exact`: from the middle of a square another is seen if a straight line to any
point of it, edges and corners included, crosses the inside of no Tent or Fence. What can be seen
changes only where a line touches a corner, so it is enough to try the lines to the corners of the
board's squares, each up to where it first meets the square looked at.

The unit is half a square here: the middles of squares have odd coordinates and corners have even
ones. Distances along a line are whole numbers of parts that are small enough, so nothing is ever
rounded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from math import gcd
from typing import NamedTuple

from generator.games.grudge.map.squares import ALL, BESIDE, SIZE, square

EVERYTHING = (1 << len(ALL)) - 1
FOREVER = 1 << 30
"""A time at which every line has left the board."""


class Line(NamedTuple):
    """A straight line from the middle of a square; sets of squares are bit masks."""

    across: int
    up: int
    """Half squares east and north per unit of time."""
    touched: int
    """The squares that it meets."""
    crossed: int
    """Those of them whose inside it crosses."""
    stages: tuple[tuple[int, int, int], ...]
    """Times, in order: what it first meets then, and the insides it has entered before."""

    @property
    def parts(self) -> int:
        """How many parts of time the line takes to go `across` and `up`."""
        return max(1, abs(self.across)) * max(1, abs(self.up))


Point = tuple[Fraction, Fraction]
"""Squares east and north of the board's south-west corner."""


def can_see(one: int, other: int, hides: frozenset[int]) -> bool:
    """Whether there is a line of sight between two squares (`los-mutual`).

    `hides`: the squares that Tents and Fences cover.
    """
    return bool(sight_lines(hides).both(one) >> other & 1)


@lru_cache(maxsize=4096)
def visible_from(one: int, hides: frozenset[int]) -> frozenset[int]:
    """Every square that there is a line of sight to, that square itself included."""
    return frozenset(_squares(sight_lines(hides).both(one)))


def ray(one: int, other: int, hides: frozenset[int]) -> tuple[Point, Point] | None:
    """A line of sight to draw between two squares: the middle of one, and where the line first
    meets the other. It starts in the first and points to the other's middle where that is possible.
    """
    for here, there in ((one, other), (other, one)):
        for line in _lines_towards(here, there):
            point = _meeting(line, here, there, hides)
            if point is not None:
                return middle(here), point
    return None


def middle(one: int) -> Point:
    """The middle of a square."""
    rank, file = divmod(one, SIZE)
    return Fraction(2 * file + 1, 2), Fraction(2 * rank + 1, 2)


def _lines_towards(one: int, other: int) -> list[Line]:
    """The lines from a square that touch another, those nearest to its middle first."""
    rank, file = divmod(one, SIZE)
    to_rank, to_file = divmod(other, SIZE)
    across, up = to_file - file, to_rank - rank
    straight = _line(file, rank, across // gcd(across, up), up // gcd(across, up))

    def off(line: Line) -> Fraction:
        aside = line.across * up - line.up * across
        return Fraction(aside * aside, line.across**2 + line.up**2)

    lines = [line for line in _lines(one) if line.touched >> other & 1]
    return [straight, *sorted(lines, key=lambda line: (off(line), line.across, line.up))]


def _meeting(line: Line, one: int, other: int, hides: frozenset[int]) -> Point | None:
    """The point where a line first meets a square; None if it is hidden before."""
    hidden = _bits(hides) & ~(1 << one)
    for time, touched, entered in line.stages:
        if entered & hidden:
            return None
        if touched >> other & 1:
            file, rank = middle(one)
            gone = Fraction(time, 2 * line.parts)
            return file + gone * line.across, rank + gone * line.up
    return None


class SightLines:
    """The lines of sight between all squares of a board, computed on demand."""

    def __init__(self, hides: frozenset[int]) -> None:
        self.hides = _bits(hides)
        self._alone: list[int | None] = [None] * len(ALL)
        self._both: list[int | None] = [None] * len(ALL)

    def alone(self, one: int) -> int:
        """The squares visible from the middle of a square (`los-exact`)."""
        found = self._alone[one]
        if found is None:
            found = self._alone[one] = _seen_along(_lines(one), self.hides & ~(1 << one))
        return found

    def both(self, one: int) -> int:
        """The squares with a line of sight to or from a square (`los-mutual`)."""
        found = self._both[one]
        if found is None:
            found = self.alone(one) | _bits((one, *BESIDE[one]))
            for other in _squares(EVERYTHING & ~found):
                found |= (self.alone(other) >> one & 1) << other
            self._both[one] = found
        return found


@lru_cache(maxsize=2048)
def sight_lines(hides: frozenset[int]) -> SightLines:
    return SightLines(hides)


def _seen_along(lines: Iterable[Line], hides: int) -> int:
    found = 0
    for line in lines:
        if not line.crossed & hides:
            found |= line.touched
            continue
        for _, touched, entered in line.stages:
            if entered & hides:
                break
            found |= touched
    return found


@cache
def _lines(one: int) -> tuple[Line, ...]:
    """The lines from the middle of a square to all corners of the board's squares."""
    rank, file = divmod(one, SIZE)
    ends = {
        (2 * column - 2 * file - 1, 2 * row - 2 * rank - 1)
        for column in range(SIZE + 1)
        for row in range(SIZE + 1)
    }
    ways = {(across // gcd(across, up), up // gcd(across, up)) for across, up in ends}
    return tuple(_line(file, rank, across, up) for across, up in sorted(ways))


def _line(file: int, rank: int, across: int, up: int) -> Line:
    """The line from the middle of a square that goes `across` and `up` in the same time."""
    met: list[tuple[int, int, int]] = []  # the times of meeting and entering a square; its bit
    for column, begins, ends in _passages(file, across, max(1, abs(up))):
        for row, starts, stops in _passages(rank, up, max(1, abs(across))):
            enters, leaves = max(begins, starts), min(ends, stops)
            if enters <= leaves:
                inside = enters if enters < leaves else -1
                met.append((enters, inside, 1 << square(column, row)))
    stages = []
    for time in sorted({each[0] for each in met}):
        touched = sum(which for meets, _, which in met if meets == time)
        entered = sum(which for _, inside, which in met if 0 <= inside < time)
        stages.append((time, touched, entered))
    every = sum(which for _, _, which in met)
    crossed = sum(which for _, inside, which in met if inside >= 0)
    return Line(across, up, every, crossed, tuple(stages))


def _passages(start: int, speed: int, scale: int) -> Iterator[tuple[int, int, int]]:
    """When a line is over each column (or row): its number, the time it begins and that it ends.

    It starts in the middle of column `start`. Times are multiplied by `speed` and by `scale`.
    """
    if not speed:
        yield start, 0, FOREVER
        return
    way = 1 if speed > 0 else -1
    number, begins, ends = start, 0, scale
    while 0 <= number < SIZE:
        yield number, begins, ends
        number, begins, ends = number + way, ends, ends + 2 * scale


def _bits(squares: Iterable[int]) -> int:
    return sum(1 << each for each in squares)


def _squares(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
