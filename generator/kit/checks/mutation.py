"""Mutation testing of checks: changes data in every way that a check forbids; it must find each change.

A change counts if the check reads the changed value (`reads`).  It is *found* if the first fault names
a right line.  A change that is not found may be *allowed*, for a stated reason.  A second
implementation of the check decides that: `oracle` for checks in `game.yaml`, a function of its own
for a check in Python (`check(..., oracle=...)`), or else the kinds of changes that it declares as
harmless (`allows=...`).  All other changes have *escaped*.  Changes of values that a check does not
read, and those that its second implementation allows, must not make it fire.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import partial
from itertools import chain
from operator import itemgetter

from generator.base.errors import Fault, KitError, Place
from generator.kit.checks.declared import declared_faults, shown
from generator.kit.checks.mutants import Change, changes, spread
from generator.kit.checks.oracle import Oracle
from generator.kit.checks.other_values import DOUBLE, DROP
from generator.kit.checks.reads import Finder, Pieces, Reads, ReadTracker
from generator.kit.checks.registry import PythonCheck
from generator.kit.checks.spec import CheckSpec
from generator.kit.expressions.evaluate import MAX_STEPS, begin, steps_taken
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.changes import value_at
from generator.kit.tables.records import Record, Tables, rows_of

PASS_SHARE = 0.95
"""Share of forbidden changes that every check should find."""
BUDGET_FACTOR = 4
"""Factor of the step budget for expressions that all changes of a kit may take together; after three
quarters of it, checks are tried with fewer changes."""
MAX_CHANGES = 200_000
"""Most changes that are listed, weighted by the values in each; if there are more, a fair sample."""
MAX_COMPARISONS = 5_000_000
"""Most comparisons of changes with the reads of checks, for all checks together."""
AT_VALUES = ("every", "none")
"""Kinds of assertions whose faults point to the wrong value."""
TRIES_PER_CHANGE = 4
"""Most changes that are tried for each forbidden change wanted."""
MAX_VALUES_READ = 1_500_000
"""Most values that all checks together read in tries; each check has at least `MIN_TRIES` tries."""
VALUES_PER_TRY = 30
"""Fixed cost of a try, in values read."""
MIN_TRIES = 3
MAX_CONTROLS = 20
"""Most changes of values that a check does not read, with which it must pass."""


@dataclass
class Score:
    """Score of a check: the results of the changes that it was tried with."""

    slug: str
    found: int = 0
    allowed: Counter[str] = field(default_factory=Counter)
    """Numbers of changes that the check does not forbid, by reason."""
    escaped: list[str] = field(default_factory=list)
    """Forbidden changes that it did not find, or for which it named no right line."""
    alarms: list[str] = field(default_factory=list)
    """Changes at which it fired although it does not forbid them."""

    @property
    def share(self) -> float:
        """The share of forbidden changes that were found; 0 if none were tried."""
        tried = self.found + len(self.escaped)
        return self.found / tried if tried else 0.0

    @property
    def passed(self) -> bool:
        return self.share >= PASS_SHARE and not self.alarms

    def __str__(self) -> str:
        why = "; ".join(f"{count} allowed: {reason}" for reason, count in self.allowed.items())
        line = f"{self.slug}: {self.share:.0%} of {self.found + len(self.escaped)} changes found"
        return f"{line} ({why})" if why else line

    def as_data(self) -> dict[str, object]:
        """The score as plain data."""
        return {
            "check": self.slug,
            "share": self.share,
            "found": self.found,
            "allowed": dict(self.allowed),
            "escaped": self.escaped,
            "alarms": self.alarms,
        }


@dataclass(frozen=True)
class _Subject:
    """A check of either kind, for mutation testing."""

    slug: str
    find: Finder
    oracle: Callable[[Tables, Mapping[str, int]], bool | None]
    """Second implementation of the check."""
    reason: str
    """Reason why a change is allowed that both implementations pass."""
    allows: Mapping[str, str]
    """Kinds of changes that are allowed if the second implementation cannot tell, with the reasons."""
    at_values: bool
    """Whether faults must point to the changed value itself, not to its row or table."""
    stated: bool
    """Whether it is declared in `game.yaml`."""


def scores(
    kit: KitFile, tables: Tables, python: Iterable[PythonCheck], most: int | None = None
) -> Iterator[Score]:
    """Yield the score of every check of a kit, tried with at most `most` forbidden changes each.

    The changes are the same at each call, spread evenly over all possible ones.  Checks that take
    many steps are tried with fewer changes, and come last.
    """
    begin(BUDGET_FACTOR)
    steps = 3 * BUDGET_FACTOR * MAX_STEPS // 4
    stated = (_declared_subject(kit, slug, spec) for slug, spec in kit.checks.items())
    subjects = [*stated, *map(_python_subject, python)]
    most_changes = min(MAX_CHANGES, MAX_COMPARISONS // max(1, len(subjects)))
    all_changes = _list_changes(kit, tables, most_changes)
    tracker, places = ReadTracker(kit, tables), _Places(tables)
    costs = []
    for subject in subjects:
        before = steps_taken()
        reads = tracker.reads(subject.find)
        costs.append((steps_taken() - before, subject, reads))
    # The cheapest go first, so that the steps they leave are for the most expensive.
    costs.sort(key=itemgetter(0))
    for number, (_, subject, reads) in enumerate(costs):
        remaining = len(costs) - number
        score = Score(subject.slug)
        last = steps_taken() + (steps - steps_taken()) // remaining
        spoiled = frozenset(_spoiled_places(subject, kit, places, reads))
        share = MAX_VALUES_READ // (len(subjects) * (VALUES_PER_TRY + len(reads.values)))
        tries = min(TRIES_PER_CHANGE * most, max(MIN_TRIES, share)) if most else None
        relevant, others = _split_changes(all_changes, reads)
        for change in spread(relevant)[:tries]:
            if most and (score.found + len(score.escaped) >= most or steps_taken() > last):
                break
            _try(subject, change, kit, tables, spoiled, score)
        controls = min(MAX_CONTROLS, tries or MAX_CONTROLS, most or MAX_CONTROLS)
        for change in spread(others)[:controls]:
            with suppress(KitError):  # such as too many pieces, so that no check runs
                if _faults(subject, kit, change.of(tables)):
                    score.alarms.append(_description(change, tables))
        yield score


def _split_changes(found: Iterable[Change], reads: Reads) -> tuple[list[Change], list[Change]]:
    """The changes of values that a check reads, and the others."""
    parts: tuple[list[Change], list[Change]] = [], []
    for change in found:
        parts[not reads.touches(change)].append(change)
    return parts


def _list_changes(kit: KitFile, tables: Tables, most: int) -> list[Change]:
    """The changes of a kit's tables, sorted by table and row; a sample if there are many."""
    found = []
    for change in changes(tables, kit.tables):
        most -= 1 + (len(change.value) if isinstance(change.value, tuple) else 0)
        if most < 0:
            break
        found.append(change)
    order = {name: number for number, name in enumerate(kit.tables)}
    return sorted(found, key=lambda change: (order[change.table], change.row))


def _declared_subject(kit: KitFile, slug: str, spec: CheckSpec) -> _Subject:
    oracle = Oracle(kit, spec)
    find = partial(declared_faults, kit, slug, spec)
    at_values = all(one.kind in AT_VALUES and each is None for _, one, each in spec.assertions())
    return _Subject(slug, find, oracle.holds, oracle.reasons, {}, at_values, stated=True)


def _python_subject(each: PythonCheck) -> _Subject:
    def oracle(tables: Tables, _: Mapping[str, int]) -> bool | None:
        return each.oracle(tables) if each.oracle else None

    return _Subject(
        each.slug, lambda tables, _: each.find(tables), oracle, "the oracle accepts it, too",
        each.allows, at_values=False, stated=False,
    )  # fmt: skip


def _reason_allowed(subject: _Subject, change: Change, kit: KitFile, tables: Tables) -> str:
    """The reason why a change that a check passes is allowed; "" if it is not."""
    sound = subject.oracle(tables, Pieces(kit, tables))
    if sound is not None:
        return subject.reason if sound else ""
    what = f"{change.kind} {change.field}"
    return next((why for kind, why in subject.allows.items() if fnmatchcase(what, kind)), "")


def _faults(subject: _Subject, kit: KitFile, tables: Tables) -> list[Fault]:
    return list(subject.find(tables, Pieces(kit, tables)))


def _try(
    subject: _Subject,
    change: Change,
    kit: KitFile,
    tables: Tables,
    spoiled: Set[Place],
    score: Score,
) -> None:
    changed = change.of(tables)
    try:
        faults = _faults(subject, kit, changed)
    except KitError as error:
        if subject.stated:  # the error names the check that cannot be evaluated, and why
            score.found += 1
        else:
            score.escaped.append(f"{_description(change, tables)}: the check crashes: {error}")
        return
    except (LookupError, AttributeError, TypeError, ValueError) as error:
        score.escaped.append(f"{_description(change, tables)}: the check crashes: {error!r}")
        return
    if faults and subject.oracle(changed, Pieces(kit, changed)):
        score.alarms.append(f"{_description(change, tables)}: {faults[0].message}")
    elif faults:
        place = faults[0].place
        if place in spoiled or place in set(_changed_places(change, tables)):
            score.found += 1
        else:
            where = ", ".join(dict.fromkeys(str(fault.place) for fault in faults))
            score.escaped.append(f"{_description(change, tables)}: the fault points to {where}")
    elif why := _reason_allowed(subject, change, kit, changed):
        score.allowed[why] += 1
    else:
        score.escaped.append(_description(change, tables))


def _changed_places(change: Change, tables: Tables) -> Iterator[Place]:
    """Yield the places of the change itself, to which a fault may point."""
    yield from change.places(tables)
    if change.kind in ("drop", "double") and not change.path:
        yield Place(tables[change.table].place.file)


class _Places(dict[str, frozenset[Place]]):
    """The places of each table (its file, rows and values), computed on demand."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def __missing__(self, name: str) -> frozenset[Place]:
        table = self._tables[name]
        found = chain.from_iterable(map(_places_in, rows_of(table)))
        self[name] = frozenset((Place(table.place.file), *found))
        return self[name]


def _spoiled_places(
    subject: _Subject, kit: KitFile, places: Mapping[str, Set[Place]], reads: Reads
) -> Iterator[Place]:
    """Yield the places of the check and of the tables it reads, to which a fault may also point."""
    if subject.at_values:
        return
    stated = kit.checks.get(subject.slug)
    if stated is not None:
        for path, _, _ in stated.assertions():
            yield kit.place("checks", subject.slug, *path)
    for name in {*reads.rows, *(table for table, _, _ in reads.values)}:
        yield from places[name]


def _places_in(row: Record) -> Iterator[Place]:
    yield row.place
    for name, value in row.items():
        yield row.place_of(name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, Record):
                yield from _places_in(part)


def _description(change: Change, tables: Tables) -> str:
    """A change in words, with the number of a list's entry: `data/x.yaml:3: drop goats.horns 2`."""
    what = f"{next(change.places(tables))}: {change.kind} {change.field}"
    numbers = [step + 1 for step in change.path if isinstance(step, int)]
    if change.path and change.kind in (DROP, DOUBLE):
        old = value_at(rows_of(tables[change.table])[change.row], change.path)
        numbers.append(1 + _entry(change.kind, old, change.value))
    elif change.path and change.other is None and change.value is not None:
        return f"{' '.join([what, *map(str, numbers)])} to {shown(change.value)}"
    return " ".join([what, *map(str, numbers)])


def _entry(kind: str, old: Sequence[object], new: Sequence[object]) -> int:
    """The index of the entry of a list that was dropped or doubled."""
    if kind == DOUBLE:
        return old.index(new[-1])
    return next(
        (at for at, (one, two) in enumerate(zip(old, new, strict=False)) if one != two), len(new)
    )
