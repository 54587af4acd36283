"""PDF file: numbered objects, written as they are made, with a cross-reference table at the end.

Streams go into the file immediately, so that only small objects of a large kit are kept until the
end: dictionaries and arrays are packed together into object streams (ISO 32000-1, 7.5.7).
"""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping
from io import BytesIO

_HEADER = b"%PDF-1.5\n%\xbf\xf7\xa2\xfe\n"
_OBJECTS_PER_STREAM = 200
"""Number of small objects packed into one stream."""
_FREE, _PLAIN, _PACKED = 0, 1, 2
"""Kinds of entries in the cross-reference table."""


class PdfFile:
    """One PDF file in the making; objects are given as text, as in the file."""

    def __init__(self, *, compressed: bool) -> None:
        self._compressed = compressed
        self._out = BytesIO()
        self._out.write(_HEADER)
        self._table: list[tuple[int, int, int]] = [(_FREE, 0, 65_535)]
        self._small: list[tuple[int, bytes]] = []

    def reserve(self) -> int:
        """Reserve the number of an object that is written later."""
        self._table.append((_FREE, 0, 0))
        return len(self._table) - 1

    def put(self, number: int, text: str | bytes) -> None:
        """Write a small object that is not a stream under its number."""
        self._small.append((number, text if isinstance(text, bytes) else text.encode("latin-1")))
        if len(self._small) == _OBJECTS_PER_STREAM:
            self._pack()

    def add(self, text: str | bytes) -> int:
        """Write a small object, and return its number."""
        number = self.reserve()
        self.put(number, text)
        return number

    def add_stream(self, entries: Mapping[str, object], data: bytes, *, plain: bool = False) -> int:
        """Write a stream, compressed unless it is `plain` or states its own filter; return its number."""
        entries = dict(entries)
        if self._compressed and not plain and "Filter" not in entries:
            data = zlib.compress(data)
            entries["Filter"] = "/FlateDecode"
        head = dictionary({**entries, "Length": len(data)}).encode("latin-1")
        return self.add_written(b"%b\nstream\n%b\nendstream" % (head, data))

    def add_written(self, content: bytes, number: int | None = None) -> int:
        """Write an object that may be a stream, exactly as it is; return its number."""
        number = self.reserve() if number is None else number
        self._table[number] = (_PLAIN, self._out.tell(), 0)
        self._out.write(b"%d 0 obj\n%b\nendobj\n" % (number, content))
        return number

    def finish(self, catalog: int, info: int) -> bytes:
        """The whole file; nothing can be added afterwards."""
        self._pack()
        name = hashlib.md5(self._out.getbuffer(), usedforsecurity=False).hexdigest()
        entries = {
            "Type": "/XRef",
            "Root": reference(catalog),
            "Info": reference(info),
            "ID": array([f"<{name}>", f"<{name}>"]),
            "Size": len(self._table) + 1,
            "W": "[1 4 2]",
        }
        start = self._out.tell()
        self._table.append((_PLAIN, start, 0))
        rows = b"".join(
            kind.to_bytes(1, "big") + offset.to_bytes(4, "big") + more.to_bytes(2, "big")
            for kind, offset, more in self._table
        )
        packed = zlib.compress(rows)
        entries |= {"Filter": "/FlateDecode", "Length": len(packed)}
        head = dictionary(entries).encode("latin-1")
        number = len(self._table) - 1
        self._out.write(b"%d 0 obj\n%b\nstream\n%b\nendstream\nendobj\n" % (number, head, packed))
        self._out.write(b"startxref\n%d\n%%%%EOF\n" % start)
        return self._out.getvalue()

    def _pack(self) -> None:
        """Write the small objects gathered so far as one stream."""
        if not self._small:
            return
        offsets, at = [], 0
        for number, text in self._small:
            offsets.append(f"{number} {at}")
            at += len(text) + 1
        head = (" ".join(offsets) + "\n").encode()
        body = b"\n".join(text for _, text in self._small)
        entries = {"Type": "/ObjStm", "N": len(self._small), "First": len(head)}
        stream = self.add_stream(entries, head + body)
        for index, (number, _) in enumerate(self._small):
            self._table[number] = (_PACKED, stream, index)
        self._small.clear()


def reference(number: int) -> str:
    return f"{number} 0 R"


def references(numbers: Iterable[int]) -> str:
    return array([f"{number} 0 R" for number in numbers])


def array(values: Iterable[object]) -> str:
    return f"[{' '.join(map(str, values))}]"


def dictionary(entries: Mapping[str, object]) -> str:
    """A dictionary of values as written in the file: "/Name", "(text)", "[1 2]", 3."""
    return f"<<{' '.join([f'/{key} {value}' for key, value in entries.items()])}>>"


def numbers(values: Iterable[float]) -> list[str]:
    """Lengths in points, with seven digits, enough for the largest page."""
    return ["0" if abs(value) < 1e-4 else f"{value:.7g}" for value in values]


def text_string(text: str) -> str:
    """A text string: as it is if plain ASCII, otherwise in UTF-16."""
    if not (text.isascii() and text.isprintable()):
        return f"<feff{text.encode('utf-16-be', 'surrogatepass').hex()}>"
    for sign in "\\()":
        text = text.replace(sign, f"\\{sign}")
    return f"({text})"
