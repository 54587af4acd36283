"""Turns a kit's checks, stated as data or written in Python, into every fault that they find.

There are two kinds.  Most are data: `game.yaml` states under `checks:` what to look for in the
tables and what is expected (`checkspec`, `checking`).  Some a game adds in Python (`written`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from generator.base.errors import Fault, KitError
from generator.kit.checks.declared import stated_faults
from generator.kit.checks.registry import PythonCheck
from generator.kit.decks import count_pieces
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.records import Tables


@dataclass(frozen=True, slots=True)
class CheckResult:
    """What came of one check."""

    slug: str
    says: str
    faults: tuple[Fault, ...]

    @property
    def passed(self) -> bool:
        return not self.faults

    def as_data(self) -> dict[str, object]:
        """The same as plain data, for `--json` and the manifest."""
        return {
            "check": self.slug,
            "says": self.says,
            "passed": self.passed,
            "faults": [fault.as_data() for fault in self.faults],
        }


@dataclass(frozen=True, slots=True)
class CheckReport:
    """What came of all checks of a kit, in the order they are stated."""

    results: tuple[CheckResult, ...]

    @property
    def faults(self) -> tuple[Fault, ...]:
        return tuple(fault for result in self.results for fault in result.faults)

    @property
    def passed(self) -> bool:
        return not self.faults


def run_checks(kit: KitFile, tables: Tables, python: Iterable[PythonCheck] = ()) -> CheckReport:
    """Runs every check of the kit, those of `game.yaml` first.

    Raises KitError, which names all of them, for checks that cannot be worked out.
    """
    pieces = count_pieces(kit, tables)
    results: list[CheckResult] = []
    broken: list[Fault] = []
    stated = (
        (slug, spec.says, stated_faults(kit, tables, slug, spec, pieces))
        for slug, spec in kit.checks.items()
    )
    written = ((each.slug, each.says, _written(each, tables)) for each in python)
    for slug, says, faults in (*stated, *written):
        if any(result.slug == slug for result in results):
            broken.append(Fault(f'two checks are named "{slug}"', kit.place("checks", slug)))
        try:
            found = tuple(replace(fault, check=fault.check or slug) for fault in faults)
        except KitError as error:
            broken += error.within(item=f'check "{slug}"').faults
        else:
            results.append(CheckResult(slug, says, found))
    if broken:
        raise KitError(broken)
    return CheckReport(tuple(results))


def _written(each: PythonCheck, tables: Tables) -> Iterator[Fault]:
    try:
        yield from each.find(tables)
    except (AttributeError, LookupError) as error:
        raise KitError(f"the data lack what this check looks at: {error}") from error
