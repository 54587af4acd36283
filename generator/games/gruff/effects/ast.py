"""Abstract syntax of effects: clauses made of conditions, operations and amounts.

The content files write effects in the vocabulary of the kit; `parser` turns them into these values,
`card_text.english` prints them, and `content` compiles them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from generator.base.errors import Place

REFERENCES = ("self", "active", "opposite", "it", "chosen")
"""References to a single gruff."""
SHEPHERDS = ("my-shepherd", "enemy-shepherd")
STATES = ("living", "dead", "either", "ready", "exhausted", "attacking", "adjacent")
"""States of a gruff; all but `dead` and `either` imply that it is alive."""
SIDES = ("mine", "enemy", "any")
"""The owners of gruffs, from the controller's point of view."""
STATS = ("mean", "weird", "fat")
"""The stats with a slider."""
VALUES = (*STATS, "damage", "defense")
"""Values of a gruff that an amount can use."""
COMPARISONS = {">=": "at-least", "<=": "at-most", "=": "exactly"}
"""Comparisons of two amounts, with their names."""


class Ref(NamedTuple):
    """A reference to one gruff."""

    name: str


class Shepherd(NamedTuple):
    """One of the two shepherds."""

    name: str


class Pick(NamedTuple):
    """A selection of gruffs: one of them, to be chosen, or each of them."""

    each: bool
    side: str
    state: str = "living"
    but: str = ""
    """A reference to the one gruff that is excluded, or nothing."""


class Stat(NamedTuple):
    """A value of one gruff, bonuses included."""

    stat: str
    of: Ref


class Count(NamedTuple):
    """The number of gruffs in a selection."""

    gruffs: Pick


class Crazy(NamedTuple):
    """Crazy of a shepherd."""

    side: str


class Half(NamedTuple):
    """Half of an amount, rounded down."""

    amount: Amount


Amount: TypeAlias = int | Stat | Count | Crazy | Half


class Mod(NamedTuple):
    """A lasting change of a gruff: a value raised by `n`, or a flag (`n` is 0)."""

    what: str
    n: Amount = 0

    @property
    def is_flag(self) -> bool:
        return self.what not in VALUES


class Is(NamedTuple):
    """Whether a gruff is in a state."""

    state: str
    who: Ref


class Compare(NamedTuple):
    """A comparison of two amounts."""

    left: Amount
    how: str
    right: Amount


class Op(NamedTuple):
    """One operation of an effect, with its fields in the order of the vocabulary."""

    name: str
    fields: Mapping[str, Any]


class Clause(NamedTuple):
    """A clause of a text: its trigger or condition, and its operations or static changes."""

    when: tuple[str, ...]
    """The trigger and its subject; empty for a clause that is immediate or static."""
    who: Ref | Pick | None
    """The subject of a static clause; None for a clause with operations."""
    mods: tuple[Mod, ...]
    condition: Is | Compare | None
    may: bool
    ops: tuple[Op, ...]

    @property
    def is_static(self) -> bool:
        return self.who is not None


class Source(NamedTuple):
    """The effect of a gruff, a shepherd or a card."""

    kind: str
    """Gruff, shepherd, action, condition or mutation, in lower case."""
    id: str
    name: str
    host: Ref | Pick | None
    clauses: tuple[Clause, ...]
    places: tuple[Place, ...]
    """Place of each clause in its file."""

    @property
    def lasts(self) -> bool:
        """Whether it is attached to a gruff."""
        return self.kind in ("condition", "mutation")

    @property
    def label(self) -> str:
        """Its name in messages."""
        one = self.kind if self.kind in ("gruff", "shepherd") else "card"
        return f'{one} "{self.name}"'


def within(value: Any) -> Iterator[Any]:
    """Yield every value inside a clause, itself included, in the order of printing."""
    yield value
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for part in value:
            yield from within(part)
