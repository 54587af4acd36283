"""Turns the kit's tables into faults in the board's geometry: the checks that need Python."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from generator.errors import Fault
from generator.games.grumbles import geometry
from generator.model.checks import check
from generator.model.records import Record, Tables


@check("K-squares")
def squares(tables: Tables) -> Iterator[Fault]:
    """7 x 7 = 49 squares are 2 homes, 5 stars and 42 plain ones, all on the board and different."""
    board = _board(tables)
    count = board["columns"] * board["rows"]
    if count != 49:
        yield Fault(f"the board has {count} squares instead of 49", board.place)
    for layout, stars in board["layouts"].items():
        if len(stars) != 5:
            says = f"{layout} has {len(stars)} stars instead of 5"
            yield Fault(says, board.place_of("layouts"))
    yield from _found(geometry.squares, tables)


@check("K-home-edge")
def home_edge(tables: Tables) -> Iterable[Fault]:
    """Each home has exactly three neighbours on the board."""
    return _found(geometry.home_edge, tables)


@check("K-start-squares")
def start_squares(tables: Tables) -> Iterable[Fault]:
    """The homes' neighbours are six different squares, none a home, none starred."""
    return _found(geometry.start_squares, tables)


@check("K-half-turn")
def half_turn(tables: Tables) -> Iterable[Fault]:
    """A half turn takes each home to the other and the stars to themselves."""
    return _found(geometry.half_turn, tables)


def unplayable(tables: Tables) -> list[Fault]:
    """What is wrong with the board so that the game cannot even be set up."""
    kinds = {"K-squares": geometry.squares, "K-home-edge": geometry.home_edge}
    kinds["K-start-squares"] = geometry.start_squares
    return [
        Fault(fault.message, fault.place, check=slug)
        for slug, find in kinds.items()
        for fault in _found(find, tables)
    ]


def _board(tables: Tables) -> Record:
    board = tables["board"]
    assert isinstance(board, Record)
    return board


def _found(
    find: Callable[[Record], Iterable[geometry.BoardFault]], tables: Tables
) -> Iterator[Fault]:
    board = _board(tables)
    for field, says in find(board):
        yield Fault(says, board.place_of(field))
