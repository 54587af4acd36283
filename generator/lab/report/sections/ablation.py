"""Section on ablation: the worth of banned moves, from runs with a ban and their partners."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import counted
from generator.engine.text.event_text import capitalized, listed
from generator.lab.report.ablation import Ablation, ablations, unpaired
from generator.lab.report.document import (
    Block,
    Remark,
    ReportTable,
    ReportText,
    number_column,
    text_column,
)
from generator.lab.report.load import Version
from generator.lab.report.output.charts import differences
from generator.lab.report.phrases import (
    conditions,
    count,
    difference_columns,
    percent,
    signed,
    up_to_cap,
)

MEANING = (
    "The same games, played with the same seeds by the same players, in which nobody (or one "
    "seat, named by its number) made certain moves as long as there was any other. A barred "
    "game differs from its partner only by the bar and its consequences, so these differences "
    "are the effect of what is barred, among players who know that it is barred, and not "
    "merely what goes with using it."
)


def ablation_blocks(version: Version) -> Iterator[Block]:
    """The effects of bans, in pairs of games with one seed."""
    found, alone = ablations(version.played), unpaired(version.played)
    if not found and not alone:
        return
    yield ReportText(MEANING)
    rows = [(pair, each) for pair in found for each in pair.effects]
    names = [f"{capitalized(each.name)}, {pair.title} barred" for pair, each in rows]
    yield from differences(
        [
            (name, each.pairs.difference, each.significant)
            for name, (_, each) in zip(names, rows, strict=True)
        ],
        "How much more is won when the moves are barred, in points, with 95 % intervals",
    )
    if found:
        yield ReportTable.of(
            "Games won without a bar and with it, by pairs of games with one seed; chance is "
            "corrected for all rows",
            text_column("barred", (pair.title for pair, _ in rows)),
            text_column("who", (capitalized(each.name) for _, each in rows)),
            number_column("pairs", (count(each.pairs.total) for _, each in rows)),
            number_column("won", (percent(each.pairs.one.value) for _, each in rows)),
            number_column("barred", (percent(each.pairs.other.value) for _, each in rows)),
            *difference_columns(
                [each.pairs.difference for _, each in rows], (each.p for _, each in rows)
            ),
        )
    for pair in found:
        yield ReportText(_held_back(pair))
        if not pair.banned.held:
            yield Remark(f"Barring {pair.title} never held back a move.")
    if alone:
        listed_runs = listed(f"run {run.number} ({conditions(run)})" for run in alone)
        remark = "There are no games without the bar, and with the same seeds, for"
        yield Remark(f"{remark} {listed_runs}.")


def _held_back(pair: Ablation) -> str:
    run = pair.banned
    text = (
        f"{pair.title} (run {run.number} against run {pair.free.number}): moves were held back in "
        f"{count(run.held)} of {counted(run.games, 'game')}"
    )
    if run.forced:
        text += f", and in {count(run.forced)} of them there was at times no other move"
    if pair.turns:
        low, high = signed(pair.turns.low), signed(pair.turns.high)
        text += (
            f". The length of a game changes by {signed(pair.turns.value)} turns ({low} to {high})"
        )
        if cap := up_to_cap(pair.free, run):
            text += f". {cap.removesuffix('.')}"
    return f"{text}."
