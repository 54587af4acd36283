"""Proof places: the page and place of each finding of a built kit's proof."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from generator.base.errors import Fault
from generator.base.text_files import bytes_of, inside
from generator.press.manifest import Manifest, read_manifest
from generator.press.paint.raster import paint_png
from generator.press.preflight.placement_model import page_size, placed_faces
from generator.press.request import MANIFEST

_ITEM = re.compile(r"page (\d+)(?:: (.*))?", re.DOTALL)


class PageRegion(NamedTuple):
    """A part of a page, as shares of its width and height from its upper left corner."""

    left: float
    top: float
    width: float
    height: float

    @property
    def style(self) -> str:
        """The part as CSS of an element that covers it."""
        left, top, width, height = (f"{100 * each:.2f}%" for each in self)
        return f"left: {left}; top: {top}; width: {width}; height: {height}"


class Finding(NamedTuple):
    """A finding of a proof; "" and 0 if it is on no page, and no box if it concerns the whole page."""

    says: str
    file: str = ""
    page: int = 0
    box: PageRegion | None = None


def findings_of(folder: Path, faults: Sequence[Fault]) -> tuple[Finding, ...]:
    """The faults of the kit in a folder with their places.  Raises KitError for no manifest."""
    manifest = read_manifest(folder / MANIFEST)
    return tuple(_finding(fault, folder, manifest) for fault in faults)


def page_picture(folder: Path, file: str, page: int, dpi: int) -> bytes:
    """A page of a built file, counted from 1, as PNG.  Raises KitError and IndexError."""
    path = inside(folder, file)
    if file not in {entry.path for entry in read_manifest(folder / MANIFEST).files} or page < 1:
        raise IndexError(page)
    return paint_png(bytes_of(path), page - 1, dpi=dpi)


def _finding(fault: Fault, folder: Path, manifest: Manifest) -> Finding:
    names = [entry.path for entry in manifest.files]
    place = fault.place.file if fault.place else ""
    file = next((name for name in names if place and (folder / name).match(place)), "")
    found = _ITEM.fullmatch(fault.item)
    if not file or found is None:
        return Finding(str(fault), file)
    page = int(found[1])
    boxes = _boxes(manifest, file, page, found[2] or "")
    return Finding(str(fault), file, page, next(boxes, None))


def _boxes(manifest: Manifest, file: str, page: int, name: str) -> Iterator[PageRegion]:
    """The boxes of the faces of that name on a page."""
    for one in placed_faces(manifest):
        if (one.entry.file, one.entry.page, one.name) == (file, page, name):
            width, height = page_size(one, manifest)
            x, y, wide, high = one.rect
            yield PageRegion(x / width, 1 - (y + high) / height, wide / width, high / height)
