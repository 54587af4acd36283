"""Turns a number of games into their records, one by one, on as many processes as are wanted.

Game number n is played with seed `seed + n`, so what comes of it depends on the seed alone, not on
how many processes there are, and `play` with that seed and the same bots shows that very game.  The
records come in order and as soon as they are there; a game that fails has a record that says so.
Several plans are played one after another, each with the same seeds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from functools import cached_property
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from sys import intern
from typing import Any, TypeAlias

from generator.errors import KitError
from generator.rules.bots import bots_named
from generator.rules.core import Game, State
from generator.rules.effects import Effects
from generator.rules.events import Plain
from generator.rules.play import play

Parts: TypeAlias = Mapping[str, Mapping[str, tuple[int, ...]]]
"""The seats that had each part, each once and in order, by the way of having it."""


@dataclass(frozen=True)
class Plan:
    """Everything but the seed that decides how a game is played."""

    game: Game[Any]
    bots: tuple[str, ...]
    """Names of the players, for the seats in rotation."""
    players: int
    options: Mapping[str, object]

    def words(self) -> list[str]:
        """How it is played: `2 players`, `mode veteran`, `greedy`."""
        players = f"{self.players} player{'s' * (self.players != 1)}"
        options = [f"{name} {value}" for name, value in self.options.items()]
        return [players, *options, " against ".join(self.bots)]

    @cached_property
    def effects(self) -> Effects:
        """What tells the printed things that have an effect."""
        return Effects(self.game.shows())


@dataclass(frozen=True)
class GameRecord:
    """What is kept of one game."""

    seed: int
    result: str = ""
    """The result of the outcome; empty if the game failed."""
    rule: str = ""
    """Slug of the rule that ended the game."""
    worth: tuple[float, ...] = ()
    """What the outcome is worth to each seat."""
    outcome: Mapping[str, Plain] = field(default_factory=dict)
    turns: int = 0
    decisions: int = 0
    rules: Mapping[str, int] = field(default_factory=dict)
    """How often each rule was cited."""
    happened: Mapping[str, int] = field(default_factory=dict)
    """How often each kind of event happened."""
    used: tuple[str, ...] = ()
    """The printed things that had an effect, in the order in which the game lists them."""
    parts: Parts = field(default_factory=dict)
    """The seats that had each part, by the way of having it, as `State.parts` tells."""
    measures: Mapping[str, float] = field(default_factory=dict)
    """What `State.measures` tells of the game."""
    error: str = ""
    """What the game failed of, if it did."""

    @property
    def level(self) -> bool:
        """Whether the outcome is worth the same to all: they win, lose or draw together."""
        return min(self.worth) == max(self.worth)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats to which the outcome is worth most; of a level one all if it is a full win."""
        most = max(self.worth)
        if self.level and most < 1:
            return ()
        return tuple(seat for seat, worth in enumerate(self.worth) if worth == most)

    def as_data(self) -> dict[str, Plain]:
        """The record as plain data, for a log of one line a game; seats are counted from 1 there."""
        if self.error:
            return {"seed": self.seed, "error": self.error}
        return {
            "seed": self.seed,
            "outcome": self.outcome,
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
        }


def simulate(plan: Plan, games: int, seed: int = 1, jobs: int = 1) -> Iterator[GameRecord]:
    """The records of the games with the seeds from `seed` on, in order.

    Raises KitError at once for an impossible plan, and if a process is killed.
    """
    return (record for _, record in simulate_all([plan], games, seed, jobs))


def simulate_all(
    plans: Sequence[Plan], games: int, seed: int = 1, jobs: int = 1
) -> Iterator[tuple[int, GameRecord]]:
    """So many games of every plan, plan by plan: which plan it is, and the record of a game.

    Raises KitError as `simulate` does.
    """
    for plan in plans:
        bots_named(plan.bots, plan.players)
        plan.game.start(seed, plan.players, plan.options)
    tasks = [(plan, number) for plan in range(len(plans)) for number in range(seed, seed + games)]
    if jobs == 1 or len(tasks) == 1:
        return ((plan, play_one(plans[plan], number)) for plan, number in tasks)
    return _in_processes(tuple(plans), tasks, jobs)


def play_one(plan: Plan, seed: int) -> GameRecord:
    """Plays one game to its end.  Whatever goes wrong in it is put on record."""
    rules: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    used: set[str] = set()
    decisions = -1
    told = None
    try:
        bots = bots_named(plan.bots, plan.players)
        for told in play(plan.game, bots, seed, plan.players, plan.options):
            decisions += 1
            for event in told.events:
                rules[event.rule] += 1
                happened[event.kind] += 1
                used.update(plan.effects.of(event))
        assert told is not None
        parts = _parts(told.state)
        measures = dict(told.state.measures())
    except Exception as error:  # a game that fails must not take the others with it
        return GameRecord(seed, error=f"{type(error).__name__}: {error}")
    outcome = told.state.outcome
    assert outcome is not None
    return GameRecord(
        seed,
        outcome.result,
        outcome.rule,
        outcome.worth,
        outcome.as_data(),
        told.state.turn,
        decisions,
        dict(rules),
        dict(happened),
        tuple(item for item in plan.effects.shows if item in used),
        parts,
        measures,
    )


def _parts(state: State[Any]) -> Parts:
    """What `State.parts` tells, in a form that is small on its way between processes.

    Names that are one object are sent once for many games.
    """
    return {
        intern(way): {intern(item): tuple(sorted({*seats})) for item, seats in had.items()}
        for way, had in state.parts().items()
    }


_plans: tuple[Plan, ...] = ()
"""The plans of a worker process, which gets them once and not with every game."""


def _begin_work(plans: tuple[Plan, ...]) -> None:
    """Gets a worker process ready.  An interrupt is for the process that waits for it."""
    global _plans
    _plans = plans
    signal(SIGINT, SIG_IGN)


def _work(task: tuple[int, int]) -> tuple[int, GameRecord]:
    plan, seed = task
    return plan, play_one(_plans[plan], seed)


def _in_processes(
    plans: tuple[Plan, ...], tasks: Sequence[tuple[int, int]], jobs: int
) -> Iterator[tuple[int, GameRecord]]:
    """The records in order, made by so many worker processes."""
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin_work, (plans,))
    chunk = max(1, min(16, len(tasks) // (4 * jobs)))
    done = 0
    try:
        for plan, record in pool.map(_work, tasks, chunksize=chunk):
            done += 1
            yield plan, record
    except BrokenProcessPool:
        _, waiting = tasks[done]
        raise KitError(
            f"a process was killed while the games from seed {waiting} on were played",
            hint="the games before that one are complete; try again with fewer jobs",
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
