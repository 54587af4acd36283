"""Kinds of checks: aggregates of values, unique values, references to other tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

from generator.base.errors import Fault, KitError, describe_value, did_you_mean, short, some_of
from generator.kit.checks.selectors import field_of
from generator.kit.checks.spec import Assertion
from generator.kit.tables.records import Located, Table

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
