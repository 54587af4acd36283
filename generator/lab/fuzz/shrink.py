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
from generator.lab.fuzz.monitored_game import MonitoredGame, has, position_key, replay

EFFORT = 40_000
"""Most moves made to shrink all games together."""
WORK = 50
"""Steps (`Game.work`) that count as one move."""
HUNTS = 12
"""Random games that are tried with a simpler set-up."""
SEEDS = 3
"""Seeds with which the shortest game is searched for, besides the game's own."""


class Shrinker:
    """Shrinker: makes a game smaller while keeping its finding."""

    def __init__(self, finding: Finding, effort: int = EFFORT) -> None:
        self.wanted = finding.key
        self.kind = finding.kind
        self.effort = effort
        """Moves that may still be made."""
        self.made = 0
        """Moves made so far, slow ones counted as several."""
        self._work = 0

    def path(self, trial: Trial, seed: int) -> MonitoredGame:
        return MonitoredGame(trial, seed, [self.kind])

    def count(self, path: MonitoredGame) -> None:
        """Deduct a move from the effort."""
        work = path.trial.game.work
        moves = 1 + (work - self._work) // WORK
        self.effort, self.made, self._work = self.effort - moves, self.made + moves, work

    def attempt(
        self, trial: Trial, seed: int, texts: Sequence[str], most: int
    ) -> LineOfPlay | None:
        """Replay moves up to the finding; None if it does not occur within `most` moves."""
        path = self.path(trial, seed)
        for found in replay(path, texts, self.wanted, most):
            self.count(path)
            if found:
                return path.line
        return None

    def smallest(self, line: LineOfPlay) -> LineOfPlay:
        """Return the smallest game found, or the game itself if no effort is left."""
        if self.effort <= 0:
            return line
        self._work = line.trial.game.work
        line = self.attempt(line.trial, line.seed, line.moves, len(line.moves)) or line
        for share, step in ((0.3, self.simpler), (0.7, self.fewer), (1.0, self.search)):
            whole, self.effort = self.effort, int(self.effort * share)
            kept = whole - self.effort
            line = step(line)
            self.effort = max(0, self.effort) + kept
        return line

    def simpler(self, line: LineOfPlay) -> LineOfPlay:
        """Simplify the set-up: fewer players, default options and a smaller seed, if possible."""
        for trial, seed in simpler_set_ups(line):
            if self.effort <= 0:
                break
            length = len(line.moves)
            found = self.attempt(trial, seed, line.moves, length) or self.hunt(trial, length)
            if found:
                return found
        return line

    def hunt(self, trial: Trial, length: int) -> LineOfPlay | None:
        """Play random games of at most about twice this length; return the shortest with the finding."""
        best: LineOfPlay | None = None
        for seed in range(1, HUNTS + 1):
            path, rng = self.path(trial, seed), Rng(seed, stream=98)
            most = len(best.moves) - 1 if best else 2 * length + 10
            found = has(path.found, self.wanted)
            while not found and not path.over and len(path.moves) < most and self.effort > 0:
                self.count(path)
                found = has(path.make(rng.pick(path.state.legal_moves())), self.wanted)
            if found:
                best = path.line
        return best

    def fewer(self, line: LineOfPlay) -> LineOfPlay:
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
        begun = self.path(trial, seed)
        if has(begun.found, self.wanted):
            return begun.line
        level, seen = [begun], set[tuple[str, int]]()
        for _ in range(most):
            deeper = []
            for path in level:
                if path.over:
                    continue
                for move in path.state.legal_moves():
                    if self.effort <= 0:
                        return None
                    self.count(path)
                    after = path.fork()
                    if has(after.make(move), self.wanted):
                        return after.line
                    if after.over:
                        continue
                    here = (position_key(after.state, ()), after.state.rng.state)
                    if here not in seen:
                        seen.add(here)
                        deeper.append(after)
            level = deeper
        return None


def simpler_set_ups(line: LineOfPlay) -> Iterator[tuple[Trial, int]]:
    """Yield simpler set-ups than that of this line, the simplest first."""
    own = (line.trial.players, len(line.unusual), line.seed)
    usual = trials(line.trial.game)
    ways = [
        ((trial.players, len(LineOfPlay(trial, seed, ()).unusual), seed), trial, seed)
        for trial in usual
        for seed in dict.fromkeys([1, line.seed])
        if all(name in line.unusual for name in LineOfPlay(trial, seed, ()).unusual)
    ]
    for size, trial, seed in sorted(ways, key=lambda way: way[0]):
        if size < own and size[0] <= own[0]:
            yield trial, seed
