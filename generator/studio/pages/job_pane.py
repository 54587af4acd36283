"""Job pane: the progress of a build, a proof or an export, and its result."""

from __future__ import annotations

from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from nicegui import ui

from generator.base.load_document import shown_name
from generator.kit.words import Translator
from generator.studio.jobs import Proved
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import button, progress_bar, text, text_button
from generator.studio.proof_places import Finding
from generator.studio.studio import Studio
from generator.tools.jobs import Job, JobResult

JOB_SECONDS = 0.3


class JobPane:
    """The last job of a kit."""

    def __init__(self, studio: Studio, kit: OpenKit, words: Translator) -> None:
        self._studio, self._kit, self._words = studio, kit, words
        _ = words.text
        self._shown: Job | None = None
        self._ended = False
        self._root = ui.element("div").classes("made").props('aria-live="polite"')
        with self._root:
            self._title = text("h3", "")
            self._bar = progress_bar()
            self._bar.props["aria-label"] = _("Progress")
            self._step = text("p", "")
            self._stop = button(_("Stop"), self._cancel)
            self._results = ui.element("div").classes("made-of").props("lang=en")
        self._root.set_visibility(False)
        ui.timer(JOB_SECONDS, self._look)

    def begin(self, title: str, work: Any, *given: object) -> None:
        """Begin a job, unless one is running."""
        if not self._studio.jobs.begin(self._kit.name, title, work, *given):
            ui.notify(self._words.text("Only one job runs at a time: stop it, or wait for it."))

    def _cancel(self) -> None:
        if self._shown:
            self._shown.cancel()

    def _look(self) -> None:
        """Show the progress of the job; its result is shown once."""
        job = self._studio.jobs.get(self._kit.name)
        if job is None or (job is self._shown and self._ended):
            return
        job.poll()
        if job is not self._shown:
            self._shown = job
            self._title.set_text(job.title)
            self._results.clear()
        self._ended = not job.running
        self._root.set_visibility(True)
        for each in (self._bar, self._step, self._stop):
            each.set_visibility(job.running)
        self._step.set_text(self._words.text(job.step))
        self._bar.set_value(job.done / job.total if job.total else 0)
        if self._ended:
            with self._results:
                self._show_end(job)

    def _show_end(self, job: Job) -> None:
        findings = job.result.findings if isinstance(job.result, Proved) else ()
        for finding in findings:
            if finding.page:
                text_button(finding.says, partial(self._show_page, finding), "finding")
            else:
                text("p", finding.says, "fault")
        for fault in job.faults if not findings else ():
            text("p", str(fault), "fault")
        if job.stopped:
            says = text("p", self._words.text("Stopped. Earlier files are unchanged."))
            says.props["lang"] = self._words.language or "en"
        if job.result:
            self._show_made(job.result)

    def _show_page(self, finding: Finding) -> None:
        """Show the page of a finding, with its place highlighted."""
        job = self._shown
        assert job
        assert job.result
        inner = (job.result.folder / finding.file).relative_to(self._kit.request.kit_folder)
        words = {"file": inner.as_posix(), "page": finding.page, "v": id(job)}
        _ = self._words.text
        page = _("Page {n}", n=finding.page)
        with ui.dialog().props("maximized") as dialog, ui.element("div").classes("dialog page"):
            dialog.props["aria-label"] = f"{finding.file}: {page}"
            with ui.element("div").classes("row-of"):
                text("h2", f"{finding.file}: {page}")
                ui.element("span").classes("gap")
                button(_("Close"), dialog.close)
            text("p", finding.says, "fault").props("lang=en")
            with ui.element("div").classes("found"):
                picture = ui.element("img")
                picture.props["src"] = f"/picture/{quote(self._kit.name)}/built?{urlencode(words)}"
                picture.props["alt"] = page
                if finding.box:
                    ui.element("i").style(finding.box.style)
        dialog.open()

    def _show_made(self, made: JobResult) -> None:
        for line in made.messages:
            text("p", line)
        folder = self._kit.request.kit_folder
        if made.files:
            text("p", f"in {shown_name(made.folder)}", "quiet")
        for name in made.files:
            inner = (made.folder / name).relative_to(folder).as_posix()
            link = text("a", name)
            link.props["href"] = f"/made/{quote(self._kit.name)}/{quote(inner)}"
            link.props["download"] = name.rpartition("/")[2]
