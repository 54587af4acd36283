"""Turns the kit's records into the game of Gruff, ready to be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from generator.base.errors import Fault, KitError
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, Locator, Records, no_location
from generator.engine.options import Options
from generator.engine.rng import Rng
from generator.games.gruff import deck_check, invariants
from generator.games.gruff.checks import unplayable
from generator.games.gruff.content import Content, MatchConfig
from generator.games.gruff.display import text
from generator.games.gruff.flow import GruffFlow
from generator.games.gruff.heuristic.card_values import Worths
from generator.games.gruff.load import load
from generator.games.gruff.moves import Move, Words, read_move
from generator.games.gruff.rules import setup


class GruffGame(Game[GruffFlow]):
    """A duel for two, or with the option `tournament` six of them for four."""

    name = "gruff"
    time_fields = ("turn", "counts")
    seats_rule = "draft-games"

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        faults = unplayable(records.tables)
        if faults:
            raise KitError(faults)
        self.content = Content(records.tables)
        self.worths = Worths(self.content)
        self.names = text.Names(self.content)
        self.words = Words(
            self.content.gruff_number, self.content.shepherd_number, self.content.card_number
        )

    @property
    def seats(self) -> range:
        """Two or four: nobody plays a duel and half of another."""
        low, high = self.records.seats[0], self.records.seats[-1]
        return range(low, high + 1, max(1, high - low))

    def seats_with(self, options: Options) -> range:
        """A duel is for two, a tournament for four."""
        number = self.seats[-1] if options["tournament"] else self.seats[0]
        return range(number, number + 1)

    def configure(self, players: int, options: Options) -> MatchConfig:
        return MatchConfig(self.content, self.worths, players, options)

    def printed_pieces(self) -> list[str]:
        return invariants.printed(self.content)

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Every ability is triggered, every card is played."""
        shows: dict[str, Mapping[str, JsonValue]] = {}
        for gruff in self.content.gruffs:
            shows[f'gruff "{gruff.name}"'] = {"event": "trigger", "source": gruff.id}
        for shepherd in self.content.shepherds:
            shows[f'shepherd "{shepherd.name}"'] = {"event": "trigger", "source": shepherd.id}
        for card in self.content.cards:
            shows[f'card "{card.name}"'] = {"event": "play", "card": card.id}
        return shows

    def component_names(self) -> Mapping[str, Sequence[str]]:
        cards = list(self.content.card_number)
        drafted = [*self.content.shepherd_number, *self.content.gruff_number]
        return {"drafted": drafted, "in the deck": cards, "drawn": cards, "played": cards}

    def component_title(self, part: str) -> str:
        content = self.content
        if part in content.card_number:
            return content.cards[content.card_number[part]].name
        if part in content.gruff_number:
            return content.gruffs[content.gruff_number[part]].name
        number = content.shepherd_number.get(part)
        return part if number is None else content.shepherds[number].name

    def seat_names(self, players: int) -> tuple[str, ...]:
        return text.SEATS[:players]

    def max_decisions(self, options: Options) -> int:
        """`turn-cap`: so many turns, in each of which the costs of cards and `chain-once` set a limit.

        A turn has a chain for each card that Crazy can pay for, and five besides.  In a chain each
        clause on the table happens once, and asks for no more than it has words for.
        """
        content, figures = self.content, self.content.figures
        asks = sum(1 + 4 * len(rule.deeds) for rule in content.rules)
        a_turn = (figures.crazy_track + 5) * asks
        games = 6 if options["tournament"] else 1
        cards = len(content.cards) + len(content.gruffs) + len(content.shepherds)
        return cards + games * figures.turn_cap * a_turn

    def begin(self, rng: Rng, players: int, options: Options, events: list[Event]) -> GruffFlow:
        state = GruffFlow(self.config(players, options), rng)
        setup.begin(state, events)
        return state

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> GruffFlow:
        return load(self, data, where)

    def read_move(self, text: str) -> Move:
        return read_move(text, self.words)

    def describe(self, event: Event) -> str:
        return text.tell(event, self.names)

    def check_deck(self, path: Path) -> list[Fault]:
        return deck_check.check_deck(path, self.content)
