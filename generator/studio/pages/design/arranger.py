"""Arranger: the elements of the piece in sight, which can be dragged while arranging is switched on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from nicegui import ui

from generator.base.errors import KitError
from generator.base.units import MM, Rect, mm
from generator.press.markup.elements import ELEMENTS
from generator.studio.edit.arrange import Edges, edit_of, obstacles, states_a_place
from generator.studio.edit.completion import attribute_values, describe_attribute
from generator.studio.edit.element_edits import add, remove, set_attribute, stated
from generator.studio.edit.element_source import FileEdit
from generator.studio.edit.origins import DrawnElement, Spot
from generator.studio.open_kit import OpenKit
from generator.studio.pages.frame import KitFrame
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

HINT = (
    "Choose something on it, then drag it, or move it with the arrow keys (Shift: further; Ctrl: size). "
    "Every piece that the same template draws is changed."
)
DRAWN_SECONDS = 20.0
"""Seconds for which an edit waits for the elements of the drawing after the last one."""
REFUSAL_SECONDS = 12
"""Seconds for which the reason for a refusal is shown."""


class Arranger:
    """What a person does with the elements of a piece."""

    def __init__(
        self, studio: Studio, kit: OpenKit, frame: KitFrame, show: Callable[..., None]
    ) -> None:
        """`show` sets what the page shows of the piece."""
        self._studio, self._kit, self._frame, self._show = studio, kit, frame, show
        self._elements: dict[str, DrawnElement] = {}
        self._texts: tuple[Rect, ...] = ()
        """The boxes of the texts."""
        self._chosen = ""
        self._wanted = ""
        """The element that the page chooses once it is drawn."""
        self._turn = asyncio.Lock()
        self._are_current = asyncio.Event()
        """Set while the elements are those of the last drawing: an edit waits for them."""
        self._settled = 0
        """The number of the last edit of a place that has been written, or refused."""

    def take(self, spots: Iterable[Spot]) -> dict[str, Any]:
        """Take the elements of another drawing; returns them for the page."""
        spots = tuple(spots)
        self._texts = tuple(spot.box for spot in spots if spot.text)
        around = (element for spot in spots for element in spot.drawn.and_those_around())
        self._elements = {element.key: element for element in around}
        numbers = {key: number for number, key in enumerate(self._elements)}
        self._are_current.set()
        elements = [
            {
                "key": key,
                "name": element.name,
                "around": numbers[element.parent.key] if element.parent else -1,
                "place": str(element.place),
                "placed": states_a_place(element),
                "box": in_mm(element.box),
            }
            for key, element in self._elements.items()
        ]
        wanted, self._wanted = self._wanted if self._wanted in self._elements else "", ""
        return {"elements": elements, "settled": self._settled, "select": wanted}

    @property
    def events(self) -> dict[str, Callable[..., Any]]:
        """What a person can do with an element, by the event of the page."""
        return {
            "choose": self.choose,
            "arrange": self.arrange,
            "attribute": self.set_attribute,
            "remove": self.remove,
            "open": self.open,
        }

    async def choose(self, key: str) -> None:
        """Tell the page what an element states, and what can be done with it."""
        self._chosen = key
        if element := self._elements.get(key):
            found = await self._frame.attempt(lambda kit: _facts(kit, element), Urgency.PIECE)
            if key == self._chosen and found:
                self._show(facts={"key": key, **found})

    async def refresh(self) -> None:
        """Tell the page about the chosen element again, after it has been drawn."""
        await self.choose(self._chosen)

    async def arrange(self, key: str, number: int, *edges: float) -> None:
        """Move the edges of an element, by millimetres on the piece; edits are numbered."""
        by = Edges(*(each * MM for each in edges))
        await self._edit(key, lambda kit, element: edit_of(kit, element, by), number)

    async def set_attribute(self, key: str, name: str, value: str) -> None:
        """Give an element an attribute, or other words."""
        await self._edit(key, lambda kit, element: set_attribute(kit, element, name, value))

    async def remove(self, key: str) -> None:
        """Remove an element."""
        await self._edit(key, remove)

    async def add(self, piece: str, side: str, kind: str) -> None:
        """Add an element to a face, and choose it."""

        def write(kit: OpenKit) -> None:
            scene = kit.scene(piece, side)
            if scene is None:
                message, hint = "the piece is not drawn", "correct the faults first"
                raise KitError(message, hint=hint, check="edit-impossible")
            component = piece.partition("/")[0]
            edit, self._wanted = add(kit, component, side, kind, scene, self._texts)
            kit.write_if_drawable(*edit)

        await self._write(write)

    async def _edit(
        self, key: str, edit: Callable[[OpenKit, DrawnElement], FileEdit], number: int = 0
    ) -> None:
        """Write an edit of an element, if the kit can be drawn with it."""
        async with self._turn:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._are_current.wait(), DRAWN_SECONDS)
            self._settled = max(self._settled, number)
            if element := self._elements.get(key):
                await self._write(lambda kit: kit.write_if_drawable(*edit(kit, element)))
            else:
                self._show(settled=self._settled)

    async def _write(self, write: Callable[[OpenKit], None]) -> None:
        """Write to the kit's files; a refusal is reported."""
        version = self._kit.version
        try:
            await self._studio.worker.run(Urgency.EDIT, lambda: write(self._kit))
        except KitError as error:
            fault, *others = error.faults
            more = f" (and {len(others)} more)" if others else ""
            words = f"It stays as it was: {fault}{more}"
            ui.notify(
                words,
                type="warning",
                multi_line=True,
                position="top",
                timeout=REFUSAL_SECONDS * 1000,
            )
            self._show(settled=self._settled)
            return
        if self._kit.version != version:
            self._are_current.clear()
        await self._frame.show_edit()

    def open(self, key: str) -> None:
        """Open the editor at the line of an element."""
        if element := self._elements.get(key):
            self._frame.open_place(self._kit.name_of(element.place))


def _facts(kit: OpenKit, element: DrawnElement) -> dict[str, Any]:
    """What an element states, what else it could state, and what cannot be done with it."""
    attributes = ELEMENTS[element.name].attributes
    values = stated(kit, element) if kit.name_of(element.place) else {}

    def row(name: str, value: str) -> dict[str, Any]:
        kind = attributes.get(name)
        options = attribute_values(kit, element.name, name, kind) if kind else ()
        words = describe_attribute(kind) if kind else ""
        return {
            "name": name,
            "value": value,
            "help": words,
            "values": [each.label for each in options],
        }

    return {
        "why": obstacles(kit, element),
        "attributes": [row(name, value) for name, value in values.items()],
        "others": [row(name, "") for name in attributes if values and name not in values],
    }


def in_mm(box: Rect) -> list[float]:
    """A box in millimetres, as the page takes it."""
    return [round(mm(value), 2) for value in box]
