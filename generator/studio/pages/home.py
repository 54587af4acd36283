"""Home page: all kits with their covers, and a new game."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from nicegui import ui

from generator.studio.pages.components import button, text
from generator.studio.pages.frame import DarkSwitch, top_bar
from generator.studio.pages.new_game import NewGame
from generator.studio.studio import COVERS, Studio
from generator.studio.worker import Urgency
from generator.tools.scaffold import card_sizes


async def show_home(studio: Studio) -> None:
    """Show all kits."""
    with top_bar():
        ui.element("span").classes("gap")
        DarkSwitch()
    own, shipped = await studio.worker.run(Urgency.LOOK, studio.names)
    dialog = NewGame(studio, await studio.worker.run(Urgency.LOOK, card_sizes))
    with ui.element("div").classes("home") as main:
        with ui.element("div").classes("lead"):
            text("h1", "What are we making today?")
            new = button("New game", icon="add", strong=True)
        if own:
            text("h2", "Your games")
            text("p", "Every change is saved in your own files.", "quiet")
            _show_kits(studio, own)
        if shipped:
            text("h2", "Games that come with Grimoire")
            if studio.options.is_shipped(studio.search_path().find(shipped[0])):
                says = "To look at, print and play. To change one, open it and make it yours."
                text("p", says, "quiet")
            _show_kits(studio, shipped)
    ui.run_javascript('drafts.begin("")')
    new.on_click(dialog.open)
    dialog.take_drops(main)


def _show_kits(studio: Studio, names: Sequence[str]) -> None:
    with ui.element("div").classes("kits"):
        for name in names:
            title, summary = studio.title_of(name)
            with ui.element("a").classes("kit").props(f'href="/kit/{quote(name)}/design"'):
                with ui.element("div").classes("cover"):
                    for number in (0, 2, 1)[:COVERS]:
                        source = studio.cover_url(name, number)
                        ui.element("img").props(f'src="{source}" alt="" loading="lazy"').props(
                            "onerror=\"this.style.display='none'\""
                        )
                with ui.element("div").classes("says"):
                    text("h3", title)
                    text("p", summary)
