"""Verification of exported files and images against `export.json` and the products of a shop."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from io import StringIO
from pathlib import Path

from PIL import Image, UnidentifiedImageError

from generator.base.errors import Fault, Place
from generator.base.text_files import bytes_of, open_plain
from generator.base.units import MM, Rect
from generator.press.preflight import preflight
from generator.press.preflight.placement_model import overlapping_pairs
from generator.press.preflight.screen_page import screen_faults
from generator.press.request import MANIFEST
from generator.publish.manifest import COPIES, ExportedFile, ExportManifest
from generator.publish.png import LIST
from generator.publish.shop_limits import MpcLimits, ScreenLimits, TgcLimits, WebLimits
from generator.publish.virtual_tabletops.piece_pictures import LIST as COMPONENTS

DPI_TOLERANCE = 0.5
"""Tolerance in dots per inch for formats that count dots per metre."""


def place(folder: Path, path: str) -> Place:
    """The place of a fault in one of the files."""
    return Place(str(folder / path))


def file_faults(manifest: ExportManifest, folder: Path) -> list[Fault]:
    """The faults of each single file, and pieces listed twice."""
    faults: list[Fault] = []
    for entry in manifest.files:
        faults += _content_faults(entry, folder)
    ids = Counter(each.id for each in manifest.pieces) + Counter(
        each.id for each in manifest.left_out
    )
    faults += [
        Fault(
            "is listed twice",
            place(folder, "export.json"),
            f'piece "{name}"',
            check="export-copies",
        )
        for name in sorted(name for name, count in ids.items() if count > 1)
    ]
    return faults


def _content_faults(entry: ExportedFile, folder: Path) -> Iterator[Fault]:
    where = place(folder, entry.path)
    try:
        content = bytes_of(folder / entry.path)
    except OSError:
        yield Fault("is listed, but cannot be read", where, check="export-file")
        return
    if len(content) != entry.bytes or hashlib.sha256(content).hexdigest() != entry.sha256:
        hint = "export the kit again"
        yield Fault("is not the file that was exported", where, hint=hint, check="export-file")
    if entry.width:
        yield from _picture_faults(entry, folder)


def _picture_faults(entry: ExportedFile, folder: Path) -> Iterator[Fault]:
    where = place(folder, entry.path)
    try:
        with open_plain(folder / entry.path) as file, Image.open(file) as image:
            size, mode = image.size, image.mode
            dpi = image.info.get("dpi", (0.0, 0.0))
    except (OSError, UnidentifiedImageError):
        yield Fault("is not a picture that can be opened", where, check="export-picture")
        return
    expected = entry.width, entry.height
    if size != expected:
        message = f"has {size[0]} × {size[1]} pixels, not {expected[0]} × {expected[1]}"
        yield Fault(message, where, check="export-picture")
    if mode != entry.mode or mode not in ("RGB", "RGBA"):
        message = f"has the colour mode {mode}, not {entry.mode}"
        yield Fault(message, where, check="export-picture")
    if entry.dpi and max(abs(float(each) - entry.dpi) for each in dpi) > DPI_TOLERANCE:
        message = f"has {float(dpi[0]):.0f} dots per inch, not {entry.dpi}"
        yield Fault(message, where, check="export-picture")


def rows_of(folder: Path, path: str) -> list[dict[str, str]]:
    """The rows of a CSV, keyed by column name; empty if the file cannot be read."""
    try:
        content = bytes_of(folder / path).decode()
        return list(csv.DictReader(StringIO(content, newline="")))
    except OSError:
        return []


def count_faults(manifest: ExportManifest, found: Counter[str], where: Place) -> Iterator[Fault]:
    """Faults for pieces with a wrong number of copies and for entries that are not pieces."""
    for piece in manifest.pieces:
        times = found.pop(piece.id, 0)
        if times != piece.copies:
            message = f"is included {times} times, but the kit holds {piece.copies}"
            yield Fault(message, where, f'piece "{piece.id}"', check="export-copies")
    for name in found:
        yield Fault("is not a piece of the kit", where, f'piece "{name}"', check="export-copies")


def overlap_faults(names: Sequence[str], boxes: Sequence[Rect], where: Place) -> Iterator[Fault]:
    """Faults for objects that overlap."""
    for pair in sorted(map(sorted, overlapping_pairs(boxes))):
        one, other = (names[index] for index in pair)
        yield Fault(f'"{one}" and "{other}" overlap', where, check="export-table")


def list_faults(manifest: ExportManifest, folder: Path, path: str) -> Iterator[Fault]:
    """Faults for differences between a shop's list of copies and `export.json`."""
    listed = {row.get("piece", ""): row for row in rows_of(folder, path)}
    where = place(folder, path)
    for piece in manifest.pieces:
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
        yield Fault("is listed, but not exported", where, f'piece "{name}"', check="export-copies")


def product_faults(
    manifest: ExportManifest, folder: Path, limits: TgcLimits | MpcLimits
) -> list[Fault]:
    """Faults for pictures that the shop would refuse, and for a wrong list of copies."""
    faults = list(list_faults(manifest, folder, COPIES))
    for entry in manifest.files:
        if not entry.width:
            continue
        product = limits.printed.get(entry.product)
        where = place(folder, entry.path)
        if product is None:
            message = f'is for "{entry.product}", which the shop does not have'
            faults.append(Fault(message, where, check="export-product"))
            continue
        if (entry.width, entry.height) != product.pixels or entry.dpi != limits.dpi:
            wide, high = product.pixels
            faults.append(
                Fault(
                    f"has {entry.width} × {entry.height} pixels at {entry.dpi} dpi, but "
                    f"{product.name} wants {wide} × {high} at {limits.dpi}",
                    where,
                    check="export-product",
                )
            )
        if entry.mode != "RGB":
            faults.append(Fault("is not plain RGB", where, check="export-product"))
    return faults


def loose_faults(manifest: ExportManifest, folder: Path) -> list[Fault]:
    """Faults for pictures that differ in size from their piece with bleed, and for a wrong list."""
    faults = list(list_faults(manifest, folder, LIST))
    files = {entry.path: entry for entry in manifest.files}
    for row in rows_of(folder, LIST):
        for side in ("front", "back"):
            entry = files.get(row.get(side, ""))
            if entry is None:
                continue
            scale = entry.dpi * MM / 72
            try:
                sides = [float(row[name]) for name in ("width mm", "height mm", "bleed mm")]
            except (KeyError, ValueError):
                sides = [0.0, 0.0, 0.0]
            expected = [(sides[at] + 2 * sides[2]) * scale for at in (0, 1)]
            deviation = max(abs(entry.width - expected[0]), abs(entry.height - expected[1]))
            if deviation > 1:
                faults.append(
                    Fault(
                        f"is {deviation:.0f} pixels off the size of its piece with bleed",
                        place(folder, entry.path),
                        f'piece "{row.get("piece")}"',
                        check="export-picture",
                    )
                )
    return faults


def component_faults(
    manifest: ExportManifest, folder: Path, limits: ScreenLimits
) -> Iterator[Fault]:
    """Faults for pictures of a component that differ in size or are too large, and a wrong list."""
    yield from list_faults(manifest, folder, COMPONENTS)
    files = {entry.path: entry for entry in manifest.files}
    sizes: dict[str, tuple[int, int]] = {}
    for row in rows_of(folder, COMPONENTS):
        listed = row.get("width", ""), row.get("height", "")
        for path in filter(None, (row.get("front"), row.get("back"))):
            entry = files.get(path)
            if entry is None:
                continue
            where, size = place(folder, path), (entry.width, entry.height)
            if sizes.setdefault(entry.product, size) != size or listed != tuple(map(str, size)):
                message = f"has {size[0]} × {size[1]} pixels, unlike others of {entry.product}"
                yield Fault(message, where, check="export-component")
            if max(size) > limits.side:
                message = f"has {max(size)} pixels on a side; at most {limits.side} are allowed"
                yield Fault(message, where, check="export-component")


def site_faults(manifest: ExportManifest, folder: Path, limits: WebLimits) -> Iterator[Fault]:
    """Faults for pages with bad markup or links, faulty print files, and files that are too large."""
    paths = {entry.path for entry in manifest.files}
    for entry in manifest.files:
        if entry.path.endswith(".html"):
            yield from screen_faults(folder / entry.path, paths, "export-screen")
        elif entry.role == "print" and entry.path.endswith(f"/{MANIFEST}"):
            yield from preflight((folder / entry.path).parent)
        if entry.bytes > limits.file:
            message = f"has {entry.bytes:,} bytes; web hosts allow {limits.file:,}"
            yield Fault(message, place(folder, entry.path), check="export-size")
    total = sum(entry.bytes for entry in manifest.files)
    if total > limits.all:
        message = f"all files have {total:,} bytes; web hosts allow {limits.all:,}"
        yield Fault(message, place(folder, ""), check="export-size")
