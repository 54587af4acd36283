"""Turns a document into one HTML file that stands alone: no scripts, nothing fetched, charts inline."""

from __future__ import annotations

import re
from typing import Any

from jinja2 import Environment, StrictUndefined

from generator import __version__, places
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
from generator.paint.svg import paint_svg
from generator.press.loading import Kit
from generator.scene.renderer import Renderer

TEMPLATE = "report.html.j2"

_PROLOGUE = re.compile(r"^.*?(?=<svg\b)", re.DOTALL)
_NAME = re.compile(r'(\bid="|href="#|url\(#)')
"""Where a picture names a thing of its own, or speaks of one."""


def paint_html(document: Document, kit: Kit, renderer: Renderer) -> bytes:
    """The document as HTML.  Raises KitError if a chart cannot be drawn."""
    source = (places.template_root() / "shared" / TEMPLATE).read_text(encoding="utf-8")
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    palette = renderer.look.palette
    text = environment.from_string(source).render(
        title=document.title,
        language=kit.file.language,
        summary=document.summary,
        blocks=[_told(block, number, renderer) for number, block in enumerate(document.blocks)],
        accent=palette["accent"],
        program=__version__,
    )
    return text.encode()


def _told(block: Block, number: int, renderer: Renderer) -> dict[str, Any]:
    """What the template needs of a block."""
    match block:
        case Heading(text=text, level=level):
            return {"kind": "heading", "text": text, "level": level, "id": f"section-{number}"}
        case Words(text=text):
            return {"kind": "words", "text": text}
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
            svg = inline(paint_svg(scene).decode(), f"chart-{number}-")
            return {"kind": "picture", "svg": svg, "says": says}


def inline(svg: str, prefix: str) -> str:
    """An SVG file as a part of a page: without its prologue, its names its own on that page."""
    whole = _NAME.sub(rf"\g<1>{prefix}", _PROLOGUE.sub("", svg))
    return whole.replace("<svg ", '<svg role="img" ', 1)
