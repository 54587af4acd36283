"""Turns the strips of a page into its scene, with page number and running title; and the cover."""

from __future__ import annotations

from dataclasses import replace

from generator.errors import KitError, Place
from generator.rulebook.blocks import Cover
from generator.rulebook.flow import Page
from generator.rulebook.prose import plain_prose
from generator.rulebook.strips import moved
from generator.rulebook.style import BookStyle
from generator.rulebook.typeset import Typesetter
from generator.scene.items import Item, Scene
from generator.scene.renderer import Renderer
from generator.units import Size, mm

COVER = "rulebook-cover.xml"
"""The template of the front page; the variables are `cover` (the fence) and `page` (in mm)."""
_BESIDE = 9.0
"""White between the words of that line."""
_FOOT_LINE = 21.0
"""From the bottom of the text to the line with the page number."""


def page_scene(
    page: Page, number: int, titles: tuple[str, str], size: Size, style: BookStyle,
    setter: Typesetter, place: Place,
) -> Scene:  # fmt: skip
    """A page of the book; `titles` are the book's and the chapter's."""
    items: list[Item] = []
    for strip, y in page:
        items += moved(strip.items, style.margin, style.margin + y)
    items += moved(
        _foot(number, titles, size.width - 2 * style.margin, style, setter, place),
        style.margin, size.height - style.foot + _FOOT_LINE - style.note.leading,
    )  # fmt: skip
    return Scene(f"page {number}", size.width, size.height, tuple(items))


def _foot(
    number: int,
    titles: tuple[str, str],
    width: float,
    style: BookStyle,
    setter: Typesetter,
    place: Place,
) -> tuple[Item, ...]:
    """Page number at the outer edge with the chapter beside it, the book's title opposite.

    A title that finds no room on the line is left out, the book's before the chapter's.
    """
    outer, inner = ("left", "right") if number % 2 == 0 else ("right", "left")
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
        )
    return scene
