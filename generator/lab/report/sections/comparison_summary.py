"""Turns the comparison of two versions into the few sentences that a reader wants first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.statistics.component_win_rates import LEVEL
from generator.engine.statistics.printed_effects import plain_name
from generator.lab.report.compare import Compared, Comparison
from generator.lab.report.data_diff import edits
from generator.lab.report.document import Words, answers
from generator.lab.report.phrases import (
    counted,
    does,
    few,
    how,
    percent,
    points,
    reach,
    sentence,
    signed,
)


def difference_in_words(comparison: Comparison) -> Iterator[Words]:
    """What an edit did, where it shows."""
    changed = edits(comparison.before.data, comparison.after.data)
    told = [
        f"{edit.where} ({edit.before or 'none'} before, {edit.after or 'none'} now)"
        for edit in changed
    ]
    what = f"{counted(len(changed), 'value')} of the data: {few(told)}."
    yield Words(what if changed else "The data are the same.", "What was edited?")
    if not comparison.compared:
        yield Words("The two versions have no way of playing in common.", "Who wins now?")
        return
    yield from answers("Who wins now?", _won_otherwise(comparison.compared))
    yield from answers("How long does it take now?", _longer(comparison.compared))
    yield from answers("What else is otherwise?", _otherwise(comparison.compared))


def _won_otherwise(compared: Sequence[Compared]) -> Iterator[str]:
    shifts = [(one, shift) for one in compared for shift in one.results]
    remain = [(one, shift) for one, shift in shifts if shift.significant]
    if not remain:
        widest = max(max(abs(s.difference.low), abs(s.difference.high)) for _, s in shifts)
        yield (
            "The same, as far as these games tell: no change is more than chance explains. One of up "
            f"to {100 * widest:.1f} points may be hidden in so few games."
        )
    for one, shift in remain:
        more = "more" if shift.difference.value > 0 else "less"
        yield (
            f"{sentence(does(shift.name, 'win'))} {more} ({how(one.before)}): "
            f"{percent(shift.before.value)} before, {percent(shift.after.value)} after, a difference "
            f"of {points(shift.difference.value)} points ({reach(shift.difference)})."
        )


def _longer(compared: Sequence[Compared]) -> Iterator[str]:
    found = [(one, one.turns) for one in compared if one.turns]
    remain = [(one, turns) for one, turns in found if turns.p < LEVEL / len(found)]
    for one, turns in remain:
        ends = f"{signed(turns.low)} to {signed(turns.high)}"
        yield f"A game takes {signed(turns.value)} turns on average ({ends}; {how(one.before)})."
    if found and not remain:
        yield "As long as before, as far as these games tell."


def _otherwise(compared: Sequence[Compared]) -> Iterator[str]:
    for one in compared:
        parts = [
            f"{each.name} {points(each.difference.value)}" for each in one.parts if each.significant
        ]
        used = [
            f"{plain_name(each.name)} {points(each.difference.value)}"
            for each in one.used
            if each.significant
        ]
        of = f" ({how(one.before)})" if len(compared) > 1 else ""
        if parts:
            yield f"What is won with a component, in points{of}: {few(parts)}."
        if used:
            yield f"In how many games it has an effect, in points{of}: {few(used)}."
