"""Card texts: the texts on the pieces of a kit, and which of them a seat can see.

Visible cards are those in `State.view`, which contains nothing that is hidden from its seat.  A
text comes from the kit's records and is the same in every position, so it never reveals where a
card is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from generator.base.errors import nearest
from generator.engine.game import Game, State
from generator.kit.tables.records import SIGNS, Record, Table

OF = "{place} of {owner}"
NOT_PIECES = ("options", "pending", "outcome")
"""Keys of a view that hold no pieces."""


class CardRow(NamedTuple):
    """A row of a table that players can look up: a card, a figure, an ability."""

    table: Table
    row: Record

    def title(self, game: Game[Any]) -> str:
        return game.row_title(self.table, self.row)

    def names(self, game: Game[Any]) -> set[str]:
        """Every name of the row, in lower case."""
        named = (self.row.get(field) for field in SIGNS)
        return {str(name).lower() for name in (*named, self.title(game)) if name}


def cards(game: Game[Any]) -> list[CardRow]:
    """All rows of the kit's tables that are printed as pieces or have a name."""
    printed = {component.each for component in game.kit_file.components} if game.kit_file else ()
    tables = [(name, each) for name, each in game.shown_tables.items() if isinstance(each, Table)]
    return [
        CardRow(table, row)
        for name, table in tables
        for row in table
        if "id" in row and (name in printed or row.get("name"))
    ]


def named(game: Game[Any], words: str) -> list[CardRow]:
    """The cards with that name, or else those with these words in their names."""
    every, words = cards(game), words.lower()
    exact = [card for card in every if words in card.names(game)]
    return exact or [card for card in every if any(words in each for each in card.names(game))]


def nearest_name(game: Game[Any], words: str) -> str:
    """Hint that names the card with the most similar name; "" if there is none."""
    return nearest(words, {name for card in cards(game) for name in card.names(game)})


def in_sight(state: State[Any], game: Game[Any], seat: int | None) -> dict[str, list[CardRow]]:
    """The cards that a seat can see, by location; None: the cards that everybody sees."""
    known: dict[str, list[CardRow]] = {}
    for card in cards(game):
        for name in {str(card.row.get(field) or "").lower() for field in SIGNS} - {""}:
            known.setdefault(name, []).append(card)
    people, words = game.people(state), game.words
    found: dict[str, list[CardRow]] = {}
    for key, value in state.view(seat).items():
        if key in NOT_PIECES:
            continue
        for whose, text in _texts(value, people):
            place = people.get(key) or words.text(key.replace("_", " ").replace("-", " "))
            if whose not in ("", place):
                place = words.text(OF, place=place, owner=whose)
            found.setdefault(place, []).extend(known.get(text.lower(), []))
    return {place: lying for place, lying in found.items() if lying}


def _texts(value: Any, people: Mapping[str, str], whose: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text and key in a part of a view, with its owner."""
    if isinstance(value, Mapping):
        for key, part in value.items():
            owner = people.get(key, whose)
            if part and key not in people:
                yield owner, key
            yield from _texts(part, people, owner)
    elif isinstance(value, str):
        yield whose, value
    elif isinstance(value, Iterable):
        for part in value:
            yield from _texts(part, people, whose)
