"""Placement of Elements in generated camps.

In a good camp no square is shut in, the edges stay free, and there are lanes between the Elements
to walk and shoot along. If not all of that is possible, the least important requirement goes first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from generator.games.grudge.map.squares import ALL, BESIDE, DISTANCE, EDGES, STEPS

RIM = frozenset(square for edge in EDGES.values() for square in edge)
P = TypeVar("P")
Squares = frozenset[int]


def good_places(
    places: Iterable[tuple[P, Squares]], covered: Squares, keep: Squares = frozenset()
) -> list[P]:
    """The best of the places for an Element.

    `places`: each with the squares it covers; `covered`: squares already covered; `keep`: squares to
    leave free.
    """
    left = [(place, squares) for place, squares in places if keep.isdisjoint(squares)]
    for tests in REQUIREMENTS:
        good = [place for place, squares in left if all(test(squares, covered) for test in tests)]
        if good:
            return good
    return [place for place, _ in left]


def open_ground(squares: Squares, covered: Squares) -> bool:
    """Whether all free squares stay connected."""
    free = set(ALL) - squares - covered
    border = [min(free)]
    free.discard(border[0])
    while border:
        found = {after for square in border for after in STEPS[square]} & free
        free -= found
        border = sorted(found)
    return not free


def off_the_rim(squares: Squares, covered: Squares) -> bool:
    return squares.isdisjoint(RIM)


def apart(squares: Squares, covered: Squares) -> bool:
    """Whether the Element touches no other, not even at a corner."""
    return all(covered.isdisjoint(BESIDE[square]) for square in squares)


def cornerwise(squares: Squares, covered: Squares) -> bool:
    """Whether the Element touches others at corners at most."""
    return all(covered.isdisjoint(STEPS[square]) for square in squares)


def in_company(squares: Squares, covered: Squares) -> bool:
    """Whether the Element is near another, with a lane between them."""
    return not covered or any(
        DISTANCE[square][other] <= 2 for square in squares for other in covered
    )


Test = Callable[[Squares, Squares], bool]
REQUIREMENTS: Sequence[tuple[Test, ...]] = (
    (open_ground, off_the_rim, apart, in_company),
    (open_ground, off_the_rim, apart),
    (open_ground, off_the_rim, cornerwise),
    (open_ground, cornerwise),
    (open_ground,),
)
"""Sets of tests for a place, from the strictest to the most lenient."""
