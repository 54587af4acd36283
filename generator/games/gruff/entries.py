"""Position entries of Gruff: the game on the table.

The game at the table is written and read only if there is one: `position.complete` sets it up
first.  There, values are named by the side of their player, or by the gruff that has them.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from generator.engine.events import JsonValue
from generator.engine.fields.codecs import (
    LIST,
    SHARED,
    Codec,
    Columns,
    Id,
    Index,
    Integer,
    List,
    Number,
    Partial,
    PerHolder,
    Row,
)
from generator.engine.fields.entries import PENDING, Data, Entry, Field, View
from generator.engine.fields.reader import PositionReader
from generator.games.gruff.card_text.vocabulary import DURATIONS, FLAGS
from generator.games.gruff.effects.ast import STATS, VALUES

NONE = -1
"""Number of no seat, fighter, spot or card."""
CARD, CLAUSE = Index("card_ids", "card"), Index("clause_names", "clause")
SIDE, FIGHTER = Index("sides", "player at the table"), Index("fighters", "gruff at the table")
ANY_FIGHTER = Index("fighters", "gruff at the table", optional=True)
NO_PAIR = (NONE, NONE)


class Boost(NamedTuple):
    """A temporary change of a fighter."""

    fighter: int
    what: str
    n: int
    until: str
    side: int
    """Side whose effect it is."""


class AtTable(NamedTuple):
    """Names of the things at the table, for the codecs of its fields."""

    sides: tuple[str, ...] = ("", "")
    """Names of the two players, the first player first."""
    fighters: tuple[str, ...] = ("",) * 6
    """Ids of the gruffs at the table."""
    line: Sequence[int] = range(6)
    """Fighter on each spot."""
    card_ids: Sequence[str] = ()
    clause_names: Sequence[str] = ()
    changes: Collection[str] = (*FLAGS, *VALUES)
    """Values and flags that a boost can change."""
    durations: Collection[str] = tuple(DURATIONS)


EMPTY = AtTable()


def at_table(state: Any) -> AtTable:
    """The names at the table of a state."""
    config = state.config
    return AtTable(
        tuple([config.people[seat] for seat in state.pair]),
        tuple([config.gruff_ids[gruff] for gruff in state.fighters]),
        state.line,
        config.card_ids,
        config.clause_names,
    )


class TableField(Field):
    """Field of the game at the table."""

    def begin(self, state: Any) -> Any:
        return self.codec.initial(EMPTY) if self.initial is None else self.initial

    def dump(self, state: Any) -> JsonValue:
        return self.codec.dump(getattr(state, self.name), at_table(state))

    def write(self, state: Any, data: Data) -> None:
        if state.pair != NO_PAIR:
            super().write(state, data)

    def read(self, reader: PositionReader, state: Any) -> None:
        (key,) = self.keys
        if state.pair != NO_PAIR and reader.given(key):
            config, reader.config = reader.config, at_table(state)
            before, data = getattr(state, self.name), reader.data[key]
            if isinstance(self.codec, Partial):
                value = self.codec.load_into(before, data, reader, key)
            else:
                value = self.codec.load(data, reader, key)
            setattr(state, self.name, value)
            reader.config = config

    def hide(self, state: Any, seat: int | None, data: Data) -> None:
        if self.keys[0] in data:
            super().hide(state, seat, data)


on_table: Any = TableField
"""Declare an attribute of the game at the table, like `field` for other attributes."""


def by_side(item: Codec, view: View | None = None) -> Any:
    """Declare a field with a value for each side."""
    return TableField(PerHolder("sides", item, SIDE.what), view=view)


def by_fighter(item: Codec, key: str = "") -> Any:
    """Declare a value for each fighter; only those that have one are written."""
    return TableField(PerHolder("fighters", item, FIGHTER.what, omit_empty=True), key)


class Pair(Entry):
    """The seats at the table, which `position.complete` reads before everything else there."""

    keys = ("first", "second")
    copy = SHARED

    def begin(self, state: Any) -> tuple[int, int]:
        return NO_PAIR

    def write(self, state: Any, data: Data) -> None:
        if state.pair != NO_PAIR:
            data["first"], data["second"] = at_table(state).sides


PAIR: Any = Pair()


class Line(Partial):
    """The fighter on each spot, written column by column for each side."""

    copy = LIST

    def initial(self, config: Any) -> list[int]:
        return [NONE] * 6

    def dump(self, value: Sequence[int], config: Any) -> JsonValue:
        ids, (first, second) = FIGHTER.dump_all(value, config), config.sides
        return {first: ids[:3], second: ids[3:]}

    def load_into(
        self, before: Sequence[int], value: Any, reader: PositionReader, *path: str | int
    ) -> list[int]:
        line, sides = list(before), reader.config.sides
        given = reader.as_mapping(value, *path)
        for name in reader.known(given, sides, SIDE.what, *path):
            first = 3 * sides.index(name)
            fighters = Row(FIGHTER).items(given[name], reader, *path, name)
            if sorted(fighters) == [first, first + 1, first + 2]:
                line[first : first + 3] = fighters
            else:
                reader.fault("a line has each gruff of the team once", *path, name)
        return line


class LineField(TableField):
    """The line, which determines the spot of each fighter."""

    def read(self, reader: PositionReader, state: Any) -> None:
        super().read(reader, state)
        for spot, fighter in enumerate(state.line):
            if fighter != NONE:
                state.place[fighter] = spot


LINE: Any = LineField(Line())


class Sliders(Partial):
    """Mean, Weird and Fat of each fighter, in a flat list."""

    copy = LIST
    stats = PerHolder(STATS, Number(), "stat")

    def initial(self, config: Any) -> list[int]:
        return [0] * 18

    def dump(self, value: Sequence[int], config: Any) -> JsonValue:
        return {
            id: self.stats.dump(value[3 * number : 3 * number + 3], config)
            for number, id in enumerate(config.fighters)
        }

    def load_into(
        self, before: Sequence[int], value: Any, reader: PositionReader, *path: str | int
    ) -> list[int]:
        sliders, fighters = list(before), reader.config.fighters
        given = reader.as_mapping(value, *path)
        for id in reader.known(given, fighters, FIGHTER.what, *path):
            three = slice(3 * fighters.index(id), 3 * fighters.index(id) + 3)
            sliders[three] = self.stats.load_into(sliders[three], given[id], reader, *path, id)
        return sliders


class AllBut(Codec):
    """Flag of each fighter, written as the names of those for which it is false."""

    copy = LIST

    def initial(self, config: Any) -> list[bool]:
        return [True] * 6

    def dump(self, value: Sequence[bool], config: Any) -> JsonValue:
        return [config.fighters[fighter] for fighter in config.line if not value[fighter]]

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> list[bool]:
        named = Row(FIGHTER).items(value, reader, *path)
        return [fighter not in named for fighter in range(6)]


class Attackers(Codec):
    """The fighter with a pending attack of each side."""

    copy = LIST

    def initial(self, config: Any) -> list[int]:
        return [NONE, NONE]

    def dump(self, value: Sequence[int], config: Any) -> JsonValue:
        return FIGHTER.dump_all([fighter for fighter in value if fighter >= 0], config)

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> list[int]:
        named = {fighter // 3: fighter for fighter in Row(FIGHTER).items(value, reader, *path)}
        return [named.get(side, NONE) for side in range(2)]


BOOSTS = List(
    Columns(
        Boost._make,
        gruff=FIGHTER,
        what=Id("changes", "change"),
        n=Integer(),
        until=Id("durations", "duration"),
        by=SIDE,
    )
)
QUEUE = List(Columns(tuple, keys=False, clause=CLAUSE, gruff=ANY_FIGHTER, other=ANY_FIGHTER))
"""Queue of triggered clauses: clause, its fighter, the fighter of the event."""


class LatePending(Entry):
    """The pending steps, which name fighters; read by `position.complete`."""

    keys = ("pending",)

    def write(self, state: Any, data: Data) -> None:
        PENDING.write(state, data)


LATE_PENDING: Any = LatePending()
