"""SVG sanitizer: reads a file as an XML tree that holds only what can be drawn.

A kit may come from a stranger: entities, references out of the file, circular `<use>` and drawings
that expand without end are refused.  So is what a printed path cannot show (text, images, scripts),
so that nothing is lost silently.  Titles, editor data and definitions that cannot be printed (patterns,
filters) are dropped; elements that refer to them are reported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from lxml import etree

from generator.base.errors import Fault, KitError, Place, short
from generator.base.formats.syntax_errors import explain_syntax_error
from generator.base.text_files import bytes_of, shown_name

LINE = "data-line"
"""The attribute with the line of each element in a clean tree."""

MAX_BYTES = 2_000_000
MAX_ELEMENTS = 20_000
"""Maximum number of elements, including those that `<use>` repeats; a long outline counts as several."""
MAX_DEPTH = 100
MAX_ATTRIBUTES = 1_000
"""Maximum number of attributes of an element: the time to read them grows with their square."""

_SVG = "{http://www.w3.org/2000/svg}"
_XLINK = "{http://www.w3.org/1999/xlink}"
_PAINTS = frozenset({"linearGradient", "radialGradient", "stop"})
_DRAWN = frozenset(
    {"svg", "g", "defs", "use", "style"}
    | {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
    | _PAINTS
)
_DROPPED = frozenset({"title", "desc", "metadata", "pattern", "filter", "mask", "marker"})
_INSTEAD = {
    "text": "turn the text into paths in your drawing program, or set it with <text> in a template",
    "image": "place the picture with <image> in a template",
    "svg": "use <g> for a drawing inside a drawing",
}

# Repeats are possessive (`*+`), so matching never takes longer than one pass over the text.
_UNSIGNED = r"(?:\d++(?:\.\d*+)?+|\.\d++)(?:[eE][+-]?\d++)?+"
_NUMBER = rf"[+-]?{_UNSIGNED}"
_NEXT = rf"\s*+,?\s*+{_NUMBER}"
_UNIT = r"\s*+(?:px|pt|mm|cm|in|%)?\s*+"
_COORDINATE = re.compile(rf"\s*+{_NUMBER}{_UNIT}")
_EXTENT = re.compile(rf"\s*+{_UNSIGNED}{_UNIT}")
_CHANGES = "|".join(
    rf"{name}\s*+\(\s*+{_NUMBER}{rest}\s*+\)"
    for name, rest in {
        "matrix": f"(?:{_NEXT}){{5}}",
        "translate": f"(?:{_NEXT})?",
        "scale": f"(?:{_NEXT})?",
        "rotate": f"(?:{_NEXT}{_NEXT})?",
        "skew[XY]": "",
    }.items()
)
_FORMS = {
    "d": re.compile(r"\s*(?:[Mm][MmZzLlHhVvCcSsQqTtAaEe0-9+\-.,\s]*)?"),
    "points": re.compile(rf"\s*+(?:{_NUMBER}(?:{_NEXT})*+)?\s*+"),
    "transform": re.compile(rf"[\s,]*+(?:(?:{_CHANGES})[\s,]*+)*+"),
    "viewBox": re.compile(rf"\s*+{_NUMBER}(?:{_NEXT}){{3}}\s*+"),
    **dict.fromkeys(["x", "y", "cx", "cy", "x1", "y1", "x2", "y2"], _COORDINATE),
    **dict.fromkeys(["width", "height", "rx", "ry", "r", "stroke-width"], _EXTENT),
}
_CLIP = re.compile(r"clip-path\s*+[=:]\s*+[\"']?\s*+url\(\s*+(?:[\"']|&quot;)?#([^\"'()\s&]++)")
"""A use of a clip path, in an attribute or a style."""
_SELECTOR = re.compile(r"\s*(?:\*|[\w-]+|[\w-]*\.[\w-]+|#[\w-]+)\s*")


def read_svg(path: Path) -> tuple[etree._Element, list[Fault]]:
    """Read an SVG file as a clean tree, with the faults of everything left out.

    In the tree names are plain, styles come first and every element has a `LINE`.  Raises KitError
    if the file cannot be read at all or would unfold without end.
    """
    name = shown_name(path)
    root = _parsed(path, name)
    faults = [*_clean(root, name), *_unfold(root, name)]
    for style in reversed(root.findall(".//style")):  # a style applies to what follows it
        root.insert(0, style)
    etree.cleanup_namespaces(root)
    return root, faults


def line_of(element: etree._Element) -> int:
    """The line of an element in its file."""
    return int(str(element.get(LINE, "1")))


def _parsed(path: Path, name: str) -> etree._Element:
    try:
        if path.stat().st_size > MAX_BYTES:
            message = f"is larger than {MAX_BYTES / 1e6:g} MB"
            hint = "simplify the drawing, or save it as a PNG"
            raise KitError(message, place=Place(name), hint=hint, check="svg-too-large")
        data = bytes_of(path)
    except OSError as error:
        message = f"cannot be read: {error.strerror}"
        raise KitError(message, place=Place(name), check="svg-file") from error
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True,
        remove_pis=True,
    )  # fmt: skip
    try:
        root = etree.fromstring(data, parser)
    except etree.XMLSyntaxError as error:
        fault = explain_syntax_error("xml", str(error.msg).split(", line ")[0])
        packed = data[:2] == b"\x1f\x8b"
        message = f"is not well-formed XML: {fault.message}"
        hint = "it is compressed: save it as plain SVG" if packed else fault.hint
        place = Place(name, error.lineno or 1)
        raise KitError(message, place=place, hint=hint, check="svg-file") from error
    declared: Any = root.getroottree().docinfo.internalDTD
    if declared is not None and any(True for _ in declared.iterentities()):
        message = "declares entities, which are not supported"
        hint = "save the drawing as plain SVG"
        raise KitError(message, place=Place(name, 1), hint=hint, check="svg-file")
    for element in root.iter():
        if len(element.attrib) > MAX_ATTRIBUTES:
            line: Any = element.sourceline
            message = f"has an element with more than {MAX_ATTRIBUTES:,} attributes"
            hint = "save the drawing as plain SVG"
            raise KitError(message, place=Place(name, line), hint=hint, check="svg-too-large")
    if root.tag not in (f"{_SVG}svg", "svg"):
        message = "is not an SVG file: its root is not <svg>"
        raise KitError(message, place=Place(name, 1), check="svg-file")
    return root


def _clean(root: etree._Element, name: str) -> Iterator[Fault]:
    """Drop and rename elements in place; report what cannot be drawn."""
    clips = {str(name) for name in _CLIP.findall(etree.tostring(root, encoding="unicode"))}
    for element in list(root.iter()):
        parent = element.getparent()
        if not isinstance(element.tag, str) or (parent is None and element is not root):
            continue  # an entity, or inside something dropped
        line: Any = element.sourceline
        place = Place(name, line)
        tag = element.tag
        if tag.startswith("{") and not tag.startswith(_SVG):
            _drop(element)
            continue
        tag = element.tag = tag.removeprefix(_SVG)
        if tag in ("symbol", "clipPath") and parent is not None:
            is_clip = tag == "clipPath"
            cannot_be_drawn = element.get("id") not in clips if is_clip else element.get("viewBox")
            if cannot_be_drawn:
                _drop(element)
                continue
            if is_clip:
                element.set("clipPathUnits", element.get("clipPathUnits", "userSpaceOnUse"))
            aside = etree.Element("defs")  # becomes a group that is not drawn in this place
            parent.replace(element, aside)
            aside.append(element)
            tag = element.tag = "g"
        if tag in _DROPPED or (tag == "path" and not element.get("d")):
            _drop(element)
        elif tag not in _DRAWN or (tag == "svg" and parent is not None):
            _drop(element)
            hint = _INSTEAD.get(tag, "remove it in your drawing program")
            yield Fault(f"<{tag}> cannot be drawn", place, hint=hint, check="svg-feature")
        else:
            faults = _clean_attributes(element, place)
            if tag == "style":
                faults += _style_faults(element, place)
            if faults and element is root:
                raise KitError(faults)
            if faults:
                _drop(element)
            yield from faults


def _drop(element: etree._Element) -> None:
    for inner in list(element):
        _drop(inner)
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _clean_attributes(element: etree._Element, place: Place) -> list[Fault]:
    faults = []
    for key, value in [(str(key), str(value)) for key, value in element.attrib.items()]:
        if key.startswith(_XLINK):
            element.set(key.removeprefix(_XLINK), value)
        if key.startswith("{"):
            del element.attrib[key]
        form = None if element.tag in _PAINTS else _FORMS.get(key)
        if form and not form.fullmatch(value):
            message = f'{key}="{short(value, 30, "…")}" of <{element.tag}> cannot be read'
            faults.append(Fault(message, place, check="svg-file"))
    element.set(LINE, str(place.line))
    return faults


def _style_faults(style: etree._Element, place: Place) -> list[Fault]:
    style.text = text = _without_comments(style.text or "")
    *rules, rest = text.split("}")
    if rest.strip() or any(rule.count("{") != 1 for rule in rules):
        hint = "save the drawing as plain SVG"
        return [Fault("the style sheet cannot be read", place, hint=hint, check="svg-file")]
    return [
        Fault(
            f'the style selector "{short(selector.strip())}" is not supported',
            place,
            hint="use only classes, ids and element names",
            check="svg-feature",
        )
        for rule in rules
        for selector in rule.partition("{")[0].split(",")
        if not _SELECTOR.fullmatch(selector)
    ]


def _without_comments(text: str) -> str:
    first, *others = text.split("/*")
    return first + "".join(part.partition("*/")[2] for part in others)


def _unfold(root: etree._Element, name: str) -> list[Fault]:
    """Faults of `<use>` that refer to nothing.  Raises KitError if it expands without end."""
    by_id = {element.get("id"): element for element in root.iter() if element.get("id")}
    weights: dict[etree._Element, int] = {}
    entered: set[etree._Element] = set()
    faults = []

    def weight(element: etree._Element, depth: int) -> int:
        """The number of elements drawn for this one."""
        if element in weights:
            return weights[element]
        place = Place(name, line_of(element))
        if element in entered:
            raise KitError(f"<{element.tag}> uses itself", place=place, check="svg-file")
        if depth > MAX_DEPTH:
            message = f"<{element.tag}> is nested too deeply"
            raise KitError(message, place=place, check="svg-too-large")
        entered.add(element)
        points = element.get("d") or element.get("points") or ""
        total = 1 + len(points) // 200 + sum(weight(child, depth + 1) for child in element)
        if element.tag == "use":
            target = str(element.get("href", ""))
            if target[:1] == "#" and target[1:] in by_id:
                total += weight(by_id[target[1:]], depth + 1)
            else:
                message = f'<use> refers to "{short(target)}", which is not in the drawing'
                faults.append(Fault(message, place, check="svg-file"))
        entered.discard(element)
        weights[element] = total
        return total

    if weight(root, 0) > MAX_ELEMENTS:
        hint = "simplify the drawing, or save it as a PNG"
        message = "is too large with every <use> expanded"
        raise KitError(message, place=Place(name), hint=hint, check="svg-too-large")
    return faults
