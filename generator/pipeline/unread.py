"""Unread numbers of a kit: those that no check, template, text or example reads.

Such a number can be changed, and whatever else says it stays as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial

from generator.base.errors import Fault, KitError
from generator.base.side_by_side import job_limit
from generator.engine.of_kit import ExampleRuns, examples_of
from generator.engine.registry import make_game
from generator.engine.testing.example_run import run_example
from generator.kit.checks.declared import declared_faults
from generator.kit.checks.reads import Finder, ReadTracker
from generator.kit.checks.registry import PythonCheck
from generator.kit.decks import deal
from generator.kit.load import Kit
from generator.kit.tables.changes import ValuePath, value_at, with_row, with_value
from generator.kit.tables.filled_texts import with_filled_texts
from generator.kit.tables.load import read_tables
from generator.kit.tables.records import Tables, rows_of
from generator.pipeline.check import CheckContext, written_checks
from generator.press.pieces.piece import Part
from generator.press.rulebook.of_kit import compose_book, rulebook_context

Number = tuple[str, int, ValuePath]
"""A number of the tables: its table, the index of its row, and its path there."""


def unread_numbers(kit: Kit) -> list[str]:
    """The unread numbers of a kit: `cards.cost` if no row's is read, otherwise `cards.gull.cost`."""
    tracker = ReadTracker(kit.file, kit.tables)
    drawing = CheckContext(replace(kit, tables=tracker.tables), "full", "")
    drawing.runs = ExampleRuns(kit)  # what rules read counts only if it matters to an example
    read = {value for find in _checks(kit) for value in tracker.reads(find).values}
    with job_limit(1):  # what another process reads is not recorded
        read |= tracker.reads(lambda *_: _draw(drawing)).values
        parts, _ = drawing.faces.possible_parts()  # whose facts for screen readers read every field
        read |= tracker.reads(lambda *_: _compose(drawing, parts)).values
    fields: dict[str, list[Number]] = {}
    for number in _numbers(kit.tables):
        fields.setdefault(_field(number), []).append(number)
    names: list[str] = []
    for field, numbers in fields.items():
        unread = [number for number in numbers if number not in read]
        if not unread or _matter(kit, unread):
            continue
        rows = dict.fromkeys(_name(kit.tables, number) for number in unread)
        names += [field] if len(unread) == len(numbers) else rows
    return names


def _checks(kit: Kit) -> Iterator[Finder]:
    for slug, spec in kit.file.checks.items():
        yield partial(declared_faults, kit.file, slug, spec)
    for check in written_checks(kit):
        yield partial(_run, check)


def _run(check: PythonCheck, tables: Tables, _: Mapping[str, int]) -> Iterable[Fault]:
    return check.find(tables)


def _draw(context: CheckContext) -> Iterator[Fault]:
    """Draw the faces of every piece; yield the faults of those that cannot be drawn."""
    for component in context.kit.file.components:
        for row, _ in deal(component, context.kit.tables):
            for face in ("front", "back") if component.back else ("front",):
                try:
                    context.faces.face(component.id, row["id"] if row else None, face)
                except KitError as error:
                    yield from error.faults


def _compose(context: CheckContext, parts: Sequence[Part]) -> Iterator[Fault]:
    """Compose the rulebook and its quick-start sheet, if there are any; yield their faults."""
    book = context.kit.file.rulebook
    for quick_start in (False, bool(book.quick_start)) if book else ():
        try:
            manuscript = rulebook_context(
                context.faces, parts, context.paper, quick_start=quick_start
            )
            compose_book(context.faces, manuscript)
        except KitError as error:
            yield from error.faults


def _numbers(tables: Tables) -> Iterator[Number]:
    for name, table in tables.items():
        for index, row in enumerate(rows_of(table)):
            for path in _paths(row):
                yield name, index, path


def _paths(value: object) -> Iterator[ValuePath]:
    """Yield the path of every number in a value."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        yield ()
    parts: Iterable[tuple[str | int, object]] = ()
    if isinstance(value, Mapping):
        parts = value.items()
    elif isinstance(value, tuple):
        parts = enumerate(value)
    for step, part in parts:
        for path in _paths(part):
            yield (step, *path)


def _field(number: Number) -> str:
    table, _, path = number
    return ".".join([table, *(step for step in path if isinstance(step, str))])


def _name(tables: Tables, number: Number) -> str:
    table, index, _ = number
    field = _field(number).removeprefix(f"{table}.")
    return f"{table}.{rows_of(tables[table])[index].get('id', index + 1)}.{field}"


def _matter(kit: Kit, numbers: Sequence[Number]) -> bool:
    """Whether with other values for these a text of the tables changes, or an example fails."""

    def changed(tables: Tables) -> Tables:
        for table, index, path in numbers:
            row = rows_of(tables[table])[index]
            tables = with_row(tables, table, index, with_value(row, path, value_at(row, path) + 1))
        return tables

    fields = {name: spec.fields for name, spec in kit.file.tables.items()}
    try:
        tables = with_filled_texts(changed(read_tables(kit.file.tables, kit.folders.data)), fields)
        if [*map(rows_of, tables.values())] != [*map(rows_of, changed(kit.tables).values())]:
            return True
        game = make_game(kit.name, kit.file, tables, kit.folders.data, kit.folders.games)
        for example in examples_of(kit.folders):
            run_example(game, example)
    except Exception:  # a value that breaks the game matters, too
        return True
    return False
