"""Rulebook view: the pages of the rulebook, live beside their source."""

from __future__ import annotations

from functools import partial
from urllib.parse import quote

from nicegui import ui

from generator.base.errors import KitError
from generator.studio.book_figures import PageFigure, example_text, page_figures
from generator.studio.open_kit import OpenKit
from generator.studio.pages.editor import Editor
from generator.studio.pages.example_dialog import ExampleDialog
from generator.studio.pages.frame import KitFrame, press, text
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
        self._studio, self._kit, self._frame = studio, kit, frame
        self._figures: list[list[PageFigure]] = []
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

    def _set(self) -> tuple[int, list[list[PageFigure]]]:
        kit = self._kit
        pages = [kit.page(number) for number in range(kit.book())]
        return len(pages), [page_figures(kit, page, kit.figures) for page in pages if page]

    async def refresh(self) -> None:
        """Show the pages as they are now."""
        await self._editor.refresh()
        try:
            pages, self._figures = await self._studio.worker.run(Urgency.CHECK, self._set)
            says = "" if pages else "This kit has no rulebook: name one in game.yaml."
        except KitError as error:
            pages, says = 0, str(error)
        if says and self._book.default_slot.children and self._kit.faults:
            return  # the last good pages stay
        self._book.clear()
        with self._book:
            if says:
                text("p", says)
            for number, figures in enumerate(self._figures[:pages]):
                with ui.element("figure").style("position: relative"):
                    picture = ui.element("img").props('loading="lazy"')
                    picture.props["src"] = (
                        f"/picture/{quote(self._kit.name)}/page/{number}?v={self._studio.stamp(self._kit)}"
                    )
                    picture.props["alt"] = f"Page {number + 1}"
                    for figure in figures:
                        self._show_figure(figure)

    def _show_figure(self, figure: PageFigure) -> None:
        """A figure of a page, to click on."""
        left, top, width, height = (f"{100 * each:.2f}%" for each in figure.box)
        button = press("", partial(self._open_figure, figure), "spot")
        button.style(f"left: {left}; top: {top}; width: {width}; height: {height}")
        example = f"Example {figure.example}: " if figure.example else "Figure: "
        button.props["aria-label"] = button.props["title"] = f"{example}{figure.place}"

    async def _open_figure(self, figure: PageFigure) -> None:
        """Open the example that a figure shows, or else the line that states it."""
        if not figure.example:
            place = self._kit.name_of(figure.place)
            if place:
                await self._editor.open(*place)
            return
        example = await self._frame.attempt(lambda kit: example_text(kit, figure.example))
        if example:
            dialog = ExampleDialog(self._studio, self._kit, self._frame, figure, example)
            await dialog.open()
