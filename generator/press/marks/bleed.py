"""Bleed: the uniform colour around a cut, and the extra bleed of backs against misregistration.

Where neighbours have the same uniform edge, a slightly misplaced cut does not show; so they may
touch, and one cut separates both pieces.

No printer places a back exactly behind its front: a little art beyond the back's own trim hides
that misregistration.  (Its constant part is corrected by a registration offset.)
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.base.units import IDENTITY, MM, Matrix, Rect
from generator.press.pieces.piece import Piece
from generator.press.scene.items import (
    Color,
    GlyphRun,
    Group,
    Image,
    Item,
    Outline,
    Path,
    Scene,
    Use,
    is_opaque,
    memoize_by_identity,
    memoize_with_scene,
)
from generator.press.scene.paths import (
    around_all,
    bounds,
    bounds_under,
    covers,
    overlap,
    touches,
    transformed,
)

PAPER: Color = "#ffffff"
EDGE_DEPTH = 1.0 * MM
"""Depth inside the cut to which the colour must be uniform: cuts are rarely further off."""
_MIXED: Color = ""
_SLACK = 0.01
"""Tolerance in points for edges moved by rounding."""


def rim_of(piece: Piece) -> tuple[Color, Color] | None:
    """The edge colours of a rectangular piece, front and back; None if either is not uniform.

    Where two pieces with the same rim touch, one cut separates them.
    """
    front = None if piece.front.trim else edge_color(piece.front)
    back = edge_color(piece.back) if piece.back else PAPER
    return None if front is None or back is None else (front, back)


@memoize_with_scene
def edge_color(scene: Scene) -> Color | None:
    """The uniform colour from the bleed to `EDGE_DEPTH` inside the trim; None if there are several.

    Anything drawn there that does not cover all of it counts, by its bounding box, as another
    colour.
    """
    trim = Rect(0.0, 0.0, scene.width, scene.height)
    band = _EdgeColor(trim.grown(scene.bleed), trim.grown(-EDGE_DEPTH))
    band.draw(scene.items, IDENTITY, None)
    return band.color or None


class _EdgeColor:
    """The visible colour between two boxes while items are drawn on top of each other."""

    def __init__(self, outer: Rect, inner: Rect) -> None:
        self.outer, self.inner = outer, inner
        self.color = PAPER

    def draw(self, items: Sequence[Item], matrix: Matrix, clip: Rect | None) -> None:
        """Draw items; `clip` is the box that limits them, if they are clipped."""
        for item in items:
            match item:
                case Group(items=inner, matrix=own, clip=outline):
                    within, before = own.then(matrix), self.color
                    left = _clip_box(outline, within, clip)
                    if self._misses_edge(inner, within, left):
                        continue
                    self.draw(inner, within, left)
                    if item.is_composited and self.color != before:
                        self.color = _MIXED
                case Use(scene=scene, matrix=own):
                    self.draw(scene.items, own.then(matrix), clip)
                case Path(outline=outline, fill=fill, stroke=stroke):
                    box = bounds_under(_box_of(item), matrix)
                    solid = covers(box, self.outer, _SLACK) and (
                        not clip or covers(clip, self.outer, _SLACK)
                    )
                    plain = fill if isinstance(fill, str) and is_opaque(fill) else None
                    if plain and solid and self._fills_face(transformed(outline, matrix)):
                        self.color = plain
                    elif self._reaches_edge(box, clip):
                        drawn = {fill, stroke.color if stroke else fill} - {None}
                        self.color = self.color if drawn <= {self.color} else _MIXED
                case GlyphRun() | Image():
                    if self._reaches_edge(bounds_under(_box(item), matrix), clip):
                        self.color = _MIXED

    def _misses_edge(self, items: tuple[Item, ...], matrix: Matrix, clip: Rect | None) -> bool:
        """Whether nothing of a group reaches between the two edges, judged by its bounding box."""
        whole = _extent(items)
        return whole is None or not self._reaches_edge(bounds_under(whole, matrix), clip)

    def _fills_face(self, outline: Outline) -> bool:
        """Whether an outline is an upright box that covers the whole face."""
        corners = [segment[1:] for segment in outline if len(segment) == 3]
        straight = len(corners) == 4 and all(len(segment) < 4 for segment in outline)
        box = bounds(outline)
        upright = all(
            min(abs(x - box.x), abs(x - box.right)) < _SLACK
            and min(abs(y - box.y), abs(y - box.bottom)) < _SLACK
            for x, y in corners
        )
        return straight and upright and covers(box, self.outer, _SLACK)

    def _reaches_edge(self, box: Rect, clip: Rect | None) -> bool:
        """Whether this box is partly visible between the two edges."""
        box = overlap(box, clip) if clip else box
        return not covers(self.inner, box, _SLACK) and touches(box, self.outer)


@memoize_by_identity
def _box_of(path: Path) -> Rect:
    """The bounding box of everything that a path draws, its line included."""
    return bounds(path.outline).grown(path.stroke.width if path.stroke else 0.0)


@memoize_by_identity
def _extent(items: tuple[Item, ...]) -> Rect | None:
    """The bounding box of everything that items draw, in their own coordinates; None if that is nothing."""
    boxes: list[Rect] = []
    for item in items:
        match item:
            case Group(items=inner, matrix=own):
                box = _extent(inner)
                boxes += [bounds_under(box, own)] if box else []
            case Use(scene=scene, matrix=own):
                box = _extent(scene.items)
                boxes += [bounds_under(box, own)] if box else []
            case Path():
                boxes.append(_box_of(item))
            case GlyphRun() | Image():
                boxes.append(_box(item))
    return around_all(boxes) if boxes else None


def _clip_box(outline: Outline | None, matrix: Matrix, clip: Rect | None) -> Rect | None:
    if outline is None:
        return clip
    box = bounds(transformed(outline, matrix))
    return overlap(box, clip) if clip else box


def _box(item: GlyphRun | Image) -> Rect:
    if isinstance(item, Image):
        return item.box
    return Rect(item.x, item.y - item.size, item.width, 1.4 * item.size)


BACK_BLEED = 1 * MM
"""Minimum distance by which the art of a back extends beyond its trim, if it has that much bleed."""
_MIN_OVERLAP = 0.01
"""Overlap of two boxes, in points, up to which it may be due to rounding."""


def extend_back_bleed(rect: Rect, box: Rect, bleed: float, others: Sequence[Rect]) -> Rect:
    """The box that the art of a back fills, grown to `BACK_BLEED` beyond its trim `rect` on every side.

    It stays unchanged on a side where one of the `others`, the neighbouring trims, begins so near
    that its own art continues there.  It may extend into the margin: nothing is lost if that is cut
    off.
    """
    grown = rect.grown(min(BACK_BLEED, bleed))
    left, top = min(box.x, grown.x), min(box.y, grown.y)
    right, bottom = max(box.right, grown.right), max(box.bottom, grown.bottom)
    if _overlaps_any(Rect(left, rect.y, rect.x - left, rect.height), others):
        left = box.x
    if _overlaps_any(Rect(rect.x, top, rect.width, rect.y - top), others):
        top = box.y
    if _overlaps_any(Rect(rect.right, rect.y, right - rect.right, rect.height), others):
        right = box.right
    if _overlaps_any(Rect(rect.x, rect.bottom, rect.width, bottom - rect.bottom), others):
        bottom = box.bottom
    return Rect(left, top, right - left, bottom - top)


def _overlaps_any(band: Rect, others: Sequence[Rect]) -> bool:
    if min(band.width, band.height) <= _MIN_OVERLAP:
        return False
    shared = (overlap(band, other) for other in others)
    return any(one.width > _MIN_OVERLAP and one.height > _MIN_OVERLAP for one in shared)
