"""Turns the manifest's entries into boxes on pages: each printed face with its piece's measures.

Lengths are millimetres from the page's lower left corner, y up, as the manifest has them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.sheets.manifest import FaceEntry, Manifest, PieceEntry
from generator.units import Rect

TOLERANCE = 0.01
"""Millimetres by which rounding may move things."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A printed face; `rect` is its trim on the page (`y` its lower edge)."""

    piece: PieceEntry
    entry: FaceEntry
    rect: Rect

    @property
    def name(self) -> str:
        """What faults call it: `Cards "ada" (back)`."""
        return f'{self.piece.title} "{self.piece.id}" ({self.entry.face})'

    @property
    def middle(self) -> tuple[float, float]:
        return self.rect.x + self.rect.width / 2, self.rect.y + self.rect.height / 2


def all_placed(manifest: Manifest) -> Iterator[Placed]:
    """All printed faces of the kit."""
    for piece in manifest.pieces:
        for entry in piece.faces:
            width, height = piece.size
            if entry.rotation % 180:
                width, height = height, width
            yield Placed(piece, entry, Rect(entry.x, entry.y, width, height))


def is_whole_page(rect: Rect, page: tuple[float, float]) -> bool:
    """Whether a face is the page itself, which is printed but not cut."""
    return abs(rect.width - page[0]) < 0.1 and abs(rect.height - page[1]) < 0.1
