"""Section on difficulty: win rates of cooperative games along the varied parameters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.base.errors import counted
from generator.engine.simulation.parameters import PLAYERS, Axis, ParameterValue
from generator.engine.text.event_text import capitalized
from generator.lab.odds_chart import MAX_LINES, curves
from generator.lab.report.document import Block, ReportChart, ReportSection, ReportText
from generator.lab.report.load import Version
from generator.lab.report.output.charts import CURVES
from generator.lab.report.results import RunResults

MAX_AXES = 2


def _difficulty(version: Version) -> Iterator[Block]:
    """A chart for each set of bots, of its runs with different players and options."""
    groups: dict[tuple[str, ...], list[RunResults]] = {}
    for run in version.played:
        if run.cooperative and not run.plan.bars:
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


DIFFICULTY = ReportSection("Difficulty", _difficulty)
