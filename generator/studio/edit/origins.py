"""Origins: the template line and the cell of the data behind each part of a face.

Only the face of the selected piece is laid out again with tracing, so drawing the others costs nothing
extra.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a face, its box in points, and its origin."""

    box: Rect
    element: str
    place: Place
    fields: tuple[str, ...] = ()
    """The fields of the piece's row that it shows."""
    text: str = ""
    size: float = 0.0
    """The size of its type in points."""
    room: Rect | None = None
    """The box that its text was fitted to."""


def spots_of(kit: Kit, edition: Edition, component: str, row: str, side: str) -> tuple[Spot, ...]:
    """The parts of a face, the lowest first.  Raises KitError if it cannot be drawn."""
    faces = FaceSet(kit, style_of(kit, ink=edition.ink))
    origins = faces.renderer.trace()
    scene = faces.face(component, row, side)
    edge = max(scene.bleed, 0.0)
    whole = scene.box.grown(edge)
    found = list(_spots(scene.items, origins, IDENTITY, None, whole))
    table = _table(kit, component)
    record = table[row] if isinstance(table, Table) and row in table else None
    lines = _Templates(kit)
    return tuple(
        _with_fields(spot, record, lines) for spot in found if not paths.covers(spot.box, whole)
    )


def _table(kit: Kit, component: str) -> Table | Record | None:
    found = kit.file.components_by_id.get(component)
    return kit.tables[found.each] if found and found.each else None


def _spots(
    items: Iterable[Item],
    origins: Mapping[int, Origin],
    matrix: Matrix,
    parent: Origin | None,
    visible: Rect,
) -> Iterator[Spot]:
    """Yield the visible parts within the box `visible`, with those of one text merged."""
    for spot in _all_spots(items, origins, matrix, parent, visible):
        left, top = max(spot.box.x, visible.x), max(spot.box.y, visible.y)
        right, bottom = min(spot.box.right, visible.right), min(spot.box.bottom, visible.bottom)
        if right > left and bottom > top:
            yield replace(spot, box=Rect(left, top, right - left, bottom - top))


def _all_spots(
    items: Iterable[Item],
    origins: Mapping[int, Origin],
    matrix: Matrix,
    parent: Origin | None,
    visible: Rect,
) -> Iterator[Spot]:
    texts: dict[int, tuple[Origin, list[tuple[Rect, GlyphRun]], Matrix]] = {}
    for item in items:
        origin = origins.get(id(item), parent)
        match item:
            case Group():
                inner = item.matrix.then(matrix)
                clip = (
                    paths.transform_rect(paths.bounds(item.clip), inner) if item.clip else visible
                )
                yield from _spots(item.items, origins, inner, origin, clip)
            case Use():
                inner = item.matrix.then(matrix)
                yield from _spots(item.scene.items, origins, inner, origin, visible)
            case GlyphRun() if origin:
                key = hash((origin.place, origin.box))
                _, runs, _ = texts.setdefault(key, (origin, [], matrix))
                runs.append((paths.transform_rect(ink_box(item), matrix), item))
            case Image() if origin:
                yield Spot(paths.transform_rect(item.box, matrix), origin.element, origin.place)
            case Path() if origin:
                box = paths.transform_rect(paths.bounds(item.outline), matrix)
                yield Spot(box, origin.element, origin.place)
    for origin, runs, under in texts.values():
        boxes = [box for box, _ in runs]
        box = paths.around_all(boxes)
        room = paths.transform_rect(origin.box, under) if origin.box else None
        words = " ".join(run.text for _, run in runs)
        size = max(run.size for _, run in runs)
        yield Spot(box, origin.element, origin.place, (), words, size, room)


def _with_fields(spot: Spot, record: Record | None, templates: _Templates) -> Spot:
    """A spot with the fields that its element names, or else those whose words it shows."""
    if record is None:
        return spot
    named = [name for name in templates.fields(spot.place) if name in record]
    if spot.text:
        shown = [name for name in record if shows_words_of(spot.text, record[name])]
        named = [name for name in named if name in shown] or shown[:1] or named
    return Spot(
        spot.box, spot.element, spot.place, tuple(dict.fromkeys(named)),
        spot.text, spot.size, spot.room,
    )  # fmt: skip


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
