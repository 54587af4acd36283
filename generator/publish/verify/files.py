"""Turns the files of an export into faults: not there, changed, or no such pictures as noted."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterator
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from generator.base.errors import Fault, Place
from generator.publish.manifest import ExportManifest, Stored

DOTS = 0.5
"""Dots to the inch by which formats that count them in metres may be off."""


def place(folder: Path, path: str) -> Place:
    """Where a fault of one of the files is."""
    return Place(str(folder / path))


def file_faults(told: ExportManifest, folder: Path) -> list[Fault]:
    """What is wrong with each file by itself."""
    faults: list[Fault] = []
    for entry in told.files:
        faults += _faults(entry, folder)
    ids = [each.id for each in told.pieces] + [each.id for each in told.left_out]
    faults += [
        Fault(
            "is told twice", place(folder, "export.json"), f'piece "{name}"', check="export-copies"
        )
        for name in sorted({name for name in ids if ids.count(name) > 1})
    ]
    return faults


def _faults(entry: Stored, folder: Path) -> Iterator[Fault]:
    where = place(folder, entry.path)
    try:
        content = (folder / entry.path).read_bytes()
    except OSError:
        yield Fault("is listed, but cannot be read", where, check="export-file")
        return
    if len(content) != entry.bytes or hashlib.sha256(content).hexdigest() != entry.sha256:
        hint = "export the kit again"
        yield Fault("is not the file that was exported", where, hint=hint, check="export-file")
    if entry.width:
        yield from _picture_faults(entry, folder)


def _picture_faults(entry: Stored, folder: Path) -> Iterator[Fault]:
    where = place(folder, entry.path)
    try:
        with Image.open(folder / entry.path) as image:
            size, mode = image.size, image.mode
            dots = image.info.get("dpi", (0.0, 0.0))
    except (OSError, UnidentifiedImageError):
        yield Fault("is not a picture that can be opened", where, check="export-picture")
        return
    wanted = entry.width, entry.height
    if size != wanted:
        yield Fault(
            f"has {size[0]} × {size[1]} pixels, not {wanted[0]} × {wanted[1]}",
            where,
            check="export-picture",
        )
    if mode != entry.mode or mode not in ("RGB", "RGBA"):
        message = f"has the colours {mode}, not {entry.mode}"
        yield Fault(message, where, check="export-picture")
    if entry.dpi and max(abs(float(each) - entry.dpi) for each in dots) > DOTS:
        yield Fault(
            f"says {float(dots[0]):.0f} dots to the inch, not {entry.dpi}",
            where,
            check="export-picture",
        )


def rows_of(folder: Path, path: str) -> list[dict[str, str]]:
    """The rows of a CSV by the names of its columns; none if it cannot be read."""
    try:
        with open(folder / path, encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))
    except OSError:
        return []


def list_faults(told: ExportManifest, folder: Path, path: str) -> Iterator[Fault]:
    """Where a list of copies for the shop and `export.json` do not agree."""
    listed = {row.get("piece", ""): row for row in rows_of(folder, path)}
    where = place(folder, path)
    for piece in told.pieces:
        row = listed.pop(piece.id, None)
        item = f'piece "{piece.id}"'
        if row is None:
            yield Fault("is not in the list", where, item, check="export-copies")
            continue
        if row.get("copies") != str(piece.copies):
            message = f"is listed {row.get('copies')} times, but the kit holds {piece.copies}"
            yield Fault(message, where, item, check="export-copies")
        for side, file in (("front", piece.front), ("back", piece.back)):
            if row.get(side, "") != file or (file and not (folder / file).is_file()):
                yield Fault(
                    f"its {side} is not the file listed", where, item, check="export-copies"
                )
    for name in listed:
        yield Fault("is listed, but is not sent", where, f'piece "{name}"', check="export-copies")
