"""Turns two versions of a game into what an edit did: to who wins, to the length, to each component.

Runs of one plan are held against each other.  If both have the same seeds, their games are compared
in pairs; else as two samples of their own, by Newcombe's interval.  All results of a comparison are
corrected together, all of its components together, after Holm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import erfc, hypot, sqrt
from typing import NamedTuple

from generator.engine.statistics.clustered import holm
from generator.engine.statistics.component_win_rates import LEVEL
from generator.engine.statistics.intervals import Difference, Share, Z, difference
from generator.lab.report.load import Version
from generator.lab.report.paired import Mean, Pairs, apart, mean_apart, mean_of_pairs
from generator.lab.report.power import games_needed, pairs_needed, seen_with, seen_with_pairs
from generator.lab.report.results import Findings


@dataclass(frozen=True)
class Shift:
    """One share before and after an edit, and how much larger it is after."""

    name: str
    before: Share
    after: Share
    difference: Difference
    pairs: Pairs | None
    """If the games were compared in pairs."""
    p: float

    @property
    def significant(self) -> bool:
        """Whether the difference remains after the correction."""
        return self.p < LEVEL


@dataclass(frozen=True)
class Change:
    """How much more, or less, winning goes with a component after an edit."""

    name: str
    before: Difference
    after: Difference
    difference: Difference
    p: float

    @property
    def significant(self) -> bool:
        """Whether the difference remains after the correction."""
        return self.p < LEVEL


class Need(NamedTuple):
    """How many games it takes to see a difference of one point."""

    name: str
    apart: int
    """Games of each of two runs with other seeds."""
    pairs: int | None
    """Pairs of games with the same seeds, where there were such."""
    seen: float
    """The smallest difference that as many games as there are let see, from 0 to 1."""


@dataclass(frozen=True)
class Compared:
    """A run before an edit, and the run of the same plan after it."""

    before: Findings
    after: Findings
    in_pairs: bool
    results: Sequence[Shift]
    turns: Mean | None
    """How many turns more a game takes."""
    used: Sequence[Shift]
    """The games in which a component had an effect; what changed most comes first."""
    parts: Sequence[Change]
    """What changed most comes first."""
    needs: Sequence[Need]


@dataclass(frozen=True)
class Comparison:
    """Two versions side by side."""

    before: Version
    after: Version
    compared: Sequence[Compared]
    alone: Sequence[Findings]
    """The runs without a partner."""


def compare(before: Version, after: Version) -> Comparison:
    """Every run of the one version beside that of the same plan in the other."""
    partners = {_plan(run): run for run in after.runs if run.games}
    pairs = [
        (run, partners[_plan(run)]) for run in before.runs if run.games and _plan(run) in partners
    ]
    plans = {_plan(run) for run, _ in pairs}
    compared = [_compared(one, other) for one, other in pairs]
    alone = [run for run in (*before.runs, *after.runs) if run.games and _plan(run) not in plans]
    return Comparison(before, after, _corrected(compared), alone)


def _plan(run: Findings) -> tuple[object, ...]:
    plan = run.plan
    options = sorted(plan.game.read_options(plan.options).items())
    return plan.players, plan.bots, tuple(options), tuple(map(str, plan.bars))


def _compared(one: Findings, other: Findings) -> Compared:
    in_pairs = one.played.keys() == other.played.keys()
    results = [
        _shift(before.name, before.share, after.share, _pairs(one, other, seat, in_pairs))
        for seat, (before, after) in enumerate(zip(one.won, other.won, strict=False))
    ]
    if in_pairs:
        turns = mean_of_pairs(
            [other.played[seed].turns - one.played[seed].turns for seed in sorted(one.played)]
        )
    else:
        turns = mean_apart(*([game.turns for game in run.played.values()] for run in (one, other)))
    later = {use.item: use for use in other.uses}
    used = [
        _shift(use.item, use.games, later[use.item].games, None)
        for use in one.uses
        if use.item in later and (use.games.games or later[use.item].games.games)
    ]
    needs = [_need(shift) for shift in results]
    return Compared(one, other, in_pairs, results, turns, used, list(_changes(one, other)), needs)


def _pairs(one: Findings, other: Findings, seat: int, in_pairs: bool) -> Pairs | None:
    if not in_pairs:
        return None
    return Pairs.of(
        (seat in one.played[seed].winners, seat in other.played[seed].winners)
        for seed in one.played
    )


def _shift(name: str, before: Share, after: Share, pairs: Pairs | None) -> Shift:
    found = pairs.difference if pairs else difference(after, before)
    assert found  # both runs have games
    return Shift(name, before, after, found, pairs, pairs.p if pairs else apart(before, after))


def _need(shift: Shift) -> Need:
    share = shift.before.value
    if shift.pairs:
        differ = shift.pairs.differ.value
        seen = seen_with_pairs(shift.pairs.total, differ)
        return Need(shift.name, games_needed(share), pairs_needed(differ), seen)
    games = min(shift.before.of, shift.after.of)
    return Need(shift.name, games_needed(share), None, seen_with(games, share))


def _changes(one: Findings, other: Findings) -> Iterator[Change]:
    """The difference of the differences that a part goes with, before and after.

    The two come from other games, or from games that hang together loosely: taken as independent.
    """
    usages = {usage.name: usage for usage in other.titled}
    for usage in one.titled:
        later = (
            {part.item: part.found.difference for part in usages[usage.name].parts}
            if (usage.name in usages)
            else {}
        )
        for part in usage.parts:
            before, after = part.found.difference, later.get(part.item)
            if before and after:
                yield _change(f"{part.item}, {usage.name}", before, after)


def _change(name: str, before: Difference, after: Difference) -> Change:
    value = after.value - before.value
    reach = hypot((before.high - before.low) / 2, (after.high - after.low) / 2)
    p = erfc(abs(value) / (reach / Z) / sqrt(2)) if reach else 1.0
    return Change(name, before, after, Difference(value, value - reach, value + reach), p)


def _corrected(compared: Sequence[Compared]) -> list[Compared]:
    """The same with all results, all uses and all parts corrected together, sorted by change."""
    results = iter(holm([each.p for one in compared for each in one.results]))
    used = iter(holm([each.p for one in compared for each in one.used]))
    parts = iter(holm([each.p for one in compared for each in one.parts]))
    return [
        replace(
            one,
            results=[replace(each, p=next(results)) for each in one.results],
            used=sorted((replace(each, p=next(used)) for each in one.used), key=_first),
            parts=sorted((replace(each, p=next(parts)) for each in one.parts), key=_first),
        )
        for one in compared
    ]


def _first(change: Shift | Change) -> tuple[float, float]:
    return change.p, -abs(change.difference.value)
