"""Turns what a game is made of, makes up and ends with into values with names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from generator.base.option import Option
from generator.engine.events import JsonValue
from generator.engine.rule_texts import Rule
from generator.kit.tables.records import Tables

Refusal: TypeAlias = tuple[str, str]
"""The slug of the rule that forbids a move, and the reason in plain words."""
PositionFault: TypeAlias = tuple[str, tuple[str, ...], str]
"""The check that a position fails, where in its data, and what is wrong."""


class Records(NamedTuple):
    """All that a kit's data say about its game."""

    tables: Tables
    rules: Mapping[str, Rule]
    """Every rule by its slug."""
    options: Mapping[str, Option]
    """What can be chosen about the whole game."""
    seats: range
    """How many can play."""
    version: str = ""
    """The kit's version, as it calls it."""
    title: str = ""
    """What the game is called, where that is not just the name of its kit."""


class NewMap(NamedTuple):
    """A map that a game has made up: the component that draws it, and the row it is drawn from."""

    component: str
    """Its id in `game.yaml`; it has a table."""
    row: Mapping[str, JsonValue]
    """A row for that table, as its file would have it, id included."""
    says: tuple[str, ...] = ()
    """What a person should know about it, in sentences."""


class Outcome(NamedTuple):
    """How a game ended."""

    result: str
    """In one word: `red`, `draw`, `victory`, `unfinished`."""
    rule: str
    """Slug of the rule that ended it."""
    worth: tuple[float, ...]
    """What it is worth to each seat: 1 a win, 0 a loss, a half in between."""
    facts: Mapping[str, JsonValue]
    """What the game records besides: points, rounds played, pieces left."""

    def as_data(self) -> dict[str, JsonValue]:
        return {"result": self.result, "rule": self.rule, **self.facts}
