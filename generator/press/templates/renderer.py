"""Renderer: turns a template and a piece's data into a scene; gives layout the kit's resources.

Each scene is made once: equal markup gives the same `Scene` object wherever it is used, so painters
store a card back once, however many cards have it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from generator.base.errors import KitError, Place, nearest
from generator.base.text_files import inside, shown_name
from generator.base.units import Rect, Size
from generator.kit.tables.records import Tables
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.cache.dependencies import (
    DependencySet,
    DependencyTracker,
    MadeScene,
    untracked,
)
from generator.press.layout.checks.complexity import DrawingBudget
from generator.press.layout.context import Origin, Source
from generator.press.layout.engine import Layout
from generator.press.markup.parser import Boxes, MarkupParser, Node
from generator.press.markup.scaling import NO_GROWTH, TypeGrowth
from generator.press.markup.well_formed import MarkupFault
from generator.press.pictures.picture_file import SUFFIXES, picture_size
from generator.press.scene.items import Color, GlyphRun, Image, Item, Scene
from generator.press.svg.importer import Drawing, import_svg
from generator.press.templates.environment import Templates
from generator.press.text.fonts import FontBook
from generator.press.text.hyphenation import Hyphenate

MAX_TOTAL_PIXELS = 600_000_000
"""Maximum number of pixels of all pictures of a kit: two hundred cards at 600 dpi, or eight hundred
at 300."""
PIXELS_OF_BYTE = 4
"""Pixels that pictures may have in any case, per byte of their files: about as many as an
illustration stored as a good JPEG."""

FaceSet = Callable[[str, str | None, str], Scene]
"""(component, row's id or None, "front" or "back") -> that face."""


@dataclass(frozen=True)
class Style:
    """What the pieces of a kit are drawn with, on one paper and with one ink.

    `families` maps roles ("title", "body") to font families, `sizes` names to points.  `icons` are
    folders of SVG icons, of which the first match wins; `pictures` is the folder of the kit's own
    art.
    """

    templates: Templates
    fonts: FontBook
    families: Mapping[str, str]
    palette: Mapping[str, Color]
    sizes: Mapping[str, Size]
    boxes: Boxes
    icons: Sequence[Path]
    pictures: Path
    variables: Mapping[str, Any] = field(default_factory=dict)
    """What every template may use: `kit`, `ink`, `large` (print), `paper`, the tables."""
    singles: Sequence[str] = ()
    """The components that are one piece each, such as boards."""
    reads: DependencyTracker = field(default_factory=DependencyTracker)
    """Records what faces depend on; templates and tables record there too."""
    words: Translator = UNTRANSLATED
    """The language of all words."""
    hyphenate: Hyphenate | None = None
    """How long words are divided at line ends, if that is allowed."""
    growth: TypeGrowth = NO_GROWTH
    """How much larger type is set where its boxes have room."""
    scale: float = 1.0
    """Factor by which pieces are printed larger than drawn."""

    @property
    def tables(self) -> Tables:
        """The tables of the kit, for messages: reading them is not recorded."""
        return untracked(self.variables.get("tables", {}))


class Renderer:
    """Renders the faces of one kit in one style; it is also the `Resources` of its own layout."""

    def __init__(
        self,
        style: Style,
        faces: FaceSet,
        count: int = 0,
        cached_scene: Callable[[str], MadeScene | None] = lambda digest: None,
        cached_figure: Callable[[object, Callable[[], Scene]], Scene] = lambda source, draw: draw(),
    ) -> None:
        """`faces` gives the faces that templates show, out of the `count` that the kit's data state.

        `cached_scene` gives the scene that an earlier build made of the markup with a digest, if it is
        still valid; `cached_figure` the one of a figure with the same source (by its
        `repr`), or a new one.
        """
        self.style = style
        self.fonts, self.words, self.hyphenate = style.fonts, style.words, style.hyphenate
        self.reads, self.growth = style.reads, style.growth
        self._faces, self._cached_scene = faces, cached_scene
        self.cached_figure = cached_figure
        self._markup = MarkupParser(style.boxes)
        self._layout = Layout(self, style.palette)
        self.budget = DrawingBudget(count)
        self.scenes: dict[str, tuple[Scene, DependencySet]] = {}
        """Scenes by the checksum of their markup, each with what its layout read."""
        self._by_arguments: dict[
            tuple[str, tuple[tuple[str, str], ...]], tuple[Scene, DependencySet]
        ] = {}
        self._icons: dict[str, Drawing] = {}
        self.figures: dict[int, tuple[Item, Any]] = {}
        """The figures of composed books, by their items' identity, with the directives that state them.
        """
        self.pictures: dict[str, Drawing | Image] = {}
        self.pixels = self.bytes = 0
        self._stack: list[str] = []

    def render(
        self,
        template: str,
        variables: Mapping[str, Any],
        name: str,
        referrer: Place | None = None,
        *,
        printed: bool = True,
    ) -> Scene:
        """Template and variables -> scene.  Raises KitError with the template's line.

        A scene that is not `printed` but shown on a screen may have texts on top of each other.
        """
        if template in self._stack:
            chain = " uses ".join([*self._stack[self._stack.index(template) :], template])
            message = f"templates use each other in a circle: {chain}"
            raise KitError(message, check="template-circle")
        self._stack.append(template)
        try:
            templates, given = self.style.templates, {**self.style.variables, **variables}
            render = templates.render_if_changed if printed else templates.render
            xml = render(template, given, referrer)
            digest = hashlib.sha256(xml.encode("utf-8", "surrogatepass")).hexdigest()
            if not self.has_scene(digest):
                with self.reads.reading() as reading:
                    with self._blaming_greediest():
                        self.budget.read(template, xml)
                    root = self._parse(template, variables, xml)
                    scene = self._layout.scene(root, name, printed=printed)
                    with self._blaming_greediest():
                        self.budget.draw(template, scene)
                self.scenes[digest] = scene, reading
            scene, reading = self.scenes[digest]
            self.reads.record_scene(digest, MadeScene(scene, reading))
            return scene
        except RecursionError:
            message = "elements are nested too deeply"
            place = Place(self.style.templates.path(template))
            raise KitError(message, place=place, check="drawing-too-complex") from None
        finally:
            self._stack.pop()

    def _parse(self, template: str, variables: Mapping[str, Any], xml: str) -> Node:
        """The nodes of the markup that a template has made; faults name the template's own line."""
        try:
            return self._markup.parse(xml, self.style.templates.path(template))
        except MarkupFault as error:
            if error.offset < 0:
                raise
            given = {**self.style.variables, **variables}
            message = error.faults[0].message
            place = self.style.templates.place_at(template, given, xml, error.offset, message)
            faults = [replace(fault, place=place or fault.place) for fault in error.faults]
            raise KitError(faults) from None

    def draw_once(self, template: str, variables: Mapping[str, Any], name: str) -> Scene:
        """`render` a scene for a screen that is rarely drawn again, such as a position of a game.

        Nothing is cached, and each scene has the whole budget of a kit, since a game has any number
        of positions.  Raises KitError.
        """
        self.style.templates.begin()
        self.budget = DrawingBudget()
        count_before = len(self.scenes)
        scene = self.render(template, variables, name, printed=False)
        if len(self.scenes) > count_before:
            self.scenes.popitem()
        return scene

    @contextmanager
    def _blaming_greediest(self) -> Iterator[None]:
        """Blame the template that draws the most if too much is drawn."""
        try:
            yield
        except KitError as error:
            path = self.style.templates.path(self.budget.greediest)
            raise error.within(place=Place(path)) from None

    @property
    def sources(self) -> dict[Image | GlyphRun, Source]:
        """The source of each picture or text; not for scenes of an earlier build."""
        return self._layout.sources

    def place_of(self, item: Image | GlyphRun) -> Place | None:
        """The template line of a picture or text; None for what this renderer did not make."""
        return self._layout.place_of(item)

    def trace(self) -> Mapping[int, tuple[Item, Origin]]:
        """From now on, record each laid-out item and its origin, by the item's `id`."""
        self._layout.origins = {}
        return self._layout.origins

    def has_scene(self, digest: str) -> bool:
        """Whether the scene of that markup is available, from this run or an earlier one."""
        if digest in self.scenes:
            return True
        cached = self._cached_scene(digest)
        return cached is not None and self.adopt(
            DependencySet(cached.reading.inputs, {**cached.reading.scenes, digest: cached})
        )

    def adopt(self, reading: DependencySet) -> bool:
        """Take over scenes from an earlier renderer if this one would make the very same.

        The caller knows that what they read has not changed.  This method checks that no other
        scene of the same markup exists here; then everything that follows is as if they had been
        made here.  The names of the scenes are for people who look for a fault; nothing printed
        depends on them.
        """
        for digest, (scene, _) in reading.scenes.items():
            if digest in self.scenes and scene is not self.scenes[digest][0]:
                return False
        for digest, (scene, laid_out) in reading.scenes.items():
            self.scenes.setdefault(digest, (scene, laid_out))
        self.reads.replay(reading)
        return True

    # The interface that layout uses.

    def family(self, role: str) -> str:
        return self.style.families.get(role, role)

    def size(self, name: str) -> Size:
        self.reads.record("size", name)
        try:
            return self.style.sizes[name]
        except KeyError:
            hint = nearest(name, self.style.sizes) or (
                'for a size of your own write width="63mm" height="88mm"'
            )
            raise KitError(f'there is no size "{name}"', hint=hint, check="unknown-size") from None

    def template(self, name: str, arguments: tuple[tuple[str, str], ...]) -> Scene:
        key = (name, arguments)
        if key not in self._by_arguments:
            with self.reads.reading() as reading:
                scene = self.render(name, {"arg": dict(arguments)}, name)
            self._by_arguments[key] = scene, reading
        scene, reading = self._by_arguments[key]
        self.reads.replay(reading)
        return scene

    def face(self, component: str, row: str | None, face: str) -> Scene:
        return self._faces(component, row, face)

    def icon(self, name: str) -> Drawing:
        self.reads.record("icon", name)
        if name not in self._icons:
            for folder in self.style.icons:
                if set(name) & set("/\\"):
                    continue
                path = inside(folder, f"{name}.svg")
                if path.is_file():
                    self._icons[name] = import_svg(path, icon=True)
                    break
            else:
                known = [path.stem for folder in self.style.icons for path in folder.glob("*.svg")]
                others = f"known: {', '.join(sorted({*known}))}"
                add = f"to add one, put icons/{name}.svg into the kit's data folder"
                hint = nearest(name, known) or f"{others}; {add}"
                raise KitError(f'there is no icon "{name}"', hint=hint, check="unknown-icon")
        return self._icons[name]

    def picture(self, src: str) -> Drawing | Image:
        self.reads.record("picture", src)
        if src not in self.pictures:
            self.pictures[src] = self._open_picture(src)
        return self.pictures[src]

    def _open_picture(self, src: str) -> Drawing | Image:
        folder = self.style.pictures.resolve()
        try:
            path = inside(folder, src).resolve()
        except KitError:
            message = f'the picture "{src}" is outside the kit\'s data folder'
            hint = "copy it into that folder"
            raise KitError(message, hint=hint, check="unknown-picture") from None
        if not path.is_file():
            known = [
                found.relative_to(folder).as_posix()
                for found in folder.rglob("*")
                if found.suffix.lower() in (".svg", *SUFFIXES)
            ]
            near, there = nearest(src, known), shown_name(self.style.pictures / src)
            message = f'there is no picture "{src}"'
            hint = f"{near} Or put it at {there}" if near else f"put it at {there}"
            raise KitError(message, hint=hint, check="unknown-picture")
        if path.suffix.lower() == ".svg":
            return import_svg(path)
        self.bytes += path.stat().st_size
        size = picture_size(path, src, self._count_pixels)
        return Image(path, Rect(0, 0, *size), size)

    def _count_pixels(self, width: int, height: int) -> None:
        """Count a picture about to be unpacked.  Raises KitError if all together are too large."""
        self.pixels += width * height
        limit = max(MAX_TOTAL_PIXELS, PIXELS_OF_BYTE * self.bytes)
        if self.pixels > limit:
            message = f"the pictures of this kit have more than {limit:,} pixels in all"
            hint = "make them smaller: a playing card has 750 × 1,050 at 300 dpi"
            raise KitError(message, hint=hint, check="picture-too-large")
