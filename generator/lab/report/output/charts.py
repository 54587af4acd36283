"""Charts: shares, differences and lengths as arguments of chart templates.

Positions are from 0 to 1 along the plot.  Nothing is shown by colour alone: a significant value has a
full marker, any other a hollow one, and every row can have its numbers as a caption.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10
from typing import NamedTuple

from generator.base.errors import short
from generator.engine.statistics.intervals import Difference, Share
from generator.lab.report.document import ReportChart
from generator.lab.report.phrases import percent, points

DOTS, COLUMNS, CURVES = "report-dots.xml", "report-columns.xml", "report-curves.xml"

MAX_ROWS = 34
"""Most rows of a chart; more would be higher than a page."""
MAX_COLUMNS = 30
MAX_LABEL_LETTERS = 64


class ChartRow(NamedTuple):
    """A row of a dot chart: a value, and its interval if any."""

    label: str
    value: float
    low: float | None = None
    high: float | None = None
    caption: str = ""
    full: bool = True


def shares(
    rows: Sequence[tuple[str, Share]], caption: str, line: float | None = None
) -> list[ReportChart]:
    """Dot chart of shares from 0 to 100 %, with a reference line at `line`."""
    drawn = [
        ChartRow(label, share.value, *share.range, percent(share.value)) for label, share in rows
    ]
    return dots(drawn, (0.0, 1.0), caption, percents=True, line=line)


def differences(
    rows: Sequence[tuple[str, Difference | None, bool]], caption: str
) -> list[ReportChart]:
    """Dot chart of differences in points around 0, with full markers for significant ones.

    Rows without a difference are omitted.
    """
    drawn = [
        ChartRow(label, found.value, found.low, found.high, points(found.value), significant)
        for label, found, significant in rows
        if found
    ]
    ends = [abs(end) for row in drawn for end in (row.low, row.high, row.value) if end is not None]
    most = max([0.01, *ends])
    return dots(drawn, (-most, most), caption, percents=True, line=0.0)


def dots(
    rows: Sequence[ChartRow],
    ends: tuple[float, float],
    caption: str,
    *,
    percents: bool = False,
    line: float | None = None,
) -> list[ReportChart]:
    """Dot chart of values on a scale that reaches at least from one end to the other.

    Rows that do not fit on a page continue in another chart.
    """
    ticks = _ticks(*ends)
    low, high = ticks[0], ticks[-1]

    def place(value: float | None) -> float | None:
        return None if value is None else round((value - low) / (high - low), 4)

    drawn = [
        {
            "label": shortened(row.label),
            "at": place(row.value),
            "low": place(row.low),
            "high": place(row.high),
            "says": row.caption,
            "full": row.full,
        }
        for row in rows
    ]
    scale = {
        "ticks": [{"at": place(tick), "label": _label(tick, percents, low)} for tick in ticks],
        "line": place(line),
    }
    pages = [drawn[start : start + MAX_ROWS] for start in range(0, len(drawn), MAX_ROWS)]
    return [
        ReportChart(DOTS, {"rows": page, **scale}, caption + (", continued" if number else ""))
        for number, page in enumerate(pages)
    ]


def columns(games: Mapping[int, int], caption: str, middle: float) -> ReportChart:
    """Histogram of games by number of turns, with a mark at `middle`.

    The last hundredth of the games is a single column.
    """
    total = sum(games.values())
    least, most = min(games), _quantile(games, 0.99)
    width = _round_up((most - least + 1) / MAX_COLUMNS)
    first = least // width * width
    edges = list(range(first, most + 1, width))
    counts = [sum(games.get(each, 0) for each in range(edge, edge + width)) for edge in edges]
    labels = [str(edge) if width == 1 else f"{edge} to {edge + width - 1}" for edge in edges]
    beyond = total - sum(counts)
    if beyond:
        counts.append(beyond)
        labels.append(f"{edges[-1] + width} or more")
    ticks = _ticks(0.0, max(counts) / total)
    arg = {
        "columns": [
            {"label": label, "height": round(count / total / ticks[-1], 4), "says": str(count)}
            for label, count in zip(labels, counts, strict=True)
        ],
        "ticks": [
            {"at": round(tick / ticks[-1], 4), "label": _label(tick, True, 0.0)} for tick in ticks
        ],
        "middle": round((min(middle, edges[-1] + width) - first + 0.5) / width / len(counts), 4),
        "middle-says": f"median {middle:g}",
    }
    return ReportChart(COLUMNS, arg, caption)


def shortened(label: str) -> str:
    """Shorten a label to LONGEST_LABEL letters."""
    return short(label, MAX_LABEL_LETTERS, "…")


def _quantile(games: Mapping[int, int], share: float) -> int:
    """The smallest number of turns that at least this share of the games does not exceed."""
    total, counted = sum(games.values()), 0
    for number in sorted(games):
        counted += games[number]
        if counted >= share * total:
            return number
    return max(games)


def _round_up(size: float) -> int:
    """Round up to the next of 1, 2, 5, 10, 20, ..."""
    power = int(10 ** max(0, floor(log10(max(1.0, size)))))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= size)


def _ticks(low: float, high: float) -> list[float]:
    """Four to eleven round numbers that span at least low to high."""
    step = 10.0 ** floor(log10((high - low) / 2))
    for factor in (0.5, 1.0, 2.0, 2.5, 5.0):
        if (high - low) / (step * factor) <= 8:
            step *= factor
            break
    first, last = floor(low / step + 1e-9), ceil(high / step - 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]


def _label(tick: float, percents: bool, low: float) -> str:
    if not percents:
        return f"{tick:g}"
    sign = "+" if low < 0 < tick else ""
    return f"{sign}{100 * tick:g}".replace("-", "\u2212") + ("" if low < 0 else "\u00a0%")
