"""Path selectors: the values at a path such as `monsters.slots.limb`, each with its place.

A path begins with a table, or with `row` in a check that runs for each row.  Field names follow;
lists on the way are iterated, missing optional fields are skipped.  So `cards` selects every card,
`cards.cost` every cost, and `monsters.slots.limb` every limb in any slot of any monster.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.base.errors import Fault, KitError, Place, did_you_mean, short
from generator.kit.tables.field_types import DataField
from generator.kit.tables.fields import AnyField, ListField, MapField, RecordField
from generator.kit.tables.load import TableSpec
from generator.kit.tables.records import Located, Record, Table, Tables

ROW = "row"


def select(
    path: str, tables: Tables, row: Record | None = None, item: str = ""
) -> Iterator[Located]:
    """Yield the values at the end of a path, None where the last field is missing.

    Raises KitError if a record has no such field.
    """
    root, *fields = path.split(".")
    if root == ROW:
        assert row is not None
        yield from _inside(row, row, row.place, item, fields)
        return
    table = tables[root]
    if isinstance(table, Record):
        yield from _inside(table, table, table.place, "", fields)
        return
    for each, label in table.with_labels():
        yield from _inside(each, each, each.place, label, fields)


def _inside(
    value: Any, it: Record, place: Place, item: str, fields: list[str]
) -> Iterator[Located]:
    if value is None and fields:
        return
    if isinstance(value, tuple):
        for part in value:
            inner = part.place if isinstance(part, Record) else place
            yield from _inside(part, it, inner, item, fields)
        return
    # Plain values first: Record has an abstract base, which makes isinstance slow.
    is_record = not isinstance(value, (str, int, float)) and isinstance(value, Record)
    if is_record:
        it = value
    if not fields:
        yield Located(value, it, place, item)
        return
    field, *rest = fields
    if not is_record or field not in value:
        known = list(value) if is_record else []
        hint = did_you_mean(field, known)
        message = f'{short(value)} has no field "{field}"'
        raise KitError(message, place=place, item=item, hint=hint, check="unknown-field")
    yield from _inside(value[field], it, value.place_of(field), item, rest)


def field_of(path: str) -> str:
    """The last field of a path: `limb`."""
    return path.rpartition(".")[2]


def subject(paths: tuple[str, ...], tables: Tables) -> Place | None:
    """The file of the table with which the first path begins."""
    table = tables.get(paths[0].partition(".")[0])
    return Place(table.place.file) if isinstance(table, (Table, Record)) else None


def unknown_names(
    path: str, specs: Mapping[str, TableSpec], each: str | None, place: Place, item: str
) -> Iterator[Fault]:
    """Yield a fault if the path does not begin with a table, or has an unknown field."""
    root, *fields = path.split(".")
    if root == ROW and each is None:
        message, hint = '"row" needs "each"', 'add "each", or start with the name of a table'
        yield Fault(message, place, item, hint, "unknown-field")
        return
    name = each if root == ROW and each else root
    if name not in specs:
        hint = did_you_mean(name, specs)
        yield Fault(f'there is no table "{name}"', place, item, hint, "unknown-table")
        return
    spec: AnyField | None = None
    known: Mapping[str, AnyField] = specs[name].fields
    prefix = root
    for field in fields:
        while isinstance(spec, ListField):
            spec = spec.of
        if isinstance(spec, DataField):
            return
        if isinstance(spec, MapField):
            spec = spec.values
        elif isinstance(spec, RecordField) or spec is None:
            known = known if spec is None else spec.fields
            if field not in known:
                hint = did_you_mean(field, known)
                message = f'"{prefix}" has no field "{field}"'
                yield Fault(message, place, item, hint, "unknown-field")
                return
            spec = known[field]
        else:
            message = f'"{prefix}" has the type {spec.type}, which has no fields'
            yield Fault(message, place, item, check="unknown-field")
            return
        prefix = f"{prefix}.{field}"
