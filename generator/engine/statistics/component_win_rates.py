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
from generator.engine.statistics.clustered import LEVEL, Arm, Contrast, GameCluster, contrast, holm

LINES = 12
"""How many parts are told at either end of a table; between them only those that remain."""


class ComponentEffect(NamedTuple):
    """One part, had in one way."""

    item: str
    seed: int
    """The first game in which a seat had it."""
    found: Contrast
    p: float
    """How likely chance makes such a difference, corrected for all parts of this way."""

    @property
    def significant(self) -> bool:
        """Whether the difference remains after the correction."""
        return self.p < LEVEL


class Usage(NamedTuple):
    """What came of all parts that were had in one way."""

    name: str
    parts: Sequence[ComponentEffect]
    """Those that some seat had; what goes with winning most comes first."""
    never: Sequence[str]
    """Those that no seat ever had, in the order of the game."""

    @property
    def compared(self) -> int:
        """How many differences there are, and were corrected together."""
        return sum(part.found.difference is not None for part in self.parts)

    @property
    def significant_items(self) -> list[str]:
        """The parts whose difference remains after the correction."""
        return [part.item for part in self.parts if part.significant]

    def titled(self, title: Callable[[str], str]) -> Usage:
        """The same with the titles of the parts in place of their ids."""
        parts = [part._replace(item=title(part.item)) for part in self.parts]
        return Usage(self.name, parts, list(map(title, self.never)))


class ComponentCounter:
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
        for usage, had in record.parts.items():
            at = self._had.setdefault(usage, {})
            # One pass that the interpreter makes by itself: there may be millions of these.
            at.setdefault(record.worth, Counter()).update(had.items())
            seeds = self._seeds[usage]
            for item in had.keys() - seeds.keys():
                if had[item]:
                    seeds[item] = record.seed

    def usages(self) -> list[Usage]:
        """Every way of having something, in the order of the game."""
        return [self._usage(name) for name in dict.fromkeys([*self._names, *self._had])]

    def _usage(self, name: str) -> Usage:
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
            ComponentEffect(item, self._seeds[name][item], each, p)
            for item, each, p in zip(items, found, corrected, strict=True)
        ]
        never = [item for item in self._names.get(name, ()) if item not in games]
        return Usage(name, sorted(parts, key=_first), never)

    def _games(self, usage: str) -> dict[str, list[GameCluster]]:
        """For each part that was had in a way: all games, those alike together."""
        games: defaultdict[str, list[GameCluster]] = defaultdict(list)
        left: defaultdict[str, Counter[tuple[float, ...]]] = defaultdict(Counter)
        for worth, counts in self._had.get(usage, {}).items():
            for (item, seats), times in counts.items():
                if seats:
                    having = Arm(len(seats), sum(worth[seat] for seat in seats))
                    lacking = Arm(len(worth) - len(seats), sum(worth) - having.won)
                    games[item].append(GameCluster(times, having, lacking))
                    left[item][worth] += times
        for item, all_of_it in games.items():
            for worth, times in self._worths.items():
                if others := times - left[item][worth]:
                    all_of_it.append(GameCluster(others, Arm(0, 0.0), Arm(len(worth), sum(worth))))
        return games

    def as_data(self) -> dict[str, JsonValue]:
        """All ways with all parts as plain data."""
        return usages_as_data(self.usages())

    def lines(self, title: Callable[[str], str] = str) -> Iterator[str]:
        """The same as tables to read; of many parts the ends and what remains.

        `title` is what a person calls a part.
        """
        usages = [usage.titled(title) for usage in self.usages()]
        if usages and len({worth for game in self._worths for worth in game}) == 1:
            yield "parts: all seats won the same, so nothing tells what winning goes with (--json has"
            yield "    how many seats had each)"
            return
        if usages:
            yield "parts: how many seats had them, what those won and what the others won (a draw is"
            yield "half), the difference in points (95 %; by games, since the seats of one hang"
            yield "together), and * if it remains when all of a way are looked at (Holm's correction):"
        for usage in usages:
            yield from _lines(usage, self._seats)


def _first(part: ComponentEffect) -> tuple[bool, float]:
    """What goes with winning most first, what nothing can be told of last."""
    difference = part.found.difference
    return difference is None, -difference.value if difference else 0.0


def usages_as_data(usages: Iterable[Usage]) -> dict[str, JsonValue]:
    """All these ways with all parts as plain data."""
    return {usage.name: _as_data(usage) for usage in usages}


def _as_data(usage: Usage) -> dict[str, JsonValue]:
    return {
        "looked-at": usage.compared,
        "correction": "Holm",
        "remain": usage.significant_items,
        "never": list(usage.never),
        "items": {part.item: _part_as_data(part) for part in usage.parts},
    }


def _part_as_data(part: ComponentEffect) -> dict[str, JsonValue]:
    having, lacking, difference, _ = part.found
    return {
        "seats": having.seats,
        "won-with": round(having.rate, 4),
        "won-without": round(lacking.rate, 4) if difference else None,
        "difference": difference.as_data() if difference else None,
        "p": round(part.p, 4),
        "remains": part.significant,
        "seed": part.seed,
    }


def _lines(usage: Usage, seats: int) -> Iterator[str]:
    """One way as a table."""
    yield f"{usage.name}, of {seats} seats; {usage.compared} looked at:"
    width = max([len(part.item) for part in usage.parts], default=0)
    left_out = 0
    for number, part in enumerate(usage.parts):
        if LINES <= number < len(usage.parts) - LINES and not part.significant:
            left_out += 1
        else:
            yield _line(part, width)
    if left_out:
        yield f"    and {left_out} between these; --json tells all"
    if usage.compared:
        yield f"    remaining after the correction: {', '.join(usage.significant_items) or 'none'}"
    if usage.never:
        yield f"    never {usage.name}: {', '.join(usage.never)}"


def _line(part: ComponentEffect, width: int) -> str:
    having, lacking, difference, _ = part.found
    line = f"    {part.item:{width}}{having.seats:>8}   won {having.rate:6.1%}"
    if difference:
        line += f" and {lacking.rate:6.1%}  {difference}{' *' * part.significant}"
    return f"{line}  seed {part.seed}"
