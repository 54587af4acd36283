"""Book findings: small type in figures, pages that are half empty, and headings left alone."""

from __future__ import annotations

from collections.abc import Iterator

from generator.press.manifest import BookEntry

LEAST_TYPE = 6.0
"""Points."""
LEAST_FILL = 0.75
"""How full a column is to be, unless its chapter ends on it."""


def book_findings(book: BookEntry) -> Iterator[str]:
    """What a rulebook could do better, each as one line that names the file."""
    if book.least_type is not None and book.least_type < LEAST_TYPE:
        yield (
            f"{book.file}: the smallest type in its figures has {book.least_type:g} pt; "
            f"show cards larger, or crop them, to have {LEAST_TYPE:g}"
        )
    low = [fill for fill in book.fill if fill is not None and fill < LEAST_FILL]
    if low:
        yield (
            f"{book.file}: of {len(book.fill)} columns {len(low)} are less than "
            f"{LEAST_FILL:.0%} full, the emptiest {min(low):.0%}"
        )
    for title in book.stranded:
        yield f'{book.file}: the heading "{title}" stands at the foot of a page'
