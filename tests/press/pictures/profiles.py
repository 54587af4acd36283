"""A small ICC profile of a press with four inks, as specified in ICC.1:2001-04."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from itertools import product


def cmyk_profile() -> bytes:
    """Neutral colours use all four inks, black mostly; colours far from grey use fewer."""
    to_lab = [
        (255 * (3 - c - m - y) // 3 * (1 - k), 128 + 60 * (m - c), 128 + 60 * (y - m))
        for c, m, y, k in product((0, 1), repeat=4)
    ]
    to_inks = [
        (255 * (1 - a), 255 * a, 255 * b, 255 * (1 - light))
        for light, a, b in product((0, 1), repeat=3)
    ]
    return _profile(b"CMYK", {
        b"desc": _described("Four inks"),
        b"cprt": b"text" + bytes(4) + b"free to use\0",
        b"wtpt": b"XYZ " + bytes(4) + struct.pack(">3i", 63190, 65536, 54061),
        b"A2B0": _table(4, 3, to_lab),
        b"B2A0": _table(3, 4, to_inks),
    })  # fmt: skip


def _described(text: str) -> bytes:
    words = text.encode() + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(words)) + words + bytes(78)


def _table(inputs: int, outputs: int, corners: Iterable[tuple[int, ...]]) -> bytes:
    """A table of 8 bits, linear between its corners (lut8Type)."""
    straight = bytes(range(256))
    unit = struct.pack(">9i", 65536, 0, 0, 0, 65536, 0, 0, 0, 65536)
    head = b"mft1" + bytes(4) + bytes((inputs, outputs, 2, 0)) + unit
    grid = bytes(value for corner in corners for value in corner)
    return head + inputs * straight + grid + outputs * straight


def _profile(space: bytes, tags: dict[bytes, bytes]) -> bytes:
    at, table, body = 132 + 12 * len(tags), struct.pack(">I", len(tags)), b""
    for name, data in tags.items():
        padded = data + bytes(-len(data) % 4)
        table += struct.pack(">4sII", name, at + len(body), len(data))
        body += padded
    head = (
        b"lcms" + b"\x02\x40\0\0" + b"prtr" + space + b"Lab "
        + struct.pack(">6H", 2026, 1, 1, 0, 0, 0) + b"acsp" + bytes(28)
        + struct.pack(">3i", 63190, 65536, 54061)
    )  # fmt: skip
    head = struct.pack(">I", at + len(body)) + head
    return head + bytes(128 - len(head)) + table + body
