"""Page scenes: fragments with box backgrounds, page number and running title; and the cover.

A box is not a fragment: its fragments flow like all others, and each page draws its own portion of
the box.  Where the box continues from the page before or on the next one, its background has an
open edge: no corners, no line, and a few points beyond the words to show that it continues.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from generator.base.errors import KitError, Place
from generator.base.units import Rect, Size, mm
from generator.press.rulebook.blocks import Cover
from generator.press.rulebook.inline import plain_prose
from generator.press.rulebook.layout.fragments import PADDING, Panel, moved
from generator.press.rulebook.layout.margins import Edge, cited_rules, margin_marks
from generator.press.rulebook.layout.pagination import Page, PlacedFragment
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.scene.alt_text import alt_text
from generator.press.scene.items import Group, Item, Outline, Path, Scene, Segment, Stroke, Tag
from generator.press.scene.paths import rectangle
from generator.press.templates.renderer import Renderer

COVER = "rulebook-cover.xml"
"""The template of the front page; the variables are `cover` (the fence) and `page` (in mm)."""
COVER_OF = "{title}: the cover"
_FOOT_GAP = 9.0
"""Space between page number and running titles."""
_FOOT_LINE = 30.0
"""Distance from the bottom of the text to the line with the page number."""


def page_scene(
    pages: Sequence[Page], indexes: Sequence[int], number: int, titles: tuple[str, str], size: Size,
    style: BookStyle, paragraphs: ParagraphLayout, place: Place, *,
    front: Scene | None = None, on_the_back: bool = False,
) -> Scene:  # fmt: skip
    """The scene of a page with this `number` in the book.

    `indexes` are the indices of its columns in the flow: one, or two side by side, the first of which
    a `front` cover may replace.  `titles` are the book's and the chapter's.  A page `on_the_back`
    of a booklet has no page to its right.
    """
    width = size.width / style.columns
    items: list[Item] = [*front.items] if front else []
    outer: Edge = "left" if number % 2 == 0 or on_the_back else "right"
    for column, index in enumerate(indexes, start=style.columns - len(indexes) if front else 0):
        edge: Edge = outer if style.columns == 1 else "right" if column else "left"
        x = column * width + style.left(edge)
        items += moved(tuple(box_backgrounds(pages, index, style)), x, style.margin)
        text: list[Item] = []
        for fragment, y in pages[index]:
            text += moved(fragment.items, x, style.margin + y, fragment.tags)
        items += text
        if style.slugs:
            across = (x, x + width - 2 * style.margin)
            items += margin_marks(
                list(cited_rules(text)), across, edge, size.height - style.foot, style, paragraphs, place
            )  # fmt: skip
    items += moved(
        _foot(number, outer, titles, size.width - 2 * style.margin, style, paragraphs, place),
        style.left(outer) if style.columns == 1 else style.margin,
        size.height - style.foot + _FOOT_LINE - style.note.leading,
    )
    return Scene(str(number), size.width, size.height, tuple(items))


def _foot(
    number: int,
    outer: Edge,
    titles: tuple[str, str],
    width: float,
    style: BookStyle,
    paragraphs: ParagraphLayout,
    place: Place,
) -> tuple[Item, ...]:
    """Page number at the outer edge with the chapter beside it, the book's title opposite.

    A title that does not fit the line is left out, the book's before the chapter's.
    """
    inner = "right" if outer == "left" else "left"
    face = replace(style.note, color=style.emphasis, bold=True)
    numeral = plain_prose(str(number), place)
    numeral_width = paragraphs.measures(numeral, face)[1] + _FOOT_GAP
    items = list(paragraphs.lines(numeral, width, face, outer)[0].items)
    free = width - numeral_width
    book, chapter = (plain_prose(title, place) for title in titles)
    chapter_width = paragraphs.measures(chapter, style.note)[1]
    if titles[1] and chapter_width <= free:
        line = paragraphs.lines(chapter, free, style.note, outer)[0]
        items += moved(line.items, numeral_width if outer == "left" else 0.0, 0.0)
        free -= chapter_width + _FOOT_GAP
    if titles[0] and paragraphs.measures(book, style.note)[1] <= free:
        items += paragraphs.lines(book, width, style.note, inner)[0].items
    return tuple(items)


def cover_scene(cover: Cover, size: Size, renderer: Renderer) -> Scene:
    """The front page, drawn entirely by its template.  Raises KitError if it has another size."""
    variables = {
        "cover": cover.spec.model_dump(),
        "page": {"width": mm(size.width), "height": mm(size.height)},
    }
    scene = renderer.cached_figure(
        (COVER, variables), lambda: renderer.render(COVER, variables, "cover", cover.place)
    )
    if abs(scene.width - size.width) > 0.01 or abs(scene.height - size.height) > 0.01:
        raise KitError(
            f"the cover is {mm(scene.width):g} × {mm(scene.height):g} mm, "
            f"but a page is {mm(size.width):g} × {mm(size.height):g} mm",
            place=cover.place,
            hint=f'in {COVER}, write width="{{{{ page.width }}}}mm" and the same for height',
            check="rulebook-layout",
        )
    alt = renderer.words.text(COVER_OF, title=cover.spec.title)
    alt_text_parts = Tag("Figure", f"{alt}. {alt_text(scene)}")
    return Scene("cover", scene.width, scene.height, (Group(scene.items, tags=(alt_text_parts,)),))


_OPEN = 4.0
"""How far an open edge extends beyond the words."""
_RADIUS = 5.0
_ROUND = 0.5523 * _RADIUS
"""Length of the handles of a curve that approximates a quarter of a circle."""


def box_backgrounds(pages: Sequence[Page], number: int, style: BookStyle) -> Iterator[Path]:
    """The boxes on one page (from 0), outermost first, in the coordinates of its column."""
    before, after = (
        set(pages[other][end].fragment.panels)
        if 0 <= other < len(pages) and pages[other]
        else set()
        for other, end in ((number - 1, -1), (number + 1, 0))
    )
    stroke = Stroke(style.emphasis, 0.8) if style.tint is None else None
    for panel, fragments in _portions(pages[number]):
        open_above, open_below = panel in before, panel in after
        first, last = fragments[0], fragments[-1]
        above = _OPEN if open_above else _padding(first, panel)
        below = _OPEN if open_below else _padding(last, panel)
        height = last.y + last.fragment.height + below - first.y + above
        box = Rect(panel.x, first.y - above, panel.width, height)
        yield Path(_edge(box, open_above, open_below, filled=stroke is None), style.tint, stroke)


def _portions(page: Page) -> Iterator[tuple[Panel, list[PlacedFragment]]]:
    """Each box on a page with its fragments there, in order of its depth."""
    portions: dict[Panel, list[PlacedFragment]] = {}
    for placed in page:
        for panel in placed.fragment.panels:
            portions.setdefault(panel, []).append(placed)
    depth = {panel: placed[0].fragment.panels.index(panel) for panel, placed in portions.items()}
    yield from sorted(portions.items(), key=lambda portion: depth[portion[0]])


def _padding(placed: PlacedFragment, panel: Panel) -> float:
    """The padding of a box at a fragment: nested boxes that begin there add up."""
    panels = placed.fragment.panels
    return PADDING * (len(panels) - panels.index(panel))


def _edge(box: Rect, open_above: bool, open_below: bool, *, filled: bool) -> Outline:
    """The outline of a portion; `open_above` and `open_below` tell whether it is open there."""
    if not open_above and not open_below:
        return rectangle(box, _RADIUS)
    if open_above and open_below:
        if filled:
            return rectangle(box)
        left, right = ((("M", x, box.y), ("L", x, box.bottom)) for x in (box.x, box.right))
        return (*left, *right)
    start, end, sign = (box.y, box.bottom, -1) if open_above else (box.bottom, box.y, 1)
    corner, handle = end + sign * _RADIUS, end + sign * (_RADIUS - _ROUND)
    lines: list[Segment] = [("M", box.x, start), ("L", box.x, corner)]
    lines.append(("C", box.x, handle, box.x + _RADIUS - _ROUND, end, box.x + _RADIUS, end))
    lines.append(("L", box.right - _RADIUS, end))
    lines.append(("C", box.right - _RADIUS + _ROUND, end, box.right, handle, box.right, corner))
    lines.append(("L", box.right, start))
    return tuple(lines)
