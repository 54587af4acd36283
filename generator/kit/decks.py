"""Decks: the rows of its table that a component prints, and the copies of each."""

from __future__ import annotations

from typing import NamedTuple

from generator.base.errors import KitError, describe_value
from generator.kit.expressions.evaluate import Expression
from generator.kit.manifest.spec import Component, KitFile
from generator.kit.tables.records import Record, Tables, table_named

MAX_PIECES = 5_000
"""Most pieces of a kit, copies included: some 600 sheets of cards, five times the largest known deck.
Tables with many rows may have more: see `COPIES_PER_ROW`."""
COPIES_PER_ROW = 4
"""Most pieces per row of a kit, on average, for any number of rows."""


class Deal(NamedTuple):
    """A row of a component's table (None for a component without one) and its number of copies."""

    row: Record | None
    copies: int


def piece_id(component: Component, row: Record | None) -> str:
    """The id of a piece: "card/gull", or that of a component without rows."""
    return component.id if row is None else f"{component.id}/{row['id']}"


def deal(component: Component, tables: Tables, players: int | None = None) -> tuple[Deal, ...]:
    """The pieces of a component, in the order of its table; rows without copies are omitted.

    With `players`, only the pieces that a game of that many needs.  Raises KitError if its `where` or
    its `needed` cannot be evaluated.
    """
    deals = _all_deals(component, tables)
    if players is not None and component.needed is not None:
        names = [*tables, "players", "row"]
        needed_copies = Expression(component.needed, names, component.place_of("needed"))
        known = {**tables, "players": players}
        deals = tuple(
            each._replace(
                copies=_needed(component, each, needed_copies({**known, "row": each.row}))
            )
            for each in deals
        )
    return tuple(each for each in deals if each.copies)


def _needed(component: Component, each: Deal, needed: object) -> int:
    """The number of copies of a piece that a game needs, from the value of `needed`."""
    if isinstance(needed, bool):
        return each.copies if needed else 0
    if isinstance(needed, int) and 0 <= needed <= each.copies:
        return needed
    limits = f"true, false or a number from 0 to {each.copies}, its number of copies"
    message = f"needed is {describe_value(needed)}, but must be {limits}"
    place, item = component.place_of("needed"), f'component "{component.id}"'
    raise KitError(message, place=place, item=item, check="component-definition")


def _all_deals(component: Component, tables: Tables) -> tuple[Deal, ...]:
    """All pieces of a component, for any number of players."""
    if component.each is None:
        assert isinstance(component.copies, int)
        return (Deal(None, component.copies),)
    table = table_named(tables, component.each)
    rows = table.rows
    if component.where is not None:
        condition = Expression(component.where, [*tables, "row"], component.place_of("where"))
        rows = tuple(row for row in rows if condition({**tables, "row": row}))
    return tuple(Deal(row, _copies(component, row)) for row in rows)


def count_pieces(kit: KitFile, tables: Tables) -> dict[str, int]:
    """The number of pieces of each component of a kit, by id.

    Raises KitError if the kit is too large to print.
    """
    counts: dict[str, int] = {}
    total = rows = 0
    for component in kit.components:
        deals = deal(component, tables)
        counts[component.id] = sum(each.copies for each in deals)
        total += counts[component.id]
        rows += len(deals)
        most = max(MAX_PIECES, COPIES_PER_ROW * rows)
        if total > most:
            message = f"with this component, the kit has more than {most:,} pieces"
            place, item, hint = component.place, f'component "{component.id}"', "print fewer copies"
            raise KitError(message, place=place, item=item, hint=hint, check="too-many-pieces")
    return counts


def _copies(component: Component, row: Record) -> int:
    copies = component.copies
    return copies if isinstance(copies, int) else int(row[copies])
