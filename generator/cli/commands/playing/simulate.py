"""The command that plays many games and counts: `simulate`."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from errno import ENOSPC
from os import strerror
from pathlib import Path
from typing import Annotated, Any

import typer

from generator.base import deferred_interrupts
from generator.base.atomic_output import open_log, unwritable
from generator.base.errors import KitError, counted
from generator.base.text_files import shown_name
from generator.cli.command import command
from generator.cli.commands.playing.options import Playing, read_points
from generator.cli.options import MOST, Jobs, Json
from generator.cli.output import print_errors, print_json
from generator.cli.progress import progress
from generator.cli.signals import TERMINATED, TerminatedError, stoppable
from generator.engine.kept_ladders import exact_bots
from generator.engine.simulation.move_bans import read_ban
from generator.engine.simulation.parameters import PLAYERS, read_axes
from generator.engine.simulation.run import Plan
from generator.engine.simulation.sweep import Sweep
from generator.engine.simulation.workers import Workers, local
from generator.engine.statistics.power import detectable_difference
from generator.engine.statistics.sequential import SequentialShare
from generator.lab.resume import ResumableRun
from generator.lab.store import Store


@command(
    "grimoire simulate grumbles --games 1000 --jobs 2 --bot greedy,random",
    "grimoire simulate grizzled --bot greedy --each players,mode --chart odds.svg",
    "grimoire simulate grizzled --each trials=20,25,30 --log games.jsonl --json",
    "grimoire simulate ggt --games 10000 --jobs 4 --store games.sqlite",
    "grimoire simulate grumbles --bot greedy --games 20000 --until 2pt",
    notes="With --store, the same command continues where it stopped.",
    options="""
    games NUMBER: Number of games, of each combination.
    jobs NUMBER: Number of processes; 1 if left out.
    each NAMES: Vary these: players, options (mode), or values (trials=20,25,30).
    chart FILE: Draw a chart of the result as this .svg, .pdf or .png file.
    log FILE: Write each finished game to this file, one per line.
    store FILE: Keep every game in this file; games that it has are not played again.
    until POINTS: Stop when the share of games won is known to this precision, in percentage points:
        3pt.
    cluster ADDRESS: Play on the workers of this Dask scheduler: tcp://host:8786.
    """,
)
def simulate(
    playing: Playing,
    games: Annotated[int, typer.Option(min=1, max=MOST)] = 100,
    jobs: Jobs = None,
    bot: str = "random",
    bar: list[str] | None = None,
    each: list[str] | None = None,
    chart: Path | None = None,
    log: Path | None = None,
    store: Path | None = None,
    until: str | None = None,
    cluster: str | None = None,
    as_json: Json = False,
) -> None:
    """Play many games and count: winners, endings, effects, and which rules fire."""
    with ExitStack() as stack:
        game, options, seed = playing.game, playing.options, playing.seed
        fixed = [*options, *([PLAYERS] if playing.players else [])]
        axes = read_axes(game, each or (), fixed)
        count = playing.count
        bans = tuple(read_ban(words, count) for words in bar or ())
        bots = exact_bots(bot.split(","), game, playing.folders.data)
        plan = Plan(game, tuple(bots), count, options, bans)
        precision = None if until is None else read_points("--until", until)
        if precision and axes:
            hint = "simulate one combination at a time"
            message = "--until cannot be combined with --each"
            raise KitError(message, hint=hint, check="conflicting-options")
        sweep = Sweep(plan, axes, sequential=bool(precision))
        sweep.check(seed)
        odds_chart = None
        if chart:
            from generator.lab.odds_chart import OddsChart  # slow to import, and rarely needed

            odds_chart = OddsChart(playing.folders, chart, axes)
        workers = stack.enter_context(_workers(jobs, cluster))
        game_store = stack.enter_context(Store.open(store, write=True)) if store else None
        resumable = ResumableRun(sweep, range(seed, seed + games), workers, game_store)
        write = stack.enter_context(_log(log))
        print_errors(resumable.notes())
        if sys.stderr.isatty():
            print(_expectation(games, precision), file=sys.stderr)
        stopped = _play(resumable, sweep, write, precision)
    result = sweep if axes else sweep.tallies[0]
    if as_json:
        print_json(result.as_data(), sweep.faults())
    else:
        print(result.text())
    print_errors(sweep.faults())
    if stopped and store and not isinstance(stopped, KitError):
        status = f"{shown_name(store)}: has {resumable.kept} of {counted(resumable.games, 'game')}"
        print(f"{status}; the same command continues from there", file=sys.stderr)
    if isinstance(stopped, TerminatedError):
        raise typer.Exit(TERMINATED)
    if stopped:
        raise stopped
    if odds_chart and sweep.games:
        odds_chart.write(sweep, games, seed)
    raise typer.Exit(1 if sweep.faults() else 0)


def _expectation(games: int, precision: float | None) -> str:
    """What these games can show, stated before they are played."""
    if precision:
        return f"at most {counted(games, 'game')}, until the share won is known to {100 * precision:g} points"
    points = 100 * detectable_difference(games, 0.5)
    return (
        f"to play: {counted(games, 'game')}; two runs of this size show a difference of "
        f"{points:.1f} points or more"
    )


def _play(
    resumable: ResumableRun,
    sweep: Sweep,
    write: Callable[[Mapping[str, Any]], None],
    precision: float | None,
) -> KeyboardInterrupt | KitError | None:
    """Count games into the sweep, all or until the share won is known to `precision`.

    Returns what interrupted it, if anything.
    """
    with progress(rate=True) as shown, stoppable():
        task = shown.add_task(
            sweep.plan.game.name, total=resumable.games, completed=resumable.kept, step="games"
        )

        def finished(number: int, games: int) -> None:
            shown.update(task, advance=games, step=sweep.at(number) or "games")

        try:
            for number, record in resumable.records(finished):
                with deferred_interrupts():  # half a game would distort the figures
                    write({"values": sweep.points[number], **record.as_data()})
                    sweep.add(number, record)
                if precision and SequentialShare(sweep.tallies[number].won).reach <= precision:
                    break
        except (KeyboardInterrupt, KitError) as error:
            return error
    return None


@contextmanager
def _workers(jobs: int | None, cluster: str | None) -> Iterator[Workers]:
    """The workers: processes of this machine, or those of a cluster."""
    if not cluster:
        yield local(jobs or 1)
        return
    if jobs:
        hint = "leave out --jobs: all workers of the cluster play"
        message = "--jobs cannot be combined with --cluster"
        raise KitError(message, hint=hint, check="conflicting-options")
    from generator.lab.cluster import connected  # slow to import, and rarely needed

    with connected(cluster) as workers:
        yield workers


@contextmanager
def _log(path: Path | None) -> Iterator[Callable[[Mapping[str, Any]], None]]:
    """A function that writes each finished game to the log immediately, one line each."""
    if path is None:
        yield lambda line: None
        return
    with _write_errors(path):
        file = open_log(path)
    with file:

        def write(line: Mapping[str, Any]) -> None:
            text = f"{json.dumps(line)}\n".encode()
            with _write_errors(path):
                if file.write(text) < len(text):
                    raise OSError(ENOSPC, strerror(ENOSPC))

        yield write


@contextmanager
def _write_errors(path: Path) -> Iterator[None]:
    """Raise KitError for a log that cannot be written."""
    try:
        yield
    except OSError as error:
        raise unwritable(error, path, "name another file") from None
