"""Comparison of two versions of a game: the effect of an edit on wins, length and components.

Runs of the same plan are compared: in pairs of games if both have the same seeds, else as two
samples, by Newcombe's interval.  Holm's method corrects the p-values of all wins and lengths
together, and those of all components together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import erfc, hypot, sqrt
from typing import Generic, NamedTuple, TypeVar

from generator.engine.statistics.clustered import Tested, holm
from generator.engine.statistics.intervals import Difference, Share, Z, difference
from generator.engine.statistics.power import (
    detectable_difference,
    detectable_difference_in_pairs,
    games_needed,
    pairs_needed,
)
from generator.lab.report.ablation import paired_wins, turns_more
from generator.lab.report.load import Version
from generator.lab.report.paired import Mean, Pairs, difference_of_means, two_sample_p
from generator.lab.report.results import RunResults

V = TypeVar("V", Share, Difference)
"""Type of the values compared: a share of games, or the difference that goes with a component."""


@dataclass(frozen=True)
class Shift(Tested, Generic[V]):
    """Shift: a value before and after an edit, and its change."""

    name: str
    before: V
    after: V
    difference: Difference
    pairs: Pairs | None = None
    """The pairs of games; None if the games were compared as two samples."""


class SampleSize(NamedTuple):
    """Sample size: the games needed to detect a difference of one percentage point."""

    name: str
    unpaired_games: int
    """Games in each of two runs with different seeds."""
    pairs: int | None
    """Pairs of games with the same seeds; None if the games were not compared in pairs."""
    detectable: float
    """The smallest difference that these games can show, from 0 to 1."""


@dataclass(frozen=True)
class RunComparison:
    """Comparison of a run before an edit with the run of the same plan after it."""

    before: RunResults
    after: RunResults
    in_pairs: bool
    results: Sequence[Shift[Share]]
    turns: Mean | None
    """Turns that a game takes longer after the edit."""
    used: Sequence[Shift[Share]]
    """Games in which a component had an effect, the surest change first."""
    parts: Sequence[Shift[Difference]]
    """Difference in wins that goes with a component, the surest change first."""
    sample_sizes: Sequence[SampleSize]


@dataclass(frozen=True)
class Comparison:
    """Comparison of two versions."""

    before: Version
    after: Version
    compared: Sequence[RunComparison]
    unmatched: Sequence[RunResults]
    """The runs without a partner."""


def compare(before: Version, after: Version) -> Comparison:
    """Compare every run of one version with the run of the same plan in the other."""
    partners = {_plan(run): run for run in after.played}
    pairs = [(run, partners[_plan(run)]) for run in before.played if _plan(run) in partners]
    matched = {_plan(run) for run, _ in pairs}
    unmatched = [run for run in (*before.played, *after.played) if _plan(run) not in matched]
    return Comparison(before, after, _corrected([_compared(*pair) for pair in pairs]), unmatched)


def _plan(run: RunResults) -> tuple[object, ...]:
    return *run.unbanned_plan, tuple(map(str, run.plan.bans))


def _compared(one: RunResults, other: RunResults) -> RunComparison:
    in_pairs = one.by_seed.keys() == other.by_seed.keys()
    seeds = sorted(one.by_seed)
    results = []
    for seat, (before, after) in enumerate(zip(one.won, other.won, strict=False)):
        pairs = paired_wins(one, other, seat, seeds) if in_pairs else None
        results.append(_shift(before.name, before.share, after.share, pairs))
    if in_pairs:
        turns = turns_more(one, other, seeds)
    else:
        lengths = ([game.turns for game in run.by_seed.values()] for run in (one, other))
        turns = difference_of_means(*lengths)
    later = {effect.item: effect.games for effect in other.effects}
    used = [
        _shift(effect.item, effect.games, later[effect.item])
        for effect in one.effects
        if effect.item in later and (effect.games.games or later[effect.item].games)
    ]
    sample_sizes = list(map(_sample_size, results))
    return RunComparison(
        one,
        other,
        in_pairs,
        results,
        turns,
        sorted(used, key=_by_evidence),
        sorted(_components(one, other), key=_by_evidence),
        sample_sizes,
    )


def _shift(name: str, before: Share, after: Share, pairs: Pairs | None = None) -> Shift[Share]:
    found = pairs.difference if pairs else difference(after, before)
    assert found  # both runs have games
    p = pairs.p if pairs else two_sample_p(before, after)
    return Shift(p, name, before, after, found, pairs)


def _sample_size(shift: Shift[Share]) -> SampleSize:
    share = shift.before.value
    if shift.pairs:
        differ = shift.pairs.differ.value
        detectable = detectable_difference_in_pairs(shift.pairs.total, differ)
        return SampleSize(shift.name, games_needed(share), pairs_needed(differ), detectable)
    games = min(shift.before.of, shift.after.of)
    return SampleSize(shift.name, games_needed(share), None, detectable_difference(games, share))


def _components(one: RunResults, other: RunResults) -> Iterator[Shift[Difference]]:
    """Yield the change of the difference that goes with each component.

    The two differences come from different games, or from games that are only weakly correlated,
    and are treated as independent.
    """
    later = {
        (usage.name, part.item): part.found.difference
        for usage in other.titled
        for part in usage.parts
    }
    for usage in one.titled:
        for part in usage.parts:
            before, after = part.found.difference, later.get((usage.name, part.item))
            if before and after:
                value = after.value - before.value
                reach = hypot(before.reach, after.reach)
                p = erfc(abs(value) / (reach / Z) / sqrt(2)) if reach else 1.0
                found = Difference(value, value - reach, value + reach)
                yield Shift(p, f"{part.item}, {usage.name}", before, after, found)


def _corrected(compared: Sequence[RunComparison]) -> list[RunComparison]:
    """Correct the p-values: wins and lengths are one family of tests, all components another."""
    families = compared[0].before.families if compared else 1
    wins = [each.p for one in compared for each in one.results]
    lengths = [one.turns.p for one in compared if one.turns]
    main = iter(holm([*wins, *lengths], families))
    results = [[replace(each, p=next(main)) for each in one.results] for one in compared]
    turns = [one.turns._replace(p=next(main)) if one.turns else None for one in compared]
    used = [each.p for one in compared for each in one.used]
    rest = iter(holm([*used, *(each.p for one in compared for each in one.parts)], families))
    effects = [[replace(each, p=next(rest)) for each in one.used] for one in compared]
    parts = [[replace(each, p=next(rest)) for each in one.parts] for one in compared]
    return [
        replace(one, results=results, turns=turns, used=used, parts=parts)
        for one, results, turns, used, parts in zip(
            compared, results, turns, effects, parts, strict=True
        )
    ]


def _by_evidence(shift: Shift[V]) -> tuple[float, float]:
    """Sort key, before the correction, which makes most p-values equal."""
    return shift.p, -abs(shift.difference.value)
