"""Training of a heuristic: weights by which the bot `search` wins more.

The search is the cross-entropy method (Rubinstein, 1999): draw weights around the present ones, play
games with each, and go on around the mean of the best.  A weight keeps its sign, since it is drawn by its
logarithm.  All that are drawn in a round play the same seeds.  Against each other they meet the author's
weights from either seat; together, or alone, each plays by itself.  What is found in the end is compared
with the author's weights in games of other seeds, as the best of many is better by luck, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log
from statistics import NormalDist, fmean, pstdev
from typing import Any

import yaml

from generator.base.errors import KitError
from generator.engine.bots import Bot
from generator.engine.bots.search import Search
from generator.engine.events import JsonValue
from generator.engine.game import Game, State
from generator.engine.outcome import Weights
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.engine.simulation.run import Plan
from generator.engine.simulation.workers import in_order, local
from generator.engine.statistics.measures import mean_range

SPREAD = 0.35
"""The standard deviation of the logarithms of the first weights that are drawn."""
ELITE = 4
"""One of this many of those drawn is among the best."""
KEPT = 0.5
"""The share of mean and deviation that is kept from the round before."""
NORMAL = NormalDist()


@dataclass(frozen=True)
class Match:
    """What games are played for training, and what is counted of them."""

    game: Game[Any]
    players: int
    options: Mapping[str, object]
    budget: int = 100
    """How many moves the bots try for each decision."""
    measure: str = ""
    """The figure of the game to raise; empty: the share of games won."""

    @property
    def together(self) -> bool:
        return self.game.cooperative or self.players == 1

    @property
    def counted(self) -> str:
        """What the scores are."""
        return self.measure or "Share of the games won"

    def words(self) -> str:
        """The conditions of play."""
        bots = (f"search:{self.budget}",)
        return ", ".join(Plan(self.game, bots, self.players, self.options).words())

    def bot(self, weights: Weights) -> Bot:
        """The bot that judges by these weights."""
        return Search(self.budget, weights=weights)

    def score(self, weights: Weights, seed: int) -> float:
        """What one seed brings: of two games against the author's weights the mean."""
        own = self.bot(weights)
        if self.together:
            return self._scored(self._end([own], seed), [0])
        rival = self.bot(self.game.weights)
        ends = self._end([own, rival], seed), self._end([rival, own], seed)
        seats = range(self.players)
        return (self._scored(ends[0], seats[::2]) + self._scored(ends[1], seats[1::2])) / 2

    def _end(self, bots: Sequence[Bot], seed: int) -> State[Any]:
        *_, last = play(self.game, bots, seed, self.players, self.options)
        return last.state

    def _scored(self, end: State[Any], seats: Sequence[int]) -> float:
        if not self.measure:
            assert end.outcome
            return fmean(end.outcome.worth[seat] for seat in seats)
        figures = end.metrics()
        if self.measure not in figures:
            hint = f"it has {', '.join(figures)}" if figures else "leave out --measure"
            message = f'the game has no figure "{self.measure}"'
            raise KitError(message, hint=hint, check="option-value")
        return figures[self.measure]


Job = tuple[Match, Weights]


def play_job(job: Job, seed: int) -> float:
    """Play one seed of a job."""
    match, weights = job
    return match.score(weights, seed)


@dataclass(frozen=True)
class Progress:
    """Where training stands after a round."""

    weights: Weights
    best: float
    """The mean score of the best that were drawn in the round."""


@dataclass(frozen=True)
class Training:
    """A search for weights."""

    match: Match
    seed: int = 1
    rounds: int = 6
    drawn: int = 24
    """How many weights are drawn in a round."""
    seeds: int = 20
    """How many seeds each of them plays."""
    proof: int = 100
    """How many other seeds are played to prove what is found."""
    jobs: int = 1

    def __post_init__(self) -> None:
        if not self.match.game.weights:
            message = f"{self.match.game.name} has no weights to train"
            hint = "a game written in Python can state them: grimoire reference play"
            raise KitError(message, hint=hint, check="option-value")

    def run(self, start: Weights) -> Iterator[Progress]:
        """Train from these weights on, all with 0 left alone; yield after every round."""
        names = [name for name, weight in start.items() if weight]
        sign = {name: 1 if start[name] > 0 else -1 for name in names}
        middle = [log(abs(start[name])) for name in names]
        spread = [SPREAD] * len(names)
        rng = Rng(self.seed)

        def at_point(logs: Sequence[float]) -> Weights:
            sizes = zip(names, logs, strict=True)
            return {**start, **{name: sign[name] * exp(size) for name, size in sizes}}

        for number in range(self.rounds):
            points = [
                [
                    mid + wide * NORMAL.inv_cdf(_unit(rng))
                    for mid, wide in zip(middle, spread, strict=True)
                ]
                for _ in range(self.drawn - 1)
            ] + [middle]
            found = [at_point(point) for point in points]
            scores = self.scores(found, self.seed + 1 + number * self.seeds, self.seeds)
            order = sorted(range(self.drawn), key=lambda at: (-fmean(scores[at]), at))
            elite = [points[at] for at in order[: max(2, self.drawn // ELITE)]]
            columns = [*zip(*elite, strict=True)]
            middle = [
                KEPT * old + (1 - KEPT) * fmean(each)
                for old, each in zip(middle, columns, strict=True)
            ]
            spread = [
                KEPT * old + (1 - KEPT) * pstdev(each)
                for old, each in zip(spread, columns, strict=True)
            ]
            best = fmean(fmean(scores[at]) for at in order[: len(elite)])
            yield Progress(at_point(middle), best)

    def scores(self, candidates: Sequence[Weights], first: int, seeds: int) -> list[list[float]]:
        """The scores of each candidate, seed by seed.  Raises KitError."""
        jobs: list[Job] = [(self.match, weights) for weights in candidates]
        found: list[list[float]] = [[] for _ in jobs]
        ranges = [range(first, first + seeds)] * len(jobs)
        for batch in in_order(local(self.jobs).batches(play_job, jobs, ranges)):
            found[batch.batch.plan] += batch.results
        return found

    def prove(self, weights: Weights) -> Result:
        """Compare weights with the author's, in games with seeds that no round has played."""
        first = self.seed + 1 + self.rounds * self.seeds
        after, before = self.scores([weights, self.match.game.weights], first, self.proof)
        low, high = mean_range([one - other for one, other in zip(after, before, strict=True)])
        return Result(self, weights, fmean(before), fmean(after), low, high)


@dataclass(frozen=True)
class Result:
    """The weights that were found, and how they do in games of other seeds."""

    training: Training
    weights: Weights
    before: float
    """The mean score by the author's weights,"""
    after: float
    """and by these."""
    low: float
    high: float
    """The 95 % interval of the difference."""

    @property
    def better(self) -> bool:
        """Whether the whole interval of the difference is above 0."""
        return self.low > 0

    def as_data(self) -> dict[str, JsonValue]:
        """The content of a file of trained weights."""
        training, match = self.training, self.training.match
        each = 1 if match.together else 2
        options: JsonValue = {**match.game.read_options(match.options)} if match.options else {}
        games = training.rounds * training.drawn * training.seeds + 2 * training.proof
        return {
            **{"players": match.players, "options": options},
            **{"seed": training.seed, "games": games * each, "budget": match.budget},
            **({"measure": match.measure} if match.measure else {}),
            **{"before": round(self.before, 4), "after": round(self.after, 4)},
            "interval": [round(self.low, 4), round(self.high, 4)],
            "weights": {name: round(weight, 4) for name, weight in self.weights.items()},
        }

    def file_text(self) -> str:
        """The file of trained weights."""
        head = "# Found by `grimoire train`; the bot `search` judges positions by these weights.\n"
        text = yaml.safe_dump(self.as_data(), sort_keys=False, allow_unicode=True)
        return f"{head}{text}"


def _unit(rng: Rng) -> float:
    """A random number between 0 and 1, neither included."""
    return (rng.below(1 << 53) + 0.5) / (1 << 53)
