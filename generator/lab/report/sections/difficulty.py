"""Turns runs of games that all win or lose together into curves: what is won, along what varies."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.engine.simulation.parameters import PLAYERS, Axis, ParameterValue
from generator.lab.odds_chart import MOST_LINES, curves
from generator.lab.report.charts import CURVES
from generator.lab.report.document import Block, Heading, Picture, Words
from generator.lab.report.phrases import counted
from generator.lab.report.results import Findings

MOST_AXES = 2


def difficulty(runs: Sequence[Findings]) -> Iterator[Block]:
    """A curve for the runs of each set of bots that differ in nothing but players and options."""
    drawn = list(_pictures([run for run in runs if run.together and not run.plan.bars]))
    if drawn:
        yield Heading("Difficulty")
        yield Words(
            "What was won, along what was varied. The bars are 95 % intervals: curves whose bars "
            "overlap much may be one."
        )
        yield from drawn


def _pictures(runs: Sequence[Findings]) -> Iterator[Block]:
    groups: dict[tuple[str, ...], list[Findings]] = {}
    for run in runs:
        groups.setdefault(run.plan.bots, []).append(run)
    for bots, group in groups.items():
        axes = _axes([_point(run) for run in group])
        if axes and len(axes) <= MOST_AXES and (len(axes) < 2 or len(axes[1].values) <= MOST_LINES):
            yield _picture(group, axes, " against ".join(bots))


def _picture(group: Sequence[Findings], axes: Sequence[Axis], bots: str) -> Picture:
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
        "says": f"{says[:1].upper()}{says[1:]}, {games} at each point",
        "note": ", ".join([*fixed, bots]),
    }
    varied = " and ".join(axis.name for axis in axes)
    return Picture(CURVES, arg, f"Share of games won, by {varied}")


def _point(run: Findings) -> Mapping[str, ParameterValue]:
    """Where a run stands: its number of players and every option."""
    options = run.plan.game.read_options(run.plan.options)
    words = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in options.items()
    }
    return {PLAYERS: run.plan.players, **words}


def _axes(points: Sequence[Mapping[str, ParameterValue]]) -> list[Axis]:
    """What differs among the points; what has most values first, numbers before words."""
    axes = []
    for name in points[0]:
        values = list(dict.fromkeys(point[name] for point in points))
        if len(values) > 1:
            axes.append(Axis(name, tuple(sorted(values, key=lambda each: (str(type(each)), each)))))
    return sorted(axes, key=lambda axis: (-len(axis.values), not axis.numeric))
