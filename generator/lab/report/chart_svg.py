"""Chart scenes as inline SVG for a web page: text stays text, colours follow the page.

A file of its own must draw its letters, since nobody knows which fonts will be there.  A page has
fonts: its charts can say their words, which is a tenth of the size, can be searched and copied, and
looks like the text around them.  Each text is told how long it is, so that no other font makes it
run into its neighbours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.sax.saxutils import escape, quoteattr

from generator.base.units import IDENTITY, Matrix
from generator.press.scene.items import (
    Anchor,
    GlyphRun,
    Group,
    Image,
    Item,
    Link,
    Path,
    Scene,
    Use,
)


def chart(scene: Scene, says: str, colors: Mapping[str, str]) -> str:
    """The scene as an element `svg`, which is called what it `says`.

    `colors` are the names by which the page's style sheet knows some of the colours; all others
    are as they are, for any page.
    """
    box = f"0 0 {_figure(scene.width)} {_figure(scene.height)}"
    drawn = "".join(_drawn(scene.items, colors))
    return f'<svg role="img" viewBox="{box}" aria-label={quoteattr(says)}>{drawn}</svg>'


def _drawn(items: Iterable[Item], colors: Mapping[str, str]) -> Iterable[str]:
    for item in items:
        match item:
            case Path():
                yield f'<path d="{_data(item)}"{_paint(item, colors)}/>'
            case GlyphRun():
                yield _text(item, colors)
            case Group():
                yield _group("".join(_drawn(item.items, colors)), item.matrix)
            case Use():
                yield _group("".join(_drawn(item.scene.items, colors)), item.matrix)
            case Image() | Link() | Anchor():
                pass  # no chart has any


def _group(inner: str, matrix: Matrix) -> str:
    if matrix == IDENTITY:
        return inner
    return (
        f'<g transform="matrix({" ".join(f"{round(each, 4):g}" for each in matrix)})">{inner}</g>'
    )


def _text(run: GlyphRun, colors: Mapping[str, str]) -> str:
    bold = ' font-weight="bold"' if "bold" in run.words[0].font.style else ""
    return (
        f'<text x="{_figure(run.x)}" y="{_figure(run.y)}" font-size="{_figure(run.size)}"{bold} '
        f'textLength="{_figure(run.width)}" lengthAdjust="spacingAndGlyphs"'
        f"{_color('fill', run.color, colors)}>{escape(run.text)}</text>"
    )


def _paint(path: Path, colors: Mapping[str, str]) -> str:
    painted = _color("fill", path.fill or "none", colors)
    if not path.stroke:
        return painted
    painted = painted + _color("stroke", path.stroke.color, colors)
    painted += f' stroke-width="{_figure(path.stroke.width)}"'
    if path.stroke.dash:
        painted += f' stroke-dasharray="{" ".join(map(_figure, path.stroke.dash))}"'
    return painted


def _color(what: str, color: str, colors: Mapping[str, str]) -> str:
    name = colors.get(color)
    return f' {what}="{f"var(--{name})" if name else color}"'


def _data(path: Path) -> str:
    return "".join(kind + " ".join(map(_figure, values)) for kind, *values in path.outline)


def _figure(value: float) -> str:
    return f"{round(value, 2) + 0.0:g}"
