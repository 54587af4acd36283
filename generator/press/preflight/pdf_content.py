"""PDF content reader: the text, images, lines and forms that content streams draw, with their places.

A form (a face of a piece, stored once) is read once, in its own coordinates, however often it is
drawn.  Operators are those of ISO 32000-1, annex A; those that place nothing are ignored.

PDFium's page objects would not do: they know neither which object of the file a form is, nor its
box, and silently leave out resources that a stream uses but the file lacks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
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
"""Names of colour spaces that need no resource."""
_PATHS = "m l c v y re h S s f F f* B B* b b* n W W*"
_MAX_FORMS = 2_000
"""Maximum number of forms that a reader caches."""
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

    `texts` are the starts of baselines and `lines` the painted paths of the stream itself, with
    curves as short straight lines.  `forms` are the forms that it draws, in order, and `clips` the
    visible box of each.  `missing` are the kinds and names of resources that the file lacks.
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
        drawing = _Drawing(content)
        named: set[Missing] = set()
        for operator, operands in instructions(source, operators):
            if run := _OPERATORS.get(operator):
                run(drawing, *operands)
            elif kind := _NAMING.get(operator):
                named |= {(kind, name) for name in operands if isinstance(name, str)}
            else:
                self._draw(resources, operands[0], drawing.matrix, drawing.clip, content)
        content.missing += sorted(
            (kind, name)
            for kind, name in named
            if name not in _OF_EVERY_FILE and name not in resources.get(kind, pikepdf.Dictionary())
        )
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


def _matrix(numbers: Any) -> Matrix:
    return Matrix(*(float(value) for value in numbers))


def _around(path: list[Polyline]) -> Rect:
    """The bounding box of a path."""
    points = [point for line in path for point in line]
    if not points:
        return Rect(0.0, 0.0, 0.0, 0.0)
    return around(points)


class _Drawing:
    """The graphics state while a stream is read, changed by its operators."""

    def __init__(self, content: PageContent) -> None:
        self.content = content
        self.matrix, self.clip = IDENTITY, _EVERYWHERE
        self._stack: list[tuple[Matrix, Rect]] = []
        self._line = IDENTITY
        self._leading = 0.0
        self._begins = True
        """Whether no text has been shown since the line was placed."""
        self._path: list[Polyline] = []
        self._clips = False
        """Whether the path will clip what follows."""

    def push_state(self, *_: object) -> None:
        self._stack.append((self.matrix, self.clip))

    def pop_state(self, *_: object) -> None:
        self.matrix, self.clip = self._stack.pop() if self._stack else (IDENTITY, _EVERYWHERE)

    def transform(self, *numbers: float) -> None:
        self.matrix = Matrix(*numbers).then(self.matrix)

    # Text

    def begin_text(self, *_: object) -> None:
        self._line, self._begins = IDENTITY, True

    def place_line(self, *numbers: float) -> None:
        self._line = Matrix(*numbers)

    def move_line(self, x: float, y: float) -> None:
        self._line = Matrix.move(x, y).then(self._line)

    def move_line_and_set_leading(self, x: float, y: float) -> None:
        self._leading = -y
        self.move_line(x, y)

    def set_leading(self, leading: float) -> None:
        self._leading = leading

    def next_line(self, *_: object) -> None:
        self.move_line(0.0, -self._leading)

    def show_text(self, *_: object) -> None:
        """Note where text starts, unless it continues where it ended."""
        point = self.matrix.apply(self._line.e, self._line.f)
        if self._begins or self.content.texts[-1:] != [point]:
            self.content.texts.append(point)
        self._begins = False

    def show_next_line(self, *_: object) -> None:
        self.next_line()
        self.content.texts.append(self.matrix.apply(self._line.e, self._line.f))

    # Paths; curves become short straight lines

    def begin_line(self, x: float, y: float) -> None:
        self._path.append([self.matrix.apply(x, y)])

    def add_line(self, x: float, y: float) -> None:
        self._path[-1].append(self.matrix.apply(x, y))

    def add_curve(self, *numbers: float) -> None:
        self._curve(*self._points(numbers))

    def add_curve_from_start(self, *numbers: float) -> None:
        self._curve(self._path[-1][-1], *self._points(numbers))

    def add_curve_to_end(self, *numbers: float) -> None:
        first, end = self._points(numbers)
        self._curve(first, end, end)

    def _points(self, numbers: Sequence[float]) -> list[Point]:
        return [self.matrix.apply(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]

    def _curve(self, first: Point, second: Point, end: Point) -> None:
        self._path[-1] += curve(self._path[-1][-1], first, second, end)

    def close_line(self, *_: object) -> None:
        self._path[-1].append(self._path[-1][0])

    def add_box(self, x: float, y: float, width: float, height: float) -> None:
        corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y))
        self._path.append([self.matrix.apply(*corner) for corner in corners])

    def clip_with_path(self, *_: object) -> None:
        self._clips = True

    def paint(self, *_: object) -> None:
        self.content.lines += (part for line in self._path for part in _visible(line, self.clip))
        self.end_path()

    def end_path(self, *_: object) -> None:
        if self._clips:
            self.clip = overlap(self.clip, _around(self._path))
        self._path, self._clips = [], False


def _visible(line: Polyline, clip: Rect) -> Iterator[Polyline]:
    """Yield the parts of a line within a clip: the line itself, or what is left of its segments."""
    box = _around([line])
    fits_across = clip.x <= box.x and box.right <= clip.right
    if fits_across and clip.y <= box.y and box.bottom <= clip.bottom:
        yield line
        return
    for (x, y), (to_x, to_y) in pairwise(line):
        begin, end, across, down = 0.0, 1.0, to_x - x, to_y - y
        for by, room in (
            (-across, x - clip.x), (across, clip.right - x),
            (-down, y - clip.y), (down, clip.bottom - y),
        ):  # fmt: skip
            if by < 0:
                begin = max(begin, room / by)
            elif by > 0:
                end = min(end, room / by)
            elif room < 0:
                end = -1.0
        if begin < end:
            yield [(x + at * across, y + at * down) for at in (begin, end)]


_OPERATORS: Mapping[str, Callable[..., None]] = {
    "q": _Drawing.push_state,
    "Q": _Drawing.pop_state,
    "cm": _Drawing.transform,
    "BT": _Drawing.begin_text,
    "Tm": _Drawing.place_line,
    "Td": _Drawing.move_line,
    "TD": _Drawing.move_line_and_set_leading,
    "TL": _Drawing.set_leading,
    "T*": _Drawing.next_line,
    **dict.fromkeys(("Tj", "TJ"), _Drawing.show_text),
    **dict.fromkeys(("'", '"'), _Drawing.show_next_line),
    "m": _Drawing.begin_line,
    "l": _Drawing.add_line,
    "c": _Drawing.add_curve,
    "v": _Drawing.add_curve_from_start,
    "y": _Drawing.add_curve_to_end,
    "h": _Drawing.close_line,
    "re": _Drawing.add_box,
    **dict.fromkeys(("W", "W*"), _Drawing.clip_with_path),
    **dict.fromkeys(("S", "s", "f", "F", "f*", "B", "B*", "b", "b*"), _Drawing.paint),
    "n": _Drawing.end_path,
}
"""The method of each operator that places something; `Do` needs the resources, too."""
