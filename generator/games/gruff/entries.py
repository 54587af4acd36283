"""Entries of a position that are the game's own: what is on the table.

The game at the table is written and read only when there is one: `position.complete` sets it up
first. There, things go by the side of their player, or by the gruff that has them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from generator.engine.events import JsonValue
from generator.engine.fields.codecs import LIST, SHARED, Codec, Index, Row
from generator.engine.fields.entries import PENDING, Data, Entry, View
from generator.engine.fields.reader import PositionReader
from generator.games.gruff.card_text.vocabulary import DURATIONS, FLAGS
from generator.games.gruff.effects.ast import STATS, VALUES

NONE = -1
"""The number of no seat, fighter, spot or card."""
CARD = Index("card_ids", "card")
NO_PAIR = (NONE, NONE)


class Boost(NamedTuple):
    """A change of a fighter that lapses."""

    fighter: int
    what: str
    n: int
    until: str
    side: int
    """The side whose effect it is."""


def rows(value: Any, reader: PositionReader, *path: str) -> Sequence[Any]:
    """A list of anything; a fault for what is no list."""
    if isinstance(value, (list, tuple)):
        return value
    reader.fault(f'"{path[-1]}" must be a list', *path)
    return ()


def sides(state: Any) -> list[str]:
    """The names of the two players at the table, the first player's first."""
    return [state.config.people[seat] for seat in state.pair]


def fighters(state: Any) -> list[str]:
    """The gruffs at the table by their fighters."""
    ids = state.config.gruff_ids
    return [ids[gruff] for gruff in state.fighters]


def known_fighters(reader: PositionReader, state: Any, ids: Iterable[Any], *path: str) -> list[int]:
    """The fighters with these names; a fault for every other name."""
    names = fighters(state)
    return [names.index(id) for id in reader.known(ids, names, "gruff at the table", *path)]


class TableEntry(Entry):
    """A part of the game at the table."""

    def __init__(
        self, initial: Any = (), copy: str = SHARED, key: str = "", view: View | None = None
    ) -> None:
        self.initial, self.copy, self.view = initial, copy, view
        self.keys = (key,) if key else ()

    def begin(self, state: Any) -> Any:
        return list(self.initial) if isinstance(self.initial, list) else self.initial

    def dump(self, state: Any) -> JsonValue:
        """Its plain data."""
        raise NotImplementedError

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        """Set it in a state whose teams are at the table."""
        raise NotImplementedError

    def write(self, state: Any, data: Data) -> None:
        if state.pair != NO_PAIR:
            data[self.keys[0]] = self.dump(state)

    def read(self, reader: PositionReader, state: Any) -> None:
        (key,) = self.keys
        if state.pair != NO_PAIR and reader.given(key):
            self.load(reader.data[key], reader, state, key)

    def hide(self, state: Any, seat: int | None, data: Data) -> None:
        (key,) = self.keys
        if self.view and key in data:
            data[key] = self.view(data[key], None if seat is None else state.config.people[seat])


def on_table(entry: Entry) -> Any:
    """Declare an attribute of the game at the table."""
    return entry


class Pair(Entry):
    """The seats at the table, which `position.complete` reads before anything else there."""

    keys = ("first", "second")
    copy = SHARED

    def begin(self, state: Any) -> tuple[int, int]:
        return NO_PAIR

    def write(self, state: Any, data: Data) -> None:
        if state.pair != NO_PAIR:
            data["first"], data["second"] = sides(state)


class TableField(TableEntry):
    """One value of a kind that the engine knows."""

    def __init__(self, codec: Codec, initial: Any, key: str = "") -> None:
        super().__init__(initial, codec.copy, key)
        self.codec = codec

    def dump(self, state: Any) -> JsonValue:
        return self.codec.dump(getattr(state, self.name), state.config)

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        setattr(state, self.name, self.codec.load(data, reader, key))


class PerHolder(TableEntry):
    """A list with a value for each side or fighter, written as a mapping by name."""

    def __init__(
        self, codec: Codec, empty: Any, holders: Holders, key: str = "", view: View | None = None
    ) -> None:
        super().__init__([empty] * holders.number, LIST, key, view)
        self.codec, self.empty, self.holders = codec, empty, holders

    def dump(self, state: Any) -> JsonValue:
        pairs = zip(self.holders.names(state), getattr(state, self.name), strict=True)
        dump, config, omit = self.codec.dump, state.config, self.holders.omit_empty
        return {
            name: dump(value, config) for name, value in pairs if not omit or value != self.empty
        }

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        values, names = getattr(state, self.name), self.holders.names(state)
        given = reader.as_mapping(data, key)
        for name in reader.known(given, names, self.holders.what, key):
            if given[name] is None:
                continue
            values[names.index(name)] = self.codec.load(given[name], reader, key, name)


class Holders(NamedTuple):
    """Who can have something at the table."""

    names: Callable[[Any], list[str]]
    number: int
    what: str
    """The word for one of them in faults."""
    omit_empty: bool
    """Whether those that have nothing are not written."""


SIDES = Holders(sides, 2, "player at the table", omit_empty=False)
FIGHTERS = Holders(fighters, 6, "gruff at the table", omit_empty=True)


class Deck(Row):
    """The cards of a deck, its top (and last) card written first; or only their number."""

    def dump(self, value: Sequence[int], config: Any) -> JsonValue:
        return super().dump(value[::-1], config)

    def load(self, value: Any, reader: PositionReader, *path: str) -> tuple[int, ...]:
        """The cards on top; a number of cards is left for `position.complete`."""
        if not isinstance(value, (list, tuple)):
            reader.as_count(value, *path)
            return ()
        return super().load(value, reader, *path)[::-1]


class Now(TableEntry):
    """The side whose turn it is."""

    def dump(self, state: Any) -> JsonValue:
        name: str = sides(state)[state.side]
        return name

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        for name in reader.known([data], sides(state), "player at the table", key):
            state.side = sides(state).index(name)


class OneFighter(TableEntry):
    """One fighter, or none."""

    def dump(self, state: Any) -> JsonValue:
        fighter = getattr(state, self.name)
        return fighters(state)[fighter] if fighter >= 0 else None

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        for fighter in known_fighters(reader, state, [data], key):
            setattr(state, self.name, fighter)


class Line(TableEntry):
    """The fighter on each spot, written column by column for each side."""

    def dump(self, state: Any) -> JsonValue:
        ids, line = fighters(state), state.line
        first, second = sides(state)
        return {first: [ids[each] for each in line[:3]], second: [ids[each] for each in line[3:]]}

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        given = reader.as_mapping(data, key)
        for name in reader.known(given, sides(state), "player at the table", key):
            words, first = reader.as_words(given[name], key, name), 3 * sides(state).index(name)
            line = known_fighters(reader, state, words, key, name)
            if sorted(line) != [first, first + 1, first + 2]:
                reader.fault("a line has each gruff of the team once", key, name)
                continue
            for spot, fighter in enumerate(line, first):
                state.line[spot], state.place[fighter] = fighter, spot


class Sliders(TableEntry):
    """Mean, Weird and Fat of each fighter, in one list."""

    def dump(self, state: Any) -> JsonValue:
        return {
            id: dict(zip(STATS, state.sliders[3 * number : 3 * number + 3], strict=True))
            for number, id in enumerate(fighters(state))
        }

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        for id, stats in reader.as_mapping(data, key).items():
            for fighter in known_fighters(reader, state, [id], key):
                given = reader.as_mapping(stats, key, id)
                for stat in reader.known(given, STATS, "stat", key, id):
                    number = reader.as_count(given[stat], key, id, stat)
                    state.sliders[3 * fighter + STATS.index(stat)] = number


class FightersThatAreNot(TableEntry):
    """A flag for each fighter, written as the names of those for which it does not hold."""

    def __init__(self, key: str) -> None:
        super().__init__([True] * 6, LIST, key)

    def dump(self, state: Any) -> JsonValue:
        ids, flags = fighters(state), getattr(state, self.name)
        return [ids[fighter] for fighter in state.line if not flags[fighter]]

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        for fighter in known_fighters(reader, state, reader.as_words(data, key), key):
            getattr(state, self.name)[fighter] = False


class Attackers(TableEntry):
    """The fighter of each side whose attack is pending."""

    def dump(self, state: Any) -> JsonValue:
        return [fighters(state)[fighter] for fighter in state.attackers if fighter >= 0]

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        for fighter in known_fighters(reader, state, reader.as_words(data, key), key):
            state.attackers[fighter // 3] = fighter


class Boosts(TableEntry):
    """The changes that lapse."""

    def dump(self, state: Any) -> JsonValue:
        ids, names = fighters(state), sides(state)
        return [
            {"gruff": ids[fighter], "what": what, "n": n, "until": until, "by": names[side]}
            for fighter, what, n, until, side in state.boosts
        ]

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        ids, names = fighters(state), sides(state)
        known = {"gruff": ids, "what": (*FLAGS, *VALUES), "until": DURATIONS, "by": names}
        boosts = []
        for number, row in enumerate(rows(data, reader, key)):
            given = row if isinstance(row, dict) else {}
            wrong = [name for name, words in known.items() if given.get(name) not in words]
            if wrong or type(given.get("n")) is not int:
                message = (
                    f"a boost needs gruff, what, n, until and by; see {', '.join(wrong) or 'n'}"
                )
                reader.fault(message, key, number)
                continue
            fighter, side = ids.index(given["gruff"]), names.index(given["by"])
            boosts.append(Boost(fighter, given["what"], given["n"], given["until"], side))
        state.boosts = tuple(boosts)


class Queue(TableEntry):
    """The triggered clauses that wait: clause, fighter that has it, fighter of the event."""

    def dump(self, state: Any) -> JsonValue:
        names = [*fighters(state), None]
        clauses = state.config.clause_names
        return [[clauses[number], names[host], names[it]] for number, host, it in state.queue]

    def load(self, data: Any, reader: PositionReader, state: Any, key: str) -> None:
        clauses, queue = state.config.clause_names, []
        for number, row in enumerate(rows(data, reader, key)):
            if not isinstance(row, (list, tuple)) or len(row) != 3:
                reader.fault(
                    "a triggered clause needs a clause and two gruffs or null", key, number
                )
                continue
            name, *who = row
            names = [each for each in who if each is not None]
            found = known_fighters(reader, state, names, key)
            if reader.known([name], clauses, "clause", key) and len(found) == len(names):
                host, it = (NONE if each is None else found.pop(0) for each in who)
                queue.append((clauses.index(name), host, it))
        state.queue = tuple(queue)


class LatePending(Entry):
    """The pending steps, which name fighters: `position.complete` reads them."""

    keys = ("pending",)

    def write(self, state: Any, data: Data) -> None:
        PENDING.write(state, data)
