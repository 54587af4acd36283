"""Rating of bots: how much better one bot of a pair plays a game, with a 95 % interval.

In a competitive game the two bots alternate around the table, and every seed is played twice, once
with each of them in the first seat, so that neither luck nor the seat favours one.  In cooperative
and solitaire games each bot plays the same seeds by itself; there the other measures of the game are
compared as well, since a game that is almost always lost may still be lost sooner or later.

The games of one seed are not independent, so the unit of the interval is the seed (see
`engine.statistics.clustered`), not the game or the seat.

The value of hidden information, the order of decks included, is measured by a searching bot that
sees it, against the same bot playing fair.  Neither knows future random numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from statistics import fmean
from typing import Any, NamedTuple

from generator.base.errors import Fault, counted
from generator.engine.bots import NO_BOTS, Bot, Mcts, Search, bot_named
from generator.engine.bots.baselines import random
from generator.engine.events import JsonValue
from generator.engine.game import Game, State
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.engine.simulation.run import GameRecord, Plan, simulate_all
from generator.engine.statistics.clustered import Arm, Contrast, contrast, one_stratum
from generator.engine.statistics.measures import mean_range

SEARCHED_GAMES = 3
"""Random games that are searched for hidden information."""
SEARCHED_POSITIONS = 200
"""Most positions of each game that are searched."""
SHOWN_MEASURES = 2
"""Measures of a game shown in the text: the first ones."""
BOTS: Mapping[str, str] = {
    "random": "random: any legal move.",
    "greedy": "greedy: the move after which its position looks best.",
    "mcts": "mcts: tries moves out in games played on; mcts:200 does so 200 times for each move.",
    "search": "search: looks several of its own decisions ahead, using the game's weights or "
    "trained ones.",
    "mcts-open": "mcts-open: the same, but it sees all that is hidden.",
}
"""Descriptions of the kinds of bots, printed below a table that contains them."""


class BotPair(NamedTuple):
    """The names of two bots to compare."""

    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.one} over {self.other}"


def all_pairs(bots: Sequence[str]) -> list[BotPair]:
    """Pair each bot with every one named before it; the later one should be better."""
    return [BotPair(other, one) for one, other in combinations(dict.fromkeys(bots), 2)]


def budget_pairs(
    bots: Sequence[str], budgets: Sequence[int], own: Mapping[str, Bot] = NO_BOTS
) -> list[BotPair]:
    """Pair `mcts` with each budget with the last bot without search, and with the next lower budget.

    `own`: the bots of the game.
    """
    names = [f"mcts:{budget}" for budget in sorted({*budgets})]
    simple = [bot for bot in bots if not isinstance(bot_named(bot, own), Mcts | Search)]
    pairs = [BotPair(name, simple[-1]) for name in names if simple]
    return pairs + [BotPair(more, less) for less, more in pairwise(names)]


class MeasureComparison(NamedTuple):
    """The means of a measure with either bot, and the 95 % interval of the paired difference."""

    one: float
    other: float
    low: float
    high: float

    def __str__(self) -> str:
        gap = self.one - self.other
        return f"{self.one:.4g} against {self.other:.4g}, {gap:+.3g} ({self.low:+.3g} to {self.high:+.3g})"


def compare(values: Sequence[tuple[float, float]]) -> MeasureComparison:
    """Compare pairs of values, one pair per seed, by Student's interval; at least two are needed."""
    gaps = [one - other for one, other in values]
    one, other = (fmean(side) for side in zip(*values, strict=True))
    return MeasureComparison(one, other, *mean_range(gaps))


@dataclass(frozen=True)
class PairResult:
    """The result of comparing two bots."""

    pair: BotPair
    cooperative: bool
    seeds: int
    result: Contrast
    """The win rates of the two bots' seats, and their difference."""
    measures: Mapping[str, MeasureComparison]
    """Comparisons of the game's measures, by name."""

    @property
    def share(self) -> tuple[float, float, float]:
        """The first bot's share of both bots' wins, with its interval; 0.5 is even."""
        one, other, gap = self.result.having.rate, self.result.lacking.rate, self.result.difference
        both = one + other
        if gap is None or not both:
            return 0.5, 0.0, 1.0
        low, high = (0.5 + 0.5 * bound / both for bound in (gap.low, gap.high))
        return one / both, max(0.0, low), min(1.0, high)

    @property
    def better(self) -> bool:
        """Whether the first bot is better: its whole interval is above 0."""
        return self.result.difference is not None and self.result.difference.low > 0

    def lines(self, width: int = 0) -> Iterator[str]:
        """Yield the result as lines of text, the bots' names padded to `width` characters."""
        _, having, lacking, gap, _ = self.result
        label = f"{f'{self.pair}:':{width + 1}}"
        if gap is None:
            yield f"{label} no game was finished"
        elif self.cooperative:
            yield (
                f"{label} {having.rate:6.1%} of the games won against {lacking.rate:.1%}, "
                f"{' '.join(str(gap).split())} points  {self._verdict}"
            )
            for name, measure in [*self.measures.items()][:SHOWN_MEASURES]:
                yield f"    {name}: {measure}"
        else:
            share, low, high = self.share
            yield f"{label} {share:6.1%}  {f'({low:.1%} to {high:.1%})':18}  {self._verdict}"

    @property
    def _verdict(self) -> str:
        if self.better:
            return "better"
        gap = self.result.difference
        return "worse" if gap and gap.high < 0 else "no difference shown by these games"

    def as_data(self) -> dict[str, JsonValue]:
        _, having, lacking, gap, _ = self.result
        data: dict[str, JsonValue] = {
            **{"one": self.pair.one, "other": self.pair.other, "seeds": self.seeds},
            **{"won": [round(having.rate, 4), round(lacking.rate, 4)]},
            **{"difference": gap.as_data() if gap else None, "better": self.better},
        }
        if not self.cooperative and gap:
            share, low, high = (round(value, 4) for value in self.share)
            data["share"] = {"share": share, "95%": [low, high]}
        for name, measure in self.measures.items():
            low, high = (round(value, 4) for value in (measure.low, measure.high))
            means: list[JsonValue] = [round(measure.one, 4), round(measure.other, 4)]
            data[name] = {"means": means, "95%": [low, high]}
        return data


@dataclass
class Ladder:
    """Ladder: comparisons of pairs of bots at one game."""

    game: Game[Any]
    pairs: Sequence[BotPair]
    players: int
    options: Mapping[str, object]
    faults: list[Fault] = field(default_factory=list)
    """Faults of the games that failed."""

    def __post_init__(self) -> None:
        self.cooperative = self.game.cooperative or self.players == 1
        seatings: list[tuple[str, ...]] = []
        for pair in self.pairs:
            seatings += [(pair.one,), (pair.other,)] if self.cooperative else [pair, pair[::-1]]
        self._seatings = list(dict.fromkeys(tuple(bots) for bots in seatings))
        self._records: dict[tuple[str, ...], dict[int, GameRecord]] = {
            bots: {} for bots in self._seatings
        }

    def games(self, seeds: int) -> int:
        """Number of games for this number of seeds."""
        return len(self._seatings) * seeds

    def play(self, seeds: int, seed: int = 1, jobs: int = 1) -> Iterator[tuple[str, ...]]:
        """Play all games; yield the bots' names after each game.

        Raises KitError at once for an invalid request.
        """
        plans = [Plan(self.game, bots, self.players, self.options) for bots in self._seatings]
        records = simulate_all(plans, seeds, seed, jobs)
        return (self._add(self._seatings[number], record) for number, record in records)

    def _add(self, bots: tuple[str, ...], record: GameRecord) -> tuple[str, ...]:
        if record.error:
            item = f"{self.game.name} with {' and '.join(bots)}, seed {record.seed}"
            self.faults.append(
                Fault(f"the game broke off: {record.error}", item=item, check="game-package")
            )
        else:
            self._records[bots][record.seed] = record
        return bots

    def meetings(self) -> list[PairResult]:
        """The result of every pair, over the seeds of which all games were finished."""
        return [self._meeting(pair) for pair in self.pairs]

    def _meeting(self, pair: BotPair) -> PairResult:
        one, other = tuple(pair), tuple(pair[::-1])
        if self.cooperative:
            one, other = (pair.one,), (pair.other,)
        both = [
            (record, self._records[other][seed])
            for seed, record in self._records[one].items()
            if seed in self._records[other]
        ]
        if self.cooperative:
            sides = [(_arm(first.worth[:1]), _arm(second.worth[:1])) for first, second in both]
        else:
            sides = [
                (
                    _arm([*first.worth[::2], *second.worth[1::2]]),
                    _arm([*first.worth[1::2], *second.worth[::2]]),
                )
                for first, second in both
            ]
        result = contrast(one_stratum(1, won, lost) for won, lost in sides)
        measures = _compare_measures(both) if self.cooperative and len(both) > 1 else {}
        return PairResult(pair, self.cooperative, len(sides), result, measures)

    def text(self, meetings: Sequence[PairResult]) -> str:
        """The results as lines of text."""
        options = [f"{name} {value}" for name, value in self.options.items()]
        condition = (
            "each bot with the same seeds" if self.cooperative else "every seed with either seating"
        )
        lines = [", ".join([self.game.title, counted(self.players, "player"), *options, condition])]
        if self.cooperative:
            lines.append("What either bot won, and the difference (in brackets its 95 % interval):")
        else:
            lines.append("Of what the two won, what the first won (in brackets its 95 % interval):")
        width = max([len(str(meeting.pair)) for meeting in meetings], default=0)
        lines += [f"  {line}" for meeting in meetings for line in meeting.lines(width)]
        names = {name for meeting in meetings for name in meeting.pair}
        own = {bot: f"{bot}: {_first_line(play)}" for bot, play in self.game.bots.items()}
        described = {**own, **BOTS}.items()
        return "\n".join([*lines, *(text for bot, text in described if _includes(bot, names))])

    def as_data(self, meetings: Sequence[PairResult]) -> dict[str, JsonValue]:
        """The results as plain data."""
        return {
            **{"kit": self.game.name, "players": self.players},
            **{"options": {name: str(value) for name, value in self.options.items()}},
            **{"together": self.cooperative, "pairs": [meeting.as_data() for meeting in meetings]},
        }


def _includes(bot: str, names: Iterable[str]) -> bool:
    """Whether these names include a bot, with any budget."""
    return any(name.partition(":")[0] == bot for name in names)


def _first_line(bot: Bot) -> str:
    """The first line of a bot's docstring."""
    return (bot.__doc__ or "a bot of this game.").strip().splitlines()[0]


def _arm(worths: Sequence[float]) -> Arm:
    return Arm(len(worths), sum(worths))


def _compare_measures(
    both: Sequence[tuple[GameRecord, GameRecord]],
) -> dict[str, MeasureComparison]:
    """Compare, seed by seed, every measure that all these games have and that is not constant."""
    found = {}
    for name in both[0][0].measures:
        if all(name in record.measures for records in both for record in records):
            values = [(first.measures[name], second.measures[name]) for first, second in both]
            if len({value for pair in values for value in pair}) > 1:
                found[name] = compare(values)
    return found


def open_vs_hidden_pairs(budgets: Sequence[int] = ()) -> list[BotPair]:
    """Pair the cheating search with the fair one, for each budget, or for the default one."""
    suffixes = [f":{budget}" for budget in sorted({*budgets})] or [""]
    return [BotPair(f"mcts-open{suffix}", f"mcts{suffix}") for suffix in suffixes]


def has_hidden_information(game: Game[Any], players: int, options: Mapping[str, object]) -> bool:
    """Whether anything is hidden from the seat to act in some random games."""
    for seed in range(1, SEARCHED_GAMES + 1):
        playthrough = play(game, [random], seed, players, options)
        for _, step in zip(range(SEARCHED_POSITIONS), playthrough, strict=False):
            if step.state.to_act is not None and _hidden(step.state):
                return True
    return False


def _hidden(state: State[Any]) -> bool:
    """Whether the seat to act cannot distinguish the position from another one."""
    seat = state.to_act
    assert seat is not None
    imagined = state.determinize(seat, Rng(1))
    imagined.rng = state.rng.copy()
    return imagined != state
