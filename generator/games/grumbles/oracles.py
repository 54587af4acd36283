"""Test oracles: this kit's checks implemented a second time, as simply as possible (see `mutation`)."""

from __future__ import annotations

from string import ascii_lowercase

from generator.kit.tables.records import Record, Tables, record_named

At = tuple[int, int]


def _board(tables: Tables) -> tuple[dict[str, At], list[str], list[tuple[str, ...]]]:
    """The names of all squares, the homes, and the stars of each layout."""
    board: Record = record_named(tables, "board")
    squares = {
        f"{ascii_lowercase[c]}{r + 1}": (c, r)
        for c in range(board["columns"])
        for r in range(board["rows"])
    }
    return squares, [*board["homes"].values()], [*board["layouts"].values()]


def _beside(home: str, squares: dict[str, At]) -> list[str]:
    c, r = squares.get(home, (-9, -9))
    return [name for name, (x, y) in squares.items() if abs(x - c) + abs(y - r) == 1]


def squares(tables: Tables) -> bool:
    """There are 49 squares; two homes and five stars are all different squares."""
    board, homes, layouts = _board(tables)
    return len(board) == 49 and all(
        len(stars) == 5 and len({*homes, *stars} & {*board}) == 7 for stars in layouts
    )


def home_edge(tables: Tables) -> bool:
    """Three squares adjoin each home."""
    board, homes, _ = _board(tables)
    return all(len(_beside(home, board)) == 3 for home in homes)


def start_squares(tables: Tables) -> bool | None:
    """Six free squares adjoin the homes.  A home off the board is left to K-squares."""
    board, homes, layouts = _board(tables)
    starts = [name for home in homes for name in _beside(home, board)]
    taken = {*homes, *(star for stars in layouts for star in stars)}
    if not {*homes} <= {*board}:
        return None
    return len(starts) == len({*starts}) == 6 and not taken & {*starts}


def half_turn(tables: Tables) -> bool | None:
    """The board looks the same after a half turn.  Names that are no squares, or duplicates, are
    left to K-squares.
    """
    board, homes, layouts = _board(tables)
    if not all({*homes, *stars} <= {*board} for stars in layouts):
        return None
    turned = dict(zip(board, reversed(board), strict=True))
    return turned[homes[0]] == homes[1] and all(
        {turned[star] for star in stars} == {*stars} for stars in layouts
    )
