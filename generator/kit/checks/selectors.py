"""Turns a path such as `monsters.slots.limb` into the values there, each knowing its place.

A path begins with a table, or with `row` in a check that is made for each row.  What follows are
fields; a list on the way is gone through, an optional field left out on it is passed over.  So `cards` is
every card, `cards.cost` every cost, and `monsters.slots.limb` every limb in any slot of any monster.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from generator.base.errors import Fault, KitError, Place, did_you_mean, short
from generator.kit.tables.field_types import DataField
from generator.kit.tables.fields import AnyField, ListField, MapField, RecordField
from generator.kit.tables.load import TableSpec
from generator.kit.tables.records import Record, Table, Tables

ROW = "row"


class Located(NamedTuple):
    """One value at the end of a path."""

    value: Any
    it: Record
    """The value itself if it is a record, else the record that holds it."""
    place: Place
    item: str
    """The row of the table that it belongs to, as messages call it."""


def reach(
    path: str, tables: Tables, row: Record | None = None, item: str = ""
) -> Iterator[Located]:
    """The values at the end of a path, None where the last field is left out.

    Raises KitError where a record has no such field.
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
    for each, label in table.labelled():
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
    if isinstance(value, Record):
        it = value
    if not fields:
        yield Located(value, it, place, item)
        return
    field, *rest = fields
    if not isinstance(value, Record) or field not in value:
        known = list(value) if isinstance(value, Record) else []
        hint = did_you_mean(field, known)
        raise KitError(f'{short(value)} has no field "{field}"', place=place, item=item, hint=hint)
    yield from _inside(value[field], it, value.place_of(field), item, rest)


def field_of(path: str) -> str:
    """What the values at the end of a path are called: `limb`."""
    return path.rpartition(".")[2]


def about(paths: tuple[str, ...], tables: Tables) -> Place | None:
    """The file of the table that the first path begins with."""
    table = tables.get(paths[0].partition(".")[0])
    return Place(table.place.file) if isinstance(table, (Table, Record)) else None


def misnamed(
    path: str, specs: Mapping[str, TableSpec], each: str | None, place: Place, item: str
) -> Iterator[Fault]:
    """A fault if the path begins with no table, or goes on with a field that is not there."""
    root, *fields = path.split(".")
    if root == ROW and each is None:
        says, hint = '"row" is there only with "each"', "begin with the name of a table"
        yield Fault(says, place, item, hint)
        return
    name = each if root == ROW and each else root
    if name not in specs:
        yield Fault(f'there is no table "{name}"', place, item, did_you_mean(name, specs))
        return
    spec: AnyField | None = None
    known: Mapping[str, AnyField] = specs[name].fields
    way = root
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
                yield Fault(f'"{way}" has no field "{field}"', place, item, hint)
                return
            spec = known[field]
        else:
            yield Fault(f'"{way}" is {spec.type}, which has no fields', place, item)
            return
        way = f"{way}.{field}"
