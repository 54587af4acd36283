"""Board geometry: squares, directions, homes and stars of one layout.

A square is an index into a list that holds the board row by row with a wall all round it, so a step
in any direction is one addition and the edge needs no test.
"""

from __future__ import annotations

from collections.abc import Mapping
from string import ascii_lowercase
from typing import Any

EMPTY = ""
WALL = "#"

WAYS = ("N", "E", "S", "W")
"""The four directions (`orthogonal`): N is towards Green, E towards the last column."""

COLORS = ("red", "green")
"""The seats in order (`colours-in-program`)."""


TEAM = 3
"""Grumbles of each seat (`draft-order`), each of them activated once a turn (`turn-shape`)."""


class Board:
    """Geometry of one board, immutable."""

    def __init__(self, record: Mapping[str, Any], layout: str) -> None:
        columns, rows = int(record["columns"]), int(record["rows"])
        width = columns + 2
        self.ways: dict[str, int] = {"N": width, "E": 1, "S": -width, "W": -1}
        self.blank: list[str] = [WALL] * (width * (rows + 2))
        self.names: list[str] = [""] * len(self.blank)
        self.squares: dict[str, int] = {}
        for row in range(1, rows + 1):
            for column, letter in enumerate(ascii_lowercase[:columns], start=1):
                square = row * width + column
                self.blank[square] = EMPTY
                self.names[square] = f"{letter}{row}"
                self.squares[self.names[square]] = square
        self.rows: list[list[int]] = [
            [row * width + column for column in range(1, columns + 1)] for row in range(rows, 0, -1)
        ]
        """The squares of each row, the top row first; Red is at the bottom."""
        self.homes: tuple[int, ...] = tuple(
            self.squares[record["homes"][color]] for color in COLORS
        )
        """The home of each seat (`home-squares`)."""
        self.owner: dict[int, int] = {home: seat for seat, home in enumerate(self.homes)}
        self.starts: tuple[tuple[int, ...], ...] = tuple(
            tuple(sorted(home + way for way in self.ways.values() if not self.blank[home + way]))
            for home in self.homes
        )
        """The squares next to each home, where the draft puts Grumbles (`draft-place`)."""
        stars = sorted(record["layouts"][layout])
        self.stars: tuple[int, ...] = tuple(self.squares[name] for name in stars)
        """The starred squares, sorted by name (`star-squares`, `refill-order`)."""
        self.star_mask = sum(1 << star for star in self.stars)
        """The starred squares as a bit mask."""

    def line(self, at: int, way: int) -> list[int]:
        """The squares from one in a direction, in order, up to the edge."""
        found = []
        while self.names[at := at + way]:
            found.append(at)
        return found

    def around(self, at: int) -> list[int]:
        """The squares one or two steps away in a straight line."""
        return [each for way in self.ways.values() for each in self.line(at, way)[:2]]

    def distance(self, one: int, other: int) -> int:
        """The number of steps from one square to another on an empty board."""
        width = self.ways["N"]
        (row, column), (to_row, to_column) = divmod(one, width), divmod(other, width)
        return abs(row - to_row) + abs(column - to_column)
