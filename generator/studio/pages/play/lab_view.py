"""Lab view: many games of a kit, estimates that narrow as they are played, and games behind each figure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any
from urllib.parse import quote

from nicegui import ui

from generator.base.atomic_output import make_folder
from generator.base.errors import KitError, counted
from generator.base.locations import Stamp, stamp
from generator.engine.bots import BOTS
from generator.engine.game import Game
from generator.engine.of_kit import game_of
from generator.engine.registry import has_rules
from generator.engine.save_file import SavedGame
from generator.kit.locate import KitSearchPath
from generator.studio.lab import experiment as lab
from generator.studio.lab import gaps
from generator.studio.open_kit import OpenKit
from generator.studio.pages.components import (
    button,
    progress_bar,
    set_usable,
    text,
    text_button,
    whole_number,
)
from generator.studio.pages.frame import KitFrame, StillView, message_page
from generator.studio.pages.play.lab_findings import show_findings
from generator.studio.pages.play.lab_pairs import PairsPane
from generator.studio.pages.play.lab_tune import TuningPane
from generator.studio.pages.play.no_rules import no_rules_page
from generator.studio.pages.play.option_fields import OptionFields
from generator.studio.play.match import PERSON, Match
from generator.studio.studio import Studio
from generator.studio.worker import Urgency
from generator.tools.jobs import Job

NUMBER = re.compile("[0-9]{1,18}")
LEADS = "allow-same-origin allow-top-navigation-by-user-activation"
"""Sandbox permissions of a report in the page: link to a game when a person clicks, run no scripts."""
WATCH_SECONDS = 1.0
MAX_GAMES = 1_000_000
CLUSTER = (
    "Dask shares the games out among computers: “dask scheduler” on one of them prints its address, "
    "and “dask worker ADDRESS” on the others plays. Empty, all games are played on this computer."
)
ANSWERED = "The last search found nothing that the rules leave open."
STOPPED = "Stopped; finished games are kept, and Run continues from there."


async def make(studio: Studio, kit: OpenKit, frame: KitFrame) -> LabView | StillView:
    """Make the view."""
    if not has_rules(kit.folders):
        no_rules_page(kit, frame, "Games can be measured once it has some.")
        return StillView()
    try:
        game = await studio.worker.run(Urgency.LOOK, lambda: game_of(kit.folders))
    except KitError as error:
        message_page("This game cannot be played now", str(error))
        return StillView()
    view = LabView(studio, kit, frame, game)
    await view.open()
    return view


class LabView:
    """An experiment to set up and run, and its findings."""

    def __init__(self, studio: Studio, kit: OpenKit, frame: KitFrame, game: Game[Any]) -> None:
        self._studio, self._kit, self._frame = studio, kit, frame
        self._key, self._gaps_key = f"{kit.name}/lab", f"{kit.name}/gaps"
        self._rules = game.rules
        self._shown: lab.Findings | None = None
        self._query = ui.context.client.request.query_params
        """The game that a figure of the report links to."""
        self._last_check: tuple[lab.Experiment, Stamp, int] | None = None
        """The request, games and kit of the last check."""
        self._open_report: tuple[bool, int] | None = None
        """For the open report: whether it compares, and how many games it had."""
        self._shown_search: Job | None = None
        self.store = studio.lab_store(kit.name)
        with ui.element("div").classes("lab-page"):
            with ui.element("div").classes("lab-controls"):
                self._build_controls(game)
            with ui.element("div").classes("row-of"):
                self._run = button("Run", self._begin, strong=True)
                self._stop = button("Stop", self._cancel)
                button("Report", partial(self._report, False))
                button("What the last edit did", partial(self._report, True))
                self._gaps = button("Search for gaps", self._search)
                self._gaps.tooltip(
                    "Plays games that try to break the rules; whatever they leave open "
                    "becomes a question for you."
                )
            self._says = ui.element("p").props('role="status"')
            self._bar = progress_bar().props('aria-label="Games played"')
            self._found = ui.element("div").classes("lab-found")
            self._page = ui.element("div").classes("lab-report")
            self._open = ui.element("div").classes("lab-found").props('aria-label="Questions"')
            self._pairs = PairsPane(studio, kit, self.experiment, self.put_on_table)
            self._tuning = TuningPane(studio, kit, frame, game, self.experiment)

    def _build_controls(self, game: Game[Any]) -> None:
        """Build the fields that set up an experiment."""
        self._players = ui.select([*game.seats], value=game.seats[0], label="Players").props(
            "outlined dense"
        )
        self._bots = ui.input("Bots, seat by seat", value="greedy").props("outlined dense")
        self._bots.tooltip(
            "One bot plays all seats; with greedy,random the first seat is greedy, "
            "the second random, the third greedy again, and so on. The bots are "
            f"{', '.join([*BOTS, *game.bots])}; search:200 sets a budget."
        )
        self._options = OptionFields(game.records.options)
        self._games = ui.number("Games", value=200, min=1, max=MAX_GAMES, precision=0)
        self._games.props("outlined dense")
        self._cores = ui.select([*lab.cores()], value=1, label="Cores").props("outlined dense")
        with ui.expansion("On several computers").classes("lab-cluster") as several:
            text("p", CLUSTER, "quiet")
            self._cluster = ui.input("Address of the scheduler", placeholder="tcp://host:8786")
            self._cluster.props("outlined dense")
        several.set_visibility(lab.has_dask())

    async def open(self) -> None:
        """Show findings as they come in, or go to the game in the address."""
        if await self._show_linked_game():
            return
        tables = await self._studio.worker.run(Urgency.LOOK, self._kit.tables)
        self._pairs.begin(tables)
        self._tuning.begin(tables)
        await self.look()
        await self._ask()
        ui.timer(WATCH_SECONDS, self.look)

    async def refresh(self) -> None:
        """Handle a redrawn kit: its games are different now, and kept apart."""
        tables = await self._studio.worker.run(Urgency.LOOK, self._kit.tables)
        self._pairs.refresh(tables)
        self._tuning.begin(tables)
        await self.look()

    def experiment(self) -> lab.Experiment:
        """The experiment that the controls describe.  Raises KitError."""
        return lab.Experiment(
            self._studio.search_path(),
            self._kit.name,
            tuple(name.strip() for name in str(self._bots.value).split(",")),
            int(self._players.value),
            self._options.chosen,
            whole_number(self._games),
            cores=int(self._cores.value),
            cluster=str(self._cluster.value or "").strip(),
        )

    async def look(self) -> None:
        """Show the progress of the games, and the findings."""
        job = self._studio.jobs.get(self._key)
        running = self._studio.jobs.running(self._key)
        set_usable(self._run, not running)
        set_usable(self._stop, running)
        self._bar.set_visibility(running)
        if job and job.total:
            self._bar.set_value(job.done / job.total)
        says = ""
        if job and not running:
            says = job.ending(STOPPED)
        experiment = self.experiment()
        changed = stamp(self.store)
        found = self._shown
        try:
            if self._last_check != (now := (experiment, changed, self._kit.version)):
                found = await self._studio.worker.run(
                    Urgency.CHECK, lambda: lab.findings(experiment, self.store)
                )
                self._last_check = now
        except KitError as error:
            found, says = None, str(error)
        played = f"{counted(found.games, 'game')} played." if found else "No games yet."
        self._show_status(f"{played} {says}".strip())
        if found != self._shown:
            self._shown = found
            self._put(found)
        await self._report_again(running)
        await self._pairs.look()
        await self._tuning.look()
        search = self._studio.jobs.get(self._gaps_key)
        searching = self._studio.jobs.running(self._gaps_key)
        set_usable(self._gaps, not searching)
        if search and searching:
            self._show_status(f"Searching for gaps: {search.step}, {search.done} of {search.total}")
        elif search is not self._shown_search:
            self._shown_search = search
            await self._ask()

    def _show_status(self, words: str) -> None:
        self._says.clear()
        with self._says:
            ui.label(words).style("display: contents")

    def _put(self, found: lab.Findings | None) -> None:
        self._found.clear()
        if found:
            with self._found:
                show_findings(found, self._rules, self._show_game)

    async def _begin(self) -> None:
        experiment = self.experiment()
        if not await self._frame.attempt(lambda _: experiment.plan()):
            return
        make_folder(self.store.parent)
        self._studio.jobs.begin(
            self._key, "games", lab.play, experiment, self.store, alone=experiment.cores == 1
        )
        await self.look()

    async def _search(self) -> None:
        """Search for gaps in the rules."""
        studio, name = self._studio, self._kit.name
        file, cores = studio.lab_gaps(name), int(self._cores.value)
        studio.jobs.begin(
            self._gaps_key, "gaps", gaps.search, studio.search_path(), name, file, cores,
            alone=cores == 1,
        )  # fmt: skip
        await self.look()

    async def _ask(self) -> None:
        """Show the results of the search."""
        studio, name = self._studio, self._kit.name
        path, file = studio.search_path(), studio.lab_gaps(name)
        questions = list[gaps.Question]()
        try:
            questions = await studio.worker.run(
                Urgency.CHECK, lambda: gaps.questions(path, name, file)
            )
            says = "If a rule answers one, say so in rules.yaml." if questions else ANSWERED
        except KitError as error:
            says = str(error)
        self._open.clear()
        if not file.is_file():
            return
        with self._open:
            text("h2", "Questions for the designer")
            text("p", says, "quiet")
            for each in questions:
                text("h3", each.title)
                text("p", each.says)
                text_button("See the game", partial(self.put_on_table, path, each.of), "rule")

    def _cancel(self) -> None:
        self._studio.jobs.cancel(self._key)

    async def _report_again(self, running: bool) -> None:
        """Redraw the open report once it would show a tenth more games, or all."""
        if self._open_report is None or self._shown is None:
            return
        compare, games = self._open_report
        if self._shown.games > (1.1 * games if running else games):
            await self._report(compare)

    async def _report(self, compare: bool) -> None:
        path, name = self._studio.search_path(), self._kit.name
        page = await self._frame.attempt(
            lambda _: lab.report_page(self.store, path, name, compare), Urgency.CHECK
        )
        if page is None:
            return
        self._open_report = compare, self._shown.games if self._shown else 0
        if self._studio.reports.get(name) == page and self._page.default_slot.children:
            return  # somebody may be reading it, or pressing a link in it
        self._studio.reports[name] = page
        self._page.clear()
        with self._page:
            frame = ui.element("iframe").props(f'title="Report" sandbox="{LEADS}"')
            frame.props["src"] = (
                f"/report/{quote(name)}?v={len(page)}-{self._studio.stamp(self._kit)}"
            )

    async def _show_linked_game(self) -> bool:
        """Go to the game in the address, if it names one that can be shown."""
        run, seed = (self._query.get(name, "") for name in ("run", "seed"))
        if not all(NUMBER.fullmatch(word) for word in (run, seed)):
            return False
        ui.navigate.history.replace(f"/kit/{quote(self._kit.name)}/lab")  # the way back leads here
        path = self._studio.search_path()
        experiment = await self._frame.attempt(
            lambda kit: lab.experiment_of(self.store, path, kit.name, int(run)), Urgency.LOOK
        )
        if not experiment:
            return False
        await self.put_on_table(
            path, lambda game: lab.recorded(game, experiment, int(seed)), experiment.bots
        )
        return True

    async def _show_game(self, seed: int) -> None:
        """Put a game of the experiment on the table, and go there."""
        experiment = self.experiment()
        await self.put_on_table(
            experiment.path, lambda game: lab.recorded(game, experiment, seed), experiment.bots
        )

    async def put_on_table(
        self,
        path: KitSearchPath,
        recorded: Callable[[Game[Any]], SavedGame],
        seats: Sequence[str] = (PERSON,),
    ) -> None:
        """Put a game on the table, played by the files of `path`, and go there."""
        studio = self._studio

        def put(kit: OpenKit) -> bool:
            room = studio.rooms.room(studio.search_path(), kit.name)
            assert room
            room.begin(lambda: room.change(Match.of(room.game, recorded(room.game), seats)), path)
            return True

        if await self._frame.attempt(put, Urgency.LOOK):
            ui.navigate.to(f"/kit/{quote(self._kit.name)}/play")
