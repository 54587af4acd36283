"""SVG painter: a scene at true size, with text as titled outlines, so that no font is needed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from pathlib import Path as FilePath
from typing import TypeAlias, TypeVar

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
from generator.press.scene.paths import letters_of
from generator.press.scene.placed_images import needed_pixels
from generator.press.scene.transparency import on_paper

T = TypeVar("T")
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
    drawing = svgwrite.Drawing(
        size=(f"{mm(width):g}mm", f"{mm(height):g}mm"),
        viewBox=" ".join(map(number, (-margin, -margin, width, height))),
        debug=False,
    )
    drawing.set_desc(title=title or scene.name, desc=alt_text(scene) or None)
    drawing["role"] = "img"
    painter = _Painter(drawing.defs, needed_pixels([scene], dpi), address)
    painter.paint(on_paper(scene).items, drawing)
    text: str = drawing.tostring()
    return f'<?xml version="1.0" encoding="utf-8"?>\n{text}\n'.encode()


def paint_part(item: Item, ids: str, address: Address) -> str:
    """One item as markup for a page that contains others; all its ids begin with `ids`.

    "" for an item that leaves no ink.
    """
    needed = needed_pixels([Scene("part", 0, 0, (item,))], DPI)
    group, defs = SvgGroup(debug=False), svgwrite.container.Defs(debug=False)
    _Painter(defs, needed, address, ids).paint((item,), group)
    if not group.elements:
        return ""
    parts = [*([defs] if defs.elements else []), *group.elements]
    return "".join(each.tostring() for each in parts)


class _Painter:
    """One SVG file in the making; `defs` holds what is drawn by reference, such as scenes and clips."""

    def __init__(
        self,
        defs: BaseElement,
        needed: Mapping[FilePath, tuple[float, float]],
        address: Address | None = None,
        ids: str = "",
    ) -> None:
        """`needed` are the pixels of each picture across and down; `ids` is the prefix of all ids."""
        self._defs, self._needed, self._ids = defs, needed, ids
        self._address = address or (lambda scene: "")
        self._masks = count(1)
        self._names: defaultdict[str, dict[object, str]] = defaultdict(dict)
        """The ids in `defs`, by kind and then by the object that each stands for."""

    def paint(self, items: Iterable[Item], into: BaseElement) -> None:
        for item in items:
            match item:
                case Path():
                    if item.fill or item.stroke:
                        into.add(self._path(item))
                case GlyphRun():
                    into.add(_text(item))
                case Use() if address := self._address(item.scene):
                    into.add(_linked_image(item, address))
                case Use():
                    name = self._defined("scene", item.scene, self._scene)
                    into.add(_element("use", href=f"#{name}", transform=transform(item.matrix)))
                case Group():
                    group = _element("g", transform=transform(item.matrix))
                    if item.clip is not None:
                        group["clip-path"] = f"url(#{self._defined('clip', item.clip, _clip)})"
                    self._composite(item, group)
                    for alt in (tag.alt for tag in item.tags if tag.alt):
                        group.set_desc(title=alt)
                        group["role"] = "img"
                    self.paint(item.items, group)
                    into.add(group)
                case Image():
                    name = self._defined("image", item.file, self._image)
                    place = Matrix(item.box.width, 0, 0, item.box.height, item.box.x, item.box.y)
                    into.add(_element("use", href=f"#{name}", transform=transform(place)))
                case Link() | Anchor():
                    pass  # a printed map has nothing to click

    def _defined(self, kind: str, thing: T, define: Callable[[T, str], BaseElement]) -> str:
        """The id of a thing among the definitions; defined on first use."""
        names = self._names[kind]
        if thing not in names:
            names[thing] = f"{self._ids}{kind}{len(names) + 1}"
            self._defs.add(define(thing, names[thing]))
        return names[thing]

    def _scene(self, scene: Scene, name: str) -> BaseElement:
        group = SvgGroup(id=name, debug=False)
        self.paint(scene.items, group)
        return group

    def _path(self, item: Path) -> BaseElement:
        path = _element("path", d=path_data(item.outline))
        if isinstance(item.fill, Gradient):
            path["fill"] = f"url(#{self._defined('gradient', item.fill, _gradient)})"
        else:
            path.attribs.update(color_attributes(item.fill))
        if item.even_odd:
            path["fill-rule"] = "evenodd"
        if item.stroke:
            path.attribs.update(pen_attributes(item.stroke))
        return path

    def _composite(self, item: Group, group: BaseElement) -> None:
        """State how a group is composited onto what is behind it."""
        if item.opacity < 1:
            group["opacity"] = f"{item.opacity:.4g}"
        if item.blend != "normal":
            group["style"] = f"mix-blend-mode:{item.blend}"
        if item.mask:
            mask = _element("mask", id=f"{self._ids}mask{next(self._masks)}", maskUnits="userSpaceOnUse",
                            x="-10000", y="-10000", width="20000", height="20000")  # fmt: skip
            mask["style"] = "mask-type:luminance"
            self.paint(item.mask, mask)
            self._defs.add(mask)
            group["mask"] = f"url(#{mask['id']})"

    def _image(self, file: FilePath, name: str) -> BaseElement:
        """A picture, one point wide and high."""
        href = image_address(file, self._needed[file])
        return _element(
            "image", id=name, href=href, width="1", height="1", preserveAspectRatio="none"
        )


def _clip(outline: Outline, name: str) -> BaseElement:
    clip = _element("clipPath", id=name)
    clip.add(_element("path", d=path_data(outline)))
    return clip


def _gradient(fill: Gradient, name: str) -> BaseElement:
    kind, ends, stops = gradient_attributes(fill)
    gradient = _element(kind, id=name)
    gradient.attribs.update(ends)
    for attributes in stops:
        stop = _element("stop")
        stop.attribs.update(attributes)
        gradient.add(stop)
    return gradient


def _element(kind: str, **attributes: str | None) -> BaseElement:
    """An element that svgwrite need not know: attributes are written as given."""
    element = BaseElement(debug=False)
    element.elementname = kind
    for name, value in attributes.items():
        if value is not None:
            key = "xlink:href" if name == "href" else name.replace("_", "-")
            element.attribs[key] = value
    return element


def _text(run: GlyphRun) -> BaseElement:
    """The outlines of all glyphs of a run as one path, with the words as its title."""
    path = _element("path", d="".join(path_data(letter) for _, letter in letters_of(run)))
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
