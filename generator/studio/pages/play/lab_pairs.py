"""Pairs pane: compares two versions of a kit, chosen by edits and cells, with the same seeds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from urllib.parse import quote

from nicegui import ui

from generator.base.errors import KitError
from generator.engine.text.event_text import uncapitalized
from generator.kit.edit.tables import TableFile
from generator.studio.edit.recorded_edits import Edit
from generator.studio.lab import experiment as lab
from generator.studio.lab import pairs
from generator.studio.lab.versions import CellValue, KitVersion, past
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import button, set_usable, text, text_button
from generator.studio.pages.play.cell_chooser import CellChooser
from generator.studio.studio import Studio
from generator.studio.worker import Urgency
from generator.tools.jobs import Job

SIDES = ("One version", "The other version")
GROWTH = 1.2
"""Factor by which the number of games must grow before findings are shown again."""


class PairsPane:
    """The part of the lab that compares two versions of a kit."""

    def __init__(
        self,
        studio: Studio,
        kit: OpenKit,
        experiment: Callable[[], lab.Experiment],
        show: Callable[..., Awaitable[None]],
    ) -> None:
        """`experiment` reads the lab's controls; `show` puts a game on the table."""
        self._studio, self._kit, self._experiment, self._show = studio, kit, experiment, show
        self._key = f"{kit.name}/pairs"
        self._store = studio.lab_store(kit.name)
        self._games = 0
        """The listed pairs of games."""
        self._offered_edits: tuple[Edit, ...] | None = None
        """The edits before which versions are offered; None before any is."""
        self._shown: Job | None = None
        self._ended = False
        """Whether the last pairs of that job are shown."""
        self._cells: tuple[list[CellValue], list[CellValue]] = ([], [])
        with ui.element("section").classes("lab-part").props('aria-label="Two versions"'):
            text("h2", "Compare two versions")
            text("p", "Both are played with the same seeds, as the controls above say.", "quiet")
            with ui.element("div").classes("lab-controls"):
                self._versions = [
                    ui.select({}, label=side).props("outlined dense") for side in SIDES
                ]
            self._chips = ui.element("div").classes("row-of")
            with ui.element("div").classes("lab-controls"):
                self._cell = CellChooser(lambda text: self._value.set_value(text))
                self._value = ui.input("Value").props("outlined dense")
            with ui.element("div").classes("row-of"):
                for number, side in enumerate(SIDES):
                    words = f"Change it in {uncapitalized(side)}"
                    button(words, partial(self._change, number))
            with ui.element("div").classes("row-of"):
                self._run = button("Compare", self._begin, strong=True)
                self._stop = button("Stop comparing", self._cancel)
            self._status = text("p", "").props('role="status"')
            self._found = ui.element("div")
            self._page = ui.element("div").classes("lab-report")

    def begin(self, tables: Mapping[str, TableFile | KitError]) -> None:
        """Offer the available versions and cells."""
        kit = self._kit
        self._cell.offer(tables)
        self._offered_edits = kit.journal.done
        self._past = [KitVersion(), *past(self._offered_edits, kit.folders.data)]
        titles = {number: version.title for number, version in enumerate(self._past)}
        for select, value in zip(self._versions, (min(1, len(titles) - 1), 0), strict=True):
            select.set_options(titles, value=value)
        self._show_chips()

    def refresh(self, tables: Mapping[str, TableFile | KitError]) -> None:
        """Offer other versions once there are more edits, or fewer."""
        if self._offered_edits not in (None, self._kit.journal.done):
            self.begin(tables)

    def _change(self, side: int) -> None:
        if chosen := self._cell.cell:
            table, row, field = chosen
            cell = CellValue(table.name, row.id, field, str(self._value.value or ""))
            self._cells[side][:] = [each for each in self._cells[side] if each[:3] != cell[:3]]
            self._cells[side].append(cell)
            self._show_chips()

    def _show_chips(self) -> None:
        self._chips.clear()
        with self._chips:
            for side, cells in zip(SIDES, self._cells, strict=True):
                for cell in cells:
                    button = text_button(
                        f"{side}: {cell}  ×", partial(self._drop, cells, cell), "rule"
                    )
                    button.props["title"] = "Leave this cell as it is"

    def _drop(self, cells: list[CellValue], cell: CellValue) -> None:
        cells.remove(cell)
        self._show_chips()

    async def _begin(self) -> None:
        studio, kit = self._studio, self._kit
        one, other = (
            KitVersion(self._past[int(select.value or 0)].back, tuple(cells))
            for select, cells in zip(self._versions, self._cells, strict=True)
        )
        experiment, root = self._experiment(), studio.lab_versions(kit.name)
        try:
            pair = await studio.worker.run(
                Urgency.LOOK, lambda: pairs.VersionPair.below(root, experiment)
            )
        except KitError as error:
            self._status.set_text(str(error))
            return
        if studio.jobs.begin(
            self._key, "pairs", pairs.play, experiment, (one, other), root, self._store,
            alone=experiment.cores == 1,
        ):  # fmt: skip
            studio.comparisons[kit.name] = pair
        await self.look()

    def _cancel(self) -> None:
        self._studio.jobs.cancel(self._key)

    async def look(self) -> None:
        """Show the progress of the games, and the findings."""
        job = self._studio.jobs.get(self._key)
        running = self._studio.jobs.running(self._key)
        set_usable(self._run, not running)
        set_usable(self._stop, running)
        pair = self._studio.comparisons.get(self._kit.name)
        if job is None or pair is None:
            return
        if job is not self._shown:
            self._shown, self._games, self._ended = job, 0, False
        early = running and job.done // 2 < max(1, GROWTH * self._games)
        if early or self._ended:
            return
        self._ended = not running
        faults = job.ending()
        if not job.total:  # no game has been played
            self._status.set_text(faults)
            return
        try:
            found = await self._studio.worker.run(
                Urgency.CHECK, lambda: pairs.compared(pair, self._store, whole=not running)
            )
        except KitError as error:
            self._status.set_text(str(error))
            return
        if found:
            self._games = found.games
            self._show_findings(pair, found)
        self._status.set_text(f"{self._games} pairs of games. {faults}".strip())

    def _show_findings(self, pair: pairs.VersionPair, found: pairs.Compared) -> None:
        self._found.clear()
        with self._found:
            for line in found.lines:
                text("p", line)
            text("p", f"Games that end differently: {found.differ} of {found.games}.")
            for each in found.otherwise:
                with ui.element("p"):
                    ui.label(f"Seed {each.seed}: ").style("display: inline")
                    for says, experiment in ((each.before, pair.before), (each.after, pair.after)):
                        text_button(says, partial(self._show_game, experiment, each.seed), "rule")
        self._page.clear()
        if not found.page:
            return
        self._studio.reports[self._key.replace("/", ":")] = found.page
        with self._page:
            frame = ui.element("iframe").props('title="Comparison" sandbox=""')
            name = quote(self._key.replace("/", ":"))
            frame.props["src"] = f"/report/{name}?v={found.games}-{len(found.page)}"

    async def _show_game(self, experiment: lab.Experiment, seed: int) -> None:
        """Put a game of one version on the table, and go there."""
        await self._show(
            experiment.path, lambda game: lab.recorded(game, experiment, seed), experiment.bots
        )
