"""Tuning as a job: the search of `tune` for the number that balances a game, and its results so far."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from generator.base.atomic_output import make_folder, remove, write_whole
from generator.base.formats.yaml import dump_yaml
from generator.base.load_document import load_yaml
from generator.lab.named_component import NamedComponent
from generator.lab.tune import Target, Trial, Tuning
from generator.lab.tune_plan import TunedCell, TuningPlan
from generator.lab.tune_words import conclusion
from generator.press.request import Progress
from generator.studio.lab.experiment import Experiment, workers_of
from generator.tools.jobs import JobResult


class TuningRequest(NamedTuple):
    """A number to tune, as entered on the page."""

    experiment: Experiment
    table: str
    row: str
    """"" in a table without rows."""
    field: str
    values: str
    """The values to try, "2,3,5", or "" for the numbers around the present one."""
    of: str
    """The component whose seats' wins are counted, "drafted: fox", or ""."""
    target: Target

    def plan(self) -> TuningPlan:
        """Raises KitError for what cannot be tuned."""
        experiment, games = self.experiment, self.experiment.plan()
        folders = experiment.path.find(experiment.kit)
        cell = TunedCell.find(folders, self.table, self.row, self.field)
        return TuningPlan(
            games,
            experiment.games,
            experiment.seed,
            folders,
            cell,
            cell.candidates(self.values),
            self.target,
            NamedComponent.read(self.of) if self.of else None,
        )


class TriedValue(NamedTuple):
    """A value, and the win rate with it, with its 95 % interval; without `error`."""

    value: str
    share: float
    low: float
    high: float
    change: str
    """The change from the present value, in points."""
    error: str


class ChangedCell(NamedTuple):
    """The cell to change, as `OpenKit.set_cell` takes it."""

    table: str
    row: int
    id: str
    field: str
    was: str


class TuningResult(NamedTuple):
    """Results of a tuning so far."""

    title: str
    aim: tuple[float, float]
    """The limits of what is close enough to the target."""
    cell: ChangedCell
    tried: tuple[TriedValue, ...]
    best: str
    """The value to put into the cell; "" for none."""
    conclusion: tuple[str, ...]
    """Sentences, once it is finished."""


def tune(report: Progress, request: TuningRequest, file: Path) -> JobResult:
    """Try values, and write the results to a file after each.

    For a process of its own; raises KitError.
    """
    plan, done, result = request.plan(), 0, None
    make_folder(file.parent)
    remove(file.parent, [file.name])

    def watch(value: object, finished: int) -> None:
        nonlocal done
        done = done + finished if finished else 0
        report(f"{plan.cell.field} {value}", done, plan.number)

    with workers_of(request.experiment) as workers:
        for result in plan.run(workers, watch):
            _write(file, plan, result, ())
    assert result
    _write(file, plan, result, tuple(conclusion(plan, result)))
    return JobResult((), file.parent, (file.name,))


def result_in(file: Path) -> TuningResult | None:
    """The results that a tuning has written; None before any.  Raises KitError."""
    if not file.is_file():
        return None
    data: dict[str, Any] = load_yaml(file).data
    return TuningResult(
        data["title"],
        (data["aim"][0], data["aim"][1]),
        ChangedCell(**data["cell"]),
        tuple(TriedValue(**each) for each in data["tried"]),
        data["best"],
        tuple(data["conclusion"]),
    )


def _write(file: Path, plan: TuningPlan, result: Tuning, says: tuple[str, ...]) -> None:
    cell, best, (share, within) = plan.cell, result.best, plan.target
    found = TuningResult(
        f"{plan.who}: toward {share:.1%}, {result.games} games with each value",
        (max(0.0, share - within), min(1.0, share + within)),
        ChangedCell(
            cell.table.name, cell.row.index, cell.row.id, cell.field, cell.row.cells[cell.field]
        ),
        tuple(map(_tried, result.trials)),
        str(best.value) if best and best is not result.present else "",
        says,
    )
    data = found._asdict() | {
        "aim": [*found.aim],
        "cell": found.cell._asdict(),
        "tried": [each._asdict() for each in found.tried],
        "conclusion": [*says],
    }
    write_whole(file, dump_yaml(data).encode())


def _tried(trial: Trial) -> TriedValue:
    if trial.rate is None:
        return TriedValue(str(trial.value), 0.0, 0.0, 0.0, "", trial.error)
    share, low, high, _ = trial.rate
    return TriedValue(str(trial.value), share, low, high, str(trial.change or "now"), "")
