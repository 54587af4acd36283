"""Turns the comparison of two versions into sections: what was edited, and what it did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from generator.engine.statistics.usage import plainly
from generator.lab.report.charts import differences
from generator.lab.report.compare import Change, Compared, Comparison, Need, Shift
from generator.lab.report.data_diff import edits
from generator.lab.report.document import Block, Heading, Remark, Table, Words
from generator.lab.report.phrases import (
    count,
    counted,
    how,
    listed,
    percent,
    points,
    reach,
    rng,
    sentence,
    signed,
)

MOST_EDITS = 60
MOST_PARTS = 16
"""The components that changed most are told, and all whose change remains."""

C = TypeVar("C", Shift, Change)

NOTE = (
    "Full dots are differences that remain when all of a table are looked at together (Holm's "
    "correction); hollow ones may well be chance."
)


def comparing(comparison: Comparison) -> Iterator[Block]:
    """What an edit did, run by run, and how many games it takes to see a difference of a point."""
    yield from _edits(comparison)
    if not comparison.compared:
        yield Remark("No way of playing is in both versions, so nothing can be compared.")
        return
    yield from _results(comparison.compared)
    yield from _length(comparison.compared)
    for one in comparison.compared:
        yield from _components(one, comparison.compared)
    yield from _needs(comparison.compared)
    if comparison.alone:
        told = listed(f"run {run.number} ({how(run)})" for run in comparison.alone)
        yield Words(f"Without a partner in the other version: {told}.")


def _edits(comparison: Comparison) -> Iterator[Block]:
    found = edits(comparison.before.data, comparison.after.data)
    yield Heading("What was edited")
    if comparison.before.program != comparison.after.program:
        yield Remark(
            f"The games before were played by program {comparison.before.program}, those after by "
            f"{comparison.after.program}: a difference may come from the program."
        )
    if not found:
        yield Words("The data are the same in both.")
        return
    yield Table(
        ("record", "before", "after"),
        [
            (edit.where, edit.before or "(none)", edit.after or "(none)")
            for edit in found[:MOST_EDITS]
        ],
        "What the data say that they did not say before",
    )
    if len(found) > MOST_EDITS:
        yield Words(f"And {counted(len(found) - MOST_EDITS, 'other value')}; --json tells all.")


def _results(compared: Sequence[Compared]) -> Iterator[Block]:
    several = len(compared) > 1
    rows = [
        (f"{sentence(shift.name)}{f', {how(one.before)}' if several else ''}", shift)
        for one in compared
        for shift in one.results
    ]
    yield Heading("Who wins")
    yield Words(NOTE)
    yield from differences(
        [(name, shift.difference, shift.remains) for name, shift in rows],
        "How much more is won after the edit, in points, with 95 % intervals",
    )
    yield Table(
        ("who", "games", "before", "after", "points", "95 %", "chance"),
        [
            (
                name,
                _games(shift),
                percent(shift.before.value),
                percent(shift.after.value),
                points(shift.difference.value),
                reach(shift.difference),
                rng(shift.p),
            )
            for name, shift in rows
        ],
        "Games won before and after; chance is corrected for all rows",
        frozenset(range(1, 7)),
    )
    pairs = sum(one.in_pairs for one in compared)
    yield Words(
        "Games with the same seeds were compared in pairs."
        if pairs == len(compared)
        else "The seeds are not the same, so the games were compared as two samples."
        if not pairs
        else f"{counted(pairs, 'run')} had the same seeds before and after and were compared in "
        "pairs, the others as two samples."
    )


def _games(shift: Shift) -> str:
    """How many games were compared; of two samples how many of each."""
    if shift.pairs:
        return count(shift.after.of)
    return f"{count(shift.before.of)}, {count(shift.after.of)}"


def _length(compared: Sequence[Compared]) -> Iterator[Block]:
    told = [(one, one.turns, one.before.length, one.after.length) for one in compared]
    rows = [
        (
            how(one.before),
            f"{before.mean:.2f}",
            f"{after.mean:.2f}",
            signed(turns.value, 2),
            f"{signed(turns.low, 2)}\u00a0to\u00a0{signed(turns.high, 2)}",
            rng(turns.p),
        )
        for one, turns, before, after in told
        if turns and before and after
    ]
    if rows:
        yield Heading("How long it takes")
        yield Table(
            ("how", "before", "after", "turns more", "95 %", "chance"), rows,
            "Mean turns of a game before and after", frozenset(range(1, 6)),
        )  # fmt: skip


def _components(one: Compared, compared: Sequence[Compared]) -> Iterator[Block]:
    used, parts = _most(one.used), _most(one.parts)
    if not used and not parts:
        return
    of = f", {how(one.before)}" if len(compared) > 1 else ""
    yield Heading(f"Components{of}")
    if parts:
        yield from differences(
            [(each.name, each.difference, each.remains) for each in parts],
            f"How the win rate that goes with a component changed, in points{_of(parts, one.parts)}",
        )
        yield Table(
            ("component", "before", "after", "points", "95 %", "chance"),
            [
                (
                    each.name,
                    points(each.before.value),
                    points(each.after.value),
                    points(each.difference.value),
                    reach(each.difference),
                    rng(each.p),
                )
                for each in parts
            ],
            "What is won more with it than without, before and after",
            frozenset(range(1, 6)),
        )
    if used:
        yield from differences(
            [(plainly(each.name), each.difference, each.remains) for each in used],
            f"How many more games each has an effect in, in points{_of(used, one.used)}",
        )
        yield Table(
            ("component", "before", "after", "points", "95 %", "chance"),
            [
                (
                    plainly(each.name),
                    percent(each.before.value),
                    percent(each.after.value),
                    points(each.difference.value),
                    reach(each.difference),
                    rng(each.p),
                )
                for each in used
            ],
            "Games in which it has an effect, before and after",
            frozenset(range(1, 6)),
        )


def _most(changes: Sequence[C]) -> list[C]:
    """Those that changed most, which come first, and all that remain."""
    return [each for number, each in enumerate(changes) if number < MOST_PARTS or each.remains]


def _of(told: Sequence[object], there: Sequence[object]) -> str:
    """How many are told, if not all: ` (16 of 120)`."""
    return f" ({len(told)} of {len(there)})" if len(told) < len(there) else ""


def _needs(compared: Sequence[Compared]) -> Iterator[Block]:
    yield Heading("How many games it takes")
    yield Words(
        "To see a difference of one point takes so many games of each version, or so many pairs of "
        "games with the same seeds. Seen means: with 80 % probability, by a test that is wrong once "
        "in twenty. The last column is the smallest difference that the games there are let see."
    )
    several = len(compared) > 1
    rows: list[tuple[str, Need]] = [
        (f"{sentence(need.name)}{f', {how(one.before)}' if several else ''}", need)
        for one in compared
        for need in one.needs
    ]
    yield Table(
        ("who", "games of each", "pairs", "seen by these games"),
        [
            (
                name,
                count(need.apart),
                "" if need.pairs is None else count(need.pairs),
                f"{100 * need.seen:.1f} points",
            )
            for name, need in rows
        ],
        "Games needed to see a difference of one point",
        frozenset({1, 2, 3}),
    )
