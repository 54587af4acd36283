"""Runs a kit's checks and reports every fault at once.

There are two kinds.  Most are data: `game.yaml` states under `checks:` what to look for in the
tables and what is expected (`checkspec`, `checking`).  What no statement can say, a game adds in
Python: geometry, and what hangs on the meaning of its effects::

    @check("K-home-edge")
    def home_edge(tables: Tables) -> Iterator[Fault]:
        \"\"\"Each home has exactly three neighbours on the board.\"\"\"

They are kept by the package of their module (`generator.games.grumbles`), so that two games may
use one name; `registered(package)` gives those of one game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from generator.errors import Fault, KitError
from generator.model.checking.stated import stated_faults
from generator.model.decks import count_pieces
from generator.model.kitspec import KitFile
from generator.model.records import Tables


@dataclass(frozen=True, slots=True)
class PythonCheck:
    """A check that is a function from a kit's tables to the faults in them."""

    slug: str
    says: str
    find: Callable[[Tables], Iterable[Fault]]


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


_registry: dict[str, dict[str, PythonCheck]] = {}
Finder = Callable[[Tables], Iterable[Fault]]


def check(slug: str) -> Callable[[Finder], Finder]:
    """Registers a function as the check of that name; its docstring says what it makes sure of."""

    def register(find: Finder) -> Finder:
        checks = _registry.setdefault(find.__globals__["__package__"], {})
        assert re.fullmatch(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*", slug), f"{slug!r} names no check"
        assert slug not in checks, f"two checks are named {slug}"
        assert find.__doc__, f"check {slug} does not say what it makes sure of"
        says = find.__doc__.strip().splitlines()[0].removesuffix(".")
        checks[slug] = PythonCheck(slug, says, find)
        return find

    return register


def registered(package: str) -> tuple[PythonCheck, ...]:
    """The Python checks in the modules of a package, in the order they are written."""
    return tuple(_registry.get(package, {}).values())


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
