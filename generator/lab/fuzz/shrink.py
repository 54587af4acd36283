"""Shrinking: finds the smallest game with the same finding.

First the set-up is simplified: fewer players, default options, a small seed; then as many moves as
possible are removed; last, a search from the start looks for the shortest game of all.  The effort
is limited by the number of moves and their work, not by time, so the result is deterministic.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.rng import Rng
from generator.engine.testing.laws import Trial, trials
from generator.lab.fuzz.finding import Finding, LineOfPlay
from generator.lab.fuzz.monitored_game import MonitoredGame, includes, position_key, replay

EFFORT = 40_000
"""Most moves made to shrink all games together."""
WORK = 50
"""Steps (`Game.work`) that count as one move."""
RANDOM_GAMES = 12
"""Random games that are tried with a simpler set-up."""
SEEDS = 3
"""Seeds with which the shortest game is searched for, besides the game's own."""


class Shrinker:
    """Shrinker: makes a game smaller while keeping its finding."""

    def __init__(self, finding: Finding, effort: int = EFFORT) -> None:
        self.key = finding.key
        self.kind = finding.kind
        self.effort = effort
        """Moves that may still be made."""
        self.used = 0
        """Moves made so far, slow ones counted as several."""
        self._work = 0

    def start(self, trial: Trial, seed: int) -> MonitoredGame:
        return MonitoredGame(trial, seed, [self.kind])

    def charge(self, monitored: MonitoredGame) -> None:
        """Deduct a move from the effort."""
        work = monitored.trial.game.work
        moves = 1 + (work - self._work) // WORK
        self.effort, self.used, self._work = self.effort - moves, self.used + moves, work

    def attempt(
        self, trial: Trial, seed: int, texts: Sequence[str], most: int
    ) -> LineOfPlay | None:
        """Replay moves up to the finding; None if it does not occur within `most` moves."""
        monitored = self.start(trial, seed)
        for found in replay(monitored, texts, self.key, most):
            self.charge(monitored)
            if found:
                return monitored.line
        return None

    def smallest(self, line: LineOfPlay) -> LineOfPlay:
        """Return the smallest game found, or the game itself if no effort is left."""
        if self.effort <= 0:
            return line
        self._work = line.trial.game.work
        line = self.attempt(line.trial, line.seed, line.moves, len(line.moves)) or line
        for share, step in (
            (0.3, self.simplify_setup),
            (0.7, self.remove_moves),
            (1.0, self.search),
        ):
            whole, self.effort = self.effort, int(self.effort * share)
            kept = whole - self.effort
            line = step(line)
            self.effort = max(0, self.effort) + kept
        return line

    def simplify_setup(self, line: LineOfPlay) -> LineOfPlay:
        """Simplify the set-up: fewer players, default options and a smaller seed, if possible."""
        for trial, seed in simpler_setups(line):
            if self.effort <= 0:
                break
            length = len(line.moves)
            found = self.attempt(trial, seed, line.moves, length) or self.search_random_games(
                trial, length
            )
            if found:
                return found
        return line

    def search_random_games(self, trial: Trial, length: int) -> LineOfPlay | None:
        """Play random games of at most about twice this length; return the shortest with the finding."""
        best: LineOfPlay | None = None
        for seed in range(1, RANDOM_GAMES + 1):
            monitored, rng = self.start(trial, seed), Rng(seed, stream=98)
            most = len(best.moves) - 1 if best else 2 * length + 10
            found = includes(monitored.found, self.key)
            while (
                not found and not monitored.over and len(monitored.moves) < most and self.effort > 0
            ):
                self.charge(monitored)
                found = includes(monitored.make(rng.pick(monitored.state.legal_moves())), self.key)
            if found:
                best = monitored.line
        return best

    def remove_moves(self, line: LineOfPlay) -> LineOfPlay:
        """Remove as many moves as possible, in blocks of all moves at first, halved down to one."""
        size = len(line.moves)
        while size and self.effort > 0:
            start, shorter = 0, False
            while start < len(line.moves) and self.effort > 0:
                texts = line.moves[:start] + line.moves[start + size :]
                found = self.attempt(line.trial, line.seed, texts, len(line.moves) - 1)
                if found:
                    line, shorter = found, True
                else:
                    start += size
            if not shorter or size > 1:
                size //= 2
        return line

    def search(self, line: LineOfPlay) -> LineOfPlay:
        """Return a shorter game if breadth-first search finds one."""
        for seed in dict.fromkeys([line.seed, *range(1, SEEDS + 1)]):
            whole, self.effort = self.effort, self.effort // 2
            found = self.shortest(line.trial, seed, len(line.moves))
            self.effort += whole - whole // 2
            if found and found.size < line.size:
                line = found
        return line

    def shortest(self, trial: Trial, seed: int, most: int) -> LineOfPlay | None:
        """The shortest game with this seed, by breadth-first search; None if none is found in time."""
        begun = self.start(trial, seed)
        if includes(begun.found, self.key):
            return begun.line
        level, seen = [begun], set[tuple[str, int]]()
        for _ in range(most):
            deeper = []
            for monitored in level:
                if monitored.over:
                    continue
                for move in monitored.state.legal_moves():
                    if self.effort <= 0:
                        return None
                    self.charge(monitored)
                    after = monitored.fork()
                    if includes(after.make(move), self.key):
                        return after.line
                    if after.over:
                        continue
                    here = (position_key(after.state, ()), after.state.rng.state)
                    if here not in seen:
                        seen.add(here)
                        deeper.append(after)
            level = deeper
        return None


def simpler_setups(line: LineOfPlay) -> Iterator[tuple[Trial, int]]:
    """Yield simpler set-ups than that of this line, the simplest first."""
    current = (line.trial.players, len(line.changed_options), line.seed)
    all_trials = trials(line.trial.game)
    candidates = [
        ((trial.players, len(LineOfPlay(trial, seed, ()).changed_options), seed), trial, seed)
        for trial in all_trials
        for seed in dict.fromkeys([1, line.seed])
        if all(name in line.changed_options for name in LineOfPlay(trial, seed, ()).changed_options)
    ]
    for size, trial, seed in sorted(candidates, key=lambda candidate: candidate[0]):
        if size < current and size[0] <= current[0]:
            yield trial, seed
