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
from generator.kit.words import Translator
from generator.press.instructions.packing_list import part_title
from generator.press.library import cutters, papers, precut_sheets
from generator.press.request import MAX_COPIES, BuildRequest, Edition, Selection, Target
from generator.publish.request import TITLES, ExportRequest
from generator.studio import jobs
from generator.studio.open_kit import OpenKit, request_key
from generator.studio.pages.components import Sheets, Uploader, button, text, whole_number
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
        self._language = studio.languages.chosen(kit.name)
        sizes = list(papers(kit.folders.shared))
        parts = self._parts()
        _ = frame.words.text
        before = studio.print_requests.get(kit.name) or kit.request
        only = before.selection.only if before.selection.only in parts else ""
        with ui.element("div").classes("print"):
            with ui.element("aside") as controls:
                controls.props["aria-label"] = _("How it is printed")
                text("h2", _("Print"))
                named = {name: name.upper() for name in sizes}
                self._paper = self._choice(_("Paper"), named, before.target.paper)
                backs = {name: _(words) for name, words in BACKS.items()}
                self._backs = self._choice(_("Backs"), backs, before.target.backs)
                machines = {each.name: each.title for each in cutters(kit.folders.shared).values()}
                hands = {"": _("By hand"), **machines}
                self._cutter = self._choice(_("Cut out"), hands, before.target.cutter)
                self._precut_sheets = precut_sheets(kit.folders.shared)
                chosen = _precut_name(before)
                choices = {"": _("Not used"), chosen: chosen or _("Not used")}
                self._precut = self._choice(_("Labels, precut cards"), choices, chosen)
                inks = {"full": _("Full colour"), "low": _("Low ink")}
                self._ink = self._choice(_("Ink"), inks, before.edition.ink)
                self._only = self._choice(_("Parts"), {"": _("Everything"), **parts}, only)
                large = before.edition.large_print
                self._large = ui.switch(_("Large print"), value=large, on_change=self.refresh)
                self._copies = ui.number(
                    _("Copies to print"),
                    value=before.target.copies,
                    min=1,
                    max=MAX_COPIES,
                    precision=0,
                )
                self._copies.props("outlined dense").on_value_change(self.refresh)
                self._light = ui.switch(_("Held to the light"), on_change=self.refresh)
                self._facts = ui.element("div").classes("facts").props('aria-live="polite"')
                with ui.element("div").classes("row-of"):
                    button(_("Build"), self._build, "print", strong=True)
                    button(_("Proof"), self._proof, "fact_check")
                self._job = JobPane(studio, kit, frame.words)
                since = Uploader(self._upgrade)
                says = _("Choose the manifest.json of the build that you printed")
                changed = button(_("Print what has changed …"), icon="difference", hint=says)
                since.chosen_with(changed)
                with ui.element("div").classes("row-of"):
                    shops = {shop: _(title) for shop, title in TITLES.items()}
                    self._shop = ui.select(shops, value="png", label=_("Export for"))
                    self._shop.props("outlined dense options-dense").style("flex: 1")
                    button(_("Export"), self._export, "ios_share")
            self._sheets = Sheets()
            self._sheets.show(label=_("Sheets"), joined=_("Joined"))

    async def refresh(self) -> None:
        """Impose the kit as the controls say, and show the sheets."""
        wanted = self._wanted()
        self._studio.print_requests[self._kit.name] = wanted

        def lay() -> tuple[BuildRequest, SheetFacts]:
            request, drawn = self._kit.printed(wanted.edition, wanted.target)
            return request, sheet_facts(request, drawn, wanted.selection.only, self._frame.words)

        try:
            request, facts = await self._studio.worker.run(Urgency.LOOK, lay)
        except KitError as error:
            self._sheets.show(sheets=[], tables=[], says=str(error))
            return
        self._precut.set_visibility(bool(facts.precut))
        not_used = self._frame.words.text("Not used")
        self._precut.set_options({"": not_used, **facts.precut}, value=_precut_name(wanted))
        self._show_facts(facts)
        self._show_sheets(facts, request_key(request))

    def _parts(self) -> Mapping[str, str]:
        """The titles of the kit's parts by name, in the language of the kit that is shown."""
        manifest = self._kit.manifest
        names = dict.fromkeys(one.part for one in (manifest.components if manifest else ()))
        return {name: self._frame.words.text(part_title(name)) for name in names}

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
        _ = self._frame.words.text

        def picture(number: int) -> str:
            return f"/picture/{quote(self._kit.name)}/sheet/{number}?look={look}&v={stamp}"

        sheets = [
            {
                "number": sheet.number,
                "src": picture(sheet.number),
                "alt": _("Page {n}: {title}", n=sheet.number + 1, title=sheet.title),
                "says": f"{sheet.number + 1} · {sheet.title}",
                "behind": picture(sheet.behind) if light and sheet.behind is not None else "",
                "turn": turn,
                "ratio": f"{sheet.size.width:.2f} / {sheet.size.height:.2f}",
            }
            for sheet in facts.sheets
            if not (light and sheet.side == "back")
        ]
        tables = [_table_data(table, picture, self._frame.words) for table in facts.tables]
        self._sheets.show(sheets=sheets, tables=tables, says="")

    def _wanted(self) -> BuildRequest:
        """The request that the controls describe, for the whole kit or one part."""
        kit = self._kit.request
        edition = Edition(self._ink.value, self._large.value, self._language)
        copies = whole_number(self._copies)
        precut = self._precut_sheets.get(self._precut.value)
        on_paper = precut and precut.paper == self._paper.value
        target = Target(
            self._paper.value,
            self._backs.value,
            copies=copies,
            cutter=self._cutter.value,
            precut=((precut.name, 1),) if precut and on_paper else (),
        )
        return BuildRequest(kit.kit, kit.out, edition, target, Selection(self._only.value))

    def _build(self) -> None:
        self._job.begin(
            self._frame.words.text("Build"), build, self._wanted(), self._studio.options.cache
        )

    def _proof(self) -> None:
        self._job.begin(self._frame.words.text("Proof"), jobs.proof, self._wanted().folder)

    async def _upgrade(self, event: UploadEventArguments) -> None:
        """Build the changes since the build whose manifest was chosen."""
        content = await event.file.read()
        state = self._studio.options.state
        path = state / f"{self._kit.name}-printed.json"
        make_folder(state)
        write_whole(path, content)
        wanted = replace(self._wanted(), selection=Selection(since=path))
        self._job.begin(
            self._frame.words.text("Upgrade kit"), build, wanted, self._studio.options.cache
        )

    def _export(self) -> None:
        wanted = self._wanted()
        edition = wanted.edition
        request = ExportRequest(
            self._kit.name, self._shop.value, wanted.kit.search_path, wanted.out,
            ink=edition.ink, language=edition.language, only=wanted.selection.only,
        )  # fmt: skip
        self._job.begin(self._frame.words.text("Export"), jobs.export, request)


def _precut_name(request: BuildRequest) -> str:
    """The name of the precut sheet of a request; "" if it has none."""
    return next((name for name, _ in request.target.precut), "")


def _table_data(
    table: TiledFace, picture: Callable[[int], str], words: Translator
) -> Mapping[str, object]:
    """A face in tiles for the page, in points."""
    _, sheets = words.text, len(table.tiles)
    return {
        "title": table.title,
        "label": _("{piece} on a table", piece=table.title),
        "says": _(
            "{piece}: {n} sheets, each laid over the flaps of those before it",
            piece=table.title,
            n=sheets,
        ),
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
