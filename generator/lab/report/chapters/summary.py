"""Turns the findings of a version into the few sentences that a reader wants first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.lab.report.chapters.coverage import fired_in, never_fired
from generator.lab.report.chapters.enough import short_of
from generator.lab.report.compare import Comparison
from generator.lab.report.edits import edits
from generator.lab.report.findings import Findings
from generator.lab.report.reading import Version
from generator.lab.report.restricted import restricted
from generator.lab.report.wording import (
    counted,
    how,
    listed,
    percent,
    points,
    reach,
    sentence,
    span,
)

FEW = 3
"""Of so many runs each is told; of more the range."""


def summary(version: Version) -> Iterator[str]:
    """Who wins, how long it takes, what the rules and the pieces do."""
    runs = [run for run in version.runs if run.games]
    free = [run for run in runs if not run.plan.bars]
    if not free:
        yield "No game without a bar was played to its end."
    elif len(free) <= FEW:
        for run in free:
            yield f"{_won(run)} {_length(run)}"
    else:
        yield _range(free, " without a bar" if len(free) < len(runs) else "")
    for pair in restricted(runs):
        for each in pair.effects:
            if each.remains and (found := each.pairs.difference):
                more = "more" if found.value > 0 else "less"
                yield (
                    f"With {pair.says} barred {_verb(each.name, 'win')} {more}: "
                    f"{points(found.value)} points ({reach(found)})."
                )
    if runs:
        yield _rules(version)
        yield _pieces(version)


def difference_in_words(comparison: Comparison) -> Iterator[str]:
    """What an edit did, where it shows."""
    changed = len(edits(comparison.before.data, comparison.after.data))
    shifts = [(one, shift) for one in comparison.compared for shift in one.results]
    if not shifts:
        yield "The two versions have no way of playing in common."
        return
    what = (
        f"{counted(changed, 'value')} of the data changed" if changed else "The data are the same"
    )
    remain = [(one, shift) for one, shift in shifts if shift.remains]
    if not remain:
        widest = max(max(abs(s.difference.low), abs(s.difference.high)) for _, s in shifts)
        yield (
            f"{what}; who wins did not change by more than chance explains. A change of up to "
            f"{100 * widest:.1f} points may be hidden in so few games."
        )
    for one, shift in remain:
        more = "more" if shift.difference.value > 0 else "less"
        yield (
            f"{what}, and {_verb(shift.name, 'win')} {more} ({how(one.before)}): "
            f"{percent(shift.before.value)} before, {percent(shift.after.value)} after, a difference "
            f"of {points(shift.difference.value)} points ({reach(shift.difference)})."
        )


def _won(run: Findings) -> str:
    games = f"{counted(run.games, 'game')} ({how(run)})"
    if run.together:
        (won,) = run.won
        return (
            f"In {games} {_verb(won.name, 'win')} {percent(won.share.value)}"
            f" (95 % interval: {span(won.share)})."
        )
    told = listed(
        f"{won.name} won {percent(won.share.value)} ({span(won.share)})" for won in run.won
    )
    if run.plan.players < 2:
        return f"In {games} {told}."
    off = [won.name for won in run.won if not _within(run.fair, won.share.range)]
    even = f"Even play would give each {percent(run.fair)}"
    judged = (
        f"{even}, which lies outside the interval of {listed(off)}."
        if off
        else f"{even}: these games tell no seat from another."
    )
    return f"In {games} {told}. {judged}"


def _length(run: Findings) -> str:
    if not run.length:
        return ""
    low, middle, high = run.length.quartiles
    return (
        f"Half of the games took {low:g} to {high:g} turns, the middle one {middle:g}, the longest "
        f"{run.length.longest} (seed {run.length.longest_seed})."
    )


def _range(runs: Sequence[Findings], without: str) -> str:
    games = counted(sum(run.games for run in runs), "game")
    begins = f"{sentence(counted(len(runs), 'way'))} of playing were tried, in {games}{without}."
    firsts = sorted(runs, key=lambda run: run.won[0].share.value)
    low, high = firsts[0], firsts[-1]
    ends = " and ".join(f"{percent(run.won[0].share.value)} ({how(run)})" for run in (low, high))
    name = high.won[0].name
    middles = sorted(run.length.quartiles[1] for run in runs if run.length)
    return (
        f"{begins} {sentence(_verb(name, 'win'))} between {ends}. The middle game takes "
        f"{middles[0]:g} to {middles[-1]:g} turns."
    )


def _rules(version: Version) -> str:
    fired, never = fired_in(version), never_fired(version)
    told = f"{counted(len(fired), 'rule')} showed in what happened"
    if not never:
        return f"{told}, and every rule that should did."
    named = listed([*never][:FEW]) + (" and others" if len(never) > FEW else "")
    return f"{told}; {len(never)} others should have, and never did: {named}."


def _pieces(version: Version) -> str:
    short = short_of(version)
    if short:
        told = listed(f"{each.kind} ({each.most} of {each.printed})" for each in short)
        return f"Not enough is printed of {told}."
    which = "of these games" if len(version.free) == len(version.runs) else "games without a bar"
    return f"Enough of every component is printed for all {which}."


def _within(value: float, ends: tuple[float, float]) -> bool:
    return ends[0] <= value <= ends[1]


def _verb(name: str, verb: str) -> str:
    """`the players win`, `Red wins`."""
    return f"{name} {verb}" if name == "the players" else f"{name} {verb}s"
