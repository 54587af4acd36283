"""Turns what a game need not say about itself into what is taken for granted when it does not.

These are for measuring a game and for finding gaps in its rules; nothing in play needs them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import ClassVar

from generator.engine.events import JsonValue


class StateExtras:
    """What a state may say besides."""

    __slots__ = ()

    prompts: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """What there is to decide at each step with a seat, in a few words, by the step's name."""
    legend: ClassVar[str] = ""
    """What the signs in the position's text mean, for who has not seen them before."""

    def remaining_supply(self) -> Mapping[str, Sequence[int]]:
        """How much is left to take from every pile and pool, by name: `{"deck": (12, 9)}`.

        One number for each pile that is called so: a deck a seat has several.  Piles that nothing
        is drawn from (discards) do not belong here.
        """
        return MappingProxyType({})


class GameExtras:
    """What a game may say besides."""

    cooperative: ClassVar[bool] = False
    """Whether all seats win or lose together."""
    time_fields: ClassVar[tuple[str, ...]] = ("turn",)
    """The entries of `State.to_data` that only tell how long a game has gone on.

    Two positions that differ in nothing else are the same position reached again.
    """

    def component_title(self, part: str) -> str:
        """What a person calls one of the parts that `State.parts` names, if they have ids there."""
        return part

    @property
    def extra_definition(self) -> JsonValue:
        """What it is played by besides its records, as plain data: turns that are written down."""
        return None
