"""Print view: the sheets as they will be printed, and what can be made: files, a proof, exports."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any
from urllib.parse import quote

from nicegui import ui
from nicegui.events import UploadEventArguments

from generator.base.atomic_output import make_folder, write_whole
from generator.base.errors import KitError
from generator.press.library import papers
from generator.press.request import MAX_COPIES, BuildRequest, Edition, Selection, Target
from generator.publish.request import TITLES, ExportRequest
from generator.studio import jobs
from generator.studio.open_kit import OpenKit, request_key
from generator.studio.pages.components import Sheets, Uploader, button, text
from generator.studio.pages.frame import KitFrame
from generator.studio.pages.job_pane import JobPane
from generator.studio.sheet_facts import SheetFacts, TiledFace, sheet_facts
from generator.studio.studio import Studio
from generator.studio.worker import Urgency
from generator.tools.jobs import build

BACKS = {
    "long-edge": "Both sides, turned over the long edge",
    "short-edge": "Both sides, turned over the short edge",
    "gutterfold": "One side: fold, glue, cut",
    "none": "Fronts only",
}
TILE_DPI = 100


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> PrintView:
    """Make the view."""
    return PrintView(studio, kit, frame)


class PrintView:
    """Controls on the left, sheets on the right."""

    def __init__(self, studio: Studio, kit: OpenKit, frame: KitFrame) -> None:
        self._studio, self._kit, self._frame = studio, kit, frame
        sizes = list(papers(kit.folders.shared))
        parts = [
            "",
            *dict.fromkeys(one.part for one in (kit.manifest.components if kit.manifest else ())),
        ]
        with ui.element("div").classes("print"):
            with ui.element("aside").props('aria-label="How it is printed"'):
                text("h2", "Print")
                self._paper = self._choice("Paper", {name: name.upper() for name in sizes}, "a4")
                self._backs = self._choice("Backs", BACKS, "long-edge")
                self._ink = self._choice("Ink", {"full": "Full colour", "low": "Low ink"}, "full")
                own = {"": "Original"} | {code: code for code in kit.folders.languages}
                self._language = self._choice("Language", own, "")
                named = {part: part or "Everything" for part in parts}
                self._only = self._choice("Parts", named, "")
                self._large = ui.switch("Large print", on_change=self.refresh)
                self._copies = ui.number(
                    "Copies to print", value=1, min=1, max=MAX_COPIES, precision=0
                )
                self._copies.props("outlined dense").on_value_change(self.refresh)
                self._light = ui.switch("Held to the light", on_change=self.refresh)
                self._facts = ui.element("div").classes("facts").props('aria-live="polite"')
                with ui.element("div").classes("row-of"):
                    button("Build", self._build, "print", strong=True)
                    button("Proof", self._proof, "fact_check")
                self._job = JobPane(studio, kit)
                since = Uploader(self._upgrade)
                says = "Choose the manifest.json of the build that you printed"
                since.chosen_with(button("Print what has changed …", icon="difference", hint=says))
                with ui.element("div").classes("row-of"):
                    self._shop = ui.select(dict(TITLES), value="png", label="Export for")
                    self._shop.props("outlined dense options-dense").style("flex: 1")
                    button("Export", self._export, "ios_share")
            self._sheets = Sheets()

    async def refresh(self) -> None:
        """Impose the kit as the controls say, and show the sheets."""
        wanted = self._wanted()

        def lay() -> tuple[BuildRequest, SheetFacts]:
            request, drawn = self._kit.printed(wanted.edition, wanted.target)
            return request, sheet_facts(request, drawn, wanted.selection.only)

        try:
            request, facts = await self._studio.worker.run(Urgency.LOOK, lay)
        except KitError as error:
            self._sheets.show(sheets=[], tables=[], says=str(error))
            return
        self._show_facts(facts)
        self._show_sheets(facts, request_key(request))

    def _choice(self, label: str, choices: dict[str, str], value: str) -> Any:
        select = ui.select(choices, value=value, label=label, on_change=self.refresh)
        return select.props("outlined dense options-dense")

    def _show_facts(self, facts: SheetFacts) -> None:
        self._facts.clear()
        with self._facts:
            for number, words in facts.counts:
                text("b", number)
                ui.label(words)

    def _show_sheets(self, facts: SheetFacts, look: str) -> None:
        stamp = self._studio.stamp(self._kit)
        turn = f"scale{'X' if facts.flipped == 'long' else 'Y'}(-1)"
        light = bool(self._light.value)

        def picture(number: int) -> str:
            return f"/picture/{quote(self._kit.name)}/sheet/{number}?look={look}&v={stamp}"

        sheets = [
            {
                "number": sheet.number,
                "src": picture(sheet.number),
                "alt": f"Page {sheet.number + 1}: {sheet.title}",
                "says": f"{sheet.number + 1} · {sheet.title}",
                "behind": picture(sheet.behind) if light and sheet.behind is not None else "",
                "turn": turn,
                "ratio": f"{sheet.size.width:.2f} / {sheet.size.height:.2f}",
            }
            for sheet in facts.sheets
            if not (light and sheet.side == "back")
        ]
        tables = [_table_data(table, picture) for table in facts.tables]
        self._sheets.show(sheets=sheets, tables=tables, says="")

    def _wanted(self) -> BuildRequest:
        """The request that the controls describe, for the whole kit or one part."""
        kit = self._kit.request
        edition = Edition(self._ink.value, self._large.value, self._language.value)
        copies = int(self._copies.value or 1)
        target = Target(self._paper.value, self._backs.value, copies=copies)
        return BuildRequest(kit.kit, kit.out, edition, target, Selection(self._only.value))

    def _build(self) -> None:
        self._job.begin("Build", build, self._wanted(), self._studio.options.cache)

    def _proof(self) -> None:
        self._job.begin("Proof", jobs.proof, self._wanted().folder)

    async def _upgrade(self, event: UploadEventArguments) -> None:
        """Build the changes since the build whose manifest was chosen."""
        content = await event.file.read()
        state = self._studio.options.state
        path = state / f"{self._kit.name}-printed.json"
        make_folder(state)
        write_whole(path, content)
        wanted = replace(self._wanted(), selection=Selection(since=path))
        self._job.begin("Upgrade kit", build, wanted, self._studio.options.cache)

    def _export(self) -> None:
        wanted = self._wanted()
        edition = wanted.edition
        request = ExportRequest(
            self._kit.name, self._shop.value, wanted.kit.search_path, wanted.out,
            ink=edition.ink, language=edition.language, only=wanted.selection.only,
        )  # fmt: skip
        self._job.begin("Export", jobs.export, request)


def _table_data(table: TiledFace, picture: Callable[[int], str]) -> Mapping[str, object]:
    """A face in tiles for the page, in points."""
    return {
        "title": table.title,
        "size": [*table.size],
        "page": [*table.page],
        "tiles": [
            {
                "name": tile.name,
                "src": f"{picture(tile.number)}&dpi={TILE_DPI}",
                "shown": [*tile.shown],
                "matrix": [*tile.matrix],
            }
            for tile in table.tiles
        ],
    }
