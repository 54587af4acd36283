"""SVG import: reads a file as a `Drawing` of filled and stroked paths that every painter can draw.

svgelements reads the geometry: pure Python without dependencies, MIT, and it gives plain curves.
(svglib is LGPL, brings in four packages and gives reportlab drawings, which only a PDF can use.)
Whatever it would ignore silently is refused beforehand, in `sanitizer`, or here.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path as FilePath
from typing import Any

import svgelements as svg
from lxml import etree
from PIL import ImageColor

from generator.base.errors import Fault, KitError, Place, errors_at, raise_faults, short
from generator.base.locations import Stamp, stamp
from generator.base.text_files import shown_name
from generator.base.units import IDENTITY, Matrix, Rect, Size, length
from generator.press.scene.items import Color, Gradient, Group, Item, Paint, Path, Stroke
from generator.press.scene.paths import bounds, covers, rectangle
from generator.press.svg.clip_paths import NO_EFFECT, ClipPaths
from generator.press.svg.gradients import Gradients, number_of
from generator.press.svg.outlines import DIGITS, finite, matrix_of, outline_of
from generator.press.svg.sanitizer import LINE, line_of, read_svg

CURRENT = "currentColor"
"""The colour that a drawing leaves open (see `recolored`)."""
_FILLS = re.compile(rb"\bfill\s*[=:]")
"""A `fill` statement anywhere in the file."""

_PERCENT = re.compile(r"\d*\.\d+(?=%)")

_EDGE_SLACK = 1e-3
"""Distance in points by which rounding may move a path beyond the drawing's edge."""
EFFECTS = (
    "filter", "mask", "mix-blend-mode",
    "marker", "marker-start", "marker-mid", "marker-end",
)  # fmt: skip
"""Properties that a printed path cannot show."""
_CAPS = ("butt", "round", "square")
_JOINS = ("miter", "round", "bevel")


@dataclass(frozen=True, slots=True, eq=False)
class Drawing:
    """An SVG as items within `width` x `height` points; compared by identity."""

    width: float
    height: float
    items: tuple[Item, ...]


def import_svg(path: FilePath, *, icon: bool = False) -> Drawing:
    """The drawing in an SVG file; a file that has not changed is read once.

    Its size is the file's, or that of its viewBox if the file gives none; a unit (px) is a point.
    An `icon` that fills its shapes with no colour of its own takes the colour it is drawn in.

    Raises KitError, naming the line, for everything that cannot be read or printed.
    """
    if isinstance(found := _import_cached(path, stamp(path), icon), Drawing):
        return found
    raise KitError(found)


@lru_cache(maxsize=1024)
def _import_cached(path: FilePath, stamp: Stamp, icon: bool) -> Drawing | tuple[Fault, ...]:
    """The drawing in a file, or its faults; the stamp (size and time) is part of the cache key."""
    try:
        return _read(path, icon)
    except KitError as error:
        return tuple(error.faults)


def _read(path: FilePath, icon: bool) -> Drawing:
    file = shown_name(path)
    root, faults = read_svg(path)
    with errors_at(Place(file, line_of(root))):
        size, view, viewport = _viewport(root)
    plain = icon and not _FILLS.search(etree.tostring(root))
    clips = ClipPaths(root, viewport, partial(_parse, view=view, file=file))
    reader = _Reader(
        file, viewport, Gradients(root, view), clips, CURRENT if plain else None, faults
    )
    items = list(reader.items(_parse(root, view, file)))
    if not items and not faults:
        hint = "check that it has visible shapes"
        faults.append(Fault("draws nothing", Place(file), hint=hint, check="svg-file"))
    raise_faults(faults)
    return Drawing(*size, _crop(items, reader.reach, *size))


def _viewport(root: etree._Element) -> tuple[Size, Size, Matrix]:
    """The drawing's size, the size of its own coordinates, and the map from these to points."""
    taken = ("width", "height", "viewBox", "preserveAspectRatio")
    given_width, given_height, box, aspect = (str(root.attrib.pop(key, "")) for key in taken)
    sizes = [
        None if text[-1:] in ("", "%") else _points(text) for text in (given_width, given_height)
    ]
    if not box:
        if None in sizes:
            message = "has neither a viewBox nor a width and height in points or mm"
            raise KitError(message, check="svg-file")
        box = f"0 0 {sizes[0]} {sizes[1]}"
    numbers = [float(number) for number in box.replace(",", " ").split()]
    if len(numbers) != 4 or min(numbers[2:]) <= 0:
        message = f'viewBox="{short(box)}" must be four numbers: x, y, width and height'
        raise KitError(message, check="svg-file")
    view = Size(*numbers[2:])
    width, height = sizes
    if width is None:
        width = view.width if height is None else height * view.width / view.height
    if height is None:
        height = width * view.height / view.width
    if min(width, height) <= 0:
        hint = "its width and height must be more than 0"
        raise KitError("has no size", hint=hint, check="svg-file")
    transform = svg.Viewbox.viewbox_transform(0, 0, width, height, *numbers, aspect or None)
    return Size(width, height), view, matrix_of(svg.Matrix(transform))


def _points(text: str) -> float:
    return length(text.replace("px", "pt"), "pt")


def _parse(root: etree._Element, view: Size, file: str) -> Any:
    try:
        return svg.SVG.parse(
            io.BytesIO(etree.tostring(root)), reify=False, ppi=72, width=view.width,
            height=view.height, color=CURRENT, on_error="raise",
        )  # fmt: skip
    # SyntaxError: the parser of svgelements allows fewer letters in names than lxml.
    except (ValueError, IndexError, TypeError, ArithmeticError, SyntaxError) as error:
        for element in root.iter("path"):
            try:
                svg.Path(element.get("d"))
            except (ValueError, IndexError, TypeError, ArithmeticError):
                place = Place(file, line_of(element))
                message = 'the path data "d" of a <path> is incomplete'
                raise KitError(message, place=place, check="svg-file") from error
        place, hint = Place(file), "save it as plain SVG"
        raise KitError("cannot be read", place=place, hint=hint, check="svg-file") from error


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reader of the elements of one file, as items in points."""

    file: str
    viewport: Matrix
    gradients: Gradients
    clips: ClipPaths
    fill: Color | None
    """The paint of every shape, whatever the file says; None: as in the file."""
    faults: list[Fault]
    reach: list[Rect] = field(default_factory=list)
    """The bounding box of each path read so far."""

    def items(self, element: Any) -> Iterator[Item]:
        """The items that an element draws, as one picture if it is translucent as a whole."""
        place = Place(self.file, int(element.values.get(LINE, 1)))
        own: Mapping[str, str] = element.values.get("attributes", {})
        self.faults.extend(replace(fault, place=place) for fault in _effects(own))
        inner: tuple[Item, ...] = ()
        opacity, clip = 1.0, None
        try:
            opacity = _opacity(own, "opacity")
            if isinstance(element, svg.Transformable):  # a `stop` is not
                matrix = matrix_of(element.transform)
                clip = self.clips.outline(own.get("clip-path", "none"), matrix)
            if isinstance(element, svg.Shape):
                inner = tuple(self._paths(element))
            elif isinstance(element, list):
                inner = tuple(item for each in element for item in self.items(each))
        except KitError as error:
            self.faults.extend(error.within(place=place).faults)
        except (ValueError, ArithmeticError):
            hint = "save the drawing again"
            message = "has a curve with impossible radii"
            self.faults.append(Fault(message, place, hint=hint, check="svg-file"))
        if opacity == 1 and clip is None:
            yield from inner
        elif inner and opacity:
            yield Group(inner, clip=clip, opacity=opacity)

    def _paths(self, shape: Any) -> Iterator[Item]:
        """The shape in points, unless it is invisible."""
        values: Mapping[str, str] = shape.values
        matrix = matrix_of(shape.transform).then(self.viewport)
        stroke = _stroke(shape, matrix)
        fill, place = self._fill(shape, values)
        if values.get("visibility", "visible") != "visible" or not (fill or stroke):
            return
        outline = tuple(outline_of(shape.segments(False), matrix))
        around = bounds(outline)
        self.reach.append(around.grown(stroke.width / 2) if stroke else around)
        even_odd = values.get("fill-rule") == "evenodd"
        if not isinstance(fill, Gradient):
            yield Path(outline, fill, stroke, even_odd=even_odd)
            return
        place = place.then(matrix)
        in_place = tuple(outline_of(shape.segments(False), matrix.then(place.inverse())))
        yield Group((Path(in_place, fill, even_odd=even_odd),), place)
        if stroke:
            yield Path(outline, None, stroke)

    def _fill(self, shape: Any, values: Mapping[str, str]) -> tuple[Paint | None, Matrix]:
        """The paint of a shape, and the matrix from its coordinates to the shape's."""
        opacity, words = _opacity(values, "fill-opacity"), values.get("fill", "black")
        if self.fill:
            return self.fill, IDENTITY
        if not words.strip().startswith("url("):
            return read_color(words, opacity), IDENTITY
        left, top, right, bottom = shape.bbox(transformed=False) or (0, 0, 0, 0)
        box = Rect(left, top, right - left, bottom - top)
        return self.gradients.paint(words, box, lambda name, own: _stop(name, own * opacity))


def _effects(own: Mapping[str, str]) -> Iterator[Fault]:
    """Effects of an element, by its own attributes, that a printed path cannot show."""
    for key in EFFECTS:
        if not NO_EFFECT.fullmatch(own.get(key, "none")):
            message = f"{key} cannot be printed"
            yield Fault(message, hint="flatten it in your drawing program", check="svg-feature")
    if own.get("stroke-dashoffset", "0").strip("0. px"):
        yield Fault("stroke-dashoffset cannot be printed", hint="set it to 0", check="svg-feature")


def _opacity(values: Mapping[str, str], key: str) -> float:
    return min(max(number_of(values.get(key, "1")), 0.0), 1.0)


def _stroke(shape: Any, matrix: Matrix) -> Stroke | None:
    values: Mapping[str, str] = shape.values
    color = read_color(values.get("stroke", "none"), _opacity(values, "stroke-opacity"))
    width = round(finite(shape.stroke_width * matrix.growth), DIGITS)
    if color is None or width <= 0:
        return None
    cap, join = values.get("stroke-linecap", "butt"), values.get("stroke-linejoin", "miter")
    return Stroke(
        color,
        width,
        _dash(values.get("stroke-dasharray", "none"), matrix.growth),
        cap if cap in _CAPS else "butt",
        join if join in _JOINS else "miter",
    )


def _dash(text: str, scale: float) -> tuple[float, ...]:
    parts = text.replace(",", " ").split()
    if parts in ([], ["none"]):
        return ()
    dash = tuple(round(_points(part) * scale, DIGITS) for part in parts)
    if min(dash) < 0:
        message = f'stroke-dasharray="{short(text)}" has a negative length'
        raise KitError(message, check="svg-feature")
    return dash * (1 + len(dash) % 2) if any(dash) else ()


def read_color(text: str, opacity: float = 1.0) -> Color | None:
    """The colour that a file names, with its opacity; None if invisible."""
    text = text.strip()
    if text in ("none", "transparent") or not opacity:
        return None
    if text.lower() == CURRENT.lower():
        if opacity < 1:
            hint = 'give the shape itself an "opacity"'
            raise KitError("currentColor cannot be transparent", hint=hint, check="svg-feature")
        return CURRENT
    if text.startswith("url("):
        message = "the gradient or pattern of a line cannot be printed"
        raise KitError(message, hint="draw the line in one colour", check="svg-feature")
    try:
        red, green, blue, *alpha = ImageColor.getrgb(_PERCENT.sub(_whole, text))
    except ValueError:
        message = f'"{short(text)}" is not a solid colour'
        raise KitError(message, hint='write "#rrggbb"', check="svg-feature") from None
    seen = round((alpha[0] if alpha else 255) * opacity)
    solid = f"#{red:02x}{green:02x}{blue:02x}"
    return solid if seen == 255 else f"{solid}{seen:02x}" if seen else None


def _whole(share: re.Match[str]) -> str:
    return str(round(float(share[0])))


def _stop(text: str, opacity: float) -> Color | None:
    """The colour of a gradient stop."""
    color = read_color(text, opacity)
    if color is None:  # it fades to nothing, so it keeps its own colour
        solid = read_color(text) or "#ffffff"
        return f"{solid[:7]}00"
    if color == CURRENT:
        raise KitError("a gradient cannot use currentColor", check="svg-feature")
    return color


def _crop(items: list[Item], reach: list[Rect], width: float, height: float) -> tuple[Item, ...]:
    """The items, clipped to the drawing's edges if some reach beyond."""
    box = Rect(0.0, 0.0, width, height)
    if all(covers(box, each, _EDGE_SLACK) for each in reach):
        return tuple(items)
    return (Group(tuple(items), clip=rectangle(box)),)
