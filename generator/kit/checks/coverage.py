"""Turns the rows of a die table into faults for results that no row has, or that two have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from generator.base.errors import Fault, KitError, Place
from generator.kit.checks.selectors import Located
from generator.kit.tables.records import Table


def covers(
    found: Iterable[Located], by: Sequence[str], results: range, name: str, place: Place
) -> Iterator[Fault]:
    """A fault for every row with a result that is none or is taken, and one for all gaps.

    `by` names the field that holds a row's result (or its list of them), or the two that hold the
    lowest and the highest.  A highest that is left out is the lowest.
    """
    owners: dict[int, Located] = {}
    for each in found:
        for result in _results(each, by):
            where = each.it.place_of(by[0])
            if result not in results:
                says = f"{result} is no result from {results[0]} to {results[-1]}"
                yield Fault(says, where, each.item)
            elif result in owners:
                other = owners[result]
                says = f"{result} is also a result of {other.item or 'a row'}"
                yield Fault(f"{says} {other.place.in_file}", where, each.item)
            else:
                owners[result] = each
    gaps = [result for result in results if result not in owners]
    if gaps:
        says = f"{name}: no row has {spans(gaps)}, of the results {spans(results)}"
        yield Fault(says, place)


def table_covers(table: Table, by: Sequence[str], results: range) -> Iterator[Fault]:
    """The same for a whole table, for rules that cannot begin without it."""
    found = (Located(row, row, row.place, label) for row, label in table.labelled())
    return covers(found, by, results, table.name, Place(table.place.file))


def spans(numbers: Sequence[int]) -> str:
    """`1 to 3, 5`."""
    runs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in run] for _, run in runs]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in ends)


def _results(each: Located, by: Sequence[str]) -> Iterable[int]:
    for field in by:
        if field not in each.it:
            raise KitError(f'there is no field "{field}"', place=each.place, item=each.item)
    values = [each.it[field] for field in by]
    for value in values:
        for part in value if isinstance(value, tuple) else (value,):
            if part is not None and (isinstance(part, bool) or not isinstance(part, int)):
                says = f"{part!r} is no result: a whole number is needed"
                raise KitError(says, place=each.it.place_of(by[0]), item=each.item)
    if len(by) == 1:
        (value,) = values
        return value if isinstance(value, tuple) else () if value is None else (value,)
    low, high = values
    if low is None:
        return ()
    return range(low, (low if high is None else high) + 1)
