"""Schema of a check in `game.yaml`: its assertions, each a selection and what is expected of it.

An assertion selects one thing.  `find` is an expression and can compute anything; the other kinds
cover the common cases, and point to the very value that is wrong::

    {count: cards, where: it.deck == "action", expect: 41}
    {sum: goofs.points, times: copies, expect: 14}
    {list: weapons.id, where: it.reach == "sight", expect: [bow]}
    {every: gruffs.mean, from: 1, to: 5}
    {none: monsters.slots, where: it.limb == "tail" and it.kind != "tail"}
    {unique: [gruffs.name, cards.name]}
    {covers: loot, by: [low, high], die: d6}
    {refers: cards.pool, into: gruffs, expect: 10}

`count` and the like take a path (`selectors.select`), or a list of paths.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, NamedTuple, Self

from pydantic import PlainValidator, model_validator
from pydantic import Strict as StrictMode

from generator.base.document import Key
from generator.base.schema import (
    ONE_OR_MORE,
    FieldName,
    Limits,
    UnknownKey,
    Variable,
    Words,
    matching,
    validation_error,
)
from generator.kit.dice import EXAMPLES, read_dice


class AssertionForm(NamedTuple):
    """The helper keys of a kind of assertion, and whether it states what is expected."""

    helpers: tuple[str, ...] = ()
    expects: bool | None = True
    """None: it may."""


FORMS: Mapping[str, AssertionForm] = {
    "find": AssertionForm(),
    "count": AssertionForm(("where", "by")),
    "sum": AssertionForm(("where", "times")),
    "list": AssertionForm(("where", "different")),
    "every": AssertionForm(("where",)),
    "none": AssertionForm(("where",), expects=False),
    "unique": AssertionForm(("where", "by"), expects=False),
    "covers": AssertionForm(("where", "by", "die"), expects=False),
    "refers": AssertionForm(("where", "into"), expects=None),
}
HELPERS = ("where", "by", "times", "different", "die", "into")


def _results(value: object) -> object:
    if isinstance(value, str) and (dice := read_dice(value)):
        return dice.results
    if isinstance(value, list) and len(value) == 2 and all(type(each) is int for each in value):
        low, high = value
        if low <= high <= low + 10_000:
            return range(low, high + 1)
    raise validation_error(f'must be {EXAMPLES}, or "[lowest, highest]"')


Path = Annotated[
    str,
    matching(
        r"[a-z][a-z0-9_]*(\.[A-Za-z][A-Za-z0-9_-]*)*", 'a path such as "cards" or "cards.cost"'
    ),
]
Paths = Annotated[tuple[Path, ...], StrictMode(False), ONE_OR_MORE]
Fields = Annotated[tuple[FieldName, ...], StrictMode(False), ONE_OR_MORE]
Results = Annotated[range, PlainValidator(_results, json_schema_input_type=str | tuple[int, int])]


class Assertion(Limits):
    """One selection, and exactly one statement of what is expected of it."""

    find: Words = ""
    """An expression over the tables; its value is compared with the expected one."""
    count: Paths = ()
    """The number of rows or values; with `by`, the number that differ in those fields."""
    sum: Paths = ()
    """The sum of the values, each multiplied by the fields `times`."""
    list: Paths = ()
    """All values, in the order of the files; with `different: true`, sorted and without duplicates."""
    every: Paths = ()
    """Every value is as expected."""
    none: Paths = ()
    """There is no such row or value."""
    unique: Paths = ()
    """No two values are the same; with `by`, no two rows are the same in all those fields."""
    covers: Paths = ()
    """Each result of the `die` has exactly one row; `by` is its field, or those of a lowest and highest."""
    refers: Paths = ()
    """Each value is the id of a row of `into`; each row has the expected number of references."""

    where: Words = ""
    """An expression with `it` that selects the rows, or values of rows, to look at."""
    when: Words = ""
    """An expression (with `row`, if there is one): the check applies only if it is true."""
    by: Fields = ()
    """The fields to compare, or those that hold the results."""
    times: Fields = ()
    """The field by which a value is multiplied, such as `copies`, or several fields."""
    different: bool = False
    """Whether duplicates are left out."""
    die: Results | None = None
    """The results to cover: `d6`, `2d6`, or `[lowest, highest]`."""
    into: Variable | None = None
    """The table that the values refer to."""

    expect: Any = None
    """The expected value; for a range of numbers, use `from` and `to`."""
    expect_expr: Words = ""
    """An expression that gives the expected value."""

    @classmethod
    def unknown_key(cls, key: str, data: Mapping[str, Any], known: tuple[str, ...]) -> UnknownKey:
        """Describe an unknown key; one that resembles none may be meant for what is expected."""
        kind = next((kind for kind in FORMS if kind in data), "")
        if not kind:
            return UnknownKey(known, hint=f"a check does one of: {', '.join(FORMS)}")
        form = FORMS[kind]
        expected = () if form.expects is False else ("expect", "expect-expr", "from", "to")
        also = ", ".join((*form.helpers, "when", *expected))
        return UnknownKey(known, hint=f'with "{kind}" go {also}')

    @cached_property
    def stated(self) -> tuple[str, ...]:
        """The kinds of assertion present: exactly one, once checked."""
        return tuple(kind for kind in FORMS if getattr(self, kind))

    @cached_property
    def kind(self) -> str:
        return self.stated[0]

    @cached_property
    def paths(self) -> Paths:
        """The paths looked at; none for an expression."""
        return () if self.kind == "find" else getattr(self, self.kind)

    @property
    def expectations(self) -> int:
        return (self.expect is not None) + bool(self.expect_expr) + self.limited

    @property
    def in_short(self) -> str:
        """The selection as messages call it."""
        if self.kind == "find":
            return self.find
        words = f"{self.kind} {', '.join(self.paths)}"
        if self.times:
            words += f" times {' times '.join(self.times)}"
        if self.by:
            words += f" by {', '.join(self.by)}"
        return f"{words} where {self.where}" if self.where else words

    def check_form(self) -> None:
        """Raise a validation error unless this is one complete assertion without unused keys."""
        if not self.stated:
            kinds = ", ".join(kind for kind in FORMS if kind != "find")
            raise validation_error("has nothing to check", f"add find, or one of {kinds}")
        if len(self.stated) > 1:
            one, other = self.stated[:2]
            message = f'has both "{one}" and "{other}"'
            raise validation_error(message, 'put them in a list under "all"')
        form = FORMS[self.kind]
        for helper in HELPERS:
            if getattr(self, helper) and helper not in form.helpers:
                fit = [kind for kind, other in FORMS.items() if helper in other.helpers]
                message = f'has "{helper}", which does not go with "{self.kind}"'
                raise validation_error(message, f"use it with {', '.join(fit)}")
        if form.expects is False and self.expectations:
            message = f'has an expected value, but "{self.kind}" takes none'
            raise validation_error(message, "leave it out")
        if self.expectations > 1 or (form.expects and not self.expectations):
            message = "must state what is expected in exactly one way"
            raise validation_error(message, "write expect, expect-expr, or from and to")
        self._check_own()

    def _check_own(self) -> None:
        if self.kind == "covers" and not (self.die and 1 <= len(self.by) <= 2):
            message = 'must have the possible results ("die") and the fields that hold them ("by")'
            raise validation_error(message, "write die: d6 and by: roll, or by: [low, high]")
        if self.kind == "refers" and not self.into:
            raise validation_error("does not say which table it refers to", 'add "into: TABLE"')

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        self.check_form()
        return self


class RowAssertion(Assertion):
    """One of several assertions, which may run for each row of a table of its own."""

    says: str = ""
    """What this assertion ensures, for its error messages."""
    each: Variable | None = None
    """A table: each of its rows is checked, as `row`."""


class CheckSpec(Assertion):
    """A check: one assertion, or several under `all`; run once, or for each row of a table."""

    says: str = ""
    """What the check ensures, in words."""
    about: Variable | None = None
    """The table whose file faults point to; by default the table counted, or the check itself."""
    each: Variable | None = None
    """A table: each of its rows is checked, as `row`, and faults point to the row."""
    all: Annotated[tuple[RowAssertion, ...], StrictMode(False)] = ()
    """Several assertions under one description; each states what to find and what is expected."""

    @property
    def description(self) -> str:
        """What it ensures, or else what its assertions look at: `count cards`."""
        return self.says or "; ".join(each.in_short for _, each, _ in self.assertions())

    def assertions(self) -> list[tuple[tuple[Key, ...], Assertion, str | None]]:
        """Every assertion, with its path inside the check and the table whose rows it runs for."""
        if not self.all:
            return [((), self, self.each)]
        return [(("all", n), one, one.each or self.each) for n, one in enumerate(self.all)]

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        if self.each and self.about:
            message = 'has both "each" and "about"'
            hint = 'leave out "about": with "each", faults point to the row'
            raise validation_error(message, hint)
        helped = any(getattr(self, each) for each in (*HELPERS, "when"))
        if not self.all:
            self.check_form()
        elif self.stated or self.expectations or helped:
            raise validation_error('has an assertion in addition to "all"', "move it into the list")
        return self
