"""Records that a game is made from, the outcome it ends with, and other named values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from generator.base.errors import Fault, did_you_mean
from generator.base.option import Option
from generator.engine.events import JsonValue
from generator.engine.text.rule_texts import Rule
from generator.kit.tables.records import Record, Tables

PositionFault: TypeAlias = tuple[str, tuple[str, ...], str]
"""The check that a position fails, the path in its data, and the message."""
Weights: TypeAlias = Mapping[str, float]
"""The weight of each term of a heuristic, by name."""
NO_WEIGHTS: Weights = {}


def picked(weights: Weights, moves: Iterable[str]) -> float:
    """The total weight of some picks, given as texts of moves, in log-odds of winning."""
    return sum([weights.get(move, 0.0) for move in moves])


class Records(NamedTuple):
    """The data of a kit from which its game is made."""

    tables: Tables
    rules: Mapping[str, Rule]
    """Every rule by its slug."""
    options: Mapping[str, Option]
    """Options of the whole game, by name."""
    seats: range
    """Possible numbers of players."""
    version: str = ""
    """The kit's version, as its manifest states it."""
    title: str = ""
    """The game's title; empty if it is the name of its kit."""
    weights: Weights = NO_WEIGHTS
    """The weights that training has found for its heuristic, if any."""

    def unknown_rules(self, rows: Iterable[Record]) -> Iterator[Fault]:
        """Yield a fault for every row that cites a rule missing from the rulebook."""
        for row in rows:
            if row["rule"] not in self.rules:
                hint = did_you_mean(row["rule"], self.rules)
                message = f'there is no rule "{row["rule"]}"'
                yield Fault(message, row.place_of("rule"), str(row.get("name", "")), hint)


class SearchLimits(NamedTuple):
    """Limits of the bot `search` in a game: how far it looks, and in how many possible states.

    Looking further pays where the next seats want the same; more states are needed the more is hidden.
    """

    depth: int = 2
    """Number of own decisions after the current one; one more against rivals, who then answer."""
    draws: int = 6
    """Number of states in which a move with an uncertain result is tried."""


class NewMap(NamedTuple):
    """A generated map: the component that draws it, and its row in the component's table."""

    component: str
    """Id in `game.yaml` of a component with a table."""
    row: Mapping[str, JsonValue]
    """A row of that table as its file would state it, id included."""
    says: tuple[str, ...] = ()
    """Notes for the user, as sentences."""


class Outcome(NamedTuple):
    """How a game ended."""

    result: str
    """One word: `red`, `draw`, `victory`, `unfinished`."""
    rule: str
    """Slug of the rule that ended it."""
    worth: tuple[float, ...]
    """Value for each seat: 1 for a win, 0 for a loss, anything between for a shared result."""
    facts: Mapping[str, JsonValue]
    """Further facts: points, rounds played, pieces left."""

    def as_data(self) -> dict[str, JsonValue]:
        return {"result": self.result, "rule": self.rule, **self.facts}
