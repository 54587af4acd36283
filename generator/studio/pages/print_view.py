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
from generator.press.choice_of_parts import MAX_SPARES
from generator.press.imposition.duplex import DUPLEX
from generator.press.imposition.offset import MAX_OFFSET, NO_OFFSET, Offset
from generator.press.instructions.packing_list import part_title
from generator.press.library import cutters, papers, precut_sheets
from generator.press.request import (
    MAX_COPIES,
    MAX_SCALE,
    MIN_SCALE,
    WHOLE,
    BuildRequest,
    Edition,
    Selection,
    Target,
)
from generator.press.rulebook.form import BookForm
from generator.publish.request import TITLES, ExportRequest
from generator.studio import jobs
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import Sheets, bounded, button, text, whole_number
from generator.studio.pages.frame import KitFrame
from generator.studio.pages.job_pane import JobPane
from generator.studio.pages.uploader import Uploader
from generator.studio.sheet_facts import SheetFacts, TiledFace, request_key, sheet_facts
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
        parts = self._parts()
        _ = frame.words.text
        before = studio.print_requests.get(kit.name) or kit.request
        only = before.selection.only if before.selection.only in parts else ""
        with ui.element("div").classes("print"):
            with ui.element("aside") as controls:
                controls.props["aria-label"] = _("How it is printed")
                text("h2", _("Print"))
                known = papers(kit.folders.shared).items()
                named = {name: paper.title_in(frame.words) for name, paper in known}
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
                self._players = self._choice_of_players(before)
                large = before.edition.large_print
                self._large = ui.switch(_("Large print"), value=large, on_change=self.refresh)
                self._copies = self._count(_("Copies to print"), before.target.copies, MAX_COPIES)
                self._light = ui.switch(_("Held to the light"), on_change=self.refresh)
                with ui.element("details"):
                    text("summary", _("More choices"))
                    self._build_more(before)
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
            says = _("Laying out the sheets …")
            self._sheets.show(label=_("Sheets"), joined=_("Joined"), says=says)

    def _build_more(self, before: BuildRequest) -> None:
        """Build the controls that few people need."""
        _, target = self._frame.words.text, before.target
        self._shift = ui.element("div").classes("shift")
        with self._shift:
            text(
                "p",
                _("If backs lie beside their fronts, print a test sheet, and copy its numbers:"),
            )
            button(_("Test sheet for backs"), self._calibrate, "straighten")
            self._right = self._offset(_("Backs to the right, mm"), target.offset.x)
            self._up = self._offset(_("Backs up, mm"), target.offset.y)
        self._booklet = ui.switch(_("Rulebook as a booklet to fold, too"), value=target.booklet)
        self._screen = ui.switch(_("Rulebook as a page for screens, too"), value=before.book.screen)
        self._split = ui.switch(_("A file for each part, too"), value=target.split)
        percent = round(before.edition.scale * 100)
        self._scale = self._count(_("Scale, %"), percent, MAX_SCALE, MIN_SCALE)
        spares = dict(before.selection.spares)
        self._spares = self._choice(
            _("Only these pieces, to replace lost ones"), {}, [*spares], several=True
        )
        self._each = self._count(_("Copies of each"), max(spares.values(), default=1), MAX_SPARES)
        has_rulebook = bool(self._kit.manifest and self._kit.manifest.rulebook)
        for switch in (self._booklet, self._screen):
            switch.set_visibility(has_rulebook)

    def _choice_of_players(self, before: BuildRequest) -> Any:
        """The control for the number of players, whose pieces alone are printed."""
        _, manifest = self._frame.words.text, self._kit.manifest
        counts = manifest.possible_players if manifest else ()
        numbers = {number: str(number) for number in counts}
        chosen = before.selection.players if before.selection.players in numbers else None
        choice = self._choice(_("Players"), {None: _("Any number"), **numbers}, chosen)
        choice.set_visibility(len(numbers) > 1)
        return choice

    def _count(self, label: str, value: int, most: int, least: int = 1) -> ui.number:
        field = ui.number(label, value=value, min=least, max=most, precision=0)
        return field.props("outlined dense debounce=300").on_value_change(self.refresh)

    def _offset(self, label: str, value: float) -> ui.number:
        field = ui.number(label, value=value, min=-MAX_OFFSET, max=MAX_OFFSET, step=0.25)
        return field.props("outlined dense").on_value_change(self.refresh)

    async def refresh(self) -> None:
        """Impose the kit as the controls say, and show the sheets."""
        wanted = self._wanted()
        self._studio.print_requests[self._kit.name] = wanted

        def lay() -> tuple[BuildRequest, SheetFacts]:
            selected = replace(wanted.selection, only=WHOLE)
            request, drawn = self._kit.printed(wanted.edition, wanted.target, selected)
            return request, sheet_facts(request, drawn, wanted.selection.only, self._frame.words)

        try:
            request, facts = await self._studio.worker.run(Urgency.LOOK, lay)
        except KitError as error:
            self._sheets.show(sheets=[], tables=[], says=str(error))
            return
        self._precut.set_visibility(bool(facts.precut))
        self._shift.set_visibility(wanted.target.backs in DUPLEX)
        # What is chosen now, and not what was when the sheets were laid out, which may have taken long.
        precut = {"": self._frame.words.text("Not used"), **facts.precut}
        chosen = self._precut.value
        self._precut.set_options(precut, value=chosen if chosen in precut else "")
        spares = [name for name in self._spares.value if name in facts.pieces]
        self._spares.set_options(facts.pieces, value=spares)
        self._each.set_visibility(bool(spares))
        self._show_facts(facts)
        self._show_sheets(facts, request_key(request))

    def _parts(self) -> Mapping[str, str]:
        """The titles of the kit's parts by name, in the language of the kit that is shown."""
        manifest = self._kit.manifest
        components = manifest.components if manifest else ()
        names = dict.fromkeys(one.part for one in components)
        return {name: self._frame.words.text(part_title(name, components)) for name in names}

    def _choice(
        self, label: str, choices: Mapping[Any, str], value: object, *, several: bool = False
    ) -> Any:
        select = ui.select(
            dict(choices),
            value=value,
            label=label,
            multiple=several,
            with_input=several,
            on_change=self.refresh,
        )
        return select.props("outlined dense options-dense" + " use-chips" * several)

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
        kit, each = self._kit.request, whole_number(self._each)
        spares = tuple((piece, each) for piece in self._spares.value)
        whole = self._only.value == WHOLE and not spares
        scale = whole_number(self._scale) / 100
        edition = Edition(self._ink.value, self._large.value, self._language, scale=scale)
        copies = whole_number(self._copies)
        precut = self._precut_sheets.get(self._precut.value)
        on_paper = precut and precut.paper == self._paper.value
        target = Target(
            self._paper.value,
            self._backs.value,
            offset=self._chosen_offset() if self._backs.value in DUPLEX else NO_OFFSET,
            booklet=self._booklet.value and whole,
            split=self._split.value,
            copies=copies,
            cutter=self._cutter.value,
            precut=((precut.name, 1),) if precut and on_paper else (),
        )
        selection = Selection(self._only.value, players=self._players.value)
        if spares:
            selection = Selection(spares=spares)
        book = BookForm(screen=self._screen.value and whole)
        return BuildRequest(kit.kit, kit.out, edition, target, selection, book)

    def _chosen_offset(self) -> Offset:
        return Offset(*(bounded(field) for field in (self._right, self._up)))

    def _calibrate(self) -> None:
        wanted, folder = self._wanted(), self._kit.request.kit_folder
        title = self._frame.words.text("Test sheet for backs")
        self._job.begin(title, jobs.calibrate, wanted, folder)

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
