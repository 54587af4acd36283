"""Printed effects: in how many games each printed thing had an effect, and how many were won.

If all seats win or lose together, games in which a thing had an effect are compared with the
others.  That is correlation, not cause: a long game, for example, both uses more cards and ends
differently.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from generator.engine.events import JsonValue
from generator.engine.simulation.run import GameRecord
from generator.engine.statistics.intervals import Difference, Share, difference
from generator.engine.text.event_text import capitalized


class PrintedEffect(NamedTuple):
    """One printed thing over a number of games."""

    item: str
    games: Share
    """The games in which it had an effect."""
    seed: int | None
    """The seed of one of them."""
    won_with: Share
    """Share of those games that the first seat won."""
    won_without: Share
    """Share of the other games that the first seat won."""

    @property
    def difference(self) -> Difference | None:
        """The difference of both shares won; None if it had an effect in all games or in none."""
        return difference(self.won_with, self.won_without)


class EffectCounter:
    """The effects of printed things in the games added so far."""

    def __init__(self, items: Iterable[str]) -> None:
        self._items = tuple(items)
        self._all, self._won = 0, 0
        self._with: Counter[str] = Counter()
        self._won_with: Counter[str] = Counter()
        self._seeds: dict[str, int] = {}

    def add(self, record: GameRecord) -> None:
        """Count one game in."""
        won = 0 in record.winners
        self._all += 1
        self._won += won
        for item in record.used:
            self._with[item] += 1
            self._won_with[item] += won
            self._seeds.setdefault(item, record.seed)

    @property
    def differ(self) -> bool:
        """Whether some games were won and some were not."""
        return 0 < self._won < self._all

    def by_use(self) -> list[PrintedEffect]:
        """Every printed thing, by descending number of games with an effect."""
        return sorted(self._each(), key=lambda use: -use.games.games)

    def by_harm(self) -> list[PrintedEffect]:
        """Every printed thing by ascending difference; those without one come last."""

        def harm(use: PrintedEffect) -> tuple[bool, float]:
            found = use.difference
            return found is None, found.value if found else 0.0

        return sorted(self._each(), key=harm)

    def _each(self) -> Iterator[PrintedEffect]:
        for item in self._items:
            used, won = self._with[item], self._won_with[item]
            yield PrintedEffect(
                item,
                Share(used, self._all),
                self._seeds.get(item),
                Share(won, used),
                Share(self._won - won, self._all - used),
            )


def plain_name(item: str) -> str:
    """The name of a printed thing in tables: `Grumble Yank` for `Grumble "Yank"`.

    A kind that the name contains is left out: `Goof of Doom` for `Goof "Goof of Doom"`.
    """
    kind, _, name = item.replace('" ', " ").rstrip('"').partition('"')
    return capitalized(name if kind.strip().lower() in name.lower() else f"{kind}{name}")


def effects_as_data(uses: EffectCounter, cooperative: bool) -> dict[str, JsonValue]:
    """Plain data by name: the games, and if all win together the shares won with and without."""
    data: dict[str, JsonValue] = {}
    for use in uses.by_harm() if cooperative else uses.by_use():
        entry: dict[str, JsonValue] = {**use.games.as_data(), "seed": use.seed}
        if cooperative:
            entry["won-with"] = use.won_with.as_data()
            entry["won-without"] = use.won_without.as_data()
            entry["difference"] = use.difference.as_data() if use.difference else None
        data[use.item] = entry
    return data


def effect_lines(uses: EffectCounter, cooperative: bool) -> Iterator[str]:
    """The table as lines of text."""
    cooperative = cooperative and uses.differ  # otherwise there is nothing to compare
    ordered = uses.by_harm() if cooperative else uses.by_use()
    if not ordered:
        return
    width = max(len(plain_name(use.item)) for use in ordered)
    if cooperative:
        yield "printed things: in how many games they had an effect, what was won with and without,"
        yield "the difference in points (95 %); what goes with losing most comes first:"
    else:
        yield "printed things, and in how many games they had an effect:"
    for use in ordered:
        line = f"    {plain_name(use.item):{width}}{use.games.games:>8}  {use.games.value:6.1%}"
        if cooperative and use.difference:
            line += f"   won {use.won_with.value:6.1%} and {use.won_without.value:6.1%}"
            line += f"  {use.difference}"
        yield line if use.seed is None else f"{line}  seed {use.seed}"
