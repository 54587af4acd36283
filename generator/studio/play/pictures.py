"""Table pictures: positions as parts of SVG for the browser, which keeps unchanged parts."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import count
from typing import Any, NamedTuple
from urllib.parse import quote

from generator.base.units import IDENTITY, Matrix
from generator.engine.text.default_text import thing_label
from generator.kit.load import Kit
from generator.press.paint.svg import paint_part
from generator.press.paint.svg_values import transform
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.table import NO_PLACES, NO_TITLES, Places, Thing, draw_table, things_on
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import Group, Item, Scene, Use
from generator.press.scene.transparency import on_paper
from generator.press.templates.style import style_of

IDS = "part@"
"""Prefix of the ids of a part until it has a number."""
MAX_PARTS = 4000
"""Parts whose markup is cached; a position has a hundred or two."""
NUMBERS = count(1)
"""Numbers of parts, never reused: a browser may have parts of an earlier drawing of the kit."""
MAX_GROUP_ITEMS = 12
"""A group with so few items, nested ones included, is one part; of a larger one, each item is."""


class Part(NamedTuple):
    """A drawn part: the same `key` is the same picture, wherever it lies."""

    key: int
    transform: str
    markup: str


@dataclass(frozen=True, slots=True)
class TablePicture:
    """A position on the screen."""

    parts: tuple[Part, ...]
    width: float
    height: float
    things: tuple[Thing, ...]
    labels: tuple[str, ...] = ()
    """What people call each thing."""

    @property
    def names(self) -> Collection[str]:
        """The names of all things on it."""
        return {name for thing in self.things for name in thing.names}


class TablePictures:
    """Draws the positions of one kit's game; `scenes` are the pieces on them, by digest."""

    def __init__(self, kit: Kit) -> None:
        self._name = kit.name
        self.faces = FaceSet(kit, style_of(kit, examples=lambda kit: {}))
        self.scenes: dict[str, Scene] = {}
        self._parts: dict[Item, tuple[int, str]] = {}
        self._by_markup: dict[str, tuple[int, str]] = {}
        """The parts by their markup: items may differ by a millionth of a point."""

    def picture(
        self,
        view: Mapping[str, Any],
        people: Mapping[str, str],
        seat: int | None,
        titles: Mapping[str, str] = NO_TITLES,
        places: Places = NO_PLACES,
    ) -> TablePicture:
        """The table as a seat sees it; `titles` are those of `Game.thing_titles`, `places` those of
        `Rules.place_titles`.

        Raises KitError if its template cannot draw it.
        """
        scene = draw_table(self.faces.renderer, view, people, seat, titles, places)
        if len(self._parts) > MAX_PARTS:
            self._parts.clear()
            self._by_markup.clear()
        parts = (
            self._part(item, matrix) for item, matrix in _flatten(on_paper(scene).items, IDENTITY)
        )
        shown = tuple(part for part in parts if part.markup)
        things = tuple(things_on(scene))
        labels = tuple(thing_label(each.names, titles) for each in things)
        return TablePicture(shown, scene.width, scene.height, things, labels)

    def _part(self, item: Item, matrix: Matrix) -> Part:
        """An item under a matrix; painted once, wherever it lies."""
        if isinstance(item, (Group, Use)):
            matrix, item = item.matrix.then(matrix), replace(item, matrix=IDENTITY)
        if item not in self._parts:
            drawn = paint_part(item, IDS, self._address_in_place)
            if drawn not in self._by_markup:
                number = next(NUMBERS)
                self._by_markup[drawn] = number, drawn.replace(IDS, f"part-{number}-")
            self._parts[item] = self._by_markup[drawn]
        key, markup = self._parts[item]
        return Part(key, transform(matrix) or "", markup)

    def address(self, scene: Scene) -> str:
        """The address of the picture of a piece, which changes with the picture."""
        digest = scene_digest(scene)[:32]
        self.scenes[digest] = scene
        return f"/picture/{quote(self._name)}/piece/{digest}"

    def _address_in_place(self, scene: Scene) -> str:
        """The same for a piece on the table.

        "" for what is no piece by itself: it has no background, and must be drawn in place.
        """
        return self.address(scene) if scene.bleed else ""


def _flatten(items: Iterable[Item], matrix: Matrix) -> Iterator[tuple[Item, Matrix]]:
    """The items, those of large groups one by one, each with its matrix."""
    for item in items:
        if isinstance(item, Group) and _is_plain(item) and _count(item) > MAX_GROUP_ITEMS:
            yield from _flatten(item.items, item.matrix.then(matrix))
        else:
            yield item, matrix


def _is_plain(group: Group) -> bool:
    return group.clip is None and not group.is_composited


def _count(group: Group) -> int:
    return sum(_count(each) if isinstance(each, Group) else 1 for each in group.items)
