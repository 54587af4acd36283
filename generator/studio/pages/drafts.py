"""Drafts: text typed into cells and files, written exactly once, even if the connection breaks.

The browser keeps each draft until the server confirms that it is in its file (`static/drafts.js`),
and sends it again after a broken connection or from the next page.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeVar

from nicegui import ui
from nicegui.events import GenericEventArguments

from generator.base.errors import KitError
from generator.studio.browser_events import read_event
from generator.studio.open_kit import ConflictError, OpenKit

T = TypeVar("T")
PICTURE_SECONDS = 0.1
"""Seconds in which the picture of an edited piece has priority over the table and the wall."""


class EditorPage(Protocol):
    """The page around the view that somebody types in."""

    busy: bool

    async def attempt(self, do: Callable[[OpenKit], T]) -> T | None:
        """Do something with the kit; reports an error."""

    async def choose(self, error: KitError, ours: str) -> str | None:
        """Ask what is to become of a text that cannot be written so."""

    async def show_edit(self) -> None:
        """Show the kit after an edit, and then what the checks find."""

    def show_again(self) -> None:
        """Show the kit again at the next look."""


class TypedCell(NamedTuple):
    """A text that was typed into a cell that showed `was`."""

    table: str
    number: int
    id: str
    field: str
    was: str
    now: str


class TypedText(NamedTuple):
    """The text of an edited file, and the text of the file before."""

    file: str
    base: str
    now: str


def _draft(sent: Any) -> tuple[str, TypedCell | TypedText, bool]:
    """The key of a draft, its text, and whether it is sent again."""
    key, now = str(sent["key"]), str(sent["now"])
    if "file" in sent:
        return key, TypedText(str(sent["file"]), str(sent["base"]), now), False
    id, field, was = (str(sent[name]) for name in ("id", "field", "was"))
    return (
        key,
        TypedCell(str(sent["table"]), int(sent["index"]), id, field, was, now),
        "again" in sent,
    )


class Drafts:
    """Draft receiver: writes drafts from the browser, and confirms or rejects each."""

    def __init__(self, page: EditorPage) -> None:
        self._page = page
        self._taken: set[str] = set()
        """The cell drafts received so far: a repeated one is only answered."""
        self.cell_shown: Callable[[TypedCell], object] = lambda cell: None
        """Called with a cell that the table shows as typed, before it is written."""
        self.cell_written: Callable[[], object] = lambda: None
        """Called once the piece of a cell has been redrawn."""
        self.text_reported: Callable[[str, str], object] = lambda file, says: None
        """Called with a file, and with the message about it."""
        ui.on("typed", self._take)

    def begin(self, kit: OpenKit) -> None:
        """Ask the browser for the drafts that it has kept."""
        ui.run_javascript(f"drafts.begin({json.dumps(kit.name)})")

    async def _take(self, event: GenericEventArguments) -> None:
        key, typed, again = read_event(event, _draft)
        if isinstance(typed, TypedText):
            await self._write_text(key, typed)
        elif key in self._taken:
            self._answer(key, typed.now)
        else:
            self._taken.add(key)
            if not again:
                self.cell_shown(typed)
            if await self._write_cell(typed):
                self._answer(key, typed.now)
            else:  # the browser keeps it, and sends it again
                self._taken.discard(key)

    def _answer(self, key: str, now: str, saved: str | None = "") -> None:
        """Send the browser the saved text in place of a draft; None: the draft was not written."""
        ui.run_javascript(f"drafts.answer({json.dumps([key, now, saved])})")

    async def _write_cell(self, cell: TypedCell) -> bool:
        """Write a cell; returns whether it is known what becomes of the text."""
        page, choice = self._page, None
        page.busy = True
        try:
            while error := await page.attempt(partial(_put, cell)):
                page.show_again()  # the table shows what was typed
                choice = await page.choose(error, cell.now)
                if choice != "ours":
                    break
                if isinstance(error, ConflictError):
                    cell = cell._replace(was=error.theirs)
            else:
                self.cell_written()
                await asyncio.sleep(PICTURE_SECONDS)
        finally:
            page.busy = False
        await page.show_edit()
        return error is None or choice is not None

    async def _write_text(self, key: str, text: TypedText) -> None:
        saved = None
        try:
            saved = await self._page.attempt(lambda kit: kit.save(*text))
        except ConflictError as error:
            choice = await self._page.choose(error, error.ours)
            own = text._replace(base=error.theirs)
            if choice == "ours":
                saved = await self._page.attempt(lambda kit: kit.save(*own))
            elif choice == "theirs":
                saved = error.theirs
        self._answer(key, text.now, saved)
        self.text_reported(text.file, "cannot be saved" if saved is None else "saved")
        await self._page.show_edit()


def _put(cell: TypedCell, kit: OpenKit) -> KitError | None:
    """Write a cell; returns why it cannot be written: its text is not lost for that."""
    try:
        kit.set_cell(*cell)
    except KitError as error:
        return error
    return None
