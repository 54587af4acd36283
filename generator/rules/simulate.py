"""Turns a number of games into their records, one by one, on as many processes as are wanted.

Game number n is played with seed `seed + n`, so what comes of it depends on the seed alone, not on
how many processes there are, and `play` with that seed and the same bots shows that very game.  The
records come in order and as soon as they are there; a game that fails has a record that says so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from multiprocessing import get_context
from signal import SIG_IGN, SIGINT, signal
from typing import Any

from generator.errors import KitError
from generator.rules.bots import bot_named
from generator.rules.core import Game
from generator.rules.events import Plain
from generator.rules.play import play


@dataclass(frozen=True)
class Plan:
    """Everything but the seed that decides how a game is played."""

    game: Game[Any]
    bots: tuple[str, ...]
    """Names of the players, for the seats in rotation."""
    players: int
    options: Mapping[str, object]


@dataclass(frozen=True)
class GameRecord:
    """What is kept of one game."""

    seed: int
    result: str = ""
    """The result of the outcome; empty if the game failed."""
    winners: tuple[int, ...] = ()
    """The seats to which the outcome is worth most, if it is not worth the same to all."""
    outcome: Mapping[str, Plain] = field(default_factory=dict)
    turns: int = 0
    decisions: int = 0
    rules: Mapping[str, int] = field(default_factory=dict)
    """How often each rule was cited."""
    happened: Mapping[str, int] = field(default_factory=dict)
    """How often each kind of event happened."""
    error: str = ""
    """What the game failed of, if it did."""

    def as_data(self) -> dict[str, Plain]:
        """The record as plain data, for a log of one line a game."""
        if self.error:
            return {"seed": self.seed, "error": self.error}
        return {
            "seed": self.seed,
            "outcome": self.outcome,
            "turns": self.turns,
            "decisions": self.decisions,
            "rules": dict(sorted(self.rules.items())),
            "happened": dict(sorted(self.happened.items())),
        }


def simulate(plan: Plan, games: int, seed: int = 1, jobs: int = 1) -> Iterator[GameRecord]:
    """The records of the games with the seeds from `seed` on, in order.

    Raises KitError at once for an impossible plan, and if a process is killed.
    """
    for name in plan.bots:
        bot_named(name)
    plan.game.start(seed, plan.players, plan.options)
    seeds = range(seed, seed + games)
    if jobs == 1 or games == 1:
        return (play_one(plan, number) for number in seeds)
    return _in_processes(plan, seeds, jobs)


def play_one(plan: Plan, seed: int) -> GameRecord:
    """Plays one game to its end.  Whatever goes wrong in it is put on record."""
    rules: Counter[str] = Counter()
    happened: Counter[str] = Counter()
    decisions = -1
    told = None
    try:
        bots = [bot_named(name) for name in plan.bots]
        for told in play(plan.game, bots, seed, plan.players, plan.options):
            decisions += 1
            for event in told.events:
                rules[event.rule] += 1
                happened[event.kind] += 1
    except Exception as error:  # a game that fails must not take the others with it
        return GameRecord(seed, error=f"{type(error).__name__}: {error}")
    assert told is not None
    outcome = told.state.outcome
    assert outcome is not None
    most = max(outcome.worth)
    level = min(outcome.worth) == most
    return GameRecord(
        seed,
        outcome.result,
        () if level else tuple(s for s, worth in enumerate(outcome.worth) if worth == most),
        outcome.as_data(),
        told.state.turn,
        decisions,
        dict(rules),
        dict(happened),
    )


_plan: Plan | None = None
"""The plan of a worker process, which gets it once and not with every game."""


def _begin_work(plan: Plan) -> None:
    """Gets a worker process ready.  An interrupt is for the process that waits for it."""
    global _plan
    _plan = plan
    signal(SIGINT, SIG_IGN)


def _work(seed: int) -> GameRecord:
    assert _plan is not None
    return play_one(_plan, seed)


def _in_processes(plan: Plan, seeds: Sequence[int], jobs: int) -> Iterator[GameRecord]:
    """The records in order, made by so many worker processes."""
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), _begin_work, (plan,))
    waiting = seeds[0]
    try:
        for record in pool.map(_work, seeds, chunksize=max(1, min(16, len(seeds) // (4 * jobs)))):
            waiting = record.seed + 1
            yield record
    except BrokenProcessPool:
        raise KitError(
            f"a process was killed while the games from seed {waiting} on were played",
            hint="the games before that one are complete; try again with fewer jobs",
        ) from None
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
