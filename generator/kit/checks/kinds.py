"""Kinds of checks: figures of the values found, values that differ, references to other tables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import prod
from typing import Any

from generator.base.errors import Fault, KitError, did_you_mean, what_is
from generator.kit.checks.selectors import Located, field_of
from generator.kit.checks.spec import Assertion
from generator.kit.tables.records import Record, Table


def count(found: Sequence[Located], demand: Assertion) -> int:
    """How many there are; with `by`, how many that differ in those fields."""
    if not demand.by:
        return len(found)
    return len({fields_of(each, demand.by) for each in found})


def sum_up(found: Sequence[Located], demand: Assertion) -> float:
    """The sum of the values, each multiplied by the fields `times` of its record."""
    amounts: list[float] = []
    for each in found:
        factors = [each.value, *fields_of(each, demand.times)]
        for factor in factors:
            if isinstance(factor, bool) or not isinstance(factor, (int, float)):
                says = f"{demand.in_short}: {what_is(factor)} cannot be summed up"
                raise KitError(says, place=each.place, item=each.item)
        amounts.append(prod(factors))
    return sum(amounts)


def listed(found: Sequence[Located], demand: Assertion) -> list[Any]:
    """The values in the order of the files; if they are to differ, sorted and each once."""
    values = [each.value for each in found]
    return sorted(dict.fromkeys(values), key=str) if demand.different else values


FIGURES: Mapping[str, Callable[[Sequence[Located], Assertion], Any]] = {
    "count": count,
    "sum": sum_up,
    "list": listed,
}


def fields_of(found: Located, fields: Sequence[str]) -> tuple[Any, ...]:
    """What these fields hold in the record that was found.  Raises KitError if it lacks one."""
    for field in fields:
        if field not in found.it:
            says = f'there is no field "{field}"'
            raise KitError(says, place=found.place, item=found.item)
    return tuple(found.it[field] for field in fields)


def unique(found: Sequence[tuple[str, Located]], demand: Assertion) -> Iterator[Fault]:
    """A fault at every value (or, with `by`, every row) that is like one before it.

    Each thing found comes with the path that led to it.
    """
    seen: dict[object, Located] = {}
    for path, each in found:
        key = fields_of(each, demand.by) if demand.by else each.value
        first = seen.setdefault(key, each)
        if first is not each:
            yield Fault(_says(path, each, first, demand), each.place, each.item)


def _says(path: str, each: Located, first: Located, demand: Assertion) -> str:
    same_row = first.it is each.it
    other = "the same row" if same_row else f"{first.item or 'another'} {first.place.in_file}"
    if first.place.file != each.place.file:
        other = f"{first.item} ({first.place})"
    if demand.by:
        what = ", ".join(f"{field} {each.it[field]}" for field in demand.by)
        return f"{what} is also what {other} has"
    if same_row:
        return f'the {field_of(path)} "{each.value}" stands twice'
    return f'the {field_of(path)} "{each.value}" is also that of {other}'


def refers(
    found: Sequence[Located],
    into: Table,
    demand: Assertion,
    miss: Callable[[int, Record], str],
) -> Iterator[Fault]:
    """A fault at every value that names no row, and one at every row not named as expected.

    `miss` says what is wrong with how often a row is named, or nothing.
    """
    naming: dict[str, list[Located]] = defaultdict(list)
    for each in found:
        if each.value in into:
            naming[each.value].append(each)
        else:
            says = f'there is no {into.one} "{each.value}"'
            hint = did_you_mean(str(each.value), [row["id"] for row in into])
            yield Fault(says, each.place, each.item, hint)
    if not demand.expectations:
        return
    for row in into:
        wrong = miss(len(naming[row["id"]]), row)
        if wrong:
            by = ", ".join(dict.fromkeys(each.item for each in naming[row["id"]][:4] if each.item))
            says = f"named in {demand.in_short.partition(' ')[2]}: {wrong}"
            yield Fault(f"{says} (by {by})" if by else says, row.place, into.label(row))
