"""Sections on results: wins by seat and by bot, endings, and win rates along what was varied."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.base.errors import counted
from generator.engine.simulation.parameters import PLAYERS, Axis, ParameterValue
from generator.engine.text.event_text import capitalized
from generator.engine.text.rule_texts import in_short
from generator.lab.odds_chart import MAX_LINES, curves
from generator.lab.report.document import (
    Block,
    ReportChart,
    ReportHeading,
    ReportTable,
    ReportText,
    number_column,
    text_column,
)
from generator.lab.report.load import Version
from generator.lab.report.output.charts import CURVES, differences, shares
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


def result_blocks(version: Version) -> Iterator[Block]:
    """Wins by seat and by bot, and how the games ended."""
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
    names = [
        capitalized(won.name) + (f", run {run.number}: {conditions(run)}" if several else "")
        for run, won in found
    ]
    fair = {round(run.fair, 4) for run in runs if not run.cooperative and run.plan.players > 1}
    line = fair.pop() if len(fair) == 1 else None
    dashed = "; dashed: an equal share for all seats" if line else ""
    won_shares = [won.share for _, won in found]
    rows = list(zip(names, won_shares, strict=True))
    yield from shares(rows, f"Games won, with 95 % intervals{dashed}", line)
    yield ReportTable.of(
        "Games won by each seat",
        *run_column((run for run, _ in found), several, text_column),
        text_column("who", (capitalized(won.name).replace(" ", "\u00a0") for _, won in found)),
        number_column("won", (count(won.share.games) for _, won in found)),
        *share_columns(won_shares),
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


MAX_AXES = 2


def difficulty_blocks(version: Version) -> Iterator[Block]:
    """A chart for each set of bots, of its runs with different players and options."""
    groups: dict[tuple[str, ...], list[RunResults]] = {}
    for run in version.played:
        if run.cooperative and not run.plan.bans:
            groups.setdefault(run.plan.bots, []).append(run)
    charts = []
    for bots, group in groups.items():
        axes = _axes([_point(run) for run in group])
        if axes and len(axes) <= MAX_AXES and (len(axes) < 2 or len(axes[1].values) <= MAX_LINES):
            charts.append(_chart(group, axes, " against ".join(bots)))
    if charts:
        yield ReportText(
            "The share of games won, by what was varied. The bars are 95 % intervals: curves "
            "whose bars overlap widely may not differ."
        )
        yield from charts


def _chart(group: Sequence[RunResults], axes: Sequence[Axis], bots: str) -> ReportChart:
    along, *others = axes
    shares = {tuple(_point(run)[axis.name] for axis in axes): run.won[0].share for run in group}
    least = min(run.games for run in group)
    most = max(run.games for run in group)
    games = counted(most, "game") if least == most else f"{least} to {counted(most, 'game')}"
    says = f"{group[0].won[0].name} win{'s' * (group[0].plan.players == 1)}"
    fixed = [
        f"{name} {value}"
        for name, value in _point(group[0]).items()
        if name not in {axis.name for axis in axes} and name in group[0].plan.options
    ]
    arg = {
        **curves(along, others, shares),
        "says": f"{capitalized(says)}, {games} at each point",
        "note": ", ".join([*fixed, bots]),
    }
    varied = " and ".join(axis.name for axis in axes)
    return ReportChart(CURVES, arg, f"Share of games won, by {varied}")


def _point(run: RunResults) -> Mapping[str, ParameterValue]:
    """The number of players and the options of a run."""
    options = run.plan.game.read_options(run.plan.options)
    words = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in options.items()
    }
    return {PLAYERS: run.plan.players, **words}


def _axes(points: Sequence[Mapping[str, ParameterValue]]) -> list[Axis]:
    """The parameters that differ among the points; most values first, numbers before words."""
    axes = []
    for name in points[0]:
        values = list(dict.fromkeys(point[name] for point in points))
        if len(values) > 1:
            axes.append(Axis(name, tuple(sorted(values, key=lambda each: (str(type(each)), each)))))
    return sorted(axes, key=lambda axis: (-len(axis.values), not axis.numeric))
