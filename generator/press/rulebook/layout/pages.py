"""Turns the strips of a page into its scene, with page number and running title; and the cover."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeAlias

from generator.base.errors import KitError, Place
from generator.base.units import Size, mm
from generator.press.rulebook.blocks import Cover
from generator.press.rulebook.inline import plain_prose
from generator.press.rulebook.layout.box_backgrounds import grounds
from generator.press.rulebook.layout.fragments import moved
from generator.press.rulebook.layout.pagination import Page, has_back_cover
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle
from generator.press.scene.alt_text import spoken
from generator.press.scene.items import Group, Item, Scene, Tag
from generator.press.templates.renderer import Renderer

Edge: TypeAlias = Literal["left", "right"]

COVER = "rulebook-cover.xml"
COVER_OF = "{title}: the cover"
"""The template of the front page; the variables are `cover` (the fence) and `page` (in mm)."""
_BESIDE = 9.0
"""White between the words of that line."""
_FOOT_LINE = 25.0
"""From the bottom of the text to the line with the page number."""


def page_scene(
    pages: Sequence[Page], index: int, number: int, titles: tuple[str, str], size: Size,
    style: BookStyle, setter: ParagraphLayout, place: Place,
) -> Scene:  # fmt: skip
    """The page at an `index` of the flow, which has this `number` in the book.

    `titles` are the book's and the chapter's.
    """
    boxes = tuple(grounds(pages, index, style))
    items = list(moved(boxes, style.margin, style.margin))
    for strip, y in pages[index]:
        items += moved(strip.items, style.margin, style.margin + y, strip.tags)
    on_the_back = index == len(pages) - 1 and has_back_cover(pages)
    outer: Edge = "left" if number % 2 == 0 or on_the_back else "right"
    items += moved(
        _foot(number, outer, titles, size.width - 2 * style.margin, style, setter, place),
        style.margin, size.height - style.foot + _FOOT_LINE - style.note.leading,
    )  # fmt: skip
    return Scene(str(number), size.width, size.height, tuple(items))


def _foot(
    number: int,
    outer: Edge,
    titles: tuple[str, str],
    width: float,
    style: BookStyle,
    setter: ParagraphLayout,
    place: Place,
) -> tuple[Item, ...]:
    """Page number at the outer edge with the chapter beside it, the book's title opposite.

    A title that finds no room on the line is left out, the book's before the chapter's.
    """
    inner = "right" if outer == "left" else "left"
    face = replace(style.note, color=style.emphasis, bold=True)
    numeral = plain_prose(str(number), place)
    beside = setter.measures(numeral, face)[1] + _BESIDE
    items = list(setter.lines(numeral, width, face, outer)[0].items)
    free = width - beside
    book, chapter = (plain_prose(title, place) for title in titles)
    wide = setter.measures(chapter, style.note)[1]
    if titles[1] and wide <= free:
        line = setter.lines(chapter, free, style.note, outer)[0]
        items += moved(line.items, beside if outer == "left" else 0.0, 0.0)
        free -= wide + _BESIDE
    if titles[0] and setter.measures(book, style.note)[1] <= free:
        items += setter.lines(book, width, style.note, inner)[0].items
    return tuple(items)


def cover_scene(cover: Cover, size: Size, renderer: Renderer) -> Scene:
    """The front page, which its template draws whole.  Raises KitError if it has another size."""
    variables = {
        "cover": cover.spec.model_dump(),
        "page": {"width": mm(size.width), "height": mm(size.height)},
    }
    scene = renderer.render(COVER, variables, "cover", cover.place)
    if abs(scene.width - size.width) > 0.01 or abs(scene.height - size.height) > 0.01:
        raise KitError(
            f"the cover is {mm(scene.width):g} × {mm(scene.height):g} mm, "
            f"but a page has {mm(size.width):g} × {mm(size.height):g} mm",
            place=cover.place,
            hint=f'in {COVER}, write width="{{{{ page.width }}}}mm" and the same for height',
            check="rulebook-layout",
        )
    says = renderer.words.text(COVER_OF, title=cover.spec.title)
    told = Tag("Figure", f"{says}. {spoken(scene)}")
    return Scene("cover", scene.width, scene.height, (Group(scene.items, tags=(told,)),))
