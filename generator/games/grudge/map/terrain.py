"""Terrain: what the Elements on the board block, hide and burn."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from generator.games.grudge.map import line_of_sight


class Placed(NamedTuple):
    """An Element and the squares that it covers."""

    element: str
    squares: tuple[int, ...]


class Terrain:
    """Squares that block steps or sight, the Campfire and the Pig; -1 where there is none."""

    __slots__ = ("bars", "campfire", "covered", "hides", "pig", "shut")

    def __init__(
        self, elements: Collection[Placed], bars: frozenset[str], hides: frozenset[str]
    ) -> None:
        def of(kinds: frozenset[str]) -> frozenset[int]:
            return frozenset(
                square for each in elements if each.element in kinds for square in each.squares
            )

        self.covered = frozenset(square for each in elements for square in each.squares)
        """Squares with any Element (`empty-square`)."""
        self.bars = of(bars)
        """`move-blocked`, `pig-blocks`"""
        self.hides = of(hides)
        """`line-of-sight`: Tents and Fences."""
        self.campfire = min(of(frozenset({"campfire"})), default=-1)
        self.pig = min(of(frozenset({"pig"})), default=-1)
        self.shut = self.bars | {self.campfire}
        """Squares that no Monster enters by its own move (`monster-paths`)."""

    def can_see(self, one: int, other: int) -> bool:
        return line_of_sight.can_see(one, other, self.hides)

    def visible_from(self, one: int) -> frozenset[int]:
        """Every square that is visible from this one, itself included."""
        return line_of_sight.visible_from(one, self.hides)


@lru_cache(maxsize=4096)
def terrain(elements: tuple[Placed, ...], bars: frozenset[str], hides: frozenset[str]) -> Terrain:
    """The terrain that these Elements make."""
    return Terrain(elements, bars, hides)
