"""The scene: the small closed set of frozen items that layout makes and painters draw.

A scene is a picture that is already decided: every box placed, every line broken, every colour
known.  A painter walks `Scene.items` in order and draws each one over those before; it measures
nothing and decides nothing, which is why the PDF, the SVG and the PNG of a scene are the same
picture.  A sheet of paper is a scene too, whose items are mostly `Use`.

All figures are points, origin at the top left, y down.  Colours are "#rrggbb" in lower case, or
"#rrggbbaa" if translucent. Items never change; equal parts of a kit share one `Scene` object, and
painters that can store a scene once (a PDF form, an SVG symbol) do so by its identity.

To add a painter, match on the classes of `Item`.  There is nothing else to override.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path as FilePath
from typing import Any, TypeAlias, TypeVar, cast

from generator.base.units import IDENTITY, Matrix, Rect, Size
from generator.press.text.fonts import Word

Color: TypeAlias = str
Segment: TypeAlias = (
    tuple[str]  # ("Z",): close
    | tuple[str, float, float]  # ("M", x, y) and ("L", x, y)
    | tuple[str, float, float, float, float, float, float]  # ("C", x1, y1, x2, y2, x, y)
)
Outline: TypeAlias = tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Stroke:
    """A pen: colour, width, dash lengths, ends ("butt", "round", "square") and corners."""

    color: Color
    width: float
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"


@dataclass(frozen=True, slots=True)
class Gradient:
    """Colours that blend from `start` to `end`, each with its position between them (0 to 1).

    A radial gradient blends outward from the point `start` to the circle through `end`.
    """

    stops: tuple[tuple[float, Color], ...]
    start: tuple[float, float]
    end: tuple[float, float]
    radial: bool = False


Paint: TypeAlias = Color | Gradient


def channels(color: Color) -> tuple[int, int, int]:
    """The red, green and blue of a colour, from 0 to 255."""
    red, green, blue = bytes.fromhex(color[1:7])
    return red, green, blue


def grey(level: float) -> Color:
    """The grey of a level from 0 to 255."""
    return "#" + 3 * f"{round(level):02x}"


def opacity_of(color: Color) -> float:
    """How opaque a colour is, from 0 to 1."""
    return int(color[7:9], 16) / 255 if len(color) > 7 else 1.0


def is_opaque(paint: Paint | None) -> bool:
    """Whether a paint is opaque; no paint (None) is not."""
    if isinstance(paint, Gradient):
        return all(opacity_of(color) == 1 for _, color in paint.stops)
    return paint is not None and opacity_of(paint) == 1


@dataclass(frozen=True, slots=True)
class Path:
    """A filled and/or stroked outline."""

    outline: Outline
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@dataclass(frozen=True, slots=True)
class GlyphRun:
    """Shaped words of one font on one baseline, `gap` points apart; (x, y) is the baseline's start."""

    x: float
    y: float
    size: float
    color: Color
    words: tuple[Word, ...]
    gap: float = 0.0

    @property
    def text(self) -> str:
        return " ".join([word.text for word in self.words])

    @property
    def width(self) -> float:
        words = sum([word.width for word in self.words])
        return words * self.size + self.gap * (len(self.words) - 1)


@dataclass(frozen=True, slots=True)
class Image:
    """A raster image stretched to fill `box`; `pixels` is its (width, height)."""

    file: FilePath
    box: Rect
    pixels: tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Tag:
    """The role of content for a screen reader: a paragraph, a heading, a figure.

    `role` is a structure type of PDF (ISO 32000-1, 14.8.4: P, H1, L, LI, Table, Figure, ...), or
    "Artifact" for what is not read out; `alt` is the alternative text of a picture.  Groups that
    bear the same tag, compared by identity, belong together, across pages.
    """

    role: str
    alt: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """Items under one matrix, optionally clipped (the clip is in the group's own coordinates).

    `symbol` names a sign that must be readable, such as an icon: the safe-zone check covers it.
    `decor` marks decoration that need not be readable: the check ignores it. `tags` state what the
    group is to a screen reader, outermost first.  With an `opacity`, a `blend` mode or a `mask`,
    the items are composited as one picture onto what is behind them; it shows where the mask, in
    the group's own coordinates, is white.
    """

    items: tuple[Item, ...]
    matrix: Matrix = IDENTITY
    clip: Outline | None = None
    symbol: str = ""
    decor: bool = False
    tags: tuple[Tag, ...] = ()
    opacity: float = 1.0
    blend: str = "normal"
    mask: tuple[Item, ...] = ()

    @property
    def is_composited(self) -> bool:
        """Whether the items are composited as one picture."""
        return self.opacity < 1 or self.blend != "normal" or bool(self.mask)


@dataclass(frozen=True, slots=True)
class Use:
    """Another scene, drawn here under `matrix`; painters may store that scene once."""

    scene: Scene
    matrix: Matrix = IDENTITY


@dataclass(frozen=True, slots=True)
class Link:
    """A box that leads to an `Anchor` ("#name") or to an address ("https://...").

    "thing:name" leads nowhere: it names what lies there, for pointing at it on a game's table.
    """

    box: Rect
    target: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that links lead to; with a title it is a bookmark too (`level` 0 is the outermost)."""

    name: str
    y: float = 0.0
    title: str = ""
    level: int = 0


THING = "thing:"
"""Prefix of the target of a link that names a thing on a table."""

Item: TypeAlias = Group | Path | GlyphRun | Image | Use | Link | Anchor


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Scene:
    """A finished picture, compared by identity (compare `items` to compare pictures).

    `width` x `height` is the trim: where the piece is cut.  `bleed` is how far the art reaches
    beyond it on every side (items have negative coordinates there), `safe` how far inside it text
    and symbols must stay.  `trim` is the outline of the cut when it is not the plain rectangle.
    """

    name: str
    width: float
    height: float
    items: tuple[Item, ...]
    bleed: float = 0.0
    safe: float = 0.0
    trim: Outline | None = None
    memo: dict[object, Any] = field(default_factory=dict, init=False, repr=False)
    """Results about this scene that stay in this process, by the function that made them."""

    @property
    def size(self) -> Size:
        """Width and height of the trim."""
        return Size(self.width, self.height)

    @property
    def box(self) -> Rect:
        """The box of the trim."""
        return Rect(0, 0, self.width, self.height)

    @property
    def bleed_box(self) -> Rect:
        """The box of the trim with its bleed."""
        return self.box.grown(self.bleed)

    @property
    def facts(self) -> dict[str, Any]:
        """Results about this scene that travel with it (see `memoize_with_scene`)."""
        return {name: value for name, value in self.memo.items() if isinstance(name, str)}

    def __reduce__(self) -> tuple[object, ...]:
        """Leave out the results that stay in this process."""
        fields = (self.name, self.width, self.height, self.items, self.bleed, self.safe, self.trim)
        return Scene, fields


def walk(items: Iterable[Item], matrix: Matrix = IDENTITY) -> Iterator[tuple[Item, Matrix]]:
    """Every item at any depth, in groups and used scenes too, with the matrix it is drawn under."""
    for item in items:
        yield item, matrix
        match item:
            case Group(items=inner) | Use(scene=Scene(items=inner)):
                yield from walk(inner, item.matrix.then(matrix))


S = TypeVar("S")
T = TypeVar("T")


def memoize_per_scene(function: Callable[[Scene], T]) -> Callable[[Scene], T]:
    """Cache the function's result for each scene as long as that scene lives."""
    return _memoize(function, function)


def memoize_with_scene(function: Callable[[Scene], T]) -> Callable[[Scene], T]:
    """Cache results that are plain values and depend on the scene and its picture files alone.

    They travel with the scene to other processes and into the build cache, which forgets a scene
    whose pictures have changed.
    """
    return _memoize(function, f"{function.__module__}.{function.__name__}")


def _memoize(function: Callable[[Scene], T], key: object) -> Callable[[Scene], T]:
    @wraps(function)
    def memoized(scene: Scene) -> T:
        try:
            return cast("T", scene.memo[key])
        except KeyError:
            scene.memo[key] = result = function(scene)
            return result

    return memoized


def memoize_by_identity(function: Callable[[S], T], max_size: int = 4_096) -> Callable[[S], T]:
    """Cache the function's results for objects that never change, such as items and outlines.

    What every card of a deck draws is the same object on each card; comparing or hashing it would
    take as long as the work itself.  At most `max_size` objects are kept alive.
    """
    results: dict[int, tuple[S, T]] = {}

    @wraps(function)
    def memoized(value: S) -> T:
        entry = results.get(id(value))
        if entry is None:  # a cached object is alive, so its id is unique
            if len(results) >= max_size:
                results.clear()
            entry = results[id(value)] = value, function(value)
        return entry[1]

    return memoized


def seen_before(max_size: int = 4_096) -> Callable[[object], bool]:
    """A function that tells whether it was given the same object before, among the most recent ones.

    An object that comes twice will come again, so its result is worth caching; most come only once.
    """
    objects: dict[int, object] = {}

    def seen(value: object) -> bool:
        if id(value) in objects:  # a cached object is alive, so its id is unique
            return True
        if len(objects) >= max_size:
            objects.clear()
        objects[id(value)] = value
        return False

    return seen
