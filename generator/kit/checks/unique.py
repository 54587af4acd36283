"""Turns the values at the end of a path into a fault for each that was there before."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.errors import Fault
from generator.kit.checks.aggregate import fields_of
from generator.kit.checks.located import Found
from generator.kit.checks.selectors import field_of
from generator.kit.checks.spec import Assertion


def unique(found: Sequence[tuple[str, Found]], demand: Assertion) -> Iterator[Fault]:
    """A fault at every value (or, with `by`, every row) that is like one before it.

    Each thing found comes with the path that led to it.
    """
    seen: dict[object, Found] = {}
    for path, each in found:
        key = fields_of(each, demand.by) if demand.by else each.value
        first = seen.setdefault(key, each)
        if first is not each:
            yield Fault(_says(path, each, first, demand), each.place, each.item)


def _says(path: str, each: Found, first: Found, demand: Assertion) -> str:
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
