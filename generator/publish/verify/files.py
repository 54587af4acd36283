"""Verification of exported files and images against `export.json` and the products of a shop."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence

from PIL import Image, UnidentifiedImageError

from generator.base.errors import Fault, Place
from generator.base.text_files import open_plain
from generator.base.units import MM, Rect
from generator.press.preflight import preflight
from generator.press.preflight.placement_model import overlapping_pairs
from generator.press.preflight.screen_page import screen_faults
from generator.press.request import MANIFEST
from generator.publish.manifest import COPIES, NAME, ExportedFile
from generator.publish.png import LIST
from generator.publish.shop_limits import MpcLimits, PngLimits, ScreenLimits, TgcLimits, WebLimits
from generator.publish.verify.finished import FinishedExport
from generator.publish.virtual_tabletops.piece_pictures import LIST as COMPONENTS

DPI_TOLERANCE = 0.5
"""Tolerance in dots per inch for formats that count dots per metre."""


def file_faults(export: FinishedExport) -> list[Fault]:
    """The faults of each single file, and pieces listed twice."""
    faults = [fault for entry in export.manifest.files for fault in _content_faults(export, entry)]
    ids = Counter(each.id for each in export.manifest.pieces)
    ids.update(each.id for each in export.manifest.left_out)
    for name in sorted(name for name, count in ids.items() if count > 1):
        where, item = export.place(NAME), f'piece "{name}"'
        faults.append(Fault("is listed twice", where, item, check="export-copies"))
    return faults


def _content_faults(export: FinishedExport, entry: ExportedFile) -> Iterator[Fault]:
    where = export.place(entry.path)
    try:
        content = export.read(entry.path)
    except OSError:
        yield Fault("is listed, but cannot be read", where, check="export-file")
        return
    if len(content) != entry.bytes or hashlib.sha256(content).hexdigest() != entry.sha256:
        hint = "export the kit again"
        yield Fault("is not the file that was exported", where, hint=hint, check="export-file")
    if entry.width:
        yield from _picture_faults(export, entry)


def _picture_faults(export: FinishedExport, entry: ExportedFile) -> Iterator[Fault]:
    where = export.place(entry.path)
    try:
        with open_plain(export.folder / entry.path) as file, Image.open(file) as image:
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


def count_faults(export: FinishedExport, found: Counter[str], where: Place) -> Iterator[Fault]:
    """Faults for pieces with a wrong number of copies and for entries that are not pieces."""
    for piece in export.manifest.pieces:
        times = found.pop(piece.id, 0)
        if times != piece.copies:
            message = f"is included {times} times, but the kit holds {piece.copies}"
            yield Fault(message, where, piece.item, check="export-copies")
    for name in found:
        yield Fault("is not a piece of the kit", where, f'piece "{name}"', check="export-copies")


def overlap_faults(names: Sequence[str], boxes: Sequence[Rect], where: Place) -> Iterator[Fault]:
    """Faults for objects that overlap."""
    for pair in sorted(map(sorted, overlapping_pairs(boxes))):
        one, other = (names[index] for index in pair)
        yield Fault(f'"{one}" and "{other}" overlap', where, check="export-table")


def list_faults(export: FinishedExport, path: str) -> Iterator[Fault]:
    """Faults for differences between a shop's list of copies and `export.json`."""
    listed = {row.get("piece", ""): row for row in export.rows(path)}
    where = export.place(path)
    for piece in export.manifest.pieces:
        row = listed.pop(piece.id, None)
        if row is None:
            yield Fault("is not in the list", where, piece.item, check="export-copies")
            continue
        if row.get("copies") != str(piece.copies):
            message = f"is listed {row.get('copies')} times, but the kit holds {piece.copies}"
            yield Fault(message, where, piece.item, check="export-copies")
        for side, file in (("front", piece.front), ("back", piece.back)):
            if row.get(side, "") != file or (file and not export.has(file)):
                message = f"its {side} is not the file listed"
                yield Fault(message, where, piece.item, check="export-copies")
    for name in listed:
        yield Fault("is listed, but not exported", where, f'piece "{name}"', check="export-copies")


def product_faults(export: FinishedExport, limits: TgcLimits | MpcLimits) -> Iterator[Fault]:
    """Faults for pictures that the shop would refuse, and for a wrong list of copies."""
    yield from list_faults(export, COPIES)
    for entry in export.manifest.files:
        if not entry.width:
            continue
        product = limits.printed.get(entry.product)
        where = export.place(entry.path)
        if product is None:
            message = f'is for "{entry.product}", which the shop does not have'
            yield Fault(message, where, check="export-product")
            continue
        if (entry.width, entry.height) != product.pixels or entry.dpi != limits.dpi:
            wide, high = product.pixels
            message = (
                f"has {entry.width} × {entry.height} pixels at {entry.dpi} dpi, but "
                f"{product.name} wants {wide} × {high} at {limits.dpi}"
            )
            yield Fault(message, where, check="export-product")
        if entry.mode != "RGB":
            yield Fault("is not plain RGB", where, check="export-product")


def loose_faults(export: FinishedExport, _: PngLimits) -> Iterator[Fault]:
    """Faults for pictures that differ in size from their piece with bleed, and for a wrong list."""
    yield from list_faults(export, LIST)
    for row in export.rows(LIST):
        for side in ("front", "back"):
            entry = export.files.get(row.get(side, ""))
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
                message = f"is {deviation:.0f} pixels off the size of its piece with bleed"
                where, item = export.place(entry.path), f'piece "{row.get("piece")}"'
                yield Fault(message, where, item, check="export-picture")


def component_faults(export: FinishedExport, limits: ScreenLimits) -> Iterator[Fault]:
    """Faults for pictures of a component that differ in size or are too large, and a wrong list."""
    yield from list_faults(export, COMPONENTS)
    sizes: dict[str, tuple[int, int]] = {}
    for row in export.rows(COMPONENTS):
        listed = row.get("width", ""), row.get("height", "")
        for path in filter(None, (row.get("front"), row.get("back"))):
            entry = export.files.get(path)
            if entry is None:
                continue
            where, size = export.place(path), (entry.width, entry.height)
            if sizes.setdefault(entry.product, size) != size or listed != tuple(map(str, size)):
                message = f"has {size[0]} × {size[1]} pixels, unlike others of {entry.product}"
                yield Fault(message, where, check="export-component")
            if max(size) > limits.side:
                message = f"has {max(size)} pixels on a side; at most {limits.side} are allowed"
                yield Fault(message, where, check="export-component")


def site_faults(export: FinishedExport, limits: WebLimits) -> Iterator[Fault]:
    """Faults for pages with bad markup or links, faulty print files, and files that are too large."""
    for entry in export.manifest.files:
        path = export.folder / entry.path
        if path.suffix == ".html":
            yield from screen_faults(path, export.files, "export-screen")
        elif entry.role == "print" and path.name == MANIFEST:
            yield from preflight(path.parent)
        if entry.bytes > limits.file:
            message = f"has {entry.bytes:,} bytes; web hosts allow {limits.file:,}"
            yield Fault(message, export.place(entry.path), check="export-size")
    total = sum(entry.bytes for entry in export.manifest.files)
    if total > limits.all:
        message = f"all files have {total:,} bytes; web hosts allow {limits.all:,}"
        yield Fault(message, export.place(""), check="export-size")
