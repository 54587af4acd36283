"""Turns the kit's tables into faults in the board's geometry: the checks that need Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from generator.base.errors import Fault
from generator.engine.game import Records
from generator.games.grumbles import checks_board
from generator.games.grumbles.content import GOOFS, REGULAR
from generator.kit.checks.registry import check
from generator.kit.tables.records import Record, Tables, record_named, table_named

KEPT = ("pick", "trade", "drawn")
"""Words of the notation, and of what is seen of a Goof."""


@check("K-squares")
def squares(tables: Tables) -> Iterator[Fault]:
    """7 x 7 = 49 squares are 2 homes, 5 stars and 42 plain ones, all on the board and different."""
    board = record_named(tables, "board")
    count = board["columns"] * board["rows"]
    if count != 49:
        yield Fault(f"the board has {count} squares instead of 49", board.place)
    for layout, stars in board["layouts"].items():
        if len(stars) != 5:
            says = f"{layout} has {len(stars)} stars instead of 5"
            yield Fault(says, board.place_of("layouts"))
    yield from _found(checks_board.squares, tables)


@check("K-home-edge")
def home_edge(tables: Tables) -> Iterable[Fault]:
    """Each home has exactly three neighbours on the board."""
    return _found(checks_board.home_edge, tables)


@check("K-start-squares")
def start_squares(tables: Tables) -> Iterable[Fault]:
    """The homes' neighbours are six different squares, none a home, none starred."""
    return _found(checks_board.start_squares, tables)


@check("K-half-turn")
def half_turn(tables: Tables) -> Iterable[Fault]:
    """A half turn takes each home to the other and the stars to themselves."""
    return _found(checks_board.half_turn, tables)


def unplayable(records: Records) -> list[Fault]:
    """What is wrong with the records so that the game cannot even be set up."""
    return [*_no_board(records), *_no_pieces(records.tables)]


def _no_board(records: Records) -> Iterator[Fault]:
    finders = {"K-squares": checks_board.squares, "K-home-edge": checks_board.home_edge}
    finders["K-start-squares"] = checks_board.start_squares
    for slug, find in finders.items():
        for fault in _found(find, records.tables):
            yield replace(fault, check=slug)
    board = record_named(records.tables, "board")
    for layout in records.options["board"].choices:
        if layout not in board["layouts"]:
            says = f'the option "board" has the choice "{layout}", but no layout is called so'
            yield Fault(says, board.place_of("layouts"))


def _no_pieces(tables: Tables) -> Iterator[Fault]:
    grumbles, goofs = table_named(tables, "grumbles"), table_named(tables, "goofs")
    if len(grumbles) != 7:
        says = f"there are {len(grumbles)} Grumbles instead of 7"
        yield Fault(says, grumbles.place, check="K-grumbles")
    for row in grumbles:
        if row["id"] in (*GOOFS, *KEPT):
            says = f'a Grumble cannot have the id "{row["id"]}", which means something else'
            yield Fault(says, row.place_of("id"), grumbles.label(row))
    regular = goofs[REGULAR]
    for layout, stars in record_named(tables, "board")["layouts"].items():
        if regular["copies"] < len(stars):
            says = f"there are {regular['copies']} for the {len(stars)} stars of {layout}"
            place = regular.place_of("copies")
            yield Fault(says, place, goofs.label(regular), check="K-goof-split")


def _found(
    find: Callable[[Record], Iterable[checks_board.BoardFault]], tables: Tables
) -> Iterator[Fault]:
    board = record_named(tables, "board")
    for field, says in find(board):
        yield Fault(says, board.place_of(field))
