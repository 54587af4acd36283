"""Arranger: the elements of the piece in sight, which can be dragged while arranging is switched on."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from nicegui import ui

from generator.base.errors import KitError
from generator.base.units import MM, Rect, mm
from generator.studio.edit.arrange import Edges, arrange, obstacles, states_a_place
from generator.studio.edit.origins import DrawnElement, Spot
from generator.studio.open_kit import OpenKit
from generator.studio.pages.frame import KitFrame
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

HINT = (
    "Choose something on it, then drag it, or move it with the arrow keys (Shift: further; Ctrl: size). "
    "Every piece that the same template draws is changed."
)
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
        self._chosen = ""
        self._settled = 0
        """The number of edits that have been drawn, or refused."""

    def take(self, spots: Iterable[Spot]) -> dict[str, Any]:
        """Take the elements of another drawing; returns them for the page."""
        around = (element for spot in spots for element in spot.drawn.and_those_around())
        self._elements = {element.key: element for element in around}
        numbers = {key: number for number, key in enumerate(self._elements)}
        self._settled += 1
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
        return {"elements": elements, "settled": self._settled}

    async def choose(self, key: str) -> None:
        """Tell the page what can be done with an element."""
        self._chosen = key
        if element := self._elements.get(key):
            why = await self._frame.attempt(lambda kit: obstacles(kit, element), Urgency.PIECE)
            if key == self._chosen:
                self._show(obstacles={"key": key, "why": why or {}})

    async def arrange(self, key: str, *edges: float) -> None:
        """Move the edges of an element, by millimetres on the piece."""
        element = self._elements.get(key)
        if element is None:
            return
        by = Edges(*(each * MM for each in edges))
        try:
            await self._studio.worker.run(Urgency.EDIT, lambda: arrange(self._kit, element, by))
        except KitError as error:
            fault, *others = error.faults
            more = f" (and {len(others)} more)" if others else ""
            words = f"It stays where it was: {fault}{more}"
            ui.notify(words, type="warning", multi_line=True, timeout=REFUSAL_SECONDS * 1000)
            self._settled += 1
            self._show(settled=self._settled)
            return
        await self._frame.show_edit()

    def open(self, key: str) -> None:
        """Open the editor at the line of an element."""
        if element := self._elements.get(key):
            self._frame.open_place(self._kit.name_of(element.place))


def in_mm(box: Rect) -> list[float]:
    """A box in millimetres, as the page takes it."""
    return [round(mm(value), 2) for value in box]
