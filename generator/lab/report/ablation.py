"""Turns a run in which something was barred, and the same run without the bar, into what it is worth.

Both were played with the same seeds by the same players, so all that sets them apart is the bar (and
what came of it): unlike a look at the games in which a thing happened to be used, this tells cause
from company.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.engine.statistics.clustered import holm
from generator.engine.statistics.component_win_rates import LEVEL
from generator.lab.report.paired import Mean, Pairs, mean_of_pairs
from generator.lab.report.results import Findings


@dataclass(frozen=True)
class Effect:
    """What a bar does to one seat, or to all who win together."""

    name: str
    pairs: Pairs
    """How often it won with the thing allowed, with it barred."""
    p: float
    """How likely chance makes such a difference, corrected for all of them."""

    @property
    def significant(self) -> bool:
        """Whether the difference remains after the correction."""
        return self.p < LEVEL


@dataclass(frozen=True)
class Restricted:
    """One barred run beside the one without."""

    free: Findings
    barred: Findings
    effects: Sequence[Effect]
    turns: Mean | None
    """How many turns more a barred game takes."""

    @property
    def says(self) -> str:
        """What is barred: `“shove”`, `“play horn-rush” for Red`."""
        plan = self.barred.plan
        names = plan.game.seat_names(plan.players)
        return " and ".join(bar.in_words(names) for bar in plan.bars)


def restricted(runs: Sequence[Findings]) -> list[Restricted]:
    """Every run with bars that has a partner without, with games of the same seeds."""
    free = {_how(run): run for run in runs if not run.plan.bars}
    found = [(free[_how(run)], run) for run in runs if run.plan.bars and _how(run) in free]
    found = [(one, other) for one, other in found if one.played.keys() & other.played.keys()]
    counted = [(one, other, _pairs(one, other)) for one, other in found]
    corrected = iter(holm([each.p for _, _, pairs in counted for each in pairs]))
    return [
        Restricted(
            one,
            other,
            [
                Effect(won.name, each, next(corrected))
                for won, each in zip(one.won, pairs, strict=True)
            ],
            mean_of_pairs(
                [other.played[seed].turns - one.played[seed].turns for seed in _seeds(one, other)]
            ),
        )
        for one, other, pairs in counted
    ]


def lonely(runs: Sequence[Findings]) -> list[Findings]:
    """The runs with bars that have no partner to be held against."""
    paired = [pair.barred.number for pair in restricted(runs)]
    return [run for run in runs if run.plan.bars and run.number not in paired]


def paired_wins(one: Findings, other: Findings, seat: int) -> Pairs:
    """How often a seat won in either of the games with one seed."""
    return Pairs.of(
        (seat in one.played[seed].winners, seat in other.played[seed].winners)
        for seed in _seeds(one, other)
    )


def _pairs(one: Findings, other: Findings) -> list[Pairs]:
    return [paired_wins(one, other, seat) for seat in range(len(one.won))]


def _seeds(one: Findings, other: Findings) -> list[int]:
    return sorted(one.played.keys() & other.played.keys())


def _how(run: Findings) -> tuple[object, ...]:
    """All of a plan but its bars."""
    options = run.plan.game.read_options(run.plan.options)
    return run.plan.players, run.plan.bots, tuple(sorted(options.items()))
