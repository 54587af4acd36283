"""Turns the values at the end of a path into one figure: how many, their sum, or a list of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

from generator.base.errors import KitError
from generator.base.wording import what_is
from generator.kit.checks.located import Found
from generator.kit.checks.spec import Assertion


def count(found: Sequence[Found], demand: Assertion) -> int:
    """How many there are; with `by`, how many that differ in those fields."""
    if not demand.by:
        return len(found)
    return len({fields_of(each, demand.by) for each in found})


def sum_up(found: Sequence[Found], demand: Assertion) -> float:
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


def listed(found: Sequence[Found], demand: Assertion) -> list[Any]:
    """The values in the order of the files; if they are to differ, sorted and each once."""
    values = [each.value for each in found]
    return sorted(dict.fromkeys(values), key=str) if demand.different else values


FIGURES: Mapping[str, Callable[[Sequence[Found], Assertion], Any]] = {
    "count": count,
    "sum": sum_up,
    "list": listed,
}


def fields_of(found: Found, fields: Sequence[str]) -> tuple[Any, ...]:
    """What these fields hold in the record that was found.  Raises KitError if it lacks one."""
    for field in fields:
        if field not in found.it:
            says = f'there is no field "{field}"'
            raise KitError(says, place=found.place, item=found.item)
    return tuple(found.it[field] for field in fields)
