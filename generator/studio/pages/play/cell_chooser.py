"""Cell chooser: three menus of the lab that lead to a cell: its table, its row and its field."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nicegui import ui

from generator.base.errors import KitError
from generator.kit.edit.tables import TableFile, TableRow
from generator.kit.tables.field_types import FieldSpec


class CellChooser:
    """The menus; `changed` is called with the text of the chosen cell."""

    def __init__(
        self,
        changed: Callable[[str], object],
        offers: Callable[[FieldSpec], bool] = lambda field: True,
    ) -> None:
        """`offers` says which fields can be chosen; tables with none of them are left out."""
        self._changed, self._offers = changed, offers
        self._tables: dict[str, TableFile] = {}
        self._table = self._menu("Table", self._show_rows)
        self._row = self._menu("Row", self._show_fields)
        self._field = self._menu("Field", self._tell)

    def offer(self, tables: Mapping[str, TableFile | KitError]) -> None:
        """Offer the readable tables; what is chosen stays, if it is still there."""
        self._tables = {
            name: each
            for name, each in tables.items()
            if isinstance(each, TableFile) and any(map(self._offers, each.fields.values()))
        }
        self._set_options(self._table, [*self._tables])
        self._show_rows()

    @property
    def cell(self) -> tuple[TableFile, TableRow, str] | None:
        """The chosen cell; None before there is one."""
        table, row, field = self._chosen_table, self._chosen_row, self._field.value
        return (table, row, str(field)) if table and row and field else None

    @property
    def _chosen_table(self) -> TableFile | None:
        return self._tables.get(str(self._table.value))

    @property
    def _chosen_row(self) -> TableRow | None:
        table = self._chosen_table
        rows = (row for row in table.rows if _title(table, row) == self._row.value) if table else ()
        return next(iter(rows), None)

    def _menu(self, label: str, changed: Callable[[], None]) -> ui.select:
        menu = ui.select([], label=label, with_input=True, on_change=changed)
        return menu.props("outlined dense")

    def _show_rows(self) -> None:
        table = self._chosen_table
        titles = [_title(table, row) for row in table.rows] if table else []
        self._set_options(self._row, [title for title in titles if title])
        self._show_fields()

    def _show_fields(self) -> None:
        table, row = self._chosen_table, self._chosen_row
        fields = table.fields.items() if table and row else ()
        names = [name for name, spec in fields if name != "id" and self._offers(spec)]
        self._set_options(self._field, [name for name in names if row and name not in row.fixed])
        self._tell()

    def _set_options(self, menu: ui.select, names: list[str]) -> None:
        first = names[0] if names else None
        menu.set_options(names, value=menu.value if menu.value in names else first)

    def _tell(self) -> None:
        cell = self.cell
        self._changed(cell[1].cells.get(cell[2], "") if cell else "")


def _title(table: TableFile, row: TableRow) -> str:
    """The name of a row: its id, or "all" for the only one of a table without rows; "" for none."""
    return row.id or ("all" if table.spec.kind == "record" else "")
