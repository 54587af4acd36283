"""Grid of a kit's table: its rows to sort, filter and edit, with faults on their cells."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from nicegui import ui
from nicegui.events import GenericEventArguments

from generator.base.errors import Fault
from generator.kit.edit.tables import Row, TableFile
from generator.studio.pages.design.table_columns import ColumnLook, columns_of

Edited = Callable[[int, str, str, str, str], Awaitable[None]]
"""Is called with the index and id of a row, a field, the text before and the text now."""


class TableGrid:
    """The rows of one table at a time."""

    def __init__(
        self,
        on_edit: Edited,
        on_pick: Callable[[int, str], Awaitable[None]],
        on_filter: Callable[[list[str] | None], object],
        on_paste: Callable[[dict[str, Any]], Awaitable[None]],
        on_move: Callable[[int], Awaitable[None]],
    ) -> None:
        self._on_edit, self._on_pick = on_edit, on_pick
        self._table: TableFile | None = None
        self._sent: list[dict[str, Any]] = []
        self._shape: list[Any] = []
        self._before: dict[tuple[str, str], str] = {}
        self.picked: tuple[int, str] | None = None
        self.field = ""
        """The column that the cursor is in."""
        self.grid = ui.aggrid({"columnDefs": [], "rowData": []}, auto_size_columns=False)
        self.grid.classes("grid")
        self.grid.props["aria-label"] = "Table"
        self.grid.on("cellValueChanged", self._edited, ["data", "colId", "oldValue", "newValue"])
        self.grid.on("cellEditingStarted", self._started, ["data", "colId", "value"])
        self.grid.on("cellFocused", self._focused, js_handler="(e) => emit([e.rowIndex, e.colId])")
        self.grid.on(
            "filterChanged",
            lambda event: on_filter(event.args),
            js_handler="(e) => { const ids = []; e.api.forEachNodeAfterFilter(n => ids.push(n.data._id));"
            " emit(e.api.isAnyFilterPresent() ? ids : null); }",
        )
        api = f"getElement({self.grid.id}).api"
        self.grid.on(
            "paste", lambda event: on_paste(event.args), js_handler=f"(e) => pasted(e, {api}, emit)"
        )
        self.grid.on("copy", js_handler=f"(e) => copied(e, {api})")
        self.grid.on(
            "keydown",
            lambda event: on_move(int(event.args)),
            js_handler="(e) => { const by = { ArrowUp: -1, ArrowDown: 1 }[e.key];"
            " if (e.altKey && by) { e.preventDefault(); emit(by); } }",
        )

    def search(self, words: str) -> None:
        """Show the rows with these words."""
        self.grid.run_grid_method("setGridOption", "quickFilterText", words)

    def hide(self, field: str, hidden: bool) -> None:
        """Hide a column, or show it again."""
        self.grid.run_grid_method("setColumnsVisible", [field], not hidden)

    def show(self, table: TableFile, look: ColumnLook, faults: Sequence[Fault]) -> None:
        """Show a table as it is now; of the one that is shown, only what has changed is sent."""
        wrong = wrong_cells(table, faults)
        rows = [_row_data(row, wrong.get(row.index, {})) for row in table.rows]
        columns = columns_of(table, look, rows)
        shape = [[column.get("field"), column.get("cellEditorParams")] for column in columns]
        before, self._table = self._table, table
        same = before is not None and before.name == table.name and shape == self._shape
        self._shape = shape
        if not same:
            self.grid.options = {
                "theme": "quartz",
                "columnDefs": columns,
                "rowData": rows,
                "defaultColDef": {
                    "sortable": True, "filter": True, "resizable": True, "minWidth": 70,
                    "cellDataType": False, "suppressHeaderMenuButton": False,
                    ":suppressKeyboardEvent": "editorKeys",
                },
                ":getRowId": "(p) => p.data._key",
                "rowSelection": {"mode": "singleRow", "checkboxes": False, "enableClickSelection": True},
                "stopEditingWhenCellsLoseFocus": True,
                "undoRedoCellEditing": False,
                "suppressMovableColumns": False,
                "tooltipShowDelay": 300,
                "enableCellTextSelection": False,
                "rowHeight": 34,
                "headerHeight": 36,
            }  # fmt: skip
            self.grid.update()
        elif [row["_key"] for row in rows] == [row["_key"] for row in self._sent]:
            changed = [row for row, sent in zip(rows, self._sent, strict=True) if row != sent]
            if changed:
                self.grid.run_grid_method("applyTransaction", {"update": changed})
        else:
            self.grid.run_grid_method("setGridOption", "rowData", rows)
        self._sent = rows

    def go(self, key: str, field: str = "") -> None:
        """Show the row with this id, and put the cursor into a cell of it."""
        row = next((each for each in self._sent if each["_id"] == key), None)
        if row:
            column = field or next(iter(self._table.fields)) if self._table else field
            self.grid.client.run_javascript(
                f"const g = getElement({self.grid.id}).api;"
                f"const n = g.getRowNode({json.dumps(row['_key'])}); if (n) {{ n.setSelected(true, true);"
                f" g.ensureNodeVisible(n); g.ensureColumnVisible({json.dumps(column)});"
                f" g.setFocusedCell(n.rowIndex, {json.dumps(column)}); }}"
            )

    def _started(self, event: GenericEventArguments) -> None:
        """Note what a cell shows when somebody begins to type: it may be changed meanwhile."""
        cell = event.args["data"]["_key"], event.args["colId"]
        self._before = {cell: str(event.args.get("value") or "")}

    async def _edited(self, event: GenericEventArguments) -> None:
        data, field = event.args["data"], event.args["colId"]
        was = self._before.pop((data["_key"], field), str(event.args.get("oldValue") or ""))
        now = str(event.args["newValue"] if event.args.get("newValue") is not None else "")
        for row in self._sent:
            if row["_key"] == data["_key"]:
                row[field] = now
        await self._on_edit(int(data["_i"]), str(data["_id"]), field, was, now)

    async def _focused(self, event: GenericEventArguments) -> None:
        row, self.field = event.args[0], str(event.args[1] or "")
        found = await self.grid.client.run_javascript(
            f"(() => {{ const n = getElement({self.grid.id}).api.getDisplayedRowAtIndex({int(row or 0)});"
            " return n ? [n.data._i, n.data._id] : null; })()"
        )
        if isinstance(found, list):
            self.picked = int(found[0]), str(found[1])
            await self._on_pick(*self.picked)


def wrong_cells(table: TableFile, faults: Sequence[Fault]) -> dict[int, dict[str, str]]:
    """The faults of a table's rows, by the row's index and the field; "" is the row as a whole."""
    found: dict[int, dict[str, str]] = {}
    starts = [row.place.line or 0 for row in table.rows]
    for fault in faults:
        place = fault.place
        if place is None or place.file != table.shown or place.line is None:
            continue
        index = max((i for i, line in enumerate(starts) if line <= place.line), default=None)
        if index is None:
            continue
        field = _field_of(table, index, fault)
        cells = found.setdefault(index, {})
        cells[field] = "\n".join(filter(None, (cells.get(field), str(fault))))
    return found


def _field_of(table: TableFile, index: int, fault: Fault) -> str:
    """The field that a fault is about: the one on its line, or the one that its message names."""
    words = re.findall(r"[\w-]+", fault.message)
    named = next((word for word in words[:3] if word in table.fields), "")
    cell = fault.place.cell if fault.place else ""
    if cell and not named:
        row = table.document.lines.at(table.rows[index].index)
        named = next((str(n) for n, mark in row.inside.items() if mark.cell == cell), "")
    return named


def _row_data(row: Row, wrong: Mapping[str, str]) -> dict[str, Any]:
    return {
        **row.cells,
        "_i": row.index,
        "_id": row.id,
        "_key": row.id or str(row.index),
        "_fixed": sorted(row.fixed),
        "_bad": dict(wrong),
        "_all": "\n".join(wrong.values()),
    }
