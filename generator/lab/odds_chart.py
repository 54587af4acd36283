"""Odds chart: the win rates of a sweep with their intervals, in the style of the kit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from generator.base.atomic_output import check_can_write, write_whole
from generator.base.errors import KitError, Place, counted, did_you_mean
from generator.base.text_files import shown_name
from generator.engine.simulation.parameters import PLAYERS, Axis, ParameterValue, combinations
from generator.engine.simulation.sweep import Sweep
from generator.engine.statistics.intervals import Share
from generator.engine.text.event_text import capitalized
from generator.kit.load import load_kit
from generator.kit.locate import KitFolders
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.pieces.faces import FaceSet
from generator.press.scene.items import Scene
from generator.press.templates.style import style_of

TEMPLATE = "chart.xml"
SUFFIXES = (".svg", ".pdf", ".png")
DPI = 200

MAX_VALUES = 40
"""Most values along the axis; more would be illegible."""
MAX_LINES = 8
"""Most lines: the template has this many markers that differ without colour."""

SPREAD = 0.02
"""Most distance between neighbouring points of one value, as a share of the axis."""


class OddsChart:
    """Odds chart: checked before the games are played, drawn after them."""

    def __init__(self, folders: KitFolders, path: Path, axes: Sequence[Axis]) -> None:
        """Raises KitError if the file cannot be written, or the chart has no room for the values."""
        place = Place(shown_name(path))
        if path.suffix.lower() not in SUFFIXES:
            message = f'there is no kind of picture "{path.suffix}"'
            raise KitError(
                message, place=place, hint=did_you_mean(path.suffix, SUFFIXES), check="option-value"
            )
        check_can_write(path)
        _check_size(axes)
        self._path = path
        self._kit = load_kit(folders)
        self._renderer = FaceSet(self._kit, style_of(self._kit)).renderer

    def write(self, sweep: Sweep, games: int, seed: int) -> None:
        """Draw the chart and write its file.  Raises KitError if it cannot be written."""
        write_whole(self._path, self._paint(self.scene(sweep, games, seed)))

    def scene(self, sweep: Sweep, games: int, seed: int) -> Scene:
        """The chart of a sweep with `games` at each point; some must have been played."""
        message = _title(sweep, games)
        variables = {
            **(_win_rates(sweep) if sweep.axes else _endings(sweep)),
            "says": message,
            "note": f"{_conditions(sweep)}; seeds {seed} to {seed + games - 1}",
        }
        name = f"{self._kit.file.title}: {message}"
        return self._renderer.render(TEMPLATE, variables, name)

    def _paint(self, scene: Scene) -> bytes:
        kind = self._path.suffix.lower()
        if kind == ".svg":
            from generator.press.paint.svg import paint_svg  # slow to import

            return paint_svg(scene)
        pdf = paint_pdf([scene], DocumentInfo(scene.name, self._kit.file.language))
        if kind == ".pdf":
            return pdf
        from generator.press.paint.raster import paint_png

        return paint_png(pdf, dpi=DPI)


def _check_size(axes: Sequence[Axis]) -> None:
    if axes and len(axes[0].values) > MAX_VALUES:
        raise KitError(
            f"a chart has room for {MAX_VALUES} values of {axes[0].name},"
            f" not for {len(axes[0].values)}",
            hint="name fewer values",
            check="option-value",
        )
    lines = 1
    for axis in axes[1:]:
        lines *= len(axis.values)
    if lines > MAX_LINES:
        names = " and ".join(axis.name for axis in axes[1:])
        message = f"a chart has room for {MAX_LINES} lines, but {names} make {lines}"
        hint = "name fewer values, or vary what has most values first"
        raise KitError(message, hint=hint, check="option-value")


def _title(sweep: Sweep, games: int) -> str:
    what = sweep.counted if sweep.axes else "how the games ended"
    each = counted(games, "game") + (" at each point" if sweep.axes else "")
    return f"{capitalized(what)}, {each}"


def _conditions(sweep: Sweep) -> str:
    """The conditions that all points share: `2 players, mode veteran, greedy`."""
    varied = any(axis.name == PLAYERS for axis in sweep.axes)
    return ", ".join(sweep.plan.words()[1 if varied else 0 :])


def _win_rates(sweep: Sweep) -> Mapping[str, Any]:
    """The win rate at each combination: the first axis along the chart, lines for the others."""
    axis, *others = sweep.axes
    shares = {
        tuple(point.values()): tally.won
        for point, tally in zip(sweep.points, sweep.tallies, strict=True)
        if tally.games
    }
    return curves(axis, others, shares)


def curves(
    axis: Axis, others: Sequence[Axis], shares: Mapping[tuple[ParameterValue, ...], Share]
) -> Mapping[str, Any]:
    """The template's variables for shares by their values on all axes, the one along the chart first.

    Combinations without a share are omitted.
    """
    positions = _positions(axis)
    lines = combinations(others)
    spacing = min(SPREAD, 0.6 * _min_distance(positions) / len(lines))
    series = []
    for number, line in enumerate(lines):
        offset = (number - (len(lines) - 1) / 2) * spacing
        series.append(
            {
                "name": ", ".join(f"{name} {value}" for name, value in line.items()),
                "points": [
                    _point(position + offset, shares[value, *line.values()])
                    for position, value in sorted(zip(positions, axis.values, strict=True))
                    if (value, *line.values()) in shares
                ],
            }
        )
    return {
        "along": axis.name,
        "ticks": _ticks(positions, axis.values),
        "series": series,
        "joined": axis.numeric,
    }


def _endings(sweep: Sweep) -> Mapping[str, Any]:
    """The share of each ending."""
    (tally,) = sweep.tallies
    endings = tally.endings_in_order()[:MAX_VALUES]
    positions = [(number + 0.5) / len(endings) for number in range(len(endings))]
    shares = [Share(count, tally.games) for _, count in endings]
    return {
        "along": "result, and the rule that ended the game",
        "ticks": _ticks(positions, [f"{result}, {rule}" for (result, rule), _ in endings]),
        "series": [{"name": "", "points": list(map(_point, positions, shares))}],
        "joined": False,
    }


def _positions(axis: Axis) -> list[float]:
    """The position of each value along the axis, from 0 to 1.

    Numbers are to scale unless some would be crowded; all other values are spaced evenly.
    """
    count = len(axis.values)
    even = [(number + 0.5) / count for number in range(count)]
    numbers = [value for value in axis.values if isinstance(value, int)]
    if count == 1 or len(numbers) < count:
        return even
    least, most = min(numbers), max(numbers)
    steps = [(number - least) / (most - least) * (count - 1) for number in numbers]
    scaled = [(step + 0.5) / count for step in steps]
    return scaled if _min_distance(scaled) >= 0.5 / count else even


def _min_distance(positions: Sequence[float]) -> float:
    """The least distance between two positions; 1 for a single one."""
    return min((high - low for low, high in pairwise(sorted(positions))), default=1.0)


def _ticks(positions: Sequence[float], labels: Sequence[object]) -> dict[str, Any]:
    return {
        "gap": _min_distance(positions),
        "marks": [
            {"at": position, "label": str(label)}
            for position, label in zip(positions, labels, strict=True)
        ],
    }


def _point(position: float, share: Share) -> Mapping[str, float]:
    low, high = share.range
    return {"at": position, "share": share.value, "low": low, "high": high}
