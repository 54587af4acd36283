"""Table of a game: a position drawn with the kit's own pieces, and where each thing on it lies.

The kit's template `table.xml` draws what a seat can see; a kit without one is drawn by the shared
template of that name, which lays out the pieces field by field.  Whatever can be pointed at is a link
to its names: `<link to="thing:c3">` is the space c3, `<link to="thing:yank|c3">` the piece on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.base.units import IDENTITY, Matrix, Rect
from generator.engine.game import Game, State
from generator.kit.tables.records import Table
from generator.press.pieces.faces import FaceSet
from generator.press.scene import paths
from generator.press.scene.items import THING, Group, Item, Link, Scene, Use
from generator.press.templates.renderer import Renderer

TEMPLATE = "table.xml"
BETWEEN = "|"
"""Parts the names of a thing."""
SIGNS = ("id", "sign")
"""The fields of a row by which positions name it."""


class Thing(NamedTuple):
    """Something on the table that can be pointed at."""

    names: tuple[str, ...]
    """What positions and moves call it."""
    box: Rect
    """Where it lies, in points."""


class TableDrawing:
    """Draws positions of one kit's game."""

    def __init__(self, faces: FaceSet) -> None:
        self._renderer: Renderer = faces.renderer
        self._pieces = dict(_pieces(faces))

    def scene(
        self,
        view: Mapping[str, Any],
        people: Sequence[tuple[str, str]],
        seat: int | None = None,
    ) -> Scene:
        """The table as a seat sees it.  Raises KitError with the line of the template.

        `view` is what the seat may know, `people` are the seats as positions name them, each with
        its title.
        """
        known = {
            "position": view,
            "seat": seat,
            "people": [{"id": id, "title": title} for id, title in people],
            "pieces": self._pieces,
        }
        return self._renderer.draw_once(TEMPLATE, known, "table")


def _pieces(faces: FaceSet) -> Iterator[tuple[str, Mapping[str, str]]]:
    """The component and the row of everything that is printed, by what positions call it."""
    taken: set[str] = set()
    for component in faces.kit.file.components:
        table = faces.kit.tables.get(component.each) if component.each else None
        if not isinstance(table, Table):
            continue
        for row in table:
            names = {str(row[field]) for field in SIGNS if row.get(field)} - taken
            taken |= names
            for name in names:
                yield name, {"component": component.id, "id": str(row["id"])}


def people_of(game: Game[Any], state: State[Any]) -> list[tuple[str, str]]:
    """The seats as positions name them, each with its title."""
    people: Sequence[str] = getattr(state.config, "people", ())
    return [*zip(people, game.seat_names(len(people)), strict=True)] if people else []


def things_on(scene: Scene) -> list[Thing]:
    """Everything on a table that can be pointed at, the lowest first."""
    return list(_things(scene.items, IDENTITY))


def _things(items: Iterable[Item], matrix: Matrix) -> Iterator[Thing]:
    for item in items:
        match item:
            case Group():
                yield from _things(item.items, item.matrix.then(matrix))
            case Use():
                yield from _things(item.scene.items, item.matrix.then(matrix))
            case Link(target=target) if target.startswith(THING):
                names = tuple(target.removeprefix(THING).split(BETWEEN))
                yield Thing(names, paths.transform_rect(item.box, matrix))
