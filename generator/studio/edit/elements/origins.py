"""Origins: the element of a template and the cell of the data behind each part of a face.

Only the face of the selected piece is laid out again with tracing, so drawing the others costs nothing
extra.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from generator.base.errors import Place
from generator.base.load_document import shown_name
from generator.base.text_files import read_text
from generator.base.units import IDENTITY, Matrix, Rect
from generator.kit.edit.tables import shown_value
from generator.kit.load import Kit
from generator.kit.tables.records import Record, Table
from generator.press.layout.context import Origin
from generator.press.pieces.faces import FaceSet
from generator.press.request import Edition
from generator.press.scene import paths
from generator.press.scene.items import GlyphRun, Group, Image, Item, Path, Use
from generator.press.scene.text_extraction import ink_box
from generator.press.templates.style import style_of

_FIELD = re.compile(r"\brow(?:\.(\w+)|\[\s*[\"']([\w-]+)[\"']\s*\])")
_MAX_LINES = 30
"""Most lines of a template that are searched for the fields of one element."""


@dataclass(slots=True, eq=False)
class DrawnElement:
    """An element as it is drawn on a face: once for each time that a template's line is drawn."""

    origin: Origin
    matrix: Matrix
    """Maps the frame that it is laid out in to the face."""
    parent: DrawnElement | None
    """The element around it, perhaps of another template."""
    key: str
    """Its place in the template, and its number among those drawn by the same tag."""
    shown: list[Rect] = field(default_factory=list)
    """The boxes of what it draws, on the face; of another template, only that of the whole."""

    @property
    def name(self) -> str:
        return self.origin.node.name

    @property
    def place(self) -> Place:
        return self.origin.place

    @property
    def box(self) -> Rect:
        """Its box on the face, in points: its own, or else that of what it draws."""
        box = self.origin.box
        return paths.bounds_under(box, self.matrix) if box else paths.around_all(self.shown)

    @property
    def number(self) -> int:
        """Its number among those drawn by the same tag."""
        return int(self.key.rpartition("#")[2])

    def and_those_around(self) -> Iterator[DrawnElement]:
        """Yield the element, and those around it from the inside out."""
        element: DrawnElement | None = self
        while element:
            yield element
            element = element.parent


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a face that can be pointed at: its box in points, and what it shows."""

    box: Rect
    drawn: DrawnElement
    fields: tuple[str, ...] = ()
    """The fields of the piece's row that it shows."""
    text: str = ""
    size: float = 0.0
    """The size of its type in points."""
    room: Rect | None = None
    """The box that its text was fitted to."""
    is_whole: bool = False
    """Whether it covers the whole face."""

    @property
    def element(self) -> str:
        return self.drawn.name

    @property
    def place(self) -> Place:
        return self.drawn.place


def spots_of(kit: Kit, edition: Edition, component: str, row: str, side: str) -> tuple[Spot, ...]:
    """The parts of a face, the lowest first.  Raises KitError if it cannot be drawn."""
    faces = FaceSet(kit, style_of(kit, ink=edition.ink))
    origins = faces.renderer.trace()
    scene = faces.face(component, row, side)
    edge = max(scene.bleed, 0.0)
    whole = scene.box.grown(edge)
    found = list(_Walk(origins).spots(scene.items, IDENTITY, None, whole))
    table = _table(kit, component)
    record = table[row] if isinstance(table, Table) and row in table else None
    lines = _Templates(kit)
    return tuple(
        replace(_with_fields(spot, record, lines), is_whole=paths.covers(spot.box, whole))
        for spot in found
    )


def _table(kit: Kit, component: str) -> Table | Record | None:
    found = kit.file.components_by_id.get(component)
    return kit.tables[found.each] if found and found.each else None


class _Walk:
    """A walk over the items of a face, which finds the elements that draw them."""

    def __init__(self, origins: Mapping[int, tuple[Item, Origin]]) -> None:
        self._origins = origins
        self._elements: dict[tuple[int, int], DrawnElement] = {}
        """The elements by their origin and the element around them."""
        self._counts = Counter[str]()

    def spots(
        self, items: Iterable[Item], matrix: Matrix, around: DrawnElement | None, visible: Rect
    ) -> Iterator[Spot]:
        """Yield the visible parts within the box `visible`, with those of one text merged."""
        for spot in self._all_spots(items, matrix, around, visible):
            left, top = max(spot.box.x, visible.x), max(spot.box.y, visible.y)
            right, bottom = min(spot.box.right, visible.right), min(spot.box.bottom, visible.bottom)
            if right > left and bottom > top:
                yield replace(spot, box=Rect(left, top, right - left, bottom - top))

    def _all_spots(
        self, items: Iterable[Item], matrix: Matrix, around: DrawnElement | None, visible: Rect
    ) -> Iterator[Spot]:
        texts: dict[DrawnElement, list[tuple[Rect, GlyphRun]]] = {}
        for item in items:
            drawn = self._element(item, matrix, around)
            match item:
                case Group():
                    inner = item.matrix.then(matrix)
                    clip = (
                        paths.bounds_under(paths.bounds(item.clip), inner) if item.clip else visible
                    )
                    yield from self.spots(item.items, inner, drawn, clip)
                case Use():
                    inner = item.matrix.then(matrix)
                    _note_shown(drawn, paths.bounds_under(item.scene.box, inner))
                    yield from self.spots(item.scene.items, inner, drawn, visible)
                case GlyphRun() if drawn:
                    box = paths.bounds_under(ink_box(item), matrix)
                    texts.setdefault(drawn, []).append((box, item))
                case Image() | Path() if drawn:
                    box = paths.bounds_under(_box_of(item), matrix)
                    _note_shown(drawn, box)
                    yield Spot(box, drawn)
        for drawn, runs in texts.items():
            box = paths.around_all([box for box, _ in runs])
            words = " ".join(run.text for _, run in runs)
            size = max(run.size for _, run in runs)
            own = drawn.origin.box
            room = paths.bounds_under(own, matrix) if own else None
            _note_shown(drawn, box)
            yield Spot(box, drawn, (), words, size, room)

    def _element(
        self, item: Item, matrix: Matrix, around: DrawnElement | None
    ) -> DrawnElement | None:
        """The element that draws an item: its own one, or the one around it."""
        found = self._origins.get(id(item))
        return self._drawn(found[1], matrix, around) if found else around

    def _drawn(self, origin: Origin, matrix: Matrix, around: DrawnElement | None) -> DrawnElement:
        """An element as it is drawn within another.

        Elements between the two that draw no group of their own have the same coordinates.
        """
        if around and origin is around.origin:
            return around
        key = id(origin), id(around)
        if key not in self._elements:
            parent = self._drawn(origin.parent, matrix, around) if origin.parent else around
            source = origin.node.source
            self._counts[source] += 1
            self._elements[key] = DrawnElement(
                origin, matrix, parent, f"{source}#{self._counts[source]}"
            )
        return self._elements[key]


def _box_of(item: Image | Path) -> Rect:
    """The box of a picture, or of a shape with its line."""
    if isinstance(item, Image):
        return item.box
    return paths.bounds(item.outline).grown(item.stroke.width / 2 if item.stroke else 0.0)


def _note_shown(drawn: DrawnElement | None, box: Rect) -> None:
    """Note the box of what an element draws, for it and those of the same template around it."""
    for element in drawn.and_those_around() if drawn else ():
        element.shown.append(box)
        if element.origin.parent is None:
            return


def _with_fields(spot: Spot, record: Record | None, templates: _Templates) -> Spot:
    """A spot with the fields that its element names, or else those whose words it shows."""
    if record is None:
        return spot
    named = [name for name in templates.fields(spot.place) if name in record]
    if spot.text:
        shown = [name for name in record if shows_words_of(spot.text, record[name])]
        named = [name for name in named if name in shown] or shown[:1] or named
    return replace(spot, fields=tuple(dict.fromkeys(named)))


def shows_words_of(text: str, value: object) -> bool:
    """Whether a text contains the words of a value, however they are broken into lines.

    For a record, or a list with records, one value is enough.
    """
    if isinstance(value, Record):
        return any(shows_words_of(text, each) for each in value.values())
    if isinstance(value, tuple) and any(isinstance(each, Record) for each in value):
        return any(shows_words_of(text, each) for each in value)
    words = re.findall(r"\w+", re.sub(r":[\w-]+:", " ", shown_value(value).lower()))
    return bool(words) and set(words) <= set(re.findall(r"\w+", text.lower()))


class _Templates:
    """The lines of a kit's templates, by their names in places."""

    def __init__(self, kit: Kit) -> None:
        self._folders = kit.folders.templates
        self._lines: dict[str, list[str]] = {}

    def fields(self, place: Place) -> list[str]:
        """The fields of `row` that the element at a place names."""
        lines = self._read(place.file)
        start = (place.line or 1) - 1
        element = ""
        for line in lines[start : start + _MAX_LINES]:
            element += line + "\n"
            if re.search(r"/>|</", line):
                break
        found = (one or other for one, other in _FIELD.findall(element))
        names = [name for each in found for name in (each, each.replace("_", "-"))]
        return list(dict.fromkeys(names))

    def _read(self, file: str) -> list[str]:
        if file not in self._lines:
            paths = (path for folder in self._folders for path in folder.rglob("*.*"))
            path = next((path for path in paths if shown_name(path) == file), None)
            self._lines[file] = read_text(path, file).split("\n") if path else []
        return self._lines[file]
