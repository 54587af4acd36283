"""A check as `game.yaml` states it: what to find in the tables, and what is expected there."""

from __future__ import annotations

from typing import Annotated, Any, Self, TypeVar

from pydantic import Strict as StrictMode
from pydantic import model_validator

from generator.model.document import Key
from generator.model.strict import Limits, Variable, Words, complaint

D = TypeVar("D", bound="Demand")


class Demand(Limits):
    """One thing to find, and exactly one way to say what is expected.

    `find` and `expect-expr` are Jinja expressions over the kit's tables; `expect` is a plain
    value; `from` and `to` are the lowest and the highest number allowed.
    """

    find: Words = ""
    """An expression over the kit's tables: what to find. (Needed, here or under `all`.)"""
    expect: Any = None
    """The plain value that must be found."""
    expect_expr: Words = ""
    """The same, worked out: an expression that must give what `find` gives."""

    @property
    def expectations(self) -> int:
        return (self.expect is not None) + bool(self.expect_expr) + self.limited

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        return _whole(self)


class CheckSpec(Demand):
    """A check: one demand, or several under `all`; made once, or for each row of a table."""

    says: str = ""
    """What the check makes sure of, for people."""
    about: Variable | None = None
    """The table whose file a fault points to; without it a fault points to the check itself."""
    each: Variable | None = None
    """The table of which every row is checked, as `row`; a fault points to the row."""
    all: Annotated[tuple[Demand, ...], StrictMode(False)] = ()
    """Several demands under one saying; each states what to find and what is expected there."""

    def demands(self) -> list[tuple[tuple[Key, ...], Demand]]:
        """Every demand, with its path inside the check."""
        if self.all:
            return [(("all", index), demand) for index, demand in enumerate(self.all)]
        return [((), self)]

    @model_validator(mode="after")
    def _check_whole(self) -> Self:
        if self.each and self.about:
            raise complaint('has both "each" and "about"', "a fault points to the row already")
        if not self.all:
            return _whole(self)
        if self.find or self.expectations:
            raise complaint('states a demand beside "all"', "move it into the list")
        return self


def _whole(demand: D) -> D:
    if not demand.find:
        raise complaint('has no "find"', "say which expression to work out")
    if demand.expectations != 1:
        raise complaint(
            "must say in one way what is expected", "write expect, or expect-expr, or from and to"
        )
    return demand
