"""Turns values that name rows of another table into faults: rows not there, or named too often."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence

from generator.base.errors import Fault, did_you_mean
from generator.kit.checks.located import Found
from generator.kit.checks.spec import Assertion
from generator.kit.tables.records import Record, Table


def refers(
    found: Sequence[Found],
    into: Table,
    demand: Assertion,
    miss: Callable[[int, Record], str],
) -> Iterator[Fault]:
    """A fault at every value that names no row, and one at every row not named as expected.

    `miss` says what is wrong with how often a row is named, or nothing.
    """
    naming: dict[str, list[Found]] = defaultdict(list)
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
