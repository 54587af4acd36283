"""Uploader: takes files that are chosen or dropped, one after the other, and waits for those on their way."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from nicegui import ui
from nicegui.element import Element
from nicegui.events import GenericEventArguments, UploadEventArguments

from generator.base.text_files import MAX_BYTES
from generator.studio.browser_events import read_event

ARRIVAL_SECONDS = 0.05
"""Seconds between two checks whether files have arrived."""


class Uploader(ui.upload):
    """Upload of files chosen with another button or dropped elsewhere; itself invisible.

    Each file leaves the browser's list when it has arrived or failed, and no sooner: emptying the
    whole list would stop those that are still on their way, and a file that stays in it could not
    be chosen again.
    """

    def __init__(
        self,
        on_upload: Callable[[UploadEventArguments], Awaitable[None]],
        *,
        multiple: bool = False,
        suffix: str = "",
        refused: str = f"A file can have at most {MAX_BYTES // 1024 // 1024} MB.",
    ) -> None:
        """With a `suffix`, only files that have it are accepted; `refused` is said of all others."""
        super().__init__(
            multiple=multiple, auto_upload=True, max_file_size=MAX_BYTES, on_upload=self._arrived,
            on_rejected=lambda: ui.notify(refused, type="negative"),
        )  # fmt: skip
        if suffix:
            self.props["accept"] = suffix
        self._take = on_upload
        self._waiting = 0
        """Files on their way; each is counted when it is added, maybe after it has arrived."""
        self.classes("unseen")
        self._uploader = f"getElement({self.id}).$refs.qRef"
        leave = f"e.files.forEach({self._uploader}.removeFile)"
        self.on("uploaded", js_handler=f"(e) => {leave}")
        self.on(
            "failed", self._count_failed, js_handler=f"(e) => {{ {leave}; emit(e.files.length); }}"
        )
        self.on("added", self._count_added, js_handler="(files) => emit(files.length)")

    async def _arrived(self, event: UploadEventArguments) -> None:
        try:
            await self._take(event)
        finally:
            self._waiting -= 1

    def _count_added(self, event: GenericEventArguments) -> None:
        self._waiting += read_event(event, int)

    def _count_failed(self, event: GenericEventArguments) -> None:
        self._waiting -= read_event(event, int)

    async def all_here(self) -> None:
        """Wait until every file that was chosen or dropped has arrived or failed."""
        while self._waiting > 0:
            await asyncio.sleep(ARRIVAL_SECONDS)

    def chosen_with(self, button: Element) -> None:
        """Let a button ask for files."""
        button.on("click", js_handler=f"() => {self._uploader}.pickFiles()")

    def dropped_on(self, place: Element, then: Callable[[GenericEventArguments], Any]) -> None:
        """Call this with the place of files that are dropped on an element; then `take_dropped`."""
        place.on("dragover", js_handler="(e) => e.preventDefault()")
        place.on(
            "drop",
            then,
            js_handler="(e) => { e.preventDefault(); if (e.dataTransfer.files.length) emit(droppedAt(e)); }",
        )

    def take_dropped(self, event: GenericEventArguments) -> None:
        """Upload the files of a drop."""
        drop = read_event(event, lambda sent: int(sent["drop"]))
        self.client.run_javascript(
            f"{self._uploader}.addFiles(drops[{drop}]); drops[{drop}] = null;"
        )
