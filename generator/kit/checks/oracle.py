"""Oracle of declared checks: evaluates assertions with a second implementation.

It is the simplest implementation of each kind of assertion, without places, messages or speed, and
shares only the expressions with `declared`.  Mutation testing compares the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

from generator.kit.checks.spec import Assertion, CheckSpec
from generator.kit.expressions.evaluate import Expression
from generator.kit.manifest.load import names_in_checks
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.records import Record, Tables, table_named

REASONS: Mapping[str, str] = {
    "find": "the expression is still as expected",
    "count": "the count is still as expected",
    "sum": "the sum is still as expected",
    "list": "the list is still as expected",
    "every": "each value is still as expected",
    "none": "there is still no such row",
    "unique": "all values still differ",
    "covers": "each result still has one row",
    "refers": "each row still has the expected number of references",
}
"""For each kind of assertion, the reason why it does not forbid a change of a value it reads."""


class Oracle:
    """Oracle: one declared check of a kit, compiled to be evaluated for many tables."""

    def __init__(self, kit: KitFile, spec: CheckSpec) -> None:
        self.parts = [_AssertionOracle(kit, each, table) for _, each, table in spec.assertions()]

    def holds(self, tables: Tables, pieces: Mapping[str, int]) -> bool:
        """Whether all assertions of the check are true."""
        return all(part.holds(tables, pieces) for part in self.parts)

    @property
    def reasons(self) -> str:
        """The reasons why a change is not forbidden, by the kinds of its assertions."""
        return ", ".join(dict.fromkeys(REASONS[part.assertion.kind] for part in self.parts))


class _AssertionOracle:
    def __init__(self, kit: KitFile, assertion: Assertion, each: str | None) -> None:
        self.assertion, self.each = assertion, each
        names = [*names_in_checks(kit, row=each is not None), "it"]

        def compiled(source: str) -> Expression | None:
            return Expression(source, names, kit.place()) if source else None

        self.find, self.where = compiled(assertion.find), compiled(assertion.where)
        self.when, self.expected = compiled(assertion.when), compiled(assertion.expect_expr)

    def holds(self, tables: Tables, pieces: Mapping[str, int]) -> bool:
        names: dict[str, Any] = {**tables, "pieces": pieces}
        if self.each is None:
            return self._holds(names)
        rows = table_named(tables, self.each)
        return all(self._holds({**names, "row": row}) for row in rows)

    def _holds(self, names: dict[str, Any]) -> bool:
        one, kind = self.assertion, self.assertion.kind
        if self.when and not self.when({**names, "it": None}):
            return True
        if self.find:
            return self._fits(self.find({**names, "it": None}), names)
        pairs = [pair for path in one.paths for pair in self._found(path, names)]
        values = [value for value, _ in pairs]
        if kind == "none":
            return not pairs
        if kind == "every":
            return all(self._fits(value, names) for value in values)
        if kind == "unique":
            keys = [tuple(it[field] for field in one.by) for _, it in pairs] if one.by else values
            return len({*keys}) == len(keys)
        if kind == "covers":
            return Counter(n for _, it in pairs for n in _results(it, one.by)) == Counter(one.die)
        if kind == "refers":
            into = names[one.into or ""]
            times = Counter(values)
            known = {row["id"] for row in into}
            fits = not one.expectations or all(self._fits(times[id], names) for id in known)
            return {*times} <= known and fits
        return self._fits(_aggregate(kind, one, pairs), names)

    def _found(self, path: str, names: dict[str, Any]) -> Iterator[tuple[Any, Record]]:
        root, *fields = path.split(".")
        start = names[root]
        pairs = [(row, row) for row in ([start] if isinstance(start, Record) else start)]
        for field in fields:
            records = [value for value, _ in _flat(pairs) if isinstance(value, Record)]
            pairs = [(record[field], record) for record in records]
        for value, it in _flat(pairs):
            inner = value if isinstance(value, Record) else it
            if value is None and self.assertion.kind != "list":
                continue
            if self.where is None or self.where({**names, "it": inner}):
                yield value, inner

    def _fits(self, found: Any, names: dict[str, Any]) -> bool:
        one = self.assertion
        if one.limited:
            return (one.low is None or found >= one.low) and (one.high is None or found <= one.high)
        target = self.expected({**names, "it": None}) if self.expected else one.expect
        return bool(found == target) and isinstance(found, bool) == isinstance(target, bool)


def _flat(pairs: list[tuple[Any, Record]]) -> list[tuple[Any, Record]]:
    """The values, with lists replaced by their items."""
    flat: list[tuple[Any, Record]] = []
    for value, it in pairs:
        flat += _flat([(part, it) for part in value]) if isinstance(value, tuple) else [(value, it)]
    return flat


def _results(it: Record, by: tuple[str, ...]) -> list[int]:
    values = [it[field] for field in by]
    if len(by) == 1:
        return [*values[0]] if isinstance(values[0], tuple) else [values[0]]
    low, high = values
    return [] if low is None else [*range(low, (low if high is None else high) + 1)]


def _aggregate(kind: str, one: Assertion, pairs: list[tuple[Any, Record]]) -> Any:
    if kind == "count":
        return len({tuple(it[f] for f in one.by) for _, it in pairs}) if one.by else len(pairs)
    if kind == "sum":
        return sum(prod([value, *(it[field] for field in one.times)]) for value, it in pairs)
    values = [value for value, _ in pairs]
    return sorted({*values}, key=str) if one.different else values
