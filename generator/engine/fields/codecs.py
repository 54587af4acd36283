"""Codecs: the types of values that a field can hold, each with its plain data and its copy.

A codec that needs a list of players or cards is given the name of the attribute of the match
configuration that holds it.  Wrong plain data become a fault of the reader, at the value's place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from generator.engine.events import JsonValue
from generator.engine.fields.reader import PositionReader

SHARED, LIST, DICT, PLAIN = "{}", "{}[:]", "{}.copy()", "copy_plain({})"
"""Expressions that copy a value: one that is never changed, a list, a dictionary, plain data."""
ABSENT = -1
"""The index of nothing."""


def copy_plain(value: Any) -> Any:
    """Plain data, copied all the way down; tuples become lists."""
    if isinstance(value, dict):
        return {name: copy_plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [copy_plain(part) for part in value]
    return value


class Codec(ABC):
    """A type of value: how it is written as plain data and read back."""

    copy: ClassVar[str] = SHARED
    """The expression that copies a value; `{}` stands for it."""

    @abstractmethod
    def initial(self, config: Any) -> Any:
        """The value of a field that a position does not give."""

    def dump(self, value: Any, config: Any) -> JsonValue:
        """The value as plain data; by default the value itself."""
        data: JsonValue = value
        return data

    def dump_all(self, values: Iterable[Any], config: Any) -> list[JsonValue]:
        """Several values as plain data; positions are written often, and mostly consist of rows."""
        if type(self).dump is Codec.dump:
            return list(values)
        dump = self.dump
        return [dump(value, config) for value in values]

    @abstractmethod
    def load(self, value: Any, reader: PositionReader, *path: str) -> Any:
        """The value in plain data; an invalid one adds a fault to the reader and gives `initial`."""


class Number(Codec):
    """A whole number from 0 up."""

    def initial(self, config: Any) -> int:
        return 0

    def load(self, value: Any, reader: PositionReader, *path: str) -> int:
        return reader.as_count(value, *path)


class Flag(Codec):
    """True or false."""

    def initial(self, config: Any) -> bool:
        return False

    def load(self, value: Any, reader: PositionReader, *path: str) -> bool:
        return reader.as_flag(value, *path)


class Text(Codec):
    """A text of any kind; empty for none."""

    def initial(self, config: Any) -> str:
        return ""

    def load(self, value: Any, reader: PositionReader, *path: str) -> str:
        return "" if value is None else str(value)


class Id(Codec):
    """One of the ids that the configuration lists; empty for none."""

    def __init__(self, ids: str, what: str) -> None:
        """`ids` is an attribute of the configuration, `what` the word for one of them in faults."""
        self.ids, self.what = ids, what

    def initial(self, config: Any) -> str:
        return ""

    def load(self, value: Any, reader: PositionReader, *path: str) -> str:
        found = reader.known([value], getattr(reader.config, self.ids), self.what, *path)
        return found[0] if found else ""


class Index(Codec):
    """The place of a name in one of the configuration's sequences: a seat, a card; -1 for none."""

    def __init__(self, names: str, what: str) -> None:
        self.names, self.what = names, what

    def initial(self, config: Any) -> int:
        return ABSENT

    def dump(self, value: int, config: Any) -> JsonValue:
        name: str | None = None if value == ABSENT else getattr(config, self.names)[value]
        return name

    def dump_all(self, values: Iterable[int], config: Any) -> list[JsonValue]:
        names = getattr(config, self.names)
        return [None if value == ABSENT else names[value] for value in values]

    def load(self, value: Any, reader: PositionReader, *path: str) -> int:
        names = getattr(reader.config, self.names)
        found = reader.known([value], names, self.what, *path)
        return names.index(found[0]) if found else ABSENT


class Row(Codec):
    """A tuple of values of one kind."""

    def __init__(self, item: Codec) -> None:
        self.item = item

    def initial(self, config: Any) -> tuple[Any, ...]:
        return ()

    def dump(self, value: Sequence[Any], config: Any) -> JsonValue:
        return self.item.dump_all(value, config)

    def load(self, value: Any, reader: PositionReader, *path: str) -> tuple[Any, ...]:
        return tuple(self.items(value, reader, *path))

    def items(self, value: Any, reader: PositionReader, *path: str) -> list[Any]:
        """The values in a list of words; each word that is none is a fault."""
        found = []
        for word in reader.as_words(value, *path):
            faults = len(reader.faults)
            item = self.item.load(word, reader, *path)
            if len(reader.faults) == faults:
                found.append(item)
        return found


class Pile(Row):
    """A list of values of one kind, its top (and last) one written first."""

    copy = LIST

    def __init__(self, item: Codec, countable: bool = False) -> None:
        """Of a `countable` pile a position may give the number only, for the game to fill."""
        super().__init__(item)
        self.countable = countable

    def initial(self, config: Any) -> list[Any]:  # type: ignore[override]
        return []

    def dump(self, value: Sequence[Any], config: Any) -> JsonValue:
        return super().dump(value[::-1], config)

    def load(self, value: Any, reader: PositionReader, *path: str) -> list[Any]:  # type: ignore[override]
        if self.countable and not isinstance(value, (list, tuple)):
            return []
        return self.items(value, reader, *path)[::-1]


class PerHolder(Codec):
    """A list with a value for each seat (or other holder), written as a mapping by name."""

    copy = LIST

    def __init__(self, names: str, item: Codec, omit_empty: bool = False) -> None:
        """`names` lists the holders; `omit_empty` leaves out those whose value is empty."""
        self.names, self.item, self.omit_empty = names, item, omit_empty

    def initial(self, config: Any) -> list[Any]:
        return [self.item.initial(config) for _ in getattr(config, self.names)]

    def dump(self, value: Sequence[Any], config: Any) -> JsonValue:
        pairs = zip(
            getattr(config, self.names), value, self.item.dump_all(value, config), strict=True
        )
        if not self.omit_empty:
            return {name: data for name, _, data in pairs}
        empty = self.item.initial(config)
        return {name: data for name, each, data in pairs if each != empty}

    def load(self, value: Any, reader: PositionReader, *path: str) -> list[Any]:
        values, names = self.initial(reader.config), list(getattr(reader.config, self.names))
        given = reader.as_mapping(value, *path)
        for name in reader.known(given, names, "player", *path):
            values[names.index(name)] = self.item.load(given[name], reader, *path, name)
        return values


class Marked(Codec):
    """A list that says of each seat whether something holds, written as the names of those."""

    copy = LIST

    def __init__(self, names: str) -> None:
        self.names = names

    def initial(self, config: Any) -> list[bool]:
        return [False] * len(getattr(config, self.names))

    def dump(self, value: Sequence[bool], config: Any) -> JsonValue:
        pairs = zip(getattr(config, self.names), value, strict=True)
        return [name for name, holds in pairs if holds]

    def load(self, value: Any, reader: PositionReader, *path: str) -> list[bool]:
        names = getattr(reader.config, self.names)
        marked = reader.known(reader.as_words(value, *path), names, "player", *path)
        return [name in marked for name in names]
