"""Box backgrounds: the filled or outlined grounds of the boxes on a page.

A box is not a fragment: its fragments flow like all others, and each page draws its own portion of
the box.  Where the box continues from the page before or on the next one, its ground has an open
edge: no corners, no line, and a few points beyond the words to show that it goes on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.units import Rect
from generator.press.rulebook.layout.fragments import PADDING, Panel
from generator.press.rulebook.layout.pagination import Page, PlacedFragment
from generator.press.rulebook.layout.style import BookStyle
from generator.press.scene.items import Outline, Path, Segment, Stroke
from generator.press.scene.paths import rectangle

_OPEN = 4.0
"""How far an open edge lies beyond the words."""
_RADIUS = 5.0
_ROUND = 0.5523 * _RADIUS
"""The handles of a curve that is a quarter of a circle."""


def box_backgrounds(pages: Sequence[Page], number: int, style: BookStyle) -> Iterator[Path]:
    """The boxes on one page (from 0), outer ones first, in the coordinates of its column."""
    before, after = (
        set(pages[other][end].fragment.panels) if 0 <= other < len(pages) else set()
        for other, end in ((number - 1, -1), (number + 1, 0))
    )
    stroke = Stroke(style.emphasis, 0.8) if style.tint is None else None
    for panel, fragments in _portions(pages[number]):
        top, bottom = panel in before, panel in after
        first, last = fragments[0], fragments[-1]
        above = _OPEN if top else _padding(first, panel)
        below = _OPEN if bottom else _padding(last, panel)
        height = last.y + last.fragment.height + below - first.y + above
        box = Rect(panel.x, first.y - above, panel.width, height)
        yield Path(_edge(box, top, bottom, filled=stroke is None), style.tint, stroke)


def _portions(page: Page) -> Iterator[tuple[Panel, list[PlacedFragment]]]:
    """Each box on a page with its fragments there, in order of its depth."""
    found: dict[Panel, list[PlacedFragment]] = {}
    for placed in page:
        for panel in placed.fragment.panels:
            found.setdefault(panel, []).append(placed)
    depth = {panel: placed[0].fragment.panels.index(panel) for panel, placed in found.items()}
    yield from sorted(found.items(), key=lambda portion: depth[portion[0]])


def _padding(placed: PlacedFragment, panel: Panel) -> float:
    """Boxes that begin (or end) with the same fragment stand around each other."""
    panels = placed.fragment.panels
    return PADDING * (len(panels) - panels.index(panel))


def _edge(box: Rect, top: bool, bottom: bool, *, filled: bool) -> Outline:
    """The outline of a portion; `top` and `bottom` tell whether it is open there."""
    if not top and not bottom:
        return rectangle(box, _RADIUS)
    if top and bottom:
        if filled:
            return rectangle(box)
        left, right = ((("M", x, box.y), ("L", x, box.bottom)) for x in (box.x, box.right))
        return (*left, *right)
    start, end, sign = (box.y, box.bottom, -1) if top else (box.bottom, box.y, 1)
    corner, handle = end + sign * _RADIUS, end + sign * (_RADIUS - _ROUND)
    lines: list[Segment] = [("M", box.x, start), ("L", box.x, corner)]
    lines.append(("C", box.x, handle, box.x + _RADIUS - _ROUND, end, box.x + _RADIUS, end))
    lines.append(("L", box.right - _RADIUS, end))
    lines.append(("C", box.right - _RADIUS + _ROUND, end, box.right, handle, box.right, corner))
    lines.append(("L", box.right, start))
    return tuple(lines)
