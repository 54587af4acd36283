"""Set-up: the cards, places, spaces and names of a script and the kit's tables."""

from __future__ import annotations

from collections import Counter as Counted
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from generator.base.document import Key
from generator.base.errors import Fault, KitError, did_you_mean
from generator.engine.scripted.numbers import stated, whole
from generator.engine.scripted.script.card_lists import MAX_CARDS, CardLists
from generator.engine.scripted.script.schema import (
    MAX_SPACES,
    CardList,
    Counter,
    CounterSpec,
    Grid,
    Hand,
    Pile,
    Row,
    Script,
    Spaces,
)
from generator.engine.scripted.script.spaces import MEASURES, Grids, space_name
from generator.engine.scripted.script.step_schema import StepSpec
from generator.kit.expressions.evaluate import Expression
from generator.kit.tables.records import Record, Table, Tables

GIVEN = ("turn", "round", "seat", "players", "options", "everyone")
"""Names that the expressions of every game can use."""
MEANT = (*GIVEN, "it", "row")
"""Names that steps cannot give."""
RESERVED = (*MEANT, "at", "loops", "named", "steps", "over", "game", "chance")
"""Names that nothing on the table can have, because positions use them."""
REVEALING = {"look", "show", "take", "give", "swap"}
"""Verbs after which some seat knows a hidden card."""
OUT, SEEN = "out-of-game", "seen-cards"
"""Keys of a position that nothing on the table can have: the seats that are out, and for each seat
the hidden cards that it has seen."""


class Content:
    """Content of the table, by name; `faults` collects its mistakes."""

    def __init__(self, script: Script, tables: Tables) -> None:
        self.script, self.tables = script, tables
        self.faults: list[Fault] = []
        self.piles = {name: pile or Pile() for name, pile in script.piles.items()}
        self.hands = {name: hand or Hand.model_validate({}) for name, hand in script.hands.items()}
        self.tracks, self.tokens, self.rows = script.tracks, script.tokens, script.rows
        self.teams = script.teams
        verbs = {step.verb for _, step in script.steps()}
        self.eliminates, self.reveals = "eliminate" in verbs, bool(verbs & REVEALING)
        self.given = (*GIVEN, *["team"] * bool(self.teams), *["active"] * self.eliminates)
        """Names that every expression can use, in addition to tables and everything in play."""
        self.counters = {
            name: self._counter(name, each or CounterSpec.model_validate({}))
            for name, each in script.counters.items()
        }
        self.kinds: dict[str, str] = {}
        self.contents: dict[str, list[str]] = {}
        """The initial cards of each pile, and of each hand for every player, unshuffled."""
        self.spaces: dict[str, tuple[Any, ...]] = {}
        """The spaces of each track, or places of each row of piles: numbers from 1, names, or rows."""
        self._picked: dict[str, tuple[Mapping[str, int], Sequence[Any]]] = {}
        self._name_all()
        lists = CardLists(script, tables, self.table, self.faults)
        self.cards, self._table_of = lists.cards, lists.table_of
        made: Mapping[str, CardList] = {**self.piles, **self.hands}
        for name, one in made.items():
            group = "piles" if name in self.piles else "hands"
            self.contents[name] = list(lists.read(one, group, name))
        self.decks = lists.decks(made.values())
        """The deck that each card belongs to, as its back shows: cards of tables that share no pile
        are of different ones.  Empty if all belong to one."""
        for group, dealt in (("hands", self.hands), ("rows", self.rows)):
            for name, each in dealt.items():
                self._check_deal(group, name, each)
        self.grids = Grids(tables)
        for name, track in self.tracks.items():
            self.spaces[name] = self._spaces_of(track.spaces, "tracks", name, "spaces")
            self._lay(track.grid, track.spaces, "tracks", name)
        for name, row in self.rows.items():
            self.spaces[name] = self._spaces_of(row.number, "rows", name, "number")
            self._lay(row.grid, row.number, "rows", name)
            if len(self.spaces[name]) > MAX_SPACES:
                self.fault(f'"{name}" has more than {MAX_SPACES:,} piles', "rows", name, "number")
        self.faults += self.grids.faults
        for name in self.tokens:
            self._check_token(name)
        self.changing: dict[int, list[tuple[str, Counter, bool]]] = {}
        """The counters with a number on each row, by the identity of the row, and whether each player
        has their own."""
        self.changed: dict[tuple[int, tuple[int, ...]], Record] = {}
        """Rows with numbers on them, which recur in millions of positions, by row and numbers."""
        self.starts: dict[str, int | dict[str, int]] = {}
        """The first value of each counter: a number, or those of rows that are not the usual one."""
        for name, counter in self.counters.items():
            self._put_on_rows(name, counter)
            self._start(name, counter)

    # Queries during play

    def is_hidden(self, name: str) -> bool:
        """Whether a place hides its cards from everybody (a pile), or from all but its owner (a hand)."""
        if name in self.hands:
            return not self.hands[name].open
        if name in self.rows:
            return False
        pile = self.piles[name]
        return bool(pile.of) if pile.hidden is None else pile.hidden

    def is_own(self, name: str) -> bool:
        """Whether each player has their own: a hand, a token or a counter."""
        if name in self.hands:
            return True
        return name in (*self.tokens, *self.counters) and not self.is_shared(name)

    def hides(self, name: str, owner: int | None, seat: int | None) -> bool:
        """Whether a place, or its owner's place, is face down for a seat (None: an onlooker)."""
        if name in self.hands and owner == seat and not self.hands[name].hidden:
            return False
        return self.is_hidden(name)

    def secrets(self) -> list[str]:
        """The counters whose values only their owners know."""
        return [name for name, counter in self.counters.items() if counter.hidden]

    def team(self, seat: int) -> int:
        """The team of a seat; without teams, each seat is its own."""
        return seat % self.teams if self.teams else seat

    def is_shared(self, name: str) -> bool:
        """Whether all players share one token or counter."""
        if name in self.tokens:
            return self.tokens[name].shared
        return self.counters[name].shared

    def tells(self, step: StepSpec) -> bool:
        """Whether players hear of a step, even if it changes a counter."""
        counter = self.counters.get(step.gain or step.lose or step.set or "")
        return counter is None or counter.told or step.says is not None

    def is_numbered(self, name: str) -> bool:
        """Whether the places of something are just numbers."""
        return isinstance((self.spaces[name] or ("",))[0], int)

    def space_named(self, track: str, value: object) -> int | None:
        """The index of a space by its number, its name, its id or its row."""
        index, spaces = self.picked(track)
        found = index.get(space_name(value))
        if found is None or (isinstance(value, Record) and not _is_row(value, spaces[found])):
            found = next((at for at, space in enumerate(spaces) if value == space), None)
        if found is None and str(value).isdecimal() and 0 < int(str(value)) <= len(spaces):
            found = int(str(value)) - 1
        return found

    def title(self, card: str) -> str:
        """The title of a card."""
        name = self.cards[card].get("name")
        return name if isinstance(name, str) else card

    def has_rows(self, name: str | None) -> bool:
        """Whether this is a table, and no single record."""
        return isinstance(self.tables.get(name or ""), Table)

    def picked(self, name: str) -> tuple[Mapping[str, int], Sequence[Any]]:
        """The spaces of a track or the rows of a table, and the index of each by the move that picks it."""
        if name not in self._picked:
            table = self.tables.get(name)
            values = self.spaces[name] if name in self.spaces else getattr(table, "rows", ())
            index: dict[str, int] = {}
            for at, value in enumerate(values):
                index.setdefault(space_name(value), at)
            self._picked[name] = index, values
        return self._picked[name]

    def table_of(self, step: StepSpec, move: str) -> str:
        """The table of the row that a move of this decision picks; "" if it picks none."""
        place = step.pick or ""
        if step.at is not None or place in self.piles or place in self.hands:
            return self._table_of.get(move, "")
        laid: object = place
        if place in self.tracks:
            laid = self.tracks[place].spaces
        elif place in self.rows:
            laid = self.rows[place].number
        return laid if isinstance(laid, str) and self.has_rows(laid) else ""

    # Reading

    def fault(self, message: str, *path: Key, hint: str = "", check: str = "turns-setup") -> None:
        self.faults.append(Fault(message, self.script.place(*path), "", hint, check))

    def _name_all(self) -> None:
        groups = {"piles": "pile", "hands": "hand", "tracks": "track", "tokens": "token"}
        groups |= {"rows": "row", "counters": "counter"}
        for group, kind in groups.items():
            for name in getattr(self.script, group):
                if name in (*RESERVED, *self.given):
                    self.fault(
                        f'"{name}" means something else here', group, name, check="name-taken"
                    )
                elif name in self.kinds or name in self.tables:
                    other = self.kinds.get(name, "table")
                    hint = "give it another name"
                    message = f'a {other} is called "{name}" already'
                    self.fault(message, group, name, hint=hint, check="name-taken")
                self.kinds[name] = kind

    def table(self, name: str, *path: Key) -> Table | None:
        """The table with that name; for a missing table or a single record, a fault is recorded."""
        found = self.tables.get(name)
        if isinstance(found, Table):
            return found
        tables = [other for other in self.tables if self.has_rows(other)]
        hint = did_you_mean(name, tables)
        self.fault(f'there is no table "{name}"', *path, hint=hint, check="unknown-table")
        return None

    def _check_deal(self, group: str, name: str, hand: Hand | Row) -> None:
        if hand.from_ is None:
            if hand.deal:
                self.fault(
                    f'"{name}" is dealt cards, but from no pile', group, name, hint="add from"
                )
        elif hand.from_ not in self._sources(group):
            hint = did_you_mean(hand.from_, self._sources(group))
            message = f'there is no pile "{hand.from_}"'
            self.fault(message, group, name, "from", hint=hint, check="unknown-reference")

    def _sources(self, group: str) -> Sequence[str]:
        """Where cards are dealt from: a pile, or for hands a deck of one's own."""
        own = [name for name, hand in self.hands.items() if hand.of and group == "hands"]
        return [*self.piles, *own]

    def printed(self, players: int) -> Counted[str]:
        """How often each card is in a game."""
        found: Counted[str] = Counted()
        for name, cards in self.contents.items():
            for card, number in Counted(cards).items():
                found[card] += number * (players if name in self.hands else 1)
        return found

    def check_players(self, fewest: int, most: int) -> None:
        """Record a fault for every pile with too few cards to deal, and for teams of unequal size."""
        for name, pile in self.contents.items():
            dealt = sum(each.deal for each in self.hands.values() if each.from_ == name)
            dealt *= 1 if name in self.hands else most
            dealt += sum(
                row.deal * len(self.spaces[of])
                for of, row in self.rows.items()
                if row.from_ == name
            )
            if dealt > len(pile):
                whom = "each player" if name in self.hands else f"{most} players"
                message = f'"{name}" has {len(pile)} cards, but {dealt} are dealt to {whom}'
                self.fault(message, "hands" if name in self.hands else "piles", name)
        if self.printed(most).total() > MAX_CARDS:
            message = f"{most} players have more than {MAX_CARDS:,} cards"
            self.fault(message, "hands", check="too-many-cards")
        for players in range(fewest, most + 1):
            if self.teams and (players % self.teams or players == self.teams):
                message = f"{players} players cannot make {self.teams} teams of several each"
                self.fault(message, "teams", hint="set the number of players in game.yaml: [4, 4]")
                break

    def _spaces_of(self, spaces: Spaces, *path: Key) -> tuple[Any, ...]:
        if isinstance(spaces, int):
            return tuple(range(1, spaces + 1))
        if isinstance(spaces, tuple):
            if len(set(spaces)) < len(spaces):
                self.fault("two spaces have the same name", *path, check="name-taken")
            return spaces
        found = self.table(spaces, *path)
        if found is not None and (not len(found) or any("id" not in row for row in found)):
            self.fault(f'the rows of "{spaces}" have no ids', *path)
        return tuple(found or ())

    def _lay(self, grid: Grid | None, of: Spaces, group: str, name: str) -> None:
        """Lay the spaces of a track, or the places of rows, on their grid."""
        if grid is not None:
            self.grids.add(grid, of, self.spaces[name], self.script.place(group, name, "grid"))

    def _counter(self, name: str, spec: CounterSpec) -> Counter:
        """A counter with its limits worked out."""
        limits: dict[str, int | None] = {"low": None, "high": None}
        for limit, key, source in (("low", "from", spec.low), ("high", "to", spec.high)):
            try:
                if source is not None:
                    place = self.script.place("counters", name, key)
                    limits[limit] = stated(source, self.tables, place)
            except KitError as error:
                self.faults += error.faults
        low, high = limits.values()
        if low is not None and high is not None and low > high:
            message = f'"{name}" allows no number: "from" {low} is greater than "to" {high}'
            self.fault(message, "counters", name, "from", check="out-of-range")
        return Counter.model_construct(**{**dict(spec), **limits})

    def _put_on_rows(self, name: str, counter: Counter) -> None:
        """Make a counter a column of the table that it is on."""
        rows = self._spaces_of(counter.on, "counters", name, "on") if counter.on else ()
        if len(rows) > MAX_SPACES:
            self.fault(f'"{counter.on}" has more than {MAX_SPACES:,} rows', "counters", name, "on")
        if any(name in row for row in rows):
            message, hint = f'"{counter.on}" has a column "{name}" already', "rename the counter"
            self.fault(message, "counters", name, hint=hint, check="name-taken")
        for row in rows:
            self.changing.setdefault(id(row), []).append((name, counter, not counter.shared))

    def _start(self, name: str, counter: Counter) -> None:
        """Work out the first value of a counter, for each row if it is on a table."""
        place = self.script.place("counters", name, "start")
        table = self.tables.get(counter.on or "")
        rows = table.rows if isinstance(table, Table) else ()
        try:
            start = Expression(counter.start, [*self.tables, *["row"] * bool(counter.on)], place)
            each = {str(row.get("id")): whole(start, {**self.tables, "row": row}) for row in rows}
            self.starts[name] = {
                row: number for row, number in each.items() if number != counter.usual
            }
            if not counter.on:
                self.starts[name] = each[""] = whole(start, self.tables)
        except KitError as error:
            self.faults += error.faults
            return
        if wrong := [number for number in each.values() if not counter.allow(number)]:
            message = f'"{name}" starts at {wrong[0]}, which is outside {counter.in_words}'
            self.fault(message, "counters", name, "start", check="out-of-range")

    def _check_token(self, name: str) -> None:
        token = self.tokens[name]
        if token.on not in self.tracks:
            hint = did_you_mean(token.on, self.tracks)
            message = f'there is no track "{token.on}"'
            self.fault(message, "tokens", name, "on", hint=hint, check="unknown-reference")
        elif self.space_named(token.on, token.start) is None and self.spaces[token.on]:
            known = map(space_name, self.spaces[token.on])
            hint = did_you_mean(token.start, known)
            message = f'"{token.on}" has no space "{token.start}"'
            self.fault(message, "tokens", name, "start", hint=hint, check="unknown-reference")


def _is_row(value: Record, row: Any) -> bool:
    """Whether a record is a row, maybe with the numbers that counters have on it."""
    return isinstance(row, Record) and value.place == row.place


def names_of(content: Content, named: Iterable[str]) -> Mapping[str, None]:
    """Every name that an expression may use, in order."""
    return dict.fromkeys([*content.tables, *content.kinds, *named, *content.given, *MEASURES])
