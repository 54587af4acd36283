"""Frame of a kit's pages: its name, its views, undo and redo, and all its faults."""

from __future__ import annotations

import json
import time
from collections.abc import Awaitable, Callable, Mapping
from copy import copy
from functools import partial
from typing import TypeVar, cast, get_args
from urllib.parse import quote, urlencode

from nicegui import ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import KeyEventArguments, UploadEventArguments
from nicegui.language import Language

from generator.base.errors import Fault, KitError
from generator.kit.words import UNTRANSLATED, Translator
from generator.studio.open_kit import ConflictError, OpenKit
from generator.studio.pages.components import (
    KeyedChildren,
    button,
    icon_button,
    opened_dialog,
    progress_bar,
    set_usable,
    text,
    text_button,
)
from generator.studio.pages.drafts import Drafts
from generator.studio.pages.uploader import Uploader
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

T = TypeVar("T")
DARK = "grimoire-dark"
"""The cookie that remembers dark mode."""
OFFLINE = (
    "Not connected to the studio. What you type into tables and files is kept here, and is written as "
    "soon as the studio is back; everything else waits."
)
SHOW_VIEW = (
    'document.querySelector("nav .here")?.scrollIntoView({block: "nearest", inline: "center"})'
)
"""Scrolls the row of views, which is wider than a phone, to the one that is open."""
MAX_FAULTS = 50
"""Most faults that are listed."""
MAX_SHOWN = 4000
"""Most letters of a text that are shown to choose it."""
MAX_BYTES = 4_000_000
"""Most bytes of a saved game or table."""
ANSWER_SECONDS = 120.0
"""Seconds for which the studio waits for an answer from the browser."""
WATCH_SECONDS = 0.2
"""Seconds between two checks of a page whether its kit has been redrawn."""


def top_bar(words: Translator = UNTRANSLATED) -> ui.element:
    """The bar at the top of a page, which begins with the link to all kits."""
    made = ui.element("header").classes("bar").style("width: 100%")
    with made, ui.element("a").props('href="/"').classes("brand") as home:
        home.props["aria-label"] = words.text("All kits")
        ui.element("img").props('src="/look/mark.svg" alt=""')
        ui.label("Grimoire")
    return made


def show_error(error: Exception) -> None:
    """Show an error until somebody has read it."""
    ui.notify(str(error), type="negative", multi_line=True, close_button="OK", timeout=0)


def page_head(title: str, words: Translator = UNTRANSLATED, offline: str = OFFLINE) -> None:
    """The beginning of every page, whose texts `words` translates.

    `offline` is what the page says when its connection is lost.
    """
    ui.page_title(title)
    client = ui.context.client
    if words.language in get_args(Language):  # also that of NiceGUI's own texts
        client.page = copy(client.page)  # all clients of an address share it
        client.page.language = cast("Language", words.language)
    language = json.dumps(words.language or "en-GB")
    lost = json.dumps(words.text(offline))
    ui.add_head_html(
        f"<script>document.documentElement.lang = {language}; window.offlineText = {lost}</script>"
    )
    ui.add_head_html(
        '<link rel="stylesheet" href="/look/style.css"><script src="/look/grid.js"></script>'
        '<script src="/look/drafts.js"></script><script src="/look/editor.js"></script>'
        '<script src="/look/focus.js"></script><script src="/look/carry.js"></script>'
    )


def in_english(element: Element, text: str, words: Translator) -> None:
    """Mark an element as English if its text is that of an error, which is not translated."""
    if words.language and text:
        element.props["lang"] = "en"


def message_page(title: str, says: str) -> ui.element:
    """A page with nothing but a message, which may get more."""
    with ui.element("div").classes("plain-page") as page:
        text("h1", title)
        text("p", says)
    return page


class StillView:
    """A view that stays as it is while its kit changes, such as a message."""

    async def refresh(self) -> None:
        """Leave everything as it is."""


async def is_dark() -> bool:
    """Whether the page is dark now; a busy machine may take long to answer."""
    return bool(await ui.run_javascript("Quasar.Dark.isActive", timeout=ANSWER_SECONDS))


class DarkSwitch:
    """The switch between light and dark; until it is used, the page follows the system."""

    def __init__(self, words: Translator = UNTRANSLATED) -> None:
        chosen = ui.context.client.request.cookies.get(DARK)
        self._mode = ui.dark_mode({"1": True, "0": False}.get(chosen or ""))
        self._listeners: list[Callable[[bool], object]] = []
        icon_button("contrast", words.text("Light or dark"), self._switch)

    async def tell(self, listener: Callable[[bool], object]) -> None:
        """Call this with whether it is dark, now and whenever that changes."""
        self._listeners.append(listener)
        listener(await is_dark())

    async def _switch(self) -> None:
        dark = not await is_dark()
        self._mode.set_value(dark)
        ui.run_javascript(
            f"document.cookie = '{DARK}={int(dark)}; path=/; max-age=31536000; samesite=strict'"
        )
        for listener in self._listeners:
            listener(dark)


def ask_for_saved(title: str, take: Callable[[str], Awaitable[object]], words: Translator) -> None:
    """Ask for a saved file in a dialog, and process its content; errors are reported."""
    _ = words.text
    refused = _("Choose a saved .json file of at most 4 MB.")
    with opened_dialog(title) as dialog:

        async def load(event: UploadEventArguments) -> None:
            content = await event.file.read()
            if len(content) > MAX_BYTES:
                ui.notify(refused, type="negative")
                return
            dialog.close()
            await take(content.decode("utf-8", "replace"))

        upload = Uploader(load, suffix=".json", refused=refused)
        choose = button(_("Choose a saved file, or drop it here"), icon="upload_file")
        upload.chosen_with(choose)
        upload.dropped_on(choose, upload.take_dropped)
        with ui.element("div").classes("row-of"):
            button(_("Cancel"), dialog.close)


class KitFrame:
    """Everything around a view of a kit."""

    def __init__(
        self,
        studio: Studio,
        name: str,
        view: str,
        views: Mapping[str, str],
        words: Translator = UNTRANSLATED,
    ) -> None:
        """`words` translates all texts of the page."""
        self._studio, self._name, self._client = studio, name, ui.context.client
        self._view, self.words = view, words
        _ = words.text
        self._kit: OpenKit | None = None
        self._refresh: Callable[[], Awaitable[None]] | None = None
        self._seen: tuple[int, bool] | None = None
        """The version of the kit that was shown last, and whether it had been checked."""
        self.busy = False
        """Whether something that a person waits for is on its way, so that the rest can wait."""
        self._shown: tuple[Fault, ...] = ()
        self._closed: tuple[Fault, ...] = ()
        """The faults whose list was closed last; it stays closed until there are others."""
        with top_bar(words):
            self._title = text("h1", name)
            with ui.element("nav") as nav:
                nav.props["aria-label"] = _("Views")
                for each, title in views.items():
                    link = text("a", _(title, "view"), "here" if each == view else "")
                    link.props(f'href="/kit/{quote(name)}/{each}"')
                    if each == view:
                        link.props('aria-current="page"')
            ui.run_javascript(SHOW_VIEW)
            ui.element("span").classes("gap")
            self._languages = ui.element("span")
            self._count = text_button("", self._toggle_faults, "faultcount")
            self._count.set_visibility(False)
            self._undo = icon_button("undo", _("Undo"), lambda: self.step(OpenKit.undo))
            self._redo = icon_button("redo", _("Redo"), lambda: self.step(OpenKit.redo))
            for step in (self._undo, self._redo):
                set_usable(step, False)
            says = _(
                "This game comes with Grimoire and stays as it is; a copy of your own can be changed"
            )
            self._copy = button(_("Make this game mine"), strong=True, hint=says)
            self._copy.set_visibility(False)
            self.dark = DarkSwitch(words)
        self.drafts = Drafts(self)
        self.content = ui.element("div").classes("view")
        with self.content, ui.element("div").classes("plain-page waits") as self.waiting:
            ui.spinner(size="lg")
            ui.label(_("Drawing …")).classes("quiet")
            self._bar = progress_bar().style("width: 240px")
            self._bar.props["aria-label"] = _("Progress")
            self._bar.set_visibility(False)
            ui.timer(WATCH_SECONDS, self._show_progress)
        self._faults = ui.element("div").classes("faults").props('role="alert" lang="en"')
        self._faults.set_visibility(False)
        self._fault_lines: KeyedChildren[str, TextElement] = KeyedChildren(self._faults)
        ui.keyboard(on_key=self._key, ignore=["input", "select", "textarea"])

    async def watch(self, kit: OpenKit, refresh: Callable[[], Awaitable[None]]) -> None:
        """Call `refresh` whenever the kit has been redrawn."""
        self._kit, self._refresh = kit, refresh
        await self.look()
        ui.timer(WATCH_SECONDS, self.look)
        self.drafts.begin(kit)

    def _show_progress(self) -> None:
        """Show how much of the kit has been drawn, until it can be shown."""
        done, of = self._studio.progress(self._name)
        self._bar.set_visibility(of > 0)
        self._bar.set_value(done / max(of, 1))

    def offer_copy(self, ask: Callable[[], object]) -> None:
        """Offer a copy of a kit that stays as it is, in place of undo and redo."""
        self._copy.on_click(ask)
        for one in (self._copy, self._undo, self._redo):
            one.set_visibility(one is self._copy)

    def offer_languages(self, names: Mapping[str, str], chosen: str) -> None:
        """Offer the languages of the kit by code, if there are several; the page is loaded again."""
        if len(names) < 2:
            return

        def change(code: str) -> None:
            ui.navigate.to(f"/kit/{quote(self._name)}/{self._view}?{urlencode({'language': code})}")

        with self._languages:
            menu = ui.select({**{chosen: chosen}, **names}, value=chosen)
            menu.on_value_change(lambda event: change(str(event.value)))
            menu.props("dense outlined options-dense")
            menu.props["aria-label"] = self.words.text("Language")

    def show_again(self) -> None:
        """Show the kit again at the next check, even if it has not changed."""
        self._seen = None

    async def look(self) -> None:
        """Show the kit if it has changed, or has been checked, since it was shown last."""
        kit, connected = self._kit, self._client.has_socket_connection
        if kit and connected:
            kit.shown_at = time.monotonic()
        waits = self.busy or not connected
        if kit is None or kit.trying or (kit.version, kit.checked) == self._seen or waits:
            return
        self._seen = kit.version, kit.checked
        self._show_faults(kit.faults, kit.checked)
        self._count.set_visibility(kit.version > 0)
        self._show_title(kit)
        if self._refresh:
            await self._refresh()

    async def attempt(
        self, do: Callable[[OpenKit], T], urgency: Urgency = Urgency.EDIT
    ) -> T | None:
        """Do something with the kit in the worker's thread; reports an error."""
        kit = self._kit or await self._studio.kit(self._name, drawn=False)
        try:
            return await self._studio.worker.run(urgency, lambda: do(kit))
        except ConflictError:
            raise
        except KitError as error:
            show_error(error)
            return None

    async def check(self) -> None:
        """Run the checks of the kit, once nothing more urgent is to do."""
        await self.attempt(lambda kit: kit.check(), Urgency.CHECK)
        await self.look()

    async def choose(self, error: KitError, ours: str) -> str | None:
        """Ask what should stay: "theirs", "ours", or None for neither yet.

        Unless there are two versions, "ours" means to try once more.
        """
        title, keep, take, versions = "Not written", "Throw away", "Try again", {}
        if isinstance(error, ConflictError):
            title, keep, take = "Changed in two places", "Keep the file", "Take mine"
            versions = {"In the file now": error.theirs}
        with ui.dialog() as dialog, ui.element("div").classes("dialog"):
            dialog.props["aria-label"] = title
            text("h2", title)
            text("p", str(error))
            for words, value in {**versions, "What you wrote": ours}.items():
                text("h3", words)
                text("pre", value[:MAX_SHOWN])
            with ui.element("div").classes("row-of"):
                button(keep, lambda: dialog.submit("theirs"))
                button(take, lambda: dialog.submit("ours"), strong=True)
        choice = await dialog
        if not dialog.is_deleted:  # with the page that asks
            dialog.delete()
        return choice if isinstance(choice, str) else None

    async def show_edit(self) -> None:
        """Show the kit after an edit, and then what the checks find."""
        await self.look()
        await self.check()

    async def step(self, step: Callable[[OpenKit], object]) -> None:
        """Undo or redo an edit."""
        await self.attempt(step)
        await self.show_edit()

    async def _key(self, event: KeyEventArguments) -> None:
        if not event.action.keydown or not (event.modifiers.ctrl or event.modifiers.meta):
            return
        if event.key == "z" or event.key == "Z":
            await self.step(OpenKit.redo if event.modifiers.shift else OpenKit.undo)
        elif event.key == "y":
            await self.step(OpenKit.redo)

    def _show_title(self, kit: OpenKit) -> None:
        self._title.set_text(self.words.text(kit.title))
        undo, redo = kit.journal.undoable, kit.journal.redoable
        _ = self.words.text
        for one, edit, word in ((self._undo, undo, _("Undo")), (self._redo, redo, _("Redo"))):
            set_usable(one, edit is not None)
            words = f"{word}: {edit.says}" if edit else word
            one.props["aria-label"] = words

    def _toggle_faults(self) -> None:
        if self._shown:
            self._closed = self._shown if self._faults.visible else ()
            self._faults.set_visibility(not self._faults.visible)

    def _show_faults(self, faults: tuple[Fault, ...], checked: bool) -> None:
        self._shown = faults
        _, count = self.words.text, self.words.count
        none = _("No faults") if checked else _("Not checked yet")
        self._count.set_text(count("{n} fault", "{n} faults", len(faults)) if faults else none)
        kind = "bad" if faults else "good" if checked else ""
        self._count.classes(kind, remove="bad good")
        places = {str(fault): fault for fault in faults[:MAX_FAULTS]}
        self._fault_lines.show(
            places, lambda says: text_button(says, partial(self._go, places[says]))
        )
        self._faults.set_visibility(bool(faults) and faults != self._closed)

    def _go(self, fault: Fault) -> None:
        self.open_place(self._kit.name_of(fault.place) if self._kit and fault.place else None)

    def open_place(self, place: tuple[str, int] | None) -> None:
        """Open the editor at a line of a file."""
        if place:
            file, line = place
            ui.navigate.to(
                f"/kit/{quote(self._name)}/files?file={quote(file, safe='')}&line={line}"
            )
