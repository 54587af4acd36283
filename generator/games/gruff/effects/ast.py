"""Turns what cards, gruffs and shepherds do into values: clauses made of operations and amounts.

The content files say it in the vocabulary of the kit; `reader` makes these values of it, `grammar`
words them, and `compiled` makes them quick to carry out.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, TypeAlias

from generator.base.errors import Place

REFERENCES = ("self", "active", "opposite", "it", "chosen")
"""What names a single gruff."""
SHEPHERDS = ("my-shepherd", "enemy-shepherd")
STATES = ("living", "dead", "either", "ready", "exhausted", "attacking", "adjacent")
"""What a gruff can be; all but `dead` and `either` imply that it is alive."""
SIDES = ("mine", "enemy", "any")
"""Whose gruffs, as the controller sees it."""
STATS = ("mean", "weird", "fat")
"""What has a slider."""
VALUES = (*STATS, "damage", "defense")
"""What can be counted of a gruff."""
COMPARISONS = {">=": "at-least", "<=": "at-most", "=": "exactly"}
"""How two amounts can be compared, and what that is called."""


class Ref(NamedTuple):
    """One gruff, by what it is to the effect."""

    name: str


class Shepherd(NamedTuple):
    """One of the two shepherds."""

    name: str


class Pick(NamedTuple):
    """Gruffs by what they are: one of them, to be chosen, or each of them."""

    each: bool
    side: str
    state: str = "living"
    but: str = ""
    """A reference to the one gruff that is left out, or nothing."""


class Stat(NamedTuple):
    """A value of one gruff, bonuses counted."""

    stat: str
    of: Ref


class Count(NamedTuple):
    """How many gruffs there are of a sort."""

    gruffs: Pick


class Crazy(NamedTuple):
    """A shepherd's Crazy."""

    side: str


class Half(NamedTuple):
    """Half of an amount, rounded down."""

    amount: Amount


Amount: TypeAlias = int | Stat | Count | Crazy | Half


class Mod(NamedTuple):
    """A change of a gruff that lasts: so much more of a value, or a flag (`n` is 0)."""

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
    """Whether two amounts stand so to each other."""

    left: Amount
    how: str
    right: Amount


class Op(NamedTuple):
    """One thing that an effect does, with its fields in the order of the vocabulary."""

    name: str
    fields: Mapping[str, Any]


class Clause(NamedTuple):
    """One sentence or more of a text: what has to happen, and what comes of it."""

    when: tuple[str, ...]
    """The trigger and whom it is about; empty for what happens at once or holds always."""
    who: Ref | Pick | None
    """Whom a static clause is about; None for a clause that does something."""
    mods: tuple[Mod, ...]
    condition: Is | Compare | None
    may: bool
    ops: tuple[Op, ...]

    @property
    def is_static(self) -> bool:
        return self.who is not None


class Source(NamedTuple):
    """What a gruff, a shepherd or a card can do."""

    kind: str
    """gruff, shepherd, action, condition or mutation."""
    id: str
    name: str
    host: Ref | Pick | None
    clauses: tuple[Clause, ...]
    places: tuple[Place, ...]
    """Where each clause is written."""

    @property
    def lasts(self) -> bool:
        """Whether it lies on a host."""
        return self.kind in ("condition", "mutation")

    @property
    def label(self) -> str:
        """As messages call it."""
        one = self.kind if self.kind in ("gruff", "shepherd") else "card"
        return f'{one} "{self.name}"'


def within(value: Any) -> Iterator[Any]:
    """Every value inside a clause, itself included, in the order in which it is printed."""
    yield value
    if isinstance(value, Mapping):
        value = tuple(value.values())
    if isinstance(value, tuple):
        for part in value:
            yield from within(part)
