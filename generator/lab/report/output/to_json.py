"""JSON output of a report: all results as plain data, for other programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.engine.statistics.component_win_rates import usages_as_data
from generator.engine.statistics.intervals import Difference
from generator.lab.report.ablation import ablations
from generator.lab.report.compare import Comparison, Shift, V
from generator.lab.report.component_supply import Supply
from generator.lab.report.data_diff import edits
from generator.lab.report.document import ReportDocument
from generator.lab.report.load import Collection, Version
from generator.lab.report.paired import Mean
from generator.lab.report.phrases import replay_command
from generator.lab.report.results import RunResults
from generator.lab.report.sections.components import effect_rows
from generator.lab.report.sections.games import fired_in, never_fired
from generator.lab.report.sections.named_component import NamedResult


def report_as_data(
    collection: Collection, document: ReportDocument, named: Sequence[NamedResult] = ()
) -> dict[str, Any]:
    """All results of all runs, and the summary."""
    return {
        "kit": collection.kit.name,
        "title": document.title,
        "summary": [each.full for each in document.summary],
        **_of(named),
        "versions": [_version(version) for version in collection.versions],
    }


def comparison_as_data(
    comparison: Comparison, document: ReportDocument, named: Sequence[NamedResult] = ()
) -> dict[str, Any]:
    """The comparison of two versions, and its summary."""
    return {
        "title": document.title,
        "summary": [each.full for each in document.summary],
        **_of(named),
        "before": _named(comparison.before),
        "after": _named(comparison.after),
        "edits": [edit._asdict() for edit in edits(comparison.before.data, comparison.after.data)],
        "compared": [
            {
                "plan": one.before.plan.as_data(),
                "runs": [one.before.number, one.after.number],
                "in-pairs": one.in_pairs,
                "results": [_shift(shift) for shift in one.results],
                "turns": _mean(one.turns),
                "used": [_shift(shift) for shift in one.used],
                "parts": [_shift(change) for change in one.parts],
                "games-for-one-point": [
                    {
                        "name": size.name,
                        "games-of-each": size.unpaired_games,
                        "pairs": size.pairs,
                        "seen-by-these": round(size.detectable, 4),
                    }
                    for size in one.sample_sizes
                ],
            }
            for one in comparison.compared
        ],
        "alone": [run.number for run in comparison.unmatched],
    }


def _of(named: Sequence[NamedResult]) -> dict[str, Any]:
    return {"of": [each.as_data() for each in named]} if named else {}


def _named(version: Version) -> dict[str, Any]:
    return {
        "file": version.file,
        "data": version.fingerprint,
        "program": version.program,
        "games": version.games,
    }


def _version(version: Version) -> dict[str, Any]:
    return {
        **_named(version),
        "runs": [_run(run) for run in version.runs],
        "rules": {
            each.rule: {
                **each.games.as_data(),
                "times": each.times,
                "seed": each.seed,
                "command": replay_command(run, each.seed),
            }
            for run, each in fired_in(version)
        },
        "never": list(never_fired(version)),
        "components": {
            supply.kind: {"run": number, **_supply(supply)} for number, supply in version.supplies
        },
        "restricted": [
            {
                "bars": list(map(str, pair.banned.plan.bans)),
                "runs": [pair.free.number, pair.banned.number],
                "effects": [
                    {
                        "name": each.name,
                        "pairs": each.pairs.total,
                        "won": each.pairs.one.as_data(),
                        "won-barred": each.pairs.other.as_data(),
                        **_difference(each.pairs.difference, each.p, each.significant),
                    }
                    for each in pair.effects
                ],
                "turns": _mean(pair.turns),
            }
            for pair in ablations(version.played)
        ],
    }


def _run(run: RunResults) -> dict[str, Any]:
    return {
        "run": run.number,
        "plan": run.plan.as_data(),
        "version": run.version,
        "games": run.games,
        "failed": [record.as_data() for record in run.failed],
        "seeds": list(run.seeds),
        "won": [{"name": won.name, **won.share.as_data(), "seed": won.seed} for won in run.won],
        "fair-share": round(run.fair, 4),
        "endings": [
            {
                "result": ending.result,
                "rule": ending.rule,
                **ending.share.as_data(),
                "seed": ending.seed,
            }
            for ending in run.endings
        ],
        "turns": _length(run),
        "parts": usages_as_data(run.usages),
        "used": {
            row.item: {
                "games": effect.games.as_data(),
                "seed": row.seed,
                **(_difference(row.difference, row.p, row.significant) if run.cooperative else {}),
            }
            for effect, row in zip(run.effects, effect_rows(run.effects, run.families), strict=True)
        },
        "measures": {
            each.name: {
                "mean": round(each.mean, 4),
                "median": each.median,
                "most": {"value": each.most, "seed": each.seed},
            }
            for each in run.measures
        },
        "never": list(run.never),
        "most-in-use": {supply.kind: _supply(supply) for supply in run.supplies},
        "games-held-back": run.held,
        "games-forced": run.forced,
    }


def _length(run: RunResults) -> dict[str, Any] | None:
    found = run.length
    if found is None:
        return None
    return {
        **found.as_data(),
        "mean": round(found.mean, 4),
        "quartiles": list(found.quartiles),
        "games": {str(turns): games for turns, games in found.games.items()},
    }


def _supply(supply: Supply) -> dict[str, Any]:
    return {
        "most": supply.most,
        "printed": supply.printed,
        "seed": supply.seed,
        "enough": None if supply.printed is None else not supply.short,
    }


def _shift(shift: Shift[V]) -> dict[str, Any]:
    return {
        "name": shift.name,
        "before": shift.before.as_data(),
        "after": shift.after.as_data(),
        **_difference(shift.difference, shift.p, shift.significant),
    }


def _difference(found: Difference | None, p: float, significant: bool) -> dict[str, Any]:
    """A difference, its p-value after Holm's correction, and whether it is significant."""
    data: dict[str, Any] = found.as_data() if found else {"difference": None}
    return {**data, "p": round(p, 4), "remains": significant}


def _mean(found: Mean | None) -> dict[str, Any] | None:
    if found is None:
        return None
    rounded: Sequence[float] = [round(found.low, 4), round(found.high, 4)]
    return {"difference": round(found.value, 4), "95%": rounded, "p": round(found.p, 4)}
