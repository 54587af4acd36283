"""Training of a heuristic: weights by which the bot `search` wins more.

What is learnt from is how games end.  In each round the bot plays with the present weights, with a move
at random now and then, so that all kinds of positions occur.  The estimate of every position is one
seat's chance to win, and the weights are moved to where these chances fit best to who did win: a logistic
regression on the logarithms of the weights, with the estimate taken as linear near the present ones.  So a
weight keeps its sign, and one that the games say little about stays where it is.  This takes far fewer
games than to play with many weights and to see which wins.

What is found in the end is compared with the weights kept before in games of other seeds.  Against each
other either plays either seat; together, or alone, each plays by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, inf, nan
from statistics import fmean
from typing import Any, NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray

from generator.base.errors import KitError, did_you_mean
from generator.engine.bots import Bot, Observation
from generator.engine.bots.search import Search
from generator.engine.events import JsonValue
from generator.engine.game import Game, State
from generator.engine.outcome import Weights
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.engine.simulation.run import Plan
from generator.engine.simulation.workers import in_order, local
from generator.engine.statistics.measures import mean_range

ODD = 12
"""One of this many moves is made at random."""
LOOKED_AT = 3
"""One of this many positions is learnt from: those of one game are much alike."""
NUDGE = 0.05
"""By how much the logarithm of a weight is changed to see what depends on it."""
STEP = 0.7
"""The most by which the logarithm of a weight is changed in a round."""
TRUST = 40.0
"""How firmly a weight stays where it is: as if by this many positions that depend on it alone."""
SURE = 0.001
"""No chance is taken to be nearer to 0 or 1 than this."""

Array = NDArray[np.float64]


class Lesson(NamedTuple):
    """What can be learnt from one position."""

    brought: float
    """What the game brought to the seat that decides; of a figure to raise, from there on."""
    odds: tuple[float, ...]
    """The logarithm of its odds by the present weights, and with each of them changed."""


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

    def lessons(self, weights: Weights, seed: int) -> list[Lesson]:
        """Play a game with these weights, and learn from it."""
        bot, chance = self.bot(weights), Rng(seed, stream=-1)
        nudged = [{**weights, name: weight * exp(NUDGE)} for name, weight in _moved(weights)]

        def odd(observation: Observation, rng: Rng) -> Any:
            if chance.below(ODD):
                return bot(observation, rng)
            return rng.pick(observation.legal_moves())

        found: list[tuple[int, float, tuple[float, ...]]] = []
        for step in play(self.game, [odd], seed, self.players, self.options):
            state, seat = step.state, step.state.to_act
            if seat is not None and not chance.below(LOOKED_AT):
                odds = tuple(_odds(state.judge(each)[seat]) for each in (weights, *nudged))
                found.append((seat, self._figure(state), odds))
        end = step.state
        if self.measure:
            last = self._figure(end)
            return [Lesson(last - before, odds) for _, before, odds in found]
        assert end.outcome
        return [Lesson(float(end.outcome.worth[seat]), odds) for seat, _, odds in found]

    def score(self, weights: Weights, rivals: Weights, seed: int) -> float:
        """What one seed brings: of two games against other weights the mean."""
        own, rival = self.bot(weights), self.bot(rivals)
        if self.together:
            return self._scored(self._end([own], seed), [0])
        ends = self._end([own, rival], seed), self._end([rival, own], seed)
        seats = range(self.players)
        return (self._scored(ends[0], seats[::2]) + self._scored(ends[1], seats[1::2])) / 2

    def _end(self, bots: Sequence[Bot], seed: int) -> State[Any]:
        *_, last = play(self.game, bots, seed, self.players, self.options)
        return last.state

    def _scored(self, end: State[Any], seats: Sequence[int]) -> float:
        if self.measure:
            return self._figure(end)
        assert end.outcome
        return fmean(end.outcome.worth[seat] for seat in seats)

    def _figure(self, state: State[Any]) -> float:
        """The figure to raise as it is; 0 without any."""
        if not self.measure:
            return 0.0
        figures = state.metrics()
        if self.measure not in figures:
            hint = f"it has {', '.join(figures)}" if figures else "leave out --measure"
            message = f'the game has no figure "{self.measure}"'
            raise KitError(message, hint=hint, check="option-value")
        return figures[self.measure]


def given_weights(words: Sequence[str], known: Weights) -> Weights:
    """`["near=1.5"]` as {"near": 1.5}.  Raises KitError for what is not a weight or not a number."""
    given = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in known:
            message = f'the game has no weight "{name}"'
            hint = did_you_mean(name, known) or "write NAME=NUMBER"
            raise KitError(message, hint=hint, check="option-value")
        try:
            given[name] = float(value)
        except ValueError:
            given[name] = nan
        if not 0 <= given[name] < inf:
            message = f'the weight "{name}" must be a number, 0 or more, not "{value}"'
            raise KitError(message, hint=f"write {name}={known[name]:g}", check="option-value")
    return given


def play_lessons(job: tuple[Match, Weights], seed: int) -> list[Lesson]:
    """Play a game to learn from."""
    match, weights = job
    return match.lessons(weights, seed)


def play_proof(job: tuple[Match, Weights, Weights], seed: int) -> float:
    """Play one seed by the first weights, against the others."""
    match, weights, rivals = job
    return match.score(weights, rivals, seed)


@dataclass(frozen=True)
class Progress:
    """The state of training after a round."""

    weights: Weights
    loss: float
    """How far the estimates were from what came, by the weights before: the mean logarithmic loss."""


@dataclass(frozen=True)
class Training:
    """A search for weights."""

    match: Match
    seed: int = 1
    rounds: int = 5
    games: int = 80
    """How many games are played in a round."""
    proof: int = 100
    """How many other seeds are played to prove what is found."""
    jobs: int = 1
    given: Weights = field(default_factory=dict)
    """Weights to begin with instead of those that are kept."""

    def __post_init__(self) -> None:
        if not self.match.game.weights:
            message = f"{self.match.game.name} has no weights to train"
            hint = "a game written in Python can state them: grimoire reference play"
            raise KitError(message, hint=hint, check="option-value")

    @property
    def start(self) -> Weights:
        """The weights to begin with."""
        return {**self.match.game.trained, **self.given}

    def run(self, start: Weights) -> Iterator[Progress]:
        """Train from these weights on, all with 0 left alone; yield after every round."""
        weights = start
        for number in range(self.rounds):
            first = self.seed + 1 + number * self.games
            job = self.match, weights
            games = local(self.jobs).batches(
                play_lessons, [job], [range(first, first + self.games)]
            )
            lessons = [
                lesson for batch in in_order(games) for game in batch.results for lesson in game
            ]
            moves, loss = fitted(lessons, ranked=bool(self.match.measure))
            names = [name for name, _ in _moved(weights)]
            changed = {
                name: weights[name] * exp(move) for name, move in zip(names, moves, strict=True)
            }
            weights = {**weights, **changed}
            yield Progress(weights, loss)

    def prove(self, weights: Weights) -> TrainingResult:
        """Compare weights with those kept before, in games with seeds that no round has played."""
        first, kept = self.seed + 1 + self.rounds * self.games, self.match.game.trained
        jobs = [(self.match, weights, kept), (self.match, kept, kept)]
        seeds = [range(first, first + self.proof)] * len(jobs)
        scores: list[list[float]] = [[] for _ in jobs]
        for batch in in_order(local(self.jobs).batches(play_proof, jobs, seeds)):
            scores[batch.batch.plan] += batch.results
        after, before = scores
        low, high = mean_range([one - other for one, other in zip(after, before, strict=True)])
        return TrainingResult(self, weights, fmean(before), fmean(after), low, high)


def fitted(lessons: Sequence[Lesson], ranked: bool) -> tuple[list[float], float]:
    """By how much to change the logarithm of each weight, and the loss before.

    `ranked`: what came is a figure, of which only counts what share of all positions had less to come;
    then estimates are compared with each other alone, and may all be too high or too low.
    """
    brought = np.array([lesson.brought for lesson in lessons])
    if ranked:
        brought = np.array(
            [(np.mean(brought < one) + np.mean(brought <= one)) / 2 for one in brought]
        )
    odds = np.array([lesson.odds for lesson in lessons])
    slopes = (odds[:, 1:] - odds[:, :1]) / NUDGE
    known = np.full(slopes.shape[1], TRUST)
    if ranked:
        slopes = np.column_stack([slopes, np.ones(len(lessons))])
        known = np.append(known, SURE)
    moves = np.zeros(len(known))
    for _ in range(30):  # Newton's method, each step halved until it helps
        chance = _chance(odds[:, 0] + slopes @ moves)
        down = slopes.T @ (brought - chance) - known * moves
        bend = (slopes * (chance * (1 - chance))[:, None]).T @ slopes + np.diag(known)
        step, now = np.linalg.solve(bend, down), _cost(brought, chance, known, moves)
        while (
            _cost(brought, _chance(odds[:, 0] + slopes @ (moves + step)), known, moves + step) > now
        ):
            step /= 2
            if np.abs(step).max() < SURE:
                break
        moves = moves + step
        if np.abs(step).max() < SURE:
            break
    loss = _cost(brought, _chance(odds[:, 0]), known, 0 * moves) / len(lessons)
    count = odds.shape[1] - 1
    return [float(move) for move in np.clip(moves[:count], -STEP, STEP)], float(loss)


def _chance(odds: Array) -> Array:
    chance: Array = np.clip(1 / (1 + np.exp(-np.clip(odds, -30, 30))), SURE, 1 - SURE)
    return chance


def _cost(brought: Array, chance: Array, known: Array, moves: Array) -> float:
    """The logarithmic loss of all positions, and what it costs to move from where the weights are."""
    loss = -np.sum(brought * np.log(chance) + (1 - brought) * np.log(1 - chance))
    return float(loss + np.sum(known * moves**2) / 2)


def _odds(chance: float) -> float:
    """The logarithm of the odds of a chance."""
    chance = min(max(chance, SURE), 1 - SURE)
    return float(np.log(chance / (1 - chance)))


def _moved(weights: Weights) -> list[tuple[str, float]]:
    """The weights that training changes: those with 0 are left alone."""
    return [(name, weight) for name, weight in weights.items() if weight]


@dataclass(frozen=True)
class TrainingResult:
    """The weights that were found, and how they do in games of other seeds."""

    training: Training
    weights: Weights
    before: float
    """The mean score by the weights kept before,"""
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
        options: JsonValue = {**match.game.read_options(match.options)} if match.options else {}
        proof = 2 * training.proof * (1 if match.together else 2)
        return {
            **{"players": match.players, "options": options},
            **{
                "seed": training.seed,
                "games": training.rounds * training.games + proof,
                "budget": match.budget,
            },
            **({"measure": match.measure} if match.measure else {}),
            **({"given": dict(training.given)} if training.given else {}),
            **{"before": round(self.before, 4), "after": round(self.after, 4)},
            "interval": [round(self.low, 4), round(self.high, 4)],
            "weights": {name: round(weight, 4) for name, weight in self.weights.items()},
        }

    def file_text(self) -> str:
        """The file of trained weights."""
        head = "# Found by `grimoire train`; the bot `search` judges positions by these weights.\n"
        text = yaml.safe_dump(self.as_data(), sort_keys=False, allow_unicode=True)
        return f"{head}{text}"
