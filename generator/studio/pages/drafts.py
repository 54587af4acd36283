"""Drafts: what is typed into cells and files, written once, whatever becomes of the connection.

The browser keeps each draft until it is told that it is in its file (`static/drafts.js`), and sends it
again after a broken connection or in the page that comes after it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from nicegui import ui
from nicegui.events import GenericEventArguments

from generator.studio.open_kit import ConflictError, OpenKit

if TYPE_CHECKING:
    from generator.studio.pages.frame import KitFrame

PICTURE_SECONDS = 0.1
"""Seconds in which the picture of an edited piece comes first, and the table and the wall wait."""


class TypedCell(NamedTuple):
    """A text that was typed into a cell which showed `was`."""

    table: str
    number: int
    id: str
    field: str
    was: str
    now: str


class TypedText(NamedTuple):
    """The text of a file that is edited, and what the file said before."""

    file: str
    base: str
    now: str


class Drafts:
    """Takes drafts from the browser, and tells it what has come of them."""

    def __init__(self, frame: KitFrame) -> None:
        self._frame = frame
        self._taken: set[str] = set()
        """The drafts of cells that have come: a second time they are only answered."""
        self._asking = False
        self.cell_typed: Callable[[TypedCell], object] = lambda cell: None
        """Is called before a cell is written."""
        self.cell_written: Callable[[TypedCell], object] = lambda cell: None
        """Is called once the piece of a cell has been drawn again."""
        self.text_told: Callable[[str, str], object] = lambda file, says: None
        """Is called with a file, and with what is to be said of it."""
        ui.on("typed", self._take)

    def begin(self, kit: OpenKit) -> None:
        """Ask the browser for what it has kept."""
        ui.run_javascript(f"drafts.begin({json.dumps(kit.name)})")

    async def _take(self, event: GenericEventArguments) -> None:
        draft: Mapping[str, Any] = event.args
        key, now = str(draft["key"]), str(draft["now"])
        if "file" in draft:
            await self._write_text(key, TypedText(str(draft["file"]), str(draft["base"]), now))
        elif key in self._taken:
            self._answer(key, now)
        else:
            self._taken.add(key)
            cell = TypedCell(
                str(draft["table"]), int(draft["index"]), str(draft["id"]), str(draft["field"]),
                str(draft["was"]), now,
            )  # fmt: skip
            await self._write_cell(cell)
            self._answer(key, now)

    def _answer(self, key: str, now: str, stands: str = "") -> None:
        """Tell the browser that a draft need not be kept, and what stands in its place."""
        ui.run_javascript(
            f"drafts.done({json.dumps(key)}, {json.dumps(now)}, {json.dumps(stands)})"
        )

    async def _write_cell(self, cell: TypedCell) -> None:
        frame = self._frame
        frame.busy = True
        self.cell_typed(cell)
        try:
            if await frame.attempt(lambda kit: _put(kit, cell)):
                self.cell_written(cell)
                await asyncio.sleep(PICTURE_SECONDS)
            else:
                frame.show_again()
        except ConflictError as error:
            frame.show_again()  # the table shows what was typed
            if await frame.choose(error) == "ours":
                mine = cell._replace(was=error.theirs)
                await frame.attempt(lambda kit: _put(kit, mine))
                self.cell_written(cell)
        finally:
            frame.busy = False
        await frame.look()
        await frame.check()

    async def _write_text(self, key: str, text: TypedText) -> None:
        if self._asking:
            return  # the browser keeps it, and is asked for it below
        try:
            saved = await self._frame.attempt(lambda kit: kit.save(*text))
        except ConflictError as error:
            self._asking = True
            choice = await self._frame.choose(error)
            self._asking = False
            if choice is None:
                return
            theirs, saved = error.theirs, error.theirs
            if choice == "ours":
                mine = text._replace(base=theirs)
                saved = await self._frame.attempt(lambda kit: kit.save(*mine))
        if saved is None:
            self.text_told(text.file, "cannot be saved")
            return
        self._answer(key, text.now, saved)
        self.text_told(text.file, "saved")
        await self._frame.look()
        await self._frame.check()


def _put(kit: OpenKit, cell: TypedCell) -> bool:
    kit.set_cell(*cell)
    return True
