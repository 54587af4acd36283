"""Coverage of a die table: every result has exactly one row."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from generator.base.errors import Fault, KitError, Place, describe_value
from generator.kit.tables.records import Located, Table


def covers(
    found: Iterable[Located], by: Sequence[str], results: range, name: str, place: Place
) -> Iterator[Fault]:
    """Yield a fault for each row with an impossible or repeated result, and one for all gaps.

    `by` names the field with a row's result (or list of results), or the two fields with the lowest
    and the highest result.  If the highest is left out, it equals the lowest.
    """
    owners: dict[int, Located] = {}
    for each in found:
        for result in _results(each, by):
            where = each.it.place_of(by[0])
            if result not in results:
                message = f"{result} is not one of the results {results[0]} to {results[-1]}"
                yield Fault(message, where, each.item)
            elif result in owners:
                other = owners[result]
                message = f"{result} is also a result of {other.item or 'a row'}"
                yield Fault(f"{message} {other.place.in_file}", where, each.item)
            else:
                owners[result] = each
    gaps = [result for result in results if result not in owners]
    if gaps:
        message = f"{name}: no row covers {spans(gaps)} (of {spans(results)})"
        yield Fault(message, place)


def table_covers(table: Table, by: Sequence[str], results: range) -> Iterator[Fault]:
    """Check the coverage of a whole table, for rules that depend on it."""
    found = (Located(row, row, row.place, label) for row, label in table.with_labels())
    return covers(found, by, results, table.name, Place(table.place.file))


def spans(numbers: Sequence[int]) -> str:
    """`1 to 3, 5`."""
    runs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    ends = [[number for _, number in run] for _, run in runs]
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in ends)


def _results(each: Located, by: Sequence[str]) -> Iterable[int]:
    values = each.fields(by)
    for value in values:
        for part in value if isinstance(value, tuple) else (value,):
            if part is not None and (isinstance(part, bool) or not isinstance(part, int)):
                message = f"a result must be a whole number, but is {describe_value(part)}"
                raise KitError(
                    message, place=each.it.place_of(by[0]), item=each.item, check="check-data"
                )
    if len(by) == 1:
        (value,) = values
        return value if isinstance(value, tuple) else () if value is None else (value,)
    low, high = values
    if low is None:
        return ()
    return range(low, (low if high is None else high) + 1)
