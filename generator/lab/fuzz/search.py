"""Turns many games by players who look for trouble into the gaps they have found, each shrunk."""

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
from generator.lab.fuzz.adversaries import ADVERSARIES, Memory
from generator.lab.fuzz.finding import FORCED, LOOP, Finding, Line
from generator.lab.fuzz.monitored_game import Path, way_back
from generator.lab.fuzz.shrink import Shrinker

DECISIONS = 300
"""After how many decisions a game is broken off."""
LOOPS = 3
"""In every so-many-th game a way back to its last position is searched for."""
THOROUGH = 25
"""The slow laws are tested before every so-many-th decision."""
GAPS = 20
"""No more than so many gaps are shrunk and told."""


class Hunted(NamedTuple):
    """What came of one game."""

    decisions: int
    found: tuple[tuple[Finding, Line], ...]
    """The first time that each thing went wrong."""


@dataclass(frozen=True)
class Gap:
    """Something that no rule settles, and the smallest game found that leads to it."""

    finding: Finding
    line: Line

    def fault(self, place: Place | None = None) -> Fault:
        game = self.line.trial.game.name
        return Fault(self.finding.says, place, f"{game} ({self.line})", self.finding.question)

    def as_data(self) -> dict[str, JsonValue]:
        line = self.line
        return {
            **{"kind": self.finding.kind, "about": self.finding.about, "says": self.finding.says},
            **{"question": self.finding.question, "players": line.trial.players},
            **{"options": dict(line.unusual), "seed": line.seed, "moves": list(line.moves)},
        }


@dataclass
class GapSearch:
    """The gaps that have been looked for in a game."""

    game: Game[Any]
    games: int = 0
    decisions: int = 0
    smallest: dict[tuple[str, str], tuple[Finding, Line]] = field(default_factory=dict)
    """By what is found, the smallest game that led to it."""

    def play(self, games: int, seed: int, workers: Workers) -> Iterator[int]:
        """Plays so many games, and tells how many are finished each time some are."""
        batches = workers.batches(hunt_one, [self.game], [range(seed, seed + games)])
        for played in in_order(batches):
            for hunted in played.results:
                self.add(hunted)
            yield self.games

    def add(self, hunted: Hunted) -> None:
        self.games += 1
        self.decisions += hunted.decisions
        for finding, line in hunted.found:
            known = self.smallest.get(finding.key)
            if known is None or line.size < known[1].size:
                self.smallest[finding.key] = finding, line

    @property
    def answered(self) -> Mapping[str, str]:
        """What was found that a rule settles, and the slug of that rule."""
        found = {finding.topic: finding.answer(self.game) for finding, _ in self.smallest.values()}
        return {topic: slug for topic, slug in sorted(found.items()) if slug}

    @property
    def open(self) -> list[tuple[Finding, Line]]:
        """What was found that no rule settles, the worst first; of too many the first few."""
        found = [each for each in self.smallest.values() if not each[0].answer(self.game)]
        if any(finding.kind == FORCED for finding, _ in found):
            found = [each for each in found if each[0].kind != LOOP]
        return sorted(found, key=lambda each: each[0].key)[:GAPS]

    def gaps(self) -> Iterator[Gap]:
        """Each gap, shrunk."""
        for finding, line in self.open:
            small = Shrinker(finding).smallest(line)
            yield Gap(_said(finding, small), small)


def _said(finding: Finding, line: Line) -> Finding:
    """The finding in the words that fit the smaller game."""
    path = Path(line.trial, line.seed, [finding.kind])
    for text in line.moves:
        legal = {str(move): move for move in path.state.legal_moves()}
        if path.over or text not in legal:
            break
        path.make(legal[text])
    return next((each for each in path.found if each.key == finding.key), finding)


def hunt_one(game: Game[Any], seed: int) -> Hunted:
    """One game with a set-up at random, in which every seat looks for trouble in a way of its own.

    In every other game all seats do it in the same way.
    """
    rng = Rng(seed, stream=99)
    trial = rng.pick(trials(game))
    kinds = [rng.pick(ADVERSARIES) for _ in range(trial.players)]
    if seed % 2:
        kinds = [ADVERSARIES[seed // 2 % len(ADVERSARIES)]] * trial.players
    path, memory = Path(trial, seed), Memory(game.time_fields)
    turn_back = rng.below(DECISIONS // 4) if seed % LOOPS == 0 else -1
    found = {finding.key: (finding, path.line) for finding in path.found}
    while not path.over and len(path.moves) < DECISIONS:
        if len(path.moves) == turn_back:
            for move in way_back(path.state, game.time_fields):
                for finding in path.make(move, thorough=False):
                    found.setdefault(finding.key, (finding, path.line))
            break
        seat = path.state.to_act
        assert seat is not None
        try:
            move = kinds[seat](path.state, memory, rng)
        except Exception:  # whatever looks ahead meets it again when the move is made
            move = rng.pick(path.state.legal_moves())
        memory.note(move)
        for finding in path.make(move, thorough=len(path.moves) % THOROUGH == 0):
            found.setdefault(finding.key, (finding, path.line))
    return Hunted(len(path.moves), tuple(found.values()))
