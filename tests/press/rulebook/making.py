"""Small rulebooks for tests: style, templates, and pages read back as lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

from generator.base.errors import KitError, Place
from generator.base.load_document import load_yaml
from generator.base.units import MM, Size
from generator.press.paint.recording import record
from generator.press.rulebook.compose import Book, compose
from generator.press.rulebook.layout.generated_lists import Entry
from generator.press.rulebook.layout.style import BookStyle
from generator.press.scene.items import GlyphRun, Group, Item, Link, Scene
from generator.press.templates.environment import Templates
from generator.press.templates.renderer import Renderer, Style
from generator.press.text.fonts import FontBook

ROOT = Path(__file__).parents[3]
SHARED = ROOT / "data" / "shared"
A5 = Size(148 * MM, 210 * MM)
SOURCE = Place("book.md.j2")

TEMPLATES = {
    "box.xml": '<drawing width="40mm" height="20mm" fill="accent">'
    '<text size="9" inset="2mm">{{ arg.word }}</text></drawing>',
    "tall.xml": '<drawing width="40mm" height="230mm" fill="accent"/>',
    "wide.xml": '<drawing width="300mm" height="30mm" fill="accent"/>',
    "broken.xml": '<drawing width="40mm" height="20mm">\n<rect fill="blau"/></drawing>',
}


@cache
def fonts() -> FontBook:
    return FontBook.from_families(load_yaml(SHARED / "fonts.yaml").data, SHARED)


def renderer(folder: Path, templates: Mapping[str, str] = TEMPLATES) -> Renderer:
    """A renderer whose templates and pictures are in `folder`."""
    for name, text in templates.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "sun.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24">'
        '<circle cx="12" cy="12" r="10"/></svg>',
        encoding="utf-8",
    )
    style = Style(
        templates=Templates([folder, ROOT / "templates" / "shared"]),
        fonts=fonts(),
        families={"title": "Source Sans Pro", "body": "Source Sans Pro"},
        palette={"ink": "#222222", "accent": "#884422", "paper": "#ffffff", "tint": "#f2e8e0"},
        sizes={},
        boxes={},
        icons=[folder],
        pictures=folder,
        variables={"ink": "full"},
    )
    return Renderer(style, no_faces)


def no_faces(component: str, row: str | None, face: str) -> Scene:
    raise KitError(f'there is no component "{component}"')


class Maker:
    """Composes Markdown with the templates of one folder."""

    def __init__(self, folder: Path) -> None:
        self.renderer = renderer(folder)
        self.style = BookStyle.from_style(self.renderer.style)

    def book(self, source: str, pieces: Sequence[Entry] = ()) -> Book:
        return compose(
            source, self.style, page=A5, renderer=self.renderer, place=SOURCE, pieces=pieces
        )

    def lines(self, source: str) -> list[list[str]]:
        """The text of each page, line by line, without the footer."""
        return [words(page) for page in self.book(source).pages]

    def faults(self, source: str) -> list[str]:
        """The faults of a source as the user reads them."""
        with pytest.raises(KitError) as caught:
            self.book(source)
        return [str(fault) for fault in caught.value.faults]


def words(page: Scene) -> list[str]:
    """The lines of a page from top to bottom without the footer, words of a line joined."""
    lines: dict[float, list[tuple[float, str]]] = {}
    for x, y, run in runs(page.items):
        if y < page.height - 15 * MM:
            lines.setdefault(round(y, 1), []).append((x, run.text))
    return [" ".join(text for _, text in sorted(lines[y])) for y in sorted(lines)]


def runs(
    items: Sequence[Item], x: float = 0.0, y: float = 0.0
) -> Iterator[tuple[float, float, GlyphRun]]:
    """All runs with the positions of their baselines on the page."""
    for item in items:
        if isinstance(item, GlyphRun):
            yield x + item.x, y + item.y, item
        elif isinstance(item, Group):
            yield from runs(item.items, x + item.matrix.e, y + item.matrix.f)


def links(items: Sequence[Item]) -> Iterator[Link]:
    """All links, in the coordinates of their strip."""
    for item in items:
        if isinstance(item, Link):
            yield item
        elif isinstance(item, Group):
            yield from links(item.items)


def recorded(book: Book) -> list[list[str]]:
    return [record(page) for page in book.pages]


def paragraph(lines: int) -> str:
    """A paragraph set in a given number of lines."""
    return "\\\n".join(f"line {number} of {lines}" for number in range(1, lines + 1))


def running(count: int) -> str:
    """A one-sentence paragraph of a given number of words with five letters each."""
    return " ".join(f"w{number:04}" for number in range(count))
