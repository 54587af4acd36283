"""Statistics dialog: how many pieces of a table have each value of its columns, as bars."""

from __future__ import annotations

from nicegui import ui

from generator.kit.statistics import (
    ColumnStatistics,
    TableStatistics,
    ValueCount,
    group_columns,
    table_statistics,
)
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import button, opened_dialog, text
from generator.studio.pages.frame import KitFrame
from generator.studio.worker import Latest, Urgency

COLORS = 8
"""Colours of groups; later groups begin with the first again."""


class StatisticsDialog:
    """The dialog: a chart of each column, of all pieces or split by the words of one column."""

    def __init__(self, frame: KitFrame, table: str) -> None:
        self._frame, self._table = frame, table
        self._latest = Latest(self._count)
        with opened_dialog("Statistics") as self._dialog:
            with ui.element("div").classes("row-of"):
                self._says = text("p", "", "quiet").props('role="status"')
                self._by = (
                    ui.select({"": "all together"}, value="", label="Split by", on_change=self._ask)
                    .props("outlined dense options-dense")
                    .classes("split-by")
                )
            self._charts = ui.element("div").classes("statistics")
            with ui.element("div").classes("row-of"):
                button("Close", self._dialog.close)
        self._dialog.on("hide", self._dialog.delete)
        ui.timer(0, self._ask, once=True)

    async def _ask(self) -> None:
        await self._latest.ask(self._by.value)

    async def _count(self, by: str) -> None:
        def found(kit: OpenKit) -> tuple[list[str], TableStatistics]:
            drawn = kit.drawn_kit
            return group_columns(drawn, self._table), table_statistics(drawn, self._table, by)

        answer = await self._frame.attempt(found, Urgency.LOOK)
        if answer is None:
            self._dialog.close()
            return
        columns, counts = answer
        self._by.set_options({"": "all together"} | {name: name for name in columns}, value=by)
        self._by.set_visibility(bool(columns))
        self._says.set_text(f"{counts.title}.")
        self._charts.clear()
        with self._charts:
            if by:
                _legend(counts)
            for column in sorted(counts.columns, key=lambda each: each.kind == "text"):
                _chart(column, counts.pieces)


def _legend(counts: TableStatistics) -> None:
    with ui.element("p").classes("legend"):
        for number, group in enumerate(counts.groups):
            with ui.element("span"):
                ui.element("i").classes(f"group-{number % COLORS}")
                text("span", group)


def _chart(column: ColumnStatistics, pieces: int) -> None:
    """One column: a line of text, or a table whose last cells are bars."""
    if column.kind == "text":
        text("p", column.title(pieces))
        return
    most = max(count.total for count in column.counts) or 1
    with ui.element("table"):
        text("caption", column.title(pieces))
        with ui.element("tbody"):
            for count in column.counts:
                _line(count, most)


def _line(count: ValueCount, most: int) -> None:
    with ui.element("tr"):
        text("th", count.label).props('scope="row"')
        text("td", str(count.total))
        with ui.element("td").props('aria-hidden="true"'):
            for number, pieces in enumerate(count.pieces):
                if pieces:
                    bar = ui.element("i").classes(f"group-{number % COLORS}")
                    bar.style(f"width: {100 * pieces / most:.2f}%").props(f'title="{pieces}"')
