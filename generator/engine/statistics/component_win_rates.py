"""Component win rates: what the seats that used a component won, and what the others won.

A component is used in several ways: drafted, drawn, played.  For each usage the seats that had the
component are compared with all that had not.  This shows correlation, not cause: a winner may have
had the time to play more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.clustered import LEVEL, Arm, Contrast, GameCluster, contrast, holm

LINES = 12
"""How many rows a table shows at either end; between them only significant ones."""


class ComponentEffect(NamedTuple):
    """One component in one usage, and what winning goes with it."""

    item: str
    seed: int
    """The first game in which a seat had it."""
    found: Contrast
    p: float
    """The p-value, corrected for all components of this usage."""

    @property
    def significant(self) -> bool:
        """Whether the difference is significant after the correction."""
        return self.p < LEVEL


class Usage(NamedTuple):
    """All components of one usage."""

    name: str
    parts: Sequence[ComponentEffect]
    """Those that some seat had, by descending difference."""
    never: Sequence[str]
    """Those that no seat ever had, in the order of the game."""

    @property
    def compared(self) -> int:
        """The number of differences, which were corrected together."""
        return sum(part.found.difference is not None for part in self.parts)

    @property
    def significant_items(self) -> list[str]:
        """The components with a significant difference."""
        return [part.item for part in self.parts if part.significant]

    def titled(self, title: Callable[[str], str]) -> Usage:
        """The same with components named by their titles, not ids."""
        parts = [part._replace(item=title(part.item)) for part in self.parts]
        return Usage(self.name, parts, list(map(title, self.never)))


class ComponentCounter:
    """The components that seats had in the games added so far."""

    def __init__(self, names: Mapping[str, Sequence[str]]) -> None:
        """`names` are the components there are, as `Game.component_names` has them."""
        self._names = names
        self._seats = 0
        self._worths: Counter[tuple[float, ...]] = Counter()
        self._had: dict[str, dict[tuple[float, ...], Counter[tuple[str, tuple[int, ...]]]]] = {}
        """Usage, worth of a game to its seats -> how often exactly these seats had a component."""
        self._seeds: defaultdict[str, dict[str, int]] = defaultdict(dict)

    def add(self, record: GameRecord) -> None:
        """Count one game in."""
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
        """Every usage, in the order of the game."""
        return [self._usage(name) for name in dict.fromkeys([*self._names, *self._had])]

    def _usage(self, name: str) -> Usage:
        games = self._games(name)
        items = [item for item in self._seeds[name] if item in games]
        # By name, so that components with equal numbers have the same order in every run.
        items.sort()
        found = [contrast(games[item]) for item in items]
        tested = [number for number, each in enumerate(found) if each.difference]
        corrected = [1.0] * len(items)
        for number, p in zip(tested, holm([found[number].p for number in tested]), strict=True):
            corrected[number] = p
        parts = [
            ComponentEffect(item, self._seeds[name][item], each, p)
            for item, each, p in zip(items, found, corrected, strict=True)
        ]
        never = [item for item in self._names.get(name, ()) if item not in games]
        return Usage(name, sorted(parts, key=_first), never)

    def _games(self, usage: str) -> dict[str, list[GameCluster]]:
        """All games, by component that was used so; equal games are one cluster."""
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
        """All usages with all components as plain data."""
        return usages_as_data(self.usages())

    def lines(self, title: Callable[[str], str] = str) -> Iterator[str]:
        """Tables as lines of text; of many components the ends and the significant ones.

        `title` gives the title of a component.
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
    """By descending difference; what has none comes last."""
    difference = part.found.difference
    return difference is None, -difference.value if difference else 0.0


def usages_as_data(usages: Iterable[Usage]) -> dict[str, JsonValue]:
    """These usages with all components as plain data."""
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
    """One usage as a table."""
    yield f"{usage.name}, of {seats} seats; {usage.compared} looked at:"
    width = max([len(part.item) for part in usage.parts], default=0)
    left_out = 0
    for number, part in enumerate(usage.parts):
        if LINES <= number < len(usage.parts) - LINES and not part.significant:
            left_out += 1
        else:
            yield _line(part, width)
    if left_out:
        yield f"    and {left_out} between these; --json has all"
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
