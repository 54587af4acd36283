"""Turns what was used, and who won with it, into a section of dots with their intervals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.engine.statistics.clustered import holm
from generator.engine.statistics.component_win_rates import LEVEL, Part, Way
from generator.engine.statistics.intervals import Difference
from generator.engine.statistics.usage import Use, plainly
from generator.lab.report.charts import differences, shares
from generator.lab.report.document import Block, Heading, Table, Words
from generator.lab.report.paired import apart
from generator.lab.report.phrases import (
    count,
    counted,
    how,
    listed,
    percent,
    points,
    reach,
    rng,
    sentence,
)
from generator.lab.report.results import Findings

ENDS = 12
"""How many are told at either end of a long table; between them only those that remain."""
MOST_RUNS = 3
"""Of more runs the ones with most games are told."""

CORRELATION = (
    "This tells what goes with winning, not what is the reason for it: whoever is winning may have "
    "had the time to use more, and a long game has both more in it and another end. Bar a thing "
    "(simulate --bar) to see what it does. Full dots are differences that remain when all of a "
    "table are looked at together (Holm's correction); hollow ones may well be chance."
)


class Told(NamedTuple):
    """One component in one way, ready to be told."""

    item: str
    used: str
    won: str
    without: str
    difference: Difference | None
    p: float
    seed: int | None

    @property
    def remains(self) -> bool:
        """Whether the difference remains after the correction."""
        return self.p < LEVEL


def components(runs: Sequence[Findings]) -> Iterator[Block]:
    """Every component's use and win rate in the runs without bars."""
    free = sorted(
        (run for run in runs if run.games and not run.plan.bars), key=lambda run: -run.games
    )
    if not free:
        return
    yield Heading("Components")
    yield Words(CORRELATION)
    if len(free) > MOST_RUNS:
        yield Words(
            f"Told of the runs with most games; --run {free[MOST_RUNS].number} tells of another."
        )
    for run in free[:MOST_RUNS]:
        if run.together and run.won[0].share.games in (0, run.games):
            yield Words(
                f"Run {run.number} ({how(run)}): {'all' if run.won[0].share.games else 'none'} of its "
                "games were won, so nothing tells what winning goes with."
            )
            yield from _shares([use for use in run.uses if use.games.games])
            continue
        of = f", run {run.number} ({how(run)})" if len(free) > 1 else ""
        for way in run.titled:
            yield Heading(f"{sentence(way.name)}{of}", 3)
            yield from _of_way(way, run)
        if run.uses:
            yield Heading(f"Effects{of}", 3)
            yield from _of_uses(run)


def _of_way(way: Way, run: Findings) -> Iterator[Block]:
    seats = run.games * run.plan.players
    told = [_part(part, seats) for part in way.parts]
    yield from _told(told, sentence(way.name), "seats that had it")
    if way.never:
        yield Words(f"Never {way.name}: {listed(way.never)}.")


def _part(part: Part, seats: int) -> Told:
    having, lacking, found, _ = part.found
    return Told(
        part.item,
        f"{count(having.seats)}\u00a0({percent(having.seats / seats)})",
        percent(having.rate),
        percent(lacking.rate) if found else "",
        found,
        part.p,
        part.seed,
    )


def _of_uses(run: Findings) -> Iterator[Block]:
    unused = [use.item for use in run.uses if not use.games.games]
    used = [use for use in run.uses if use.games.games]
    if run.together:
        yield from _told(corrected(used), "Had an effect", "games")
    else:
        yield from _shares(used)
    if unused:
        yield Words(f"Without any effect in these games: {listed(map(plainly, unused))}.")


def corrected(uses: Sequence[Use]) -> list[Told]:
    """Uses with the difference of won and lost, and its probability corrected for all of them."""
    differ = [use.difference for use in uses]
    plain = [
        apart(use.won_with, use.won_without)
        for use, found in zip(uses, differ, strict=True)
        if found
    ]
    ps = iter(holm(plain))
    return [
        Told(
            plainly(use.item),
            f"{count(use.games.games)}\u00a0({percent(use.games.value)})",
            percent(use.won_with.value),
            percent(use.won_without.value) if found else "",
            found,
            next(ps) if found else 1.0,
            use.seed,
        )
        for use, found in zip(uses, differ, strict=True)
    ]


def _shares(uses: Sequence[Use]) -> Iterator[Block]:
    """In how many games each had an effect: the least and the most used, if there are many."""
    ordered = sorted(uses, key=lambda use: -use.games.games)
    shown = ordered if len(ordered) <= 2 * ENDS else [*ordered[:ENDS], *ordered[-ENDS:]]
    yield from shares(
        [(plainly(use.item), use.games) for use in shown],
        f"In how many games each had an effect{_of(len(shown), len(ordered))}",
    )


def _told(told: Sequence[Told], called: str, used: str) -> Iterator[Block]:
    """A chart of the differences and a table of the same components."""
    differ = [(each, each.difference.value) for each in told if each.difference]
    ordered = [each for each, _ in sorted(differ, key=lambda pair: -pair[1])]
    shown = [
        each
        for number, each in enumerate(ordered)
        if number < ENDS or number >= len(ordered) - ENDS or each.remains
    ]
    drawn = [(each.item, each.difference, each.remains) for each in shown if each.difference]
    few = _ends(drawn)
    if few:
        yield from differences(
            few,
            f"{called}: what was won more with it than without, in points{_of(len(few), len(ordered))}",
        )
    yield Table(
        ("", used, "won with", "without", "points", "95 %", "chance", "seed"),
        [
            (
                each.item,
                each.used,
                each.won,
                each.without,
                points(each.difference.value) if each.difference else "",
                reach(each.difference) if each.difference else "",
                rng(each.p),
                "" if each.seed is None else str(each.seed),
            )
            for each in shown
        ],
        f"{called}: use and wins{_of(len(shown), len(ordered))}",
        frozenset(range(1, 8)),
    )
    if len(shown) < len(ordered):
        between = counted(len(ordered) - len(shown), "other")
        yield Words(f"And {between} between these; --json tells all.")
    always = [each.item for each in told if not each.difference]
    if always:
        yield Words(f"Always, so that nothing can be compared: {listed(always)}.")


def _ends(drawn: list[tuple[str, Difference, bool]]) -> list[tuple[str, Difference, bool]]:
    """As many as a chart has room for, from both ends."""
    if len(drawn) <= 2 * ENDS:
        return drawn
    return [*drawn[:ENDS], *drawn[-ENDS:]]


def _of(shown: int, total: int) -> str:
    return f" ({shown} of {total})" if shown < total else ""
