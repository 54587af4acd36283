"""Rulebook view: the pages of the rulebook, live beside their source."""

from __future__ import annotations

from urllib.parse import quote

from nicegui import ui

from generator.base.errors import KitError
from generator.studio.open_kit import OpenKit
from generator.studio.pages.editor import Editor
from generator.studio.pages.frame import KitFrame, text
from generator.studio.studio import Studio
from generator.studio.worker import Urgency


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> RulebookView:
    """Make the view."""
    view = RulebookView(studio, kit, frame)
    await view.open()
    return view


class RulebookView:
    """The source on the left, the pages on the right."""

    def __init__(self, studio: Studio, kit: OpenKit, frame: KitFrame) -> None:
        self._studio, self._kit = studio, kit
        with ui.element("main").classes("desk"):
            with ui.element("section").classes("pane").props('aria-label="Source"'):
                self._editor = Editor(kit, frame)
            with ui.element("section").classes("pane").props('aria-label="Pages"'):
                self._book = ui.element("div").classes("book")

    async def open(self) -> None:
        """Open the source."""
        spec = self._kit.manual.rulebook if self._kit.manual else None
        if spec and f"templates/{spec.template}" in self._kit.files():
            await self._editor.open(f"templates/{spec.template}")

    async def refresh(self) -> None:
        """Show the pages as they are now."""
        await self._editor.refresh()
        try:
            pages = await self._studio.worker.run(Urgency.CHECK, self._kit.book)
            says = "" if pages else "This kit has no rulebook: name one in game.yaml."
        except KitError as error:
            pages, says = 0, str(error)
        if says and self._book.default_slot.children and self._kit.faults:
            return  # the last good pages stay
        self._book.clear()
        with self._book:
            if says:
                text("p", says)
            for number in range(pages):
                with ui.element("figure"):
                    picture = ui.element("img").props('loading="lazy"')
                    picture.props["src"] = (
                        f"/picture/{quote(self._kit.name)}/page/{number}?v={self._studio.stamp(self._kit)}"
                    )
                    picture.props["alt"] = f"Page {number + 1}"
