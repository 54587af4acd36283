"""Copies of the cards of a nanDECK script, which a column of the table counts."""

from __future__ import annotations

from collections.abc import Mapping

from generator.tools.from_deck.design import MAX_CARDS
from generator.tools.from_nandeck.arithmetic import number


def rows_of_copies(columns: Mapping[str, list[str]], copies: str) -> list[int]:
    """The index of the row of each card; nothing without a column of copies, or if there are too many."""
    found = [cells for name, cells in columns.items() if name.lower() == copies.lower()]
    numbers = [int(number(cell or "1") or 0) for cell in found[0]] if found else []
    if sum(numbers) > MAX_CARDS:
        return []
    return [row for row, count in enumerate(numbers) for _ in range(count)]


def with_copies(columns: Mapping[str, list[str]], copies: str) -> dict[str, list[str]]:
    """The table with a row for each copy."""
    rows = rows_of_copies(columns, copies)
    return {
        name: [cells[row] for row in rows] if rows else cells for name, cells in columns.items()
    }
