"""Chart scenes as inline SVG for a web page, with real text and the page's colours.

A separate SVG file must outline its letters, since its viewer may lack the fonts.  A page has
fonts: text takes a tenth of the size, can be searched and copied, and matches the text around it.
Each text has a fixed length, so that it does not overlap its neighbours in another font.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from generator.press.paint.svg_values import number, path_data, transform
from generator.press.scene.items import Anchor, GlyphRun, Group, Image, Item, Link, Path, Scene, Use


def chart(scene: Scene, caption: str, colors: Mapping[str, str]) -> str:
    """The scene as an `svg` element with the label `caption`.

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
