"""Layout context: the resources and caches with which every element is laid out.

An element is laid out by one function that takes the context, the markup node and its frame, and
returns scene items.  `engine` fills the table of these functions; element modules import only this
module, so there is no import cycle.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from generator.base.errors import KitError, Place, errors_at, nearest
from generator.base.units import Rect, Size
from generator.kit.words import Translator
from generator.press.layout.frame import Frame, own_box
from generator.press.markup.attribute_types import GradientValue, parse_share
from generator.press.markup.parser import Node
from generator.press.markup.scaling import TypeGrowth
from generator.press.scene.items import (
    Color,
    GlyphRun,
    Gradient,
    Image,
    Item,
    Paint,
    Scene,
    seen_before,
)
from generator.press.svg.importer import Drawing
from generator.press.text.fonts import FontBook
from generator.press.text.hyphenation import Hyphenate, prepare_hyphenated
from generator.press.text.line_breaking import ICON_SIZE, Prepare, prepare

MAX_TEXTS = 256
"""Maximum number of texts whose lines a layout caches."""
MAX_DRAWN = 1_024
"""Maximum number of nodes whose items a layout caches."""


class Reads(Protocol):
    """Recorder of what is read of the kit while something is drawn."""

    def reading(self) -> AbstractContextManager[Any]:
        """Record what is read inside the block."""

    def replay(self, reading: Any) -> None:
        """Record an earlier reading again."""


@dataclass(frozen=True, slots=True, eq=False)
class Origin:
    """Where items come from: an element, the frame it is laid out in, and the element around it.

    The outermost elements of a template have no element around them, even if another template uses
    it.
    """

    node: Node
    frame: Frame
    parent: Origin | None

    @property
    def place(self) -> Place:
        return self.node.place

    @property
    def box(self) -> Rect | None:
        """The element's own box within its frame; None for a shape that has none."""
        values = self.node.values
        is_circle, has_own_size = values.get("r") is not None, is_in_own_size(self.node)
        is_boxed = "inset" in values and not is_circle and not has_own_size
        return own_box(values, self.frame) if is_boxed else None


class Source(NamedTuple):
    """Where a picture or a run of text is stated; for a text also its size and the allowed sizes."""

    place: Place
    size: float = 0.0
    allowed: tuple[float | str, ...] = ()
    """The range of sizes and the `alike` name; empty for words that are scaled by themselves."""


class Resources(Protocol):
    """The kit's fonts, files and faces.  Each method raises KitError for an unknown name."""

    @property
    def reads(self) -> Reads:
        """The recorder of everything read through these resources."""

    fonts: FontBook
    words: Translator
    hyphenate: Hyphenate | None
    """Hyphenates long words where a text does not fit; None if words may not be divided."""
    growth: TypeGrowth
    """How the type size of texts differs from what the markup states."""

    def family(self, role: str) -> str:
        """The font family for a role of the kit ("title") or a family's own name."""

    def size(self, name: str) -> Size:
        """A named size of a piece, in points."""

    def icon(self, name: str) -> Drawing:
        """An icon of the kit, or a shared one."""

    def picture(self, src: str) -> Drawing | Image:
        """A file of the kit's data folder; an `Image` without a place, or an imported SVG."""

    def template(self, name: str, arguments: tuple[tuple[str, str], ...]) -> Scene:
        """Another template's scene; the same object for the same arguments."""

    def face(self, component: str, row: str | None, face: str) -> Scene:
        """A face of a piece of the kit; the same object each time."""


class LayoutContext:
    """A kit's resources, its palette (colour names -> "#rrggbb") and caches of one layout."""

    element_layouts: Mapping[str, ElementLayout]
    """The function that lays out each element, by the element's name."""

    def __init__(self, resources: Resources, palette: Mapping[str, Color]) -> None:
        self.resources = resources
        self.palette = palette
        self.sources: dict[Image | GlyphRun, Source] = {}
        """The template source where each picture and each run of text first appears."""
        self.origins: dict[int, tuple[Item, Origin]] | None = None
        """Each item and its origin, by the item's `id`; None unless origins are being traced."""
        self.enclosing: Origin | None = None
        """The element that is being laid out, while origins are traced."""
        self.size_limits: dict[str, float] = {}
        """The size of the smallest text of each `alike` name in the current scene."""
        self.prepare = lru_cache(MAX_TEXTS)(prepare)
        """Cached, since most texts are set many times; the cache lives as long as this layout."""
        self._seen_before = seen_before()
        self._draw_cached = lru_cache(MAX_DRAWN)(self._draw_recorded)
        self._caching = False
        """Whether the node being drawn is part of one that is cached."""
        self.prepare_hyphenated: Prepare | None = (
            partial(prepare_hyphenated, hyphenate=resources.hyphenate)
            if resources.hyphenate
            else None
        )
        self._colors: dict[str, Color | None] = {"none": None}

    def place_of(self, item: Image | GlyphRun) -> Place | None:
        """The template line of a picture or text; None for what this layout did not make."""
        source = self.sources.get(item)
        return source and source.place

    def draw(self, node: Node, frame: Frame) -> tuple[Item, ...]:
        """Lay out one node; the same node in the same frame gives the same items.

        Most of a card is the same as on the card before.  Nodes with a role are drawn anew, because
        a screen reader meets each by itself, and so are texts of an `alike` group, whose sizes
        depend on each other.
        """
        if (
            not self._caching
            and self._seen_before(node)
            and self.origins is None
            and not states(node, "alike")
            and not states(node, "role")
        ):
            items, reading = self._draw_cached(node, frame)
            self.resources.reads.replay(reading)
            return items
        if self.origins is not None:
            return self._draw_traced(node, frame, self.origins)
        with errors_at(node.place):
            return self.element_layouts[node.name](self, node, frame)

    def _draw_traced(
        self, node: Node, frame: Frame, origins: dict[int, tuple[Item, Origin]]
    ) -> tuple[Item, ...]:
        """Lay out one node, and record it as the origin of its items."""
        outer = self.enclosing
        self.enclosing = origin = Origin(node, frame, outer)
        try:
            with errors_at(node.place):
                items = self.element_layouts[node.name](self, node, frame)
        finally:
            self.enclosing = outer
        for item in items:
            origins.setdefault(id(item), (item, origin))
        return items

    def _draw_recorded(self, node: Node, frame: Frame) -> tuple[tuple[Item, ...], Any]:
        """The items of a node, and what was read for them; nodes inside it are not cached separately."""
        self._caching = True
        try:
            with self.resources.reads.reading() as reading:
                return self.draw(node, frame), reading
        finally:
            self._caching = False

    @contextmanager
    def tracing_places(self) -> Iterator[Callable[[Item], Place | None]]:
        """Trace which element draws each item; yields a function that gives an item's place."""
        before, origins = self.origins, dict[int, tuple[Item, Origin]]()
        self.origins = origins
        try:
            yield lambda item: origins[id(item)][1].place if id(item) in origins else None
        finally:
            self.origins = before

    def draw_all(self, nodes: tuple[Node, ...], frame: Frame) -> tuple[Item, ...]:
        """Lay out nodes on top of each other in the same frame, the lowest first."""
        items: list[Item] = []
        for node in nodes:
            items += self.draw(node, frame)
        return tuple(items)

    def color(self, name: str) -> Color | None:
        """The value "#rrggbb" of a colour attribute; None for `none`.  Raises KitError."""
        try:
            return self._colors[name]
        except KeyError:
            pass
        base, _, share = name.partition("/")
        color = base if base.startswith("#") else self.palette.get(base)
        if color and share:
            color = f"{color[:7]}{round(255 * parse_share(share)):02x}"
        if color is None:
            hint = nearest(base, self.palette) or (
                'write "#rrggbb", or add it to the palette in game.yaml'
            )
            raise KitError(f'there is no colour "{base}"', hint=hint, check="unknown-color")
        self._colors[name] = color
        return color

    def paint(self, value: str | GradientValue, box: Rect) -> Paint | None:
        """A colour, or a gradient from edge to edge of a box; None for `none`.

        A linear gradient runs through the middle of the box, just far enough for its first and last
        colour to reach the corners.  A radial one reaches the corners, too.  Raises KitError for an
        unknown colour.
        """
        if isinstance(value, str):
            return self.color(value)
        stops = tuple((share, self._solid_color(name)) for share, name in value.stops)
        x, y = box.center
        if value.radial:
            return Gradient(stops, (x, y), (box.right, box.bottom), radial=True)
        dx, dy = math.cos(math.radians(value.angle)), math.sin(math.radians(value.angle))
        reach = (abs(box.width * dx) + abs(box.height * dy)) / 2
        start = (x - reach * dx, y - reach * dy)
        return Gradient(stops, start, (x + reach * dx, y + reach * dy))

    def _solid_color(self, name: str) -> Color:
        """A colour other than `none`."""
        color = self.color(name)
        if color is None:
            message = "a gradient cannot use the colour none"
            hint = 'use a transparent colour: "#ffffff00"'
            raise KitError(message, hint=hint, check="unknown-color")
        return color

    def icon_width(self, name: str) -> float:
        """The width of an icon within a text, in font sizes."""
        drawing = self.resources.icon(name)
        return ICON_SIZE * drawing.width / drawing.height


@lru_cache(MAX_DRAWN)  # most nodes of a card are the same as on the card before
def states(node: Node, name: str) -> bool:
    """Whether a node, or one inside it, states an attribute."""
    return bool(node.values.get(name)) or any(states(child, name) for child in node.children)


def is_in_own_size(node: Node) -> bool:
    """Whether a node shows something in the size that it has by itself."""
    values = node.values
    return (
        node.name == "use" and values["width"] is values["height"] is None and not values["inset"]
    )


ElementLayout: TypeAlias = Callable[[LayoutContext, Node, Frame], tuple[Item, ...]]
