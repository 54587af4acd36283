"""Design view: the tables of a kit on the left, the piece beside it, the wall of all faces."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

from nicegui import ui

from generator.base.errors import KitError
from generator.kit.edit.tables import TableFile
from generator.kit.manifest.load import Component
from generator.press.request import Edition
from generator.studio.open_kit import ConflictError, OpenKit
from generator.studio.pages.components import Wall
from generator.studio.pages.frame import KitFrame, icon_button, press, text
from generator.studio.pages.piece_pane import PiecePane
from generator.studio.pages.table_grid import TableGrid, ids_of, wrong_cells
from generator.studio.row_edits import add_row, delete_row, duplicate_row, move_row
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

PICTURE_SECONDS = 0.1
"""Seconds in which the picture of an edited piece comes first, and the table and the wall wait."""


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> DesignView:
    """Make the view."""
    return DesignView(studio, kit, frame)


class DesignView:
    """What is shown of a kit's data, and of what is drawn from it."""

    def __init__(self, studio: Studio, kit: OpenKit, frame: KitFrame) -> None:
        self._studio, self._kit, self._frame = studio, kit, frame
        self._table = ""
        self._tables: dict[str, TableFile | KitError] = {}
        self._filtered: list[str] | None = None
        self._walled = False
        with ui.element("main").classes("desk"):
            with ui.element("section").classes("pane").props('aria-label="Tables"'):
                self._tabs = ui.element("div").classes("tools tables").props('aria-label="Tables"')
                with ui.element("div").classes("tools"):
                    for icon, label, do in (
                        ("add", "Add a row", add_row),
                        ("content_copy", "Duplicate the row", duplicate_row),
                        ("arrow_upward", "Move the row up", lambda t, i: move_row(t, i, -1)),
                        ("arrow_downward", "Move the row down", lambda t, i: move_row(t, i, 1)),
                        ("delete", "Delete the row", delete_row),
                    ):
                        icon_button(icon, label, partial(self._change_rows, do))
                    ui.element("span").classes("gap")
                    self._search = ui.input(placeholder="Search").props(
                        'dense outlined clearable aria-label="Search the table"'
                    )
                self._grid = TableGrid(self._edit, self._pick, self._filter)
                grid = self._grid
                self._search.on_value_change(lambda event: grid.search(event.value or ""))
                self._sorry = ui.element("div").classes("plain-page")
            with ui.element("section").classes("pane").props('aria-label="Piece"'):
                with ui.element("div").classes("tools"):
                    with ui.element("div").classes("choice"):
                        self._piece_button = press("Piece", lambda: self._show_wall(False))
                        self._wall_button = press("Wall", lambda: self._show_wall(True))
                    self._number = ui.label().classes("quiet")
                    ui.element("span").classes("gap")
                    self._look = ui.select(
                        self._looks(), value="full", on_change=self._look_as
                    ).props('dense borderless options-dense aria-label="Drawn in"')
                self._pane = PiecePane(studio, kit, frame, self._go)
                self._wall = Wall(self._pick_face)
                self._wall.set_visibility(False)

    async def refresh(self) -> None:
        """Show the kit as it is now: the piece first, which somebody is waiting for."""
        self._pane.show()
        self._tables = dict(await self._studio.worker.run(Urgency.LOOK, self._kit.tables))
        if self._table not in self._tables:
            self._table = self._first_table()
        self._show_tabs()
        self._show_table()
        if not self._pane.piece and self._kit.drawn and self._kit.drawn.pieces:
            self._pane.pick(next(iter(self._kit.drawn.pieces)))
        self._show_faces()

    def _first_table(self) -> str:
        """The table that most pieces are made of."""
        made = [one.each for one in self._components() if one.each]
        return made[0] if made else next(iter(self._tables), "")

    def _components(self) -> tuple[Component, ...]:
        return self._kit.manual.components if self._kit.manual else ()

    def _show_tabs(self) -> None:
        self._tabs.clear()
        with self._tabs:
            for name, table in self._tables.items():
                wrong = isinstance(table, KitError) or bool(wrong_cells(table, self._kit.faults))
                button = press(f"{name} !" if wrong else name, partial(self._open_table, name))
                button.props["aria-pressed"] = "true" if name == self._table else "false"

    async def _open_table(self, name: str) -> None:
        self._table, self._filtered = name, None
        self._search.value = ""
        self._grid.picked = None
        self._show_tabs()
        self._show_table()
        table = self._tables[name]
        if isinstance(table, TableFile) and table.rows:
            await self._pick(0, table.rows[0].id)
        self._show_faces()

    def _show_table(self) -> None:
        table = self._tables.get(self._table)
        found = isinstance(table, TableFile)
        self._grid.grid.set_visibility(found)
        self._sorry.set_visibility(not found)
        if isinstance(table, TableFile):
            self._grid.show(table, ids_of(self._tables), self._kit.faults)
            return
        self._sorry.clear()
        with self._sorry:
            text("p", str(table) if table else "This kit has no tables: its pieces stand alone.")

    async def _edit(self, index: int, id: str, field: str, was: str, now: str) -> None:
        table = self._table

        def write(kit: OpenKit) -> None:
            kit.set_cell(table, index, id, field, was, now)

        self._frame.busy = True
        try:
            await self._frame.attempt(write)
            if field == "id" and self._pane.row == id:
                self._pane.follow(now)
            self._pane.show()
            await asyncio.sleep(PICTURE_SECONDS)
        except ConflictError as error:
            await self._settle(error, table, index, id, field, now)
        finally:
            self._frame.busy = False
        await self._frame.look()
        await self._frame.check()

    async def _settle(
        self, error: ConflictError, table: str, index: int, id: str, field: str, now: str
    ) -> None:
        """Let somebody choose between what a cell says by now and what was typed into it."""
        self._kit.version += 1  # the table shows what was typed, and has to be shown again
        if await self._frame.choose(error) == "ours":
            theirs = error.theirs
            await self._frame.attempt(
                lambda kit: kit.set_cell(table, index, id, field, theirs, now)
            )
            self._pane.show()

    async def _change_rows(self, change: Any) -> None:
        table, picked = self._table, self._grid.picked

        def write(kit: OpenKit) -> str:
            file = kit.table(table)
            index = file.find(*picked) if picked else len(file.rows) - 1
            says, content, id = change(file, index)
            kit.write(file.path, f"{table}: {says}", file.content, content)
            return str(id)

        made = await self._frame.attempt(write)
        await self._frame.look()
        if made:
            self._grid.go(made)
        await self._frame.check()

    async def _pick(self, index: int, id: str) -> None:
        """Show the piece of a row."""
        pieces = [f"{one.id}/{id}" for one in self._components() if one.each == self._table]
        known = self._kit.drawn.pieces if self._kit.drawn else {}
        found = [piece for piece in pieces if piece in known]
        self._grid.picked = index, id
        if found and self._pane.piece not in found:
            self._pane.pick(found[0], found)
            self._show_faces()

    def _filter(self, ids: list[str] | None) -> None:
        self._filtered = ids
        self._show_faces()

    def _show_wall(self, wall: bool) -> None:
        self._walled = wall
        self._wall.set_visibility(wall)
        self._pane.root.set_visibility(not wall)
        self._show_faces()

    def _show_faces(self) -> None:
        """The wall, filtered as the table is, and the buttons that choose between it and a piece."""
        for button, on in (
            (self._piece_button, not self._walled),
            (self._wall_button, self._walled),
        ):
            button.props["aria-pressed"] = "true" if on else "false"
        drawn = self._kit.drawn
        if drawn is None:
            return
        tables = {one.id: one.each for one in self._components()}
        wrong = {
            (name, table.rows[index].id)
            for name, table in self._tables.items()
            if isinstance(table, TableFile)
            for index in wrong_cells(table, self._kit.faults)
        }
        wanted = None if self._filtered is None else set(self._filtered)
        faces = []
        for (piece, side), _ in self._kit.faces.items():
            component, _, row = piece.partition("/")
            outside = (
                tables.get(component) == self._table and wanted is not None and row not in wanted
            )
            if side == "front" and not outside:
                scene = drawn.pieces[piece].front
                faces.append(
                    {
                        "key": piece,
                        "label": drawn.pieces[piece].label or drawn.pieces[piece].title,
                        "src": self._studio.face_url(self._kit, piece, side),
                        "ratio": f"{scene.width:.3f} / {scene.height:.3f}",
                        "bad": (tables.get(component), row) in wrong,
                    }
                )
        self._number.set_text(f"{len(faces)} faces")
        if self._walled:
            self._wall.show(faces, self._pane.piece)

    async def _pick_face(self, piece: str) -> None:
        self._show_wall(False)
        self._pane.pick(piece)
        await self._show_row(piece, "")

    async def _go(self, piece: str, field: str) -> None:
        await self._show_row(piece, field)

    async def _show_row(self, piece: str, field: str) -> None:
        """Show the row that a piece is made of in its table."""
        component, _, row = piece.partition("/")
        table = next((one.each for one in self._components() if one.id == component), None)
        if table and row:
            if table != self._table:
                self._table = table
                self._show_tabs()
                self._show_table()
            self._grid.go(row, field)

    def _looks(self) -> dict[str, str]:
        looks = {"full": "As printed", "low": "Low ink", "large": "Large print"}
        return looks | {f"in {code}": f"In {code}" for code in self._kit.folders.languages}

    async def _look_as(self) -> None:
        look = str(self._look.value)
        edition = Edition("low" if look == "low" else "full", look == "large")
        if look.startswith("in "):
            edition = Edition(language=look.removeprefix("in "), draft=True)
        await self._frame.attempt(lambda kit: kit.look_as(edition), Urgency.LOOK)
        await self._frame.look()
