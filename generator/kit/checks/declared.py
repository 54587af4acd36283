"""Declared checks: faults that the checks of `game.yaml` find in the tables, of whichever kind."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import prod
from typing import Any

from generator.base.document import Key
from generator.base.errors import (
    Fault,
    KitError,
    Place,
    describe_value,
    did_you_mean,
    errors_at,
    short,
    some_of,
)
from generator.kit.checks.coverage import covers
from generator.kit.checks.selectors import field_of, select, subject
from generator.kit.checks.spec import Assertion, CheckSpec, RowAssertion
from generator.kit.expressions.evaluate import Expression
from generator.kit.manifest.load import names_in_checks
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.records import Located, Record, Table, Tables, table_named

MAX_SHOWN_LETTERS = 200
"""Most characters of a value in messages."""


def declared_faults(
    kit: KitFile, slug: str, spec: CheckSpec, tables: Tables, pieces: Mapping[str, int]
) -> Iterator[Fault]:
    """Yield every fault, at the wrong value, or else at its row, its table's file or the check.

    Raises KitError if the check cannot be evaluated.
    """
    for inner, assertion, each in spec.assertions():
        path: tuple[Key, ...] = ("checks", slug, *inner)
        stated = kit.place(*path)
        prepared = _PreparedAssertion(kit, tables, spec, assertion, each, path)
        variables = {**tables, "pieces": pieces}
        if each is None:
            paths = (spec.about,) if spec.about else assertion.paths
            place = (subject(paths, tables) if paths else None) or stated
            yield from _with_origin(prepared.run(variables, place), stated)
            continue
        for row, label in table_named(tables, each).with_labels():
            faults = prepared.run({**variables, "row": row}, row.place, row, label)
            yield from _with_origin(faults, stated)


def _with_origin(faults: Iterable[Fault], stated: Place) -> Iterator[Fault]:
    """Add the place where the check is declared to faults that point to data."""
    for fault in faults:
        elsewhere = fault.place != stated and not fault.hint
        yield replace(fault, hint=f"stated at {stated}") if elsewhere else fault


class _PreparedAssertion:
    """An assertion with its expressions compiled and the wording of its faults."""

    def __init__(
        self,
        kit: KitFile,
        tables: Tables,
        spec: CheckSpec,
        assertion: Assertion,
        each: str | None,
        path: tuple[Key, ...],
    ) -> None:
        names = names_in_checks(kit, row=each is not None)

        def compiled(key: str, source: str, *more: str) -> Expression | None:
            return Expression(source, [*names, *more], kit.place(*path, key)) if source else None

        self.tables, self.assertion = tables, assertion
        self.find = compiled("find", assertion.find)
        self.where = compiled("where", assertion.where, "it")
        self.when = compiled("when", assertion.when)
        self.expect = compiled("expect-expr", assertion.expect_expr)
        # A check of several assertions names the one that failed.
        own = assertion.says if isinstance(assertion, RowAssertion) else ""
        self.name = own or spec.says
        group = spec.says if spec.all else ""
        self.message = own or (f"{group}: {assertion.in_short}" if group else spec.says)
        self.message = self.message or assertion.in_short

    def run(
        self, variables: Mapping[str, Any], place: Place, row: Record | None = None, item: str = ""
    ) -> Iterator[Fault]:
        """Yield the faults for one row, or for the tables as a whole; faults of aggregates are at `place`."""
        assertion, kind = self.assertion, self.assertion.kind
        if self.when and not self.when(variables):
            return
        if self.find:
            yield from self._compare(self.find(variables), variables, place, item)
            return
        selected = [
            (path, each)
            for path in assertion.paths
            for each in self._select(path, variables, row, item)
        ]
        found = [each for _, each in selected]
        if kind in AGGREGATES:
            yield from self._compare(AGGREGATES[kind](found, assertion), variables, place, item)
        elif kind == "every":
            for path, each in selected:
                difference = self._mismatch(each.value, variables)
                faults = [Fault(f"{field_of(path)}: {difference}", each.place, each.item)]
                yield from self._with_name(faults if difference else ())
        elif kind == "none":
            for each in found:
                value = "this" if isinstance(each.value, Record) else f'"{short(each.value)}"'
                yield Fault(f"{self.message}: found {value}, expected none", each.place, each.item)
        elif kind == "unique":
            yield from self._with_name(unique(selected, assertion))
        elif kind == "covers":
            assert assertion.die is not None
            name = ", ".join(assertion.paths)
            uncovered = covers(found, assertion.by, assertion.die, name, place)
            yield from self._with_name(uncovered, item)
        else:
            into = table_named(self.tables, assertion.into or "")
            mismatch = partial(self._mismatch, variables=variables)
            yield from self._with_name(refers(found, into, assertion, mismatch))

    def _select(
        self, path: str, variables: Mapping[str, Any], row: Record | None, item: str
    ) -> Iterator[Located]:
        with errors_at(item=item):
            for found in select(path, self.tables, row, item):
                if found.value is None and self.assertion.kind != "list":
                    continue
                if self.where is None or self.where({**variables, "it": found.it}):
                    yield found

    def _compare(
        self, found: Any, variables: Mapping[str, Any], place: Place, item: str
    ) -> Iterator[Fault]:
        if difference := self._mismatch(found, variables):
            yield Fault(f"{self.message}: {difference}", place, item)

    def _with_name(self, faults: Iterable[Fault], item: str = "") -> Iterator[Fault]:
        """Prefix the faults with the description of the check."""
        for fault in faults:
            message = f"{self.name}: {fault.message}" if self.name else fault.message
            yield replace(fault, message=message, item=fault.item or item)

    def _mismatch(self, found: Any, variables: Mapping[str, Any]) -> str:
        """The difference between a value and the expected one: `found 4, expected 1..3`; "" if none.

        Raises KitError if the value must be a number but is not.
        """
        assertion = self.assertion
        if assertion.limited:
            if isinstance(found, bool) or not isinstance(found, (int, float)):
                what = f"the expression `{assertion.find}`" if self.find else assertion.in_short
                message = f'{what} gives {shown(found)}, but "from" and "to" need a number'
                raise KitError(
                    message, place=self.find.place if self.find else None, check="check-data"
                )
            fits, expected = assertion.allow(found), assertion.in_words
        else:
            target = self.expect(variables) if self.expect else assertion.expect
            fits = found == target and isinstance(found, bool) == isinstance(target, bool)
            expected = shown(target)
        return "" if fits else f"found {shown(found)}, expected {expected}"


def shown(value: object) -> str:
    """A value for messages; a long list is cut between its values, with their number."""
    if isinstance(value, (list, tuple)):
        return f"[{some_of([short(repr(each), MAX_SHOWN_LETTERS) for each in value], MAX_SHOWN_LETTERS)}]"
    return str(value).lower() if isinstance(value, bool) else short(value, MAX_SHOWN_LETTERS)


MAX_NAME_LETTERS = 100
"""Most characters for the names of rows that refer to another one."""


def count(found: Sequence[Located], assertion: Assertion) -> int:
    """The number of values; with `by`, of those that differ in these fields."""
    if not assertion.by:
        return len(found)
    return len({each.fields(assertion.by) for each in found})


def sum_up(found: Sequence[Located], assertion: Assertion) -> float:
    """The sum of the values, each multiplied by the fields `times` of its record."""
    amounts: list[float] = []
    for each in found:
        factors = [each.value, *each.fields(assertion.times)]
        for factor in factors:
            if isinstance(factor, bool) or not isinstance(factor, (int, float)):
                message = f"{assertion.in_short}: {describe_value(factor)} is not a number"
                raise KitError(message, place=each.place, item=each.item, check="check-data")
        amounts.append(prod(factors))
    return sum(amounts)


def listed(found: Sequence[Located], assertion: Assertion) -> list[Any]:
    """The values in the order of the files; with `different`, sorted and without duplicates."""
    values = [each.value for each in found]
    return sorted(dict.fromkeys(values), key=str) if assertion.different else values


AGGREGATES: Mapping[str, Callable[[Sequence[Located], Assertion], Any]] = {
    "count": count,
    "sum": sum_up,
    "list": listed,
}


def unique(found: Sequence[tuple[str, Located]], assertion: Assertion) -> Iterator[Fault]:
    """Yield a fault at every value (or, with `by`, every row) that equals an earlier one.

    Each value comes with the path that selected it.
    """
    firsts: dict[object, Located] = {}
    for path, each in found:
        key = each.fields(assertion.by) if assertion.by else each.value
        first = firsts.setdefault(key, each)
        if first is not each:
            yield Fault(_duplicate(path, each, first, assertion), each.place, each.item)


def _duplicate(path: str, each: Located, first: Located, assertion: Assertion) -> str:
    same_row = first.it is each.it
    other = "the same row" if same_row else f"{first.item or 'another row'} {first.place.in_file}"
    if first.place.file != each.place.file:
        other = f"{first.item} ({first.place})"
    if assertion.by:
        what = ", ".join(f"{field} {short(each.it[field])}" for field in assertion.by)
        return f"{what} is already used by {other}"
    if same_row:
        return f'the {field_of(path)} "{short(each.value)}" appears twice'
    return f'the {field_of(path)} "{short(each.value)}" is already used by {other}'


def refers(
    found: Sequence[Located], into: Table, assertion: Assertion, mismatch: Callable[[int], str]
) -> Iterator[Fault]:
    """Yield a fault at every value that names no row, and at every row not named as expected.

    `mismatch` describes a wrong number of references to a row, or returns "".
    """
    references: dict[str, list[Located]] = defaultdict(list)
    for each in found:
        if each.value in into:
            references[each.value].append(each)
        else:
            message = f'"{short(each.value)}" is not in {into.name}'
            hint = did_you_mean(str(each.value), [row["id"] for row in into])
            yield Fault(message, each.place, each.item, hint)
    if not assertion.expectations:
        return
    for row in into:
        difference = mismatch(len(references[row["id"]]))
        if difference:
            names = dict.fromkeys(each.item for each in references[row["id"]] if each.item)
            by = some_of([*names], MAX_NAME_LETTERS)
            message = f"references from {assertion.in_short.partition(' ')[2]}: {difference}"
            yield Fault(f"{message} (from {by})" if by else message, row.place, into.label(row))
