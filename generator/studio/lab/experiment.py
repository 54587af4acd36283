"""Experiment: games to play, the job that plays them into a store, and findings from the store so far."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import starmap
from os import cpu_count
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from generator.base.errors import KitError, counted
from generator.engine.bots import bots_named
from generator.engine.game import Game
from generator.engine.of_kit import game_of
from generator.engine.playthrough import play as play_game
from generator.engine.save_file import SavedGame, short_fingerprint
from generator.engine.simulation.run import Plan
from generator.engine.simulation.sweep import Sweep
from generator.engine.simulation.workers import Workers, local
from generator.engine.statistics.lengths import histogram
from generator.engine.statistics.summary import Tally
from generator.kit.load import Kit
from generator.kit.locate import KitSearchPath
from generator.lab.provenance import data_fingerprint
from generator.lab.report.document import ReportDocument
from generator.lab.resume import ResumableRun
from generator.lab.store import Run, Store
from generator.press.request import Progress
from generator.tools.jobs import JobResult


@dataclass(frozen=True)
class Experiment:
    """Games to play: the kit, the players, their number, and their place."""

    path: KitSearchPath
    kit: str
    bots: tuple[str, ...]
    players: int
    options: Mapping[str, object]
    games: int
    seed: int = 1
    cores: int = 1
    cluster: str = ""
    """The address of a Dask scheduler that plays instead of this machine's cores."""

    def plan(self) -> Plan:
        """Raises KitError for what cannot be played."""
        plan = Plan(game_of(self.path.find(self.kit)), self.bots, self.players, self.options)
        plan.check(self.seed)
        return plan


class Estimate(NamedTuple):
    """One share of the games so far, with its 95% interval and a game to look at."""

    title: str
    games: int
    share: float
    low: float
    high: float
    seed: int | None
    """None if there is no such game."""
    rule: str = ""
    """The rule that ended the games."""


class Count(NamedTuple):
    """How often something came up in the games so far, with a game to look at."""

    title: str
    number: int
    seed: int | None
    """None if it never did."""


class Findings(NamedTuple):
    """Findings from the games of one run so far."""

    games: int
    wins: tuple[Estimate, ...]
    """The seats; in a cooperative game, the players together."""
    fair: float | None
    """The share that each seat would win if all won equally often; None in a cooperative game."""
    endings: tuple[Estimate, ...]
    """The results, one for each rule that ended games so."""
    rules: tuple[Count, ...]
    """How many times each rule was applied."""
    lengths: tuple[Count, ...]
    """A histogram of the numbers of turns."""
    length: str
    """The lengths of the games in words; empty if no game ended."""


def play(report: Progress, experiment: Experiment, store: Path) -> JobResult:
    """Play into a store the games that it lacks.

    For a process of its own; raises KitError.
    """
    sweep = Sweep(experiment.plan(), ())
    seeds = range(experiment.seed, experiment.seed + experiment.games)
    with workers_of(experiment) as workers, Store.open(store, write=True) as games_store:
        run = ResumableRun(sweep, seeds, workers, games_store)
        report("games", run.kept, run.games)

        def finished(number: int, games: int) -> None:
            report("games", run.kept, run.games)

        for number, record in run.records(finished):
            sweep.add(number, record)
    return JobResult(
        (counted(experiment.games, "game"), *map(str, sweep.faults())), store.parent, ()
    )


def findings(experiment: Experiment, store: Path) -> Findings | None:
    """Findings from these games in the store; None if it has none.  Raises KitError."""
    tally = _tally(experiment, store)
    if tally is None:
        return None
    data: Mapping[str, Any] = tally.as_data()
    if not tally.games:
        return Findings(0, (), None, (), (), (), "")
    lengths = tally.lengths
    shares = {tally.counted: data["won"]} if "won" in data else data["seats"]
    return Findings(
        tally.games,
        tuple(starmap(_estimate, shares.items())),
        data.get("fair-share"),
        tuple(_estimate(each["result"], each, each["rule"]) for each in data["endings"]),
        tuple(Count(slug, each["times"], each["seed"]) for slug, each in data["rules"].items()),
        tuple(
            Count(bar.label, bar.games, lengths.example(bar) if bar.games else None)
            for bar in histogram(lengths.games)
        ),
        f"{lengths.mean:.1f} turns on average, and half of them at most {lengths.texts[1]}.",
    )


def _tally(experiment: Experiment, store: Path) -> Tally | None:
    """The statistics of these games in the store; None if it has none.  Raises KitError."""
    if not store.is_file():
        return None
    plan = experiment.plan()
    with Store.open(store) as opened:
        run = run_of(opened, plan)
        return opened.tally(run, plan.game) if run and opened.count(run) else None


def _estimate(title: str, share: Mapping[str, Any], rule: str = "") -> Estimate:
    words = title[:1].upper() + title[1:]
    low, high = share["95%"]
    return Estimate(words, share["games"], share["share"], low, high, share["seed"], rule)


def run_of(store: Store, plan: Plan) -> Run | None:
    """The latest run of a plan with the current data."""
    data, plan_data = data_fingerprint(plan.game), plan.as_data()
    found = [run for run in store.runs() if run.fingerprint == data and dict(run.plan) == plan_data]
    return found[-1] if found else None


def report_page(store: Path, path: KitSearchPath, kit: str, compare: bool) -> bytes:
    """The report of a store as a page; with `compare`, the effect of the last edit.  Raises KitError."""
    from generator.lab.report import assemble
    from generator.lab.report.load import collect

    found = collect([store], path, kit)
    return page_of(assemble.difference(found)[0] if compare else assemble.report(found), found.kit)


def page_of(document: ReportDocument, kit: Kit) -> bytes:
    """A report as a page in the look of its kit."""
    from generator.lab.report.output.to_html import report_html
    from generator.press.pieces.faces import FaceSet
    from generator.press.templates.style import style_of

    renderer = FaceSet(kit, style_of(kit)).renderer
    return report_html(
        document, kit, renderer, f"/kit/{quote(kit.name)}/lab?run={{run}}&seed={{seed}}"
    )


def experiment_of(store: Path, path: KitSearchPath, kit: str, number: int) -> Experiment:
    """The experiment of a run in a store, to look at its games.

    Raises KitError if there is none, or if the data have changed since.
    """
    game = game_of(path.find(kit))
    with Store.open(store) as opened:
        run = next((run for run in opened.runs() if run.number == number), None)
    if run is None or run.fingerprint != data_fingerprint(game):
        hint = "choose Run to play them again"
        message = "these games were played with data that have changed since"
        raise KitError(message, hint=hint, check="games-outdated")
    return Experiment(path, kit, run.bots, run.players, run.options, 1)


def recorded(game: Game[Any], experiment: Experiment, seed: int) -> SavedGame:
    """The game that the experiment played with a seed, to look at move by move."""
    chosen = game.read_options(experiment.options)
    bots = bots_named(experiment.bots, experiment.players, game.bots)
    steps = play_game(game, bots, seed, experiment.players, chosen)
    moves = [step.move for step in steps if step.move]
    return SavedGame(
        game.name, experiment.players, chosen, seed, moves, {}, short_fingerprint(game)
    )


def has_dask() -> bool:
    """Whether games can be played on several computers: Dask is an extra of Grimoire."""
    return find_spec("distributed") is not None


def workers_of(experiment: Experiment) -> AbstractContextManager[Workers]:
    """The workers that play the games.  Raises KitError if there is no such scheduler."""
    if experiment.cluster:
        return _cluster(experiment.cluster)
    return nullcontext(local(experiment.cores))


@contextmanager
def _cluster(address: str) -> Iterator[Workers]:
    """Raises KitError if Dask is not installed or nothing answers at the address."""
    try:
        from generator.lab.cluster import connected
    except ImportError:
        message = "games on a cluster need Dask"
        hint = 'install it: pip install "grimoire[cluster]"'
        raise KitError(message, hint=hint, check="not-installed") from None
    with connected(address) as cluster:
        yield cluster


def cores() -> Sequence[int]:
    """The numbers of processes to choose from on this machine."""
    return range(1, (cpu_count() or 1) + 1)
