"""Sections on the games as a whole: the runs, the length of games, and their measures."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import counted
from generator.engine.text.event_text import capitalized
from generator.lab.report.document import (
    Block,
    CodeCell,
    Remark,
    ReportSection,
    ReportTable,
    ReportText,
    number_column,
    text_column,
)
from generator.lab.report.load import Version
from generator.lab.report.output.charts import ChartRow, columns, dots
from generator.lab.report.phrases import (
    conditions,
    count,
    game_cell,
    replay_command,
    run_column,
    seed_column,
)

LISTED_FAILED_GAMES = 10
"""Most failed games that are listed."""
RUNS_WITH_HISTOGRAM = 3
"""Most runs for which each gets a histogram of lengths; for more, only quartiles are drawn."""


def _runs(version: Version) -> Iterator[Block]:
    runs = version.runs
    yield ReportTable.of(
        "The runs, how each was played, and its games",
        number_column("run", (run.number for run in runs)),
        text_column("how", map(conditions, runs)),
        number_column("games", (count(run.games) for run in runs)),
        text_column("seeds", (f"{run.seeds[0]}\u00a0to\u00a0{run.seeds[1]}" for run in runs)),
        text_column("to see a game", (CodeCell(replay_command(run, "SEED")) for run in runs)),
    )
    yield ReportText(
        "With the same seed, players and bots the same game is played again: every game that "
        "is named below can be viewed move by move. Of the bots, random makes any legal move, "
        "greedy the one after which its position looks best, and mcts and search look ahead. "
        f"Played with data {version.fingerprint[:12]} and program {version.program}."
    )
    if not version.is_current:
        yield Remark(
            "The kit's data have changed since these games were played: names, and how many pieces "
            "are printed, are those of today."
        )
    failed = [(run, record) for run in runs for record in run.failed]
    if failed:
        listed = failed[:LISTED_FAILED_GAMES]
        yield Remark(f"{counted(len(failed), 'game')} could not be played to the end.")
        yield ReportTable.of(
            "Games that failed",
            text_column("game", (game_cell(run, each.seed) for run, each in listed)),
            text_column("error", (each.error for _, each in listed)),
        )


def _length(version: Version) -> Iterator[Block]:
    found = [(run, run.length) for run in version.played_free if run.length]
    if not found:
        return
    if len(found) <= RUNS_WITH_HISTOGRAM:
        for run, length in found:
            of = f" of run {run.number} ({conditions(run)})" if len(found) > 1 else ""
            yield columns(length.games, f"How many turns the games{of} took", length.bounded[1])
    else:
        rows = [
            ChartRow(f"run {run.number}: {conditions(run)}", middle, low, high, length.texts[1])
            for run, length in found
            for low, middle, high in [length.bounded]
        ]
        most = max(length.bounded[2] for _, length in found)
        caption = "Turns of a game: the median, and the half of all games around it"
        yield from dots(rows, (0.0, most), caption)
    quartiles = [length.texts for _, length in found]
    yield ReportTable.of(
        "Turns of a game",
        *run_column((run for run, _ in found), len(found) > 1),
        number_column("mean", (f"{length.mean:.1f}" for _, length in found)),
        number_column("quarter", (low for low, _, _ in quartiles)),
        number_column("median", (middle for _, middle, _ in quartiles)),
        number_column("three quarters", (high for _, _, high in quartiles)),
        number_column("longest", (length.longest[0] for _, length in found)),
        text_column(
            "the longest game", (game_cell(run, length.longest[1]) for run, length in found)
        ),
    )
    for run, length in found:
        if length.caps:
            of = f"Run {run.number}: " if len(found) > 1 else ""
            yield ReportText(
                f"{of}{length.caps}. That counts as longer than this many turns (Kaplan and Meier), the true "
                "mean is above the one given, and the longest game is the longest that ended."
            )


def _measures(version: Version) -> Iterator[Block]:
    runs = version.played_free
    found = [(run, each) for run in runs for each in run.measures]
    if found:
        yield ReportTable.of(
            "Measures that the games report",
            *run_column((run for run, _ in found), len(runs) > 1, text_column),
            text_column("", (capitalized(each.name) for _, each in found)),
            number_column("mean", (f"{each.mean:.2f}" for _, each in found)),
            number_column(
                "95 %",
                (f"{each.range[0]:.2f}\u00a0to\u00a0{each.range[1]:.2f}" for _, each in found),
            ),
            number_column("median", (f"{each.median:g}" for _, each in found)),
            number_column("most", (f"{each.most:g}" for _, each in found)),
            seed_column(((run, each.seed) for run, each in found), "seed of the most"),
        )


RUNS = ReportSection("What was played", _runs)
LENGTH = ReportSection("Length", _length)
MEASURES = ReportSection("Figures of the games", _measures)
