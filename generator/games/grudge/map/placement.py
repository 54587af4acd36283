"""Element placement for generated camps.

In a good camp no square is shut in, the edges stay free, and there are lanes between the Elements
to walk and to shoot along. Where not all of that is possible, the least important requirements go first.
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

    `places`: each with the squares it covers; `covered`: those of the Elements on the board;
    `keep`: squares to leave free.
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
    """Whether it touches no other Element, not even at a corner."""
    return all(covered.isdisjoint(BESIDE[square]) for square in squares)


def cornerwise(squares: Squares, covered: Squares) -> bool:
    """Whether it touches other Elements at corners at most."""
    return all(covered.isdisjoint(STEPS[square]) for square in squares)


def in_company(squares: Squares, covered: Squares) -> bool:
    """Whether it stands near another Element, so that there are lanes between them."""
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
"""The tests that a place should pass, from the strictest set to the least."""
