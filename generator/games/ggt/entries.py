"""Position entries specific to this game: sets, values by seat, a Test and a combat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from generator.engine.events import JsonValue
from generator.engine.fields.codecs import (
    LIST,
    Codec,
    Columns,
    Index,
    Number,
    Optional,
    PerHolder,
    Row,
)
from generator.engine.fields.entries import Data, Entry, Field, View
from generator.engine.fields.reader import PositionReader
from generator.games.ggt.combat_state import (
    NOBODY,
    UNANSWERED,
    UNCOMMITTED,
    WITHOUT_CARD,
    Contest,
    Fight,
)
from generator.games.ggt.content import STRENGTH, bits

ANSWERS = {"no": 0, "yes": 1}
PURPOSES = ("combat", "escape", "push", "object")
SECRET = "secret"
"""Stands in a view for an answer hidden from its viewer."""


class Bits(Codec):
    """A set stored as a bit mask and written as a list."""

    def __init__(self, item: Index) -> None:
        self.names, self.members = item.names, Row(item)

    def initial(self, config: Any) -> int:
        return 0

    def dump(self, value: int, config: Any) -> JsonValue:
        names = getattr(config, self.names)
        return [names[bit] for bit in bits(value)] if value else []

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> int:
        return sum(1 << each for each in {*self.members.items(value, reader, *path)})


class DrawPile(Bits):
    """A set of cards written as its size; a position may also list them."""

    def initial(self, config: Any) -> int:
        whole: int = config.box.whole_deck
        return whole

    def dump(self, value: int, config: Any) -> JsonValue:
        return value.bit_count()

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> int:
        if isinstance(value, (list, tuple)):
            return super().load(value, reader, *path)
        return reader.as_count(value, *path)


class Choice(Codec):
    """A word that stands for a number; `otherwise` reads any other value."""

    def __init__(self, numbers: Mapping[str, int], otherwise: Codec | None = None) -> None:
        self.numbers, self.otherwise = numbers, otherwise
        self.words = {number: word for word, number in numbers.items()}

    def initial(self, config: Any) -> int:
        return NOBODY

    def dump(self, value: int, config: Any) -> JsonValue:
        if value in self.words or self.otherwise is None:
            return self.words[value]
        return self.otherwise.dump(value, config)

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> int:
        if isinstance(value, str) and value in self.numbers:
            return self.numbers[value]
        if self.otherwise is None:
            reader.unknown("answer", str(value), self.numbers, *path)
            return self.initial(reader.config)
        number: int = self.otherwise.load(value, reader, *path)
        return number


PLAYER = Index("people", "player")
MONSTER, LIMB = Index("monsters", "monster"), Index("limbs", "limb")
OPEN_LIMB = Index("limbs", "limb", optional=True)
"""The limb in a slot; null in an open one."""
CARD, SPACE = Index("cards", "card"), Index("spaces", "space")


def pair(item: Codec, missing: Any, sides: tuple[str, str]) -> Columns:
    """The codec of two values, one for each of the sides; null for a missing one."""
    return Columns(tuple, keys=False, **dict.fromkeys(sides, Optional(item, missing)))


FIGHTERS, TESTED = ("attacker", "target"), ("of", "against")
"""The keys of the two sides of a combat, and of a Test."""


class Combat(Codec):
    """A combat in progress; None while there is none."""

    exchange, heals = Number(), pair(Number(), UNANSWERED, FIGHTERS)
    wants = pair(Choice(ANSWERS), UNANSWERED, FIGHTERS)

    def initial(self, config: Any) -> None:
        return None

    def dump(self, value: Fight | None, config: Any) -> JsonValue:
        if value is None:
            return None
        attacker, target = value.sides
        return {
            "attacker": config.people[attacker],
            "target": config.people[target],
            "type": "ranged" if value.ranged else "close",
            "exchange": value.exchange,
            "heals": self.heals.dump(value.heals, config),
            "wants": self.wants.dump(value.wants, config),
        }

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> Fight | None:
        data = reader.as_mapping(value, *path)
        if not data:
            return None
        attacker, target = (PLAYER.load(data.get(key), reader, *path) for key in FIGHTERS)
        if attacker == target:
            reader.fault("a fight has an attacker and a target", *path)
        return Fight(
            (attacker, target),
            data.get("type") == "ranged",
            self.exchange.load(data.get("exchange", 1), reader, *path, "exchange"),
            self.heals.load(data.get("heals") or (None, None), reader, *path, "heals"),
            self.wants.load(data.get("wants") or (None, None), reader, *path, "wants"),
        )


class Test(Codec):
    """A Test in progress; None while there is none."""

    shown = pair(Row(CARD), None, TESTED)
    sums = pair(Number(), None, TESTED)
    secret = pair(Choice(WITHOUT_CARD, CARD), UNCOMMITTED, TESTED)

    def initial(self, config: Any) -> None:
        return None

    def dump(self, value: Contest | None, config: Any) -> JsonValue:
        if value is None:
            return None
        one, two = value.sides
        return {
            "why": value.why,
            "of": config.people[one],
            "against": config.objects[value.target] if two == NOBODY else config.people[two],
            "attribute": config.box.attributes[value.attribute],
            "sums": self.sums.dump(value.sums, config),
            "shown": self.shown.dump(value.shown, config),
            "secret": self.secret.dump(value.secret, config),
            "tied": value.tied,
        }

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> Contest | None:
        data, faults = reader.as_mapping(value, *path), len(reader.faults)
        if not data:
            return None
        box, against = reader.config.box, (*path, "against")
        why, one = str(data.get("why")), PLAYER.load(data.get("of"), reader, *path)
        target, two = NOBODY, NOBODY
        if why == "object":
            target = Index("objects", "object").load(data.get("against"), reader, *against)
        else:
            two = PLAYER.load(data.get("against"), reader, *against)
        reader.known([why], PURPOSES, "Test", *path, "why")
        attribute = data.get("attribute", box.attributes[STRENGTH])
        reader.known([attribute], box.attributes, "attribute", *path, "attribute")
        shown = self.shown.load(data.get("shown") or ((), ()), reader, *path, "shown")
        sums = self.sums.load(data.get("sums") or (None, None), reader, *path, "sums")
        secret = self.secret.load(data.get("secret") or (None, None), reader, *path, "secret")
        if data.get("tied") is not None:
            reader.as_flag(data["tied"], *path, "tied")
        if len(reader.faults) > faults:
            reader.fault("this Test is not complete", *path)
            return None
        mine, theirs = (side or () for side in shown)
        first, second = (
            sum(box.cards[card].value for card in side) if added is None else added
            for side, added in zip((mine, theirs), sums, strict=True)
        )
        number, tied = box.attributes.index(attribute), data.get("tied")
        return Contest(
            why,
            (one, two),
            number,
            target,
            (first, second),
            (mine, theirs),
            secret,
            tied=bool(mine or theirs) if tied is None else tied,
        )


def covered(sides: tuple[str, str], *secrets: str) -> View:
    """Return the view of a Test or combat, which shows that others have answered but not what.

    `sides` are the keys of its players, `secrets` those of their answers.
    """

    def view(data: dict[str, Any] | None, own: str | None) -> Any:
        if data is None:
            return None
        people = [data[side] for side in sides]
        return data | {
            key: [
                answer if who == own or answer is None else SECRET
                for who, answer in zip(people, data[key], strict=True)
            ]
            for key in secrets
        }

    return view


class _BySeat(Field):
    """A value for each seat, written by player for the seats that `among` returns."""

    def __init__(
        self, codec: Codec, among: Callable[[Any], Sequence[int]], key: str = "", **more: Any
    ) -> None:
        super().__init__(codec, key, **more)
        self.among, self.copy = among, LIST

    def begin(self, state: Any) -> list[Any]:
        return [super().begin(state)] * state.config.players

    def dump(self, state: Any) -> JsonValue:
        config, values, seats = state.config, getattr(state, self.name), self.among(state)
        people = config.people
        if len(seats) < len(people):
            people, values = [people[seat] for seat in seats], [values[seat] for seat in seats]
        return dict(zip(people, self.codec.dump_all(values, config), strict=True))

    def read(self, reader: PositionReader, state: Any) -> None:
        (key,), values = self.keys, getattr(state, self.name)
        values[:] = PerHolder("people", self.codec).load_into(
            values, reader.data.get(key), reader, key
        )


by_seat: Any = _BySeat
"""Declares a field with a value for each seat, by codec, seats, key, first value and view."""


class Map(Entry):
    """The map: the id of one in the box, or the rows and objects of one drawn for this match."""

    keys = ("map",)

    def write(self, state: Any, data: Data) -> None:
        data["map"] = state.config.map_data
