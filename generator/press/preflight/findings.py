"""Findings: possible improvements of finished files that are no faults, in books and on sheets."""

from __future__ import annotations

from collections.abc import Iterator

from generator.base.errors import counted
from generator.press.manifest import BookEntry, FileEntry, PieceEntry

MIN_TYPE_SIZE = 6.0
"""Smallest type, in points, without a finding."""
MIN_FILL = 0.75
"""How full a column should be, unless its chapter ends on it."""


def book_findings(book: BookEntry) -> Iterator[str]:
    """Possible improvements of a rulebook, each as one line that names the file."""
    if book.least_type is not None and book.least_type < MIN_TYPE_SIZE:
        yield (
            f"{book.file}: the smallest type in its figures is {book.least_type:g} pt; "
            f"enlarge or crop cards until it is {MIN_TYPE_SIZE:g} pt"
        )
    low = [fill for fill in book.fill if fill is not None and fill < MIN_FILL]
    if low:
        yield (
            f"{book.file}: {len(low)} of {counted(len(book.fill), 'column')} are less than "
            f"{MIN_FILL:.0%} full, the emptiest {min(low):.0%}"
        )
    for title in book.stranded:
        yield f'{book.file}: the heading "{title}" is at the foot of a page'


MIN_EFFICIENCY = 0.70
"""The share that pieces should have of their bands: the rest of a sheet is whole strips."""


def paper_findings(file: FileEntry) -> Iterator[str]:
    """Possible improvements of sheets, each as one line that names the file."""
    bands = file.efficiency if file.band_efficiency is None else file.band_efficiency
    if bands is not None and file.efficiency is not None and bands < MIN_EFFICIENCY:
        yield (
            f"{file.path}: pieces fill {bands:.0%} of the strips of paper that they are cut from "
            f"(less than {MIN_EFFICIENCY:.0%}), and {file.efficiency:.0%} of all paper"
        )
    if file.blank_sides:
        yield (
            f"{file.path}: {file.blank_sides} of {file.pages} sides are blank; "
            "--split prints pieces without backs on separate sheets"
        )


def seam_findings(piece: PieceEntry) -> Iterator[str]:
    """Possible improvements of the seams of a tiled piece, each as one line that names the piece."""
    rows = max((face.tile.rows for face in piece.faces if face.tile), default=0)
    for seam in piece.seams:
        name = f"{piece.display_name}: the {_WAYS[seam.axis]} seam at {seam.at:g} mm"
        if seam.words:
            words = ", ".join(f'"{words}"' for words in seam.words)
            yield f"{name} cuts through {words}; leave room for it between grid lines"
        if seam.arrows < (rows if seam.axis == "x" else 1):
            yield f"{name} has no room for an arrow; make the piece smaller"


_WAYS = {"x": "vertical", "y": "horizontal"}
