"""Home page: all kits with their covers, and a new game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

from nicegui import ui

from generator.base.errors import KitError
from generator.studio.pages.frame import DarkSwitch, text
from generator.studio.studio import COVERS, Studio
from generator.studio.worker import Urgency
from generator.tools.scaffold import (
    ScaffoldOptions,
    card_sizes,
    create_kit,
    read_name,
    read_players,
    read_size,
    read_title,
    title_of,
)


async def show_home(studio: Studio) -> None:
    """Show all kits."""
    with ui.element("header").classes("bar").style("width: 100%"):
        with ui.element("a").props('href="/"').classes("brand"):
            ui.element("img").props('src="/look/mark.svg" alt=""')
            ui.label("Grimoire")
        ui.element("span").classes("gap")
        DarkSwitch()
    own, shipped = await studio.worker.run(Urgency.LOOK, studio.names)
    with ui.element("main").classes("home"):
        with ui.element("div").classes("lead"):
            with ui.element("div"):
                text("h1", "What are we making today?")
                text("p", "Your games, from your own files: what you change here, changes there.",
                     "quiet")  # fmt: skip
            ui.button("New game", icon="add", color=None, on_click=lambda: _ask(studio)).classes(
                "strong"
            )
        if own:
            text("h2", "Your games")
            _shelf(studio, own)
        if shipped:
            text("h2", "Games that come with Grimoire")
            _shelf(studio, shipped)


def _shelf(studio: Studio, names: Sequence[str]) -> None:
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


async def _ask(studio: Studio) -> None:
    """The dialog for a new game."""
    sizes = await studio.worker.run(Urgency.LOOK, card_sizes)
    with ui.dialog() as dialog, ui.element("div").classes("dialog"):
        text("h2", "New game")
        text("p", "A small game that builds at once, for you to change.", "quiet")
        name = ui.input("Name of its folders", placeholder="my-game").props("outlined autofocus")
        title = ui.input("Title").props("outlined")
        with ui.element("div").classes("two"):
            players = ui.input("Players", value="2-4").props("outlined")
            size = ui.select(list(sizes), value="poker", label="Size of the cards").props(
                "outlined"
            )
        table = ui.radio({"csv": "Cards in a table (CSV)", "yaml": "Cards in YAML"}, value="csv")
        wrong = text("p", "").style("color: var(--fault)").props('role="alert"')

        async def create() -> None:
            def make() -> str:
                words = read_name(str(name.value or "").strip(), Path())
                create_kit(
                    ScaffoldOptions(
                        words,
                        read_title(str(title.value or "").strip() or title_of(words)),
                        read_players(str(players.value or "")),
                        read_size(str(size.value)),
                        table.value,
                    ),
                    Path(),
                )
                return words

            try:
                made = await studio.worker.run(Urgency.EDIT, make)
            except KitError as error:
                wrong.clear()
                with wrong:
                    ui.label(str(error))
                return
            ui.navigate.to(f"/kit/{quote(made)}/design")

        with ui.element("div").classes("row-of"):
            ui.button("Create", on_click=create, color=None).classes("strong")
            ui.button("Cancel", on_click=dialog.close, color=None).props("flat").classes("plain")
    dialog.open()
