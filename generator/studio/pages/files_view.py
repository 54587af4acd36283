"""Files view: templates, game.yaml, turns.yaml, catalogues and all other texts of a kit."""

from __future__ import annotations

from functools import partial

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from generator.studio.edit.replacing import Hit
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import KeyedChildren, text_button
from generator.studio.pages.editor import Editor
from generator.studio.pages.frame import KitFrame
from generator.studio.pages.replace_dialog import ReplaceDialog
from generator.studio.studio import Studio
from generator.studio.worker import Urgency


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> FilesView:
    """Make the view, with the file in the address open."""
    view = FilesView(studio, kit, frame)
    query = ui.context.client.request.query_params
    line = query.get("line", "")
    file = query.get("file", "data/game.yaml")
    await view.open(file, int(line) if line.isdigit() else 0)
    return view


class FilesView:
    """The list of files, and the open one."""

    def __init__(self, studio: Studio, kit: OpenKit, frame: KitFrame) -> None:
        self._studio, self._kit, self._frame = studio, kit, frame
        with ui.element("div").classes("files"):
            with ui.element("nav").props('aria-label="Files"'):
                text_button("Find and replace …", self._replace, "quiet")
                self._list: KeyedChildren[str, TextElement] = KeyedChildren(ui.element("div"))
            with ui.element("section").classes("pane").props('aria-label="Editor"'):
                self._editor = Editor(kit, frame)

    async def open(self, file: str, line: int = 0) -> None:
        """Open a file."""
        await self._editor.open(file, line)
        await self._show_list()

    def _replace(self) -> None:
        ReplaceDialog(self._kit, self._frame, self._show_hit)

    async def _show_hit(self, hit: Hit) -> None:
        if place := self._kit.name_of(hit.place):
            await self.open(*place)

    async def refresh(self) -> None:
        """Show the current kit."""
        await self._show_list()
        await self._editor.refresh()

    async def _show_list(self) -> None:
        names = await self._studio.worker.run(Urgency.LOOK, self._kit.files)
        places = [self._kit.name_of(each.place) for each in self._kit.faults if each.place]
        wrong = {place[0] for place in places if place}
        buttons = self._list.show(names, lambda name: text_button(name, partial(self.open, name)))
        for name, button in buttons.items():
            button.classes("bad") if name in wrong else button.classes(remove="bad")
            button.props.set_optional("aria-current", "true" if name == self._editor.file else None)
