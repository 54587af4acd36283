"""Ablation: a run with banned moves against the same run without the ban.

Both were played with the same seeds by the same players, so that all that sets them apart is the
ban and what came of it.  Unlike a comparison of the games in which a thing happened to be used with
those in which it was not, this separates cause from correlation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.engine.statistics.clustered import Tested, holm
from generator.lab.report.paired import Mean, Pairs, mean_of_pairs
from generator.lab.report.results import RunResults


@dataclass(frozen=True)
class BanEffect(Tested):
    """What a ban does to one seat, or to all seats that win together."""

    name: str
    pairs: Pairs
    """How often it won without the ban (first) and with it (second)."""


@dataclass(frozen=True)
class Ablation:
    """A run with bans, and its partner without."""

    free: RunResults
    banned: RunResults
    effects: Sequence[BanEffect]
    turns: Mean | None
    """How many more turns a game with the ban takes."""

    @property
    def title(self) -> str:
        """What is banned: `“shove”`, `“play horn-rush” for Red`."""
        plan = self.banned.plan
        names = plan.game.seat_names(plan.players)
        return " and ".join(bar.in_words(names) for bar in plan.bars)


def ablations(runs: Sequence[RunResults]) -> list[Ablation]:
    """Every run with bans that has a partner without, with games of the same seeds.

    The p-values of all effects are corrected together, after Holm.
    """
    free = {run.unbanned_plan: run for run in runs if not run.plan.bars}
    found = [
        (free[run.unbanned_plan], run, _common_seeds(free[run.unbanned_plan], run))
        for run in runs
        if run.plan.bars and run.unbanned_plan in free
    ]
    counted = [
        (one, other, seeds, [paired_wins(one, other, seat, seeds) for seat in range(len(one.won))])
        for one, other, seeds in found
        if seeds
    ]
    tests = [each.p for *_, pairs in counted for each in pairs]
    corrected = iter(holm(tests, counted[0][0].families if counted else 1))
    return [
        Ablation(
            one,
            other,
            [
                BanEffect(next(corrected), won.name, each)
                for won, each in zip(one.won, pairs, strict=True)
            ],
            turns_more(one, other, seeds),
        )
        for one, other, seeds, pairs in counted
    ]


def unpaired(runs: Sequence[RunResults]) -> list[RunResults]:
    """The runs with bans that have no partner."""
    paired = [pair.banned.number for pair in ablations(runs)]
    return [run for run in runs if run.plan.bars and run.number not in paired]


def paired_wins(one: RunResults, other: RunResults, seat: int, seeds: Sequence[int]) -> Pairs:
    """How often a seat won in the games that both runs played with these seeds."""
    return Pairs.of(
        (seat in one.by_seed[seed].winners, seat in other.by_seed[seed].winners) for seed in seeds
    )


def turns_more(one: RunResults, other: RunResults, seeds: Sequence[int]) -> Mean | None:
    """How many more turns the games of the other run took, seed by seed."""
    return mean_of_pairs([other.by_seed[seed].turns - one.by_seed[seed].turns for seed in seeds])


def _common_seeds(one: RunResults, other: RunResults) -> list[int]:
    return sorted(one.by_seed.keys() & other.by_seed.keys())
