"""Tiles in the manifest of a build: the part of a piece that each shows, and the seams between them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from generator.base.formats.manifest_json import Entries
from generator.base.units import mm
from generator.press.imposition.duplex import Axis
from generator.press.imposition.sheet import Placement
from generator.press.imposition.tiles.seams import words_at
from generator.press.imposition.tiles.tiling import OVERLAP, Tile
from generator.press.manifest.books import Coordinate, Count, Distance, Length, Ordinal, Strict
from generator.press.pieces.piece import Piece
from generator.press.request import OutputFile
from generator.press.scene.items import Outline
from generator.press.scene.paths import bounds

_Box: TypeAlias = tuple[Coordinate, Coordinate, Distance, Distance]


@dataclass(frozen=True, slots=True)
class TileEntry(Strict):
    """The tile of a large piece that a page shows: its row and column, from 1, and of how many.

    `x`, `y` (downward), `width` and `height` are what it shows of the face as one looks at it, from the
    upper left corner of its trim. `overlap` is how much of that its neighbours show too. `arrows` are
    the boxes (x, y, width, height) of those that point at its seams.
    """

    name: str
    row: Ordinal
    column: Ordinal
    rows: Ordinal
    columns: Ordinal
    x: Coordinate
    y: Coordinate
    width: Length
    height: Length
    overlap: Distance
    arrows: Entries[_Box] = ()


@dataclass(frozen=True, slots=True)
class SeamEntry(Strict):
    """A line along which the tiles of a piece meet: axis "x" is the vertical one at x = `at`.

    `words` are those that it cuts; `arrows` counts the places where two arrows meet on it.
    """

    axis: Axis
    at: Coordinate
    words: Entries[str] = ()
    arrows: Count = 0


def tiled_pieces(files: Sequence[OutputFile]) -> dict[str, list[Placement]]:
    """The places of tiles, by the id of their piece; files that repeat others are left out."""
    tiled: dict[str, list[Placement]] = {}
    for made in files:
        for sheet in () if made.repeats else made.sheets:
            for placement in sheet.placements:
                if placement.tile:
                    tiled.setdefault(placement.piece, []).append(placement)
    return tiled


def tile_entry(tile: Tile) -> TileEntry:
    """A tile as an entry of the manifest."""
    x, y, width, height = map(mm, tile.shown)
    at = tile.name, tile.row + 1, tile.column + 1
    arrows = tuple(cast("_Box", tuple(map(mm, bounds(arrow)))) for arrow in tile.arrows)
    return TileEntry(*at, tile.rows, tile.columns, x, y, width, height, mm(OVERLAP), arrows)


def seam_entries(piece: Piece, placed: Sequence[Placement]) -> Iterator[SeamEntry]:
    """The seams of a piece, as the tiles of its first copy have them."""
    tiles = [one.tile for one in placed if one.tile and (one.face, one.copy) == ("front", 1)]
    tips = [{_tip(arrow) for arrow in tile.arrows} for tile in tiles]
    met = Counter(tip for own in tips for tip in own)
    for axis, places in (
        ("x", {tile.shown.x for tile in tiles if tile.column}),
        ("y", {tile.shown.y for tile in tiles if tile.row}),
    ):
        for place in sorted(places):
            words = words_at(piece, place, across=axis == "x")
            pairs = sum(n > 1 and tip["xy".index(axis)] == mm(place) for tip, n in met.items())
            yield SeamEntry(cast("Axis", axis), mm(place), words, pairs)


def _tip(arrow: Outline) -> tuple[float, float]:
    """The point of an arrow."""
    _, x, y = cast("tuple[str, float, float]", arrow[0])
    return mm(x), mm(y)
