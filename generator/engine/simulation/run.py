"""Simulation: play games by a plan and record their results.

Game number n is played with seed `seed + n`, so its result depends on the seed alone, not on the
number of processes, and `play` with that seed and the same bots shows the same game.  Records are
in order and come as soon as they are available; a failed game has a record that says so.  Several
plans are played one after another, each with the same seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from sys import intern
from typing import Any, TypeAlias

from generator.engine.bots import bots_named
from generator.engine.events import JsonValue
from generator.engine.game import FIRST, TURN_ORDER, Game, State
from generator.engine.playthrough import PlaythroughStep, play
from generator.engine.registry import error_text
from generator.engine.simulation.move_bans import FORCED, HELD, MoveBan, ban_effect, read_ban
from generator.engine.simulation.workers import FinishedBatch, Workers, in_order, local
from generator.engine.testing.coverage import Effects
from generator.engine.text.rule_texts import Rule

ComponentSeats: TypeAlias = Mapping[str, Mapping[str, tuple[int, ...]]]
"""The seats that had each component, each once and in order, by usage."""


@dataclass(frozen=True)
class Plan:
    """A plan: everything except the seed that determines how a game is played."""

    game: Game[Any]
    bots: tuple[str, ...]
    """Names of the bots, assigned to the seats in rotation."""
    players: int
    options: Mapping[str, object]
    bans: tuple[MoveBan, ...] = ()
    """The banned moves."""

    def words(self) -> list[str]:
        """The conditions of play: `2 players`, `mode veteran`, `greedy`."""
        players = f"{self.players} player{'s' * (self.players != 1)}"
        options = [f"{name} {value}" for name, value in self.options.items()]
        names = self.game.seat_names(self.players)
        without = [f"without {ban.in_words(names)}" for ban in self.bans]
        return [players, *options, " against ".join(self.bots), *without]

    def rules(self) -> dict[str, Rule]:
        """The rules that can show with these options and players."""
        options = self.game.read_options(self.options)
        rules = self.game.rules.items()
        return {slug: rule for slug, rule in rules if rule.applies(self.players, options)}

    def check(self, seed: int = 1) -> None:
        """Raise KitError if no game can be played by this plan."""
        bots_named(self.bots, self.players, self.game.bots)
        self.game.start(seed, self.players, self.options)

    def as_data(self) -> dict[str, JsonValue]:
        """The plan as plain data, every option with its value: equal for equal games."""
        options = self.game.read_options(self.options)
        bans: dict[str, JsonValue] = {"bars": [str(ban) for ban in self.bans]} if self.bans else {}
        return {"players": self.players, "bots": list(self.bots), "options": options, **bans}

    @classmethod
    def from_data(cls, game: Game[Any], data: Mapping[str, Any]) -> Plan:
        """Read a plan that `as_data` wrote."""
        players = data["players"]
        bans = tuple(read_ban(text, players) for text in data.get("bars", ()))
        return cls(game, tuple(data["bots"]), players, dict(data["options"]), bans)

    @cached_property
    def effects(self) -> Effects:
        """Finds the printed things that have an effect in a game."""
        return Effects(self.game.promised_events())


@dataclass(frozen=True)
class GameRecord:
    """The record of one game."""

    seed: int
    result: str = ""
    """The result of the outcome; empty if the game failed."""
    rule: str = ""
    """Slug of the rule that ended the game."""
    worth: tuple[float, ...] = ()
    """The value of the outcome for each seat."""
    outcome: Mapping[str, JsonValue] = field(default_factory=dict)
    turns: int = 0
    decisions: int = 0
    rules: Mapping[str, int] = field(default_factory=dict)
    """Number of citations of each rule."""
    happened: Mapping[str, int] = field(default_factory=dict)
    """Number of events of each kind."""
    used: tuple[str, ...] = ()
    """The printed things that had an effect, in the order in which the game lists them."""
    parts: ComponentSeats = field(default_factory=dict)
    """The seats that had each component, by usage (see `State.components_by_seat`)."""
    measures: Mapping[str, float] = field(default_factory=dict)
    """The figures that the game reports about itself."""
    most: Mapping[str, int] = field(default_factory=dict)
    """The most of each kind of component in use at once."""
    held: int = 0
    """Number of decisions at which bans held moves back."""
    forced: int = 0
    """Number of decisions with only banned moves."""
    error: str = ""
    """The reason why the game failed; empty if it did not."""

    @property
    def level(self) -> bool:
        """Whether all seats share one value: they win, lose or draw together."""
        return min(self.worth) == max(self.worth)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the highest value; of a level outcome all if it is a full win, else none."""
        most = max(self.worth)
        if self.level and most < 1:
            return ()
        return tuple(seat for seat, worth in enumerate(self.worth) if worth == most)

    def as_data(self) -> dict[str, JsonValue]:
        """The record as plain data, for a log with one line a game; seats are counted from 1."""
        if self.error:
            return {"seed": self.seed, "error": self.error}
        return {
            "seed": self.seed,
            "outcome": {"result": self.result, "rule": self.rule, **self.outcome},
            "worth": list(self.worth),
            "turns": self.turns,
            "decisions": self.decisions,
            "rules": dict(sorted(self.rules.items())),
            "happened": dict(sorted(self.happened.items())),
            "used": list(self.used),
            "parts": {
                way: {item: [seat + 1 for seat in seats] for item, seats in had.items()}
                for way, had in self.parts.items()
            },
            "measures": dict(self.measures),
            "most-in-use": dict(sorted(self.most.items())),
            **({"held-back": self.held, "forced": self.forced} if self.held or self.forced else {}),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> GameRecord:
        """The record that `as_data` wrote.

        Raises LookupError, TypeError or ValueError for anything else.
        """
        if error := data.get("error"):
            return cls(data["seed"], error=error)
        outcome = data["outcome"]
        return cls(
            data["seed"],
            outcome["result"],
            outcome["rule"],
            tuple(data["worth"]),
            outcome,
            data["turns"],
            data["decisions"],
            data["rules"],
            data["happened"],
            tuple(data["used"]),
            {
                intern(way): {
                    intern(item): tuple(seat - 1 for seat in seats) for item, seats in had.items()
                }
                for way, had in data["parts"].items()
            },
            data["measures"],
            data["most-in-use"],
            data.get("held-back", 0),
            data.get("forced", 0),
        )


def simulate(plan: Plan, games: int, seed: int = 1, jobs: int = 1) -> Iterator[GameRecord]:
    """The records of the games with the seeds from `seed` on, in order.

    Raises KitError at once for an impossible plan, and if a process is killed.
    """
    return (record for _, record in simulate_all([plan], games, seed, jobs))


def simulate_all(
    plans: Sequence[Plan], games: int, seed: int = 1, jobs: int = 1
) -> Iterator[tuple[int, GameRecord]]:
    """Play games of every plan, plan by plan; return pairs of the plan's number and a record.

    Raises KitError as `simulate` does.
    """
    return play_all(plans, [range(seed, seed + games)] * len(plans), local(jobs))


def play_all(
    plans: Sequence[Plan],
    seeds: Sequence[Sequence[int]],
    workers: Workers,
    finished: Callable[[int, Sequence[GameRecord]], None] | None = None,
) -> Iterator[tuple[int, GameRecord]]:
    """Play every plan with its seeds; return pairs of the plan's number and a record, in order.

    `finished` is called with games of one plan as soon as they are finished, in any order.
    Raises KitError as `simulate` does.
    """
    for plan in plans:
        plan.check()
    batches = workers.batches(play_one, plans, seeds)
    return (
        (played.batch.plan, record)
        for played in in_order(_notifying(batches, finished))
        for record in played.results
    )


def _notifying(
    batches: Iterator[FinishedBatch[GameRecord]],
    finished: Callable[[int, Sequence[GameRecord]], None] | None,
) -> Iterator[FinishedBatch[GameRecord]]:
    """Yield the same batches, after calling `finished` with each."""
    for played in batches:
        if finished:
            finished(played.batch.plan, played.results)
        yield played


class _Counts:
    """Counts over the steps of one game."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.decisions = -1  # the first step is the set-up
        self.rules: Counter[str] = Counter()
        self.kinds: Counter[str] = Counter()
        self.used: set[str] = set()
        self.most: dict[str, int] = {}
        self.bans: Counter[str] = Counter()
        self.first: int | None = None
        """The seat with the first turn, if the game has an event for turns."""

    def add(self, step: PlaythroughStep) -> None:
        """Count what happened in a step, and the components in use after it."""
        plan, rules, kinds = self.plan, self.rules, self.kinds
        self.decisions += 1
        for event in step.events:
            rules[event.rule] += 1
            kinds[event.kind] += 1
            self.used.update(plan.effects.of(event))
            if self.first is None and event.kind == plan.game.turn_event:
                self.first = event.seat
        for component, count in step.state.component_usage().items():
            if count > self.most.get(component, 0):
                self.most[component] = count
        if plan.bans:
            self.bans[ban_effect(step.state)] += 1


def play_one(plan: Plan, seed: int) -> GameRecord:
    """Play one game to its end; an error in it is recorded."""
    counts, step = _Counts(plan), None
    try:
        bots = bots_named(plan.bots, plan.players, plan.game.bots)
        for step in play(plan.game, bots, seed, plan.players, plan.options, bans=plan.bans):
            counts.add(step)
        assert step is not None
        begins = {} if counts.first is None else {TURN_ORDER: {FIRST: (counts.first,)}}
        parts = {**begins, **_parts(step.state)}
        measures = dict(step.state.metrics())
    except KeyboardInterrupt:
        raise
    except (
        BaseException
    ) as error:  # a failing game, which may raise anything, must not stop the others
        return GameRecord(seed, error=error_text(error))
    outcome = step.state.outcome
    assert outcome is not None
    return GameRecord(
        seed,
        outcome.result,
        outcome.rule,
        outcome.worth,
        outcome.as_data(),
        step.state.turn,
        counts.decisions,
        dict(counts.rules),
        dict(counts.kinds),
        tuple(item for item in plan.effects.promises if item in counts.used),
        parts,
        measures,
        counts.most,
        counts.bans[HELD],
        counts.bans[FORCED],
    )


def _parts(state: State[Any]) -> ComponentSeats:
    """The components of each seat, in a form that pickles small: interned names are sent once."""
    return {
        intern(way): {intern(item): tuple(sorted({*had[item]})) for item in sorted(had)}
        for way, had in state.components_by_seat().items()
    }
