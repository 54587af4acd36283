"""Terrain: what the Elements on the board block, hide and burn."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from generator.games.grudge.map.line_of_sight import SightLines, sight_lines
from generator.games.grudge.map.squares import bits


class Placed(NamedTuple):
    """An Element and the squares that it covers."""

    element: str
    squares: tuple[int, ...]


class Terrain:
    """Squares that block steps or sight, the Campfire and the Pig; -1 where there is none."""

    __slots__ = ("bars", "campfire", "covered", "hides", "pig", "shut", "sight")

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
        self.shut: int = bits(self.bars | of(frozenset({"campfire"})))
        """The set of squares that no Monster enters by its own move (`monster-paths`)."""
        self.sight: SightLines = sight_lines(self.hides)


@lru_cache(maxsize=4096)
def terrain(elements: tuple[Placed, ...], bars: frozenset[str], hides: frozenset[str]) -> Terrain:
    """The terrain that these Elements make."""
    return Terrain(elements, bars, hides)
