"""Grid of a kit's table: its rows to sort, filter and edit, with faults on their cells."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from nicegui import ui
from nicegui.events import GenericEventArguments

from generator.base.errors import Fault
from generator.kit.edit.tables import TableFile, TableRow
from generator.studio.browser_events import read_event, read_event_values
from generator.studio.pages.design.table_columns import ColumnLook, columns_of
from generator.studio.pages.drafts import TypedCell


class Cursor(NamedTuple):
    """The cell with the cursor: its row, by number and id, and its field."""

    number: int
    id: str
    field: str


def cursor_of(sent: Any) -> Cursor | None:
    """The cell that the browser names; None for none."""
    return Cursor(int(sent[0]), str(sent[1]), str(sent[2] or "")) if sent else None


def _ids(sent: Any) -> list[str] | None:
    """The ids of the rows that pass a filter; None without one."""
    return None if sent is None else [str(each) for each in sent]


def _block(sent: Any) -> tuple[list[tuple[int, str]], list[str], str]:
    """The rows, each by index and id, and fields that a text is pasted into, and the text."""
    rows = [(int(index), str(id)) for index, id in sent["rows"]]
    return rows, [str(each) for each in sent["fields"]], str(sent["text"])


class TableGrid:
    """The rows of one table."""

    def __init__(
        self,
        on_pick: Callable[[str], object],
        on_filter: Callable[[list[str] | None], object],
        on_paste: Callable[[list[tuple[int, str]], list[str], str], object],
        on_move: Callable[[int, Cursor | None], object],
    ) -> None:
        """`on_pick` gets the id of a row, `on_move` how far the row of a cell is moved."""
        self._on_pick = on_pick
        self._table: TableFile | None = None
        self._shown_rows: list[dict[str, Any]] = []
        self._params: list[Any] = []
        self.cursor: Cursor | None = None
        self.grid = ui.aggrid(
            {"columnDefs": [], "rowData": [], "loading": True}, auto_size_columns=False
        )
        self.grid.classes("grid")
        self.grid.props["aria-label"] = "Table"
        api = f"getElement({self.grid.id}).api"
        self.cursor_js = f"cursorOf({api})"
        """Script by which the browser reports the cursor with each event that needs it; a separate
        event could still be on its way."""
        self.grid.on("cellEditingStarted", js_handler=f"(e) => cellBegun({api}, e)")
        self.grid.on("gridReady", js_handler=f"() => restoreColumns({api})")
        for event in ("columnMoved", "columnResized"):
            self.grid.on(event, js_handler=f"(e) => keepColumns(e, {api})")
        self.grid.on("gridPreDestroyed", js_handler="() => cellGone()")
        self.grid.on("cellFocused", self._focused, js_handler=f"() => emit({self.cursor_js})")
        self.grid.on(
            "filterChanged",
            lambda event: on_filter(read_event(event, _ids)),
            js_handler="(e) => { const ids = []; e.api.forEachNodeAfterFilter(n => ids.push(n.data._id));"
            " emit(e.api.isAnyFilterPresent() ? ids : null); }",
        )
        self.grid.on(
            "paste",
            lambda event: on_paste(*read_event(event, _block)),
            js_handler=f"(e) => pasted(e, {api}, emit)",
        )
        self.grid.on("copy", js_handler=f"(e) => copied(e, {api})")
        self.grid.on(
            "keydown.capture",  # before the grid moves its cursor
            lambda event: on_move(*read_event_values(event, int, cursor_of)),
            js_handler=f"(e) => movedBy(e, (by) => emit([by, {self.cursor_js}]))",
        )

    def search(self, words: str) -> None:
        """Show the rows with these words."""
        self.grid.run_grid_method("setGridOption", "quickFilterText", words)

    def hide(self, field: str, hidden: bool) -> None:
        """Hide a column, or show it again."""
        self.grid.run_grid_method("setColumnsVisible", [field], not hidden)

    def show(self, table: TableFile, look: ColumnLook, faults: Sequence[Fault]) -> None:
        """Show the current table; of the one already shown, only changes are sent."""
        wrong = wrong_cells(table, faults)
        rows = [_row_data(row, wrong.get(row.index, {})) for row in table.rows]
        columns = columns_of(table, look, rows)
        before, self._table = self._table, table
        same_table = before is not None and (before.name, [*before.fields]) == (
            table.name,
            [*table.fields],
        )
        params = [column.get("cellEditorParams") for column in columns]
        changed_editors, self._params = params != self._params, params
        if not same_table:
            self.grid.options = {
                "theme": "quartz",
                "context": {"kit": look.kit, "table": table.name},
                "columnDefs": columns,
                "rowData": rows,
                "defaultColDef": {
                    "sortable": True, "filter": True, "resizable": True, "minWidth": 44,
                    "cellDataType": False, "suppressHeaderMenuButton": False,
                    ":suppressKeyboardEvent": "editorKeys", ":valueSetter": "cellTyped",
                },
                ":getRowId": "(p) => p.data._key",
                "rowSelection": {"mode": "singleRow", "checkboxes": False, "enableClickSelection": True},
                "stopEditingWhenCellsLoseFocus": True,
                "undoRedoCellEditing": False,
                "suppressMovableColumns": False,
                "tooltipShowDelay": 300,
                "enableCellTextSelection": False,
                "rowHeight": 34,
                "ensureDomOrder": True,
                "suppressColumnVirtualisation": True,
                "headerHeight": 36,
            }  # fmt: skip
            self.grid.update()
        else:  # in place: somebody may be typing
            if changed_editors:
                self.grid.run_grid_method("setGridOption", "columnDefs", columns)
            self._send(rows)
        self._shown_rows = rows

    def _send(self, rows: list[dict[str, Any]]) -> None:
        # A transaction cannot reorder rows, so other rows, or another order, are sent whole.
        if [row["_key"] for row in rows] != [row["_key"] for row in self._shown_rows]:
            self.grid.client.run_javascript(
                f"showRows(getElement({self.grid.id}).api, {json.dumps(rows)})"
            )
            return
        changed = [row for row, sent in zip(rows, self._shown_rows, strict=True) if row != sent]
        if changed:
            self.grid.run_grid_method("applyTransaction", {"update": changed})

    def go(self, key: str, field: str = "", condition: str = "true") -> None:
        """Show the row with this id, and move the cursor into one of its cells, if the browser agrees."""
        row = next((each for each in self._shown_rows if each["_id"] == key), None)
        if row:
            first = "g.getAllDisplayedColumns().find(c => c.getColId() !== '_all')"
            column = json.dumps(field) if field else first
            self.grid.client.run_javascript(
                f"const g = getElement({self.grid.id}).api;"
                f"const n = g.getRowNode({json.dumps(row['_key'])}); if (n && {condition}) {{"
                " n.setSelected(true, true);"
                f" g.ensureNodeVisible(n); g.ensureColumnVisible({column});"
                f" g.setFocusedCell(n.rowIndex, {column}); }}"
            )

    def take(self, cell: TypedCell) -> None:
        """Note that a cell shows what was typed into it."""
        if self._table and self._table.name == cell.table:
            for row in self._shown_rows:
                if (row["_i"], row["_id"]) == (cell.number, cell.id):
                    row[cell.field] = cell.now

    def _focused(self, event: GenericEventArguments) -> None:
        self.cursor = read_event(event, cursor_of)
        if self.cursor:
            self._on_pick(self.cursor.id)


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
    """The field of a fault: the one on its line, or the one that its message names."""
    words = re.findall(r"[\w-]+", fault.message)
    named = next((word for word in words[:3] if word in table.fields), "")
    cell = fault.place.cell if fault.place else ""
    if cell and not named:
        row = table.document.lines.at(table.rows[index].index)
        named = next((str(n) for n, mark in row.inside.items() if mark.cell == cell), "")
    return named


def _row_data(row: TableRow, wrong: Mapping[str, str]) -> dict[str, Any]:
    return {
        **row.cells,
        "_i": row.index,
        "_id": row.id,
        "_key": row.id or str(row.index),
        "_fixed": sorted(row.fixed),
        "_bad": dict(wrong),
        "_all": "\n".join(wrong.values()),
    }
