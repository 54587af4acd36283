"""Table pane: the tables of a kit, one at a time, with the actions on their rows and cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments, UploadEventArguments

from generator.base.errors import KitError
from generator.kit.edit.tables import TableFile
from generator.kit.manifest.load import Component
from generator.studio.browser_events import read_event
from generator.studio.edit.cell_pictures import CellPictures
from generator.studio.edit.replacing import Hit
from generator.studio.edit.row_edits import (
    RowEdit,
    add_row,
    delete_row,
    duplicate_row,
    move_row,
    paste_block,
)
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import (
    KeyedChildren,
    icon_button,
    set_pressed,
    text,
    text_button,
)
from generator.studio.pages.design.column_dialog import ColumnDialog
from generator.studio.pages.design.statistics_dialog import StatisticsDialog
from generator.studio.pages.design.table_columns import ColumnLook, row_names
from generator.studio.pages.design.table_grid import Cursor, TableGrid, cursor_of, wrong_cells
from generator.studio.pages.frame import KitFrame
from generator.studio.pages.replace_dialog import ReplaceDialog
from generator.studio.pages.uploader import Uploader
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

Change = Callable[[TableFile, int], RowEdit]


@dataclass
class PictureTarget:
    """The target cell of pictures: the first to arrive goes into it, the others only into art/."""

    table: str = ""
    row: str = ""
    field: str = ""
    taken: bool = False


class TablePane:
    """The left half of the design view."""

    def __init__(
        self,
        studio: Studio,
        kit: OpenKit,
        frame: KitFrame,
        on_pick: Callable[[str], object],
        on_filter: Callable[[], object],
        on_edited: Callable[[], object],
    ) -> None:
        """`on_pick` gets the id of a row; `on_edited` is called once a cell has been written."""
        self._studio, self._kit, self._frame = studio, kit, frame
        self._on_pick, self._on_filter = on_pick, on_filter
        self.table = ""
        self.tables: dict[str, TableFile | KitError] = {}
        self.filtered: list[str] | None = None
        """The ids of the rows that pass a filter."""
        self._pictures = CellPictures(kit.folders)
        self._dropped: dict[str, PictureTarget] = {}
        """The target cells of dropped pictures on their way, by name."""
        self._chosen = PictureTarget()
        """The cell that had the cursor when pictures were last requested."""
        self.root = ui.element("section").classes("pane").props('aria-label="Tables"')
        with self.root:
            tabs = ui.element("div").classes("tools tables").props('aria-label="Tables"')
            self._tabs: KeyedChildren[str, TextElement] = KeyedChildren(tabs)
            tools = ui.element("div").classes("tools")
            self._grid = TableGrid(on_pick, self._filter, self._paste, self._move)
            with ui.element("div").classes("plain-page") as self._message:
                self._reason = text("p", "")
            self._upload = Uploader(self._take_picture, multiple=True)
        with tools:
            self._make_tools()
        self._upload.chosen_with(self._add_picture)
        self._add_picture.on_click(self._choose)
        self._upload.dropped_on(self.root, self._drop)
        grid = self._grid
        self._search.on_value_change(lambda event: grid.search(event.value or ""))
        frame.drafts.cell_shown = grid.take
        frame.drafts.cell_written = on_edited

    def _make_tools(self) -> None:
        changes: Sequence[tuple[str, str, Change]] = (
            ("add", "Add a row", add_row),
            ("content_copy", "Duplicate the row", duplicate_row),
            ("arrow_upward", "Move the row up", partial(move_row, by=-1)),
            ("arrow_downward", "Move the row down", partial(move_row, by=1)),
            ("delete", "Delete the row", delete_row),
        )
        for icon, label, change in () if self._kit.read_only else changes:
            icon_button(icon, label).on(
                "click",
                partial(self._change_picked, change),
                js_handler=f"() => {{ changeAsked(); emit({self._grid.cursor_js}); }}",
            )
        self._add_picture = icon_button("add_photo_alternate", "Add a picture to art/")
        self._add_picture.set_visibility(not self._kit.read_only)
        if not self._kit.read_only:
            icon_button("playlist_add", "Add a column", self._ask_column)
        with icon_button("view_column", "Columns"), ui.menu() as self._menu:
            self._columns: KeyedChildren[tuple[str, str], Element] = KeyedChildren(
                ui.element("div").classes("columns")
            )
        self._menu.props("auto-close=false").on("show", self._list_columns)
        ui.element("span").classes("gap")
        icon_button("bar_chart", "Statistics", self._count)
        icon_button("find_replace", "Find and replace in the whole kit", self._replace)
        self._search = ui.input(placeholder="Search").props(
            'dense outlined clearable aria-label="Search the table"'
        )

    @property
    def components(self) -> tuple[Component, ...]:
        return self._kit.manifest.components if self._kit.manifest else ()

    @property
    def first(self) -> str:
        """The id of the first row of the shown table; "" for none."""
        table = self.tables.get(self.table)
        return table.rows[0].id if isinstance(table, TableFile) and table.rows else ""

    async def refresh(self) -> None:
        """Show the current tables."""
        kit = self._kit
        tables, self._pictures = await self._studio.worker.run(
            Urgency.LOOK, lambda: (kit.tables(), CellPictures(kit.folders))
        )
        self.tables = dict(tables)
        if self.table not in self.tables:  # the one behind most pieces
            made = [one.each for one in self.components if one.each]
            self.table = made[0] if made else next(iter(self.tables), "")
        self._show()

    def wrong_rows(self) -> dict[tuple[str, str], str]:
        """The rows with faults, by table and id, and the faults of each."""
        return {
            (name, table.rows[index].id): "\n".join(cells.values())
            for name, table in self.tables.items()
            if isinstance(table, TableFile)
            for index, cells in wrong_cells(table, self._kit.faults).items()
        }

    def go(self, table: str, row: str, field: str) -> None:
        """Show a row in its table, with the cursor in a field."""
        if table != self.table:
            self.table, self.filtered = table, None
            self._show()
        self._grid.go(row, field)

    def _show(self) -> None:
        tabs = self._tabs.show(
            self.tables, lambda name: text_button(name, partial(self._open, name))
        )
        for name, tab in tabs.items():
            each = self.tables[name]
            wrong = isinstance(each, KitError) or bool(wrong_cells(each, self._kit.faults))
            tab.set_text(f"{name} !" if wrong else name)
            set_pressed(tab, name == self.table)
        table = self.tables.get(self.table)
        found = isinstance(table, TableFile)
        self._grid.grid.set_visibility(found)
        self._message.set_visibility(not found)
        if isinstance(table, TableFile):
            self._grid.show(table, self._look(), self._kit.faults)
            return
        self._reason.set_text(
            str(table) if table else "This kit has no tables: each piece has a template of its own."
        )

    def _look(self) -> ColumnLook:
        kit = self._kit
        colors = kit.manifest.palette("full") if kit.manifest else {}
        hidden = kit.hidden.get(self.table, ())
        rows = row_names(self.tables)
        return ColumnLook(kit.name, self._pictures, colors, rows, hidden, kit.read_only)

    def _open(self, name: str) -> None:
        self.table, self.filtered = name, None
        self._search.value = ""
        self._grid.cursor = None
        self._show()
        self._on_pick(self.first)
        self._on_filter()

    def _filter(self, ids: list[str] | None) -> None:
        self.filtered = ids
        self._on_filter()

    def _list_columns(self) -> None:
        """Fill the menu of columns."""
        table = self.tables.get(self.table)
        fields = table.fields if isinstance(table, TableFile) else ()
        self._columns.show(
            [(self.table, name) for name in fields], lambda each: self._make_line(each[1])
        )

    def _make_line(self, name: str) -> Element:
        """A line of the menu: whether a column is shown, and the way to change it."""
        hidden = self._kit.hidden.setdefault(self.table, set())
        with ui.element("div").classes("column-line") as line:
            ui.checkbox(name, value=name not in hidden, on_change=partial(self._show_column, name))
            if name != "id" and not self._kit.read_only:
                icon_button("edit", f"Change the column {name}", partial(self._ask_column, name))
        return line

    def _ask_column(self, name: str = "") -> None:
        """Ask for a new column, or for what changes in one."""
        self._menu.close()
        table = self.tables.get(self.table)
        if isinstance(table, TableFile) and (not name or name in table.fields):
            ColumnDialog(self._frame, table, self.tables, self._go_to_column, name)

    def _go_to_column(self, name: str) -> None:
        cursor = self._grid.cursor
        self._grid.go(cursor.id if cursor else self.first, name)

    def _show_column(self, name: str, event: Any) -> None:
        hidden = self._kit.hidden[self.table]
        (hidden.discard if event.value else hidden.add)(name)
        self._grid.hide(name, not event.value)

    def _count(self) -> None:
        StatisticsDialog(self._frame, self.table)

    def _replace(self) -> None:
        ReplaceDialog(self._kit, self._frame, self._show_hit)

    def _show_hit(self, hit: Hit) -> None:
        if hit.field:
            self.go(hit.file, hit.row, hit.field)
        else:
            self._frame.open_place(self._kit.name_of(hit.place))

    async def _move(self, by: int, cursor: Cursor | None) -> None:
        await self._change_rows(partial(move_row, by=by), cursor)

    async def _change_picked(self, change: Change, event: GenericEventArguments) -> None:
        await self._change_rows(change, read_event(event, cursor_of))

    async def _paste(self, rows: list[tuple[int, str]], fields: list[str], text: str) -> None:
        def paste(table: TableFile, _: int) -> RowEdit:
            return paste_block(table, [table.find(*row) for row in rows], fields, text)

        await self._change_rows(paste, self._grid.cursor)

    async def _change_rows(self, change: Change, cursor: Cursor | None) -> None:
        """Change rows from the cursor on; without one, from the last row on."""
        table = self.table

        def write(kit: OpenKit) -> str:
            file = kit.table(table)
            index = file.find(cursor.number, cursor.id) if cursor else len(file.rows) - 1
            says, content, id = change(file, index)
            kit.write(file.path, f"{table}: {says}", file.content, content)
            return id

        made = await self._frame.attempt(write)
        await self._frame.look()
        if made:
            self._grid.go(made, cursor.field if cursor else "", "cursorFree()")
        await self._frame.check()

    def _drop(self, event: GenericEventArguments) -> None:
        row, field, names = read_event(event, _dropped)
        self._dropped |= dict.fromkeys(names, self._cell(row, field))
        self._upload.take_dropped(event)

    def _choose(self) -> None:
        self._chosen = self._cell("", "")

    def _cell(self, row: str, field: str) -> PictureTarget:
        """The target cell of pictures: the one dropped on, or else the one with the cursor."""
        if cursor := self._grid.cursor:
            row, field = row or cursor.id or str(cursor.number), field or cursor.field
        return PictureTarget(self.table, row, field)

    async def _take_picture(self, event: UploadEventArguments) -> None:
        """Put a picture into art/, and its name into the target cell."""
        content, name = await event.file.read(), event.file.name
        meant = self._dropped.pop(name, self._chosen)
        file = ""

        def write(kit: OpenKit) -> bool:
            nonlocal file
            file = kit.write_art(name, content)
            if meant.table and not meant.taken:
                meant.taken = _put(kit, meant, file)
            return True

        if await self._frame.attempt(write):
            draw = f'+ in Arrange puts it on a piece, or <image src="{file}"/> in a template.'
            use = "" if meant.taken else f" {draw}"
            ui.notify(
                f"{name} is now in art/.{use}", type="positive", timeout=9000 if use else 5000
            )
        await self._frame.show_edit()


def _dropped(sent: Any) -> tuple[str, str, list[str]]:
    """The row, the field and the names of dropped files."""
    return str(sent["row"]), str(sent["field"]), [str(each) for each in sent["names"]]


def _put(kit: OpenKit, meant: PictureTarget, file: str) -> bool:
    """Put a picture into a cell; returns whether the cell takes one."""
    table = kit.table(meant.table)
    row = next((row for row in table.rows if (row.id or str(row.index)) == meant.row), None)
    if row is None or meant.field not in table.fields:
        return False
    pictures = CellPictures(kit.folders)
    names = pictures.of(meant.field, {each.cells[meant.field] for each in table.rows})
    if file not in names.values():
        return False
    word = pictures.word(names, file)
    kit.set_cell(table.name, row.index, row.id, meant.field, row.cells[meant.field], word)
    return True
