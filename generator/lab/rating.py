"""Turns pairs of bots into how much better one of each pair plays a game, with a 95 % interval.

Where seats play against each other, the two bots sit in turns around the table, and every seed is
played twice: once with either of them in the first seat.  So neither luck nor the seat favours one.
Where all win or lose together, or one plays alone, each bot plays the same seeds with itself; there
the other figures of a game (`State.measures`) are compared, too, since a game that is almost always
lost may still be lost sooner or later.

The games of one seed are not independent of each other, so the seed is the unit of the interval
(see `rules.clusters`), not the game and not the seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from math import sqrt
from statistics import fmean, stdev
from typing import Any, NamedTuple

from generator.base.errors import Fault
from generator.engine.bots import Mcts, bot_named
from generator.engine.events import JsonValue
from generator.engine.game import Game
from generator.engine.simulation.run import GameRecord, Plan, simulate_all
from generator.engine.statistics.clustered import Contrast, Games, Side, contrast
from generator.engine.statistics.intervals import Z

SHOWN = 2
"""How many figures of a game are told in the text: those that it lists first."""
BOTS: Mapping[str, str] = {
    "random": "random: any legal move.",
    "greedy": "greedy: the move after which its position looks best.",
    "mcts": "mcts: tries moves out in games played on; mcts:200 does so 200 times for each move.",
    "mcts-open": "mcts-open: the same, but it sees all that is hidden.",
}
"""What each kind of bot does, told under a table that has it."""


class Pair(NamedTuple):
    """Two bots that are held against each other, by their names."""

    one: str
    other: str

    def __str__(self) -> str:
        return f"{self.one} over {self.other}"


def every_pair(bots: Sequence[str]) -> list[Pair]:
    """Each bot against every one that is named before it: the later one should be the better."""
    return [Pair(other, one) for one, other in combinations(dict.fromkeys(bots), 2)]


def by_budget(bots: Sequence[str], budgets: Sequence[int]) -> list[Pair]:
    """Search with each budget against the last bot that does not search, and the budget before."""
    names = [f"mcts:{budget}" for budget in sorted({*budgets})]
    simple = [bot for bot in bots if not isinstance(bot_named(bot), Mcts)]
    pairs = [Pair(name, simple[-1]) for name in names if simple]
    return pairs + [Pair(more, less) for less, more in pairwise(names)]


class Figure(NamedTuple):
    """The averages of a figure with the one bot and with the other, and the 95 % interval of the
    difference, which is of the same seeds.
    """

    one: float
    other: float
    low: float
    high: float

    def __str__(self) -> str:
        gap = self.one - self.other
        return f"{self.one:.4g} against {self.other:.4g}, {gap:+.3g} ({self.low:+.3g} to {self.high:+.3g})"


def compare(values: Sequence[tuple[float, float]]) -> Figure:
    """The figure that these pairs of values make, one pair a seed; there must be two or more.

    The interval is Student's, with his quantile approximated to first order.
    """
    gaps = [one - other for one, other in values]
    wide = Z * (1 + (Z * Z + 1) / (4 * (len(gaps) - 1)))
    middle, reach = fmean(gaps), wide * stdev(gaps) / sqrt(len(gaps))
    one, other = (fmean(side) for side in zip(*values, strict=True))
    return Figure(one, other, middle - reach, middle + reach)


@dataclass(frozen=True)
class Meeting:
    """What came of holding one bot against another."""

    pair: Pair
    together: bool
    seeds: int
    result: Contrast
    """What the seats of the one won, those of the other, and the difference."""
    figures: Mapping[str, Figure]
    """What else there is to compare, by name."""

    @property
    def share(self) -> tuple[float, float, float]:
        """Of all that the two won the share of the one, with its interval; 0.5 is even."""
        one, other, gap = self.result.having.rate, self.result.lacking.rate, self.result.difference
        both = one + other
        if gap is None or not both:
            return 0.5, 0.0, 1.0
        low, high = (0.5 + 0.5 * reach / both for reach in (gap.low, gap.high))
        return one / both, max(0.0, low), min(1.0, high)

    @property
    def better(self) -> bool:
        """Whether the one is the better beyond doubt: the whole interval says so."""
        return self.result.difference is not None and self.result.difference.low > 0

    def lines(self, width: int = 0) -> Iterator[str]:
        """What came of it, beside the names of the two, which take so many letters."""
        having, lacking, gap, _ = self.result
        called = f"{f'{self.pair}:':{width + 1}}"
        if gap is None:
            yield f"{called} no game was finished"
        elif self.together:
            yield (
                f"{called} {having.rate:6.1%} of the games won against {lacking.rate:.1%}, "
                f"{' '.join(str(gap).split())} points  {self._verdict}"
            )
            for name, figure in [*self.figures.items()][:SHOWN]:
                yield f"    {name}: {figure}"
        else:
            share, low, high = self.share
            yield f"{called} {share:6.1%}  {f'({low:.1%} to {high:.1%})':18}  {self._verdict}"

    @property
    def _verdict(self) -> str:
        if self.better:
            return "better"
        gap = self.result.difference
        return "worse" if gap and gap.high < 0 else "cannot be told from these games"

    def as_data(self) -> dict[str, JsonValue]:
        having, lacking, gap, _ = self.result
        data: dict[str, JsonValue] = {
            **{"one": self.pair.one, "other": self.pair.other, "seeds": self.seeds},
            **{"won": [round(having.rate, 4), round(lacking.rate, 4)]},
            **{"difference": gap.as_data() if gap else None, "better": self.better},
        }
        if not self.together and gap:
            share, low, high = (round(value, 4) for value in self.share)
            data["share"] = {"share": share, "95%": [low, high]}
        for name, figure in self.figures.items():
            low, high = (round(value, 4) for value in (figure.low, figure.high))
            means: list[JsonValue] = [round(figure.one, 4), round(figure.other, 4)]
            data[name] = {"means": means, "95%": [low, high]}
        return data


@dataclass
class Ladder:
    """Bots of a game that are held against each other."""

    game: Game[Any]
    pairs: Sequence[Pair]
    players: int
    options: Mapping[str, object]
    faults: list[Fault] = field(default_factory=list)
    """Games that broke off."""

    def __post_init__(self) -> None:
        self.together = self.game.cooperative or self.players == 1
        sittings: list[tuple[str, ...]] = []
        for pair in self.pairs:
            sittings += [(pair.one,), (pair.other,)] if self.together else [pair, pair[::-1]]
        self._sittings = list(dict.fromkeys(tuple(bots) for bots in sittings))
        self._records: dict[tuple[str, ...], dict[int, GameRecord]] = {
            bots: {} for bots in self._sittings
        }

    def games(self, seeds: int) -> int:
        """How many games are played with so many seeds."""
        return len(self._sittings) * seeds

    def play(self, seeds: int, seed: int = 1, jobs: int = 1) -> Iterator[tuple[str, ...]]:
        """Plays all games; after each of them, the names of those who played it.

        Raises KitError at once for an impossible request.
        """
        plans = [Plan(self.game, bots, self.players, self.options) for bots in self._sittings]
        records = simulate_all(plans, seeds, seed, jobs)
        return (self._add(self._sittings[number], record) for number, record in records)

    def _add(self, bots: tuple[str, ...], record: GameRecord) -> tuple[str, ...]:
        if record.error:
            item = f"{self.game.name} with {' and '.join(bots)}, seed {record.seed}"
            self.faults.append(Fault(f"the game broke off: {record.error}", item=item))
        else:
            self._records[bots][record.seed] = record
        return bots

    def meetings(self) -> list[Meeting]:
        """What came of every pair, of the seeds with which all their games were finished."""
        return [self._meeting(pair) for pair in self.pairs]

    def _meeting(self, pair: Pair) -> Meeting:
        one, other = tuple(pair), tuple(pair[::-1])
        if self.together:
            one, other = (pair.one,), (pair.other,)
        both = [
            (record, self._records[other][seed])
            for seed, record in self._records[one].items()
            if seed in self._records[other]
        ]
        if self.together:
            sides = [(_side(first.worth[:1]), _side(second.worth[:1])) for first, second in both]
        else:
            sides = [
                (
                    _side([*first.worth[::2], *second.worth[1::2]]),
                    _side([*first.worth[1::2], *second.worth[::2]]),
                )
                for first, second in both
            ]
        result = contrast(Games(1, won, lost) for won, lost in sides)
        figures = _figures(both) if self.together and len(both) > 1 else {}
        return Meeting(pair, self.together, len(sides), result, figures)

    def text(self, meetings: Sequence[Meeting]) -> str:
        """The meetings as lines to read."""
        players = f"{self.players} player{'s' * (self.players != 1)}"
        options = [f"{name} {value}" for name, value in self.options.items()]
        how = "each bot with the same seeds" if self.together else "every seed with either seating"
        lines = [", ".join([self.game.title, players, *options, how])]
        if self.together:
            lines.append("What either bot won, and the difference (in brackets its 95 % interval):")
        else:
            lines.append("Of what the two won, what the first won (in brackets its 95 % interval):")
        width = max([len(str(meeting.pair)) for meeting in meetings], default=0)
        lines += [f"  {line}" for meeting in meetings for line in meeting.lines(width)]
        names = {name for meeting in meetings for name in meeting.pair}
        return "\n".join([*lines, *(says for bot, says in BOTS.items() if _named(bot, names))])

    def as_data(self, meetings: Sequence[Meeting]) -> dict[str, JsonValue]:
        """The same as plain data."""
        return {
            **{"kit": self.game.name, "players": self.players},
            **{"options": {name: str(value) for name, value in self.options.items()}},
            **{"together": self.together, "pairs": [meeting.as_data() for meeting in meetings]},
        }


def _named(bot: str, names: Iterable[str]) -> bool:
    """Whether a bot is among these, with any budget."""
    return any(name.partition(":")[0] == bot for name in names)


def _side(worths: Sequence[float]) -> Side:
    return Side(len(worths), sum(worths))


def _figures(both: Sequence[tuple[GameRecord, GameRecord]]) -> dict[str, Figure]:
    """Every figure that all these games have, compared seed by seed, unless it is always the same."""
    found = {}
    for name in both[0][0].measures:
        if all(name in record.measures for records in both for record in records):
            values = [(first.measures[name], second.measures[name]) for first, second in both]
            if len({value for pair in values for value in pair}) > 1:
                found[name] = compare(values)
    return found
