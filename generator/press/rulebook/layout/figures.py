"""Figure layout: templates, faces of pieces and image files, drawn with their captions."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from generator.base.errors import KitError, Place, errors_at
from generator.base.units import Matrix, Rect, mm
from generator.press.pieces.table import draw_figure
from generator.press.rulebook.blocks import Figure, Figures
from generator.press.rulebook.directives import FigureSpec
from generator.press.rulebook.layout.fragments import Fragment, stacked
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.scene.alt_text import alt_text
from generator.press.scene.items import Group, Image, Item, Path, Scene, Stroke, Tag, Use
from generator.press.scene.paths import cut_of, rectangle
from generator.press.svg.recolor import recolored
from generator.press.templates.renderer import Renderer

NO_CAPTION = "picture"
"""The alternative text of a figure without any words."""
_BETWEEN = 12.0
"""Space between figures side by side."""
_CAPTION = 4.0
"""Space between a picture and its caption."""
_EDGE = 0.3
"""Width of the line around a piece."""
_LEAST_SCALE = 0.85
"""Minimum scale to which a picture is reduced to fit on the page of its heading."""
_TOLERANCE = 0.01


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """Items, and the size at which they are drawn."""

    items: tuple[Item, ...]
    width: float
    height: float
    alt: str
    """Its alternative text."""

    def scaled(self, scale: float) -> DrawnFigure:
        """The same, smaller or larger."""
        items = (Group(self.items, Matrix.scale(scale)),)
        return DrawnFigure(items, self.width * scale, self.height * scale, self.alt)


class FigureLayout:
    """Layout of the figures of one book."""

    def __init__(self, renderer: Renderer, paragraphs: ParagraphLayout, style: BookStyle) -> None:
        self._renderer = renderer
        self._type = paragraphs
        self._style = style
        self._cached: dict[Place, list[tuple[Figure, DrawnFigure]]] = {}
        """The figures drawn so far, at their own size."""

    def figures(self, figures: Figures, width: float, room: float = inf) -> list[Fragment]:
        """Figures side by side in equal columns, pictures on one baseline, captions below.

        The pictures are made slightly smaller if the figures then fit into the height `room`.
        """
        count = len(figures.figures)
        column = (width - _BETWEEN * (count - 1)) / count
        captions = [self._caption(figure, column) for figure in figures.figures]
        below = max(_CAPTION + high if words else 0.0 for words, high in captions)
        pictures = [self._picture(figure, column) for figure in figures.figures]
        base = max(picture.height for picture in pictures)
        if _LEAST_SCALE <= (scale := (room - below) / base) < 1:
            pictures = [picture.scaled(scale) for picture in pictures]
            base *= scale
        items: list[Item] = []
        for number, (figure, picture) in enumerate(zip(figures.figures, pictures, strict=True)):
            x = number * (column + _BETWEEN)
            alt_text_parts = ". ".join(
                filter(None, (_caption(figure).removesuffix("."), picture.alt))
            )
            alt = Tag("Figure", alt_text_parts or self._renderer.words.text(NO_CAPTION))
            place = Matrix.move(x + (column - picture.width) / 2, base - picture.height)
            items.append(Group(picture.items, place, tags=(alt,)))
            self._renderer.figures[id(items[-1])] = items[-1], figure
            if words := captions[number][0]:
                items.append(Group(words, Matrix.move(x, base + _CAPTION), tags=(Tag("P"),)))
        return [Fragment(base + below, tuple(items), figures.place)]

    def _caption(self, figure: Figure, column: float) -> tuple[tuple[Item, ...], float]:
        """The words below a picture, and their height."""
        if not figure.caption:
            return (), 0.0
        return stacked(self._type.lines(figure.caption, column, self._style.note, "center"))

    def width(self, figures: Figures, width: float) -> float:
        """The width of a figure in a column of `width`; figures side by side fill it."""
        alone = len(figures.figures) == 1
        return self._picture(figures.figures[0], width).width if alone else width

    def _picture(self, figure: Figure, column: float) -> DrawnFigure:
        """The picture at its stated width, or else at its own or the column's, whichever is less."""
        stated_width = figure.spec.width
        if stated_width is not None and stated_width > column + _TOLERANCE:
            raise KitError(
                f"the figure is {mm(stated_width):g} mm wide, but its column only {mm(column):.1f} mm",
                place=figure.place,
                hint="give it a smaller width, or none",
                check="block-too-large",
            )
        with errors_at(figure.place, item=f"figure ({figure.place})"):
            drawn = self.draw(figure)
        return drawn.scaled((stated_width or min(drawn.width, column)) / drawn.width)

    def draw(self, figure: Figure) -> DrawnFigure:
        """The figure at its own size, drawn once."""
        for cached, drawn in self._cached.get(figure.place, ()):
            if cached.spec == figure.spec:
                return drawn
        drawn = self._draw(figure.spec, figure)
        self._cached.setdefault(figure.place, []).append((figure, drawn))
        return drawn

    def _draw(self, spec: FigureSpec, figure: Figure) -> DrawnFigure:
        """The picture at its own size."""
        if spec.image is not None:
            return self._file(spec.image)
        scene = scene_of(spec, self._renderer, figure.place)
        if spec.crop is None:
            items: tuple[Item, ...] = (without_bleed(scene),)
            if spec.component is not None:  # a white card does not show on a white page
                scale = (spec.width or scene.width) / scene.width
                edge = Stroke(self._style.muted, _EDGE / scale)
                items = (*items, Path(cut_of(scene), None, edge))
            return DrawnFigure(items, scene.width, scene.height, alt_text(scene))
        x, y, width, height = spec.crop
        if x + width > scene.width + _TOLERANCE or y + height > scene.height + _TOLERANCE:
            raise KitError(
                f"the crop extends beyond the picture, which is {mm(scene.width):g} × "
                f"{mm(scene.height):g} mm",
                place=figure.place, check="block-too-large")  # fmt: skip
        part = Group(
            (without_bleed(scene),), Matrix.move(-x, -y), rectangle(Rect(x, y, width, height))
        )
        return DrawnFigure((part,), width, height, alt_text(scene))

    def _file(self, name: str) -> DrawnFigure:
        """A file of the kit; a raster image is printed at 300 dots per inch."""
        picture = self._renderer.picture(name)
        if isinstance(picture, Image):
            width, height = (pixels * 72 / 300 for pixels in picture.pixels)
            image = Image(picture.file, Rect(0, 0, width, height), picture.pixels)
            return DrawnFigure((image,), width, height, "")
        items = recolored(picture, self._style.ink).items
        return DrawnFigure(items, picture.width, picture.height, "")


def scene_of(spec: FigureSpec, renderer: Renderer, referrer: Place) -> Scene:
    """The scene that a figure shows, unless it is a file.  Raises KitError."""
    if spec.component is not None:
        return renderer.face(spec.component, spec.id, spec.face)

    def draw() -> Scene:
        if spec.position is not None:
            return draw_figure(renderer, spec.position, spec.arg, referrer)
        return renderer.render(str(spec.template), {"arg": spec.arg}, str(spec.template), referrer)

    return renderer.cached_figure((spec.position, spec.template, spec.arg), draw)


def _caption(figure: Figure) -> str:
    """The caption of a figure; a file without one goes by its name."""
    if figure.caption:
        return figure.caption.plain
    name = figure.spec.image or ""
    return " ".join(name.partition(".")[0].replace("-", " ").split())


def without_bleed(scene: Scene) -> Group:
    """A scene without its bleed."""
    trim = cut_of(scene)
    return Group((Use(scene),), clip=trim)
