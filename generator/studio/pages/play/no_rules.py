"""No rules: the page of a view that needs some, for a kit without any; it offers to write the first."""

from __future__ import annotations

from urllib.parse import quote

from nicegui import ui

from generator.engine.scripted import TURNS
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import button, opened_dialog, text
from generator.studio.pages.frame import KitFrame, message_page


def no_rules_page(kit: OpenKit, frame: KitFrame, says: str) -> None:
    """The page of a view that needs rules, for a kit without any: it offers to write the first."""
    _, page = frame.words.text, f"/kit/{quote(kit.name)}"

    async def write() -> None:
        if await frame.attempt(OpenKit.write_first_turns):
            with opened_dialog(_("The first turns are written")):
                text("p", _("Play them as they are, and change them until the game is yours."))
                with ui.element("div").classes("row-of"):
                    button(_("Play"), lambda: ui.navigate.to(f"{page}/play"), strong=True)
                    turns = f"{page}/files?file=data/{TURNS}"
                    button(_("Change the turns"), lambda: ui.navigate.to(turns))

    with message_page(_("This kit has no rules yet"), says):
        text(
            "p",
            _(
                "The file turns.yaml describes a turn. Start with a first one, and change it until "
                "it is your game."
            ),
        )
        with ui.element("div").classes("row-of"):
            button(_("Write the first turns"), write, icon="edit_note", strong=True)
