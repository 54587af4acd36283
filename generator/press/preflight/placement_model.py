"""Turns the manifest's entries into boxes on pages: each printed face with its piece's measures.

Lengths are millimetres from the page's lower left corner, y up, as the manifest has them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.base.units import Matrix, Rect
from generator.press.manifest import FaceEntry, Manifest, PieceEntry

TOLERANCE = 0.01
"""Millimetres by which rounding may move things."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A printed face, or a tile of one.

    `rect` is what the page shows of the trim (`y` its lower edge), `trim` all of the trim as it
    would lie on the page: the same, but for a tile.
    """

    piece: PieceEntry
    entry: FaceEntry
    rect: Rect
    trim: Rect

    @property
    def name(self) -> str:
        """What faults call it: `Cards "ada" (back)`, `Map "map" (front, tile A1)`."""
        tile = f", tile {self.entry.tile.name}" if self.entry.tile else ""
        return f'{self.piece.title} "{self.piece.id}" ({self.entry.face}{tile})'

    @property
    def key(self) -> tuple[str, int, str]:
        """What it is a face of: the piece, the copy, and the tile's name or ""."""
        return self.piece.id, self.entry.copy, self.entry.tile.name if self.entry.tile else ""

    @property
    def middle(self) -> tuple[float, float]:
        """The middle of the whole face."""
        return self.trim.x + self.trim.width / 2, self.trim.y + self.trim.height / 2

    def seen(self, box: Rect) -> Rect:
        """A box of the face, as one looks at it (`y` down from its upper left), on the page."""
        (x, y), (right, bottom) = (
            self._to_page().apply(*corner) for corner in ((box.x, box.y), (box.right, box.bottom))
        )
        return Rect(min(x, right), min(y, bottom), abs(right - x), abs(bottom - y))

    def _to_page(self) -> Matrix:
        """Takes a point of the face, as one looks at it, to the page."""
        width, height = self.piece.size
        turned = Matrix.move(-width / 2, -height / 2).then(Matrix.turn(self.entry.rotation))
        return turned.then(Matrix(1, 0, 0, -1, *self.middle))


def all_placed(manifest: Manifest) -> Iterator[Placed]:
    """All printed faces of the kit."""
    for piece in manifest.pieces:
        for entry in piece.faces:
            yield _placed(piece, entry)


def _placed(piece: PieceEntry, entry: FaceEntry) -> Placed:
    tile = entry.tile
    shown = Rect(tile.x, tile.y, tile.width, tile.height) if tile else Rect(0.0, 0.0, *piece.size)
    left, top, right, bottom = (
        shown.x,
        shown.y,
        piece.size[0] - shown.right,
        piece.size[1] - shown.bottom,
    )
    for _ in range(entry.rotation % 360 // 90):
        left, top, right, bottom = bottom, left, top, right
    width, height = shown.width, shown.height
    if entry.rotation % 180:
        width, height = height, width
    rect = Rect(entry.x, entry.y, width, height)
    trim = Rect(rect.x - left, rect.y - bottom, left + width + right, bottom + height + top)
    return Placed(piece, entry, rect, trim)


def page_size(placed: Placed, manifest: Manifest) -> tuple[float, float]:
    """The size of the page that a face is on; a page cut off a roll has its own length."""
    if manifest.paper.roll:
        for entry in manifest.files:
            if entry.path == placed.entry.file:
                return entry.size_of(placed.entry.page)
    return manifest.paper.width, manifest.paper.height


def is_whole_page(rect: Rect, page: tuple[float, float]) -> bool:
    """Whether a face is the page itself, which is printed but not cut."""
    return abs(rect.width - page[0]) < 0.1 and abs(rect.height - page[1]) < 0.1


def overlapping_pairs(boxes: Sequence[Rect]) -> Iterator[tuple[int, int]]:
    """The indices of boxes that overlap by more than `TOLERANCE`, the one further left first."""
    by_left = sorted(range(len(boxes)), key=lambda index: boxes[index].x)
    for at, one in enumerate(by_left):
        for other in by_left[at + 1 :]:
            if boxes[other].x >= boxes[one].right - TOLERANCE:
                break
            lower, upper = sorted((boxes[one], boxes[other]), key=lambda box: box.y)
            if upper.y < lower.bottom - TOLERANCE:
                yield one, other
