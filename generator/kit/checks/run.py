"""Check runner: runs a kit's checks, declared as data or written in Python.

Most checks are data: `game.yaml` declares under `checks:` what to select from the tables, and the
expected result (`spec`, `declared`).  A game can add checks in Python (`registry`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from generator.base.errors import Fault, KitError
from generator.kit.checks.declared import declared_faults
from generator.kit.checks.registry import PythonCheck
from generator.kit.decks import count_pieces
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.records import Tables


@dataclass(frozen=True, slots=True)
class CheckResult:
    """The result of one check."""

    slug: str
    description: str
    faults: tuple[Fault, ...]

    @property
    def passed(self) -> bool:
        return not self.faults

    def as_data(self) -> dict[str, object]:
        """The result as plain data, for `--json` and the manifest."""
        return {
            "check": self.slug,
            "says": self.description,
            "passed": self.passed,
            "faults": [fault.as_data() for fault in self.faults],
        }


@dataclass(frozen=True, slots=True)
class CheckReport:
    """The results of all checks of a kit, in the order of `game.yaml`."""

    results: tuple[CheckResult, ...]

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for result in self.results for fault in result.faults)

    @property
    def passed(self) -> bool:
        return not self.faults


def run_checks(kit: KitFile, tables: Tables, python: Iterable[PythonCheck] = ()) -> CheckReport:
    """Run every check of the kit, those of `game.yaml` first.

    Raises KitError if checks cannot be evaluated; their faults come first.
    """
    report, broken = run_possible_checks(kit, tables, python)
    if broken:
        raise KitError([*broken, *report.faults])
    return report


def run_possible_checks(
    kit: KitFile, tables: Tables, python: Iterable[PythonCheck] = ()
) -> tuple[CheckReport, list[Fault]]:
    """Run every check; return the results, and the faults of checks that cannot be evaluated.

    Raises KitError if the pieces cannot be counted.
    """
    pieces = count_pieces(kit, tables)
    results: list[CheckResult] = []
    known: set[str] = set()
    broken: list[Fault] = []
    stated = (
        (slug, spec.description, declared_faults(kit, slug, spec, tables, pieces))
        for slug, spec in kit.checks.items()
    )
    written = ((each.slug, each.description, _run_python(each, tables)) for each in python)
    for slug, description, faults in (*stated, *written):
        if slug in known:
            message = f'two checks are named "{slug}"'
            broken.append(Fault(message, kit.place("checks", slug), check="duplicate-id"))
        try:
            found = tuple(replace(fault, check=fault.check or slug) for fault in faults)
        except KitError as error:
            broken += error.within(item=f'check "{slug}"').faults
        else:
            results.append(CheckResult(slug, description, found))
            known.add(slug)
    return CheckReport(tuple(results)), broken


def _run_python(each: PythonCheck, tables: Tables) -> Iterator[Fault]:
    try:
        yield from each.find(tables)
    except (AttributeError, LookupError) as error:
        message = f"the data has no field or row that this check needs: {error}"
        raise KitError(message, check="check-data") from error
