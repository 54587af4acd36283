"""QR code: a text as the outline of its dark modules, which a phone's camera reads.

segno makes the modules (ISO/IEC 18004).  They are joined into one outline, so that no viewer shows
hairlines between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.base.errors import KitError
from generator.press.scene.items import Outline, Segment

MAX_BYTES = 300
"""Maximum length of a text in bytes: the code of a longer one is too fine to be scanned from a card."""
QUIET_ZONE = 4
"""Modules of empty space that scanners need on each side."""

Corner = tuple[int, int]


class QrCode(NamedTuple):
    """A QR code in modules, from the upper left corner of its quiet zone."""

    outline: Outline
    """The dark modules."""
    side: int
    """The modules from edge to edge, quiet zones included."""


@lru_cache(64)
def qr_code(text: str, level: str = "M") -> QrCode:
    """The smallest QR code of a text (UTF-8) with this error correction or, if it has room, more.

    Raises KitError for an empty text and for one that is too long.
    """
    import segno  # few kits have codes

    if not text:
        raise KitError("a QR code needs a text", hint='write text="https://…"', check="qr-code")
    if (length := len(text.encode())) > MAX_BYTES:
        message = f"the text of the QR code is {length} bytes long, too much to be scanned"
        raise KitError(message, hint=f"shorten it to at most {MAX_BYTES} bytes", check="qr-code")
    code = segno.make_qr(text, error=level, encoding=None if text.isascii() else "utf-8")
    rows = [bytes(row) for row in code.matrix]
    return QrCode(_outline(rows), len(rows) + 2 * QUIET_ZONE)


def _outline(rows: Sequence[bytes]) -> Outline:
    """The edge of the dark modules (1), with the dark on the right of each line."""
    found: list[Segment] = []
    ways = _edges(rows)
    while ways:
        start = previous = next(iter(ways))
        corner = _follow(ways, start)
        found.append(("M", start[0] + QUIET_ZONE, start[1] + QUIET_ZONE))
        while corner != start:
            following = _follow(ways, corner)
            if not _is_straight(previous, corner, following):
                found.append(("L", corner[0] + QUIET_ZONE, corner[1] + QUIET_ZONE))
            previous, corner = corner, following
        found.append(("Z",))
    return tuple(found)


def _edges(rows: Sequence[bytes]) -> dict[Corner, list[Corner]]:
    """The sides of dark modules that face light ones: from each corner to the next, clockwise."""
    dark = {(x, y) for y, row in enumerate(rows) for x, module in enumerate(row) if module}
    ways: dict[Corner, list[Corner]] = {}
    for x, y in sorted(dark, key=lambda module: module[::-1]):
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        neighbours = ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y))
        for number, neighbour in enumerate(neighbours):
            if neighbour not in dark:
                ways.setdefault(corners[number], []).append(corners[(number + 1) % 4])
    return ways


def _follow(ways: dict[Corner, list[Corner]], corner: Corner) -> Corner:
    """The next corner; that edge is used up.  Where two modules touch at a corner, either edge will do."""
    following = ways[corner].pop()
    if not ways[corner]:
        del ways[corner]
    return following


def _is_straight(one: Corner, other: Corner, third: Corner) -> bool:
    return one[0] == other[0] == third[0] or one[1] == other[1] == third[1]
