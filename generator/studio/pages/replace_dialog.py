"""Find and replace: a dialog that lists the places of a text in a kit, and replaces it in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import islice

from nicegui import ui
from nicegui.element import Element

from generator.base.errors import counted
from generator.studio.edit.replacing import Hit, Search, find_hits, replace_hits
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import (
    KeyedChildren,
    button,
    opened_dialog,
    set_usable,
    text,
    text_button,
)
from generator.studio.pages.frame import KitFrame
from generator.studio.worker import Latest, Urgency

MAX_SHOWN = 100
"""Most places that are listed; the others are replaced with them."""
MAX_EXCERPTS = 5
"""Most occurrences shown of one place."""
CONTEXT = 30
"""Letters shown on either side of an occurrence."""


class ReplaceDialog:
    """The dialog: what is looked for, the places where it is, and those that are left out."""

    def __init__(self, kit: OpenKit, frame: KitFrame, go: Callable[[Hit], object]) -> None:
        """`go` shows a place."""
        self._kit, self._frame, self._go = kit, frame, go
        self._search = Search("")
        self._hits: list[Hit] = []
        self._left_out: set[Hit] = set()
        self._latest = Latest(self._find)
        with opened_dialog("Find and replace") as self._dialog:
            with ui.element("div").classes("row-of"):
                self._find_words = self._input("Find")
                self._by = self._input("Replace by")
                self._case = ui.checkbox("Match case", on_change=self._ask)
                self._whole = ui.checkbox("Whole words", on_change=self._ask)
            self._says = text("p", "", "quiet").props('role="status"')
            self._list: KeyedChildren[tuple[Search, Hit], Element] = KeyedChildren(
                ui.element("div").classes("hits")
            )
            with ui.element("div").classes("row-of"):
                self._replace = button("", self._replace_all, strong=True)
                button("Close", self._dialog.close)
        self._dialog.on("hide", self._dialog.delete)
        for each in (self._by, self._replace):
            each.set_visibility(not kit.read_only)
        self._show()

    def _input(self, label: str) -> ui.input:
        return ui.input(label, on_change=self._ask).props("outlined dense debounce=250")

    async def _ask(self) -> None:
        find, by = self._find_words.value or "", self._by.value or ""
        await self._latest.ask(Search(find, by, self._case.value, self._whole.value))

    async def _find(self, search: Search) -> None:
        hits = await self._frame.attempt(lambda kit: find_hits(kit, search), Urgency.LOOK)
        self._search, self._hits = search, hits or []
        self._show()

    @property
    def _chosen(self) -> list[Hit]:
        return [hit for hit in self._hits if hit not in self._left_out]

    def _show(self) -> None:
        search, number = self._search, len(self._hits)
        says = "In all tables, templates and texts of the kit, but not in drawings."
        if search.find:
            says = f"{counted(number, 'place')}." if number else "Nothing is found."
        if number > MAX_SHOWN:
            says += f" The first {MAX_SHOWN} are listed."
        self._says.set_text(says)
        self._list.show([(search, hit) for hit in self._hits[:MAX_SHOWN]], self._make_line)
        self._show_number()

    def _show_number(self) -> None:
        number = len(self._chosen)
        do = "Replace" if self._search.by else "Delete"
        self._replace.set_text(f"{do} in {counted(number, 'place')}")
        set_usable(self._replace, number > 0)

    def _make_line(self, key: tuple[Search, Hit]) -> Element:
        search, hit = key
        with ui.element("div").classes("hit") as line:
            if not self._kit.read_only:
                box = ui.checkbox(value=hit not in self._left_out)
                box.props["aria-label"] = hit.title
                box.on_value_change(lambda event: self._leave_out(hit, not event.value))
            with ui.element("div"):
                text_button(hit.title, partial(self._open, hit))
                with ui.element("p"):
                    self._make_excerpts(search, hit.text)
        return line

    def _make_excerpts(self, search: Search, words: str) -> None:
        end = 0
        for found in islice(search.pattern().finditer(words), MAX_EXCERPTS):
            text("span", _clipped(words[end : found.start()], after=end > 0))
            text("del" if search.by else "mark", found[0])
            if search.by:
                text("ins", search.replaced(found[0]))
            end = found.end()
        text("span", _clipped(words[end:], before=False))

    def _leave_out(self, hit: Hit, out: bool) -> None:
        (self._left_out.add if out else self._left_out.discard)(hit)
        self._show_number()

    def _open(self, hit: Hit) -> None:
        self._dialog.close()
        self._go(hit)

    async def _replace_all(self) -> None:
        search, chosen = self._search, self._chosen
        if not chosen:
            return

        def write(kit: OpenKit) -> bool:
            replace_hits(kit, search, chosen)
            return True

        if await self._frame.attempt(write):
            self._dialog.close()
            ui.notify(f"Replaced in {counted(len(chosen), 'place')}.", type="positive")
        else:
            await self._find(search)
        await self._frame.show_edit()


def _clipped(words: str, *, before: bool = True, after: bool = True) -> str:
    """Words between two occurrences, shortened to what stands close to them."""
    start = words[:CONTEXT] if after else ""
    end = words[-CONTEXT:] if before else ""
    return words if len(words) <= len(start + end) + 1 else f"{start}…{end}"
