"""Spaces: the names of places, and the grids that give distances between them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from generator.base.errors import Fault, KitError, Place, errors_at, short
from generator.engine.scripted.script.schema import Grid, Spaces
from generator.kit.cells import Point, coordinates, steps_between
from generator.kit.tables.records import Record


def space_name(space: object) -> str:
    """The name of a space in moves."""
    return str(space["id"]) if isinstance(space, Record) and "id" in space else str(space)


def space_title(space: object) -> str:
    """The name of a space in sentences."""
    name = space.get("name") if isinstance(space, Record) else None
    return name if isinstance(name, str) else space_name(space)


class Grids:
    """Grids of a game, with the cell of each place that lies on one; `faults` collects mistakes."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.stated = False
        """Whether there is any grid."""
        self._cells: dict[str, tuple[Grid, Spaces, Point]] = {}
        """The grid of each place, what its places are, and its coordinates."""

    def add(self, grid: Grid, of: Spaces, spaces: Iterable[Any], place: Place) -> None:
        """Add the places that rows or a track lie on."""
        self.stated = True
        for space in spaces:
            name, here = space_name(space), place
            try:
                cell = name
                if isinstance(space, Record):
                    here = space.place_of(grid.cell)
                    if grid.cell not in space:
                        message = f'the rows of "{of}" have no field "{grid.cell}"'
                        hint = "name the one that has their cells: {names: odd, cell: FIELD}"
                        raise KitError(message, place=place, hint=hint, check="unknown-field")
                    cell = space[grid.cell]
                if cell is None:  # a place beside the map
                    continue
                with errors_at(here):
                    found = grid, of, coordinates(str(cell), grid.names, grid.flat)
            except KitError as error:
                self.faults += error.faults
                return
            if self._cells.setdefault(name, found) != found:
                message = f'"{name}" lies on two different grids'
                self.faults.append(Fault(message, place, "", "", "name-taken"))
                return

    def distance(self, one: object, other: object) -> int:
        """The number of steps from one place to another.  Raises ValueError for places without grid."""
        (grid, of, start), (other_grid, other_of, end) = self._cell(one), self._cell(other)
        if (grid, of) != (other_grid, other_of):
            raise ValueError(
                f'"{space_name(one)}" and "{space_name(other)}" lie on different grids'
            )
        return steps_between(start, end, grid.names, grid.diagonal)

    def _cell(self, space: object) -> tuple[Grid, Spaces, Point]:
        if space is None:
            raise ValueError("the place of a distance is not known yet")
        if space_name(space) not in self._cells:
            raise ValueError(f'"{short(space_name(space))}" lies on no grid')
        return self._cells[space_name(space)]
