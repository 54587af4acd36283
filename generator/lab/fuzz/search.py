"""Gap search: plays many games with adversaries, and collects and shrinks the gaps found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from generator.base.errors import Fault, Place
from generator.engine.events import JsonValue
from generator.engine.game import Game
from generator.engine.rng import Rng
from generator.engine.simulation.workers import Workers, in_order
from generator.engine.testing.laws import trials
from generator.engine.text.event_text import uncapitalized
from generator.lab.fuzz.adversaries import ADVERSARIES, Memory
from generator.lab.fuzz.finding import FORCED, LOOP, NOT_REDRAWN, Finding, LineOfPlay
from generator.lab.fuzz.monitored_game import MonitoredGame, find_return
from generator.lab.fuzz.shrink import EFFORT, Shrinker

MAX_DECISIONS = 300
"""Decisions after which a game is stopped."""
WORK = 10_000
"""Steps (`Game.work`) after which a game is stopped."""
LOOP_INTERVAL = 3
"""One in this many games is searched for a way back to an earlier position."""
THOROUGH_INTERVAL = 25
"""The slow tests are run once in this many decisions."""
MAX_GAPS = 20
"""Most gaps that are shrunk and reported."""


class FuzzedGame(NamedTuple):
    """The findings of a game."""

    decisions: int
    found: tuple[tuple[Finding, LineOfPlay], ...]
    """The first occurrence of each finding."""
    redraws: bool
    """Whether something that a seat cannot see was drawn anew for it."""


@dataclass(frozen=True)
class Gap:
    """Gap: a situation that no rule settles, and the smallest game found that leads to it."""

    finding: Finding
    line: LineOfPlay

    def fault(self, place: Place | None = None) -> Fault:
        game = self.line.trial.game.name
        hint = uncapitalized(self.finding.question)
        return Fault(self.finding.message, place, f"{game} ({self.line})", hint)

    def as_data(self) -> dict[str, JsonValue]:
        line = self.line
        return {
            **{
                "kind": self.finding.kind,
                "about": self.finding.subject,
                "says": self.finding.message,
            },
            **{"question": self.finding.question, "players": line.trial.players},
            **{"options": dict(line.changed_options), "seed": line.seed, "moves": list(line.moves)},
        }


@dataclass
class GapSearch:
    """Gap search in the rules of a game."""

    game: Game[Any]
    games: int = 0
    decisions: int = 0
    smallest: dict[tuple[str, str], tuple[Finding, LineOfPlay]] = field(default_factory=dict)
    """The smallest game for each finding, by the finding's key."""
    redraws: bool = False
    """Whether any game has drawn anew what a seat cannot see."""

    def play(self, games: int, seed: int, workers: Workers) -> Iterator[int]:
        """Play games; yield the number of finished games after each batch."""
        batches = workers.batches(fuzz_one, [self.game], [range(seed, seed + games)])
        for played in in_order(batches):
            for fuzzed in played.results:
                self.add(fuzzed)
            yield self.games

    def add(self, fuzzed: FuzzedGame) -> None:
        self.games += 1
        self.decisions += fuzzed.decisions
        self.redraws = self.redraws or fuzzed.redraws
        for finding, line in fuzzed.found:
            known = self.smallest.get(finding.key)
            if known is None or line.size < known[1].size:
                self.smallest[finding.key] = finding, line

    @property
    def answered(self) -> Mapping[str, str]:
        """The topics that a rule settles, each with the slug of the rule."""
        found = {finding.topic: finding.answer(self.game) for finding, _ in self.smallest.values()}
        return {topic: slug for topic, slug in sorted(found.items()) if slug}

    @property
    def unanswered(self) -> list[tuple[Finding, LineOfPlay]]:
        """The findings that no rule settles, at most `MAX_GAPS`, sorted by key."""
        found = [each for each in self.smallest.values() if not each[0].answer(self.game)]
        if any(finding.kind == FORCED for finding, _ in found):
            found = [each for each in found if each[0].kind != LOOP]
        if self.redraws:
            found = [each for each in found if each[0].kind != NOT_REDRAWN]
        return sorted(found, key=lambda each: each[0].key)[:MAX_GAPS]

    def gaps(self) -> Iterator[Gap]:
        """Yield each gap, shrunk as far as its part of `EFFORT` allows."""
        effort, found = EFFORT, self.unanswered
        for left, (finding, line) in zip(range(len(found), 0, -1), found, strict=True):
            shrinker = Shrinker(finding, effort // left)
            small = shrinker.smallest(line)
            effort -= shrinker.used
            yield Gap(finding if small is line else _reproduced(finding, small), small)


def _reproduced(finding: Finding, line: LineOfPlay) -> Finding:
    """The finding as it occurs in the smaller game."""
    monitored = MonitoredGame(line.trial, line.seed, [finding.kind])
    for text in line.moves:
        legal = {str(move): move for move in monitored.state.legal_moves()}
        if monitored.over or text not in legal:
            break
        monitored.make(legal[text])
    return next((each for each in monitored.found if each.key == finding.key), finding)


def fuzz_one(game: Game[Any], seed: int) -> FuzzedGame:
    """Play one game with a random set-up and an adversary at every seat.

    In every other game all seats have the same adversary.
    """
    rng = Rng(seed, stream=99)
    trial = rng.pick(trials(game))
    adversaries = [rng.pick(ADVERSARIES) for _ in range(trial.players)]
    if seed % 2:
        adversaries = [ADVERSARIES[seed // 2 % len(ADVERSARIES)]] * trial.players
    monitored, memory = MonitoredGame(trial, seed), Memory(game.time_fields)
    return_at = rng.below(MAX_DECISIONS // 4) if seed % LOOP_INTERVAL == 0 else -1
    found = {finding.key: (finding, monitored.line) for finding in monitored.found}
    work_limit = game.work + WORK
    while not monitored.over and len(monitored.moves) < MAX_DECISIONS and game.work < work_limit:
        if len(monitored.moves) == return_at:
            for move in find_return(
                monitored.state, game.time_fields, lambda: game.work < work_limit
            ):
                for finding in monitored.make(move, thorough=False):
                    found.setdefault(finding.key, (finding, monitored.line))
            break
        seat = monitored.state.to_act
        assert seat is not None
        try:
            move = adversaries[seat](monitored.state, memory, rng)
        except Exception:  # the error recurs when the move is made
            move = rng.pick(monitored.state.legal_moves())
        memory.record(move)
        for finding in monitored.make(move, thorough=len(monitored.moves) % THOROUGH_INTERVAL == 0):
            found.setdefault(finding.key, (finding, monitored.line))
    return FuzzedGame(len(monitored.moves), tuple(found.values()), trial.known.redraws)
