"""HTML output of a report: a single file without scripts or requests, with charts inline."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.base import __version__, locations
from generator.kit.load import Kit
from generator.lab.report.document import (
    Block,
    Cell,
    GameCell,
    Remark,
    ReportChart,
    ReportDocument,
    ReportHeading,
    ReportTable,
    ReportText,
    cell_text,
)
from generator.lab.report.output.chart_svg import chart
from generator.press.html.frame import html_template
from generator.press.rulebook.layout.style import mix
from generator.press.templates.renderer import Renderer

TEMPLATE = "report.html.j2"

WHITE_SHARE = 0.5
"""Share of white mixed into the kit's accent colour for dark pages."""
CSS_COLORS = {"ink": "ink", "paper": "paper", "tint": "soft", "accent": "accent"}
"""The palette's colours, with their names in the style sheet."""


def report_html(document: ReportDocument, kit: Kit, renderer: Renderer, games: str = "") -> bytes:
    """The document as HTML.  Raises KitError if a chart cannot be drawn.

    `games` is the address of a page that shows a game, with `{run}` and `{seed}`; "" for none.
    """
    palette = renderer.style.palette
    colors = {palette[ink]: name for ink, name in CSS_COLORS.items()}
    template = html_template(locations.template_root() / "shared" / TEMPLATE)
    text = template.render(
        title=document.title,
        language=kit.file.language,
        summary=document.summary,
        blocks=[
            _block(block, number, renderer, colors, games)
            for number, block in enumerate(document.blocks)
        ],
        accent=palette["accent"],
        bright=mix(palette["accent"], "#ffffff", WHITE_SHARE),
        program=__version__,
    )
    return text.encode()


def _block(
    block: Block, number: int, renderer: Renderer, colors: Mapping[str, str], games: str
) -> dict[str, Any]:
    """The variables of the template for a block."""
    match block:
        case ReportHeading(text=text, level=level):
            return {"kind": "heading", "text": text, "level": level, "id": f"section-{number}"}
        case ReportText(text=text, lead=lead):
            return {"kind": "words", "text": text, "lead": lead}
        case Remark(text=text):
            return {"kind": "remark", "text": text}
        case ReportTable(head=head, rows=rows, caption=caption, right=right):
            cells = [[_cell(cell, games) for cell in row] for row in rows]
            return {"kind": "table", "head": head, "rows": cells, "says": caption, "right": right}
        case ReportChart(template=template, arg=arg, caption=caption):
            scene = renderer.render(template, {"arg": arg}, caption)
            return {"kind": "picture", "svg": chart(scene, caption, colors), "says": caption}


def _cell(cell: Cell, games: str) -> dict[str, object]:
    """The variables of the template for a cell, with the address of its game."""
    text, is_code = cell_text(cell)
    link = games.format(run=cell.run, seed=cell.seed) if isinstance(cell, GameCell) else ""
    return {"text": text, "code": is_code, "link": link}
