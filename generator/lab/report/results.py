"""Results of a run: shares, lengths, rules and components counted over its games.

They contain no text or pictures: `sections` describes them and `charts` draws them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.engine.simulation.run import GameRecord, Plan
from generator.engine.statistics.clustered import (
    Arm,
    Contrast,
    GameCluster,
    Stratum,
    contrast,
    holm,
)
from generator.engine.statistics.component_win_rates import ComponentEffect, Usage
from generator.engine.statistics.intervals import Share, p_of_share
from generator.engine.statistics.lengths import Lengths
from generator.engine.statistics.measures import Measure
from generator.engine.statistics.printed_effects import PrintedEffect
from generator.engine.statistics.summary import Tally
from generator.engine.text.rule_texts import applies
from generator.lab.report.component_supply import Supply, supplies


class SeatWins(NamedTuple):
    """Wins of a seat, or of all seats that win together."""

    name: str
    share: Share
    seed: int | None
    """Seed of the first game won."""


class EndingShare(NamedTuple):
    """A kind of ending: its result and rule, and its share of the games."""

    result: str
    rule: str
    share: Share
    seed: int


class RuleFrequency(NamedTuple):
    """Frequency of a rule: the games and the events that cited it."""

    rule: str
    games: Share
    times: int
    seed: int
    """Seed of the first game that cites it."""


class GameResult(NamedTuple):
    """The winners and the turns of a game, for comparison in pairs."""

    winners: tuple[int, ...]
    turns: int


@dataclass(frozen=True)
class RunResults:
    """Results of a run."""

    number: int
    """The run's number in the store."""
    plan: Plan
    version: str
    fingerprint: str
    games: int
    failed: Sequence[GameRecord]
    seeds: tuple[int, int]
    """The lowest and the highest seed."""
    cooperative: bool
    """Whether all seats win or lose together."""
    won: Sequence[SeatWins]
    """Wins by seat; a single entry for seats that win together."""
    fair: float
    """Win rate of each seat if all won equally often, from 0 to 1."""
    undecided: int
    """Games without a winner."""
    shared: float
    """Share of games with several winners, each of whom is counted, from 0 to 1."""
    endings: Sequence[EndingShare]
    """Endings, the most frequent first."""
    length: Lengths | None
    """Length in turns, or in rounds if the game counts those; None without games."""
    effects: Sequence[PrintedEffect]
    usages: Sequence[Usage]
    measures: Sequence[Measure]
    fired: Sequence[RuleFrequency]
    """Rules that fired, in the order of the rulebook."""
    never: Sequence[str]
    """Rules that events of such games should cite and none did."""
    supplies: Sequence[Supply]
    held: int
    """Games in which bans prevented moves."""
    forced: int
    """Games in which at some time only banned moves were left."""
    by_seed: Mapping[int, GameResult]
    families: int = 1
    """Number of families of tests in the whole report (see `holm`)."""

    def with_families(self, families: int) -> RunResults:
        """Return these results corrected for a report with this number of families."""
        usages = [usage.corrected(families / self.families) for usage in self.usages]
        return replace(self, usages=usages, families=families)

    @property
    def seat_tests(self) -> list[float]:
        """For each seat the p-value of its fair share, corrected for all seats.

        Two seats without draws are one test, since one wins what the other loses.  Empty for seats
        that win together.
        """
        if self.cooperative or len(self.won) < 2 or not self.games:
            return []
        ps = [p_of_share(won.share, self.fair) for won in self.won]
        if len(ps) == 2 and not self.undecided and not self.shared:
            return [min(1.0, self.families * p) for p in ps]
        return holm(ps, self.families)

    @property
    def titled(self) -> Sequence[Usage]:
        """The usages, with components named by their titles."""
        return [usage.titled(self.plan.game.component_title) for usage in self.usages]

    @property
    def one_sided(self) -> bool:
        """Whether seats that win together won all games or none, so nothing correlates with winning."""
        return self.cooperative and self.won[0].share.games in (0, self.games)

    @property
    def bots(self) -> Mapping[str, list[int]]:
        """The seats of each bot."""
        seats: dict[str, list[int]] = {}
        for seat in range(self.plan.players):
            seats.setdefault(self.plan.bots[seat % len(self.plan.bots)], []).append(seat)
        return seats

    @property
    def conditions(self) -> tuple[object, ...]:
        """The number of players and all options, without the bots."""
        return self.plan.players, tuple(
            sorted(self.plan.game.read_options(self.plan.options).items())
        )

    @property
    def unbanned_plan(self) -> tuple[object, ...]:
        """The plan without its bans, as a key: equal for runs that differ only by their bans."""
        return *self.conditions, self.plan.bots


class ResultsCollector:
    """Counts the games of a run, one by one, in the order of their seeds."""

    def __init__(self, plan: Plan) -> None:
        self.tally = Tally(plan)
        self._by_seed: dict[int, GameResult] = {}
        self._games_with_rule: Counter[str] = Counter()
        self._most: dict[str, tuple[int, int]] = {}

    def add(self, record: GameRecord) -> None:
        """Count a game."""
        self.tally.add(record)
        if record.error:
            return
        self._by_seed[record.seed] = GameResult(record.winners, record.turns)
        self._games_with_rule.update(record.rules.keys())
        for kind, count in record.most.items():
            if kind not in self._most or count > self._most[kind][0]:
                self._most[kind] = count, record.seed

    def results(
        self,
        number: int,
        version: str,
        fingerprint: str,
        rules: Mapping[str, Mapping[str, Any]],
        printed: Mapping[str, int],
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> RunResults:
        """Return the results of all games added.

        `rules` are those of the snapshot that the games were played with, `printed` the number of
        copies of each kind of component, `names` the kinds' titles.
        """
        tally, plan = self.tally, self.tally.plan
        options = plan.game.read_options(plan.options)
        seeds = [*self._by_seed, *(record.seed for record in tally.failed)]
        cooperative = plan.game.cooperative or plan.players == 1
        return RunResults(
            number=number,
            plan=plan,
            version=version,
            fingerprint=fingerprint,
            games=tally.games,
            failed=tally.failed,
            seeds=(min(seeds, default=0), max(seeds, default=0)),
            cooperative=cooperative,
            won=self._won(cooperative),
            fair=tally.fair_share if tally.games else 0.0,
            undecided=tally.winners[0],
            shared=tally.shared if tally.games else 0.0,
            endings=[
                EndingShare(*each, Share(count, tally.games), tally.shown[f"ending {each}"])
                for each, count in tally.endings_in_order()
            ],
            length=tally.lengths if tally.games else None,
            effects=tally.uses.by_harm() if cooperative else tally.uses.by_use(),
            usages=tally.parts.usages(),
            measures=tally.measures.each(),
            fired=[
                RuleFrequency(
                    rule,
                    Share(self._games_with_rule[rule], tally.games),
                    times,
                    tally.shown[f"rule {rule}"],
                )
                for rule in [*rules, *sorted(tally.rules.keys() - rules.keys())]
                if (times := tally.rules[rule])
            ],
            never=[
                slug
                for slug, rule in rules.items()
                if rule["happens"]
                and not tally.rules[slug]
                and applies(rule.get("only", {}), plan.players, options)
            ],
            supplies=supplies(self._most, printed, names),
            held=tally.held,
            forced=tally.forced,
            by_seed=self._by_seed,
        )

    def _won(self, cooperative: bool) -> list[SeatWins]:
        tally, plan = self.tally, self.tally.plan
        if cooperative:
            names: Sequence[str] = ("the players" if plan.players > 1 else "the player",)
        else:
            names = plan.game.seat_names(plan.players)
        return [
            SeatWins(name, Share(tally.wins[seat], tally.games), tally.shown.get(f"seat {seat}"))
            for seat, name in enumerate(names)
        ]


def by_bot(runs: Iterable[RunResults]) -> Usage | None:
    """Win rates of the seats of each bot, over all games in which different bots met.

    Only games with the same number of players and options are compared, seat by seat if the bot and
    others took turns in some seat.  A bot that always had the same seat also has that seat's
    advantage.  None if bots never met, or only as partners.
    """
    met = [run for run in runs if len(run.bots) > 1 and not run.cooperative and run.games]
    if not met:
        return None
    groups: dict[object, list[RunResults]] = {}
    for run in met:
        groups.setdefault(run.conditions, []).append(run)
    found: dict[str, tuple[int, Contrast]] = {}
    for bot in dict.fromkeys(bot for run in met for bot in run.bots):
        games = [game for group in groups.values() for game in _games_of(bot, group)]
        numbered = {key: number for number, key in enumerate({k for game in games for k in game})}
        clusters = [
            GameCluster(1, {numbered[key]: stratum for key, stratum in game.items()})
            for game in games
        ]
        seeds = next(run.seeds for run in met if bot in run.bots)
        found[bot] = seeds[0], contrast(clusters)
    corrected = holm([each.p for _, each in found.values()], met[0].families)
    parts = [
        ComponentEffect(p, bot, seed, each)
        for (bot, (seed, each)), p in zip(found.items(), corrected, strict=True)
    ]
    return Usage("bot", sorted(parts, key=lambda part: -part.found.having.rate), ())


def _games_of(bot: str, runs: Sequence[RunResults]) -> Iterator[dict[object, Stratum]]:
    """Yield each game of runs that differ only by their bots, as strata of seats with and without it."""
    seats, conditions = range(runs[0].plan.players), runs[0].conditions
    bot_seats = [{*run.bots.get(bot, ())} for run in runs]
    alternated = any(
        0 < sum(seat in own_seats for own_seats in bot_seats) < len(runs) for seat in seats
    )
    for run, own_seats in zip(runs, bot_seats, strict=True):
        for result in run.by_seed.values():
            worth = _worth(result.winners, len(seats))
            strata: dict[object, Stratum] = {}
            for seat in seats:
                key = conditions, seat if alternated else None
                stratum = strata.get(key, Stratum(Arm(0, 0.0), Arm(0, 0.0)))
                index = int(seat not in own_seats)
                arm = Arm(stratum[index].seats + 1, stratum[index].won + worth[seat])
                strata[key] = Stratum(*(arm if n == index else stratum[n] for n in (0, 1)))
            yield strata


def _worth(winners: tuple[int, ...], players: int) -> tuple[float, ...]:
    """Wins by seat: 1 for a winner, else 0; a half for everyone in a game without a winner."""
    if not winners:
        return (0.5,) * players
    return tuple(float(seat in winners) for seat in range(players))
