"""Turns the kit's records into the game of The Grizzled, ready to be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.base.errors import Fault, KitError, did_you_mean
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, Locator, Records, no_location
from generator.engine.options import Options, Value
from generator.engine.rng import Rng
from generator.games.grizzled import invariants
from generator.games.grizzled.checks import unplayable
from generator.games.grizzled.content import CHAPLAIN, MatchConfig, Names
from generator.games.grizzled.display import text
from generator.games.grizzled.flow import GrizzledFlow
from generator.games.grizzled.load import load
from generator.games.grizzled.moves import Move, Vocabulary, read_move
from generator.games.grizzled.rules import setup
from generator.kit.tables.records import table_named


class Grizzled(Game[Move]):
    """A game for a group that wins together or loses together (`outcome`)."""

    name = "grizzled"
    time_fields = ("round",)
    cooperative = True
    seats_rule = "two-to-five"

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        faults = [*unplayable(records.tables, self.seats), *self._unknown_rules()]
        if faults:
            raise KitError(faults)
        self._configs: dict[tuple[int, tuple[tuple[str, Value], ...]], MatchConfig] = {}
        self.names = Names(records.tables)
        people = [f"p{seat}" for seat in range(1, self.seats[-1] + 1)]
        self._words = Vocabulary(
            self.names.grizzled,
            self.names.cards,
            self.names.threats,
            self.names.tiles,
            [*people, CHAPLAIN],
        )

    def _unknown_rules(self) -> Iterator[Fault]:
        """Hard Knocks that go by a rule that the rulebook does not have."""
        for row in table_named(self.records.tables, "knocks"):
            if row["rule"] not in self.rules:
                hint = did_you_mean(row["rule"], self.rules)
                yield Fault(f'there is no rule "{row["rule"]}"', row.place_of("rule"), hint=hint)

    def config(self, players: int, options: Options) -> MatchConfig:
        """All that stays the same in a game with these options, made when first asked for."""
        key = players, tuple(sorted(options.items()))
        if key not in self._configs:
            self._configs[key] = MatchConfig(self.records.tables, players, options)
        return self._configs[key]

    def printed_pieces(self) -> list[str]:
        return invariants.printed(self.config(self.seats[0], self.read_options({})))

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Every Threat card is laid, every Hard Knock assigned, every tile given, every Charm used."""
        config, names = self.config(self.seats[0], self.read_options({})), self.names
        shows: dict[str, Mapping[str, JsonValue]] = {}
        for card in config.cards:
            kind, called = "christmas", f'"{names.cards[card]}"'
            if card in config.menaces:
                kind, called = "land", f'Threat card "{names.cards[card]}" {card}'
            elif card in config.knocks:
                kind, called = "assign", f'Hard Knock "{names.cards[card]}"'
            shows[called] = {"event": kind, "card": card}
        for id, name in names.tiles.items():
            shows[f'Support tile "{name}"'] = {"event": "support", "tile": id}
        for id, name in names.grizzled.items():
            shows[f'Grizzled "{name}"'] = {"event": "charm", "grizzled": id}
        for id, name in names.threats.items():
            shows[f'threat "{name}"'] = {"event": "speech", "threat": id}
        return shows

    def seat_names(self, players: int) -> tuple[str, ...]:
        return text.seat_names(players)

    def max_decisions(self, options: Options) -> int:
        """`finite-game`: each round moves some cards of the Reserve, and every turn in it spends a
        card, a Charm, a token (which all may answer) or the player's part in the Mission.
        """
        longest = 0
        for players in self.seats:
            config = self.config(players, options)
            cards = len(config.cards)
            rounds = -(-(cards - config.start) // config.figures["least-drop"])
            turns = cards + 2 * players + config.speeches * (1 + players)
            longest = max(longest, players + rounds * (turns + 3))
        return longest

    def begin(self, rng: Rng, players: int, options: Options, events: list[Event]) -> GrizzledFlow:
        state = GrizzledFlow(self.config(players, options), rng)
        setup.set_up(state, events)
        return state

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> GrizzledFlow:
        return load(self, data, where)

    def read_move(self, text: str) -> Move:
        return read_move(text, self._words)

    def describe(self, event: Event) -> str:
        return text.tell(event, self.names)
