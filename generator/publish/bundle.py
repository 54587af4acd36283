"""Turns pictures, texts and PDFs into files on their way to a shop, each noted with what it is."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Sequence
from io import BytesIO, StringIO
from typing import Any

from PIL import Image

from generator.base.atomic_output import Staging
from generator.base.units import mm
from generator.press.pieces.piece import Piece
from generator.publish.manifest import ExportedFile, LeftOut, Role, Stored

_JPEG: dict[str, Any] = {"quality": 90, "subsampling": 0}


class ExportBundle:
    """Everything that goes to a shop: its files, the pieces they show, and what stays at home."""

    def __init__(self, stage: Staging) -> None:
        self._stage = stage
        self.files: list[Stored] = []
        self.pieces: list[ExportedFile] = []
        self.left_out: list[LeftOut] = []
        self.notes: list[str] = []

    def picture(
        self,
        path: str,
        image: Image.Image,
        dpi: int = 0,
        *,
        role: Role = "face",
        product: str = "",
        cells: tuple[int, int, int] | None = None,
    ) -> str:
        """Write a PNG, or a JPEG if the path says so; its path again."""
        out = BytesIO()
        dots: dict[str, Any] = {"dpi": (dpi, dpi)} if dpi else {}
        if path.endswith(".jpg"):
            image.save(out, "JPEG", **_JPEG, **dots)
        else:
            image.save(out, "PNG", compress_level=4, **dots)
        return self._write(
            path,
            out.getvalue(),
            role=role,
            width=image.width,
            height=image.height,
            dpi=dpi,
            mode=image.mode,
            product=product,
            cells=cells,
        )

    def content(self, path: str, content: bytes, role: Role, **told: Any) -> str:
        """Write any other file; its path again."""
        return self._write(path, content, role=role, **told)

    def table(self, path: str, rows: Sequence[Sequence[object]]) -> str:
        """Write a CSV, its first row the names of the columns."""
        text = StringIO()
        csv.writer(text, lineterminator="\n").writerows(rows)
        return self._write(path, text.getvalue().encode(), role="table")

    def send(self, piece: Piece, *, title: str = "", **told: str) -> None:
        """Note a piece that the shop takes."""
        self.pieces.append(
            ExportedFile(piece.id, title or piece.title, piece.copies, size_of(piece), **told)
        )

    def leave(self, piece: Piece, reason: str) -> None:
        """Note a piece that it does not."""
        self.left_out.append(LeftOut(piece.id, piece.title, piece.copies, size_of(piece), reason))

    def _write(self, path: str, content: bytes, **told: Any) -> str:
        self._stage.write(path, content)
        entry = Stored(path, bytes=len(content), sha256=hashlib.sha256(content).hexdigest(), **told)
        self.files.append(entry)
        return path


def size_of(piece: Piece) -> tuple[float, float]:
    """A piece's trim in millimetres."""
    return mm(piece.size.width), mm(piece.size.height)
