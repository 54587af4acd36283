"""Design view: the tables of a kit on the left, the selected piece next to it, the wall of all faces."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui

from generator.base.errors import KitError
from generator.kit.edit.tables import TableFile
from generator.press.request import Edition
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import Wall, set_pressed, text_button
from generator.studio.pages.design.new_pieces_dialog import ask_for_pieces
from generator.studio.pages.design.piece_pane import PiecePane
from generator.studio.pages.design.table_pane import TablePane
from generator.studio.pages.frame import KitFrame
from generator.studio.studio import Studio
from generator.studio.worker import Urgency


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> DesignView:
    """Make the view."""
    return DesignView(studio, kit, frame)


class DesignView:
    """The data of a kit, and what is drawn from it."""

    def __init__(self, studio: Studio, kit: OpenKit, frame: KitFrame) -> None:
        self._studio, self._kit, self._frame = studio, kit, frame
        self._shows_wall = False
        with ui.element("div").classes("desk with-table"):
            self._tables = TablePane(
                studio, kit, frame, self._pick, self._show_faces, lambda: self._pane.show()
            )
            with ui.element("section").classes("pane").props('aria-label="Piece"'):
                with ui.element("div").classes("tools"):
                    with ui.element("div").classes("choice"):
                        self._piece_button = text_button("Piece", lambda: self._show_wall(False))
                        self._wall_button = text_button("Wall", lambda: self._show_wall(True))
                    if not kit.read_only:
                        text_button("New pieces", self._ask_for_pieces, "outlined")
                    self._number = ui.label().classes("quiet")
                    self._modes = ui.element("div").classes("modes")
                    ui.element("span").classes("gap")
                    self._look = ui.select(
                        self._edition_names(), value="full", on_change=self._change_edition
                    ).props('dense borderless options-dense aria-label="Drawn in"')
                self._pane = PiecePane(studio, kit, frame, self._show_row, self._modes)
                self._wall = Wall(self._pick_face)
                self._wall.set_visibility(False)

    async def refresh(self) -> None:
        """Show the current kit: first the piece, which somebody is waiting for."""
        self._pane.show()
        before = self._tables.tables
        await self._tables.refresh()
        self._follow(before)
        if not self._pane.piece:
            self._pick(self._tables.first)
        if not self._pane.piece and self._kit.drawn and self._kit.drawn.pieces:
            self._pane.pick(next(iter(self._kit.drawn.pieces)))
        self._show_faces()

    def _pick(self, id: str) -> None:
        """Show the piece of a row."""
        components = [one.id for one in self._tables.components if one.each == self._tables.table]
        known = self._kit.drawn.pieces if self._kit.drawn else {}
        found = [piece for piece in (f"{one}/{id}" for one in components) if piece in known]
        if found and self._pane.piece not in found:
            self._pane.pick(found[0], found)
            self._show_faces()

    def _follow(self, before: Mapping[str, TableFile | KitError]) -> None:
        """Keep showing the piece whose row has another id: one that is typed, or made from its name."""
        component, _, row = self._pane.piece.partition("/")
        each = next((one.each for one in self._tables.components if one.id == component), None)
        was, now = before.get(each or ""), self._tables.tables.get(each or "")
        if isinstance(was, TableFile) and isinstance(now, TableFile):
            id = now.id_after(was, row)
            if id != row:
                self._pane.follow(id)
                self._pane.show()

    def _show_wall(self, wall: bool) -> None:
        self._shows_wall = wall
        self._wall.set_visibility(wall)
        self._pane.root.set_visibility(not wall)
        self._modes.set_visibility(not wall)
        self._show_faces()

    def _show_faces(self) -> None:
        """The wall, filtered like the table, and the buttons that choose between it and a piece."""
        for button, on in (
            (self._piece_button, not self._shows_wall),
            (self._wall_button, self._shows_wall),
        ):
            set_pressed(button, on)
        drawn = self._kit.drawn
        if drawn is None:
            return
        made_of = {one.id: one.each for one in self._tables.components}
        wrong = self._tables.wrong_rows()
        filtered = self._tables.filtered
        faces = []
        for piece, side in self._kit.faces:
            component, _, row = piece.partition("/")
            table = made_of.get(component)
            outside = table == self._tables.table and filtered is not None and row not in filtered
            if side == "front" and not outside:
                scene = drawn.pieces[piece].front
                faces.append(
                    {
                        "key": piece,
                        "label": drawn.pieces[piece].label or drawn.pieces[piece].title,
                        "src": self._studio.face_url(self._kit, piece, side),
                        "ratio": f"{scene.width:.3f} / {scene.height:.3f}",
                        "bad": wrong.get((table or "", row), ""),
                    }
                )
        self._number.set_text(f"{len(faces)} faces")
        component, _, row = self._pane.piece.partition("/")
        self._pane.warn(wrong.get((made_of.get(component) or "", row), ""))
        if self._shows_wall:
            self._wall.show(faces=faces, picked=self._pane.piece)

    async def _pick_face(self, piece: str) -> None:
        self._show_wall(False)
        self._pane.pick(piece)
        await self._show_row(piece, "")

    async def _show_row(self, piece: str, field: str) -> None:
        """Show the row behind a piece in its table."""
        component, _, row = piece.partition("/")
        each = next((one.each for one in self._tables.components if one.id == component), None)
        if each and row:
            self._tables.go(each, row, field)

    def _ask_for_pieces(self) -> None:
        ask_for_pieces(self._studio, self._kit, self._frame, self._show_added)

    async def _show_added(self, component: str) -> None:
        """Show the first piece of a component that has been added, and its row."""
        drawn = self._kit.drawn
        pieces = (
            [piece for piece in drawn.pieces if piece.split("/")[0] == component] if drawn else ()
        )
        if pieces:
            await self._pick_face(pieces[0])

    def _edition_names(self) -> dict[str, str]:
        names = {"full": "As printed", "low": "Low ink", "large": "Large print"}
        return names | {f"in {code}": f"In {code}" for code in self._kit.folders.languages}

    async def _change_edition(self) -> None:
        name = str(self._look.value)
        edition = Edition("low" if name == "low" else "full", name == "large")
        if name.startswith("in "):
            edition = Edition(language=name.removeprefix("in "), draft=True)
        await self._frame.attempt(lambda kit: kit.set_edition(edition), Urgency.LOOK)
        await self._frame.look()
