"""Turns which seats had which parts, in many games, into what winning goes with.

A part is had in ways: drafted, drawn, played.  For each way the seats that had a part are held
against all that did not; every seat of every game is one or the other.  It shows what goes with
winning, not what is the reason for it: who wins may have had the time to play more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.clustered import Contrast, Games, Side, contrast, holm

LEVEL = 0.05
"""A difference remains if, once corrected, chance alone makes it this likely at most."""
LINES = 12
"""How many parts are told at either end of a table; between them only those that remain."""


class Part(NamedTuple):
    """One part, had in one way."""

    item: str
    seed: int
    """The first game in which a seat had it."""
    found: Contrast
    p: float
    """How likely chance makes such a difference, corrected for all parts of this way."""

    @property
    def remains(self) -> bool:
        """Whether the difference remains after the correction."""
        return self.p < LEVEL


class Way(NamedTuple):
    """What came of all parts that were had in one way."""

    name: str
    parts: Sequence[Part]
    """Those that some seat had; what goes with winning most comes first."""
    never: Sequence[str]
    """Those that no seat ever had, in the order of the game."""

    @property
    def looked_at(self) -> int:
        """How many differences there are, and were corrected together."""
        return sum(part.found.difference is not None for part in self.parts)

    @property
    def remain(self) -> list[str]:
        """The parts whose difference remains after the correction."""
        return [part.item for part in self.parts if part.remains]

    def titled(self, title: Callable[[str], str]) -> Way:
        """The same with the titles of the parts in place of their ids."""
        parts = [part._replace(item=title(part.item)) for part in self.parts]
        return Way(self.name, parts, list(map(title, self.never)))


class PartCount:
    """The parts that seats had in the games added so far."""

    def __init__(self, names: Mapping[str, Sequence[str]]) -> None:
        """`names` are the parts there are to be had, as `Game.part_names` has them."""
        self._names = names
        self._seats = 0
        self._worths: Counter[tuple[float, ...]] = Counter()
        self._had: dict[str, dict[tuple[float, ...], Counter[tuple[str, tuple[int, ...]]]]] = {}
        """Way, worth of a game to its seats -> how often a part was had by just these seats."""
        self._seeds: defaultdict[str, dict[str, int]] = defaultdict(dict)

    def add(self, record: GameRecord) -> None:
        """Counts one game in."""
        self._seats += len(record.worth)
        self._worths[record.worth] += 1
        for way, had in record.parts.items():
            at = self._had.setdefault(way, {})
            # One pass that the interpreter makes by itself: there may be millions of these.
            at.setdefault(record.worth, Counter()).update(had.items())
            seeds = self._seeds[way]
            for item in had.keys() - seeds.keys():
                if had[item]:
                    seeds[item] = record.seed

    def ways(self) -> list[Way]:
        """Every way of having something, in the order of the game."""
        return [self._way(name) for name in dict.fromkeys([*self._names, *self._had])]

    def _way(self, name: str) -> Way:
        games = self._games(name)
        items = [item for item in self._seeds[name] if item in games]
        # By name, so that parts that are alike in all else stand in the same order in every run.
        items.sort()
        found = [contrast(games[item]) for item in items]
        told = [number for number, each in enumerate(found) if each.difference]
        corrected = [1.0] * len(items)
        for number, p in zip(told, holm([found[number].p for number in told]), strict=True):
            corrected[number] = p
        parts = [
            Part(item, self._seeds[name][item], each, p)
            for item, each, p in zip(items, found, corrected, strict=True)
        ]
        never = [item for item in self._names.get(name, ()) if item not in games]
        return Way(name, sorted(parts, key=_first), never)

    def _games(self, way: str) -> dict[str, list[Games]]:
        """For each part that was had in a way: all games, those alike together."""
        games: defaultdict[str, list[Games]] = defaultdict(list)
        left: defaultdict[str, Counter[tuple[float, ...]]] = defaultdict(Counter)
        for worth, counts in self._had.get(way, {}).items():
            for (item, seats), times in counts.items():
                if seats:
                    having = Side(len(seats), sum(worth[seat] for seat in seats))
                    lacking = Side(len(worth) - len(seats), sum(worth) - having.won)
                    games[item].append(Games(times, having, lacking))
                    left[item][worth] += times
        for item, all_of_it in games.items():
            for worth, times in self._worths.items():
                if others := times - left[item][worth]:
                    all_of_it.append(Games(others, Side(0, 0.0), Side(len(worth), sum(worth))))
        return games

    def as_data(self) -> dict[str, JsonValue]:
        """All ways with all parts as plain data."""
        return ways_as_data(self.ways())

    def lines(self, title: Callable[[str], str] = str) -> Iterator[str]:
        """The same as tables to read; of many parts the ends and what remains.

        `title` is what a person calls a part.
        """
        ways = [way.titled(title) for way in self.ways()]
        if ways and len({worth for game in self._worths for worth in game}) == 1:
            yield "parts: all seats won the same, so nothing tells what winning goes with (--json has"
            yield "    how many seats had each)"
            return
        if ways:
            yield "parts: how many seats had them, what those won and what the others won (a draw is"
            yield "half), the difference in points (95 %; by games, since the seats of one hang"
            yield "together), and * if it remains when all of a way are looked at (Holm's correction):"
        for way in ways:
            yield from _lines(way, self._seats)


def _first(part: Part) -> tuple[bool, float]:
    """What goes with winning most first, what nothing can be told of last."""
    difference = part.found.difference
    return difference is None, -difference.value if difference else 0.0


def ways_as_data(ways: Iterable[Way]) -> dict[str, JsonValue]:
    """All these ways with all parts as plain data."""
    return {way.name: _as_data(way) for way in ways}


def _as_data(way: Way) -> dict[str, JsonValue]:
    return {
        "looked-at": way.looked_at,
        "correction": "Holm",
        "remain": way.remain,
        "never": list(way.never),
        "items": {part.item: _part_as_data(part) for part in way.parts},
    }


def _part_as_data(part: Part) -> dict[str, JsonValue]:
    having, lacking, difference, _ = part.found
    return {
        "seats": having.seats,
        "won-with": round(having.rate, 4),
        "won-without": round(lacking.rate, 4) if difference else None,
        "difference": difference.as_data() if difference else None,
        "p": round(part.p, 4),
        "remains": part.remains,
        "seed": part.seed,
    }


def _lines(way: Way, seats: int) -> Iterator[str]:
    """One way as a table."""
    yield f"{way.name}, of {seats} seats; {way.looked_at} looked at:"
    width = max([len(part.item) for part in way.parts], default=0)
    left_out = 0
    for number, part in enumerate(way.parts):
        if LINES <= number < len(way.parts) - LINES and not part.remains:
            left_out += 1
        else:
            yield _line(part, width)
    if left_out:
        yield f"    and {left_out} between these; --json tells all"
    if way.looked_at:
        yield f"    remaining after the correction: {', '.join(way.remain) or 'none'}"
    if way.never:
        yield f"    never {way.name}: {', '.join(way.never)}"


def _line(part: Part, width: int) -> str:
    having, lacking, difference, _ = part.found
    line = f"    {part.item:{width}}{having.seats:>8}   won {having.rate:6.1%}"
    if difference:
        line += f" and {lacking.rate:6.1%}  {difference}{' *' * part.remains}"
    return f"{line}  seed {part.seed}"
