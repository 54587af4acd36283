"""SVG painter: a scene at true size, with text as titled outlines, so that no font is needed."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Callable, Iterable
from typing import TypeAlias

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group as SvgGroup

from generator.base.text_files import bytes_of
from generator.base.units import IDENTITY, Matrix, Rect, mm
from generator.press.scene.alt_text import alt_text
from generator.press.scene.items import (
    Anchor,
    GlyphRun,
    Group,
    Image,
    Item,
    Link,
    Outline,
    Path,
    Scene,
    Stroke,
    Use,
)

Address: TypeAlias = Callable[[Scene], str]
"""Gives the address of the picture, bleed included, that stands for a scene; "" if it has none."""


def paint_svg(
    scene: Scene, *, bleed: bool = False, title: str = "", address: Address | None = None
) -> bytes:
    """The bytes of an SVG file of a scene, as large as its trim (with `bleed`: as its bleed).

    It is called what its scene is, unless it has a `title` that people know it by.  With `address`
    the scenes that it uses are not drawn in it, but loaded from there.
    """
    out = scene.bleed if bleed else 0.0
    width, height = scene.width + 2 * out, scene.height + 2 * out
    painter = _Painter(address)
    drawing = svgwrite.Drawing(
        size=(f"{mm(width):g}mm", f"{mm(height):g}mm"),
        viewBox=" ".join(map(_number, (-out, -out, width, height))),
        debug=False,
    )
    drawing.set_desc(title=title or scene.name, desc=alt_text(scene) or None)
    drawing["role"] = "img"
    painter.paint(scene.items, drawing, drawing.defs)
    text: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


class _Painter:
    """One SVG file in the making; `defs` holds scenes, glyphs and clips that are drawn by reference."""

    def __init__(self, address: Address | None = None) -> None:
        self._address = address or (lambda scene: "")
        self._scenes: dict[Scene, str] = {}
        self._clips: dict[Outline, str] = {}

    def paint(self, items: Iterable[Item], into: BaseElement, defs: BaseElement) -> None:
        for item in items:
            match item:
                case Path():
                    if item.fill or item.stroke:
                        into.add(_path(item))
                case GlyphRun():
                    into.add(_text(item))
                case Use() if address := self._address(item.scene):
                    into.add(_loaded(item, address))
                case Use():
                    name = self._scene(item.scene, defs)
                    into.add(_element("use", href=f"#{name}", transform=_transform(item.matrix)))
                case Group():
                    group = _group(item.matrix)
                    if item.clip is not None:
                        group["clip-path"] = f"url(#{self._clip(item.clip, defs)})"
                    for alt in (tag.alt for tag in item.tags if tag.alt):
                        group.set_desc(title=alt)
                        group["role"] = "img"
                    self.paint(item.items, group, defs)
                    into.add(group)
                case Image():
                    into.add(_image(item))
                case Link():
                    pass  # a map that is printed has nothing to click
                case Anchor():
                    pass

    def _scene(self, scene: Scene, defs: BaseElement) -> str:
        name = self._scenes.get(scene)
        if name is None:
            name = self._scenes[scene] = f"scene{len(self._scenes) + 1}"
            group = SvgGroup(id=name, debug=False)
            self.paint(scene.items, group, defs)
            defs.add(group)
        return name

    def _clip(self, outline: Outline, defs: BaseElement) -> str:
        name = self._clips.get(outline)
        if name is None:
            name = self._clips[outline] = f"clip{len(self._clips) + 1}"
            clip = _element("clipPath", id=name)
            clip.add(_element("path", d=_data(outline)))
            defs.add(clip)
        return name


def _element(kind: str, **attributes: str | None) -> BaseElement:
    """An element that svgwrite need not know: attributes are written as they are given."""
    element = BaseElement(debug=False)
    element.elementname = kind
    for name, value in attributes.items():
        if value is not None:
            key = "xlink:href" if name == "href" else name.replace("_", "-")
            element.attribs[key] = value
    return element


def _group(matrix: Matrix) -> BaseElement:
    return _element("g", transform=_transform(matrix))


def _path(item: Path) -> BaseElement:
    rule = "evenodd" if item.even_odd else None
    path = _element("path", d=_data(item.outline), fill=item.fill or "none", fill_rule=rule)
    if item.stroke:
        path.attribs.update(_stroke(item.stroke))
    return path


def _stroke(pen: Stroke) -> dict[str, str]:
    attributes = {"stroke": pen.color, "stroke-width": _number(pen.width)}
    if pen.dash:
        attributes["stroke-dasharray"] = " ".join(map(_number, pen.dash))
    if pen.cap != "butt":
        attributes["stroke-linecap"] = pen.cap
    if pen.join != "miter":
        attributes["stroke-linejoin"] = pen.join
    else:
        attributes["stroke-miterlimit"] = "10"  # as in PDF, where SVG's own default is 4
    return attributes


def _text(run: GlyphRun) -> BaseElement:
    """The outlines of all glyphs of a run as one path, titled with the words."""
    parts: list[str] = []
    pen = run.x
    for word in run.words:
        em = run.size / word.font.units_per_em
        for glyph, advance in zip(word.glyphs, word.advances, strict=True):
            place = Matrix(run.size, 0, 0, run.size, pen, run.y)
            parts.append(_data(word.font.glyph_outline(glyph), place))
            pen += advance * em
        pen += run.gap
    path = _element("path", d="".join(parts), fill=run.color)
    path.set_desc(title=run.text)
    return path


def _loaded(item: Use, address: str) -> BaseElement:
    """The picture at an address, where the scene would be drawn."""
    scene = item.scene
    box = Rect(0, 0, scene.width, scene.height).grown(scene.bleed)
    return _placed(address, box, transform=_transform(item.matrix))


def _image(item: Image) -> BaseElement:
    kind = mimetypes.guess_type(item.file.name)[0] or "image/png"
    data = base64.b64encode(bytes_of(item.file)).decode("ascii")
    return _placed(f"data:{kind};base64,{data}", item.box)


def _placed(href: str, box: Rect, transform: str | None = None) -> BaseElement:
    return _element(
        "image",
        href=href,
        x=_number(box.x),
        y=_number(box.y),
        width=_number(box.width),
        height=_number(box.height),
        preserveAspectRatio="none",
        transform=transform,
    )


def _data(outline: Outline, matrix: Matrix = IDENTITY) -> str:
    parts: list[str] = []
    for kind, *values in outline:
        points = [
            f"{_number(x)} {_number(y)}"
            for x, y in (
                matrix.apply(*pair) for pair in zip(values[::2], values[1::2], strict=True)
            )
        ]
        parts.append(kind + " ".join(points))
    return "".join(parts)


def _transform(matrix: Matrix) -> str | None:
    if matrix == IDENTITY:
        return None
    return f"matrix({' '.join(f'{round(v, 6):g}' for v in matrix)})"


def _number(value: float) -> str:
    return f"{round(value, 3) + 0.0:.10g}"
