"""Proof of a font file: its tables are there, and its composite glyphs name existing glyphs.

Shapers and PDF writers trust these numbers, and each fails in its own way if they are wrong.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from itertools import pairwise

MAX_CHARACTERS = 1_200_000
"""Maximum number of mapped characters, more than Unicode has; a font with more is damaged, and each
would be visited."""
_UNITS = (16, 16_384)
"""Minimum and maximum units per em (OpenType: head); HarfBuzz takes 1,000 for any other number."""
_MAX_PARTS = 64
"""Maximum number of parts of a composite glyph that are checked; no letter has as many."""
_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 0x1, 0x8, 0x20, 0x40, 0x80
"""Flags of a part of a composite glyph (OpenType: glyf)."""


def is_intact(data: bytes) -> bool:
    """Whether a TrueType font has the tables that a PDF needs, and its glyphs are where it says."""
    try:
        tables = _tables(data)
        glyphs = struct.unpack(">H", tables["maxp"][4:6])[0]
        starts = _outline_offsets(tables, glyphs)
        outlines = tables["glyf"]
        widths = struct.unpack(">H", tables["hhea"][34:36])[0]
        return (
            len(starts) == glyphs + 1
            and 1 <= widths <= glyphs
            and 4 * widths <= len(tables["hmtx"])
            and _UNITS[0] <= struct.unpack(">H", tables["head"][18:20])[0] <= _UNITS[1]
            and {"name", "post"} <= tables.keys()
            and all(
                start == end
                or (start < end <= len(outlines) and _is_glyph(outlines, start, end, glyphs))
                for start, end in pairwise(starts)
            )
            and starts[-1] <= len(outlines)
        )
    except (LookupError, ValueError, struct.error):
        return False


def mapped_characters(cmap: bytes) -> int:
    """How many characters the ranges of a font's character map cover (OpenType: cmap)."""
    total = 0
    for at in range(4, min(4 + 8 * int.from_bytes(cmap[2:4], "big"), len(cmap)), 8):
        table = cmap[int.from_bytes(cmap[at + 4 : at + 8], "big") :]
        if int.from_bytes(table[:2], "big") not in (8, 12, 13):
            continue
        count = min(int.from_bytes(table[12:16], "big"), (len(table) - 16) // 12)
        groups = struct.iter_unpack(">LL4x", table[16 : 16 + 12 * count])
        total += sum(last - first for first, last in groups if last > first)
    return total


def _tables(data: bytes) -> Mapping[str, bytes]:
    """The tables by name.  Raises ValueError if one reaches beyond the file."""
    tables = {}
    for at in range(12, 12 + 16 * struct.unpack(">H", data[4:6])[0], 16):
        name, _, offset, size = struct.unpack(">4sLLL", data[at : at + 16])
        if offset + size > len(data):
            raise ValueError
        tables[name.decode("latin-1")] = data[offset : offset + size]
    return tables


def _outline_offsets(tables: Mapping[str, bytes], glyphs: int) -> tuple[int, ...]:
    """Where each glyph's outline begins, and where the last one ends (OpenType: loca)."""
    if struct.unpack(">h", tables["head"][50:52])[0]:
        return struct.unpack(f">{glyphs + 1}L", tables["loca"][: 4 * (glyphs + 1)])
    halves = struct.unpack(f">{glyphs + 1}H", tables["loca"][: 2 * (glyphs + 1)])
    return tuple(2 * half for half in halves)


def _is_glyph(outlines: bytes, start: int, end: int, glyphs: int) -> bool:
    """Whether an outline, one of thousands, is long enough and names existing glyphs."""
    if end - start < 10:
        return False
    contours = outlines[start] << 8 | outlines[start + 1]
    if contours < 0x8000:  # a negative number says that the glyph is a composite
        return end - start >= 10 + 2 * contours
    outline, at = outlines[start:end], 10
    for _ in range(_MAX_PARTS):
        flags, part = struct.unpack(">HH", outline[at : at + 4])
        if part >= glyphs:
            return False
        if not flags & _MORE:
            return True
        at += 4 + (4 if flags & _WORDS else 2)
        at += 2 * (
            1 if flags & _SCALE else 2 if flags & _TWO_SCALES else 4 if flags & _MATRIX else 0
        )
    return False
