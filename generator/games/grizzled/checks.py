"""Faults in the kit's tables that keep a game from being set up; all checks are in `game.yaml`."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import Fault
from generator.engine.game import Records
from generator.kit.tables.records import table_named


def unplayable(records: Records) -> Iterator[Fault]:
    """Yield the faults in the records that keep some number of players from setting up."""
    tables = records.tables
    seatings, modes = table_named(tables, "seatings"), table_named(tables, "modes")
    cards = sum(len(table_named(tables, name)) for name in ("menaces", "knocks", "christmas"))
    tiles = table_named(tables, "tiles")
    singles = [row["copies"] for row in tiles if not row["double"]]
    every = sum(row["copies"] for row in tiles)
    for name in ("rookie", "normal", "veteran"):
        if name not in modes:
            yield Fault(f'there is no mode "{name}"', modes.place)
    for players in records.seats:
        rows = [row for row in seatings if row["players"] == players]
        if len(rows) != 1:
            yield Fault(f"{len(rows)} lines are for {players} players instead of 1", seatings.place)
    for row in [*seatings, *modes]:
        if (row["trials"] or 0) >= cards:
            message = f"{row['trials']} of {cards} Trial cards would leave no Reserve"
            yield Fault(message, row.place_of("trials"))
    for row in seatings:
        holders = row["holders"]
        if holders not in (row["players"], row["players"] + 1):
            message = "tiles are held by the players, and perhaps by the Chaplain"
            yield Fault(message, row.place_of("holders"), check="chaplain-joins")
        if holders > len(table_named(tables, "grizzled")):
            yield Fault(f"{holders} Grizzled are needed", row.place, check="grizzled-pick")
        in_use = every if row["doubles"] else sum(singles)
        if min(singles, default=0) < holders or in_use < (len(singles) + 1) * holders:
            message = f"there are not enough Support tiles for {holders}"
            yield Fault(message, tiles.place, check="tile-mix")
    yield from records.unknown_rules(table_named(tables, "knocks"))
