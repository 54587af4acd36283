"""Placement preflight: wrong counts, overlaps and margins of pieces as the manifest states them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice, pairwise
from pathlib import Path

from generator.base.errors import MAX_FAULTS, Fault, Place, counted
from generator.base.units import Rect
from generator.press.manifest import Manifest, PieceEntry, TileEntry
from generator.press.preflight.duplex import back_faults, without_offset
from generator.press.preflight.placement_model import (
    TOLERANCE,
    PlacedFace,
    is_whole_page,
    overlapping_pairs,
    page_size,
    placed_faces,
)
from generator.press.scene.paths import covers


def placement_faults(manifest: Manifest, folder: Path) -> list[Fault]:
    """Faults of the placement of pieces as the manifest states it."""
    faults: list[Fault] = []
    repeating = {entry.path for entry in manifest.files if entry.repeats}
    for repeats in (False, True) if repeating else (False,):
        faults += _printing_faults(manifest, folder, repeating, repeats=repeats)
    return faults


def _printing_faults(
    manifest: Manifest, folder: Path, repeating: set[str], *, repeats: bool
) -> list[Fault]:
    """Faults of the printed pieces, once, or once more in files that repeat them."""
    pieces = [
        replace(
            piece, faces=tuple(face for face in piece.faces if (face.file in repeating) is repeats)
        )
        for piece in manifest.pieces
    ]
    manifest = replace(manifest, pieces=tuple(pieces))
    placed = sorted(placed_faces(manifest), key=_page_of)
    faults = [fault for piece in pieces for fault in _count_faults(piece)]
    faults += [fault for piece in pieces for fault in tile_faults(piece)]
    for _, on_page in groupby(placed, key=_page_of):
        faults += _overlap_faults(list(on_page), manifest, folder)
    turned = [each for each in placed if each.entry.file not in manifest.label_files]
    for fault, page in back_faults(turned, manifest):
        faults.append(_on_page(fault, page, folder))
    return faults


def _page_of(placed: PlacedFace) -> tuple[str, int]:
    return placed.entry.file, placed.entry.page


def _count_faults(piece: PieceEntry) -> Iterator[Fault]:
    """Faults of the number of printed faces: every copy needs every face once."""
    tiled = {(entry.face, entry.copy) for entry in piece.faces if entry.tile}
    counts = Counter((entry.face, entry.copy) for entry in piece.faces if not entry.tile)
    counts.update(tiled)  # another proof checks whether their tiles are complete
    for face in piece.faces_needed:
        count = sum(number for (side, _), number in counts.items() if side == face)
        complete = all(counts[face, copy] == 1 for copy in range(1, piece.copies + 1))
        if count != piece.copies or not complete:
            yield Fault(
                f"has {counted(count, face)} for {counted(piece.copies, 'copy')}",
                item=f'{piece.title} "{piece.id}"',
                check="proof-count",
            )


def _overlap_faults(
    placed: Sequence[PlacedFace], manifest: Manifest, folder: Path
) -> Iterator[Fault]:
    """Faces on one page that overlap, or lie in the margin though no place of a precut sheet does."""
    paper = Rect(0.0, 0.0, *page_size(placed[0], manifest))
    usable = paper.grown(TOLERANCE - manifest.paper.margin)
    precut = {entry.file for entry in manifest.precut}
    for face in placed if placed[0].entry.file not in precut else ():
        whole = is_whole_page(face.rect, (paper.width, paper.height))
        if not whole and not covers(usable, without_offset(face, manifest)):
            message = "extends into the margin that home printers cannot print"
            yield _fault(message, face, folder, "proof-margin")
    pairs = overlapping_pairs([face.rect for face in placed])
    for first, second in islice(pairs, MAX_FAULTS + 1):
        yield _fault(f"overlaps {placed[second].name}", placed[first], folder, "proof-overlap")


def _fault(message: str, placed: PlacedFace, folder: Path, slug: str) -> Fault:
    return _on_page(Fault(message, check=slug), placed, folder)


def _on_page(fault: Fault, placed: PlacedFace, folder: Path) -> Fault:
    place = Place(str(folder / placed.entry.file))
    return replace(fault, place=place, item=f"page {placed.entry.page}: {placed.name}")


_Span = tuple[str, float, float]
"""The name, begin and end of a tile along one side of the piece."""


def tile_faults(piece: PieceEntry) -> Iterator[Fault]:
    """Faults of the tiles of a piece, for each copy and face."""
    faces: dict[tuple[str, int], list[TileEntry]] = defaultdict(list)
    whole: set[tuple[str, int]] = set()
    for entry in piece.faces:
        if entry.tile:
            faces[entry.face, entry.copy].append(entry.tile)
        else:
            whole.add((entry.face, entry.copy))
    for (face, copy), tiles in faces.items():
        messages = list(_tile_messages(tiles, piece.size, mirrored=face == "back"))
        if (face, copy) in whole:
            messages.append("is printed both whole and in tiles")
        for message in dict.fromkeys(messages):
            item = f'{piece.title} "{piece.id}" ({face}, copy {copy})'
            yield Fault(message, item=item, check="proof-tile")


def _tile_messages(
    tiles: Sequence[TileEntry], size: tuple[float, float], *, mirrored: bool
) -> Iterator[str]:
    """The faults of the tiles of one face, of that size in millimetres.

    On a second face (`mirrored`) the columns run from right to left.
    """
    if len({(tile.rows, tile.columns, tile.overlap) for tile in tiles}) > 1:
        yield "has tiles that state different numbers of tiles"
        return
    rows, columns, overlap = tiles[0].rows, tiles[0].columns, tiles[0].overlap
    expected = Counter((row + 1, column + 1) for row in range(rows) for column in range(columns))
    counts = Counter((tile.row, tile.column) for tile in tiles)
    if counts != expected:
        names = ", ".join(sorted(tile.name for tile in tiles))
        yield f"needs each of {rows} × {columns} tiles once, but has {names}"
        return
    ordered = sorted(tiles, key=lambda tile: tile.column, reverse=mirrored)
    for row in range(1, rows + 1):
        across = [(t.name, t.x, t.x + t.width) for t in ordered if t.row == row]
        yield from _row_messages(across, size[0], overlap, "across")
    ordered = sorted(tiles, key=lambda tile: tile.row)
    for column in range(1, columns + 1):
        down = [(t.name, t.y, t.y + t.height) for t in ordered if t.column == column]
        yield from _row_messages(down, size[1], overlap, "down")


def _row_messages(
    spans: Sequence[_Span], length: float, overlap: float, direction: str
) -> Iterator[str]:
    """The faults of a row or column of tiles, which must cover the whole length."""
    first, last = spans[0], spans[-1]
    for name, amount in ((first[0], first[1]), (last[0], length - last[2])):
        if abs(amount) > TOLERANCE:
            problem = (
                "leaves a strip of {:.2f} mm unprinted" if amount > 0 else "is {:.2f} mm too long"
            )
            yield f"tile {name} {problem.format(abs(amount))} {direction}"
    for (one, _, end), (other, start, _) in pairwise(spans):
        if abs(end - start - overlap) > TOLERANCE:
            yield f"tiles {one} and {other} overlap by {end - start:.2f} mm instead of {overlap:g} mm"
