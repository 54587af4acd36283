"""Pages of what the command line offers so far: what it does, and the lines to type."""

from __future__ import annotations

from collections.abc import Sequence

from nicegui import ui

from generator.studio.pages.frame import text


class CommandsView:
    """Commands with a sentence about each."""

    def __init__(self, title: str, says: str, commands: Sequence[tuple[str, str]]) -> None:
        with ui.element("main").classes("plain-page"):
            text("h1", title)
            text("p", says)
            for words, does in commands:
                text("p", does, "quiet")
                text("pre", words)

    async def refresh(self) -> None:
        """Show the kit as it is now: nothing here depends on it."""
