"""Column dialog: adds a column to a table, or changes or deletes one."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from nicegui import ui

from generator.base.errors import KitError
from generator.kit.edit.tables import TableFile
from generator.studio.edit.column_edits import (
    KINDS,
    ColumnKind,
    add_column,
    change_column,
    delete_column,
    kind_of,
    undeclared_columns,
)
from generator.studio.edit.recorded_edits import Contents
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import button, opened_dialog, text
from generator.studio.pages.frame import KitFrame


class ColumnDialog:
    """The dialog: the name of a column, what its cells hold, and what the rows begin with."""

    def __init__(
        self,
        frame: KitFrame,
        table: TableFile,
        tables: Collection[str],
        show: Callable[[str], object],
        name: str = "",
    ) -> None:
        """`tables` are those whose rows a cell can name, and `show` shows a column.

        Without a `name`, the column is new.
        """
        self._frame, self._table, self._show_column = frame, table.name, show
        self._name = name
        self._found = {} if name else undeclared_columns(table)
        known = kind_of(table.fields[name]) if name else ColumnKind()
        kind = known or ColumnKind()
        with opened_dialog(f"Column {name}" if name else "Add a column") as self._dialog:
            self._heading = self._control(ui.input("Name"))
            self._heading.set_visibility(not name)
            if self._found:
                with ui.element("p").classes("quiet"):
                    text("span", f"The file of {table.name} has these already:")
                    for heading in self._found:
                        button(heading, partial(self._take, heading))
            self._type = self._control(
                ui.select(dict(KINDS), value=kind.type, label="What it holds")
            )
            self._words = self._control(ui.input("The words, with commas between them"))
            self._words.value = ", ".join(kind.words)
            rows = [each for each in tables if each != table.name] or [table.name]
            to = kind.table if kind.table in rows else rows[0]
            self._to = self._control(ui.select(rows, value=to, label="The table"))
            self._many = ui.checkbox("Several in one cell, with semicolons", value=kind.many)
            self._needed = ui.checkbox("Every row has one", value=not kind.optional)
            self._first = self._control(ui.input("In the rows that are there"))
            self._first.set_visibility(not name)
            self._error = text("p", "", "fault").props('role="alert"')
            with ui.element("div").classes("row-of"):
                if known:
                    button("Change" if name else "Add", self._save, strong=True)
                if name:
                    button("Delete the column", self._delete, icon="delete")
                button("Cancel", self._dialog.close)
        if not known:
            self._error.set_text("What this column holds can only be changed in game.yaml.")
        self._dialog.on("hide", self._dialog.delete)
        self._type.on_value_change(self._show)
        self._show()

    def _control(self, control: Any) -> Any:
        return control.props("outlined dense")

    def _show(self) -> None:
        self._words.set_visibility(self._type.value == "choice")
        self._to.set_visibility(self._type.value == "ref")

    def _take(self, heading: str) -> None:
        """Take a column that the file has already."""
        self._heading.value, self._type.value = heading, self._found[heading].type

    @property
    def _kind(self) -> ColumnKind:
        parts = (part.strip() for part in (self._words.value or "").split(","))
        words = tuple(dict.fromkeys(filter(None, parts)))
        return ColumnKind(
            self._type.value, words, self._to.value, self._many.value, not self._needed.value
        )

    async def _save(self) -> None:
        kind, name = self._kind, self._name

        def edit(kit: OpenKit, table: TableFile) -> tuple[str, Contents]:
            if name:
                return name, change_column(kit.folders, table, name, kind)
            return add_column(
                kit.folders, table, self._heading.value or "", kind, self._first.value
            )

        made = await self._write("change" if name else "add", edit)
        if made and not name:
            self._show_column(made)
            says = f"+ in Arrange puts it on the piece, or {{{{ row.{made} }}}} in a template."
            ui.notify(says, type="positive")

    async def _delete(self) -> None:
        name = self._name
        await self._write(
            "delete", lambda kit, table: (name, delete_column(kit.folders, table, name))
        )

    async def _write(
        self, verb: str, edit: Callable[[OpenKit, TableFile], tuple[str, Contents]]
    ) -> str:
        """Write an edit, unless it would bring faults; returns the name of the column, if written."""

        def write(kit: OpenKit) -> tuple[str, str]:
            try:
                name, contents = edit(kit, kit.table(self._table))
                says = f"{self._table}: {verb} the column {name}"
                write_all = kit.write_all if kit.faults else kit.write_all_if_sound
                write_all(says, contents)
            except KitError as error:
                first, *others = error.faults
                return "", f"{first}{f'; and {len(others)} more' if others else ''}"
            return name, ""

        name, error = await self._frame.attempt(write) or ("", "")
        self._error.set_text(error)
        if name:
            self._dialog.close()
            await self._frame.show_edit()
        return name
