"""Codecs of Grudge: cards, slots, squares and dice results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.engine.events import JsonValue
from generator.engine.fields.codecs import Codec, Id, Index, Row
from generator.engine.fields.reader import PositionReader
from generator.games.grudge.content import NO_CARDS

SQUARE = Index("squares", "square")


class Card(Id):
    """A card by its id, in either case; an `optional` one may be empty."""

    def __init__(self, optional: bool = False) -> None:
        super().__init__("value", "card")
        self.optional = optional

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> str:
        id = str(value).upper()
        return "" if self.optional and not id else super().load(id, reader, *path)


class Slots(Row):
    """The cards in a side's three slots; all of them or none."""

    def initial(self, config: Any) -> tuple[str, ...]:
        return NO_CARDS

    def dump(self, value: Sequence[str], config: Any) -> JsonValue:
        return [card for card in value if card]

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> tuple[str, ...]:
        cards = super().load(value, reader, *path)
        if len(cards) not in (0, 3):
            reader.fault("three cards have places: Main Action, Reaction, Interrupt", *path)
        return cards if len(cards) == 3 else NO_CARDS


class Result(Codec):
    """A dice result, written as the id of its row in a table; 0 for none."""

    def __init__(self, ids: str, what: str) -> None:
        """`ids` is an attribute of the configuration: a mapping of results to ids."""
        self.ids, self.what = ids, what

    def initial(self, config: Any) -> int:
        return 0

    def dump(self, value: int, config: Any) -> JsonValue:
        id: str = getattr(config, self.ids).get(value, "")
        return id

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> int:
        results = {"": 0, **{id: each for each, id in getattr(reader.config, self.ids).items()}}
        found = reader.known([value], results, self.what, *path)
        return results[found[0]] if found else 0
