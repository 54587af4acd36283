"""Turns a document into one HTML file that stands alone: no scripts, nothing fetched, charts inline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, StrictUndefined

from generator import __version__
from generator.base import locations
from generator.kit.load import Kit
from generator.lab.report.chart_svg import chart
from generator.lab.report.document import (
    Block,
    Code,
    Document,
    Heading,
    Picture,
    Remark,
    Table,
    Words,
)
from generator.press.rulebook.layout.style import mix
from generator.press.templates.renderer import Renderer

TEMPLATE = "report.html.j2"

BRIGHTER = 0.5
"""How much white is in the kit's own colour where the page is dark."""
INKS = {"ink": "ink", "paper": "paper", "tint": "soft", "accent": "accent"}
"""Colours of the palette, and what the page calls them."""


def paint_html(document: Document, kit: Kit, renderer: Renderer) -> bytes:
    """The document as HTML.  Raises KitError if a chart cannot be drawn."""
    source = (locations.template_root() / "shared" / TEMPLATE).read_text(encoding="utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    palette = renderer.look.palette
    colors = {palette[ink]: name for ink, name in INKS.items()}
    text = environment.from_string(source).render(
        title=document.title,
        language=kit.file.language,
        summary=document.summary,
        blocks=[
            _told(block, number, renderer, colors) for number, block in enumerate(document.blocks)
        ],
        accent=palette["accent"],
        bright=mix(palette["accent"], "#ffffff", BRIGHTER),
        program=__version__,
    )
    return text.encode()


def _told(
    block: Block, number: int, renderer: Renderer, colors: Mapping[str, str]
) -> dict[str, Any]:
    """What the template needs of a block."""
    match block:
        case Heading(text=text, level=level):
            return {"kind": "heading", "text": text, "level": level, "id": f"section-{number}"}
        case Words(text=text, lead=lead):
            return {"kind": "words", "text": text, "lead": lead}
        case Remark(text=text):
            return {"kind": "remark", "text": text}
        case Table(head=head, rows=rows, says=says, right=right):
            told = [
                [
                    {"text": cell.text, "code": True}
                    if isinstance(cell, Code)
                    else {"text": cell, "code": False}
                    for cell in row
                ]
                for row in rows
            ]
            return {"kind": "table", "head": head, "rows": told, "says": says, "right": right}
        case Picture(template=template, arg=arg, says=says):
            scene = renderer.render(template, {"arg": arg}, says)
            return {"kind": "picture", "svg": chart(scene, says, colors), "says": says}
