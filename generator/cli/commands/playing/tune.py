"""The command that finds the number that balances a game: `tune`."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from generator.base.atomic_output import scratch, write_whole
from generator.base.errors import Fault, KitError
from generator.base.put_in_place import UNFINISHED
from generator.base.text_files import shown_name
from generator.cli.command import command
from generator.cli.commands.playing.options import Playing, read_points
from generator.cli.options import Json, Number
from generator.cli.output import print_json
from generator.cli.progress import progress
from generator.engine.kept_ladders import exact_bots
from generator.engine.of_kit import game_of
from generator.engine.simulation.run import GameRecord, Plan, simulate
from generator.kit.edit.tables import TableFile, TableRow, find_cell
from generator.kit.load import load_kit
from generator.kit.locate import KitFolders
from generator.kit.tables.field_types import IntegerField
from generator.lab import tune as tuning
from generator.lab.named_component import NamedComponent
from generator.lab.tune import Count, Target, Trial, Tuning, Value, steps

MAX_STEPS = 6


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
    games: Annotated[int, typer.Option(min=20)] = 1000,
    jobs: Number = None,
    bot: str = "greedy",
    apply: bool = False,
    as_json: Json = False,
) -> None:
    """Find the smallest change to one number that brings a win rate to a target."""
    target = Target(_read_share(toward), read_points("--within", within))
    cell = _find_cell(playing.folders, what, of)
    bots = exact_bots(bot.split(","), playing.game, playing.folders.data)
    plan = Plan(playing.game, tuple(bots), playing.count, playing.options)
    count, counted = _count_of(plan, of)
    candidates = _candidates(cell, values)
    with progress() as bar, scratch() as aside:
        task = bar.add_task(what, total=None, step="")

        def play(value: Value) -> Iterator[GameRecord]:
            bar.update(task, step=str(value))
            edited_folders = _with_value(playing.folders, cell, value, aside)
            own_name = partial(_own_name, copy=edited_folders.data, data=playing.folders.data)
            try:
                changed = replace(plan, game=game_of(edited_folders))
            except KitError as error:
                raise KitError([_in_own_file(fault, own_name) for fault in error.faults]) from error
            for record in simulate(changed, games, playing.seed, jobs or 1):
                bar.update(task, advance=1)
                yield replace(record, error=own_name(record.error))

        *_, result = tuning.tune(play, count, cell.value, candidates, target)
    best = result.best
    edit = best if best and best is not result.present else None
    if apply and edit:
        write_whole(
            cell.table.path, cell.table.with_cell(cell.row.index, cell.field, str(edit.value))
        )
    if as_json:
        print_json(_as_data(playing.name, result, cell, counted, applied=bool(apply and edit)))
    else:
        print("\n".join(_lines(plan, result, cell, counted, applied=apply)))
    raise typer.Exit(0 if best else 1)


class _Cell(NamedTuple):
    """The number to change, and its place."""

    table: TableFile
    row: TableRow
    field: str
    value: Value

    @property
    def place(self) -> str:
        return f"{self.row.place}: {self.field}"


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


def _find_cell(folders: KitFolders, what: str, of: str) -> _Cell:
    """The value that `--what` names, of the component of `--of` if need be.

    Raises KitError that lists the alternatives.
    """
    kit = load_kit(folders)
    name, _, rest = what.partition(".")
    id, _, field = rest.rpartition(".")
    if name in kit.file.tables and kit.file.tables[name].kind == "record":
        id, field = "", rest
    elif not (id or of):
        message = f'--what "{what}" names no row'
        hint = "write TABLE.ROW.FIELD, or name the component with --of"
        raise KitError(message, hint=hint, check="option-value")
    else:
        id = id or NamedComponent.read(of).item
    table, row = find_cell(kit.file, folders.data, name, id, field)
    text = row.cells[field]
    value = table.fields[field].from_cell(text)
    return _Cell(table, row, field, value if isinstance(value, (int, float)) else text)


def _candidates(cell: _Cell, values: str) -> Iterable[Sequence[Value]]:
    """The values to try, nearest first.  Raises KitError."""
    spec = cell.table.fields[cell.field]
    if values:
        tried = [spec.from_cell(word.strip()) for word in values.split(",")]
        return [[value if isinstance(value, (int, float)) else str(value)] for value in tried]
    if isinstance(spec, IntegerField) and isinstance(cell.value, int):
        return steps(cell.value, _whole(spec.low), _whole(spec.high), MAX_STEPS)
    hint = "name the values to try: --values 1.5,2,2.5"
    raise KitError(f"{cell.field} is not a whole number", hint=hint, check="option-value")


def _whole(limit: float | None) -> int | None:
    return None if limit is None else int(limit)


def _with_value(folders: KitFolders, cell: _Cell, value: Value, aside: Path) -> KitFolders:
    """The kit's folders with another value in a copy of its data.  Raises KitError."""
    copy = aside / folders.name
    if not copy.exists():
        shutil.copytree(folders.data, copy, ignore=UNFINISHED)
    content = cell.table.content
    if value != cell.value:
        content = cell.table.with_cell(cell.row.index, cell.field, str(value))
    write_whole(copy / cell.table.spec.file, content)
    return replace(folders, data=copy)


def _own_name(text: str, copy: Path, data: Path) -> str:
    """A text with the name of the user's folder in place of its copy's."""
    return text.replace(shown_name(copy), shown_name(data))


def _in_own_file(fault: Fault, own_name: Callable[[str], str]) -> Fault:
    place = fault.place and replace(fault.place, file=own_name(fault.place.file))
    return replace(fault, message=own_name(fault.message), place=place)


def _count_of(plan: Plan, of: str) -> tuple[Count, str]:
    """How wins are counted, and the name of that.  Raises KitError."""
    if not of:
        together = plan.game.cooperative or plan.players == 1
        who = "the players win" if together else f"{plan.game.seat_names(plan.players)[0]} wins"
        return (lambda record: (record.worth[0], 1)), who
    component = NamedComponent.read(of)
    component.check(plan.game)
    usage, item = component

    def count(record: GameRecord) -> tuple[float, int]:
        seats = record.parts.get(usage, {}).get(item, ())
        return sum(record.worth[seat] for seat in seats), len(seats)

    return count, f"seats win with {plan.game.component_title(item)} ({usage})"


def _lines(
    plan: Plan, result: Tuning, cell: _Cell, counted: str, *, applied: bool
) -> Iterator[str]:
    target, within = f"{result.target.share:.1%}", f"{100 * result.target.within:g} points"
    games = f"{result.games} games with each value, all with the same seeds"
    yield f"{plan.game.title}, {', '.join(plan.words())}, {games}"
    yield f"{counted}, toward {target}; within {within} is close enough:"
    width = max(len(str(trial.value)) for trial in result.trials)
    for trial in result.trials:
        yield f"    {cell.field} {trial.value!s:>{width}}  {_trial(trial, result)}".rstrip()
    yield "In brackets is where the true share, and its true change in points, lie in 19 of 20 such runs."
    yield from _conclusion(result, cell, target, within, applied=applied)


def _conclusion(
    result: Tuning, cell: _Cell, target: str, within: str, *, applied: bool
) -> Iterator[str]:
    best, undecided = result.best, result.undecided
    if best is result.present:
        yield f"{best.value} is within {within} of {target}: nothing needs to change."
    elif best:
        yield f"{'Written' if applied else 'Change'}: {cell.place}: {cell.value} -> {best.value}"
    elif undecided is None:
        yield (
            f"No value comes within {within} of {target}; the nearest is {result.nearest.value}. "
            "Try other --values, or change another number."
        )
    else:
        yield (
            f"These games cannot tell whether {cell.field} {undecided.value} is within {within} of "
            f"{target}, so nothing is changed."
            if undecided is result.present or undecided.is_change_shown
            else f"These games cannot tell whether {cell.field} {undecided.value} is any better, so "
            "nothing is changed."
        )
        yield (
            f"About {result.games_needed} games with each value can: --games {result.games_needed}"
            if result.games_needed
            else f"It is about {within} away, so more games hardly help: choose another --within."
        )


def _trial(trial: Trial, result: Tuning) -> str:
    if trial.rate is None:
        return f"cannot be played: {trial.error}"
    share = f"{trial.rate.value:6.1%}  ({trial.rate.low:.1%} to {trial.rate.high:.1%})"
    seats = f" of {trial.rate.seats}" if trial.rate.seats != result.games else ""
    return f"{share}{seats}  {trial.change or 'now'}{'  <' if trial is result.best else ''}"


def _as_data(
    name: str, result: Tuning, cell: _Cell, counted: str, *, applied: bool
) -> dict[str, Any]:
    best, undecided = result.best, result.undecided
    return {
        "kit": name,
        "file": cell.table.shown,
        "field": cell.field,
        "counted": counted,
        "toward": result.target.share,
        "within": result.target.within,
        "games": result.games,
        "trials": [
            {
                "value": trial.value,
                **(trial.rate.as_data() if trial.rate else {"error": trial.error}),
                **({"change": trial.change.as_data()} if trial.change else {}),
            }
            for trial in result.trials
        ],
        "value": cell.value,
        "best": best.value if best else None,
        "undecided": undecided.value if undecided else None,
        "games-needed": result.games_needed,
        "applied": applied,
    }
