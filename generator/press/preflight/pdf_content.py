"""PDF content reader: the text, images, lines and forms that content streams draw, with their places.

A form (a face of a piece, stored once) is read once, in its own coordinates, however often it is
drawn.  Operators are those of ISO 32000-1, annex A; those that place nothing are ignored.

PDFium's page objects would not do: they know neither which object of the file a form is, nor its
box, and silently leave out resources that a stream uses but the file lacks.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pikepdf

from generator.base.units import IDENTITY, Matrix, Rect
from generator.press.preflight.content_stream import instructions
from generator.press.scene.paths import around, overlap
from generator.press.scene.polygons import Point, curve

Polyline: TypeAlias = list[Point]
Missing: TypeAlias = tuple[str, str]
"""The kind of a resource and its name: ("/Font", "/F1")."""

_PICTURES = "q Q cm Do"
_TEXT = "BT Tm Td TD T* TL Tj TJ ' \""
_NAMING = {
    "Tf": "/Font", "gs": "/ExtGState", "sh": "/Shading", "cs": "/ColorSpace", "CS": "/ColorSpace",
    "scn": "/Pattern", "SCN": "/Pattern",
}  # fmt: skip
"""Operators that name a resource, and its kind; `Do` draws and is handled separately."""
_OF_EVERY_FILE = {"/DeviceGray", "/DeviceRGB", "/DeviceCMYK", "/Pattern"}
"""Colour spaces that need no resource."""
_PATHS = "m l c v y re h S s f F f* B B* b b* n W W*"
_MAX_FORMS = 2_000
"""Forms that a reader caches."""
_EVERYWHERE = Rect(-1e6, -1e6, 2e6, 2e6)


@dataclass(frozen=True, slots=True)
class PlacedImage:
    """An image, its size in pixels; `matrix` maps the unit square to its place."""

    width: int
    height: int
    matrix: Matrix


@dataclass(slots=True)
class PageContent:
    """The drawing of a content stream, in its own coordinates.

    `texts` are the starts of baselines and `lines` the painted paths of the stream itself, curves
    made straight; `forms` are the streams that it draws, in order, and `clips` the visible box of
    each; `missing` are the kinds and names of resources that the file lacks.
    """

    texts: list[Point] = field(default_factory=list)
    images: list[PlacedImage] = field(default_factory=list)
    lines: list[Polyline] = field(default_factory=list)
    forms: list[tuple[FormContent, Matrix]] = field(default_factory=list)
    clips: list[Rect] = field(default_factory=list)
    missing: list[Missing] = field(default_factory=list)

    def all_texts(self) -> Iterator[Point]:
        """Its texts and those of its forms, at any depth."""
        yield from self.texts
        for form, matrix in self.forms:
            for x, y in form.texts:
                yield matrix.apply(x, y)

    def all_images(self) -> Iterator[PlacedImage]:
        """Its images and those of its forms, at any depth."""
        yield from self.images
        for form, matrix in self.forms:
            for image in form.images:
                yield PlacedImage(image.width, image.height, image.matrix.then(matrix))

    def all_missing(self) -> Iterator[Missing]:
        """Missing resources of it and of its forms."""
        yield from self.missing
        for form, _ in self.forms:
            yield from form.missing


@dataclass(frozen=True, slots=True)
class FormContent:
    """A form XObject: its box (left, lower, right, upper) and its content at any depth.

    `number` is its object number in the file.
    """

    number: int
    box: tuple[float, float, float, float]
    texts: tuple[Point, ...]
    images: tuple[PlacedImage, ...]
    missing: tuple[Missing, ...]


class ContentReader:
    """Reads the pages of one open PDF, each form once; without `placed`, only their images."""

    def __init__(self, *, placed: bool) -> None:
        self._form_operators = frozenset(f"{_PICTURES} {_TEXT if placed else ''}".split()) | {
            *_NAMING
        }
        self._page_operators = self._form_operators | {*(_PATHS.split() if placed else ())}
        self._forms: dict[tuple[int, int], FormContent] = {}
        """The forms read last: most are drawn on one page, or on neighbouring pages."""

    def page(self, page: pikepdf.Page) -> PageContent:
        resources = page.obj.get("/Resources", pikepdf.Dictionary())
        drawn = page.obj.get("/Contents", pikepdf.Array())
        return self._read(drawn, resources, self._page_operators)

    def _form(self, stream: pikepdf.Object) -> FormContent:
        form = self._forms.get(stream.objgen)
        if form is None:
            resources = stream.get("/Resources", pikepdf.Dictionary())
            content = self._read(stream, resources, self._form_operators)
            left, lower, right, upper = (float(value) for value in stream["/BBox"])
            form = FormContent(
                stream.objgen[0],
                (left, lower, right, upper),
                tuple(content.all_texts()),
                tuple(content.all_images()),
                tuple(content.all_missing()),
            )
            if len(self._forms) == _MAX_FORMS:
                del self._forms[next(iter(self._forms))]
            self._forms[stream.objgen] = form
        return form

    def _read(
        self, source: pikepdf.Object, resources: pikepdf.Object, operators: frozenset[str]
    ) -> PageContent:
        content = PageContent()
        stack: list[tuple[Matrix, Rect]] = []
        matrix = line = IDENTITY
        begun = True
        clip, clipping = _EVERYWHERE, False
        leading = 0.0
        path: list[Polyline] = []
        named: set[Missing] = set()
        for operator, operands in instructions(source, operators):
            match operator:
                case "q":
                    stack.append((matrix, clip))
                case "Q":
                    matrix, clip = stack.pop() if stack else (IDENTITY, _EVERYWHERE)
                case "cm":
                    matrix = Matrix(*operands).then(matrix)
                case "Do":
                    self._draw(resources, operands[0], matrix, clip, content)
                case naming if kind := _NAMING.get(naming):
                    named |= {(kind, name) for name in operands if isinstance(name, str)}
                case "BT":
                    line, begun = IDENTITY, True
                case "Tm":
                    line = Matrix(*operands)
                case "Td":
                    line = _moved(line, *operands)
                case "TD":
                    leading = -operands[1]
                    line = _moved(line, *operands)
                case "TL":
                    leading = operands[0]
                case "T*":
                    line = _moved(line, 0.0, -leading)
                case "Tj" | "TJ":
                    point = matrix.apply(line.e, line.f)
                    if begun or content.texts[-1:] != [
                        point
                    ]:  # otherwise it continues where it ended
                        content.texts.append(point)
                    begun = False
                case "'" | '"':
                    line = _moved(line, 0.0, -leading)
                    content.texts.append(matrix.apply(line.e, line.f))
                case "W" | "W*":
                    clipping = True
                case "n" | "S" | "s" | "f" | "F" | "f*" | "B" | "B*" | "b" | "b*" as paint:
                    if clipping:
                        clip = overlap(clip, _around(path))
                    if paint != "n":
                        content.lines += path
                    path, clipping = [], False
                case building:
                    _build(path, building, operands, matrix)
        content.missing += sorted(each for each in named if _is_missing(resources, *each))
        return content

    def _draw(
        self, resources: Any, name: str, matrix: Matrix, clip: Rect, content: PageContent
    ) -> None:
        xobject = resources.get("/XObject", pikepdf.Dictionary()).get(name)
        if xobject is None:
            content.missing.append(("/XObject", name))
        elif xobject["/Subtype"] == "/Image":
            content.images.append(
                PlacedImage(int(xobject["/Width"]), int(xobject["/Height"]), matrix)
            )
        elif xobject["/Subtype"] == "/Form":
            own = _matrix(xobject["/Matrix"]) if "/Matrix" in xobject else IDENTITY
            content.forms.append((self._form(xobject), own.then(matrix)))
            content.clips.append(clip)


def _is_missing(resources: Any, kind: str, name: str) -> bool:
    return name not in _OF_EVERY_FILE and name not in resources.get(kind, pikepdf.Dictionary())


def _matrix(numbers: Any) -> Matrix:
    return Matrix(*(float(value) for value in numbers))


def _around(path: list[Polyline]) -> Rect:
    """The bounding box of a path."""
    points = [point for line in path for point in line]
    if not points:
        return Rect(0.0, 0.0, 0.0, 0.0)
    return around(points)


def _moved(line: Matrix, x: float, y: float) -> Matrix:
    return Matrix.move(x, y).then(line)


def _build(path: list[Polyline], operator: str, numbers: list[float], matrix: Matrix) -> None:
    """Apply one path construction operator; curves become short straight lines."""
    points = [matrix.apply(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]
    match operator:
        case "m":
            path.append([points[0]])
        case "l":
            path[-1].append(points[0])
        case "h":
            path[-1].append(path[-1][0])
        case "re":
            x, y, width, height = numbers
            corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
            path.append([matrix.apply(*corner) for corner in corners])
        case _:
            start = path[-1][-1]
            handles = {"c": points, "v": [start, *points], "y": [*points, points[-1]]}[operator]
            path[-1] += curve(start, *handles)
