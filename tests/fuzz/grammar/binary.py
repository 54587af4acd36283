"""Grammar of fonts and pictures: tables, chunks and segments with targeted changes."""

from __future__ import annotations

import struct
import zlib

from hypothesis import strategies as st

from tests.fuzz.text_changes import broken_bytes

_NUMBERS = (0, 1, 2, 255, 256, 0x7FFF, 0xFFFF, 0x10000, 0x7FFFFFFF, 0xFFFFFFFF)


@st.composite
def any_bytes(draw: st.DrawFn, data: bytes) -> bytes:
    """Bytes with some of them changed, or truncated."""
    return broken_bytes(data, draw(st.randoms(use_true_random=False)))


@st.composite
def fonts(draw: st.DrawFn, data: bytes) -> bytes:
    """A TrueType font with a table emptied, filled, moved, renamed or changed in one number."""
    font = bytearray(data)
    count = struct.unpack_from(">H", font, 4)[0]
    for _ in range(draw(st.integers(1, 3))):
        entry = 12 + 16 * draw(st.integers(0, count - 1))
        start, length = struct.unpack_from(">II", font, entry + 8)
        start, length = min(start, len(font)), min(length, len(font) - min(start, len(font)))
        how = draw(
            st.sampled_from(
                ("fill", "number", "number", "number", "offset", "length", "name", "count")
            )
        )
        if how == "fill":
            font[start : start + length] = bytes([draw(st.sampled_from((0, 0xFF, 0x41)))]) * length
        elif how == "number" and length >= 4:
            at = start + draw(st.integers(0, length - 4))
            size = draw(st.sampled_from((">H", ">I")))
            number = draw(st.sampled_from(_NUMBERS)) & (0xFFFF if size == ">H" else 0xFFFFFFFF)
            struct.pack_into(size, font, at, number)
        elif how in ("offset", "length"):
            place = entry + (8 if how == "offset" else 12)
            struct.pack_into(">I", font, place, draw(st.sampled_from((*_NUMBERS, len(font) - 4))))
        elif how == "name":
            font[entry : entry + 4] = draw(
                st.sampled_from((b"glyf", b"cmap", b"XXXX", b"\0\0\0\0"))
            )
        elif how == "count":
            struct.pack_into(
                ">H", font, 4, draw(st.sampled_from((0, 1, count - 1, count + 9, 0xFFFF)))
            )
    return draw(any_bytes(bytes(font))) if not draw(st.integers(0, 9)) else bytes(font)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


@st.composite
def pngs(draw: st.DrawFn) -> bytes:
    """A PNG of any size, depth and type, whose chunks may be unusual, missing, duplicated or enormous."""
    sides = st.sampled_from((0, 1, 8, 8, 8, 300, 20_000, 0x7FFFFFFF, 0xFFFFFFFF))
    wide, high = draw(sides), draw(sides)
    depth = draw(st.sampled_from((8, 8, 8, 1, 2, 4, 16, 3, 0)))
    color = draw(st.sampled_from((0, 2, 6, 3, 4, 1, 9)))
    turns = draw(st.sampled_from((0, 0, 0, 1, 7)))
    head = struct.pack(">IIBBBBB", wide, high, depth, color, 0, 0, turns)
    pixels = bytes(draw(st.sampled_from((0, 10, 72, 300, 100_000, 30_000_000))))
    chunks = [(b"IDAT", zlib.compress(pixels))]
    for _ in range(draw(st.integers(0, 3))):
        extra = draw(st.sampled_from(_EXTRAS))
        chunks.insert(draw(st.integers(0, len(chunks))), extra)
    parts = [_chunk(b"IHDR", head), *(_chunk(*each) for each in chunks), _chunk(b"IEND", b"")]
    if not draw(st.integers(0, 5)):
        del parts[draw(st.integers(0, len(parts) - 1))]
    content = b"\x89PNG\r\n\x1a\n" + b"".join(parts)
    return draw(any_bytes(content)) if not draw(st.integers(0, 4)) else content


_EXTRAS = (
    (b"PLTE", b"\1\2\3" * 4),
    (b"PLTE", b"\1"),
    (b"tRNS", b"\0" * 300),
    (b"zTXt", b"a\0\0" + zlib.compress(bytes(50_000_000))),
    (b"iCCP", b"a\0\0" + zlib.compress(bytes(2_000_000))),
    (b"eXIf", b"II*\0" + struct.pack("<IHHHII", 8, 1, 0x010E, 2, 9999, 26)),
    (b"pHYs", struct.pack(">IIB", 0, 0xFFFFFFFF, 1)),
    (b"acTL", struct.pack(">II", 0xFFFFFFFF, 0)),
    (b"fcTL", bytes(26)),
    (b"IDAT", b"nothing"),
    (b"IEND", b""),
    (b"\xff\xff\xff\xff", b"?"),
)


@st.composite
def jpegs(draw: st.DrawFn, data: bytes) -> bytes:
    """A JPEG with a segment's length, size or content changed, removed or duplicated."""
    marks = [at for at in range(len(data) - 4) if data[at] == 0xFF and 0xC0 <= data[at + 1] <= 0xFE]
    content = bytearray(data)
    at = draw(st.sampled_from(marks))
    how = draw(st.sampled_from(("length", "size", "mark", "remove", "double", "bytes")))
    if how == "length":
        struct.pack_into(">H", content, at + 2, draw(st.sampled_from((0, 1, 2, 0xFFFF))))
    elif how == "size":
        frame = next(each for each in marks if content[each + 1] in (0xC0, 0xC2))
        sides = st.sampled_from((0, 1, 0xFFFF))
        struct.pack_into(">HH", content, frame + 5, draw(sides), draw(sides))
    elif how == "mark":
        content[at + 1] = draw(st.integers(0xC0, 0xFE))
    elif how == "remove":
        del content[at : at + draw(st.sampled_from((2, 20, 600)))]
    elif how == "double":
        content[at:at] = content[at : at + 600]
    else:
        return draw(any_bytes(data))
    return bytes(content)
