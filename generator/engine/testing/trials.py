"""Trials: the ways to play a game that are tested, by number of players and options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from math import prod
from typing import Any

from generator.engine.events import Event
from generator.engine.game import Game, State
from generator.engine.options import Value, values_to_try
from generator.engine.rng import Rng

MAX_CHOICES = 50
"""Most choices of a game's options that are all tried; The Grizzled has 12."""
MAX_SEATS = 12
"""Most numbers of players that are all tried."""
MAX_KNOWN = 200_000
"""Most events, and texts of moves, that are remembered."""


class Known:
    """What random games of a game have already proved correct, so that no game checks it again."""

    def __init__(self) -> None:
        self.events: set[str] = set()
        """Events known to be plain data with a description."""
        self.moves: dict[str, Any] = {}
        """Texts of moves, and the moves read from them."""
        self.redraws = False
        """Whether something that a seat cannot see was drawn anew for it."""

    def trim(self) -> None:
        """Forget everything once there is too much of it."""
        for found in (self.events, self.moves):
            if len(found) > MAX_KNOWN:
                found.clear()


@dataclass(frozen=True)
class Trial:
    """One way to play a game: how many seats, and which options."""

    game: Game[Any]
    players: int
    options: dict[str, Value]
    known: Known = field(default_factory=Known, repr=False, compare=False)

    def start(self, seed: int) -> tuple[State[Any], list[Event]]:
        return self.game.start(seed, self.players, self.options)

    def __str__(self) -> str:
        words = [f"{name}={value}" for name, value in self.options.items()]
        return " ".join([self.game.name, f"players={self.players}", *words])


def trials(game: Game[Any]) -> list[Trial]:
    """Every number of players with every choice of options; for a number, its limits and default."""
    values = {name: values_to_try(option) for name, option in game.records.options.items()}
    choices, known = _choices(values), Known()
    return [
        Trial(game, players, chosen, known)
        for players in _seats(game.seats)
        for chosen in choices
        if players in game.seats_with(chosen)
    ]


def _seats(seats: Sequence[int]) -> Sequence[int]:
    """These numbers of players; if too many, the fewest, the most and some between."""
    steps = min(len(seats), MAX_SEATS) - 1
    return [seats[number * (len(seats) - 1) // max(steps, 1)] for number in range(steps + 1)]


def _choices(values: Mapping[str, Sequence[Value]]) -> list[dict[str, Value]]:
    """Every choice of these values; if too many, some of them, covering each value."""
    if prod(map(len, values.values())) <= MAX_CHOICES:
        return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]
    rng = Rng(1)
    longest = max(map(len, values.values()))
    cycled = [
        {
            name: each[(number + shift) % len(each)]
            for shift, (name, each) in enumerate(values.items())
        }
        for number in range(longest)
    ]
    picked = [
        {name: rng.pick(each) for name, each in values.items()} for _ in range(longest, MAX_CHOICES)
    ]
    return [*cycled, *picked]
