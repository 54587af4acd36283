"""Objects of a Ruby script: classes that the script defines, and their instances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from tree_sitter import Node

from generator.tools.from_squib.values import Block, Call, Value

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
