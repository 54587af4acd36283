"""Turns a check that `game.yaml` states into the faults that it finds in the tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.base.document import Key
from generator.base.errors import Fault, KitError, Place, short
from generator.kit.checks.coverage import covers
from generator.kit.checks.kinds import FIGURES, refers, unique
from generator.kit.checks.selectors import Located, about, field_of, reach
from generator.kit.checks.spec import Assertion, CheckSpec, RowAssertion
from generator.kit.expressions.evaluate import Expression
from generator.kit.manifest.load import names_in_checks
from generator.kit.manifest.spec import KitFile
from generator.kit.tables.records import Record, Table, Tables


def stated_faults(
    kit: KitFile, tables: Tables, slug: str, spec: CheckSpec, pieces: Mapping[str, int]
) -> Iterator[Fault]:
    """Every fault, at the value that is wrong, or else at its row, its table's file or the check.

    Raises KitError for a check that cannot be worked out.
    """
    for inner, demand, each in spec.demands():
        path: tuple[Key, ...] = ("checks", slug, *inner)
        stated = kit.place(*path)
        look = _Look(kit, tables, spec, demand, each, path)
        variables = {**tables, "pieces": pieces}
        if each is None:
            place = Place(tables[spec.about].place.file) if spec.about else None
            place = place or (about(demand.paths, tables) if demand.paths else None) or stated
            yield from _with_origin(look.run(variables, place), stated)
            continue
        table = tables[each]
        assert isinstance(table, Table)
        for row, label in table.labelled():
            faults = look.run({**variables, "row": row}, row.place, row, label)
            yield from _with_origin(faults, stated)


def _with_origin(faults: Iterable[Fault], stated: Place) -> Iterator[Fault]:
    """The faults; those that point to data tell where the check is stated too."""
    for fault in faults:
        elsewhere = fault.place != stated and not fault.hint
        yield replace(fault, hint=f"stated at {stated}") if elsewhere else fault


class _Look:
    """A demand made ready: its expressions, and the words for what they find."""

    def __init__(
        self,
        kit: KitFile,
        tables: Tables,
        spec: CheckSpec,
        demand: Assertion,
        each: str | None,
        path: tuple[Key, ...],
    ) -> None:
        names = names_in_checks(kit, row=each is not None)

        def ready(key: str, source: str, *more: str) -> Expression | None:
            return Expression(source, [*names, *more], kit.place(*path, key)) if source else None

        self.tables, self.demand = tables, demand
        self.find = ready("find", demand.find)
        self.where = ready("where", demand.where, "it")
        self.expected = Expectation(demand, ready("expect-expr", demand.expect_expr), self.find)
        # Where several things are found under one saying, the demand tells which it was.
        own = demand.says if isinstance(demand, RowAssertion) else ""
        self.name = own or spec.says
        self.says = own or (f"{spec.says}: {demand.in_short}" if spec.all else spec.says)
        self.says = self.says or demand.in_short

    def run(
        self, variables: Mapping[str, Any], place: Place, row: Record | None = None, item: str = ""
    ) -> Iterator[Fault]:
        """The faults for one row, or for the tables as a whole; figures are wrong at `place`."""
        demand, kind = self.demand, self.demand.kind
        if self.find:
            yield from self._judged(self.find(variables), variables, place, item)
            return
        ways = [
            (path, each) for path in demand.paths for each in self._at(path, variables, row, item)
        ]
        found = [each for _, each in ways]
        if kind in FIGURES:
            yield from self._judged(FIGURES[kind](found, demand), variables, place, item)
        elif kind == "every":
            for path, each in ways:
                wrong = self.expected.miss(each.value, variables)
                faults = [Fault(f"{field_of(path)}: {wrong}", each.place, each.item)]
                yield from self._named(faults if wrong else ())
        elif kind == "none":
            for each in found:
                value = "this" if isinstance(each.value, Record) else f'"{each.value}"'
                yield Fault(f"{self.says}: found {value}, expected none", each.place, each.item)
        elif kind == "unique":
            yield from self._named(unique(ways, demand))
        elif kind == "covers":
            assert demand.die is not None
            name = ", ".join(demand.paths)
            yield from self._named(covers(found, demand.by, demand.die, name, place), item)
        else:
            into = self.tables[demand.into or ""]
            assert isinstance(into, Table)
            yield from self._named(
                refers(found, into, demand, lambda times, _: self.expected.miss(times, variables))
            )

    def _at(
        self, path: str, variables: Mapping[str, Any], row: Record | None, item: str
    ) -> Iterator[Located]:
        try:
            for found in reach(path, self.tables, row, item):
                if found.value is None and self.demand.kind != "list":
                    continue
                if self.where is None or self.where({**variables, "it": found.it}):
                    yield found
        except KitError as error:
            raise error.within(item=item) from None

    def _judged(
        self, found: Any, variables: Mapping[str, Any], place: Place, item: str
    ) -> Iterator[Fault]:
        wrong = self.expected.miss(found, variables)
        if wrong:
            yield Fault(f"{self.says}: {wrong}", place, item)

    def _named(self, faults: Iterable[Fault], item: str = "") -> Iterator[Fault]:
        """The faults with what the check makes sure of in front."""
        for fault in faults:
            message = f"{self.name}: {fault.message}" if self.name else fault.message
            yield replace(fault, message=message, item=fault.item or item)


class Expectation:
    """What a demand expects, ready to be held against many things found."""

    def __init__(
        self, demand: Assertion, expect: Expression | None, find: Expression | None
    ) -> None:
        self.demand, self.expect, self.find = demand, expect, find

    def miss(self, found: Any, variables: Mapping[str, Any]) -> str:
        """`found 4, expected 1..3`; empty if it is as expected.

        Raises KitError if a number is expected of something that is none.
        """
        demand = self.demand
        if demand.limited:
            if isinstance(found, bool) or not isinstance(found, (int, float)):
                what = f"the expression `{demand.find}`" if self.find else demand.in_short
                raise KitError(
                    f"{what} gives {shown(found)}, but from and to need a number",
                    place=self.find.place if self.find else None,
                )
            fits, expected = demand.allow(found), demand.in_words
        else:
            wanted = self.expect(variables) if self.expect else demand.expect
            fits = found == wanted and isinstance(found, bool) == isinstance(wanted, bool)
            expected = shown(wanted)
        return "" if fits else f"found {shown(found)}, expected {expected}"


def shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else short(value, 200)
