"""HTML output of a report: a single file without scripts or requests, with charts inline."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from xml.sax.saxutils import escape, quoteattr

from markupsafe import Markup

from generator.base import __version__, locations
from generator.kit.load import Kit
from generator.lab.report.document import Cell, GameCell, ReportChart, ReportDocument, cell_text
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
            (f"section-{number}", type(block).__name__, block)
            for number, block in enumerate(document.blocks)
        ],
        cell=partial(_cell, games=games),
        picture=partial(_picture, renderer=renderer, colors=colors),
        accent=palette["accent"],
        bright=mix(palette["accent"], "#ffffff", WHITE_SHARE),
        program=__version__,
    )
    return text.encode()


def _picture(block: ReportChart, renderer: Renderer, colors: Mapping[str, str]) -> Markup:
    scene = renderer.render(block.template, {"arg": block.arg}, block.caption)
    return Markup(chart(scene, block.caption, colors))


def _cell(cell: Cell, games: str) -> tuple[str, bool, str]:
    """The text of a cell, whether it is a command to type, and the address of its game."""
    link = games.format(run=cell.run, seed=cell.seed) if isinstance(cell, GameCell) else ""
    return *cell_text(cell), link


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
