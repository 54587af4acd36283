"""Training of a heuristic: finds weights with which the bot `search` wins more.

In each round the bot plays with the present weights and an occasional random move, so that all kinds
of positions occur.  The estimate of a position is a seat's chance to win, and the weights are fitted
to the actual winners: a logistic regression on the logarithms of the weights, with the estimate
linearized at the present ones.  So a weight keeps its sign, and one that hardly affects the games
hardly changes.  This takes far fewer games than playing with many weights to see which win.

Picks before play, such as a team, are trained first, from games with random picks: each such move
gets a weight, named by the text of the move.

The result is compared with the weights kept before in games with other seeds.  In competitive games
each side plays both seats; in cooperative and solitaire games each plays by itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, inf, nan
from statistics import fmean
from typing import Any

import yaml

from generator.base.errors import KitError, did_you_mean
from generator.engine.bots import Bot, Observation, choose_move
from generator.engine.bots.search import Search
from generator.engine.events import JsonValue
from generator.engine.game import Game, State
from generator.engine.outcome import Weights
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.engine.simulation.run import Plan
from generator.engine.simulation.workers import in_order, local
from generator.engine.statistics.measures import mean_range
from generator.lab.fitting import (
    DERIVATIVE_STEP,
    Sample,
    SeatPicks,
    fit_picks,
    fit_weights,
    log_odds,
)

RANDOM_MOVE_EVERY = 12
"""One in this many moves is random."""
SAMPLE_EVERY = 3
"""One in this many positions becomes a sample: positions of one game are much alike."""


@dataclass(frozen=True)
class Match:
    """The games that are played for training, and how they are scored."""

    game: Game[Any]
    players: int
    options: Mapping[str, object]
    budget: int = 100
    """Moves that the bots try for each decision."""
    measure: str = ""
    """The measure of the game to raise; empty for the share of games won."""

    @property
    def cooperative(self) -> bool:
        return self.game.cooperative or self.players == 1

    @property
    def score_name(self) -> str:
        """The name of the score."""
        return self.measure or "Share of the games won"

    def words(self) -> str:
        """The conditions of play."""
        bots = (f"search:{self.budget}",)
        return ", ".join(Plan(self.game, bots, self.players, self.options).words())

    def bot(self, weights: Weights) -> Bot:
        """The bot `search` with these weights."""
        return Search(self.budget, weights=weights)

    def samples(self, weights: Weights, seed: int) -> list[Sample]:
        """Play a game with these weights, and return samples of its positions."""
        bot, exploration_rng = self.bot(weights), Rng(seed, stream=-1)
        nudged = [
            {**weights, name: weight * exp(DERIVATIVE_STEP)}
            for name, weight in _trainable(weights, self.game.weights)
        ]

        def explore(observation: Observation, rng: Rng) -> Any:
            if exploration_rng.below(RANDOM_MOVE_EVERY):
                return bot(observation, rng)
            return rng.pick(observation.legal_moves())

        found: list[tuple[int, float, tuple[float, ...]]] = []
        for step in play(self.game, [explore], seed, self.players, self.options):
            state, seat = step.state, step.state.to_act
            if seat is not None and not exploration_rng.below(SAMPLE_EVERY):
                odds = tuple(log_odds(state.judge(each)[seat]) for each in (weights, *nudged))
                found.append((seat, self._measured(state), odds))
        end = step.state
        if self.measure:
            last = self._measured(end)
            return [Sample(last - before, odds) for _, before, odds in found]
        assert end.outcome
        return [Sample(float(end.outcome.worth[seat]), odds) for seat, _, odds in found]

    def picks(self, weights: Weights, seed: int) -> list[SeatPicks]:
        """Play a game with random picks; return the picks and the result of each seat."""
        bot, rng = self.bot(weights), Rng(seed, stream=-1)
        state, _ = self.game.start(seed, self.players, self.options)
        moves: list[list[str]] = [[] for _ in range(self.players)]
        while (seat := state.to_act) is not None:
            if state.pending[-1].name in self.game.picks:
                move = rng.pick(state.legal_moves())
                moves[seat].append(str(move))
            else:
                move = choose_move(bot, state, rng)
            state.apply(move)
        return [SeatPicks(self._score(state, [seat]), own) for seat, own in enumerate(moves)]

    def score(self, weights: Weights, rivals: Weights, seed: int) -> float:
        """The score of one seed; the mean of two games if it is played against rival weights."""
        own, rival = self.bot(weights), self.bot(rivals)
        if self.cooperative:
            return self._score(self._end([own], seed), [0])
        ends = self._end([own, rival], seed), self._end([rival, own], seed)
        seats = range(self.players)
        return (self._score(ends[0], seats[::2]) + self._score(ends[1], seats[1::2])) / 2

    def _end(self, bots: Sequence[Bot], seed: int) -> State[Any]:
        *_, last = play(self.game, bots, seed, self.players, self.options)
        return last.state

    def _score(self, end: State[Any], seats: Sequence[int]) -> float:
        if self.measure:
            return self._measured(end)
        assert end.outcome
        return fmean(end.outcome.worth[seat] for seat in seats)

    def _measured(self, state: State[Any]) -> float:
        """The present value of the measure to raise; 0 if there is none."""
        if not self.measure:
            return 0.0
        figures = state.metrics()
        if self.measure not in figures:
            hint = f"it has {', '.join(figures)}" if figures else "leave out --measure"
            message = f'the game has no figure "{self.measure}"'
            raise KitError(message, hint=hint, check="option-value")
        return figures[self.measure]


def read_weights(words: Sequence[str], known: Weights) -> Weights:
    """Parse `["near=1.5"]` to {"near": 1.5}.  Raises KitError for an unknown weight or no number."""
    weights = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in known:
            message = f'the game has no weight "{name}"'
            hint = did_you_mean(name, known) or "write NAME=NUMBER"
            raise KitError(message, hint=hint, check="option-value")
        try:
            weights[name] = float(value)
        except ValueError:
            weights[name] = nan
        if not 0 <= weights[name] < inf:
            message = f'the weight "{name}" must be a number, 0 or more, not "{value}"'
            raise KitError(message, hint=f"write {name}={known[name]:g}", check="option-value")
    return weights


def play_samples(job: tuple[Match, Weights], seed: int) -> list[Sample]:
    """Play a game for samples of its positions."""
    match, weights = job
    return match.samples(weights, seed)


def play_picks(job: tuple[Match, Weights], seed: int) -> list[SeatPicks]:
    """Play a game for its picks."""
    match, weights = job
    return match.picks(weights, seed)


def play_proof(job: tuple[Match, Weights, Weights], seed: int) -> float:
    """Play one seed with the first weights against the others."""
    match, weights, rivals = job
    return match.score(weights, rivals, seed)


@dataclass(frozen=True)
class Progress:
    """The state of training after a round."""

    weights: Weights
    loss: float
    """Mean logarithmic loss of the estimates by the weights before the round."""


@dataclass(frozen=True)
class Training:
    """A search for weights."""

    match: Match
    seed: int = 1
    rounds: int = 5
    games: int = 80
    """Games in a round."""
    proof: int = 100
    """Other seeds that are played to verify the result."""
    jobs: int = 1
    initial: Weights = field(default_factory=dict)
    """Weights to begin with instead of the kept ones."""
    picks: int = 0
    """Games that are played first to train the weights of picks."""

    def __post_init__(self) -> None:
        if not self.match.game.weights:
            message = f"{self.match.game.name} has no weights to train"
            hint = "a game written in Python can state them: grimoire reference play"
            raise KitError(message, hint=hint, check="option-value")
        if self.picks and not self.match.game.picks:
            message = f"nothing is picked before {self.match.game.name} begins"
            raise KitError(message, hint="leave out --picks", check="option-value")

    @property
    def start(self) -> Weights:
        """The weights to begin with."""
        return {**self.match.game.trained, **self.initial}

    def train_picks(self, weights: Weights) -> Weights:
        """Train the weight of each pick, in games played with these weights."""
        first = self.seed + 1
        games = local(self.jobs).batches(
            play_picks, [(self.match, weights)], [range(first, first + self.picks)]
        )
        return fit_picks(
            [game for batch in in_order(games) for game in batch.results],
            ranked=bool(self.match.measure),
        )

    def run(self, start: Weights) -> Iterator[Progress]:
        """Train from these weights, leaving those of 0 alone; yield after every round."""
        weights = start
        for number in range(self.rounds):
            first = self.seed + 1 + self.picks + number * self.games
            job = self.match, weights
            games = local(self.jobs).batches(
                play_samples, [job], [range(first, first + self.games)]
            )
            samples = [
                sample for batch in in_order(games) for game in batch.results for sample in game
            ]
            moves, loss = fit_weights(samples, ranked=bool(self.match.measure))
            names = [name for name, _ in _trainable(weights, self.match.game.weights)]
            changed = {
                name: weights[name] * exp(move) for name, move in zip(names, moves, strict=True)
            }
            weights = {**weights, **changed}
            yield Progress(weights, loss)

    def prove(self, weights: Weights) -> TrainingResult:
        """Compare weights with those kept before, in games with seeds that no round used."""
        first = self.seed + 1 + self.picks + self.rounds * self.games
        kept = self.match.game.trained
        jobs = [(self.match, weights, kept), (self.match, kept, kept)]
        seeds = [range(first, first + self.proof)] * len(jobs)
        scores: list[list[float]] = [[] for _ in jobs]
        for batch in in_order(local(self.jobs).batches(play_proof, jobs, seeds)):
            scores[batch.batch.plan] += batch.results
        after, before = scores
        low, high = mean_range([one - other for one, other in zip(after, before, strict=True)])
        return TrainingResult(self, weights, fmean(before), fmean(after), low, high)


def _trainable(weights: Weights, known: Weights) -> list[tuple[str, float]]:
    """The weights that rounds of training change: all but those of 0 and those of picks."""
    return [(name, weight) for name, weight in weights.items() if weight and name in known]


@dataclass(frozen=True)
class TrainingResult:
    """The weights found, and their scores in games with other seeds."""

    training: Training
    weights: Weights
    before: float
    """Mean score with the weights kept before."""
    after: float
    """Mean score with the weights found."""
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
        proof = 2 * training.proof * (1 if match.cooperative else 2)
        weights = {name: round(weight, 4) for name, weight in self.weights.items()}
        picks: dict[str, JsonValue] = {
            name: weights.pop(name) for name in self.weights if name not in match.game.weights
        }
        return {
            **{"players": match.players, "options": options},
            **{
                "seed": training.seed,
                "games": training.picks + training.rounds * training.games + proof,
                "budget": match.budget,
            },
            **({"measure": match.measure} if match.measure else {}),
            **({"given": dict(training.initial)} if training.initial else {}),
            **{"before": round(self.before, 4), "after": round(self.after, 4)},
            "interval": [round(self.low, 4), round(self.high, 4)],
            "weights": {**weights},
            **({"picks": picks} if picks else {}),
        }

    def file_text(self) -> str:
        """The file of trained weights."""
        head = "# Found by `grimoire train`; `search` and `mcts` judge by these weights.\n"
        text = yaml.safe_dump(self.as_data(), sort_keys=False, allow_unicode=True)
        return f"{head}{text}"
