"""HTML output of the reference: one self-contained file, with a picture of each example."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from pathlib import PurePosixPath
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup

from generator.base import __version__
from generator.base.locations import data_root, template_root
from generator.press.html.frame import html_template
from generator.press.layout.engine import Layout
from generator.press.library import fonts, palette, sizes
from generator.press.markup.elements import ELEMENTS
from generator.press.markup.named_boxes import read_boxes
from generator.press.markup.parser import MarkupParser
from generator.press.paint.svg import paint_svg
from generator.press.scene.items import Scene
from generator.press.templates.environment import Templates
from generator.press.templates.renderer import Renderer, Style
from generator.press.templates.style import FAMILIES
from generator.tools.reference.page import ReferencePage, anchor, target
from generator.tools.reference.topics import PICTURES, shared_icons

SAMPLE = "reference"
"""Folder in `data/shared` with the colours, picture and template that the examples use."""
SMALL_DRAWING = '<drawing width="56mm" height="24mm"><group inset="2mm">{}</group></drawing>'
ICON_COLUMNS, ICON_HEIGHT = 10, 16
"""The columns of the picture with all icons, and the height of one with its name, in millimetres."""
ICON_SHEET = (
    '<drawing width="180mm" height="{high}mm" fill="white">'
    '<grid columns="{columns}">{}</grid></drawing>'
)
ICON_CELL = (
    '<group><icon name="{0}" x="5mm" y="1mm" width="8mm" height="8mm" fill="ink"/>'
    '<text y="10mm" height="5mm" size="7" align="center">{0}</text></group>'
)
TEMPLATE = "reference.html.j2"


def as_html(pages: Sequence[ReferencePage]) -> bytes:
    """The pages as one HTML file; links between them work, other relative links become plain text."""
    template = html_template(template_root() / "shared" / TEMPLATE)
    writer = _Writer(pages)
    return template.render(
        pages=pages, anchor=anchor, html=writer.html, program=__version__
    ).encode()


class _Writer:
    """Writer of pages that link to each other."""

    def __init__(self, pages: Sequence[ReferencePage]) -> None:
        self._topics = {page.file: page.topic for page in pages if page.file}
        self._anchors = {
            (page.topic, anchor(section.title)) for page in pages for section in page.sections
        }
        self._pictures = _data_urls() if any(PICTURES in page.text for page in pages) else {}
        self._markdown = MarkdownIt("commonmark", {"html": False}).enable("table")

    def html(self, page: ReferencePage) -> Markup:
        text = "\n".join(section.text for section in page.sections)
        tokens = self._markdown.parse(text)
        for number, token in enumerate(tokens):
            if token.type == "heading_open" and token.tag != "h1":
                token.attrSet("id", f"{page.topic}-{anchor(tokens[number + 1].content)}")
            token.children = list(self._inline(token.children or (), page))
        html: str = self._markdown.renderer.render(tokens, self._markdown.options, {})
        wide = html.replace("<table>", '<div class="wide"><table>')
        return Markup(wide.replace("</table>", "</table></div>"))

    def _inline(self, tokens: Sequence[Token], page: ReferencePage) -> Iterator[Token]:
        kept: list[bool] = []
        for token in tokens:
            match token.type:
                case "link_open":
                    kept.append(self._link(token, page))
                    if kept[-1]:
                        yield token
                case "link_close":
                    if kept.pop():
                        yield token
                case "image":
                    if self._picture(token):
                        yield token
                case _:
                    yield token

    def _link(self, token: Token, page: ReferencePage) -> bool:
        """Point a link into the file; return whether its target exists."""
        link = str(token.attrGet("href"))
        if ":" in link:
            return True
        file, place = target(link, page.file)
        topic = page.topic if file == page.file else self._topics.get(file)
        if topic is None or (place and (topic, place) not in self._anchors):
            return False
        token.attrSet("href", f"#{topic}-{place}" if place else f"#{topic}")
        return True

    def _picture(self, token: Token) -> bool:
        """Embed a picture in the file; return whether there is one."""
        source = self._pictures.get(PurePosixPath(str(token.attrGet("src"))).stem)
        if source:
            token.attrSet("src", source)
        return source is not None


def _data_urls() -> Mapping[str, Any]:
    """Each example's picture as a data URL."""
    return {
        name: f"data:image/svg+xml;base64,{b64encode(paint_svg(scene)).decode()}"
        for name, scene in pictures()
    }


def pictures() -> Iterator[tuple[str, Scene]]:
    """Yield the name and the picture of each element's example, and the icons that all kits share.

    An example that is not a root is put in a small drawing.
    """
    shared = data_root() / "shared"
    sample = shared / SAMPLE
    style = Style(
        templates=Templates([sample / "templates"]),
        fonts=fonts((shared,)),
        families={**FAMILIES, "title": "Amatic SC"},
        palette=palette((sample, shared), "full"),
        sizes=sizes((shared,)),
        boxes=read_boxes([]),
        icons=(shared / "icons",),
        pictures=sample,
    )
    layout = Layout(Renderer(style, _no_faces), style.palette)
    for name, element in ELEMENTS.items():
        markup = element.example if element.root else SMALL_DRAWING.format(element.example)
        yield name, layout.scene(MarkupParser({}).parse(markup, "example"), "example")
    cells = "".join(map(ICON_CELL.format, shared_icons()))
    high = ICON_HEIGHT * ceil(len(shared_icons()) / ICON_COLUMNS)
    markup = ICON_SHEET.format(cells, columns=ICON_COLUMNS, high=high)
    yield "icons", layout.scene(MarkupParser({}).parse(markup, "icons"), "icons")


def _no_faces(component: str, id: str | None, face: str) -> Scene:
    raise AssertionError("an example uses no pieces of a kit")
