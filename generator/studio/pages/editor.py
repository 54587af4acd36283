"""Editor of one file of a kit: what is typed is saved after a pause, and faults stand on their lines."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from typing import Any

from nicegui import ui

from generator.base.errors import Fault
from generator.studio.open_kit import ConflictError, OpenKit
from generator.studio.pages.frame import KitFrame, press

PAUSE_SECONDS = 0.5
"""Seconds without a key after which a file is saved."""
LANGUAGES: dict[str, Any] = {
    "yaml": "YAML", "yml": "YAML", "xml": "XML", "svg": "XML", "md": "Markdown", "j2": "Jinja2",
    "po": "Properties files",
}  # fmt: skip


class Editor:
    """One file at a time."""

    def __init__(self, kit: OpenKit, frame: KitFrame) -> None:
        self._kit, self._frame = kit, frame
        self.file = ""
        self._base = ""
        """What the file held when it was shown or saved last."""
        self._line = 0
        self._timer: ui.timer | None = None
        self._code = ui.codemirror(
            "", theme="githubLight", line_wrapping=True, indent="  ", on_change=self._typed
        )
        self._code.props["aria-label"] = "Text of the file"
        self._under = ui.element("div").classes("under").props('role="status"')
        with self._under:
            self._says = ui.label().classes("quiet")
            self._faults = ui.element("div")

    async def open(self, file: str, line: int = 0) -> None:
        """Show a file, with a line in sight."""
        if not self.file:
            await self._frame.dark.tell(self._darken)
        await self.save()
        text = await self._frame.attempt(lambda kit: kit.read(file))
        if text is None:
            return
        self.file, self._base, self._line = file, text, line
        language = LANGUAGES.get(file.rpartition(".")[2].lower())
        if language in self._code.supported_languages or language is None:
            self._code.set_language(language)
        self._code.set_value(text)
        self._says.set_text(file)
        where = f"{self._code.id}, {json.dumps(self._kit.name)}, {json.dumps(file)}"
        ui.run_javascript(f"completeIn({where})")
        self.mark()
        if line:
            self._code.reveal_line(line)

    async def refresh(self) -> None:
        """Show what has been changed elsewhere, unless it is being typed over."""
        if not self.file:
            return
        text = await self._frame.attempt(lambda kit: kit.read(self.file))
        if text is not None and text != self._base and self._code.value == self._base:
            self._base = text
            self._code.set_value(text)
        self.mark()

    def mark(self) -> None:
        """Mark the lines with faults."""
        found = list(self._found())
        lines = len((self._code.value or "").split("\n"))
        marks = [
            {"kind": "line", "line": min(line, lines), "class": "fault-line"} for line, _ in found
        ]
        if self._line:
            marks.append({"kind": "line", "line": min(self._line, lines), "class": "here-line"})
        tips: dict[int, str] = {}
        for line, fault in found:
            tips[line] = "\n".join(filter(None, (tips.get(line), str(fault))))
        # Not as properties: those are sent with the text, over what has been typed meanwhile.
        ui.run_javascript(f"markIn({self._code.id}, {json.dumps(marks)}, {json.dumps(tips)})")
        self._faults.clear()
        with self._faults:
            for line, fault in found:
                press(str(fault), partial(self._code.reveal_line, line))

    def _found(self) -> Sequence[tuple[int, Fault]]:
        named = [
            (self._kit.name_of(fault.place), fault) for fault in self._kit.faults if fault.place
        ]
        return [(name[1], fault) for name, fault in named if name and name[0] == self.file]

    def _darken(self, dark: bool) -> None:
        self._code.set_theme("vscodeDark" if dark else "githubLight")

    def _typed(self) -> None:
        if self._timer:
            self._timer.cancel()
        if self.file and self._code.value != self._base:
            self._says.set_text(f"{self.file}: not saved yet")
            self._timer = ui.timer(PAUSE_SECONDS, self.save, once=True)

    async def save(self) -> None:
        """Save what was typed."""
        text, file, base = self._code.value or "", self.file, self._base
        if not file or text == base:
            return
        try:
            saved = await self._frame.attempt(lambda kit: kit.save(file, base, text))
        except ConflictError as error:
            choice = await self._frame.choose(error)
            if choice is None:
                return
            self._base = theirs = error.theirs
            if choice == "theirs":
                self._code.set_value(theirs)
                return
            saved = await self._frame.attempt(lambda kit: kit.save(file, theirs, text))
        if saved is None:
            self._says.set_text(f"{file}: cannot be saved")
            return
        self._base, self._line = saved, 0
        if saved != text and self._code.value == text:
            self._code.set_value(saved)
        self._says.set_text(f"{file}: saved")
        await self._frame.look()
        await self._frame.check()
