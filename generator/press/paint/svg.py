"""SVG painter: a scene at true size, with text as titled outlines, so that no font is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import count
from pathlib import Path as FilePath
from typing import TypeAlias

import svgwrite
from svgwrite.base import BaseElement
from svgwrite.container import Group as SvgGroup

from generator.base.units import DPI, Matrix, mm
from generator.press.paint.svg_values import (
    color_attributes,
    gradient_attributes,
    image_address,
    number,
    path_data,
    pen_attributes,
    transform,
)
from generator.press.scene.alt_text import alt_text
from generator.press.scene.items import (
    Anchor,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Link,
    Outline,
    Path,
    Scene,
    Use,
)
from generator.press.scene.placed_images import needed_pixels
from generator.press.scene.transparency import on_paper

Address: TypeAlias = Callable[[Scene], str]
"""Gives the address of the picture, bleed included, that replaces a scene; "" if there is none."""


def paint_svg(
    scene: Scene,
    *,
    bleed: bool = False,
    title: str = "",
    dpi: float = DPI,
    address: Address | None = None,
) -> bytes:
    """The bytes of an SVG file of a scene, as large as its trim (with `bleed`: as its bleed).

    Its title is the scene's name, unless it gets a `title` that people know it by.  Pictures are
    sampled down to `dpi` dots to the inch.  With `address`, the scenes that it uses are loaded from
    there instead of drawn in it.
    """
    margin = scene.bleed if bleed else 0.0
    width, height = scene.width + 2 * margin, scene.height + 2 * margin
    painter = _Painter(needed_pixels([scene], dpi), address)
    drawing = svgwrite.Drawing(
        size=(f"{mm(width):g}mm", f"{mm(height):g}mm"),
        viewBox=" ".join(map(number, (-margin, -margin, width, height))),
        debug=False,
    )
    drawing.set_desc(title=title or scene.name, desc=alt_text(scene) or None)
    drawing["role"] = "img"
    painter.paint(on_paper(scene).items, drawing, drawing.defs)
    text: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def paint_part(item: Item, ids: str, address: Address) -> str:
    """One item as markup for a page that contains others; all its ids begin with `ids`.

    "" for an item that leaves no ink.
    """
    needed = needed_pixels([Scene("part", 0, 0, (item,))], DPI)
    painter = _Painter(needed, address, ids)
    group, defs = SvgGroup(debug=False), svgwrite.container.Defs(debug=False)
    painter.paint((item,), group, defs)
    if not group.elements:
        return ""
    parts = [*([defs] if defs.elements else []), *group.elements]
    return "".join(each.tostring() for each in parts)


class _Painter:
    """One SVG file in the making; `defs` holds scenes, glyphs and clips that are drawn by reference."""

    def __init__(
        self,
        needed: Mapping[FilePath, tuple[float, float]],
        address: Address | None = None,
        ids: str = "",
    ) -> None:
        """`needed` are the pixels of each picture across and down; `ids` is the prefix of all ids."""
        self._needed, self._ids = needed, ids
        self._address = address or (lambda scene: "")
        self._images: dict[FilePath, str] = {}
        self._gradients: dict[Gradient, str] = {}
        self._numbers = count(1)
        self._scenes: dict[Scene, str] = {}
        self._clips: dict[Outline, str] = {}

    def paint(self, items: Iterable[Item], into: BaseElement, defs: BaseElement) -> None:
        for item in items:
            match item:
                case Path():
                    if item.fill or item.stroke:
                        into.add(self._path(item, defs))
                case GlyphRun():
                    into.add(_text(item))
                case Use() if address := self._address(item.scene):
                    into.add(_linked_image(item, address))
                case Use():
                    name = self._scene(item.scene, defs)
                    into.add(_element("use", href=f"#{name}", transform=transform(item.matrix)))
                case Group():
                    group = _group(item.matrix)
                    if item.clip is not None:
                        group["clip-path"] = f"url(#{self._clip(item.clip, defs)})"
                    self._composite(item, group, defs)
                    for alt in (tag.alt for tag in item.tags if tag.alt):
                        group.set_desc(title=alt)
                        group["role"] = "img"
                    self.paint(item.items, group, defs)
                    into.add(group)
                case Image():
                    name = self._image(item.file, defs)
                    place = Matrix(item.box.width, 0, 0, item.box.height, item.box.x, item.box.y)
                    into.add(_element("use", href=f"#{name}", transform=transform(place)))
                case Link():
                    pass  # a printed map has nothing to click
                case Anchor():
                    pass

    def _scene(self, scene: Scene, defs: BaseElement) -> str:
        name = self._scenes.get(scene)
        if name is None:
            name = self._scenes[scene] = f"{self._ids}scene{len(self._scenes) + 1}"
            group = SvgGroup(id=name, debug=False)
            self.paint(scene.items, group, defs)
            defs.add(group)
        return name

    def _clip(self, outline: Outline, defs: BaseElement) -> str:
        name = self._clips.get(outline)
        if name is None:
            name = self._clips[outline] = f"{self._ids}clip{len(self._clips) + 1}"
            clip = _element("clipPath", id=name)
            clip.add(_element("path", d=path_data(outline)))
            defs.add(clip)
        return name

    def _path(self, item: Path, defs: BaseElement) -> BaseElement:
        rule = "evenodd" if item.even_odd else None
        path = _element("path", d=path_data(item.outline))
        if isinstance(item.fill, Gradient):
            path["fill"] = f"url(#{self._gradient(item.fill, defs)})"
        else:
            path.attribs.update(color_attributes(item.fill))
        if rule:
            path["fill-rule"] = rule
        if item.stroke:
            path.attribs.update(pen_attributes(item.stroke))
        return path

    def _composite(self, item: Group, group: BaseElement, defs: BaseElement) -> None:
        """State how a group is composited onto what is behind it."""
        if item.opacity < 1:
            group["opacity"] = f"{item.opacity:.4g}"
        if item.blend != "normal":
            group["style"] = f"mix-blend-mode:{item.blend}"
        if item.mask:
            mask = _element("mask", id=f"{self._ids}mask{next(self._numbers)}", maskUnits="userSpaceOnUse",
                            x="-10000", y="-10000", width="20000", height="20000")  # fmt: skip
            mask["style"] = "mask-type:luminance"
            self.paint(item.mask, mask, defs)
            defs.add(mask)
            group["mask"] = f"url(#{mask['id']})"

    def _gradient(self, fill: Gradient, defs: BaseElement) -> str:
        name = self._gradients.get(fill)
        if name is None:
            name = self._gradients[fill] = f"{self._ids}gradient{len(self._gradients) + 1}"
            kind, ends, stops = gradient_attributes(fill)
            gradient = _element(kind, id=name)
            gradient.attribs.update(ends)
            for attributes in stops:
                stop = _element("stop")
                stop.attribs.update(attributes)
                gradient.add(stop)
            defs.add(gradient)
        return name

    def _image(self, file: FilePath, defs: BaseElement) -> str:
        """The id of a picture, one point wide and high."""
        name = self._images.get(file)
        if name is None:
            name = self._images[file] = f"{self._ids}image{len(self._images) + 1}"
            href = image_address(file, self._needed[file])
            image = _element(
                "image", id=name, href=href, width="1", height="1", preserveAspectRatio="none"
            )
            defs.add(image)
        return name


def _element(kind: str, **attributes: str | None) -> BaseElement:
    """An element that svgwrite need not know: attributes are written as given."""
    element = BaseElement(debug=False)
    element.elementname = kind
    for name, value in attributes.items():
        if value is not None:
            key = "xlink:href" if name == "href" else name.replace("_", "-")
            element.attribs[key] = value
    return element


def _group(matrix: Matrix) -> BaseElement:
    return _element("g", transform=transform(matrix))


def _text(run: GlyphRun) -> BaseElement:
    """The outlines of all glyphs of a run as one path, with the words as its title."""
    parts: list[str] = []
    pen = run.x
    for word in run.words:
        em = run.size / word.font.units_per_em
        for glyph, advance in zip(word.glyphs, word.advances, strict=True):
            place = Matrix(run.size, 0, 0, run.size, pen, run.y)
            parts.append(path_data(word.font.glyph_outline(glyph), place))
            pen += advance * em
        pen += run.gap
    path = _element("path", d="".join(parts))
    path.attribs.update(color_attributes(run.color))
    path.set_desc(title=run.text)
    return path


def _linked_image(item: Use, address: str) -> BaseElement:
    """The picture at an address, in place of the scene."""
    box = item.scene.bleed_box
    return _element(
        "image",
        href=address,
        x=number(box.x),
        y=number(box.y),
        width=number(box.width),
        height=number(box.height),
        preserveAspectRatio="none",
        transform=transform(item.matrix),
    )
