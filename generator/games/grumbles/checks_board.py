"""Turns the kit's board record into every fault in its squares, homes and stars."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from generator.games.grumbles.board import COLOURS
from generator.kit.tables.records import Record

Cell: TypeAlias = tuple[int, int]
"""Column and row, counted from 1."""
BoardFault: TypeAlias = tuple[str, str]
"""Which field of the record, and what is wrong."""


def cell(name: str) -> Cell | None:
    """The column and row that a square's name gives; None if it is not the name of a square."""
    column, row = name[:1], name[1:]
    if not ("a" <= column <= "z" and row.isascii() and row.isdigit()):
        return None
    return ord(column) - ord("a") + 1, int(row)


def sides(board: Record, name: str) -> list[Cell]:
    """The squares of the board that share a side with this one."""
    at = cell(name)
    if at is None:
        return []
    column, row = at
    near = [(column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)]
    return [cell for cell in near if is_on(board, cell)]


def is_on(board: Record, at: Cell | None) -> bool:
    """Whether there is such a square on the board."""
    return at is not None and 1 <= at[0] <= board["columns"] and 1 <= at[1] <= board["rows"]


def squares(board: Record) -> Iterator[BoardFault]:
    """Homes and stars are different squares of the board, and the counts add up."""
    homes = [board["homes"][colour] for colour in COLOURS]
    for name in homes:
        if not is_on(board, cell(name)):
            yield "homes", f'the home "{name}" is not a square of the board'
    for layout, stars in board["layouts"].items():
        for name in stars:
            if not is_on(board, cell(name)):
                yield "layouts", f'the star "{name}" of {layout} is not a square of the board'
        marked = [*homes, *stars]
        if len(set(marked)) < len(marked):
            yield "layouts", f"two of the homes and the stars of {layout} are one square"


def home_edge(board: Record) -> Iterator[BoardFault]:
    """Each home has a start square for each of its player's three Grumbles, and no more."""
    for colour in COLOURS:
        count = len(sides(board, board["homes"][colour]))
        if count != 3:
            yield "homes", f"the {colour} home has {count} neighbours instead of 3"


def start_squares(board: Record) -> Iterator[BoardFault]:
    """The start squares are six different squares, none a home, none starred."""
    homes = [board["homes"][colour] for colour in COLOURS]
    starts = [near for home in homes for near in sides(board, home)]
    if len(set(starts)) < len(starts):
        yield "homes", "one square is beside both homes"
    if set(starts) & {cell(home) for home in homes}:
        yield "homes", "the homes are beside each other"
    for layout, stars in board["layouts"].items():
        for name in stars:
            if cell(name) in starts:
                yield "layouts", f"the star {name} of {layout} is beside a home"


def half_turn(board: Record) -> Iterator[BoardFault]:
    """Turned by half a turn, the board has the other home and the same stars."""

    def turned(name: str) -> Cell | None:
        at = cell(name)
        return (board["columns"] + 1 - at[0], board["rows"] + 1 - at[1]) if at else None

    red, green = (board["homes"][colour] for colour in COLOURS)
    if turned(red) != cell(green):
        yield "homes", f"a half turn does not take {red} to {green}"
    for layout, stars in board["layouts"].items():
        if {turned(name) for name in stars} != {cell(name) for name in stars}:
            yield "layouts", f"a half turn does not take the stars of {layout} to themselves"
