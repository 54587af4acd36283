"""Editor of one file of a kit: saves what is typed after a pause, and shows faults on their lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from nicegui import ui
from nicegui.elements.mixins.text_element import TextElement

from generator.base.errors import Fault
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import KeyedChildren, text, text_button
from generator.studio.pages.frame import KitFrame

LANGUAGES: dict[str, Any] = {
    "yaml": "YAML", "yml": "YAML", "xml": "XML", "svg": "XML", "md": "Markdown", "j2": "Jinja2",
    "po": "Properties files",
}  # fmt: skip


class Editor:
    """One file at a time."""

    def __init__(self, kit: OpenKit, frame: KitFrame) -> None:
        self._kit, self._frame = kit, frame
        self.file = ""
        self._line = 0
        self._dark = False
        self._code: ui.codemirror | None = None
        """The text, which is the browser's own: setting a property would send an older text with
        it, over what has been typed meanwhile."""
        self._room = ui.element("div").classes("code")
        with ui.element("div").classes("under").props('role="status"'):
            with ui.element("p").classes("quiet"):
                self._name = text("span", "")
                text("span", ": not saved yet", "pending")
                self._status = text("span", "", "status")
            self._faults: KeyedChildren[tuple[int, str], TextElement] = KeyedChildren(
                ui.element("div")
            )
        frame.drafts.text_reported = self._show_saved

    async def open(self, file: str, line: int = 0) -> None:
        """Show a file, scrolled to a line."""
        if not self.file:
            await self._frame.dark.tell(self._darken)
        words = await self._frame.attempt(lambda kit: kit.read(file))
        if words is None:
            return
        self.file, self._line = file, line
        self._room.clear()
        with self._room:
            self._code = ui.codemirror(
                words, theme=_theme(self._dark), line_wrapping=True, indent="  "
            )
            language = LANGUAGES.get(file.rpartition(".")[2].lower())
            if language in self._code.supported_languages:
                self._code.language = language
        self._code.set_enabled(not self._kit.read_only)
        self._code.props["aria-label"] = "Text of the file"
        self._name.set_text(file)
        self._status.set_text("")
        about = json.dumps({"kit": self._kit.name, "file": file})
        ui.run_javascript(f"openIn({self._code.id}, {about})")
        self.mark()
        if line:
            self._code.reveal_line(line)

    async def refresh(self) -> None:
        """Show changes from elsewhere, unless somebody is typing."""
        file = self.file
        words = await self._frame.attempt(lambda kit: kit.read(file)) if file else None
        if self._code and words is not None and file == self.file:
            ui.run_javascript(f"nowIn({self._code.id}, {json.dumps(words)})")
            self.mark()

    def mark(self) -> None:
        """Mark the lines with faults."""
        if not self._code:
            return
        found = list(self._found())
        marks = [{"kind": "line", "line": line, "class": "fault-line"} for line, _ in found]
        if self._line:
            marks.append({"kind": "line", "line": self._line, "class": "here-line"})
        tips: dict[int, str] = {}
        for line, fault in found:
            tips[line] = "\n".join(filter(None, (tips.get(line), str(fault))))
        ui.run_javascript(f"markIn({self._code.id}, {json.dumps(marks)}, {json.dumps(tips)})")
        self._faults.show(
            [(line, str(fault)) for line, fault in found],
            lambda each: text_button(each[1], lambda: self._reveal(each[0])),
        )

    def _reveal(self, line: int) -> None:
        if self._code:
            self._code.reveal_line(line)

    def _found(self) -> Sequence[tuple[int, Fault]]:
        named = [
            (self._kit.name_of(fault.place), fault) for fault in self._kit.faults if fault.place
        ]
        return [(name[1], fault) for name, fault in named if name and name[0] == self.file]

    def _darken(self, dark: bool) -> None:
        self._dark = dark
        if self._code:
            self._code.run_method("setTheme", _theme(dark))

    def _show_saved(self, file: str, says: str) -> None:
        """Say whether what was typed is in its file."""
        if file == self.file:
            self._line = 0
            self._status.set_text(f": {says}")


def _theme(dark: bool) -> Any:
    return "vscodeDark" if dark else "githubLight"
