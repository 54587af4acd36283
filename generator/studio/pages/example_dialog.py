"""Example dialog: the example behind a figure as data and on the table, run as written."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Sequence
from typing import TypeVar

from nicegui import ui
from nicegui.events import GenericEventArguments

from generator.base.errors import Fault, KitError, counted
from generator.studio.book_figures import (
    ExampleResult,
    ExampleText,
    PageFigure,
    example_text,
    run_text,
    with_example,
)
from generator.studio.browser_events import read_event_values
from generator.studio.open_kit import ConflictError, OpenKit
from generator.studio.pages.components import TableView, ZonesView, button, icon_button, text
from generator.studio.pages.frame import KitFrame, is_dark, show_error
from generator.studio.pictures import Pictures
from generator.studio.play.example_table import ShownPosition
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

T = TypeVar("T")
DPI = 130


class ExampleDialog:
    """One example: its text on the left; its position on the right, and the results."""

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
        self._carrying = False
        """Whether a piece is being moved."""
        self.is_open = True
        self._dialog = ui.dialog().props("maximized")
        self._dialog.props["aria-label"] = f"Example {figure.example}"
        self._dialog.on("hide", self._close)
        with self._dialog, ui.element("div").classes("dialog page example"):
            self._make_head()
            with ui.element("div").classes("halves"):
                self._code = ui.codemirror(
                    example.text, language="YAML", theme="githubLight", line_wrapping=True
                )
                self._code.props["aria-label"] = f"Example {figure.example}"
                with ui.element("div").classes("moments"):
                    self._messages = ui.element("div").props('role="status"')
                    self._make_table()
                    self._shown = ui.element("div").classes("moments").props('aria-live="polite"')

    def _make_head(self) -> None:
        with ui.element("div").classes("row-of"):
            self._title = text("h2", self._figure.example)
            ui.element("span").classes("gap")
            button("Run", self._run, "play_arrow", strong=True)
            if not self._kit.read_only:
                button("Save", self._save, "save")
                icon_button("undo", "Undo in the files", lambda: self._frame.step(OpenKit.undo))
                icon_button("redo", "Redo in the files", lambda: self._frame.step(OpenKit.redo))
            button("Close", self._dialog.close)

    def _make_table(self) -> None:
        """The position, and its lists, with pieces to move."""
        self._movable = ui.element("div").classes("movable")
        self._movable.props('role="group" aria-label="Position"')
        self._movable.on("carry", self._carry, js_handler="(e) => emit(...e.detail)")
        with self._movable:
            text("p", "Drag a piece to another place. With the keyboard: Enter picks it up, "
                      "the arrow keys move between places, Enter puts it down.", "quiet")  # fmt: skip
            ui.element("p").classes("carried").props('role="status"')
            self._table = TableView(lambda names, step: None)
            self._zones = ZonesView()

    async def open(self) -> None:
        """Open it, with the example run as written."""
        self._dialog.open()
        self._code.set_theme("vscodeDark" if await is_dark() else "githubLight")
        await self._run()

    def _close(self) -> None:
        self.is_open = False
        self._dialog.delete()

    async def refresh(self) -> None:
        """Show the current example of its file, unless somebody is typing."""
        kit, id = self._kit, self._figure.example
        try:
            now = await self._studio.worker.run(Urgency.LOOK, lambda: example_text(kit, id))
        except KitError:
            return  # the file is unreadable now, or another example is there
        before, typed = self._example, self._words()
        if now.text == before.text:
            self._example = now  # its lines may have moved
        elif typed == before.text and not self._carrying:
            self._example = now
            self._code.value = now.text
            await self._run()

    def _words(self) -> str:
        return (self._code.value or "").rstrip("\n")

    async def _run(self) -> None:
        kit, figure, example = self._kit, self._figure, self._example
        words = self._words()

        def position() -> ShownPosition:
            return self._studio.rooms.example(kit).show(kit, example, words)

        def run() -> tuple[ExampleResult, list[bytes]]:
            ran = run_text(kit, example, words, figure)
            pictures = Pictures()
            return ran, [pictures.png(moment.scene, DPI) for moment in ran.moments]

        try:
            self._show_position(await self._studio.worker.run(Urgency.PIECE, position))
        except KitError:
            self._movable.set_visibility(False)  # running it reports the reason
        try:
            ran, pictures = await self._studio.worker.run(Urgency.PIECE, run)
        except KitError as error:
            self._shown.clear()
            self._show_faults(error.faults)
            return
        self._title.set_text(ran.title)
        self._shown.clear()
        self._show_faults(ran.faults)
        with self._shown:
            for number, (moment, picture) in enumerate(zip(ran.moments, pictures, strict=True)):
                for says in moment.says:
                    text("p", says)
                image = ui.element("img")
                image.props["src"] = "data:image/png;base64," + base64.b64encode(picture).decode()
                image.props["alt"] = (
                    f"After {counted(number, 'move')}" if number else "The position"
                )

    def _show_position(self, shown: ShownPosition) -> None:
        self._movable.set_visibility(True)
        self._table.draw(shown.picture, shown.picture.names, ())
        self._zones.show(
            zones=[
                {"pointer": each.pointer, "title": each.title, "pieces": [*map(list, each.pieces)]}
                for each in shown.zones_shown
            ]
        )

    def _show_faults(self, faults: Sequence[Fault]) -> None:
        self._messages.clear()
        with self._messages:
            for fault in faults:
                text("p", str(fault), "fault")
            if not faults:
                text("p", "The result is as the example says.", "quiet")

    async def _carry(self, event: GenericEventArguments) -> None:
        """Move a piece, in the file of the example; then run it."""
        piece, to = read_event_values(event, _names, _names)
        if self._carrying:
            ui.notify("One piece at a time: the last one is still being moved.")
            return
        example, words = self._example, self._words()
        self._carrying = True
        try:
            now = await self._attempt(
                lambda kit: self._studio.rooms.example(kit).put(kit, example, words, piece, to)
            )
            if now:
                self._example = now
                self._code.value = now.text
                await self._run()
                about = ", ".join(map(json.dumps, (f"c{self._movable.id}", piece, to)))
                ui.run_javascript(f"putDown({about})")
        finally:
            self._carrying = False
        if now:
            await self._frame.show_edit()

    async def _save(self) -> None:
        """Put the text into the file of the example."""
        words, example = self._words(), self._example

        def save(kit: OpenKit) -> bool:
            base, whole = with_example(kit, example, words)
            kit.save(example.file, base, whole)
            return True

        if await self._attempt(save):
            end = example.start + len(words.split("\n"))
            self._example = example._replace(text=words, end=end)
            await self._frame.show_edit()

    async def _attempt(self, do: Callable[[OpenKit], T]) -> T | None:
        """Do something with the kit; reports an error."""
        try:
            return await self._frame.attempt(do)
        except ConflictError as error:
            show_error(error)
            return None


def _names(names: Sequence[object]) -> list[str]:
    return [str(each) for each in names]
