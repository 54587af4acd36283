"""Example dialog: the example behind a figure as data, run as it is written, with its positions."""

from __future__ import annotations

import base64
from collections.abc import Sequence

from nicegui import ui

from generator.base.errors import Fault, KitError
from generator.studio.book_figures import ExampleText, PageFigure, Ran, run_text, with_example
from generator.studio.open_kit import ConflictError, OpenKit
from generator.studio.pages.frame import KitFrame, text
from generator.studio.pictures import Pictures
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

DPI = 130


class ExampleDialog:
    """One example: its text on the left, what comes of it on the right."""

    def __init__(
        self,
        studio: Studio,
        kit: OpenKit,
        frame: KitFrame,
        figure: PageFigure,
        example: ExampleText,
    ) -> None:
        self._studio, self._kit, self._frame = studio, kit, frame
        self._figure, self._example = figure, example
        self._dialog = ui.dialog().props("maximized")
        with self._dialog, ui.element("div").classes("dialog page example"):
            with ui.element("div").classes("row-of"):
                self._title = text("h2", figure.example)
                ui.element("span").classes("gap")
                ui.button("Run", icon="play_arrow", color=None, on_click=self._run).classes(
                    "strong"
                )
                ui.button("Save", icon="save", color=None, on_click=self._save).props(
                    "flat"
                ).classes("plain")
                ui.button("Close", on_click=self._dialog.close, color=None).props("flat").classes(
                    "plain"
                )
            with ui.element("div").classes("halves"):
                self._code = ui.codemirror(
                    example.text, language="YAML", theme="githubLight", line_wrapping=True
                )
                self._code.props["aria-label"] = f"Example {figure.example}"
                self._shown = ui.element("div").classes("moments").props('aria-live="polite"')

    async def open(self) -> None:
        """Open it, with the example run as it is written."""
        self._dialog.open()
        dark = bool(await ui.run_javascript("Quasar.Dark.isActive"))
        self._code.set_theme("vscodeDark" if dark else "githubLight")
        await self._run()

    async def _run(self) -> None:
        kit, figure = self._kit, self._figure
        words = self._code.value or ""

        def run() -> tuple[Ran, list[bytes]]:
            ran = run_text(kit, self._example, words, figure)
            pictures = Pictures()
            return ran, [pictures.png(moment.scene, DPI) for moment in ran.moments]

        self._shown.clear()
        try:
            ran, pictures = await self._studio.worker.run(Urgency.PIECE, run)
        except KitError as error:
            self._say(error.faults)
            return
        self._title.set_text(ran.title)
        self._say(ran.faults)
        with self._shown:
            for number, (moment, picture) in enumerate(zip(ran.moments, pictures, strict=True)):
                for says in moment.says:
                    text("p", says)
                image = ui.element("img")
                image.props["src"] = "data:image/png;base64," + base64.b64encode(picture).decode()
                image.props["alt"] = f"After {number} moves" if number else "The position"

    def _say(self, faults: Sequence[Fault]) -> None:
        with self._shown:
            for fault in faults:
                text("p", str(fault), "fault")
            if not faults:
                text("p", "It comes out as the example says.", "quiet")

    async def _save(self) -> None:
        """Put the text into the file of the example."""
        words = (self._code.value or "").rstrip("\n")

        def save(kit: OpenKit) -> bool:
            base, whole = with_example(kit, self._example, words)
            kit.save(self._example.file, base, whole)
            return True

        try:
            saved = await self._frame.attempt(save)
        except ConflictError as error:
            ui.notify(str(error), type="negative", multi_line=True, close_button="OK", timeout=0)
            return
        if saved:
            end = self._example.start + len(words.split("\n"))
            self._example = self._example._replace(text=words, end=end)
            await self._frame.look()
            await self._frame.check()
