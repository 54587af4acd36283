"""Odds of an example: how often something happens in many games from its position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any

from generator.base.errors import Fault
from generator.engine.events import Event
from generator.engine.testing.examples import Example
from generator.engine.testing.expectations import is_like, plain

DEVIATIONS = 3.3
"""How many standard deviations the share of games may be off: one fair share in a thousand is more."""


def unlikely(
    odds: Sequence[Mapping[str, Any]], example: Example, play: Callable[[int], Sequence[Event]]
) -> Iterator[Fault]:
    """Yield the odds that many games do not show; `play` gives the events of the game of a seed."""
    for number, each in enumerate(odds):
        games, chance = each["games"], Fraction(str(each["chance"]))
        hits = sum(
            any(is_like(each["event"], plain(event.as_data())) for event in play(seed))
            for seed in range(1, games + 1)
        )
        if message := off(hits, games, chance):
            yield Fault(message, example.where("expect", "odds", number), example.item)


def off(hits: int, games: int, chance: Fraction) -> str:
    """What is wrong with a number of hits; empty if chance explains it."""
    room = DEVIATIONS * sqrt(games * chance * (1 - chance))
    if abs(hits - games * chance) <= room:
        return ""
    low, high = max(0.0, float(games * chance) - room), float(games * chance) + room
    return (
        f"this happens in {hits} of {games} games, where a chance of {chance} makes "
        f"{low:.0f} to {high:.0f}"
    )
