"""Addresses of the pages: the list of kits, and the views of each kit."""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Protocol

from nicegui import app, ui

from generator.base.errors import KitError
from generator.kit.words import UNTRANSLATED
from generator.press.accessibility.color_vision import COLOR_VISION_DEFICIENCIES
from generator.studio.open_kit import OpenKit
from generator.studio.pages.design.piece_pane import vision_id
from generator.studio.pages.frame import KitFrame, message_page, page_head
from generator.studio.pages.home import show_home
from generator.studio.pages.new_game import ask_for_copy
from generator.studio.pages.play.play_view import show_seat
from generator.studio.studio import Studio

TYPEFACES = {"sans": "font_source_sans_pro", "serif": "font_source_serif_pro"}


class View(Protocol):
    """One view of a kit."""

    async def refresh(self) -> None:
        """Show the current kit."""


MakeView = Callable[[Studio, OpenKit, KitFrame], Awaitable[View]]
VIEWS: Mapping[str, str] = {
    "design": "Design",
    "files": "Files",
    "print": "Print",
    "rulebook": "Rulebook",
    "play": "Play",
    "free": "Free table",
    "lab": "Lab",
}
"""The views of a kit by the end of their address; each has a module of that name."""
FOR_PLAYERS = ("print", "play", "free")
"""Views in the language of the kit; the others are for those who make a game, and are English."""
TABLES = ("play", "free", "lab")
"""Views that draw what they need of a kit themselves: those in the package `play`."""

PATIENCE = 120
"""Seconds for which the server waits for a page whose connection broke; then the page is loaded again."""


def add_pages(studio: Studio) -> None:
    """Register all pages with the server."""
    for name, package in TYPEFACES.items():
        app.add_static_files(f"/type/{name}", Path(str(files(package))) / "files")

    @ui.page("/")
    async def home() -> None:
        page_head("Grimoire")
        await show_home(studio)

    @ui.page("/seat/{name}/{key}", title="Grimoire", reconnect_timeout=PATIENCE)
    async def seat_page(name: str, key: str) -> None:
        await show_seat(studio, name, key)

    @ui.page("/kit/{name}/{view}", title="Grimoire", reconnect_timeout=PATIENCE)
    async def kit_page(name: str, view: str = "design", language: str | None = None) -> None:
        words, languages = UNTRANSLATED, dict[str, str]()
        with suppress(KitError):
            folders = studio.search_path().find(name)
            if language is not None:
                studio.languages.choose(folders, language)
            if view in FOR_PLAYERS:
                words = studio.languages.words(folders)
                languages.update(studio.languages.offered(folders))
        page_head(f"{name} – Grimoire", words)
        if view not in VIEWS:
            message_page("There is no such page", "Choose one of those above.")
            return
        _add_vision_filters()
        frame = KitFrame(studio, name, view, VIEWS, words)
        frame.offer_languages(languages, studio.languages.chosen(name))
        await ui.context.client.connected(timeout=30)
        try:
            kit = await studio.kit(name, drawn=view not in TABLES)
            await studio.poll(kit)
        except KitError as error:
            with frame.content:
                frame.content.clear()
                message_page(words.text("This kit cannot be opened"), str(error))
            return
        if kit.read_only:
            frame.offer_copy(partial(ask_for_copy, studio, kit))
        package = "play." if view in TABLES else ""
        module = importlib.import_module(f"generator.studio.pages.{package}{view}_view")
        make: MakeView = module.make
        with frame.content:
            shown = await make(studio, kit, frame)
        frame.waiting.delete()  # hidden before, by anything else in the view
        await frame.watch(kit, shown.refresh)


def _add_vision_filters() -> None:
    """The filters that simulate colour vision deficiencies."""
    filters = []
    for name, matrix in COLOR_VISION_DEFICIENCIES.items():
        rows = " ".join(" ".join(f"{value:g}" for value in row) + " 0 0" for row in matrix)
        id = vision_id(name)
        filters.append(
            f'<filter id="eyes-{id}"><feColorMatrix type="matrix" values="{rows} 0 0 0 1 0"/></filter>'
        )
    ui.add_body_html(
        f'<svg style="position: absolute" width="0" height="0" aria-hidden="true">{"".join(filters)}</svg>'
    )
