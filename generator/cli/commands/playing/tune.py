"""The command that finds the number that balances a game: `tune`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from generator.base.atomic_output import check_can_write, rewrite
from generator.base.errors import KitError, outcome_of
from generator.cli.command import command
from generator.cli.commands.playing.options import Playing, read_points
from generator.cli.options import MOST, Jobs, Json
from generator.cli.output import print_json
from generator.cli.progress import progress
from generator.engine.kept_ladders import exact_bots
from generator.engine.simulation.run import Plan
from generator.engine.simulation.workers import local
from generator.kit.load import load_manifest
from generator.kit.locate import KitFolders
from generator.lab.named_component import NamedComponent
from generator.lab.tune import Target, Tuning, Value
from generator.lab.tune_plan import TunedCell, TuningPlan
from generator.lab.tune_words import as_data, conclusion, trial_words


@command(
    "grimoire tune grumbles --what goofs.doom.points --bot greedy",
    "grimoire tune grizzled --what modes.veteran.trials --option mode=veteran --toward 40%",
    "grimoire tune gruff --what figures.opening-hand --within 3pt --games 3000",
    'grimoire tune gruff --what gruffs.mossmother.fat --of "drafted: mossmother" --apply',
    notes="All values are tried in games with the same seeds. A change is proposed only if these games "
    "show that it moves the share, and to within --within of the target; else they say how many games "
    "can tell. Without --apply nothing is changed.",
    options="""
    what TABLE.ROW.FIELD: The number to change: goofs.doom.points; of a table without rows,
        figures.opening-hand; with --of, a number of that component: gruffs.fat.
    toward SHARE: Target for the share of games won.
    within POINTS: How far from the target is close enough, in percentage points.
    of USAGE: COMPONENT: Count the seats that had this component: “drafted: fox”; if left out, the
        first seat, or all players where they win together.
    values LIST: Try these values, in this order: 2,3,5.
    games NUMBER: Number of games with each value.
    apply: Write the change into the data file.
    """,
)
def tune(
    playing: Playing,
    what: str,
    toward: str = "50%",
    within: str = "5pt",
    of: str = "",
    values: str = "",
    games: Annotated[int, typer.Option(min=20, max=MOST)] = 1000,
    jobs: Jobs = None,
    bot: str = "greedy",
    apply: bool = False,
    as_json: Json = False,
) -> None:
    """Find the smallest change to one number that brings a win rate to a target."""
    folders = playing.folders
    bots = exact_bots(bot.split(","), playing.game, folders.data)
    cell = _find_cell(folders, what, of)
    if apply:
        check_can_write(cell.table.path)
    plan = TuningPlan(
        Plan(playing.game, tuple(bots), playing.count, playing.options),
        games,
        playing.seed,
        folders,
        cell,
        cell.candidates(values),
        Target(_read_share(toward), read_points("--within", within)),
        NamedComponent.read(of) if of else None,
    )
    with progress(stages=not as_json) as bar:
        task = bar.add_task(what, total=games, step="")
        played = Counter[Value]()

        def watch(value: Value, done: int) -> None:
            played[value] += done
            bar.update(task, completed=played[value], step=f"play with {value}")

        *_, result = plan.run(local(jobs or 1), watch)
    best = result.best
    edit = best if best and best is not result.present else None
    failed = None
    if apply and edit:
        failed = outcome_of(
            _write, folders.data, cell, partial(_find_cell, folders, what, of), edit.value
        )
    applied = bool(apply and edit and not failed)
    if as_json:
        data = {"kit": playing.name, **as_data(plan, result), "applied": applied}
        print_json(data, failed.faults if failed else ())
    else:
        print("\n".join(_lines(plan, result, applied=applied)))
    if failed:  # after the result, which took long to find
        raise failed
    raise typer.Exit(0 if best else 1)


def _read_share(text: str) -> float:
    """`50%` as 0.5.  Raises KitError."""
    try:
        share = float(text.strip().rstrip("%\u00a0 ")) / (100 if "%" in text else 1)
    except ValueError:
        share = -1.0
    if not 0 < share < 1:
        message = f'--toward "{text}" is not a share'
        hint = "write a percentage between 0% and 100%: 50%"
        raise KitError(message, hint=hint, check="option-value")
    return share


def _find_cell(folders: KitFolders, what: str, of: str) -> TunedCell:
    """The value that `--what` names, of the component of `--of` if need be.

    Raises KitError that lists the alternatives.
    """
    tables = load_manifest(folders).tables
    name, _, rest = what.partition(".")
    id, _, field = rest.rpartition(".")
    if name in tables and tables[name].kind == "record":
        return TunedCell.find(folders, name, "", rest)
    if not (id or of):
        message = f'--what "{what}" names no row'
        hint = "write TABLE.ROW.FIELD, or name the component with --of"
        raise KitError(message, hint=hint, check="option-value")
    return TunedCell.find(folders, name, id or NamedComponent.read(of).item, field)


def _write(folder: Path, cell: TunedCell, find: Callable[[], TunedCell], value: Value) -> None:
    """Write a value into the file as it is after the games.

    Raises KitError if the cell has been changed meanwhile, or cannot be written.
    """

    def edit() -> tuple[Path, bytes]:
        now = find()
        if now.value != cell.value:
            message = f"{cell.field} was {cell.value} and has become {now.value} during the games"
            hint = "tune it again"
            raise KitError(message, place=now.row.place, hint=hint, check="edit-conflict")
        return now.table.path, now.table.with_cell(now.row.index, now.field, str(value))

    rewrite(folder, edit)


def _lines(plan: TuningPlan, result: Tuning, *, applied: bool) -> Iterator[str]:
    target, within = f"{result.target.share:.1%}", f"{100 * result.target.within:g} points"
    games = f"{result.games} games with each value, all with the same seeds"
    yield f"{plan.games.game.title}, {', '.join(plan.games.words())}, {games}"
    yield f"{plan.who}, toward {target}; within {within} is close enough:"
    width = max(len(str(trial.value)) for trial in result.trials)
    for trial in result.trials:
        words = trial_words(trial, result)
        yield f"    {plan.cell.field} {trial.value!s:>{width}}  {words}".rstrip()
    yield "In brackets is where the true share, and its true change in points, lie in 19 of 20 such runs."
    yield from conclusion(plan, result, applied=applied)
