"""Turns a game in which something goes wrong into the smallest one in which the same goes wrong.

First the set-up: fewer players, usual options, a small seed; then the moves, of which as many as
possible are left out; last a search from the beginning, which finds the shortest of all games as
long as those are not too many.  How much of this is done is limited by the moves made, not by the
clock, so that the same game always becomes the same smaller one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.rng import Rng
from generator.engine.testing.laws import Trial, trials
from generator.lab.fuzz.finding import Finding, Line
from generator.lab.fuzz.monitored_game import Path, has, replay, situation

EFFORT = 80_000
"""How many moves are made to make one game smaller."""
HUNTS = 12
"""How many games at random are tried with a simpler set-up."""
SEEDS = 3
"""The shortest game is searched for with so many seeds."""


class Shrinker:
    """Makes a game smaller in which something is found."""

    def __init__(self, finding: Finding, effort: int = EFFORT) -> None:
        self.wanted = finding.key
        self.kind = finding.kind
        self.effort = effort
        """How many moves may still be made."""

    def path(self, trial: Trial, seed: int) -> Path:
        return Path(trial, seed, [self.kind])

    def attempt(self, trial: Trial, seed: int, texts: Sequence[str], most: int) -> Line | None:
        """The moves that were made until it was found; None if it was not, or takes more moves."""
        path = self.path(trial, seed)
        for found in replay(path, texts, self.wanted, most):
            self.effort -= 1
            if found:
                return path.line
        return None

    def smallest(self, line: Line) -> Line:
        """The smallest game that could be found."""
        line = self.attempt(line.trial, line.seed, line.moves, len(line.moves)) or line
        for share, step in ((0.3, self.simpler), (0.7, self.fewer), (1.0, self.search)):
            whole, self.effort = self.effort, int(self.effort * share)
            kept = whole - self.effort
            line = step(line)
            self.effort = max(0, self.effort) + kept
        return line

    def simpler(self, line: Line) -> Line:
        """The same with fewer players, usual options and a smaller seed, if that can be found."""
        for trial, seed in simpler_set_ups(line):
            if self.effort <= 0:
                break
            length = len(line.moves)
            found = self.attempt(trial, seed, line.moves, length) or self.hunt(trial, length)
            if found:
                return found
        return line

    def hunt(self, trial: Trial, length: int) -> Line | None:
        """The shortest of some games at random, of about this length, in which it is found."""
        best: Line | None = None
        for seed in range(1, HUNTS + 1):
            path, rng = self.path(trial, seed), Rng(seed, stream=98)
            most = len(best.moves) - 1 if best else 2 * length + 10
            found = has(path.found, self.wanted)
            while not found and not path.over and len(path.moves) < most and self.effort > 0:
                self.effort -= 1
                found = has(path.make(rng.pick(path.state.legal_moves())), self.wanted)
            if found:
                best = path.line
        return best

    def fewer(self, line: Line) -> Line:
        """The same with as many moves left out as can be, a half at first and one by one at last."""
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

    def search(self, line: Line) -> Line:
        """A shorter game, if one comes up among all that begin with few moves."""
        for seed in dict.fromkeys([line.seed, *range(1, SEEDS + 1)]):
            whole, self.effort = self.effort, self.effort // 2
            found = self.shortest(line.trial, seed, len(line.moves))
            self.effort += whole - whole // 2
            if found and found.size < line.size:
                line = found
        return line

    def shortest(self, trial: Trial, seed: int, most: int) -> Line | None:
        """The shortest game with this seed, found level by level; None if it takes too long."""
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
                    self.effort -= 1
                    after = path.fork()
                    if has(after.make(move), self.wanted):
                        return after.line
                    if after.over:
                        continue
                    here = (situation(after.state, ()), after.state.rng.state)
                    if here not in seen:
                        seen.add(here)
                        deeper.append(after)
            level = deeper
        return None


def simpler_set_ups(line: Line) -> Iterator[tuple[Trial, int]]:
    """Ways to set up a game that are simpler than this line's, the simplest first."""
    own = (line.trial.players, len(line.unusual), line.seed)
    usual = trials(line.trial.game)
    ways = [
        ((trial.players, len(Line(trial, seed, ()).unusual), seed), trial, seed)
        for trial in usual
        for seed in dict.fromkeys([1, line.seed])
        if all(name in line.unusual for name in Line(trial, seed, ()).unusual)
    ]
    for size, trial, seed in sorted(ways, key=lambda way: way[0]):
        if size < own and size[0] <= own[0]:
            yield trial, seed
