"""Recording painter: a line of text for each thing drawn, for tests that compare drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from generator.base.units import Matrix
from generator.press.scene.items import (
    Anchor,
    GlyphRun,
    Gradient,
    Group,
    Image,
    Item,
    Link,
    Outline,
    Paint,
    Path,
    Scene,
    Use,
)


def record(scene: Scene) -> list[str]:
    """The drawing as lines of text, numbers rounded to a tenth of a point.

    >>> record(Scene("dot", 10, 10, (Path((("M", 0, 0), ("L", 5, 5)), None, Stroke("#000000", 1)),)))
    ['path M 0 0 L 5 5 stroke #000000 1']
    """
    return list(_lines(scene.items, ""))


def _lines(items: Iterable[Item], indent: str) -> Iterator[str]:
    for item in items:
        match item:
            case Path():
                line = f"path {_outline(item.outline)}"
                line += f" fill {_paint(item.fill)}" if item.fill else ""
                if item.stroke:
                    line += f" stroke {item.stroke.color} {_number(item.stroke.width)}"
                    if item.stroke.dash:
                        line += " dash " + " ".join(map(_number, item.stroke.dash))
                yield indent + line
            case GlyphRun():
                font = item.words[0].font.name
                at = f"{_number(item.x)} {_number(item.y)}"
                yield f'{indent}text "{item.text}" {font} {_number(item.size)} at {at} {item.color}'
            case Image():
                yield f"{indent}image {item.file.name} {' '.join(map(_number, item.box))}"
            case Group():
                symbol = f" {item.symbol}" if item.symbol else ""
                clip = f" clip {_outline(item.clip)}" if item.clip else ""
                how = f" opacity {item.opacity:g}" if item.opacity < 1 else ""
                how += f" {item.blend}" if item.blend != "normal" else ""
                yield f"{indent}group{symbol}{_matrix(item.matrix)}{clip}{how}"
                if item.mask:
                    yield f"{indent}  mask"
                    yield from _lines(item.mask, indent + "    ")
                yield from _lines(item.items, indent + "  ")
            case Use():
                yield f"{indent}use {item.scene.name}{_matrix(item.matrix)}"
            case Link():
                yield f"{indent}link {item.target} {' '.join(map(_number, item.box))}"
            case Anchor():
                yield f'{indent}anchor {item.name} at {_number(item.y)} "{item.title}"'


def _paint(paint: Paint) -> str:
    if not isinstance(paint, Gradient):
        return paint
    stops = ", ".join(f"{color} {share:.0%}" for share, color in paint.stops)
    ends = " ".join(map(_number, (*paint.start, *paint.end)))
    return f"{'radial' if paint.radial else 'linear'} {ends} ({stops})"


def _outline(outline: Outline) -> str:
    return " ".join(
        " ".join([segment[0], *(_number(value) for value in segment[1:])]) for segment in outline
    )


def _matrix(matrix: Matrix) -> str:
    return "" if matrix == Matrix() else " " + " ".join(f"{value:.4g}" for value in matrix)


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:g}"
