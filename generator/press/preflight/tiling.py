"""Turns the tiles that the manifest lists into faults: tiles that leave a gap, or do not overlap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from generator.base.errors import Fault
from generator.press.manifest import PieceEntry, TileEntry
from generator.press.preflight.placement_model import TOLERANCE

_Span = tuple[str, float, float]
"""The name of a tile, where it begins and where it ends, along one side of the piece."""


def tile_faults(piece: PieceEntry) -> Iterator[Fault]:
    """What keeps the tiles of a piece from making up its faces, in every copy by itself."""
    faces: dict[tuple[str, int], list[TileEntry]] = defaultdict(list)
    untiled: set[tuple[str, int]] = set()
    for entry in piece.faces:
        if entry.tile:
            faces[entry.face, entry.copy].append(entry.tile)
        else:
            untiled.add((entry.face, entry.copy))
    for (face, copy), tiles in faces.items():
        says = list(_says(tiles, piece.size, mirrored=face == "back"))
        if (face, copy) in untiled:
            says.append("is printed whole as well as in tiles")
        for message in dict.fromkeys(says):
            item = f'{piece.title} "{piece.id}" ({face}, copy {copy})'
            yield Fault(message, item=item, check="proof-tile")


def _says(
    tiles: Sequence[TileEntry], size: tuple[float, float], *, mirrored: bool
) -> Iterator[str]:
    """What is wrong with the tiles of one face, of that size in millimetres.

    On a second face (`mirrored`) the columns run from right to left.
    """
    if len({(tile.rows, tile.columns, tile.overlap) for tile in tiles}) > 1:
        yield "has tiles that do not agree on how many they are"
        return
    rows, columns, overlap = tiles[0].rows, tiles[0].columns, tiles[0].overlap
    wanted = Counter((row + 1, column + 1) for row in range(rows) for column in range(columns))
    seen = Counter((tile.row, tile.column) for tile in tiles)
    if seen != wanted:
        yield f"needs each of {rows} × {columns} tiles once, but has {_names(tiles)}"
        return
    ordered = sorted(tiles, key=lambda tile: tile.column, reverse=mirrored)
    for row in range(1, rows + 1):
        across = [(t.name, t.x, t.x + t.width) for t in ordered if t.row == row]
        yield from _line_says(across, size[0], overlap, "across")
    ordered = sorted(tiles, key=lambda tile: tile.row)
    for column in range(1, columns + 1):
        down = [(t.name, t.y, t.y + t.height) for t in ordered if t.column == column]
        yield from _line_says(down, size[1], overlap, "down")


def _line_says(spans: Sequence[_Span], length: float, overlap: float, way: str) -> Iterator[str]:
    """What is wrong with tiles that stand in one line, which must cover the whole length."""
    first, last = spans[0], spans[-1]
    for name, amount in ((first[0], first[1]), (last[0], length - last[2])):
        if abs(amount) > TOLERANCE:
            what = (
                "leaves a strip of {:.2f} mm unprinted" if amount > 0 else "is {:.2f} mm too long"
            )
            yield f"tile {name} {what.format(abs(amount))} {way}"
    for (one, _, end), (other, start, _) in pairwise(spans):
        if abs(end - start - overlap) > TOLERANCE:
            yield f"tiles {one} and {other} share {end - start:.2f} mm instead of {overlap:g} mm"


def _names(tiles: Iterable[TileEntry]) -> str:
    return ", ".join(sorted(tile.name for tile in tiles))
