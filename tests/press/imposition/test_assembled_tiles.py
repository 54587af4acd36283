"""Tests of assembled tiles: cut out and laid over one another, they show the whole picture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as FilePath

import numpy
import pytest
from PIL import Image, ImageChops

from generator.base.units import MM, Rect, Size
from generator.press.imposition.duplex import Backs
from generator.press.manifest import FaceEntry
from generator.press.manifest.make import make_manifest
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paint.raster import rasterize_page
from generator.press.pieces.piece import Piece
from generator.press.request import OutputFile
from generator.press.scene.items import Path, Scene, Stroke
from generator.press.scene.paths import ellipse, polygon, rectangle
from tests.kinds import present
from tests.press.imposition.making import font, impose, papers, part

A4 = papers()["a4"]
DPI = 254
"""Ten pixels to the millimetre."""


def patterned(width: float, height: float, ink: str) -> Scene:
    """A face on which no two places look alike."""
    box = Rect(0, 0, width * MM, height * MM)
    items = [Path(rectangle(box.grown(3 * MM)), fill="#f4e8c8")]
    for row in range(int(height // 20)):
        for column in range(int(width // 20)):
            cell = Rect((column * 20 + 4) * MM, (row * 20 + 4) * MM, 12 * MM, 12 * MM)
            shade = f"#{40 + 13 * column:02x}{40 + 15 * row:02x}80"
            items.append(Path(ellipse(cell), fill=shade))
    corners = ((0, 0), (box.width, box.height))
    items.append(Path(polygon(corners, closed=False), stroke=Stroke(ink, 2 * MM)))
    return Scene("patterned", box.width, box.height, tuple(items), 3 * MM, 3 * MM)


@pytest.mark.parametrize(
    ("size", "backs"),
    [
        ((300, 260), "long-edge"),
        ((420, 330), "none"),
        ((260, 300), "short-edge"),
        ((300, 110), "none"),
    ],
)
def test_assembled_tiles_show_the_whole_picture(
    size: tuple[float, float], backs: Backs, tmp_path: FilePath
) -> None:
    """Each tile is cut out of the finished pages as the manifest says, and laid over the previous ones."""
    scenes = {"front": patterned(*size, "#d03030"), "back": patterned(*size, "#3030d0")}
    one = Piece("map", "map", "Map", "maps", 1, scenes["front"], scenes["back"], two_sided=True)
    sheets = impose([part(one)], A4, backs, title="Kit", font=font())
    pdf = paint_pdf([sheet.scene for sheet in sheets], DocumentInfo("Kit"))
    (tmp_path / "kit.pdf").write_bytes(pdf)
    (entry,) = make_manifest(
        tmp_path,
        kit="kit",
        version="1",
        options={"backs": backs},
        paper=A4,
        files=[OutputFile("kit.pdf", len(sheets), Size(A4.width, A4.height), sheets)],
        pieces=[one],
    ).pieces
    for face, scene in scenes.items():
        whole = paint_pdf([replace(scene, bleed=0)], DocumentInfo("Face"))
        untiled = rasterize_page(whole, dpi=DPI)
        joined = Image.new("RGB", untiled.size)
        tiles = [tile for tile in entry.faces if tile.face == face]
        # On the back of a piece with two faces the flaps are on top, and cover what is beneath.
        for tile in reversed(tiles) if face == "back" and backs != "none" else tiles:
            page = rasterize_page(pdf, page=tile.page - 1, dpi=DPI)
            place = present(tile.tile)
            joined.paste(_cut_out(page, tile), (_pixels(place.x), _pixels(place.y)))
        small = (round(size[0]), round(size[1]))  # a pixel a millimetre, to ignore rounding
        pictures = (picture.resize(small, Image.Resampling.BOX) for picture in (untiled, joined))
        difference = ImageChops.difference(*pictures).crop((1, 1, small[0] - 1, small[1] - 1))
        assert numpy.asarray(difference).max() < 48


def _pixels(millimetres: float) -> int:
    return round(millimetres / 25.4 * DPI)


def _cut_out(page: Image.Image, face: FaceEntry) -> Image.Image:
    """The part of the page at which the manifest places the tile, upright."""
    tile = present(face.tile)
    width, height = tile.width, tile.height
    if face.rotation % 180:
        width, height = height, width
    left, top = _pixels(face.x), page.height - _pixels(face.y + height)
    cut = page.crop((left, top, left + _pixels(width), top + _pixels(height)))
    return cut.rotate(face.rotation, expand=True)
