"""Squares: the 64 squares of the board as numbers, their neighbours and distances.

A square is a number from 0 (a1) to 63 (h8), rank by rank: eight times the rank plus the file, both
counted from 0.  Files run from west to east, ranks from south to north.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_lowercase

SIZE = 8
"""Squares along each side."""

ALL = range(SIZE * SIZE)
"""Every square."""

NAMES: tuple[str, ...] = tuple(f"{ascii_lowercase[each % SIZE]}{each // SIZE + 1}" for each in ALL)
"""The name of each square: a1, b1, ... h8."""

NUMBER: dict[str, int] = {name: each for each, name in enumerate(NAMES)}
"""The square with each name."""


def square(file: int, rank: int) -> int:
    """The square with this file and rank, both from 0 to 7."""
    return SIZE * rank + file


def at(name: str) -> tuple[int, int]:
    """File and rank, both from 0 to 7, of the square with this name. Raises KeyError."""
    rank, file = divmod(NUMBER[name], SIZE)
    return file, rank


EDGES: dict[str, tuple[int, ...]] = {
    "north": tuple(square(file, SIZE - 1) for file in range(SIZE)),
    "east": tuple(square(SIZE - 1, rank) for rank in range(SIZE)),
    "south": tuple(square(file, 0) for file in range(SIZE)),
    "west": tuple(square(0, rank) for rank in range(SIZE)),
}
"""The squares along each edge (`starting-edge`)."""

DISTANCE: tuple[tuple[int, ...], ...] = tuple(
    tuple(max(abs(one % SIZE - other % SIZE), abs(one // SIZE - other // SIZE)) for other in ALL)
    for one in ALL
)
"""`DISTANCE[one][other]`: distance between two squares, ignoring obstacles (`distance-king`)."""

BESIDE: tuple[tuple[int, ...], ...] = tuple(
    tuple(other for other in ALL if DISTANCE[one][other] == 1) for one in ALL
)
"""The squares adjacent to each (`adjacent`)."""

STEPS: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        other for other in BESIDE[one] if one % SIZE == other % SIZE or one // SIZE == other // SIZE
    )
    for one in ALL
)
"""The squares one step away from each (`move-orthogonal`)."""


def slide(one: int, file: int, rank: int) -> tuple[int, ...]:
    """The squares from a square in a direction, in order, up to the edge of the board."""
    found = []
    column, row = one % SIZE + file, one // SIZE + rank
    while 0 <= column < SIZE and 0 <= row < SIZE:
        found.append(square(column, row))
        column, row = column + file, row + rank
    return tuple(found)


# Sets of squares as bit masks


def bits(squares: Iterable[int]) -> int:
    """The set of these squares: bit n for square n."""
    found = 0
    for each in squares:
        found |= 1 << each
    return found


def squares_in(mask: int) -> list[int]:
    """The squares of a set, in order."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


BACKWARDS = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))
"""Each byte with its bits in reverse: a rank of the board seen in a mirror."""


def mirror(mask: int, flip: int) -> int:
    """The set with each square `each ^ flip` in place of `each`; `flip` comes from `flip_home`."""
    ranks = mask.to_bytes(SIZE, "little")
    if flip & FLIP_FILES:
        ranks = ranks.translate(BACKWARDS)
    return int.from_bytes(ranks, "big" if flip & FLIP_RANKS else "little")


FLIP_FILES, FLIP_RANKS = SIZE - 1, SIZE * (SIZE - 1)
"""The bits of a square's number to invert for its mirror image, west to east or south to north."""


def flip_home(one: int) -> int:
    """The bits to invert that mirror a square into the south-west quarter; 0 if it is there."""
    rank, file = divmod(one, SIZE)
    return FLIP_FILES * (file >= SIZE // 2) + FLIP_RANKS * (rank >= SIZE // 2)


AT_DISTANCE: tuple[tuple[int, ...], ...] = tuple(
    tuple(bits(other for other in ALL if DISTANCE[one][other] == far) for far in range(SIZE))
    for one in ALL
)
"""`AT_DISTANCE[one][far]`: the set of squares at a distance `far` from `one`."""
EVERY = bits(ALL)
BIT: tuple[int, ...] = (*(1 << each for each in ALL), 0)
"""The set of each square alone; no square for -1."""
OFF_WEST_EDGE, OFF_EAST_EDGE = EVERY & ~bits(EDGES["west"]), EVERY & ~bits(EDGES["east"])


def stepped(mask: int) -> int:
    """The set of squares one step away from any square of a set (`move-orthogonal`)."""
    sideways = (mask & OFF_EAST_EDGE) << 1 | (mask & OFF_WEST_EDGE) >> 1
    return (sideways | mask << SIZE | mask >> SIZE) & EVERY
