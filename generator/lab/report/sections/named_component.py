"""Answer on a named component: what its seats won, as one comparison without a correction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from statistics import median
from typing import Any

from generator.base.errors import KitError, counted
from generator.engine.statistics.clustered import Contrast
from generator.engine.statistics.component_win_rates import Usage
from generator.engine.statistics.intervals import Difference
from generator.engine.statistics.power import detectable_by, games_to_show
from generator.lab.named_component import NamedComponent
from generator.lab.report.document import ReportText, answers
from generator.lab.report.load import Version
from generator.lab.report.phrases import conditions, count, percent, points
from generator.lab.report.results import RunResults

MAX_RUNS = 3
"""Most runs of a version that get an answer on the first page: those with the most games."""
SOUGHT = 0.05
"""A difference that matters, for which the games needed are given."""
CAVEAT = (
    "One comparison, named before anybody looked, counts by itself. If it was chosen because it stood "
    "out in the tables below, trust only those: they are corrected for many comparisons. It is no "
    "proof of a cause either, as a winner may have had more time to come by it."
)
EACH = " Each line here is a comparison of its own, and one in twenty intervals misses."


@dataclass(frozen=True)
class NamedResult:
    """What goes with a named component in one run."""

    version: Version
    run: RunResults
    named: NamedComponent
    found: Contrast | None
    """Not corrected for other comparisons; None if no seat had the component."""
    middle: float
    """The median of the differences of all components in this usage."""
    compared: int
    """The number of these."""

    @property
    def title(self) -> str:
        """The component as people call it."""
        return self.run.plan.game.component_title(self.named.item)

    @property
    def difference(self) -> Difference | None:
        """The difference; None if there is nothing to compare."""
        return None if self.run.one_sided or self.found is None else self.found.difference

    @property
    def detectable(self) -> float | None:
        """The smallest difference that such games show four times in five, from 0 to 1."""
        return detectable_by(self.difference.reach) if self.difference else None

    @property
    def games_needed(self) -> int | None:
        """About how many games show a difference of five points four times in five."""
        found = self.difference
        return games_to_show(self.run.games, found.reach, SOUGHT) if found else None

    def as_data(self) -> dict[str, Any]:
        """The result as plain data."""
        found, difference = self.found, self.difference
        compared = found if difference else None
        return {
            "file": self.version.file,
            "data": self.version.fingerprint,
            "run": self.run.number,
            "usage": self.named.usage,
            "component": self.named.item,
            "seats": found.seats if found else 0,
            "compared": compared
            and {"with": compared.having.seats, "without": compared.lacking.seats},
            "won-with": compared and round(compared.having.rate, 4),
            "won-without": compared and round(compared.lacking.rate, 4),
            **(difference.as_data() if difference else {"difference": None, "95%": None}),
            "p": compared and round(compared.p, 4),
            "detectable": None if self.detectable is None else round(self.detectable, 4),
            "games-for-five-points": self.games_needed,
        }


def named_results(versions: Sequence[Version], of: str) -> list[NamedResult]:
    """What goes with a component, written `drawn: fox`, in each run without bans; most games first.

    Raises KitError if the game does not count it, or there is no such run.
    """
    named = NamedComponent.read(of)
    recorded: dict[str, list[str]] = {}
    for usage in (usage for version in versions for run in version.runs for usage in run.usages):
        recorded.setdefault(usage.name, []).extend(part.item for part in usage.parts)
    named.check(versions[0].runs[0].plan.game, recorded)
    results = [
        _result(version, run, named)
        for version in versions
        for run in sorted(version.played, key=lambda run: -run.games)
        if not run.plan.bans
    ]
    if not results:
        hint = "a bar changes what a component is worth: play some without --bar"
        raise KitError(
            "no game without a bar was played to its end", hint=hint, check="no-recorded-games"
        )
    return results


def _result(version: Version, run: RunResults, named: NamedComponent) -> NamedResult:
    usage = next((each for each in run.usages if each.name == named.usage), Usage("", (), ()))
    found = next((part.found for part in usage.parts if part.item == named.item), None)
    others = [part.found.difference.value for part in usage.parts if part.found.difference]
    return NamedResult(version, run, named, found, median(others or [0.0]), len(others))


def named_answers(results: Sequence[NamedResult]) -> Iterator[ReportText]:
    """The answers for the first page of a report; none without results."""
    if not results:
        return
    versions = [list(each) for _, each in groupby(results, lambda each: id(each.version))]
    shown = [each for version in versions for each in version[:MAX_RUNS]]
    files = {each.version.file for each in results}
    lines = []
    for each in shown:
        file = each.version.file if len(files) > 1 else f"data {each.version.fingerprint[:12]}"
        of = f"{file}, " if len(versions) > 1 else ""
        played = f"{counted(each.run.games, 'game')} ({of}{conditions(each.run)})"
        lines.append(f"{played}: {_answer(each)}" if len(shown) > 1 else _answer(each))
    if any(each.difference for each in results):
        lines.append(CAVEAT + EACH * (len(shown) > 1))
    first = results[0]
    yield from answers(f"Do seats with {first.title} ({first.named.usage}) win more?", lines)


def _answer(result: NamedResult) -> str:
    found, difference = result.found, result.difference
    if found is None:
        return "No seat had it."
    if difference is None:
        return f"{counted(int(found.seats), 'seat')} had it, and there is nothing to compare them with."
    having, lacking = found.having, found.lacking
    shown = difference.low > 0 or difference.high < 0
    yes = "Yes" if difference.value > 0 else "No, they win less"
    verdict = yes if shown else "These games cannot tell"
    text = (
        f"{verdict}. {counted(int(having.seats), 'seat')} with it won {percent(having.rate)}, "
        f"{count(int(lacking.seats))} that could have had it and did not won {percent(lacking.rate)}: "
        f"a difference of {points(difference.value)} points. The true one is most likely "
        f"between {points(difference.low)} and {points(difference.high)} (95 % interval)."
    )
    if not shown:
        text += (
            f" Even {100 * (result.detectable or 1):.0f} points can go unseen in so few games; to show "
            f"{100 * SOUGHT:.0f} takes about {count(result.games_needed or 0)}."
        )
    if result.compared > 1:
        text += (
            f" Of all {result.compared} components in “{result.named.usage}”, the middle one has "
            f"{points(result.middle)}."
        )
    return text
