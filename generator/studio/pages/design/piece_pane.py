"""Piece pane: one piece, large, with its sides, overlays and simulated vision, and each part's origin."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from nicegui import background_tasks, ui
from nicegui.elements.mixins.text_element import TextElement

from generator.base.errors import KitError
from generator.base.units import mm
from generator.press.accessibility.color_vision import COLOR_VISION_DEFICIENCIES
from generator.press.scene.paths import mm_path_data
from generator.studio.edit.elements.new_elements import Face
from generator.studio.edit.elements.origins import Spot, spots_of
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import (
    KeyedChildren,
    PieceView,
    icon_button,
    set_pressed,
    text_button,
)
from generator.studio.pages.design.arranger import HINT as ARRANGE_HINT
from generator.studio.pages.design.arranger import Arranger, in_mm
from generator.studio.pages.frame import KitFrame
from generator.studio.pages.uploader import Uploader
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

OVERLAYS = {
    "cut": "Cut",
    "bleed": "Bleed",
    "safe": "Safe zone",
    "boxes": "Text boxes",
    "rulers": "Rulers",
}
ZOOMS = {
    1.0: "Fit",
    1.5: "150 %",
    2.0: "200 %",
    3.0: "300 %",
    4.0: "400 %",
    6.0: "600 %",
    8.0: "800 %",
}
MAX_SPOTS = 250
"""Most parts of a face that can be pointed at: a board may have thousands."""
HINT = (
    "Point at anything on it to see where it comes from; click to go there. + and - zoom, f flips."
)


class PiecePane:
    """The selected piece."""

    def __init__(
        self,
        studio: Studio,
        kit: OpenKit,
        frame: KitFrame,
        on_row: Callable[[str, str], Awaitable[None]],
        modes: ui.element,
    ) -> None:
        """`on_row` is called with the piece and the field of whatever is clicked.

        `modes` gets the buttons that begin and end arranging.
        """
        self._studio, self._kit, self._frame, self._on_row = studio, kit, frame, on_row
        self.piece = ""
        self.side = "front"
        self._others: Sequence[str] = ()
        self._spots: tuple[Spot, ...] = ()
        self._spots_key: tuple[str, str, int] = ("", "", -1)
        self._shown = ["cut"]
        self._arranging = False
        with modes:
            with ui.element("div").classes("choice") as choice:
                self._arrange = text_button("Arrange", self._toggle_arranging)
            choice.set_visibility(not kit.read_only)
            with icon_button("add", "Add an element") as self._add, ui.menu() as menu:
                self._kinds_to_add: KeyedChildren[str, ui.menu_item] = KeyedChildren(
                    ui.element("div").classes("columns")
                )
            menu.on("show", self._list_kinds_to_add)
        self.root = ui.element("div").classes("pane").style("flex: 1; height: auto")
        with self.root:
            with ui.element("div").classes("tools"):
                self._flip = text_button("Flip", self.flip, "outlined")
                self._kinds: KeyedChildren[str, TextElement] = KeyedChildren(
                    ui.element("div").classes("choice")
                )
                with ui.element("div").classes("choice").props('aria-label="Overlays"'):
                    self._overlays = {
                        name: text_button(title, partial(self._toggle, name))
                        for name, title in OVERLAYS.items()
                    }
                ui.element("span").classes("gap")
                self._zoom = ui.select(ZOOMS, value=1.0, on_change=self.show)
                self._zoom.props('dense borderless options-dense aria-label="Zoom"')
                eyes = {"": "All colours"} | {
                    vision_id(name): name for name in COLOR_VISION_DEFICIENCIES
                }
                self._vision = ui.select(eyes, value="", on_change=self.show)
                self._vision.props('dense borderless options-dense aria-label="Seen by eyes"')
            self._warning = ui.label().classes("warning").props('role="status"')
            self._warning.set_visibility(False)
            moves: dict[str, Callable[..., Any]]
            arranger = self._arranger = Arranger(
                studio, kit, frame, lambda **values: self._view.show(**values)
            )
            moves = {"go": self._go, "zoom": self._zoom_by, "flip": lambda _: self.flip()}
            self._view = PieceView(moves | arranger.events)
            if not kit.read_only:
                upload = Uploader(arranger.add_picture, multiple=True)
                upload.dropped_on(self._view, upload.take_dropped)

    @property
    def row(self) -> str:
        """The id of the row behind the piece."""
        return self.piece.partition("/")[2]

    def pick(self, piece: str, others: Sequence[str] = ()) -> None:
        """Show another piece; `others` are made of the same row."""
        self.piece, self._others = piece, others
        self.show()

    def follow(self, row: str) -> None:
        """Keep showing the same piece after its row's id has changed."""
        self.piece = f"{self.piece.partition('/')[0]}/{row}"

    def warn(self, words: str) -> None:
        """Show what is wrong with the row behind the piece; "" for nothing."""
        self._warning.set_text(words)
        self._warning.set_visibility(bool(words))

    def flip(self) -> None:
        """Show the other side."""
        self.side = "back" if self.side == "front" else "front"
        self.show()

    def _why_empty(self) -> str:
        if self._kit.faults:
            return "It is drawn once the faults above are corrected."
        return "This piece is no longer in the kit." if self._kit.drawn else "Drawing…"

    def show(self) -> None:
        """Show the piece as currently drawn."""
        kit, drawn = self._kit, self._kit.drawn
        for name, button in self._overlays.items():
            set_pressed(button, name in self._shown)
        set_pressed(self._arrange, self._arranging)
        self._add.set_visibility(self._arranging)
        found = drawn.pieces.get(self.piece) if drawn else None
        if drawn is None or found is None:
            self._view.show(src="", spots=[], elements=[], empty=self._why_empty(), hint="")
            return
        side = self.side if self.side == "front" or found.back else "front"
        scene = found.back if side == "back" and found.back else found.front
        self._flip.set_visibility(found.back is not None)
        self._show_kinds()
        spots = self._spots if self._spots_key[:2] == (self.piece, side) else ()
        self._view.show(
            src=self._studio.face_url(kit, self.piece, side),
            label=f"{drawn.labels.get(self.piece, found.display_name)}, {side}",
            width=mm(scene.width), height=mm(scene.height), bleed=mm(scene.bleed),
            outline=mm_path_data(scene.trim) if scene.trim else "",
            safe=mm(scene.safe), zoom=float(self._zoom.value or 1), eyes=str(self._vision.value or ""),
            show=list(self._shown), arranging=self._arranging, empty="",
            hint=ARRANGE_HINT if self._arranging else HINT,
            spots=[_spot_data(spot) for spot in spots],
        )  # fmt: skip
        wanted = self.piece, side, kit.version
        if self._spots_key != wanted:
            if self._spots_key[:2] != wanted[:2]:
                self._arranger.expect_face()
            self._spots_key = wanted
            background_tasks.create(self._find_spots(*wanted))

    async def _find_spots(self, piece: str, side: str, version: int) -> None:
        """Find the origins of the face's parts, once nothing more urgent is to do."""
        kit = self._kit
        component, _, row = piece.partition("/")
        drawn, scene = kit.drawn, kit.scene(piece, side)
        assert drawn
        assert scene

        def find() -> tuple[Spot, ...]:
            if self._spots_key != (piece, side, version):
                return ()  # another piece is selected by now
            return spots_of(drawn.kit, kit.request.edition, component, row, side)

        try:
            urgency = Urgency.LOOK if self._arranging else Urgency.CHECK
            found = await self._studio.worker.run(urgency, find)
        except KitError:
            found = ()
        if self._spots_key == (piece, side, version):
            largest = sorted(found, key=lambda spot: spot.box.width * spot.box.height, reverse=True)
            shown = largest[:MAX_SPOTS]
            self._spots = tuple(spot for spot in shown if not spot.is_whole)
            elements = self._arranger.take(Face(component, side, scene, found), shown, version)
            self._view.show(spots=[_spot_data(spot) for spot in self._spots], **elements)
            await self._arranger.refresh()

    def _show_kinds(self) -> None:
        """Buttons for the kinds of pieces made from the same row."""
        titles = {one.id: one.title for one in self._kit.manifest.components} if (
            self._kit.manifest
        ) else {}  # fmt: skip
        kinds = {piece.partition("/")[0]: piece for piece in self._others}
        buttons = self._kinds.show(
            kinds if len(kinds) > 1 else (),
            lambda kind: text_button(titles.get(kind, kind), lambda: self._pick_kind(kind)),
        )
        for kind, button in buttons.items():
            set_pressed(button, kinds[kind] == self.piece)

    def _pick_kind(self, kind: str) -> None:
        self.pick(f"{kind}/{self.row}", self._others)

    def _toggle(self, name: str) -> None:
        self._shown = [each for each in OVERLAYS if (each in self._shown) != (each == name)]
        self.show()

    async def _list_kinds_to_add(self) -> None:
        """Offer the elements that the face can get."""
        kinds = await self._arranger.addable()
        self._kinds_to_add.show(
            kinds, lambda kind: ui.menu_item(kinds[kind], partial(self._arranger.add, kind))
        )

    def _toggle_arranging(self) -> None:
        self._arranging = not self._arranging
        self.show()

    def _zoom_by(self, by: int) -> None:
        """Zoom in or out by one step, or show the whole piece."""
        steps = [*ZOOMS]
        at = steps.index(self._zoom.value) + by if by else 0
        self._zoom.value = steps[min(max(at, 0), len(steps) - 1)]

    async def _go(self, index: int, field: str) -> None:
        """Go to the origin of a part of the face: a cell, or else its template line."""
        if not 0 <= index < len(self._spots):
            return
        spot = self._spots[index]
        if spot.fields and field != ":":
            await self._on_row(self.piece, field if field in spot.fields else spot.fields[0])
        else:
            self._frame.open_place(self._kit.name_of(spot.place))


def _spot_data(spot: Spot) -> dict[str, object]:
    """A part of a face for the page, in millimetres from the corner of the trim."""
    comes = [str(spot.place)]
    comes += [f"cell {' and '.join(spot.fields)}"] if spot.fields else []
    comes += [f"{spot.size:g} pt"] if spot.size else []
    return {
        "box": in_mm(spot.box),
        "room": in_mm(spot.room) if spot.room else None,
        "element": spot.drawn.key,
        "size": f"{spot.size:g}",
        "cells": list(spot.fields),
        "place": str(spot.place),
        "what": f"<{spot.element}>" + (f", {spot.size:g} pt" if spot.size else ""),
        "label": f"<{spot.element}> {', '.join(comes)}",
    }


def vision_id(name: str) -> str:
    """The name of a kind of vision in the page: "protanopia", "greyscale"."""
    return name.removesuffix(")").split()[-1].removeprefix("(")
