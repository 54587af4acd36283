"""HTML output of a report: a single file without scripts or requests, with charts inline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from xml.sax.saxutils import escape, quoteattr

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
from generator.press.html.frame import html_template
from generator.press.paint.svg_values import number, path_data, transform
from generator.press.rulebook.layout.style import mix
from generator.press.scene.items import Anchor, GlyphRun, Group, Image, Item, Link, Path, Scene, Use
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


def chart(scene: Scene, caption: str, colors: Mapping[str, str]) -> str:
    """The scene as an `svg` element with the label `caption`, real text and the page's colours.

    A separate SVG file must outline its letters, since its viewer may lack the fonts.  A page has
    fonts: text takes a tenth of the size, can be searched and copied, and matches the text around
    it.  Each text has a fixed length, so that it does not overlap its neighbours in another font.
    `colors` maps colours to names in the style sheet; other colours are unchanged.
    """
    box = f"0 0 {number(scene.width)} {number(scene.height)}"
    drawn = "".join(_drawn(scene.items, colors))
    return f'<svg role="img" viewBox="{box}" aria-label={quoteattr(caption)}>{drawn}</svg>'


def _drawn(items: Iterable[Item], colors: Mapping[str, str]) -> Iterable[str]:
    for item in items:
        match item:
            case Path():
                yield f'<path d="{path_data(item.outline)}"{_paint(item, colors)}/>'
            case GlyphRun():
                yield _text(item, colors)
            case Group() | Use():
                inner = item.items if isinstance(item, Group) else item.scene.items
                place = transform(item.matrix)
                drawn = "".join(_drawn(inner, colors))
                yield f'<g transform="{place}">{drawn}</g>' if place else drawn
            case Image() | Link() | Anchor():
                pass  # no chart has any


def _text(run: GlyphRun, colors: Mapping[str, str]) -> str:
    bold = ' font-weight="bold"' if "bold" in run.words[0].font.style else ""
    return (
        f'<text x="{number(run.x)}" y="{number(run.y)}" font-size="{number(run.size)}"{bold} '
        f'textLength="{number(run.width)}" lengthAdjust="spacingAndGlyphs"'
        f"{_color('fill', run.color, colors)}>{escape(run.text)}</text>"
    )


def _paint(path: Path, colors: Mapping[str, str]) -> str:
    painted = _color("fill", str(path.fill or "none"), colors)
    if not path.stroke:
        return painted
    painted = painted + _color("stroke", path.stroke.color, colors)
    painted += f' stroke-width="{number(path.stroke.width)}"'
    if path.stroke.dash:
        painted += f' stroke-dasharray="{" ".join(map(number, path.stroke.dash))}"'
    return painted


def _color(what: str, color: str, colors: Mapping[str, str]) -> str:
    name = colors.get(color)
    return f' {what}="{f"var(--{name})" if name else color}"'
