"""Checks of the kit's records that need Python: the geometry of the board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from generator.base.errors import Fault, citing, some_of
from generator.engine.game import Records
from generator.games.grumbles import oracles
from generator.games.grumbles.board import COLORS, TEAM
from generator.games.grumbles.content import GOOFS, REGULAR
from generator.kit.checks.registry import check
from generator.kit.tables.records import Record, Tables, record_named, table_named

RESERVED = (*GOOFS, "pick", "trade", "drawn")
"""Words of the notation and kinds of Goofs, which no Grumble can have as its id."""
Cell: TypeAlias = tuple[int, int]
"""Column and row, counted from 1."""


def cell(name: str) -> Cell | None:
    """The column and row in the name of a square; None if it names no square."""
    column, row = name[:1], name[1:]
    if not ("a" <= column <= "z" and row.isascii() and row.isdigit()):
        return None
    return ord(column) - ord("a") + 1, int(row)


def square(at: Cell) -> str:
    """The name of the square in that column and row, which may be off the board."""
    column, row = at
    return f"{chr(ord('a') + column - 1)}{row}" if column > 0 else f"column {column}, row {row}"


def is_on(board: Record, at: Cell | None) -> bool:
    """Whether the board has such a square."""
    return at is not None and 1 <= at[0] <= board["columns"] and 1 <= at[1] <= board["rows"]


def neighbors(board: Record, name: str) -> list[Cell]:
    """The squares of the board that share a side with this one."""
    at = cell(name)
    if at is None:
        return []
    column, row = at
    near = [(column, row + 1), (column + 1, row), (column, row - 1), (column - 1, row)]
    return [cell for cell in near if is_on(board, cell)]


@check("K-squares", oracle=oracles.squares)
def squares(tables: Tables) -> Iterator[Fault]:
    """All 7 x 7 = 49 squares are on the board and different: 2 homes, 5 stars and 42 plain ones."""
    board = record_named(tables, "board")
    count = board["columns"] * board["rows"]
    if count != 49:
        yield Fault(f"the board has {count} squares instead of 49", board.place)
    for layout, stars in board["layouts"].items():
        if len(stars) != 5:
            message = f"{layout} has {len(stars)} stars instead of 5"
            yield Fault(message, board.place_of("layouts"))
    yield from marked_squares(tables)


def marked_squares(tables: Tables) -> Iterator[Fault]:
    """Homes and stars are different squares of the board."""
    board = record_named(tables, "board")
    homes = [board["homes"][color] for color in COLORS]
    for name in homes:
        if not is_on(board, cell(name)):
            message = f'the home "{name}" is not a square of the board'
            yield Fault(message, board.place_of("homes"))
    for layout, stars in board["layouts"].items():
        for name in stars:
            if not is_on(board, cell(name)):
                message = f'the star "{name}" of {layout} is not a square of the board'
                yield Fault(message, board.place_of("layouts"))
        if len({*homes, *stars}) < len(homes) + len(stars):
            message = f"two of the homes and the stars of {layout} are one square"
            yield Fault(message, board.place_of("layouts"))


@check("K-home-edge", oracle=oracles.home_edge)
def home_edge(tables: Tables) -> Iterator[Fault]:
    """Each home has exactly three neighbours on the board."""
    board = record_named(tables, "board")
    for color in COLORS:
        count = len(neighbors(board, board["homes"][color]))
        if count != TEAM:
            message = f"the {color} home has {count} neighbours instead of {TEAM}"
            yield Fault(message, board.place_of("homes"))


@check("K-start-squares", oracle=oracles.start_squares)
def start_squares(tables: Tables) -> Iterator[Fault]:
    """The neighbours of the homes are six different squares, none a home, none starred."""
    board = record_named(tables, "board")
    homes = [board["homes"][color] for color in COLORS]
    starts = [near for home in homes for near in neighbors(board, home)]
    if len(set(starts)) < len(starts):
        yield Fault("one square is beside both homes", board.place_of("homes"))
    if len(set(starts)) != 2 * TEAM:
        names = some_of(sorted(map(square, set(starts))), 100)
        message = f"{len(set(starts))} squares are beside the homes ({names}) instead of {2 * TEAM}"
        yield Fault(message, board.place_of("homes"))
    if set(starts) & {cell(home) for home in homes}:
        yield Fault("the homes are beside each other", board.place_of("homes"))
    for layout, stars in board["layouts"].items():
        for name in stars:
            if cell(name) in starts:
                message = f"the star {name} of {layout} is beside a home"
                yield Fault(message, board.place_of("layouts"))


@check(
    "K-half-turn",
    allows={"* board.layouts.*": "what is no square, or holds two stars, is for K-squares"},
    oracle=oracles.half_turn,
)
def half_turn(tables: Tables) -> Iterator[Fault]:
    """A half turn maps each home to the other and the set of stars to itself."""
    board = record_named(tables, "board")

    def turned(name: str) -> Cell | None:
        at = cell(name)
        return (board["columns"] + 1 - at[0], board["rows"] + 1 - at[1]) if at else None

    red, green = (board["homes"][color] for color in COLORS)
    if turned(red) != cell(green):
        to = f", but to {square(at)}" if (at := turned(red)) else ""
        message = f"a half turn does not take {red} to {green}{to}"
        yield Fault(message, board.place_of("homes"))
    for layout, stars in board["layouts"].items():
        there = {cell(name) for name in stars}
        wrong = [
            f"{name} to {square(at)}" for name in stars if (at := turned(name)) and at not in there
        ]
        if wrong:
            message = f"a half turn does not take the stars of {layout} to themselves"
            yield Fault(f"{message}, but {some_of(wrong, 100)}", board.place_of("layouts"))


def unplayable(records: Records) -> list[Fault]:
    """Return every fault of the records that makes it impossible to set up the game."""
    needed = {
        "K-squares": marked_squares,
        "K-home-edge": home_edge,
        "K-start-squares": start_squares,
    }
    return [
        *(fault for slug, find in needed.items() for fault in citing(slug, find(records.tables))),
        *_layout_faults(records),
        *_piece_faults(records.tables),
    ]


def _layout_faults(records: Records) -> Iterator[Fault]:
    board = record_named(records.tables, "board")
    for layout in records.options["board"].choices:
        if layout not in board["layouts"]:
            message = f'the option "board" has the choice "{layout}", but there is no such layout'
            yield Fault(message, board.place_of("layouts"))


def _piece_faults(tables: Tables) -> Iterator[Fault]:
    grumbles, goofs = table_named(tables, "grumbles"), table_named(tables, "goofs")
    if len(grumbles) != 7:
        message = f"there are {len(grumbles)} Grumbles instead of 7"
        yield Fault(message, grumbles.place, check="K-grumbles")
    for row in grumbles:
        if row["id"] in RESERVED:
            message = f'a Grumble cannot have the id "{row["id"]}", which means something else'
            yield Fault(message, row.place_of("id"), grumbles.label(row))
    regular = goofs[REGULAR]
    for layout, stars in record_named(tables, "board")["layouts"].items():
        if regular["copies"] < len(stars):
            message = f"there are {regular['copies']} for the {len(stars)} stars of {layout}"
            place = regular.place_of("copies")
            yield Fault(message, place, goofs.label(regular), check="K-goof-split")
