"""Turns barred runs and their partners into a section: what a thing does, not what goes with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.lab.report.ablation import lonely, restricted
from generator.lab.report.charts import differences
from generator.lab.report.document import Block, Heading, Remark, Table, Words
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
    signed,
)
from generator.lab.report.results import Findings

MEANING = (
    "The same games, played with the same seeds by the same players, in which nobody (or one seat, "
    "by its number) made certain moves as long as there was any other. All that sets a barred game "
    "apart from its partner is the bar and what came of it: so these differences are what the thing "
    "does, among players who know that it is barred. They are not what goes with using it."
)


def barred(runs: Sequence[Findings]) -> Iterator[Block]:
    """Each bar with what it does to every seat, and to the length of a game."""
    found, alone = restricted(runs), lonely(runs)
    if not found and not alone:
        return
    yield Heading("Restricted play")
    yield Words(MEANING)
    rows = [
        (f"{sentence(each.name)}, {pair.says} barred", each.pairs.difference, each.remains)
        for pair in found
        for each in pair.effects
    ]
    drawn = [(label, difference, remains) for label, difference, remains in rows if difference]
    if drawn:
        yield from differences(
            drawn, "How much more is won when the moves are barred, in points, with 95 % intervals"
        )
    if found:
        yield Table(
            ("barred", "who", "pairs", "won", "barred", "points", "95 %", "chance"),
            [
                (
                    pair.says,
                    sentence(each.name),
                    count(each.pairs.total),
                    percent(each.pairs.one.value),
                    percent(each.pairs.other.value),
                    points(difference.value),
                    reach(difference),
                    rng(each.p),
                )
                for pair in found
                for each in pair.effects
                if (difference := each.pairs.difference)
            ],
            "Games won without a bar and with it, by pairs of games with one seed; chance is "
            "corrected for all rows",
            frozenset(range(2, 8)),
        )
    for pair in found:
        run = pair.barred
        says = (
            f"{pair.says} (run {run.number} beside run {pair.free.number}): moves were held back in"
        )
        says += f" {count(run.held)} of {counted(run.games, 'game')}"
        if run.forced:
            says += f", and in {count(run.forced)} of them there was at times nothing else to do"
        if pair.turns:
            low, high = signed(pair.turns.low), signed(pair.turns.high)
            says += f". The length of a game changes by {signed(pair.turns.value)} turns ({low} to {high})"
        yield Words(f"{says}.")
        if not run.held:
            yield Remark(f"Nothing was ever held back by barring {pair.says}.")
    if alone:
        told = listed(f"run {run.number} ({how(run)})" for run in alone)
        yield Remark(f"No games without the bar, and with the same seeds, are there beside {told}.")
