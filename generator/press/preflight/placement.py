"""Turns what the manifest says of the pieces into faults: wrong counts, overlaps, stray backs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path

from generator.base.errors import Fault, Place
from generator.base.units import Rect
from generator.press.manifest import Manifest, PieceEntry
from generator.press.preflight.duplex import back_faults, unmoved
from generator.press.preflight.placement_model import (
    TOLERANCE,
    Placed,
    all_placed,
    is_whole_page,
    overlapping_pairs,
    page_size,
)
from generator.press.preflight.tiling import tile_faults


def placement_faults(manifest: Manifest, folder: Path) -> list[Fault]:
    """What is wrong with where the manifest says the pieces are."""
    placed = sorted(all_placed(manifest), key=_page_of)
    faults = [fault for piece in manifest.pieces for fault in _count_faults(piece)]
    faults += [fault for piece in manifest.pieces for fault in tile_faults(piece)]
    for _, on_page in groupby(placed, key=_page_of):
        faults += _crowd_faults(list(on_page), manifest, folder)
    for fault, page in back_faults(placed, manifest):
        faults.append(_on_page(fault, page, folder))
    return faults


def _page_of(placed: Placed) -> tuple[str, int]:
    return placed.entry.file, placed.entry.page


def _count_faults(piece: PieceEntry) -> Iterator[Fault]:
    """Every copy needs every face once."""
    tiled = {(entry.face, entry.copy) for entry in piece.faces if entry.tile}
    seen = Counter((entry.face, entry.copy) for entry in piece.faces if not entry.tile)
    seen.update(tiled)  # whether their tiles make them up is another proof
    for face in piece.faces_needed:
        count = sum(number for (side, _), number in seen.items() if side == face)
        once = all(seen[face, copy] == 1 for copy in range(1, piece.copies + 1))
        if count != piece.copies or not once:
            yield Fault(
                f"{piece.copies} copies need as many {face}s, but {count} are printed",
                item=f'{piece.title} "{piece.id}"',
                check="proof-count",
            )


def _crowd_faults(placed: Sequence[Placed], manifest: Manifest, folder: Path) -> Iterator[Fault]:
    """Faces of one page that lie on one another or in the margin."""
    paper = Rect(0.0, 0.0, *page_size(placed[0], manifest))
    usable = paper.grown(TOLERANCE - manifest.paper.margin)
    for one in placed:
        whole = is_whole_page(one.rect, (paper.width, paper.height))
        if not whole and not _within(unmoved(one, manifest), usable):
            message = "reaches into the margin that home printers leave white"
            yield _fault(message, one, folder, "proof-margin")
    for first, second in overlapping_pairs([one.rect for one in placed]):
        yield _fault(f"lies on {placed[second].name}", placed[first], folder, "proof-overlap")


def _fault(message: str, placed: Placed, folder: Path, slug: str) -> Fault:
    return _on_page(Fault(message, check=slug), placed, folder)


def _on_page(fault: Fault, placed: Placed, folder: Path) -> Fault:
    place = Place(str(folder / placed.entry.file))
    return replace(fault, place=place, item=f"page {placed.entry.page}: {placed.name}")


def _within(rect: Rect, box: Rect) -> bool:
    return (
        rect.x >= box.x
        and rect.y >= box.y
        and rect.right <= box.right
        and rect.bottom <= box.bottom
    )
