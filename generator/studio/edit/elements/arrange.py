"""Arranging: an element is moved or resized on the piece, by changing what its template states.

Its tag gets other values in the units in which they are written; or the named box in `boxes.yaml`
does, if that gives the element its place.  What a template computes is never changed.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from generator.base.load_document import shown_name
from generator.base.units import MM, length, mm
from generator.kit.edit.yaml_values import YamlText
from generator.press.layout.context import is_in_own_size
from generator.press.layout.frame import resolve
from generator.press.markup.attribute_types import AUTO, parse_length
from generator.press.markup.elements import ELEMENTS
from generator.studio.edit.elements.origins import DrawnElement
from generator.studio.edit.elements.source import (
    ElementSource,
    FileEdit,
    FixedElementError,
    TemplateSource,
)
from generator.studio.edit.elements.tag_edits import TemplateTag, with_attributes
from generator.studio.open_kit import OpenKit

BOXES = "boxes.yaml"
FINEST = 0.05 * MM
"""Points on the piece that the last digit of a value may stand for."""
SHORTEST = 0.5 * MM
"""Points of the shortest side that an element can get."""


class Edges(NamedTuple):
    """How far the edges of a box go to the right or down, in points."""

    left: float = 0.0
    top: float = 0.0
    right: float = 0.0
    bottom: float = 0.0

    @property
    def resizes(self) -> bool:
        return self.left != self.right or self.top != self.bottom


_TRIED = {
    "x": Edges(left=MM, right=MM),
    "y": Edges(top=MM, bottom=MM),
    "width": Edges(right=MM),
    "height": Edges(bottom=MM),
}
"""What can be done with an element, each as a small change."""


class _Axis(NamedTuple):
    """The attributes that place an element in one direction, and the size of its frame there."""

    start: str
    length: str
    end: str
    points: tuple[str, str]
    center: str
    whole: float


class _Change(NamedTuple):
    """Another value for an attribute, in points of the element's frame."""

    name: str
    points: float
    axis: _Axis


_ORDER = (
    *("x", "y", "width", "height", "right", "bottom"),
    *("cx", "cy", "r", "ry"),
    *("x1", "y1", "x2", "y2"),
)
"""The order in which a tag states its lengths."""


def states_a_place(element: DrawnElement) -> bool:
    """Whether an element is of a kind that states its place; the others have it from outlines."""
    values = element.origin.node.values
    return "x" in values or "x1" in values


def obstacles(kit: OpenKit, element: DrawnElement) -> dict[str, str]:
    """Why an element cannot be moved in "x" or "y", or resized in "width" or "height"; "" if it can."""
    found = dict.fromkeys(_TRIED, "")
    try:
        source = ElementSource(kit, element)
    except FixedElementError as error:
        return dict.fromkeys(found, error.reason)
    for name, by in _TRIED.items():
        try:
            _edit(kit, source, element, by)
        except FixedElementError as error:
            found[name] = error.reason
    return found


def edit_of(kit: OpenKit, element: DrawnElement, by: Edges) -> FileEdit:
    """The edit that moves the edges of an element.  Raises KitError if there is none."""
    return _edit(kit, ElementSource(kit, element), element, by)


def _edit(kit: OpenKit, source: ElementSource, element: DrawnElement, by: Edges) -> FileEdit:
    changes = list(_changes(element, by))
    tag, does = source.tag, f"{'resize' if by.resizes else 'move'} <{element.name}>"
    box, boxes = tag.attributes.get("box"), kit.folders.templates[0] / BOXES
    on_tag = any(change.name in tag.attributes for change in changes)
    if box and box.value and not on_tag and boxes.is_file():
        file = TemplateSource(boxes)
        named = YamlText(file.text, shown_name(boxes))
        if isinstance(named.data, dict) and isinstance(named.data.get(box.value), dict):
            return file.edit(does, _with_box(named, box.value, element, changes))
    return source.edit(does, _with_lengths(source, element, changes))


def markup_of(source: ElementSource, element: DrawnElement, by: Edges) -> str:
    """The markup of an element with its edges moved, if it states where they are."""
    part, text = source.part, source.text
    with suppress(FixedElementError):
        text = _with_lengths(source, element, _changes(element, by))
    return text[part.start : part.end + len(text) - len(source.text)]


def _with_lengths(source: ElementSource, element: DrawnElement, changes: Iterable[_Change]) -> str:
    """The template with changes in the tag of an element.  Raises KitError for what is computed."""
    tag = source.tag
    values = {
        name: _written(element, axis, points, _stated(element, tag, name) or _unstated(tag))
        for name, points, axis in changes
    }
    return with_attributes(source.text, tag, values, _ORDER)


def _changes(element: DrawnElement, by: Edges) -> Iterator[_Change]:
    """The attributes to change.  Raises KitError if the element has none for that."""
    values, frame = element.origin.node.values, element.origin.frame.box
    matrix = element.matrix
    if by.resizes and not (matrix.a > 0 < matrix.d and matrix.b == matrix.c == 0):
        raise FixedElementError(element, "it is in a group that is turned or mirrored")
    if by.resizes and values.get("turn"):
        raise FixedElementError(element, "it is turned")
    back = matrix._replace(e=0.0, f=0.0).inverse()
    left, top = back.apply(by.left, by.top)
    right, bottom = back.apply(by.right, by.bottom)
    across = _Axis("x", "width", "right", ("x1", "x2"), "cx", frame.width)
    down = _Axis("y", "height", "bottom", ("y1", "y2"), "cy", frame.height)
    both = ((across, left, right), (down, top, bottom))
    if values.get("r") is not None:
        yield from _circle_changes(values, both)
    elif "x1" in values:
        for axis, low, high in both:
            yield from _line_changes(values, axis, low, high)
    elif "inset" in values:
        for axis, low, high in both:
            if low or high:
                yield from _box_changes(element, axis, low, high)
    elif "x" in values:
        if by.resizes:
            raise FixedElementError(element, "its size is that of its cells")
        for axis, low, _ in both:
            if low:
                yield _Change(axis.start, resolve(values[axis.start], axis.whole) + low, axis)
    else:
        raise FixedElementError(element, "it has no x and y: arrange what is around it")


def _box_changes(element: DrawnElement, axis: _Axis, low: float, high: float) -> Iterator[_Change]:
    """The changes of a box whose edges move so far, in one direction."""
    origin = element.origin
    values, outer = origin.node.values, origin.parent and origin.parent.node.name
    start, extent, end = (values[name] for name in axis[:3])
    growth = element.matrix.growth
    width, height = origin.box.size if origin.box else (side / growth for side in element.box.size)
    shown = width if axis.length == "width" else height
    inset = resolve(values["inset"], min(origin.frame.box.size))
    now = shown + 2 * inset
    if low != high and shown + high - low < SHORTEST / growth:
        raise FixedElementError(
            element, f"its {axis.length} would be less than {mm(SHORTEST):g} mm"
        )
    if (outer, axis.length) in (("row", "width"), ("column", "height")):
        if low == high:
            raise FixedElementError(element, f"its place follows from the <{outer}> around it")
        yield _Change(axis.length, axis.whole + high - low, axis)
        return
    is_long = extent is not None and extent != AUTO
    if low and (end is None or not is_long):
        yield _Change(axis.start, resolve(start, axis.whole) + low, axis)
    if high != low if is_long or is_in_own_size(origin.node) else high and end is None:
        yield _Change(axis.length, now + high - low, axis)
    if high and end is not None:
        yield _Change(axis.end, resolve(end, axis.whole) - high, axis)


def _line_changes(
    values: Mapping[str, Any], axis: _Axis, low: float, high: float
) -> Iterator[_Change]:
    """The changes of a line's ends; the one further on is its right or lower edge."""
    ends = [(resolve(values[name], axis.whole), name) for name in axis.points]
    for (at, name), by in zip(sorted(ends), (low, high), strict=True):
        if by:
            yield _Change(name, at + by, axis)


def _circle_changes(
    values: Mapping[str, Any], both: tuple[tuple[_Axis, float, float], ...]
) -> Iterator[_Change]:
    """The changes of a circle or an ellipse around a point; a circle stays one."""
    (across, left, right), (down, top, bottom) = both
    wider, higher = (right - left) / 2, (bottom - top) / 2
    is_circle = values["ry"] is None
    if is_circle:
        wider = higher = max(wider, higher, key=abs)
    for axis, low, high, grown in ((across, left, right, wider), (down, top, bottom, higher)):
        by = low if low == high else grown * ((high != 0) - (low != 0))
        if by:
            yield _Change(axis.center, resolve(values[axis.center], axis.whole) + by, axis)
    if wider:
        yield _Change("r", resolve(values["r"], across.whole) + wider, across)
    if higher and not is_circle:
        yield _Change("ry", resolve(values["ry"], down.whole) + higher, down)


def _stated(element: DrawnElement, tag: TemplateTag, name: str) -> str:
    """What a tag says for an attribute; "" for nothing.  Raises KitError for what is computed."""
    stated, value = tag.attributes.get(name), element.origin.node.values[name]
    if stated is None:
        default = ELEMENTS[element.name].attributes[name].default
        if "box" in tag.attributes or value == (default and parse_length(default)):
            return ""
    elif stated.value is not None:
        if stated.value == AUTO:
            return ""
        is_cell = value is None  # its length is that of its cell
        if is_cell or math.isclose(value, parse_length(stated.value), abs_tol=0.001):
            return stated.value
    raise FixedElementError(element, f"its template computes {name}")


def _written(element: DrawnElement, axis: _Axis, points: float, like: str) -> str:
    """A length in the unit of another."""
    unit = _unit(like)
    size = axis.whole / 100 if unit == "%" else length(f"1{unit}")
    digits = max(math.ceil(math.log10(size * element.matrix.growth / FINEST)), 0)
    text = f"{points / size:.{digits}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return f"{'0' if text == '-0' else text}{unit}"


def _unit(text: str) -> str:
    """The unit of a length as written: "mm", "%" or "" for none."""
    return text.strip().lstrip("+-.0123456789").strip()


def _unstated(tag: TemplateTag) -> str:
    """A length whose unit suits what a tag does not state yet: another one of it, or in mm."""
    found = (tag.attributes[name].value for name in _ORDER if name in tag.attributes)
    lengths = (value for value in found if value and value not in ("0", AUTO))
    return next((value for value in lengths if _unit(value) != "%"), "0mm")


def _with_box(boxes: YamlText, name: str, element: DrawnElement, changes: Iterable[_Change]) -> str:
    """`boxes.yaml` with changes in a named box; what it adds to another's is still added."""
    for change in changes:
        raw = boxes.data[name].get(change.name)
        text, points, sign = str(raw or "0mm"), change.points, ""
        if text[:2] in ("+=", "-="):
            now = resolve(element.origin.node.values[change.name], change.axis.whole)
            added = resolve(parse_length(text[2:].strip()), change.axis.whole)
            points += (added if text[0] == "+" else -added) - now
            text, sign, points = text[2:], "+= " if points >= 0 else "-= ", abs(points)
        value = sign + _written(element, change.axis, points, text)
        stated = json.loads(value) if isinstance(raw, int | float) else value
        boxes = YamlText(boxes.with_value((name, change.name), stated), boxes.shown)
    return boxes.text
