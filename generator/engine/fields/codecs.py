"""Codecs: the types of values that a field can hold, with how they are written, read and copied.

A codec that needs a list of players or cards is given the name of the attribute of the match
configuration that holds it.  Invalid plain data is a fault of the reader, at the value's place.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from generator.engine.events import JsonValue
from generator.engine.fields.reader import PositionReader, last_key

SHARED, LIST, DICT = "{}", "{}[:]", "{}.copy()"
"""Expressions that copy a value: one that is never changed, a list, a dictionary."""
ABSENT = -1
"""The index that stands for no item."""
UNCHANGING = frozenset((int, str, bool, float, type(None)))
"""The types of plain values that need no copy."""


def copy_plain(value: Any) -> Any:
    """Return a deep copy of plain data; tuples become lists."""
    if value.__class__ in UNCHANGING:
        return value
    if isinstance(value, dict):
        return {name: copy_plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [copy_plain(part) for part in value]
    return value


class Codec(ABC):
    """A type of value: how it is written as plain data and read back."""

    copy: str = SHARED
    """The expression that copies a value, with `{}` for the value."""

    @abstractmethod
    def initial(self, config: Any) -> Any:
        """The value of a field that a position leaves out."""

    def dump(self, value: Any, config: Any) -> JsonValue:
        """The value as plain data; by default the value itself."""
        data: JsonValue = value
        return data

    def dump_all(self, values: Iterable[Any], config: Any) -> list[JsonValue]:
        """Several values as plain data, in one call for speed: positions consist mostly of rows."""
        if type(self).dump is Codec.dump:
            return list(values)
        dump = self.dump
        return [dump(value, config) for value in values]

    @abstractmethod
    def load(self, value: Any, reader: PositionReader, *path: str | int) -> Any:
        """Read a value from plain data; an invalid one adds a fault to the reader and gives `initial`."""


class Number(Codec):
    """A whole number from 0 up."""

    def initial(self, config: Any) -> int:
        return 0

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> int:
        return reader.as_count(value, *path)


class Integer(Number):
    """A whole number, possibly below 0."""

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> int:
        if isinstance(value, int) and not isinstance(value, bool):
            return value
        reader.fault(f'"{last_key(path)}" must be a whole number, not "{value}"', *path)
        return 0


class Flag(Codec):
    """True or false."""

    def initial(self, config: Any) -> bool:
        return False

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> bool:
        return reader.as_flag(value, *path)


class Text(Codec):
    """A text of any kind; empty for none."""

    def initial(self, config: Any) -> str:
        return ""

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> str:
        return "" if value is None else str(value)


class Id(Codec):
    """One of the ids that the configuration lists; empty for none."""

    def __init__(self, ids: str, what: str) -> None:
        """`ids` is an attribute of the configuration, `what` the word for one id in faults."""
        self.ids, self.what = ids, what

    def initial(self, config: Any) -> str:
        return ""

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> str:
        found = reader.known([value], getattr(reader.config, self.ids), self.what, *path)
        return found[0] if found else ""


class Index(Codec):
    """The index of a name in a sequence of the configuration: a seat, a card; -1 for none."""

    def __init__(self, names: str, what: str, optional: bool = False) -> None:
        """With `optional`, null is valid in a list as well."""
        self.names, self.what, self.optional = names, what, optional

    def initial(self, config: Any) -> int:
        return ABSENT

    def dump(self, value: int, config: Any) -> JsonValue:
        name: str | None = None if value == ABSENT else getattr(config, self.names)[value]
        return name

    def dump_all(self, values: Iterable[int], config: Any) -> list[JsonValue]:
        names = getattr(config, self.names)
        return [None if value == ABSENT else names[value] for value in values]

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> int:
        if value is None and self.optional:
            return ABSENT
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

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> tuple[Any, ...]:
        return tuple(self.items(value, reader, *path))

    def items(self, value: Any, reader: PositionReader, *path: str | int) -> list[Any]:
        """The values in a list of words; each invalid word is a fault."""
        found = []
        for word in reader.as_words(value, *path):
            faults = len(reader.faults)
            item = self.item.load(word, reader, *path)
            if len(reader.faults) == faults:
                found.append(item)
        return found


class Deck(Row):
    """A tuple of values of one kind, written with its top, which is its last item, first."""

    def __init__(self, item: Codec, countable: bool = False) -> None:
        """With `countable`, a position may give just the number of items, for the game to fill."""
        super().__init__(item)
        self.countable = countable

    def dump(self, value: Sequence[Any], config: Any) -> JsonValue:
        return super().dump(value[::-1], config)

    def items(self, value: Any, reader: PositionReader, *path: str | int) -> list[Any]:
        if self.countable and not isinstance(value, (list, tuple)):
            reader.as_count(value, *path)
            return []
        return super().items(value, reader, *path)[::-1]


class Pile(Deck):
    """A deck kept as a list, for games that change it in place."""

    copy = LIST

    def initial(self, config: Any) -> list[Any]:  # type: ignore[override]
        return []

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> list[Any]:  # type: ignore[override]
        return self.items(value, reader, *path)


class List(Row):
    """A tuple of values that need not be words."""

    def items(self, value: Any, reader: PositionReader, *path: str | int) -> list[Any]:
        if not isinstance(value, (list, tuple)):
            reader.fault(f'"{last_key(path)}" must be a list', *path)
            return []
        return [self.item.load(each, reader, *path, row) for row, each in enumerate(value)]


class Columns(Codec):
    """A tuple of values, written as a mapping with a key for each, or as a list."""

    def __init__(
        self, make: Callable[[Iterable[Any]], Any], keys: bool = True, **columns: Codec
    ) -> None:
        """`make` is `tuple`, or the `_make` of a named tuple; without `keys` it is a list."""
        self.make, self.keys, self.columns = make, keys, columns

    def initial(self, config: Any) -> Any:
        return self.make(codec.initial(config) for codec in self.columns.values())

    def dump(self, value: Sequence[Any], config: Any) -> JsonValue:
        pairs = zip(self.columns.values(), value, strict=True)
        data = [codec.dump(each, config) for codec, each in pairs]
        return dict(zip(self.columns, data, strict=True)) if self.keys else data

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> Any:
        if not self.keys and isinstance(value, (list, tuple)) and len(value) == len(self.columns):
            value = dict(zip(self.columns, value, strict=True))
        elif not (self.keys and isinstance(value, Mapping) and value.keys() == self.columns.keys()):
            which = "each of " if isinstance(path[-1], int) else ""
            parts = " and ".join(self.columns)
            reader.fault(f'{which}"{last_key(path)}" must have {parts}', *path)
            return self.initial(reader.config)
        return self.make(c.load(value[key], reader, *path, key) for key, c in self.columns.items())


class Optional(Codec):
    """A value that may be missing, written as null."""

    def __init__(self, item: Codec, missing: Any) -> None:
        """`missing` stands for no value."""
        self.item, self.missing = item, missing

    def initial(self, config: Any) -> Any:
        return self.missing

    def dump(self, value: Any, config: Any) -> JsonValue:
        return None if value == self.missing else self.item.dump(value, config)

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> Any:
        return self.missing if value is None else self.item.load(value, reader, *path)


class Pairs(Codec):
    """Keys with a value each, written as a mapping."""

    def __init__(self, key: Codec, value: Codec, make: Callable[[Any], Any] = dict) -> None:
        """`make` converts the pairs of key and value: to a dictionary, or to a tuple of pairs."""
        self.key, self.value, self.make = key, value, make

    def initial(self, config: Any) -> Any:
        return self.make(())

    def dump(self, value: Any, config: Any) -> JsonValue:
        pairs = dict(value)
        values = self.value.dump_all(pairs.values(), config)
        keys: list[Any] = self.key.dump_all(pairs, config)
        return dict(zip(keys, values, strict=True))

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> Any:
        found = []
        for name, each in reader.as_mapping(value, *path).items():
            faults = len(reader.faults)
            key = self.key.load(name, reader, *path, name)
            if len(reader.faults) == faults:
                found.append((key, self.value.load(each, reader, *path, name)))
        return self.make(found)


class Partial(Codec):
    """A value with parts, some of which plain data may leave unchanged."""

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> Any:
        return self.load_into(self.initial(reader.config), value, reader, *path)

    @abstractmethod
    def load_into(self, before: Any, value: Any, reader: PositionReader, *path: str | int) -> Any:
        """Read the value from plain data; parts that are not given stay as they were."""


class PerHolder(Partial):
    """A list with a value for each seat (or other holder), written as a mapping by name."""

    copy = LIST

    def __init__(
        self,
        names: str | Sequence[str],
        item: Codec,
        what: str = "player",
        omit_empty: bool = False,
        make: Callable[[list[Any]], Any] = list,
    ) -> None:
        """`names` lists the holders, or is the attribute of the configuration that does.

        `what` is the word for a holder in faults; `omit_empty` leaves out holders with an empty
        value; `make` converts the list of values, if the field is not a list.
        """
        self.names, self.item, self.what = names, item, what
        self.omit_empty, self.make = omit_empty, make
        self.copy = LIST if make is list else SHARED

    def holders(self, config: Any) -> Sequence[str]:
        """The names of the holders."""
        return tuple(getattr(config, self.names) if isinstance(self.names, str) else self.names)

    def initial(self, config: Any) -> Any:
        return self.make([self.item.initial(config) for _ in self.holders(config)])

    def dump(self, value: Sequence[Any], config: Any) -> JsonValue:
        pairs = zip(self.holders(config), value, self.item.dump_all(value, config), strict=True)
        if not self.omit_empty:
            return {name: data for name, _, data in pairs}
        empty = self.item.initial(config)
        return {name: data for name, each, data in pairs if each != empty}

    def load_into(self, before: Any, value: Any, reader: PositionReader, *path: str | int) -> Any:
        values, names = list(before), self.holders(reader.config)
        given = reader.as_mapping(value, *path)
        for name in reader.known(given, names, self.what, *path):
            if given[name] is not None:
                values[names.index(name)] = self.item.load(given[name], reader, *path, name)
        return self.make(values)


class Marked(Codec):
    """A list with a flag for each seat, written as the names of the seats for which it is true."""

    copy = LIST

    def __init__(self, names: str) -> None:
        self.names = names

    def initial(self, config: Any) -> list[bool]:
        return [False] * len(getattr(config, self.names))

    def dump(self, value: Sequence[bool], config: Any) -> JsonValue:
        pairs = zip(getattr(config, self.names), value, strict=True)
        return [name for name, holds in pairs if holds]

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> list[bool]:
        names = getattr(reader.config, self.names)
        marked = reader.known(reader.as_words(value, *path), names, "player", *path)
        return [name in marked for name in names]
