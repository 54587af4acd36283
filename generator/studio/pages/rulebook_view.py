"""Rulebook view: the pages of the rulebook, live next to their source."""

from __future__ import annotations

from urllib.parse import quote

from nicegui import ui

from generator.base.errors import KitError
from generator.studio.book_figures import PageFigure, example_text, page_figures
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import Book
from generator.studio.pages.editor import Editor
from generator.studio.pages.example_dialog import ExampleDialog
from generator.studio.pages.frame import KitFrame
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
        self._shown: list[dict[str, object]] = []
        self._example: ExampleDialog | None = None
        self._opening = False
        with ui.element("div").classes("desk"):
            with ui.element("section").classes("pane").props('aria-label="Source"'):
                self._editor = Editor(kit, frame)
            with ui.element("section").classes("pane").props('aria-label="Pages"'):
                self._book = Book(self._open_figure)
                self._book.show(says="Setting the pages …")

    async def open(self) -> None:
        """Open the source."""
        spec = self._kit.manifest.rulebook if self._kit.manifest else None
        if spec and f"templates/{spec.template}" in self._kit.files():
            await self._editor.open(f"templates/{spec.template}")

    def _compose(self) -> tuple[int, list[list[PageFigure]]]:
        kit = self._kit
        pages = [kit.page(number) for number in range(kit.book())]
        return len(pages), [page_figures(kit, page, kit.figures) for page in pages if page]

    async def refresh(self) -> None:
        """Show the current pages."""
        await self._editor.refresh()
        if self._example and self._example.is_open:
            await self._example.refresh()
        try:
            pages, self._figures = await self._studio.worker.run(Urgency.CHECK, self._compose)
            says = "" if pages else "This kit has no rulebook: name one in game.yaml."
        except KitError as error:
            pages, says = 0, str(error)
        if says and self._shown and self._kit.faults:
            return  # the last good pages stay
        base, stamp = f"/picture/{quote(self._kit.name)}/page", self._studio.stamp(self._kit)
        self._shown = [
            {"src": f"{base}/{number}?v={stamp}", "figures": [_figure_data(each) for each in page]}
            for number, page in enumerate(self._figures[:pages])
        ]
        self._book.show(pages=self._shown, says=says)

    async def _open_figure(self, page: int, number: int) -> None:
        """Open the example that a figure shows, or else the line that states it."""
        figures = self._figures[page] if page < len(self._figures) else []
        if number >= len(figures) or self._opening:
            return  # the page has been composed again since, or the figure was clicked twice
        figure = figures[number]
        if not figure.example:
            place = self._kit.name_of(figure.place)
            if place:
                await self._editor.open(*place)
            return
        self._opening = True
        try:
            example = await self._frame.attempt(lambda kit: example_text(kit, figure.example))
        finally:
            self._opening = False
        if example and not (self._example and self._example.is_open):
            dialog = ExampleDialog(self._studio, self._kit, self._frame, figure, example)
            self._example = dialog
            await dialog.open()


def _figure_data(figure: PageFigure) -> dict[str, str]:
    """A figure of a page, to click on."""
    example = f"Example {figure.example}: " if figure.example else "Figure: "
    return {"style": figure.box.style, "label": f"{example}{figure.place}"}
