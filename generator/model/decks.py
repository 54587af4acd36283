"""Turns a component of a kit into its pieces: which rows it prints, and how many of each."""

from __future__ import annotations

from typing import NamedTuple

from generator.model.expressions import Expression
from generator.model.kitspec import Component, KitFile
from generator.model.records import Record, Table, Tables


class Deal(NamedTuple):
    """One row of a component's table (None for a component without one) and its copies."""

    row: Record | None
    copies: int


def deal(component: Component, tables: Tables) -> tuple[Deal, ...]:
    """The pieces of a component, in the order of its table; rows with no copies are left out.

    Raises KitError if its `where` cannot be worked out.
    """
    if component.each is None:
        assert isinstance(component.copies, int)
        return (Deal(None, component.copies),)
    table = tables[component.each]
    assert isinstance(table, Table)
    rows = table.rows
    if component.where is not None:
        wanted = Expression(component.where, [*tables, "row"], component.place_of("where"))
        rows = tuple(row for row in rows if wanted({**tables, "row": row}))
    deals = (Deal(row, _copies(component, row)) for row in rows)
    return tuple(each for each in deals if each.copies)


def count_pieces(kit: KitFile, tables: Tables) -> dict[str, int]:
    """How many pieces each component of a kit has, by its id."""
    return {
        component.id: sum(each.copies for each in deal(component, tables))
        for component in kit.components
    }


def _copies(component: Component, row: Record) -> int:
    copies = component.copies
    return copies if isinstance(copies, int) else int(row[copies])
