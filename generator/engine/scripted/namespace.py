"""Namespace of expressions and sentences: the names of a position and their values for one seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.engine.scripted.numbers import number_in
from generator.engine.scripted.script.instructions import Program
from generator.engine.scripted.script.schema import Counter
from generator.engine.scripted.script.setup import OUT, SEEN
from generator.kit.tables.records import Record, Table, with_values

Position = dict[str, Any]
VALUES = 12
"""Values that are looked up in the time of one step."""
CARDS = 500
"""Cards of a place that are looked up, or copied, in the time of one step."""
MAX_CHANGED = 10_000
"""Most rows with other numbers that are kept."""
Spot = tuple[str, int | None]
"""A pile (no number), the hand of a seat, or one of several rows."""


class Namespace:
    """The names of a position with their values for one seat.

    Hidden cards are None unless the seat has seen them; so are the closed hands of other seats,
    unless hands are `shown`, as at the end of a game.  Of a deck of its own a seat knows the cards,
    if all came there in sight, but not their order: those not seen are sorted.  For a `deciding`
    seat, hidden counters of others and hidden cards named by steps are unknown, as they are to its
    player.  Values are cached: make a new namespace after the position has changed.
    """

    def __init__(
        self,
        program: Program,
        position: Position,
        seat: int,
        shown: bool = False,
        deciding: bool = False,
    ) -> None:
        self.program, self.position, self.seat = program, position, seat
        self.shown, self.deciding = shown, deciding
        self._found: dict[str, Any] = {}
        self._current: dict[int, Record] = {}
        """Rows with the numbers that counters have on them, by the id of the row without."""

    def values(self, names: Iterable[str]) -> dict[str, Any]:
        """The values of those names that this game has."""
        known, found = self.program.names, self._found
        for name in names:
            if name not in found and name in known:
                found[name] = self.value(name)
        return {name: found[name] for name in names if name in found}

    def value(self, name: str) -> Any:
        content, position = self.program.content, self.position
        kind = content.kinds.get(name)
        if kind is not None:
            return self._on_table(name, kind, self.seat)
        if name in content.tables:
            table = content.tables[name]
            if isinstance(table, Table) and len(table) and id(table.rows[0]) in content.changing:
                return replace(table, rows=(*map(self.current, table),))
            return table
        if name in self.program.named:
            return self._named(name)
        match name:
            case "seat":
                return self.seat + 1
            case "players" | "options":
                return position["game"][name]
            case "turn":
                return position["turn"]
            case "round":
                return (position["turn"] - 1) // position["game"]["players"] + 1
            case "team":
                return content.team(self.seat) + 1
            case "distance" | "path_cost" | "adjacent":
                return getattr(content.grids, name)
            case "active":
                return [seat + 1 for seat in in_game(position)]
            case _:
                return self._everyone()

    def _everyone(self) -> dict[str, list[Any]]:
        content, seats = self.program.content, range(self.position["game"]["players"])
        self.program.work += len(content.kinds) * len(seats) // VALUES
        values = {
            name: [self._on_table(name, kind, seat) for seat in seats]
            for name, kind in content.kinds.items()
            if content.is_own(name)
        }
        if content.teams:
            values["team"] = [content.team(seat) + 1 for seat in seats]
        return values

    def _on_table(self, name: str, kind: str, owner: int) -> Any:
        """The cards of a place, space of a token or value of a counter; the owner's if each has one."""
        content, position = self.program.content, self.position
        if kind == "track":
            spaces = content.spaces[name]
            return tuple(map(self.current, spaces)) if content.changing else spaces
        there = position[name]
        match kind:
            case "pile":
                return self._cards((name, None))
            case "hand":
                return self._cards((name, owner))
            case "row":
                self.program.work += len(there) // VALUES
                if content.is_numbered(name):
                    return [self._cards((name, number)) for number in range(len(there))]
                return Piles(content.picked(name)[0], lambda number: self._cards((name, number)))
            case "token":
                token = content.tokens[name]
                return self.current(
                    content.spaces[token.on][there if token.shared else there[owner]]
                )
        counter = content.counters[name]
        if counter.hidden and self.deciding and owner != self.seat:
            return None
        seat = None if counter.shared else owner
        if counter.on is None:
            return number_in(position, name, counter, seat, None)
        rows = content.picked(counter.on)[0]
        self.program.work += len(rows) // VALUES
        return {row: number_in(position, name, counter, seat, row) for row in rows}

    def card(self, card: str) -> Record:
        """The row of a card, with the numbers on it."""
        row: Record = self.current(self.program.content.cards[card])
        return row

    def current(self, row: Any) -> Any:
        """A row of a table with counters on it, with their numbers; anything else as it is."""
        counters = self.program.content.changing.get(id(row))
        if counters is None:
            return row
        if id(row) not in self._current:
            self.program.work += len(counters)
            self._current[id(row)] = self._changed(row, counters)
        return self._current[id(row)]

    def _changed(self, row: Record, counters: Sequence[tuple[str, Counter, bool]]) -> Record:
        """A row with the numbers of its counters."""
        numbers = tuple(
            number_in(self.position, name, counter, self.seat if own else None, row["id"])
            for name, counter, own in counters
        )
        known = self.program.content.changed
        if (id(row), numbers) not in known:
            if len(known) >= MAX_CHANGED:
                known.clear()
            names = (name for name, _, _ in counters)
            known[id(row), numbers] = with_values(row, dict(zip(names, numbers, strict=True)))
        return known[id(row), numbers]

    def _cards(self, place: Spot) -> list[Record | None]:
        """The rows of the cards in a place, with None for those hidden from the seat."""
        content, cards = self.program.content, cards_at(self.position, *place)
        if not cards:  # most places of a map
            return []
        self.program.work += len(cards) // CARDS
        name, owner = place
        if (self.shown and owner is not None) or not content.hides(name, owner, self.seat):
            return [*map(self.card if content.changing else content.cards.__getitem__, cards)]
        seen = known(self.position, self.seat, place)
        if owner == self.seat and name in self.program.separate:
            unseen = iter(sorted(card for at, card in enumerate(cards) if at not in seen))
            cards = [card if at in seen else next(unseen) for at, card in enumerate(cards)]
            return [self.card(card) for card in cards]
        return [self.card(card) if at in seen else None for at, card in enumerate(cards)]

    def _named(self, name: str) -> Any:
        """The value of a name given in this turn; None before."""
        content, position = self.program.content, self.position
        value, (kind, of) = position["named"].get(name), self.program.named[name]
        if value is None:
            return None
        if kind == "card":
            place, index = (value["place"], value["seat"]), value["index"]
            hidden = self.deciding and content.hides(*place, self.seat)
            if hidden and index not in known(position, self.seat, place):
                return None
            return self.card(card_at(position, value))
        if kind == "player":
            return value + 1
        if kind == "space":
            return self.current(content.spaces[of][value])
        if kind == "row":
            table = content.tables[of]
            assert isinstance(table, Table)
            return self.current(table.rows[value])
        return value


class Piles(Mapping[str, list[Record | None]]):
    """The cards on each place of rows, by its name; read when asked for, as a map has many."""

    def __init__(
        self, places: Mapping[str, int], read: Callable[[int], list[Record | None]]
    ) -> None:
        self._places, self._read = places, read
        self._found: dict[str, list[Record | None]] = {}

    def __getitem__(self, place: str) -> list[Record | None]:
        if place not in self._found:
            self._found[place] = self._read(self._places[place])
        return self._found[place]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def in_game(position: Position) -> list[int]:
    """The seats that are not out of the game."""
    out = position.get(OUT, ())
    return [seat for seat in range(position["game"]["players"]) if seat not in out]


def known(position: Position, seat: int | None, place: Spot) -> frozenset[int]:
    """The cards of a place that a seat has seen there, by index."""
    seen = position[SEEN][seat] if seat is not None and SEEN in position else ()
    return frozenset(where["index"] for where in seen if (where["place"], where["seat"]) == place)


def card_at(position: Position, where: Mapping[str, Any]) -> str:
    """The card at a remembered position: `{"place": "hand", "seat": 0, "index": 2}`."""
    return str(cards_at(position, where["place"], where["seat"])[where["index"]])


def cards_at(position: Position, place: str, seat: int | None) -> list[str]:
    """The list of cards in a pile (no seat), a seat's hand or a row; not a copy."""
    cards: list[str] = position[place] if seat is None else position[place][seat]
    return cards
