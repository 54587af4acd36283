"""Sections on the comparison of two versions: the edits and their effects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from generator.base.errors import counted
from generator.engine.statistics.printed_effects import plain_name
from generator.engine.text.event_text import capitalized, listed
from generator.lab.report.compare import Comparison, RunComparison, Shift, V
from generator.lab.report.data_diff import edits
from generator.lab.report.document import (
    Block,
    Remark,
    ReportTable,
    ReportText,
    number_column,
    section,
    text_column,
)
from generator.lab.report.output.charts import differences
from generator.lab.report.phrases import (
    conditions,
    count,
    difference_columns,
    percent,
    points,
    probability,
    shown_of,
    signed,
    up_to_cap,
)

MAX_EDITS = 60
MAX_COMPONENTS = 16
"""Components shown: this many of the most significant changes, and all significant ones."""

NOTE = (
    "Full dots are differences that remain when all of a table are looked at together (Holm's "
    "correction); hollow ones may well be chance."
)


def comparison_blocks(comparison: Comparison) -> Iterator[Block]:
    """The effect of an edit, run by run, and the games needed to detect a difference of a point."""
    yield from section("What was edited", _edits(comparison))
    if not comparison.compared:
        yield Remark("No way of playing is in both versions, so nothing can be compared.")
        return
    yield from section("Who wins", _results(comparison))
    yield from section("How long it takes", _length(comparison))
    for one in comparison.compared:
        yield from section(f"Components{_of_run(one, comparison)}", _components(one))
    yield from section("How many games it takes", _sample_sizes(comparison))
    if comparison.unmatched:
        names = listed(f"run {run.number} ({conditions(run)})" for run in comparison.unmatched)
        yield ReportText(f"Without a partner in the other version: {names}.")


def _edits(comparison: Comparison) -> Iterator[Block]:
    before, after = comparison.before, comparison.after
    if before.program != after.program:
        yield Remark(
            f"The games before were played by program {before.program}, those after by "
            f"{after.program}: a difference may come from the program."
        )
    found = edits(before.data, after.data)
    if not found:
        yield ReportText("The data are the same in both.")
        return
    shown = found[:MAX_EDITS]
    yield ReportTable.of(
        "Rows and values of the data that differ",
        text_column("where", (edit.where for edit in shown)),
        text_column("edit", (edit.kind for edit in shown)),
        text_column("before", (edit.before for edit in shown)),
        text_column("after", (edit.after for edit in shown)),
    )
    if len(found) > MAX_EDITS:
        others = counted(len(found) - MAX_EDITS, "other value")
        yield ReportText(f"And {others}; --json has all.")


def _results(comparison: Comparison) -> Iterator[Block]:
    rows = [
        (f"{capitalized(shift.name)}{_of_run(one, comparison)}", shift)
        for one in comparison.compared
        for shift in one.results
    ]
    shifts = [shift for _, shift in rows]
    yield ReportText(NOTE)
    yield from differences(
        [(name, shift.difference, shift.significant) for name, shift in rows],
        "How much more is won after the edit, in points, with 95 % intervals",
    )
    games = (
        count(each.after.of) if each.pairs else f"{count(each.before.of)}, {count(each.after.of)}"
        for each in shifts
    )
    yield ReportTable.of(
        "Games won before and after; chance is corrected for all rows",
        text_column("who", (name for name, _ in rows)),
        number_column("games", games),
        number_column("before", (percent(shift.before.value) for shift in shifts)),
        number_column("after", (percent(shift.after.value) for shift in shifts)),
        *difference_columns([shift.difference for shift in shifts], (each.p for each in shifts)),
    )
    pairs = sum(one.in_pairs for one in comparison.compared)
    yield ReportText(
        "Games with the same seeds were compared in pairs."
        if pairs == len(comparison.compared)
        else "The seeds are not the same, so the games were compared as two samples."
        if not pairs
        else f"{counted(pairs, 'run')} had the same seeds before and after and were compared in "
        "pairs, the others as two samples."
    )


def _length(comparison: Comparison) -> Iterator[Block]:
    found = [
        (conditions(one.before), one.turns, one.before.length.mean, one.after.length.mean)
        for one in comparison.compared
        if one.turns and one.before.length and one.after.length
    ]
    if found:
        more = [turns for _, turns, _, _ in found]
        ranges = [f"{signed(each.low, 2)}\u00a0to\u00a0{signed(each.high, 2)}" for each in more]
        yield ReportTable.of(
            "Mean turns of a game before and after",
            text_column("how", (how for how, *_ in found)),
            number_column("before", (f"{before:.2f}" for _, _, before, _ in found)),
            number_column("after", (f"{after:.2f}" for *_, after in found)),
            number_column("turns more", (signed(each.value, 2) for each in more)),
            number_column("95 %", ranges),
            number_column("chance", (probability(each.p) for each in more)),
        )
        runs = [run for one in comparison.compared for run in (one.before, one.after)]
        if cap := up_to_cap(*runs):
            yield ReportText(cap)


def _components(one: RunComparison) -> Iterator[Block]:
    yield from _shifts(
        one.parts,
        str,
        lambda difference: points(difference.value),
        "How the win rate that goes with a component changed, in points",
        "What is won more with it than without, before and after",
    )
    yield from _shifts(
        one.used,
        plain_name,
        lambda share: percent(share.value),
        "In how many more games each has an effect, in points",
        "Games in which it has an effect, before and after",
    )


def _shifts(
    shifts: Sequence[Shift[V]],
    title: Callable[[str], str],
    value: Callable[[V], str],
    chart: str,
    table: str,
) -> Iterator[Block]:
    """Chart and table of the first MAX_COMPONENTS changes and of all other significant ones."""
    shown = [
        shift for number, shift in enumerate(shifts) if number < MAX_COMPONENTS or shift.significant
    ]
    if shown:
        names = [title(shift.name) for shift in shown]
        found = [shift.difference for shift in shown]
        yield from differences(
            list(zip(names, found, (each.significant for each in shown), strict=True)),
            f"{chart}, with 95 % intervals{shown_of(shown, shifts, 'surest')}",
        )
        yield ReportTable.of(
            table,
            text_column("component", names),
            number_column("before", (value(shift.before) for shift in shown)),
            number_column("after", (value(shift.after) for shift in shown)),
            *difference_columns(found, (shift.p for shift in shown)),
        )


def _sample_sizes(comparison: Comparison) -> Iterator[Block]:
    yield ReportText(
        "To detect a difference of one point takes this many games of each version, or this "
        "many pairs of games with the same seeds. To detect means: with 80 % probability, by "
        "a test at the 5 % level. The last column is the smallest difference that these games "
        "can show."
    )
    rows = [
        (f"{capitalized(size.name)}{_of_run(one, comparison)}", size)
        for one in comparison.compared
        for size in one.sample_sizes
    ]
    pairs = ("" if size.pairs is None else count(size.pairs) for _, size in rows)
    detected = (f"{100 * size.detectable:.1f} points" for _, size in rows)
    yield ReportTable.of(
        "Games needed to detect a difference of one point",
        text_column("who", (name for name, _ in rows)),
        number_column("games of each", (count(size.unpaired_games) for _, size in rows)),
        number_column("pairs", pairs),
        number_column("detected by these games", detected),
    )


def _of_run(one: RunComparison, comparison: Comparison) -> str:
    """The conditions of a run, if several are compared: `, 2 players, greedy`."""
    return f", {conditions(one.before)}" if len(comparison.compared) > 1 else ""
