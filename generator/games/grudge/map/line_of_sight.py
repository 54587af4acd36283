"""Terrain: lines of sight between squares, past Tents and Fences, and squares that block steps.

`line-of-sight`, `los-exact`: a square is visible from the middle of another if a straight line to
any of its points, edges and corners included, crosses the inside of no Tent or Fence. Visibility
changes only where a line touches a corner, so it is enough to try the lines to the corners of the
board's squares, each up to where it first meets the target square.

The unit is half a square: middles of squares have odd coordinates, corners even ones. Distances
along a line are whole multiples of a small enough part, so nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from fractions import Fraction
from functools import cache, lru_cache
from math import gcd
from operator import lshift
from typing import NamedTuple

from generator.games.grudge.map.squares import (
    ALL,
    EVERY,
    SIZE,
    bits,
    flip_home,
    mirror,
    square,
    squares_in,
)

FOREVER = 1 << 30
"""A time at which every line has left the board."""


class Line(NamedTuple):
    """A straight line from the middle of a square; sets of squares are bit masks."""

    across: int
    up: int
    """Half squares east and north per unit of time."""
    touched: int
    """The squares that it touches."""
    stages: tuple[tuple[int, int, int], ...]
    """Times in order, each with the squares first touched then and those entered before."""

    @property
    def parts(self) -> int:
        """Number of parts of time in which the line covers `across` and `up`."""
        return max(1, abs(self.across)) * max(1, abs(self.up))


Point = tuple[Fraction, Fraction]
"""Squares east and north of the board's south-west corner."""


def ray(one: int, other: int, hides: frozenset[int]) -> tuple[Point, Point] | None:
    """A line of sight to draw between two squares: the middle of one, and the point where the line
    first meets the other. If possible, it starts in the first and points to the middle of the other.
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
    """The lines from a square that touch another, nearest to its middle first."""
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
    """The point where a line first meets a square; None if something hides it."""
    hidden = bits(hides) & ~(1 << one)
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

    def __init__(self, hides: Iterable[int]) -> None:
        self._hides = tuple(hides)
        self._seen: dict[int, int] = {}

    def can_see(self, one: int, other: int) -> bool:
        """Whether there is a line of sight between two squares (`los-mutual`)."""
        if other in self._seen:
            return self._seen[other] >> one & 1 != 0
        return self.seen(one) >> other & 1 != 0

    def seen(self, one: int) -> int:
        """The squares in line of sight, including the square itself, as a bit mask."""
        found = self._seen.get(one, 0)
        if not found:
            crossing, lanes = _side_by_side(one)
            hit, hidden = 0, EVERY
            for each in self._hides:
                hit |= crossing[each]
            for lane in lanes:
                hidden &= hit >> lane
            found = self._seen[one] = EVERY & ~hidden
        return found

    def visible_from(self, one: int) -> frozenset[int]:
        """The squares in line of sight, including the square itself."""
        return frozenset(squares_in(self.seen(one)))


def sight_lines(hides: Iterable[int]) -> SightLines:
    """The lines of sight past the squares that Tents and Fences cover."""
    return _sight_past(bits(hides))


@lru_cache(maxsize=64)
def _sight_past(hides: int) -> SightLines:
    return SightLines(squares_in(hides))


@cache
def _side_by_side(one: int) -> tuple[list[int], range]:
    """The tables of `_crossings` as one, each in bits of its own, and the first bit of each."""
    tables = _crossings(one)
    lanes = range(0, len(ALL) * len(tables), len(ALL))
    return [sum(map(lshift, masks, lanes)) for masks in zip(*tables, strict=True)], lanes


@cache
def _crossings(one: int) -> tuple[list[int], ...]:
    """Tables of the lines between `one` and each square: the first has, for each square crossed, the
    squares whose first line crosses it, as a bit mask; the next has their second lines, and so on.

    A square is hidden if all its lines are.  Where it has fewer lines than others, its last repeats.
    The tables of most squares are those of another in a mirror.
    """
    if flip := flip_home(one):
        tables = _crossings(one ^ flip)
        return tuple([mirror(table[each ^ flip], flip) for each in ALL] for table in tables)
    lines = [_least({*_covers(one)[other], *_covers(other)[one]}) for other in ALL]
    found = tuple([0] * len(ALL) for _ in range(max(map(len, lines))))
    for other, sets in enumerate(lines):
        for number, crossing in enumerate(found):
            for each in squares_in(sets[min(number, len(sets) - 1)]):
                crossing[each] |= 1 << other
    return found


@cache
def _covers(one: int) -> tuple[tuple[int, ...], ...]:
    """For each square, the fewest squares that each line from `one` to it crosses, as bit masks.

    `one` itself never hides anything.
    """
    if flip := flip_home(one):
        sets = _covers(one ^ flip)
        return tuple(tuple(mirror(each, flip) for each in sets[other ^ flip]) for other in ALL)
    crossed: list[set[int]] = [set() for _ in ALL]
    for line in _lines(one):
        for _, touched, entered in line.stages:
            for each in squares_in(touched):
                crossed[each].add(entered & ~(1 << one))
    return tuple(tuple(_least(each)) for each in crossed)


def _least(sets: Iterable[int]) -> list[int]:
    """The sets that contain no other of them, as bit masks."""
    found: list[int] = []
    for each in sorted(sets, key=int.bit_count):
        if all(each & less != less for less in found):
            found.append(each)
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
    """The line from the middle of a square in the direction `across`, `up`."""
    touched = entered = 0
    stages = []
    for time, met in _course(across, up):
        now = inside = 0
        for columns, rows, enters in met:
            column, row = file + columns, rank + rows
            if 0 <= column < SIZE and 0 <= row < SIZE:
                here = 1 << square(column, row)
                now |= here
                if enters:
                    inside |= here
        if not now:
            break  # it has left the board
        stages.append((time, now, entered))
        touched |= now
        entered |= inside
    return Line(across, up, touched, tuple(stages))


@cache
def _course(across: int, up: int) -> tuple[tuple[int, list[tuple[int, int, bool]]], ...]:
    """Times in order, with the squares that such a line meets then on an unbounded board: columns and
    rows away, and whether the line crosses the inside.
    """
    met: dict[int, list[tuple[int, int, bool]]] = {}
    for column, begins, ends in _passages(across, max(1, abs(up))):
        for row, starts, stops in _passages(up, max(1, abs(across))):
            enters, leaves = max(begins, starts), min(ends, stops)
            if enters <= leaves:
                met.setdefault(enters, []).append((column, row, enters < leaves))
    return tuple(sorted(met.items()))


def _passages(speed: int, scale: int) -> Iterator[tuple[int, int, int]]:
    """Yield the time span of a line in each column (or row): the column, its begin and its end.

    The line starts in the middle of column 0. Times are multiplied by `speed` and by `scale`.
    """
    if not speed:
        yield 0, 0, FOREVER
        return
    way = 1 if speed > 0 else -1
    begins, ends = 0, scale
    for number in range(0, SIZE * way, way):
        yield number, begins, ends
        begins, ends = ends, ends + 2 * scale


# Effects of the Elements on the board


class Placed(NamedTuple):
    """An Element and the squares it covers."""

    element: str
    squares: tuple[int, ...]


class Terrain:
    """Sets of squares, as bit masks, that block steps or sight; the Campfire and the Pig, or -1."""

    __slots__ = ("barred", "campfire", "pig", "shut", "sight", "taken")

    def __init__(
        self, elements: Collection[Placed], bars: frozenset[str], hides: frozenset[str]
    ) -> None:
        taken = barred = hiding = fires = pigs = 0
        for element, squares in elements:
            covered = bits(squares)
            taken |= covered
            if element in bars:
                barred |= covered
            if element in hides:
                hiding |= covered
            if element == "campfire":
                fires |= covered
            elif element == "pig":
                pigs |= covered
        self.campfire, self.pig = fires.bit_length() - 1, pigs.bit_length() - 1
        self.taken = taken
        """Squares with any Element (`empty-square`)."""
        self.barred = barred
        """`move-blocked`, `pig-blocks`"""
        self.sight = _sight_past(hiding)
        """`line-of-sight`: past Tents and Fences."""
        self.shut = barred | fires
        """Squares that no Monster enters by its own move (`monster-paths`)."""
