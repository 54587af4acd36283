"""Manifest of an export: `export.json` lists every file, where each piece is in them, the limits.

The same classes write the file and read it back, so that verification knows what it finds.  Lengths
are millimetres.  `ExportBundle` collects the entries while files are written.
"""

from __future__ import annotations

import csv
import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, Literal, TypeAlias

from PIL import Image
from pydantic import ConfigDict, TypeAdapter

from generator.base.atomic_output import Staging
from generator.base.formats.json_lines import Entries, compact, listed, prove_inside, read_listed
from generator.base.text_files import bytes_of
from generator.base.units import mm
from generator.press.pieces.piece import Piece

NAME = "export.json"
Role: TypeAlias = Literal[
    "face", "sheet", "deck", "table", "model", "save", "book", "page", "print"
]
Side: TypeAlias = Literal["front", "back"]
Option: TypeAlias = str | int | float | bool | None


class _Strict:
    """An unknown field is an error when the file is read."""

    __pydantic_config__ = ConfigDict(extra="forbid")


@dataclass(frozen=True, slots=True)
class ExportedPage(_Strict):
    """A page of a deck's PDF: the face it shows, and its thumbnail."""

    piece: str
    side: Side
    copy: int
    look: str


@dataclass(frozen=True, slots=True)
class ExportedFile(_Strict):
    """A finished file, `path` relative to `export.json`.

    Of pictures `width`, `height` in pixels, `dpi` and `mode`; `cells` are a sheet's columns, rows and
    cards; `pages` and `leaves` are a PDF's.  `product` names
    the product of the shop that it is for.
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
class ExportedPiece(_Strict):
    """A piece that the shop takes: its copies, its product, its files."""

    id: str
    title: str
    copies: int
    size: tuple[float, float]
    product: str = ""
    front: str = ""
    back: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut(_Strict):
    """A piece that the shop does not take, and the reason."""

    id: str
    title: str
    copies: int
    size: tuple[float, float]
    reason: str


@dataclass(frozen=True, slots=True)
class ExportManifest(_Strict):
    """The content of `export.json`; `limits` are those the files were checked against."""

    kit: str
    version: str
    shop: str
    options: Mapping[str, Option]
    limits: Mapping[str, Any]
    notes: Entries[str]
    files: Entries[ExportedFile]
    pieces: Entries[ExportedPiece]
    left_out: Entries[LeftOut]

    def as_json(self) -> str:
        """The text of the file: a line for each file and piece; what is empty is left out."""
        return listed(_adapter().dump_python(self, mode="json"), _without_empty)


def read_export(path: Path) -> ExportManifest:
    """An export's manifest from its file.

    Raises KitError if it is missing or not one, or names a file outside its folder.
    """
    manifest = read_listed(path, _adapter(), "an export's manifest", "export the kit first")
    prove_inside(path, [entry.path for entry in manifest.files])
    return manifest


@cache
def _adapter() -> TypeAdapter[ExportManifest]:
    return TypeAdapter(ExportManifest)


def _without_empty(value: object) -> str:
    if isinstance(value, dict):
        value = {key: each for key, each in value.items() if each not in ("", 0, None, [])}
    return compact(value)


_JPEG: dict[str, Any] = {"quality": 90, "subsampling": 0}


class ExportBundle:
    """The files of an export, the pieces they show, and the pieces left out."""

    def __init__(self, stage: Staging) -> None:
        self._stage = stage
        self.placed: Callable[[str], str] = str
        """Where a file of a path really goes: the same path, unless an exporter says otherwise."""
        self.files: list[ExportedFile] = []
        self.pieces: list[ExportedPiece] = []
        self.left_out: list[LeftOut] = []
        self.notes: list[str] = []

    @property
    def folder(self) -> Path:
        """The folder that the files are written to until all are done."""
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
        """Write a PNG, or a JPEG if the path ends so; return the path."""
        return self._write(
            path,
            encoded(path, image, dpi),
            role=role,
            width=image.width,
            height=image.height,
            dpi=dpi,
            mode=image.mode,
            product=product,
            cells=cells,
        )

    def add_file(self, path: str, content: bytes, role: Role, **fields: Any) -> str:
        """Write any other file; return the path."""
        return self._write(path, content, role=role, **fields)

    def add_made(self, path: str, role: Role, **fields: Any) -> str:
        """Record a file that lies there already; return the path."""
        return self._record(path, bytes_of(self._stage.aside / path), role=role, **fields)

    def add_table(self, path: str, rows: Sequence[Sequence[object]]) -> str:
        """Write a CSV; its first row has the names of the columns."""
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return self._write(path, text.getvalue().encode(), role="table")

    def add_list(self, path: str, rows: Sequence[Sequence[object]]) -> str:
        """Write a CSV that people open in a spreadsheet, in which words of a kit are no formulas."""
        return self.add_table(path, [[*map(_no_formula, row)] for row in rows])

    def add_piece(self, piece: Piece, *, title: str = "", **fields: str) -> None:
        """Record a piece that the shop takes."""
        self.pieces.append(
            ExportedPiece(piece.id, title or piece.title, piece.copies, size_of(piece), **fields)
        )

    def leave_out(self, piece: Piece, reason: str) -> None:
        """Record a piece that it does not take."""
        self.left_out.append(LeftOut(piece.id, piece.title, piece.copies, size_of(piece), reason))

    def _write(self, path: str, content: bytes, **fields: Any) -> str:
        path = self.placed(path)
        self._stage.write(path, content)
        return self._record(path, content, **fields)

    def _record(self, path: str, content: bytes, **fields: Any) -> str:
        entry = ExportedFile(
            path, bytes=len(content), sha256=hashlib.sha256(content).hexdigest(), **fields
        )
        self.files.append(entry)
        return path


def as_json(value: object) -> bytes:
    """A value as the content of a JSON file."""
    return (json.dumps(value, indent=1, ensure_ascii=False) + "\n").encode()


def encoded(path: str, image: Image.Image, dpi: int = 0) -> bytes:
    """A picture as a JPEG if its path ends so, else as a PNG."""
    out = BytesIO()
    dots: dict[str, Any] = {"dpi": (dpi, dpi)} if dpi else {}
    if path.endswith(".jpg"):
        image.save(out, "JPEG", **_JPEG, **dots)
    else:
        image.save(out, "PNG", compress_level=4, **dots)
    return out.getvalue()


def size_of(piece: Piece) -> tuple[float, float]:
    """A piece's trim in millimetres."""
    return mm(piece.size.width), mm(piece.size.height)


def _no_formula(cell: object) -> object:
    """A cell that a spreadsheet takes as text: an apostrophe precedes anything like a formula."""
    begins = isinstance(cell, str) and cell.startswith(("=", "+", "-", "@", "\t", "\r"))
    return f"'{cell}" if begins else cell
