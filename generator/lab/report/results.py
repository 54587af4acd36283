"""Turns the games of a run into its findings: shares, lengths, rules and components, each counted.

Nothing here is put into words or drawn; `chapters` does the one and `charts` the other, from the
same findings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, quantiles
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.engine.simulation.run import GameRecord, Plan
from generator.engine.statistics.component_win_rates import PartCount, Way
from generator.engine.statistics.intervals import Share
from generator.engine.statistics.measures import Measure, Measures
from generator.engine.statistics.usage import Use, Uses
from generator.lab.report.component_supply import Supply, supplies


class Won(NamedTuple):
    """What a seat, or all together, won."""

    name: str
    share: Share
    seed: int | None
    """The first game that was won so."""


class Ending(NamedTuple):
    """One way in which games ended."""

    result: str
    rule: str
    share: Share
    seed: int


class Length(NamedTuple):
    """How long the games were, in turns (or rounds, where the game counts those)."""

    mean: float
    quartiles: tuple[float, float, float]
    shortest: int
    shortest_seed: int
    longest: int
    longest_seed: int
    games: Mapping[int, int]
    """How many games had so many turns."""


class Fired(NamedTuple):
    """How often a rule showed in events."""

    rule: str
    games: Share
    times: int
    seed: int
    """The lowest seed with which it did."""


class Played(NamedTuple):
    """What pairs of games are compared by: who won, and after how many turns."""

    winners: tuple[int, ...]
    turns: int


@dataclass(frozen=True)
class Findings:
    """What came of one run."""

    number: int
    """The run's number in the store."""
    plan: Plan
    version: str
    fingerprint: str
    games: int
    failed: Sequence[GameRecord]
    seeds: tuple[int, int]
    """The lowest and the highest seed."""
    together: bool
    """Whether all seats win or lose together."""
    won: Sequence[Won]
    """By seat; of those who win together there is one."""
    fair: float
    """What every seat would win if all won alike, from 0 to 1."""
    endings: Sequence[Ending]
    """The most frequent first."""
    length: Length | None
    """None of no games."""
    uses: Sequence[Use]
    ways: Sequence[Way]
    measures: Sequence[Measure]
    fired: Sequence[Fired]
    """In the order of the rulebook."""
    never: Sequence[str]
    """The rules that should show in events and did in no game."""
    supplies: Sequence[Supply]
    held: int
    """Games in which bars held moves back,"""
    forced: int
    """and those in which nothing but barred moves was left at some time."""
    played: Mapping[int, Played]
    """What is compared, by seed."""

    @property
    def titled(self) -> Sequence[Way]:
        """The ways with what a person calls the parts."""
        return [way.titled(self.plan.game.component_title) for way in self.ways]

    @property
    def bots(self) -> Mapping[str, list[int]]:
        """The seats of each bot."""
        seats: dict[str, list[int]] = {}
        for seat in range(self.plan.players):
            seats.setdefault(self.plan.bots[seat % len(self.plan.bots)], []).append(seat)
        return seats


class Gatherer:
    """Counts the games of one run, one by one."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.failed: list[GameRecord] = []
        self.played: dict[int, Played] = {}
        self._wins: Counter[int] = Counter()
        self._endings: Counter[tuple[str, str]] = Counter()
        self._turns: Counter[int] = Counter()
        self._rules: Counter[str] = Counter()
        self._with_rule: Counter[str] = Counter()
        self._most: dict[str, tuple[int, int]] = {}
        self._seeds: dict[tuple[str, Any], int] = {}
        self._uses = Uses(plan.effects.shows)
        self._parts = PartCount(plan.game.component_names())
        self._measures = Measures()
        self._held = self._forced = 0

    def add(self, record: GameRecord) -> None:
        """Counts one game in; they come in the order of their seeds."""
        if record.error:
            self.failed.append(record)
            return
        ending = record.result, record.rule
        self.played[record.seed] = Played(record.winners, record.turns)
        self._wins.update(record.winners)
        self._endings[ending] += 1
        self._turns[record.turns] += 1
        self._rules.update(record.rules)
        self._with_rule.update(record.rules.keys())
        self._uses.add(record)
        self._parts.add(record)
        self._measures.add(record)
        self._held += record.held + record.forced > 0
        self._forced += record.forced > 0
        for kind, count in record.most.items():
            if kind not in self._most or count > self._most[kind][0]:
                self._most[kind] = count, record.seed
        seen: list[tuple[str, Any]] = [("ending", ending), ("turns", record.turns)]
        seen += [("seat", seat) for seat in record.winners]
        seen += [("rule", rule) for rule in record.rules]
        for what in seen:
            self._seeds.setdefault(what, record.seed)

    def findings(
        self,
        number: int,
        version: str,
        fingerprint: str,
        rules: Mapping[str, Mapping[str, Any]],
        printed: Mapping[str, int],
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> Findings:
        """What came of all games; `rules` are those they were played by, as a snapshot has them.

        `printed` is how many there are of each kind of component, `names` what a kind is called.
        """
        games = len(self.played)
        seeds = [*self.played, *(record.seed for record in self.failed)]
        together = self.plan.game.cooperative or self.plan.players == 1
        return Findings(
            number,
            self.plan,
            version,
            fingerprint,
            games,
            self.failed,
            (min(seeds, default=0), max(seeds, default=0)),
            together,
            self._won(together, games),
            self._wins.total() / games / self.plan.players if games else 0.0,
            [
                Ending(*ending, Share(count, games), self._seeds["ending", ending])
                for ending, count in sorted(
                    self._endings.items(), key=lambda each: (-each[1], each[0])
                )
            ],
            self._length() if games else None,
            self._uses.by_harm() if together else self._uses.by_use(),
            self._parts.ways(),
            self._measures.each(),
            [
                Fired(rule, Share(self._with_rule[rule], games), times, self._seeds["rule", rule])
                for rule in [*rules, *sorted(self._rules.keys() - rules.keys())]
                if (times := self._rules[rule])
            ],
            [rule for rule, told in rules.items() if told["happens"] and not self._rules[rule]],
            supplies(self._most, printed, names),
            self._held,
            self._forced,
            self.played,
        )

    def _won(self, together: bool, games: int) -> list[Won]:
        if together:
            names: Sequence[str] = ("the players" if self.plan.players > 1 else "the player",)
        else:
            names = self.plan.game.seat_names(self.plan.players)
        return [
            Won(name, Share(self._wins[seat], games), self._seeds.get(("seat", seat)))
            for seat, name in enumerate(names)
        ]

    def _length(self) -> Length:
        turns = sorted(self._turns.elements())
        low, _, high = quantiles(turns, n=4, method="inclusive") if len(turns) > 1 else turns * 3
        return Length(
            fmean(turns),
            (low, median(turns), high),
            turns[0],
            self._seeds["turns", turns[0]],
            turns[-1],
            self._seeds["turns", turns[-1]],
            dict(sorted(self._turns.items())),
        )


def by_bot(runs: Iterable[Findings]) -> Way | None:
    """What the seats of each bot won, over all games in which different bots met at one table.

    Bots that always have the same seats are told apart from these by nothing: then the first seat's
    advantage counts as the bot's.  None if bots never met, or only as partners.
    """
    met = [run for run in runs if len(run.bots) > 1 and not run.together and run.games]
    count = PartCount({"bot": list(dict.fromkeys(bot for run in met for bot in run.bots))})
    for run in met:
        seats = {bot: tuple(found) for bot, found in run.bots.items()}
        for seed, played in run.played.items():
            worth = _worth(played.winners, run.plan.players)
            count.add(GameRecord(seed, worth=worth, parts={"bot": seats}))
    return next(iter(count.ways())) if met else None


def _worth(winners: tuple[int, ...], players: int) -> tuple[float, ...]:
    """1 for who won, 0 for the others; a game without winner is half a win for all."""
    if not winners:
        return (0.5,) * players
    return tuple(float(seat in winners) for seat in range(players))
