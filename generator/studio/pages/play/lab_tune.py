"""Tuning pane: finds the smallest change of one number that brings a win rate to a target."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from nicegui import ui

from generator.base.errors import KitError
from generator.base.locations import Stamp, stamp
from generator.engine.game import Game
from generator.kit.edit.tables import TableFile
from generator.kit.tables.field_types import IntegerField, NumberField
from generator.lab.tune import Target
from generator.studio.lab import experiment as lab
from generator.studio.lab import tuning
from generator.studio.open_kit import ConflictError, OpenKit
from generator.studio.pages.components import bounded, button, set_usable, text
from generator.studio.pages.frame import KitFrame, show_error
from generator.studio.pages.play.cell_chooser import CellChooser
from generator.studio.pages.play.lab_findings import interval_cells
from generator.studio.studio import Studio
from generator.studio.worker import Urgency

FIRST = "the first seat, or all who win together"
EXPLAINED = (
    "Plays games as the controls above say, with other values of one number, all with the same seeds, and "
    "names the smallest change that brings the share of games won to the target."
)


class TuningPane:
    """The part of the lab that finds the number that balances a game."""

    def __init__(
        self,
        studio: Studio,
        kit: OpenKit,
        frame: KitFrame,
        game: Game[Any],
        experiment: Callable[[], lab.Experiment],
    ) -> None:
        """`experiment` reads the lab's controls."""
        self._studio, self._kit, self._frame = studio, kit, frame
        self._experiment = experiment
        self._key, self._file = f"{kit.name}/tuning", studio.lab_tuning(kit.name)
        self._shown: Stamp | None = None
        """The stamp of the results that are shown."""
        components = [
            (f"{usage}: {item}", f"seats with {game.component_title(item)} ({usage})")
            for usage, items in game.component_names().items()
            for item in items
        ]
        with ui.element("section").classes("lab-part").props('aria-label="Tuning"'):
            text("h2", "Find the number that balances it")
            text("p", EXPLAINED, "quiet")
            with ui.element("div").classes("lab-controls"):
                self._cell = CellChooser(
                    self._show_value, lambda field: isinstance(field, (IntegerField, NumberField))
                )
                self._values = ui.input("Values to try").props("outlined dense")
                self._values.tooltip("Such as 2,3,5; if left empty, the whole numbers around it.")
                self._of = ui.select(
                    {"": FIRST, **dict(components)}, value="", label="Wins of", with_input=True
                ).props("outlined dense")
                self._of.set_visibility(bool(components))
                self._share = ui.number("Target, % of games", value=50, min=1, max=99)
                self._within = ui.number("Close enough, points", value=5, min=0.5, max=50)
                for field in (self._share, self._within):
                    field.props("outlined dense")
            with ui.element("div").classes("row-of"):
                self._run = button("Find the number", self._begin, strong=True)
                self._stop = button("Stop trying", self._cancel)
            self._status = text("p", "").props('role="status"')
            self._found = ui.element("div").classes("lab-found")

    def begin(self, tables: Mapping[str, TableFile | KitError]) -> None:
        """Offer the numbers of the kit."""
        self._cell.offer(tables)

    async def look(self) -> None:
        """Show the progress, and the results so far."""
        job = self._studio.jobs.get(self._key)
        running = self._studio.jobs.running(self._key)
        set_usable(self._run, not running)
        set_usable(self._stop, running)
        if job and running and job.total:
            self._status.set_text(f"{job.step}: {job.done} of {job.total} games")
        elif job:
            self._status.set_text(job.ending())
        if (now := stamp(self._file)) == self._shown:
            return
        self._shown = now
        try:
            result = await self._studio.worker.run(
                Urgency.LOOK, partial(tuning.result_in, self._file)
            )
        except KitError as error:
            self._status.set_text(str(error))
            return
        self._found.clear()
        if result:
            with self._found:
                self._show(result)

    def _show(self, result: tuning.TuningResult) -> None:
        text("p", result.title)
        with ui.element("table").classes("estimates"):
            for each in result.tried:
                with ui.element("tr"):
                    text("th", f"{result.cell.field} {each.value}")
                    if each.error:
                        text("td", f"cannot be played: {each.error}").props("colspan=4")
                        continue
                    text("td", f"{100 * each.share:.1f} %")
                    interval_cells(each.low, each.high, result.aim)
                    text("td", each.change)
        for line in result.conclusion:
            text("p", line)
        if result.best:
            words = f"Change {result.cell.field} to {result.best}"
            button(words, partial(self._apply, result.cell, result.best))

    def _show_value(self, value: str) -> None:
        self._values.props["label"] = (
            f"Values to try instead of {value}" if value else "Values to try"
        )

    async def _begin(self) -> None:
        if not (chosen := self._cell.cell):
            self._status.set_text("No table of this kit has a number to change.")
            return
        table, row, field = chosen
        target = Target(bounded(self._share, 50) / 100, bounded(self._within, 5) / 100)
        request = tuning.TuningRequest(
            self._experiment(),
            table.name,
            row.id,
            field,
            str(self._values.value or "").strip(),
            str(self._of.value or ""),
            target,
        )
        if await self._frame.attempt(lambda _: request.plan()):
            self._studio.jobs.begin(
                self._key, "tuning", tuning.tune, request, self._file,
                alone=request.experiment.cores == 1,
            )  # fmt: skip
            await self.look()

    def _cancel(self) -> None:
        self._studio.jobs.cancel(self._key)

    async def _apply(self, cell: tuning.ChangedCell, value: str) -> None:
        """Put the value into the kit's table, as an edit that can be undone."""
        try:
            await self._frame.attempt(lambda kit: kit.set_cell(*cell, value))
        except ConflictError as error:
            show_error(error)
        await self._frame.show_edit()
