"""Seams: where a board is split into tiles, along its grid lines and clear of its words.

A seam may lie anywhere between the places where the tile on either side would exceed the paper.
The best place cuts the fewest words, then the least of what is drawn: that is a grid line where
there is one.  A board on which it makes no difference is split into tiles of equal size.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from typing import TypeAlias

from generator.base.units import MM, Rect
from generator.press.imposition.pages.slots import MARK_ROOM
from generator.press.imposition.tiles.tiling import OVERLAP, SLACK, Tiling
from generator.press.pieces.piece import Piece
from generator.press.scene.items import GlyphRun, Image, Outline, Path, Scene, memoize_per_scene
from generator.press.scene.paths import around, bounds, bounds_under, transformed
from generator.press.scene.text_extraction import drawn_items, ink_box

_CLEAR = 0.7 * MM
"""Gap between a seam and the words beside it."""
_EDGE = 0.05 * MM
"""Distance at which a line counts as lying on a seam."""
_MIN_LINE = 5 * MM
"""Minimum length of a line that counts as a grid line."""
_MIN_GAIN = 0.05
"""Minimum share of the board that a seam must avoid cutting to be moved from an even split."""


_Span: TypeAlias = tuple[float, float, float]
"""Start, end and amount of something drawn, along one direction."""


class _Spans:
    """Things drawn, along one direction: how much of them a position crosses, and their edges."""

    def __init__(self, spans: Sequence[_Span], clear: float, outset: float = 0.0) -> None:
        widened = [(begin - clear, end + clear, amount) for begin, end, amount in spans]
        widened = [each for each in widened if each[1] > each[0]]
        self._begin = sorted((begin, amount) for begin, _, amount in widened)
        self._end = sorted((end, amount) for _, end, amount in widened)
        self._begun = [0.0, *accumulate(amount for _, amount in self._begin)]
        self._ended = [0.0, *accumulate(amount for _, amount in self._end)]
        self._edges = sorted(
            {round(edge, 3) for begin, end, _ in spans for edge in (begin - outset, end + outset)}
        )

    def amount_over(self, place: float) -> float:
        """How much a seam at `place` would cut; things that begin or end there do not count."""
        begun = bisect_left(self._begin, (place - SLACK,))
        return self._begun[begun] - self._ended[bisect_right(self._end, (place + SLACK,))]

    def edges_between(self, first: float, last: float) -> list[float]:
        """The edges between two places."""
        return self._edges[bisect_left(self._edges, first) : bisect_right(self._edges, last)]


@dataclass(frozen=True, slots=True)
class _DrawnBoxes:
    """The boxes of everything drawn on a face, of its words, and of its vertical and horizontal lines.

    Each box of words comes with the words; boxes of lines have no width or no height.
    """

    shapes: tuple[Rect, ...]
    words: tuple[tuple[Rect, str], ...]
    lines: tuple[Rect, ...]


@memoize_per_scene
def _drawn_boxes(scene: Scene) -> _DrawnBoxes:
    shapes: list[Rect] = []
    words: list[tuple[Rect, str]] = []
    lines: list[Rect] = []
    for item, matrix, *_ in drawn_items(scene.items):
        match item:
            case GlyphRun():
                words.append((bounds_under(ink_box(item), matrix), item.text))
            case Path(outline=outline):
                shapes.append(bounds_under(bounds(outline), matrix))
                lines += _lines(transformed(outline, matrix))
            case Image(box=box):
                shapes.append(bounds_under(box, matrix))
    return _DrawnBoxes(tuple(shapes), tuple(words), tuple(lines))


def _lines(outline: Outline) -> Iterator[Rect]:
    """The vertical and horizontal lines of an outline that are long enough for grid lines."""
    for before, after in pairwise(outline):
        if after[0] == "L":
            box = around([before[-2:], after[-2:]])  # type: ignore[list-item]
            if min(box.width, box.height) < _EDGE and max(box.width, box.height) > _MIN_LINE:
                yield box


def snap_to_grid_lines(tiling: Tiling, piece: Piece) -> Tiling:
    """The same tiling of a piece, with each seam moved to where it cuts the least."""
    area, turned = tiling.area, tiling.turned
    width, height = (area.height, area.width) if turned else (area.width, area.height)
    return replace(
        tiling,
        across=_place_seams(tiling.across, piece.size.width, width, _SeamCosts(piece, across=True)),
        down=_place_seams(tiling.down, piece.size.height, height, _SeamCosts(piece, across=False)),
    )


def words_cut(tiling: Tiling, piece: Piece) -> int:
    """The number of words that the seams of a tiling cut."""
    seams = [(seam, True) for seam in tiling.across] + [(seam, False) for seam in tiling.down]
    return sum(len(words_at(piece, seam, across=across)) for seam, across in seams)


def words_at(piece: Piece, seam: float, *, across: bool) -> tuple[str, ...]:
    """The words that a seam cuts, on the faces of a piece; `across`: the seam is vertical."""
    places = [(piece.front, seam)]
    if piece.back:
        # A flap shows this face, too, but from its other side.
        behind = seam + OVERLAP
        places.append((piece.back, piece.size.width - behind if across else behind))
    found = [
        words
        for scene, place in places
        for box, words in _drawn_boxes(scene).words
        if (box.x < place < box.right if across else box.y < place < box.bottom)
    ]
    return tuple(dict.fromkeys(found))


class _SeamCosts:
    """Everything along one direction of a piece, on both faces, in the coordinates of the front."""

    def __init__(self, piece: Piece, *, across: bool) -> None:
        self._length = piece.size.width if across else piece.size.height
        spans_of_kinds: tuple[list[_Span], ...] = [], [], []
        for scene, is_back in ((piece.front, False), (piece.back, True)):
            for kind, spans in enumerate(_spans(scene, across=across) if scene else ()):
                for begin, end, amount in spans:
                    if is_back and across:
                        begin, end = self._length - end, self._length - begin
                    flap = OVERLAP if is_back else 0.0
                    spans_of_kinds[kind].append((begin - flap, end - flap, amount))
        words, shapes, lines = spans_of_kinds
        self._words, self._shapes = _Spans(words, _CLEAR, _CLEAR), _Spans(shapes, -_EDGE)
        self._lines = _Spans(lines, _EDGE)

    def cost(self, place: float, even: float) -> tuple[float, int, float]:
        """The cost of a seam: words cut, anything else cut, and distance from an even split."""
        cut = self._shapes.amount_over(place) - self._lines.amount_over(place)
        words = self._words.amount_over(place)
        return words, round(cut / (_MIN_GAIN * self._length)), abs(place - even)

    def best(self, first: float, last: float, even: float) -> float:
        """The cheapest place for a seam between two places."""
        kinds = self._words, self._shapes, self._lines
        places = (even, *(place for kind in kinds for place in kind.edges_between(first, last)))
        inside = (min(max(place, first), last) for place in places)
        return min(inside, key=lambda place: self.cost(place, even))


def _spans(scene: Scene, *, across: bool) -> Iterator[list[_Span]]:
    """Start, end and amount of words, shapes and lines along one direction.

    Each word counts as 1, anything else as the length that it shares with a seam.
    """
    drawn = _drawn_boxes(scene)
    for boxes, as_words in (([box for box, _ in drawn.words], True), (drawn.shapes, False)):
        yield [_span(box, across=across, as_words=as_words) for box in boxes]
    lines = (_span(box, across=across) for box in drawn.lines)
    yield [line for line in lines if line[1] - line[0] < _EDGE]


def _span(box: Rect, *, across: bool, as_words: bool = False) -> _Span:
    if across:
        return box.x, box.right, 1.0 if as_words else box.height
    return box.y, box.bottom, 1.0 if as_words else box.width


def _place_seams(
    even: tuple[float, ...], length: float, room: float, costs: _SeamCosts
) -> tuple[float, ...]:
    """The seams along one direction; each tile fits `room`.

    There is room for marks, too, unless that takes more tiles or cuts words.
    """
    count = len(even) + 1
    candidates: list[tuple[float, ...]] = []
    for usable in (room - 2 * MARK_ROOM, room):
        step = usable - OVERLAP
        if count * step + OVERLAP < length - SLACK:
            continue
        seams: list[float] = []
        for index, seam in enumerate(even, start=1):
            first = length - OVERLAP - (count - index) * step
            last = (seams[-1] if seams else 0.0) + step
            seams.append(costs.best(first, last, seam))
        candidates.append(tuple(seams))
    return min(candidates, key=lambda seams: sum(costs.cost(seam, seam)[0] for seam in seams))
