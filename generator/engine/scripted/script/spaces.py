"""Spaces: the names of places, and the grids that say how they lie to each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import heappop, heappush
from typing import Any

from generator.base.errors import Fault, KitError, Place, errors_at, short
from generator.engine.scripted.script.schema import Grid, Spaces
from generator.kit.cells import Point, coordinates, neighbours, steps_between
from generator.kit.expressions.evaluate import Expression
from generator.kit.tables.records import Record, Tables

MEASURES = {
    "distance": ("distance(start, goal)", "{names: odd, cell: FIELD}"),
    "path_cost": ("path_cost(start, goal)", "{names: odd, cell: FIELD, cost: FIELD}"),
    "adjacent": ("adjacent(piles, place)", "{names: odd, cell: FIELD}"),
}
"""The functions of expressions that need a grid, unless the game calls something else so; a use of each
and a grid for it."""
MAX_COST = 1000
"""Greatest cost of entering a place."""
NO_PATH = 1_000_000
"""The cost between places that no path joins: more than any path costs."""


def space_name(space: object) -> str:
    """The name of a space in moves."""
    return str(space["id"]) if isinstance(space, Record) and "id" in space else str(space)


def space_title(space: object) -> str:
    """The name of a space in sentences."""
    name = space.get("name") if isinstance(space, Record) else None
    return name if isinstance(name, str) else space_name(space)


class Grids:
    """Grids of a game, with the cell of each place that lies on one; `faults` collects mistakes."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.faults: list[Fault] = []
        self.measures: set[str] = set()
        """The functions for which there is a grid."""
        self._cells: dict[str, tuple[Grid, Spaces, Point]] = {}
        """The grid of each place, what its places are, and its coordinates."""
        self._costs: dict[str, int] = {}
        """What entering each place costs that can be entered."""
        self._at: dict[tuple[Grid, Spaces, Point], tuple[str, Place]] = {}
        """The place in each cell, and where a file says so."""
        self._path_costs: dict[str, Mapping[str, int]] = {}
        """The costs from a place to all others, once they have been asked for."""

    def add(self, grid: Grid, of: Spaces, spaces: Iterable[Any], place: Place) -> None:
        """Add the places that rows or a track lie on."""
        self.measures |= {name for name in MEASURES if grid.cost or name != "path_cost"}
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
                cost = self._cost(grid, of, space, place)
            except KitError as error:
                self.faults += error.faults
                return
            if self._cells.setdefault(name, found) != found:
                message = f'"{name}" lies on two different grids'
                self.faults.append(Fault(message, place, "", "", "name-taken"))
                return
            there = self._at.setdefault(found, (name, here))
            if there[0] != name:
                message = f'"{name}" lies on the cell of "{there[0]}" ({there[1]})'
                hint = "give each row a cell of its own"
                self.faults.append(Fault(message, here, "", hint, "name-taken"))
            if cost is not None:
                self._costs[name] = cost

    def adjacent(self, piles: object, place: object) -> list[Any]:
        """The cards of all piles next to a place, without its own.

        Raises ValueError for a place without grid, and for piles that lie elsewhere.
        """
        grid, of, point = self._cell(place)
        around = neighbours(point, grid.names, grid.diagonal)
        names = [self._at[grid, of, each][0] for each in around if (grid, of, each) in self._at]
        if not isinstance(piles, Mapping) or any(name not in piles for name in names):
            raise ValueError(f'the piles are not on the grid of "{space_name(place)}"')
        return [card for name in names for card in piles[name]]

    def distance(self, one: object, other: object) -> int:
        """The number of steps from one place to another.  Raises ValueError for places without grid."""
        grid, start, end = self._both(one, other)
        return steps_between(start, end, grid.names, grid.diagonal)

    def path_cost(self, one: object, other: object) -> int:
        """The least that entering all places of a path costs, `NO_PATH` without any.

        Raises ValueError for places without grid.
        """
        grid, _, _ = self._both(one, other)
        if grid.cost is None:
            raise ValueError(f'the grid of "{space_name(one)}" states no cost')
        name = space_name(one)
        if name not in self._path_costs:
            self._path_costs[name] = self._costs_from(name)
        return self._path_costs[name].get(space_name(other), NO_PATH)

    def _costs_from(self, name: str) -> Mapping[str, int]:
        """The costs from a place to those that a path leads to (E. W. Dijkstra, 1959)."""
        grid, of, _ = self._cells[name]
        costs: dict[str, int] = {}
        ahead = [(0, name)]
        while ahead:
            cost, here = heappop(ahead)
            if here not in costs:
                costs[here] = cost
                for point in neighbours(self._cells[here][2], grid.names, grid.diagonal):
                    there, _ = self._at.get((grid, of, point), ("", None))
                    if there in self._costs:
                        heappush(ahead, (cost + self._costs[there], there))
        return costs

    def _cost(self, grid: Grid, of: Spaces, space: Any, place: Place) -> int | None:
        """What entering a place costs; None if it cannot be entered.  Raises KitError for no cost."""
        if grid.cost is None:
            return None
        if not isinstance(space, Record):
            message, hint = "places without a table have no cost", "name a field of the map's table"
            raise KitError(message, place=place, hint=hint, check="unknown-field")
        if grid.cost in space:
            cost, here = space[grid.cost], space.place_of(grid.cost)
        elif grid.cost.isidentifier():
            message = f'the rows of "{of}" have no field "{grid.cost}"'
            hint = "name a field of the map's table"
            raise KitError(message, place=place, hint=hint, check="unknown-field")
        else:
            cost = Expression(grid.cost, [*self.tables, "row"], place)(
                {**self.tables, "row": space}
            )
            here = space.place
        if cost is not None and not (type(cost) is int and 0 <= cost <= MAX_COST):
            message = (
                f"entering a place costs a whole number from 0 to {MAX_COST:,}, not {short(cost)}"
            )
            raise KitError(message, place=here, check="wrong-type")
        return cost

    def _both(self, one: object, other: object) -> tuple[Grid, Point, Point]:
        """The grid on which two places lie, and where."""
        (grid, of, start), (other_grid, other_of, end) = self._cell(one), self._cell(other)
        if (grid, of) != (other_grid, other_of):
            raise ValueError(
                f'"{space_name(one)}" and "{space_name(other)}" lie on different grids'
            )
        return grid, start, end

    def _cell(self, space: object) -> tuple[Grid, Spaces, Point]:
        if space is None:
            raise ValueError("the place of a distance is not known yet")
        name = space_name(space)
        found = self._cells.get(name)
        if found is None:
            raise ValueError(f'"{short(name)}" lies on no grid')
        return found
