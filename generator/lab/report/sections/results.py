"""Section on results: wins by seat and by bot, and the endings of the games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.engine.text.event_text import capitalized
from generator.engine.text.rule_texts import in_short
from generator.lab.report.document import (
    Block,
    ReportHeading,
    ReportSection,
    ReportTable,
    ReportText,
    number_column,
    text_column,
)
from generator.lab.report.load import Version
from generator.lab.report.output.charts import differences, shares
from generator.lab.report.phrases import (
    conditions,
    count,
    difference_columns,
    game_cell,
    percent,
    run_column,
    seed_column,
    share_columns,
)
from generator.lab.report.results import RunResults, by_bot

RULE_LENGTH = 90
"""Most letters of the text of a rule that ended games."""


def _results(version: Version) -> Iterator[Block]:
    runs = version.played_free
    if not runs:
        return
    yield from _by_seat(runs)
    if runs[0].plan.game.seats_differ:
        yield ReportText(runs[0].plan.game.seats_differ)
    yield from _by_bot(runs)
    yield ReportHeading("How the games ended", 3)
    rules = version.data["rules"]
    found = [(run, ending) for run in runs for ending in run.endings]
    texts = (str(rules.get(each.rule, {}).get("text", each.rule)) for _, each in found)
    yield ReportTable.of(
        "How the games ended, the rule that ended them, and a game to see it in",
        *run_column((run for run, _ in found), len(runs) > 1, text_column),
        text_column("result", (capitalized(each.result) for _, each in found)),
        text_column("by the rule", (in_short(text, RULE_LENGTH) for text in texts)),
        number_column("games", (count(each.share.games) for _, each in found)),
        *share_columns([each.share for _, each in found]),
        seed_column((run, each.seed) for run, each in found),
    )


def _by_seat(runs: Sequence[RunResults]) -> Iterator[Block]:
    found = [(run, won) for run in runs for won in run.won]
    several = len(runs) > 1
    of = [f", run {run.number}: {conditions(run)}" if several else "" for run, _ in found]
    fair = {round(run.fair, 4) for run in runs if not run.cooperative and run.plan.players > 1}
    line = fair.pop() if len(fair) == 1 else None
    yield from shares(
        [
            (f"{capitalized(won.name)}{of_run}", won.share)
            for (_, won), of_run in zip(found, of, strict=True)
        ],
        "Games won, with 95 % intervals"
        + ("; dashed: an equal share for all seats" if line else ""),
        line,
    )
    yield ReportTable.of(
        "Games won by each seat",
        *run_column((run for run, _ in found), several, text_column),
        text_column("who", (capitalized(won.name).replace(" ", "\u00a0") for _, won in found)),
        number_column("won", (count(won.share.games) for _, won in found)),
        *share_columns([won.share for _, won in found]),
        text_column("a game of it", (game_cell(run, won.seed) for run, won in found)),
    )


def _by_bot(runs: Sequence[RunResults]) -> Iterator[Block]:
    usage = by_bot(runs)
    if usage is None:
        return
    yield ReportHeading("By bot", 3)
    yield ReportText(
        "Bots that met at one table, compared among games with the same players and options, "
        "and within a chair in which several took turns; a game without a winner counts half "
        "for each. A bot that always had the same seat also has that seat's advantage: play "
        "both orders to tell them apart."
    )
    parts = usage.parts
    yield from differences(
        [(part.item, part.found.difference, part.significant) for part in parts],
        "How much more the seats of a bot won than the others, in points",
    )
    yield ReportTable.of(
        "What the seats of each bot won",
        text_column("bot", (part.item for part in parts)),
        number_column("seats", (count(part.found.seats) for part in parts)),
        number_column("won", (percent(part.found.having.rate) for part in parts)),
        number_column("others won", (percent(part.found.lacking.rate) for part in parts)),
        *difference_columns([part.found.difference for part in parts], (part.p for part in parts)),
    )


RESULTS = ReportSection("Results", _results)
