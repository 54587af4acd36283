"""Arranger: the elements of the piece in sight, which can be dragged while arranging is switched on."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any

from nicegui import ui
from nicegui.events import UploadEventArguments

from generator.base.errors import KitError
from generator.base.units import MM, Rect, mm
from generator.press.markup.elements import ELEMENTS
from generator.studio.edit.completion import attribute_values, describe_attribute
from generator.studio.edit.elements.arrange import Edges, edit_of, obstacles, states_a_place
from generator.studio.edit.elements.edits import (
    can_exchange,
    exchange,
    remove,
    set_attribute,
    stated,
)
from generator.studio.edit.elements.new_elements import (
    ElementCopy,
    Face,
    add,
    add_picture,
    addable,
    duplicate,
    paste,
)
from generator.studio.edit.elements.origins import DrawnElement, Spot
from generator.studio.edit.elements.source import ElementEdit, FileEdit
from generator.studio.open_kit import OpenKit
from generator.studio.pages.frame import KitFrame
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

HINT = (
    "Choose something on it, then drag it, or move it with the arrow keys (Shift: further; Ctrl: size). "
    "Every piece that the same template draws is changed."
)
LABEL = 60
"""Most characters of an element's words in the list of elements."""
PASTE = "paste"
"""What stands for the copied element among the kinds to add."""
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
        self._face: Face | None = None
        """The face that they are on."""
        self._version = 0
        """The version of the kit that it was drawn from."""
        self._copy: ElementCopy | None = None
        """What has been copied, to be pasted."""
        self._chosen = ""
        self._wanted = ""
        """The element that the page chooses once it is drawn."""
        self._turn = asyncio.Lock()
        self._are_current = asyncio.Event()
        """Set while the elements are those of the last drawing: an edit waits for them."""
        self._settled = 0
        """The number of the last edit of a place that has been written, or refused."""

    def expect_face(self) -> None:
        """Let edits wait for the elements of another face, which has come into sight."""
        self._are_current.clear()

    def take(self, face: Face, shown: Iterable[Spot], version: int) -> dict[str, Any]:
        """Take another drawing; returns the elements of the spots for the page, in drawing order."""
        self._face, self._version = face, version
        kept = set(shown)
        spots = (spot for spot in face.spots if spot in kept)
        around = (element for spot in spots for element in spot.drawn.and_those_around())
        self._elements = {element.key: element for element in around}
        numbers = {key: number for number, key in enumerate(self._elements)}
        words = {spot.drawn.key: spot.text for spot in face.spots if spot.text}
        if version == self._kit.version:
            self._are_current.set()
        elements = [
            {
                "key": key,
                "name": element.name,
                "says": (words.get(key) or _named_by(element))[:LABEL],
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
            "exchange": self.exchange,
            "duplicate": self.duplicate,
            "copy": self.copy,
            "paste": lambda _: self.add(PASTE),
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
        await self._edit(
            key, lambda kit, element: set_attribute(kit, element, name, value), typed=value
        )

    async def remove(self, key: str) -> None:
        """Remove an element."""
        await self._edit(key, remove)

    async def exchange(self, key: str, step: int) -> None:
        """Let an element change places with what is drawn next (1) or just before it (-1)."""
        await self._edit(
            key, lambda kit, element: self._placed(exchange(kit, element, 1 if step > 0 else -1))
        )

    async def duplicate(self, key: str) -> None:
        """Put a copy of an element beside it, and choose the copy."""
        await self._edit(
            key, lambda kit, element: self._placed(duplicate(kit, self._on(), element))
        )

    async def copy(self, key: str) -> None:
        """Keep a copy of an element, to be pasted on any face of the kit."""
        if element := self._elements.get(key):
            copied = await self._frame.attempt(
                lambda kit: ElementCopy(kit, self._on(), element), Urgency.PIECE
            )
            if copied:
                self._copy = copied
                ui.notify(f"<{element.name}> is copied.", position="top", timeout=2000)

    async def addable(self) -> Mapping[str, str]:
        """What can be added to the face: what to ask for -> what it is called."""
        face = self._face
        if face is None:
            return {}
        kinds = await self._frame.attempt(lambda kit: addable(kit, face.component), Urgency.PIECE)
        pasted = {PASTE: f"Paste <{self._copy.element.name}>"} if self._copy else {}
        return pasted | dict(kinds or {})

    async def add(self, kind: str) -> None:
        """Add an element to the face, or what has been copied, and choose it."""
        copied = self._copy if kind == PASTE else None
        if kind != PASTE or copied:
            await self._change(
                lambda kit: self._placed(
                    paste(kit, self._on(), copied) if copied else add(kit, self._on(), kind)
                )
            )

    async def add_picture(self, event: UploadEventArguments) -> None:
        """Put a picture into art/ and on the face."""
        content, name = await event.file.read(), event.file.name

        def change(kit: OpenKit) -> FileEdit:
            face, file = self._on(), kit.write_art(name, content)
            return self._placed(add_picture(kit, face, file))

        await self._change(change)

    def _on(self) -> Face:
        """The face as it is drawn.  Raises KitError if it is not."""
        if self._face is None:
            message, hint = "the piece is not drawn", "correct the faults first"
            raise KitError(message, hint=hint, check="edit-impossible")
        return self._face

    def _placed(self, edit: ElementEdit) -> FileEdit:
        """An edit whose element is chosen once it is drawn."""
        self._wanted = edit.key
        return edit.file

    async def _edit(
        self,
        key: str,
        edit: Callable[[OpenKit, DrawnElement], FileEdit],
        number: int = 0,
        typed: str = "",
    ) -> None:
        """Write an edit of an element, if the kit can be drawn with it.

        `typed` is what a person wrote, which is told if it cannot be written.
        """

        def change(kit: OpenKit) -> FileEdit:
            if element := self._elements.get(key):
                return edit(kit, element)
            hint = f'what you wrote: "{typed}"' if typed else "look again"
            message = "another window or program has removed this element"
            raise KitError(message, hint=hint, check="edit-conflict")

        await self._change(change, number)

    async def _change(self, change: Callable[[OpenKit], FileEdit], number: int = 0) -> None:
        """Write an edit once the elements are those of the last one; a refusal is reported."""
        async with self._turn:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._are_current.wait(), DRAWN_SECONDS)
            self._settled = max(self._settled, number)

            def write() -> None:
                self._kit.poll()  # for what other programs have changed
                if self._kit.version != self._version:
                    message, hint = "the piece has been drawn anew meanwhile", "look again"
                    raise KitError(message, hint=hint, check="edit-conflict")
                self._kit.write_if_drawable(*change(self._kit))

            try:
                await self._studio.worker.run(Urgency.EDIT, write)
            except KitError as error:
                _notify_refusal(error)
                self._show(settled=self._settled)
                return
            finally:
                if self._kit.version != self._version:
                    self._are_current.clear()
            await self._frame.show_edit()

    def open(self, key: str) -> None:
        """Open the editor at the line of an element."""
        if element := self._elements.get(key):
            self._frame.open_place(self._kit.name_of(element.place))


def _notify_refusal(error: KitError) -> None:
    """Say why nothing was changed."""
    fault, *others = error.faults
    more = f" (and {len(others)} more)" if others else ""
    words = f"It stays as it was: {fault}{more}"
    ui.notify(
        words, type="warning", multi_line=True, position="top", timeout=REFUSAL_SECONDS * 1000
    )


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

    lower, raised = can_exchange(kit, element) if values else (False, False)
    return {
        "why": obstacles(kit, element),
        "exchanges": [step for step, can in ((-1, lower), (1, raised)) if can],
        "attributes": [row(name, value) for name, value in values.items()],
        "others": [row(name, "") for name in attributes if values and name not in values],
    }


def _named_by(element: DrawnElement) -> str:
    """What an element shows, if an attribute names it: an icon, a picture."""
    values = element.origin.node.values
    return str(next((values[name] for name in ("name", "src") if values.get(name)), ""))


def in_mm(box: Rect) -> list[float]:
    """A box in millimetres, as the page takes it."""
    return [round(mm(value), 2) for value in box]
