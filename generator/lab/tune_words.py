"""Words of tuning: the trials of a tuning and its conclusion, in sentences and as plain data."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.events import JsonValue
from generator.lab.tune import Trial, Tuning
from generator.lab.tune_plan import TuningPlan


def conclusion(plan: TuningPlan, result: Tuning, *, applied: bool = False) -> Iterator[str]:
    """What a finished tuning shows, and what to do if it shows too little."""
    target, within = f"{result.target.share:.1%}", f"{100 * result.target.within:g} points"
    best, undecided, cell = result.best, result.undecided, plan.cell
    if best is result.present:
        yield f"{best.value} is within {within} of {target}: nothing needs to change."
    elif best:
        yield f"{'Written' if applied else 'Change'}: {cell.place}: {cell.value} -> {best.value}"
    elif undecided is None:
        yield (
            f"No value comes within {within} of {target}; the nearest is {result.nearest.value}. "
            "Try other values, or change another number."
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
            f"About {result.games_needed} games with each value can."
            if result.games_needed
            else f"It is about {within} away, so more games hardly help: allow it to be further away."
        )


def trial_words(trial: Trial, result: Tuning) -> str:
    """The win rate with a value, and its change: "42.1%  (39.0% to 45.2%)  -7.9 points (…)"."""
    if trial.rate is None:
        return f"cannot be played: {trial.error}"
    share = f"{trial.rate.value:6.1%}  ({trial.rate.low:.1%} to {trial.rate.high:.1%})"
    seats = f" of {trial.rate.seats}" if trial.rate.seats != result.games else ""
    return f"{share}{seats}  {trial.change or 'now'}{'  <' if trial is result.best else ''}"


def as_data(plan: TuningPlan, result: Tuning) -> dict[str, JsonValue]:
    """The tuning as plain data."""
    best, undecided, cell = result.best, result.undecided, plan.cell
    return {
        "file": cell.table.shown,
        "field": cell.field,
        "counted": plan.who,
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
    }
