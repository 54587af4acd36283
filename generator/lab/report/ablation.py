"""Ablation: compares a run with banned moves with the same run without the ban.

Both were played with the same seeds and bots, so they differ only by the ban and its effects.  This
separates cause from correlation, unlike a comparison of games in which a component happened to be
used with games in which it was not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.engine.statistics.clustered import Tested, holm
from generator.lab.report.paired import Mean, Pairs, mean_of_pairs
from generator.lab.report.results import RunResults


@dataclass(frozen=True)
class BanEffect(Tested):
    """Effect of a ban on one seat, or on all seats that win together."""

    name: str
    pairs: Pairs
    """Wins without the ban (first) and with it (second)."""


@dataclass(frozen=True)
class Ablation:
    """Ablation: a run with bans, and its partner without them."""

    free: RunResults
    banned: RunResults
    effects: Sequence[BanEffect]
    turns: Mean | None
    """Turns that a game takes longer with the ban."""

    @property
    def title(self) -> str:
        """The banned moves: `“shove”`, `“play horn-rush” for Red`."""
        plan = self.banned.plan
        names = plan.game.seat_names(plan.players)
        return " and ".join(ban.in_words(names) for ban in plan.bans)


def ablations(runs: Sequence[RunResults]) -> list[Ablation]:
    """Pair every run with bans with its partner without, if both have games with the same seeds.

    The p-values of all effects are corrected together by Holm's method.
    """
    free = {run.unbanned_plan: run for run in runs if not run.plan.bans}
    found: list[Ablation] = []
    for run in runs:
        partner = free.get(run.unbanned_plan) if run.plan.bans else None
        if partner and (seeds := sorted(partner.by_seed.keys() & run.by_seed.keys())):
            wins = [paired_wins(partner, run, seat, seeds) for seat in range(len(partner.won))]
            effects = [
                BanEffect(each.p, won.name, each)
                for won, each in zip(partner.won, wins, strict=True)
            ]
            found.append(Ablation(partner, run, effects, turns_more(partner, run, seeds)))
    tests = [effect.p for each in found for effect in each.effects]
    corrected = iter(holm(tests, found[0].free.families if found else 1))
    return [
        replace(each, effects=[replace(effect, p=next(corrected)) for effect in each.effects])
        for each in found
    ]


def unpaired(runs: Sequence[RunResults]) -> list[RunResults]:
    """The runs with bans that have no partner."""
    paired = [pair.banned.number for pair in ablations(runs)]
    return [run for run in runs if run.plan.bans and run.number not in paired]


def paired_wins(one: RunResults, other: RunResults, seat: int, seeds: Sequence[int]) -> Pairs:
    """A seat's wins in the games that both runs played with these seeds."""
    return Pairs.of(
        (seat in one.by_seed[seed].winners, seat in other.by_seed[seed].winners) for seed in seeds
    )


def turns_more(one: RunResults, other: RunResults, seeds: Sequence[int]) -> Mean | None:
    """The mean number of turns that games of the other run took longer, seed by seed."""
    return mean_of_pairs([other.by_seed[seed].turns - one.by_seed[seed].turns for seed in seeds])
