"""Values of a Ruby script.

A value that is not understood is `Unknown`, and so is every value computed from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from tree_sitter import Node

from generator.kit.tables.columns import slug_of

MAX_LENGTH = 100_000
"""Most items of a list or characters of a text."""

MAX_BITS = 256
"""Most bits of a whole number."""

Value: TypeAlias = Any
Block: TypeAlias = Callable[..., Value]


class TooManySteps(Exception):
    """A script that takes too many steps, or makes too large a value."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call in a script: its name, arguments and block, and the node that it was read from."""

    name: str
    node: Node
    args: list[Value] = field(default_factory=list)
    options: dict[str, Value] = field(default_factory=dict)
    block: Block | None = None


@dataclass(frozen=True, slots=True)
class Unknown:
    """An unknown value, with its source text."""

    words: str


class Table(dict[str, list[Value]]):
    """Table: columns of a data file, found by heading in any spelling."""

    copies: str = ""
    """Heading of the column with the number of copies; "" if there is none."""

    def column(self, name: str) -> Value:
        """Find a column by heading, or by the name of a method; None if there is none."""
        if name in self:
            return self[name]
        slug = slug_of(name)
        return next((cells for key, cells in self.items() if slug_of(key) == slug), None)

    @property
    def rows(self) -> int:
        return max(map(len, self.values()), default=0)


def text_of(value: Value) -> str:
    """A value as text, as Ruby interpolates it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}" if value % 1 else f"{value:.1f}"
    if isinstance(value, list):
        words = ""
        for each in value:
            text = f'"{each}"' if isinstance(each, str) else text_of(each)
            words = bounded(f"{words}, {text}" if words else text)
        return f"[{words}]"
    return str(value)


def bounded(value: Value) -> Value:
    """The value.  Raises TooManySteps if it is larger than a deck needs, before it fills the memory."""
    long = isinstance(value, str | list | dict) and len(value) > MAX_LENGTH
    if long or (isinstance(value, int) and value.bit_length() > MAX_BITS):
        raise TooManySteps
    return value


def is_true(value: Value) -> bool:
    """Whether a value is true in Ruby: all values except nil and false are."""
    return value is not None and value is not False


def number(value: Value) -> float | int:
    """Parse the number at the beginning of a text, like to_f and to_i; 0 if there is none."""
    if isinstance(value, int | float):
        return value
    match = re.match(r"\s*[-+]?\d*\.?\d+", text_of(value))
    found = float(match[0]) if match else 0.0
    return int(found) if found == int(found) else found


def flatten(items: Sequence[Value]) -> list[Value]:
    """The items, with those of inner lists in place of these lists."""
    if sum(len(each) if isinstance(each, list) else 1 for each in items) > MAX_LENGTH:
        raise TooManySteps
    return [leaf for each in items for leaf in (each if isinstance(each, list) else [each])]


def distinct(items: Sequence[Value], keys: Sequence[Value]) -> list[Value]:
    """The first item with each key; 1 and 1.0 are different keys in Ruby."""
    found: dict[str, Value] = {}
    for item, key in zip(items, keys, strict=True):
        found.setdefault(text_of(key) if isinstance(key, list) else repr(key), item)
    return list(found.values())


Method: TypeAlias = Node | Block
"""A method's definition, or the block that defines it."""


@dataclass(eq=False, slots=True)
class RubyClass:
    """Class of a script: its methods, those of its parents after its own."""

    name: str
    parent: RubyClass | None = None
    methods: dict[str, Method] = field(default_factory=dict)
    readers: set[str] = field(default_factory=set)
    """Names of the instance variables that methods of the same name return."""
    members: tuple[str, ...] = ()
    """Instance variables that `new` sets in this order, if it is a `Struct`."""

    def lineage(self) -> Iterator[RubyClass]:
        """The class and its parents."""
        current: RubyClass | None = self
        while current is not None:
            yield current
            current = current.parent

    def reads(self, name: str) -> bool:
        """Whether a method of that name returns an instance variable."""
        return any(name in each.readers for each in self.lineage())

    def find(self, name: str) -> tuple[RubyClass, Method] | None:
        """The class that defines a method, and the method."""
        owners = (each for each in self.lineage() if name in each.methods)
        return next(((owner, owner.methods[name]) for owner in owners), None)


@dataclass(eq=False, slots=True)
class RubyObject:
    """Instance of a class, with its instance variables."""

    kind: RubyClass
    variables: dict[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"#<{self.kind.name}>"


@dataclass(frozen=True, slots=True)
class Deck:
    """The object `self` outside of classes: the deck, or the script itself."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A method that is being evaluated for an object, or for a value of one of Ruby's own classes."""

    receiver: Value
    owner: RubyClass
    method: Method
    call: Call
    """The call that `super` repeats in the parent of the owner."""
