"""Own copy: the dialog that copies a game which comes with Grimoire, so that it can be changed."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

from nicegui import ui

from generator.base.errors import KitError
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import button, opened_dialog, text
from generator.studio.studio import Studio
from generator.studio.worker import Urgency
from generator.tools.copy_kit import copy_kit


def ask_for_copy(studio: Studio, kit: OpenKit) -> None:
    """Ask for the name of the copy, make it, and open it."""

    async def make() -> None:
        if "loading" in create.props:
            return
        create.props("loading")
        chosen = str(name.value or "").strip()
        try:
            await studio.worker.run(Urgency.EDIT, lambda: copy_kit(chosen, kit.folders, Path()))
        except KitError as error:
            says.set_text(str(error))
            return
        finally:
            create.props(remove="loading")
        ui.navigate.to(f"/kit/{quote(chosen)}/design")

    with opened_dialog("Make this game mine") as dialog:
        text("p", f"{kit.title} comes with Grimoire and stays as it is. A copy in your own folders is "
                  "played by the same rules, and you can change everything in it.")  # fmt: skip
        name = ui.input("Folder name", value=f"my-{kit.name}").props("outlined autofocus")
        says = text("p", "", "fault").props('role="alert"')
        with ui.element("div").classes("row-of"):
            create = button("Create", make, strong=True)
            button("Cancel", dialog.close)
