"""Print view: the sheets as they will be printed, and what is made of them: files, a proof, exports."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from nicegui import ui
from nicegui.events import UploadEventArguments

from generator.base.atomic_output import make_folder, write_whole
from generator.base.errors import KitError
from generator.base.load_document import shown_name
from generator.base.text_files import MAX_BYTES
from generator.press.library import papers
from generator.press.request import BuildRequest, Edition, Selection, Target
from generator.publish.request import TITLES, ExportRequest
from generator.studio import jobs
from generator.studio.open_kit import OpenKit
from generator.studio.pages.frame import KitFrame, press, text
from generator.studio.proof_places import Finding
from generator.studio.sheet_facts import SheetFacts, sheet_facts
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

BACKS = {
    "long-edge": "Both sides, turned over the long edge",
    "short-edge": "Both sides, turned over the short edge",
    "gutterfold": "One side: fold, glue, cut",
    "none": "Fronts only",
}
JOB_SECONDS = 0.3


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> PrintView:
    """Make the view."""
    return PrintView(studio, kit, frame)


class PrintView:
    """Controls on the left, sheets on the right."""

    def __init__(self, studio: Studio, kit: OpenKit, frame: KitFrame) -> None:
        self._studio, self._kit, self._frame = studio, kit, frame
        self._told: tuple[object, ...] = ()
        sizes = list(papers(kit.folders.shared))
        parts = [
            "",
            *dict.fromkeys(one.part for one in (kit.manual.components if kit.manual else ())),
        ]
        with ui.element("main").classes("print"):
            with ui.element("aside").props('aria-label="How it is printed"'):
                text("h2", "Print")
                self._paper = self._choice("Paper", {name: name.upper() for name in sizes}, "a4")
                self._backs = self._choice("Backs", BACKS, "long-edge")
                self._ink = self._choice(
                    "Ink", {"full": "Every colour", "low": "Little ink"}, "full"
                )
                own = {"": "Its own"} | {code: code for code in kit.folders.languages}
                self._language = self._choice("Language", own, "")
                named = {part: part or "Everything" for part in parts}
                self._only = self._choice("Parts", named, "")
                self._large = ui.switch("Large print", on_change=self.refresh)
                self._copies = ui.number("Copies to print", value=1, min=1, max=99, precision=0)
                self._copies.props("outlined dense").on_value_change(self.refresh)
                self._light = ui.switch("Held to the light", on_change=self.refresh)
                self._facts = ui.element("div").classes("facts").props('aria-live="polite"')
                with ui.element("div").classes("row-of"):
                    ui.button("Build", icon="print", color=None, on_click=self._build).classes(
                        "strong"
                    )
                    ui.button("Proof", icon="fact_check", color=None, on_click=self._proof).props(
                        "flat"
                    ).classes("plain")
                self._job = ui.element("div").classes("made").props('aria-live="polite"')
                self._since = ui.upload(
                    auto_upload=True, max_file_size=MAX_BYTES, on_upload=self._upgrade
                ).classes("unseen")  # fmt: skip
                changed = ui.button("Print what has changed …", icon="difference", color=None)
                changed.props("flat").classes("plain").tooltip(
                    "Choose the manifest.json of the build that you printed"
                )
                changed.on(
                    "click",
                    js_handler=f"() => getElement({self._since.id}).$refs.qRef.pickFiles()",
                )
                with ui.element("div").classes("row-of"):
                    self._shop = ui.select(dict(TITLES), value="png", label="Export for")
                    self._shop.props("outlined dense options-dense").style("flex: 1")
                    ui.button("Export", icon="ios_share", color=None, on_click=self._export).props(
                        "flat"
                    ).classes("plain")
            self._sheets = ui.element("section").classes("sheets").props('aria-label="Sheets"')
        self._timer = ui.timer(JOB_SECONDS, self._show_job)

    async def refresh(self) -> None:
        """Lay the kit on sheets as the controls say, and show them."""
        wanted = self._wanted()
        copies = int(self._copies.value or 1)

        def lay() -> tuple[BuildRequest, SheetFacts]:
            request, drawn = self._kit.printed(wanted.edition, wanted.target)
            return request, sheet_facts(request, drawn, wanted.selection.only, copies)

        try:
            request, facts = await self._studio.worker.run(Urgency.LOOK, lay)
        except KitError as error:
            self._sheets.clear()
            with self._sheets:
                text("p", str(error))
            return
        self._show_facts(facts)
        self._show_sheets(facts, abs(hash(request)))

    def _choice(self, label: str, choices: dict[str, str], value: str) -> Any:
        select = ui.select(choices, value=value, label=label, on_change=self.refresh)
        return select.props("outlined dense options-dense")

    def _show_facts(self, facts: SheetFacts) -> None:
        self._facts.clear()
        with self._facts:
            for number, words in facts.counts:
                text("b", number)
                ui.label(words)

    def _show_sheets(self, facts: SheetFacts, look: int) -> None:
        stamp = f"{self._studio.stamp(self._kit)}-{look:x}"
        base = f"/picture/{quote(self._kit.name)}/sheet"
        self._sheets.clear()
        with self._sheets:
            for sheet in facts.sheets:
                if self._light.value and sheet.side == "back":
                    continue
                with ui.element("figure"):
                    with ui.element("div").style("position: relative"):
                        picture = ui.element("img").props('loading="lazy"')
                        picture.props["src"] = f"{base}/{sheet.number}?v={stamp}"
                        picture.props["alt"] = f"Page {sheet.number + 1}: {sheet.title}"
                        if self._light.value and sheet.behind is not None:
                            behind = ui.element("img").classes("back").props('alt=""')
                            behind.props["src"] = f"{base}/{sheet.behind}?v={stamp}"
                            behind.style(
                                "position: absolute; inset: 0; opacity: .35; mix-blend-mode: multiply"
                            ).style(
                                f"transform: scale{'X' if facts.flipped == 'long' else 'Y'}(-1)"
                            )
                    text("figcaption", f"{sheet.number + 1} · {sheet.title}")

    def _begin(self, title: str, work: Any, *given: object) -> None:
        running = self._studio.jobs.get(self._kit.name)
        if running and running.running:
            ui.notify("One thing at a time: stop what is running, or wait for it.")
            return
        self._studio.jobs[self._kit.name] = jobs.begin(title, work, *given)
        self._told = ()

    def _wanted(self) -> BuildRequest:
        """What the controls say, of all of the kit or of one part."""
        kit = self._kit.request
        edition = Edition(self._ink.value, self._large.value, self._language.value)
        target = Target(self._paper.value, self._backs.value)
        return BuildRequest(kit.kit, kit.out, edition, target, Selection(self._only.value))

    def _build(self) -> None:
        self._begin("Build", jobs.build, self._wanted(), self._studio.options.cache)

    def _proof(self) -> None:
        self._begin("Proof", jobs.proof, self._wanted().folder)

    async def _upgrade(self, event: UploadEventArguments) -> None:
        """Build what has changed since the build whose manifest was chosen."""
        self._since.reset()
        content = await event.file.read()
        state = self._studio.options.state
        path = state / f"{self._kit.name}-printed.json"
        make_folder(state)
        write_whole(path, content)
        wanted = replace(self._wanted(), selection=Selection(since=path))
        self._begin("Upgrade kit", jobs.build, wanted, self._studio.options.cache)

    def _export(self) -> None:
        wanted = self._wanted()
        edition = wanted.edition
        request = ExportRequest(
            self._kit.name, self._shop.value, wanted.kit.search_path, wanted.out,
            ink=edition.ink, language=edition.language, only=wanted.selection.only,
        )  # fmt: skip
        self._begin("Export", jobs.export, request)

    def _show_job(self) -> None:
        """Show how far the job is, and what came of it."""
        job = self._studio.jobs.get(self._kit.name)
        if job is None:
            return
        job.poll()
        told = (id(job), job.step, job.done, job.running)
        if told == self._told:
            return
        self._told = told
        self._job.clear()
        with self._job:
            text("h3", job.title)
            if job.running:
                ui.linear_progress(job.done / job.of if job.of else 0, show_value=False).props(
                    'aria-label="Progress"'
                )
                ui.label(job.step)
                ui.button("Stop", color=None, on_click=job.cancel).props("flat").classes("plain")
                return
            if job.made and job.made.findings:
                for finding in job.made.findings:
                    if finding.page:
                        press(finding.says, partial(self._show_page, finding), "finding")
                    else:
                        text("p", finding.says, "fault")
            else:
                for fault in job.faults:
                    text("p", str(fault), "fault")
            if job.made:
                self._show_made(job.made)

    def _show_page(self, finding: Finding) -> None:
        """Show the page of a finding, with its place on it."""
        job = self._studio.jobs[self._kit.name]
        assert job.made
        inner = (job.made.folder / finding.file).relative_to(self._kit.request.kit_folder)
        words = {"file": inner.as_posix(), "page": finding.page, "v": id(job)}
        with ui.dialog().props("maximized") as dialog, ui.element("div").classes("dialog page"):
            with ui.element("div").classes("row-of"):
                text("h2", f"{finding.file}, page {finding.page}")
                ui.element("span").classes("gap")
                ui.button("Close", on_click=dialog.close, color=None).props("flat").classes("plain")
            text("p", finding.says, "fault")
            with ui.element("div").classes("found"):
                picture = ui.element("img")
                picture.props["src"] = f"/picture/{quote(self._kit.name)}/built?{urlencode(words)}"
                picture.props["alt"] = f"Page {finding.page}"
                if finding.box:
                    left, top, width, height = (f"{100 * each:.2f}%" for each in finding.box)
                    ui.element("i").style(
                        f"left: {left}; top: {top}; width: {width}; height: {height}"
                    )
        dialog.open()

    def _show_made(self, made: jobs.Made) -> None:
        for line in made.says:
            text("p", line)
        folder = self._kit.request.kit_folder
        if made.files:
            text("p", f"in {shown_name(made.folder)}", "quiet")
        for name in made.files:
            inner = (made.folder / name).relative_to(folder).as_posix()
            link = text("a", name)
            link.props["href"] = f"/made/{quote(self._kit.name)}/{quote(inner)}"
            link.props["download"] = name.rpartition("/")[2]
