"""SVG pool: the pictures of one page, which share their common parts.

Each item becomes a node; equal ones are one node.  `add` takes pictures in; once all are added, a
node with several places is written once, among `definitions`, and by reference in `picture`.
Nothing is loaded from elsewhere, and text of a kit appears only as outlines.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path as FilePath
from typing import NamedTuple, TypeAlias

from generator.base.units import IDENTITY, Matrix
from generator.press.paint.svg_values import (
    color_attributes,
    gradient_attributes,
    image_address,
    number,
    path_data,
    pen_attributes,
    transform,
)
from generator.press.scene.items import (
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Path,
    Scene,
    Use,
    memoize_by_identity,
)
from generator.press.scene.placed_images import needed_pixels
from generator.press.text.fonts import Word

EM = 1000.0
"""Units per em in which the letters of a word are drawn."""
DPI = 200
"""Dots per inch of raster images, for screens that show pieces somewhat enlarged."""
MIN_SHARED_LENGTH = 90
"""Minimum length, in characters, of a shared node; shorter ones are written in every place."""


_MASK_BOX = 'maskUnits="userSpaceOnUse" x="-10000" y="-10000" width="20000" height="20000"'


class _Reference(NamedTuple):
    """A node, and where it is drawn."""

    node: int
    matrix: Matrix


_References: TypeAlias = tuple[_Reference, ...]


class _Node(NamedTuple):
    """A node of a picture: a leaf is its `start`; otherwise `parts` stand between start and end
    tags, or it is an image.
    """

    start: str = ""
    parts: _References = ()
    end: str = ""
    image: FilePath | None = None


class SvgPool:
    """The pictures of one page; `prefix` begins the ids of shared parts."""

    def __init__(self, prefix: str = "s") -> None:
        self._prefix = prefix
        self._numbers: dict[_Node, int] = {}
        self._nodes: list[_Node] = []
        self._scenes: dict[Scene, int] = {}
        self._words: dict[Word, int] = {}
        self._resources: dict[str, str] = {}
        """Clips and gradients, by their markup without ids."""
        self._masks: dict[int, str] = {}
        self._needed: dict[FilePath, tuple[float, float]] = {}
        """The number of pixels that each raster image needs across and down."""
        self._pictures: list[_References] = []
        self._shared: dict[int, str] | None = None
        self._texts: dict[int, str] = {}
        self._references = memoize_by_identity(self._item_references)

    def add(self, items: Iterable[Item]) -> int:
        """Add a picture; returns its number."""
        assert self._shared is None, "a picture was asked for already"
        drawn = tuple(items)
        for file, (width, height) in needed_pixels([Scene("", 1, 1, drawn)], DPI).items():
            needed = self._needed.get(file, (1.0, 1.0))
            self._needed[file] = max(width, needed[0]), max(height, needed[1])
        self._pictures.append(self._references_of(drawn))
        return len(self._pictures) - 1

    def picture(self, number: int) -> str:
        """The content of a picture that was added, as SVG."""
        return "".join(map(self._markup, self._pictures[number]))

    def definitions(self) -> str:
        """The shared parts that pictures refer to, as the content of `<defs>`."""
        shared = self._share_nodes()
        named = (text.replace(" ", f' id="{id}" ', 1) for text, id in self._resources.items())
        masks = (
            f'<mask id="{id}" {_MASK_BOX}>{self._text(node)}</mask>'
            for node, id in self._masks.items()
        )
        drawn = (f'<g id="{id}">{self._text(node)}</g>' for node, id in shared.items())
        return "".join([*named, *masks, *drawn])

    def _references_of(self, items: Iterable[Item]) -> _References:
        return tuple(each for item in items for each in self._references(item))

    def _item_references(self, item: Item) -> _References:
        match item:
            case Path():
                if not (item.fill or item.stroke):
                    return ()
                return (_Reference(self._number(_Node(self._path(item))), IDENTITY),)
            case GlyphRun():
                return tuple(self._run(item))
            case Image(box=box, file=file):
                place = Matrix(box.width, 0, 0, box.height, box.x, box.y)
                return (_Reference(self._number(_Node(image=file)), place),)
            case Use(scene=scene, matrix=matrix):
                if scene not in self._scenes:
                    self._scenes[scene] = self._number(_Node("", self._references_of(scene.items)))
                return (_Reference(self._scenes[scene], matrix),)
            case Group():
                return self._group(item)
        return ()  # links and anchors draw nothing

    def _group(self, group: Group) -> _References:
        parts = self._references_of(group.items)
        if not parts:
            return ()
        attributes = _attributes(dict(self._compositing(group)))
        if attributes:
            node = _Node(f"<g{attributes}>", parts, "</g>")
        elif group.matrix == IDENTITY:
            return parts
        else:
            node = _Node("", parts)
        return (_Reference(self._number(node), group.matrix),)

    def _compositing(self, group: Group) -> Iterator[tuple[str, str]]:
        """The attributes by which a group is clipped and composited."""
        if group.clip is not None:
            clip = f'<clipPath ><path d="{path_data(group.clip)}"/></clipPath>'
            yield "clip-path", f"url(#{self._resource(clip)})"
        if group.opacity < 1:
            yield "opacity", f"{group.opacity:.4g}"
        if group.blend != "normal":
            yield "class", f"blend-{group.blend}"  # the page's policy allows no style attributes
        if group.mask:
            node = self._number(_Node("", self._references_of(group.mask)))
            mask = self._masks.setdefault(node, f"{self._prefix}m{len(self._masks)}")
            yield "mask", f"url(#{mask})"

    def _path(self, item: Path) -> str:
        attributes = {"d": path_data(item.outline)}
        if isinstance(item.fill, Gradient):
            kind, given, stops = gradient_attributes(item.fill)
            inner = "".join(f"<stop{_attributes(stop)}/>" for stop in stops)
            gradient = f"<{kind} {_attributes(given).lstrip()}>{inner}</{kind}>"
            attributes["fill"] = f"url(#{self._resource(gradient)})"
        else:
            attributes |= color_attributes(item.fill)
        attributes |= {"fill-rule": "evenodd"} if item.even_odd else {}
        attributes |= pen_attributes(item.stroke) if item.stroke else {}
        return f"<path{_attributes(attributes)}/>"

    def _resource(self, text: str) -> str:
        """The id of a clip or a gradient, written without one."""
        return self._resources.setdefault(text, f"{self._prefix}r{len(self._resources)}")

    def _run(self, run: GlyphRun) -> Iterator[_Reference]:
        """The words of a run: the letters of each are drawn once, at any size and place."""
        parts: list[_Reference] = []
        x, scale = run.x, run.size / EM
        for word in run.words:
            if word not in self._words:
                self._words[word] = self._number(_Node(f'<path d="{_letters(word)}"/>'))
            parts.append(_Reference(self._words[word], Matrix(scale, 0, 0, scale, x, run.y)))
            x += word.width * run.size + run.gap
        yield _Reference(
            self._number(
                _Node(f"<g{_attributes(color_attributes(run.color))}>", tuple(parts), "</g>")
            ),
            IDENTITY,
        )

    def _number(self, node: _Node) -> int:
        number = self._numbers.get(node)
        if number is None:
            number = self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return number

    def _share_nodes(self) -> dict[int, str]:
        """The nodes with several places, with their ids, parts first."""
        if self._shared is None:
            containers = (*self._pictures, *(node.parts for node in self._nodes))
            counts = Counter(each.node for parts in containers for each in parts)
            self._shared = {}
            for number in range(len(self._nodes)):  # parts come before what contains them
                if counts[number] > 1 and len(self._text(number)) >= MIN_SHARED_LENGTH:
                    self._shared[number] = f"{self._prefix}{len(self._shared)}"
        return self._shared

    def _text(self, number: int) -> str:
        text = self._texts.get(number)
        if text is None:
            node = self._nodes[number]
            parts = "".join(map(self._markup, node.parts))
            text = f"{node.start}{parts}{node.end}"
            if node.image:
                address = image_address(node.image, self._needed[node.image])
                text = f'<image href="{address}" width="1" height="1" preserveAspectRatio="none"/>'
            self._texts[number] = text
        return text

    def _markup(self, reference: _Reference) -> str:
        number, matrix = reference
        id = self._share_nodes().get(number)
        if id:
            return f'<use href="#{id}"{_transform_attribute(matrix)}/>'
        text = self._text(number)
        return text if matrix == IDENTITY else f'<g transform="{transform(matrix)}">{text}</g>'


def _transform_attribute(matrix: Matrix) -> str:
    """The attributes by which a reference is drawn under a matrix."""
    if matrix[:4] == IDENTITY[:4]:
        places = zip("xy", matrix[4:], strict=True)
        return "".join(f' {name}="{number(value)}"' for name, value in places if value)
    return f' transform="{transform(matrix)}"'


def _attributes(attributes: Mapping[str, str]) -> str:
    return "".join(f' {name}="{escape(value)}"' for name, value in attributes.items())


def _letters(word: Word) -> str:
    """The outlines of a word's letters in whole thousandths of an em; its baseline starts at (0, 0)."""
    parts: list[str] = []
    x = 0.0
    for glyph, advance in zip(word.glyphs, word.advances, strict=True):
        for kind, *values in word.font.glyph_outline(glyph):
            shifts = (x, 0.0) * (len(values) // 2)
            moved = (round((v + by) * EM) for v, by in zip(values, shifts, strict=True))
            parts.append(kind + " ".join(map(str, moved)))
        x += advance / word.font.units_per_em
    return "".join(parts)
