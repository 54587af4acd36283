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
from generator.engine.statistics.lengths import histogram
from generator.lab.report.document import ReportChart
from generator.lab.report.phrases import percent, points

DOTS, COLUMNS, CURVES = "report-dots.xml", "report-columns.xml", "report-curves.xml"

MAX_ROWS = 34
"""Most rows of a chart; more would be higher than a page."""
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
    """Histogram of games by number of turns, with a mark at `middle`."""
    bars, total = histogram(games), sum(games.values())
    width = bars[0].high - bars[0].low + 1
    end = next((bar.low for bar in bars if bar.is_open), bars[-1].high + 1)
    ticks = _ticks(0.0, max(bar.games for bar in bars) / total)
    arg = {
        "columns": [
            {
                "label": bar.label,
                "height": round(bar.games / total / ticks[-1], 4),
                "says": str(bar.games),
            }
            for bar in bars
        ],
        "ticks": [
            {"at": round(tick / ticks[-1], 4), "label": _label(tick, True, 0.0)} for tick in ticks
        ],
        "middle": round((min(middle, end) - bars[0].low + 0.5) / width / len(bars), 4),
        "middle-says": f"median {middle:g}",
    }
    return ReportChart(COLUMNS, arg, caption)


def shortened(label: str) -> str:
    """Shorten a label to LONGEST_LABEL letters."""
    return short(label, MAX_LABEL_LETTERS, "…")


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
