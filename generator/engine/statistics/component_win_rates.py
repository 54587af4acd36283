"""Component win rates: the win rate of seats with a component against that of seats without it.

A component is used in several ways: drafted, drawn, played.  For each usage, seats that had the
component are compared with those that could have had it but did not, chair by chair: a card is
drawn from a deck, so its owners are compared with each other and not with those whose deck is
without it (`Game.component_conditions`).  This is still correlation, not cause: a winner may have
had time to play more.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import NamedTuple, TypeAlias

from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.clustered import (
    Arm,
    Contrast,
    GameCluster,
    Stratum,
    Tested,
    contrast,
    holm,
)
from generator.engine.statistics.power import detectable_by

Conditions: TypeAlias = Sequence[tuple[str, str]]
"""Usages and components, one of which a seat needs before it can have another."""
Seats: TypeAlias = tuple[int, ...]
Worth: TypeAlias = tuple[float, ...]
NOBODY = Arm(0, 0.0)

LINES = 24
"""Most rows of a table; of further ones only those that are significant are shown."""


@dataclass(frozen=True)
class ComponentEffect(Tested):
    """One component in one usage, and the difference in winning that goes with it."""

    item: str
    seed: int
    """The first game in which a seat had it."""
    found: Contrast


class Usage(NamedTuple):
    """All components of one usage."""

    name: str
    parts: Sequence[ComponentEffect]
    """The components that some seat had, the strongest evidence of a difference first."""
    never: Sequence[str]
    """The components that no seat ever had although some could have, in the order of the game."""

    @property
    def compared(self) -> int:
        """Number of differences."""
        return sum(part.found.difference is not None for part in self.parts)

    @property
    def significant_items(self) -> list[str]:
        """The components with a significant difference."""
        return [part.item for part in self.parts if part.significant]

    def corrected(self, families: float) -> Usage:
        """Return the usage corrected as one of this many families of tests (see `holm`)."""
        return self._replace(
            parts=[replace(part, p=min(1.0, families * part.p)) for part in self.parts]
        )

    def titled(self, title: Callable[[str], str]) -> Usage:
        """Return the usage with components named by their titles, not ids."""
        parts = [replace(part, item=title(part.item)) for part in self.parts]
        return Usage(self.name, parts, list(map(title, self.never)))


class ComponentCounter:
    """The seats with each component in the games added so far."""

    def __init__(
        self,
        names: Mapping[str, Sequence[str]],
        conditions: Callable[[str, str], Conditions] = lambda usage, item: (),
    ) -> None:
        """`names` and `conditions` are those of a `Game`."""
        self._names = names
        self._seats = 0
        self._worths: Counter[Worth] = Counter()
        self._had: dict[str, dict[Worth, Counter[tuple[str, Seats]]]] = {}
        """Usage, values of a game to its seats -> how often exactly these seats had a component."""
        self._conditional: defaultdict[str, defaultdict[Conditions, list[str]]] = defaultdict(
            lambda: defaultdict(list)
        )
        """Usage, conditions -> the components that only seats meeting them can have."""
        for usage, items in names.items():
            for item in items:
                if needed := tuple(conditions(usage, item)):
                    self._conditional[usage][needed].append(item)
        self._could: defaultdict[tuple[str, str], Counter[tuple[Worth, Seats, Seats]]]
        self._could = defaultdict(Counter)
        """Usage, such a component -> how often these seats had it, of those that could."""
        self._seeds: defaultdict[str, dict[str, int]] = defaultdict(dict)

    def add(self, record: GameRecord) -> None:
        """Count one game in."""
        self._seats += len(record.worth)
        self._worths[record.worth] += 1
        for usage, had in record.parts.items():
            at = self._had.setdefault(usage, {})
            # A single pass inside the interpreter: there may be millions of these.
            at.setdefault(record.worth, Counter()).update(had.items())
            seeds = self._seeds[usage]
            for item in had.keys() - seeds.keys():
                if had[item]:
                    seeds[item] = record.seed
            for conditions, items in self._conditional[usage].items():
                met = {
                    seat
                    for way, what in conditions
                    for seat in record.parts.get(way, {}).get(what, ())
                }
                for item in items if met else had.keys() & {*items}:
                    seats = had.get(item, ())
                    could = tuple(sorted(met.union(seats)))
                    self._could[usage, item][record.worth, seats, could] += 1

    def usages(self, families: int = 1) -> list[Usage]:
        """Return every usage, in the order of the game; all differences are corrected together.

        `families` is the number of families of tests in the report (see `holm`).
        """
        names = list(dict.fromkeys([*self._names, *self._had]))
        found = [
            # By name, so that components with equal numbers are in the same order in every run.
            (name, item, contrast(games[item]))
            for name in names
            for games in [self._games(name)]
            for item in sorted(games.keys() & self._seeds[name].keys())
        ]
        tested = [each.p for _, _, each in found if each.difference]
        corrected = iter(holm(tested, families))
        parts: dict[str, list[ComponentEffect]] = {name: [] for name in names}
        for name, item, each in found:
            p = next(corrected) if each.difference else 1.0
            parts[name].append(ComponentEffect(p, item, self._seeds[name][item], each))
        return [
            Usage(
                name,
                sorted(effects, key=by_evidence),
                [item for item in self._within_reach(name) if item not in had],
            )
            for name, effects in parts.items()
            for had in [{effect.item for effect in effects}]
        ]

    def _within_reach(self, usage: str) -> list[str]:
        """The components that some seat could have had: a card only if its deck was in play."""
        needing = {item for items in self._conditional[usage].values() for item in items}
        return [
            item
            for item in self._names.get(usage, ())
            if item not in needing or (usage, item) in self._could
        ]

    def _games(self, usage: str) -> dict[str, list[GameCluster]]:
        """The games that bear on each component in this usage; equal games form one cluster."""
        games: defaultdict[str, list[GameCluster]] = defaultdict(list)
        left: defaultdict[str, Counter[Worth]] = defaultdict(Counter)
        for worth, counts in self._had.get(usage, {}).items():
            everybody = tuple(range(len(worth)))
            for (item, seats), times in counts.items():
                if seats and (usage, item) not in self._could:
                    games[item].append(_cluster(times, worth, seats, everybody))
                    left[item][worth] += times
        for item, all_of_it in games.items():
            for worth, times in self._worths.items():
                if others := times - left[item][worth]:
                    all_of_it.append(_cluster(others, worth, (), tuple(range(len(worth)))))
        for (way, item), could in self._could.items():
            if way == usage and any(seats for _, seats, _ in could):
                games[item] = [_cluster(times, *game) for game, times in could.items()]
        return games

    def as_data(self) -> dict[str, JsonValue]:
        """All usages with all components as plain data."""
        return usages_as_data(self.usages())

    def lines(self, title: Callable[[str], str] = str) -> Iterator[str]:
        """Return tables as lines of text; of many components, those with the strongest evidence.

        `title` gives the title of a component.
        """
        usages = [usage.titled(title) for usage in self.usages()]
        if usages and len({worth for game in self._worths for worth in game}) == 1:
            yield "parts: every seat had the same result, so nothing goes with winning (--json has"
            yield "    how many seats had each)"
            return
        if usages:
            compared = sum(each.compared for each in usages)
            yield "parts: the seats that had them and what those won, beside the other seats that could"
            yield "have had them, each compared with its own chair (a draw is half); the difference in"
            yield "points, with its 95 % interval by games; and * if it remains when all of them are tested"
            yield f"together (Holm's correction for {compared} differences). The surest come first:"
        for usage in usages:
            yield from _lines(usage, self._seats)
        found = [part.found.difference for usage in usages for part in usage.parts]
        if reaches := [each.reach for each in found if each]:
            least = 100 * detectable_by(median(reaches), len(reaches))
            yield f"a difference under {least:.0f} points can go unseen among so many; about one that is"
            yield 'named in advance more can be said: grimoire report FILE --of "USAGE: COMPONENT"'


def _cluster(times: int, worth: Worth, had: Seats, could: Seats) -> GameCluster:
    """Equal games with the seats that had a component, of those that could; a stratum for each chair."""
    return GameCluster(times, {seat: _stratum(worth[seat], seat in had) for seat in could})


def _stratum(worth: float, had: bool) -> Stratum:
    """A single seat, with or without the component."""
    arm = Arm(1, worth)
    return Stratum(arm, NOBODY) if had else Stratum(NOBODY, arm)


def by_evidence(part: ComponentEffect) -> tuple[bool, float, float]:
    """Sort key: by p-value, as large differences are often those of few seats; the last have none."""
    difference = part.found.difference
    return difference is None, part.found.p, -abs(difference.value) if difference else 0.0


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
    seats, having, lacking, difference, _ = part.found
    return {
        "seats": seats,
        "compared": {"with": having.seats, "without": lacking.seats} if difference else None,
        "won-with": round(having.rate, 4),
        "won-without": round(lacking.rate, 4) if difference else None,
        "difference": difference.as_data() if difference else None,
        "p": round(part.p, 4),
        "remains": part.significant,
        "seed": part.seed,
    }


def _lines(usage: Usage, seats: int) -> Iterator[str]:
    """One usage as a table; a line is enough if nothing in it can be compared."""
    if usage.compared:
        yield from _compared_lines(usage, seats)
    else:
        yield f"{usage.name}, of {seats} seats; none can be compared (--json has all)"
    if usage.never:
        yield f"    never {usage.name}: {', '.join(usage.never)}"


def _compared_lines(usage: Usage, seats: int) -> Iterator[str]:
    yield f"{usage.name}, of {seats} seats; {usage.compared} compared:"
    shown = [part for number, part in enumerate(usage.parts) if number < LINES or part.significant]
    width = max([len(part.item) for part in shown], default=0)
    for part in shown:
        yield _line(part, width)
    if len(shown) < len(usage.parts):
        yield f"    and {len(usage.parts) - len(shown)} more; --json has all"
    yield f"    remaining after the correction: {', '.join(usage.significant_items) or 'none'}"


def _line(part: ComponentEffect, width: int) -> str:
    _, having, lacking, difference, _ = part.found
    line = f"    {part.item:{width}}{having.seats:>8.0f} won {having.rate:6.1%}"
    if difference:
        line += (
            f",{lacking.seats:>8.0f} won {lacking.rate:6.1%}  {difference}{' *' * part.significant}"
        )
    return f"{line}  seed {part.seed}"
