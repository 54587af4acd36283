"""Manifest of an export: `export.json` lists the files, the pieces in them, and the shop's limits.

The same classes write the file and read it back for verification.  Lengths are in millimetres.
`ExportBundle` collects the entries while files are written.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, Literal, TypeAlias

from PIL import Image

from generator.base.atomic_output import Staging
from generator.base.formats.manifest_json import (
    ClosedEntry,
    Entries,
    check_inside,
    compact,
    listed,
    read_listed,
)
from generator.base.schema import adapter_of
from generator.base.text_files import bytes_of
from generator.base.units import MM, Size, mm
from generator.press.imposition.sheet import Side
from generator.press.paint.png import encode_png
from generator.press.pieces.piece import Piece
from generator.press.request import OptionValue

NAME = "export.json"
COPIES = "copies.csv"
NOT_OFFERED = "not-offered.csv"
Role: TypeAlias = Literal[
    "face", "sheet", "deck", "cut", "table", "model", "save", "book", "leaflet", "page", "print"
]


@dataclass(frozen=True, slots=True)
class ExportedPage(ClosedEntry):
    """Page of a deck PDF: the face it shows, and its thumbnail."""

    piece: str
    side: Side
    copy: int
    look: str


@dataclass(frozen=True, slots=True)
class ExportedFile(ClosedEntry):
    """Finished file, `path` relative to `export.json`.

    Images have `width` and `height` in pixels, `dpi` and `mode`; card sheets also `cells`: columns,
    rows and cards.  PDFs have `pages` and `leaves`.  `product` is the shop's product for the file.
    """

    path: str
    role: Role
    bytes: int
    sha256: str
    width: int = 0
    height: int = 0
    dpi: int = 0
    mode: str = ""
    product: str = ""
    pages: int = 0
    cells: tuple[int, int, int] | None = None
    leaves: Entries[ExportedPage] = ()


@dataclass(frozen=True, slots=True)
class ExportedPiece(ClosedEntry):
    """Piece that the shop accepts, with its copies, product and files.

    `cut` is the outline of another cut than a rectangle, as path data in millimetres; text starts at
    least `safe` millimetres inside the cut.
    """

    id: str
    title: str
    copies: int
    size: tuple[float, float]
    product: str = ""
    front: str = ""
    back: str = ""
    note: str = ""
    cut: str = ""
    safe: float = 0.0

    @property
    def item(self) -> str:
        """The piece, as faults name it."""
        return f'piece "{self.id}"'

    @property
    def trim(self) -> Size:
        """Its size in points."""
        return Size(self.size[0] * MM, self.size[1] * MM)


@dataclass(frozen=True, slots=True)
class LeftOut(ClosedEntry):
    """Piece that the shop does not accept, and the reason."""

    id: str
    title: str
    copies: int
    size: tuple[float, float]
    reason: str


@dataclass(frozen=True, slots=True)
class ExportManifest(ClosedEntry):
    """Content of `export.json`; `limits` are the shop's, which the files must meet."""

    kit: str
    version: str
    shop: str
    options: Mapping[str, OptionValue]
    limits: Mapping[str, Any]
    notes: Entries[str]
    files: Entries[ExportedFile]
    pieces: Entries[ExportedPiece]
    left_out: Entries[LeftOut]

    def as_json(self) -> str:
        """The text of the file: one line per file and piece, without empty fields."""
        return listed(adapter_of(ExportManifest).dump_python(self, mode="json"), _without_empty)


def read_export(path: Path) -> ExportManifest:
    """Read the manifest of an export.

    Raises KitError if it is missing or invalid, or lists a file outside its folder.
    """
    manifest = read_listed(path, ExportManifest, "an export's manifest", "export the kit first")
    check_inside(path, [entry.path for entry in manifest.files])
    return manifest


def _without_empty(value: object) -> str:
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if each not in ("", 0, None, [])}
    return compact(value)


class ExportBundle:
    """The files of an export, the pieces they show, and the pieces left out."""

    def __init__(self, stage: Staging) -> None:
        self._stage = stage
        self.final_path: Callable[[str], str] = str
        """Maps a file's path to its final path: the same one, unless an exporter replaces this."""
        self.files: list[ExportedFile] = []
        self.pieces: list[ExportedPiece] = []
        self.left_out: list[LeftOut] = []
        self.notes: list[str] = []

    @property
    def folder(self) -> Path:
        """The staging folder, which holds the files until all are finished."""
        return self._stage.aside

    def add_image(
        self,
        path: str,
        image: Image.Image,
        dpi: int = 0,
        *,
        role: Role = "face",
        product: str = "",
        cells: tuple[int, int, int] | None = None,
    ) -> str:
        """Write a JPEG if the path ends in `.jpg`, otherwise a PNG; return the final path."""
        return self._record(
            self.write_image(path, image, dpi, role=role, product=product, cells=cells)
        )

    def write_image(
        self, path: str, image: Image.Image, dpi: int, *, role: Role = "face", **fields: Any
    ) -> ExportedFile:
        """Write an image as `add_image` does, without recording it, and return what to record."""
        return self._write_file(
            path,
            encode_image(path, image, dpi),
            role=role,
            width=image.width,
            height=image.height,
            dpi=dpi,
            mode=image.mode,
            **fields,
        )

    def add_file(self, path: str, content: bytes, role: Role, **fields: Any) -> str:
        """Write any other file; return the final path."""
        return self._record(self._write_file(path, content, role=role, **fields))

    def add_existing(self, path: str, role: Role, **fields: Any) -> str:
        """Record a file that already exists; return the path."""
        content = bytes_of(self._stage.aside / path)
        return self._record(_entry(path, content, role=role, **fields))

    def add_table(self, path: str, rows: Sequence[Sequence[object]]) -> str:
        """Write a CSV whose first row has the column names; return the final path."""
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return self.add_file(path, text.getvalue().encode(), "table")

    def add_list(self, path: str, rows: Sequence[Sequence[object]]) -> str:
        """Write a CSV for spreadsheets, with texts of the kit escaped so that none is a formula."""
        return self.add_table(path, [[*map(_escape_formula, row)] for row in rows])

    def add_left_out(self) -> None:
        """Write the list of the pieces left out, if there are any."""
        if self.left_out:
            head = ("piece", "title", "copies", "width mm", "height mm", "why")
            rows = [
                (each.id, each.title, each.copies, *each.size, each.reason)
                for each in self.left_out
            ]
            self.add_list(NOT_OFFERED, [head, *rows])

    def add_piece(self, piece: Piece, *, title: str = "", **fields: Any) -> None:
        """Record a piece that the shop accepts."""
        self.pieces.append(
            ExportedPiece(piece.id, title or piece.title, piece.copies, size_of(piece), **fields)
        )

    def leave_out(self, piece: Piece, reason: str) -> None:
        """Record a piece that the shop does not accept."""
        self.left_out.append(LeftOut(piece.id, piece.title, piece.copies, size_of(piece), reason))

    def _record(self, entry: ExportedFile) -> str:
        self.files.append(entry)
        return entry.path

    def _write_file(self, path: str, content: bytes, **fields: Any) -> ExportedFile:
        path = self.final_path(path)
        self._stage.write(path, content)
        return _entry(path, content, **fields)


def _entry(path: str, content: bytes, **fields: Any) -> ExportedFile:
    checksum = hashlib.sha256(content).hexdigest()
    return ExportedFile(path, bytes=len(content), sha256=checksum, **fields)


def as_json(value: object) -> bytes:
    """Serialise a value as the content of a JSON file."""
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def encode_image(path: str, image: Image.Image, dpi: int = 0) -> bytes:
    """Encode an image as JPEG if the path ends in `.jpg`, otherwise as PNG."""
    if not path.endswith(".jpg"):
        return encode_png(image, dpi)
    out = BytesIO()
    image.save(out, "JPEG", quality=90, subsampling=0, dpi=(dpi, dpi))
    return out.getvalue()


def size_of(piece: Piece) -> tuple[float, float]:
    """The trim size of a piece in millimetres."""
    return mm(piece.size.width), mm(piece.size.height)


def _escape_formula(cell: object) -> object:
    """The cell, with an apostrophe before text that a spreadsheet would take as a formula."""
    is_formula = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{cell}" if is_formula else cell
