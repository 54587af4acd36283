"""Turns the faces of a deck into sheets of cards: rows and columns of one picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from generator.base.units import Rect, Size
from generator.press.scene.items import Scene
from generator.publish.images import ImageRequest
from generator.publish.shop_limits import TtsLimits


@dataclass(frozen=True, slots=True)
class Grid:
    """A sheet's columns and rows, and the pixels of each card on it."""

    columns: int
    rows: int
    width: int
    height: int

    @property
    def size(self) -> tuple[int, int]:
        return self.columns * self.width, self.rows * self.height


def sharpest(count: int, size: Size, limits: TtsLimits, dpi: float) -> Grid:
    """The grid that holds so many cards with the most pixels each, but no more than `dpi` asks for.

    Of grids as sharp as one another the one with the fewest empty places is taken.
    """

    def sharpness(columns: int, rows: int) -> float:
        side = limits.side
        return min(side / (columns * size.width), side / (rows * size.height), dpi / 72)

    columns, rows = max(
        (
            (columns, rows)
            for columns in range(1, limits.columns + 1)
            for rows in range(1, limits.rows + 1)
            if columns * rows >= count
        ),
        key=lambda grid: (round(sharpness(*grid), 4), -grid[0] * grid[1], grid[0]),
    )
    scale = sharpness(columns, rows)
    width, height = int(size.width * scale + 1e-6), int(size.height * scale + 1e-6)
    return Grid(columns, rows, max(1, width), max(1, height))


def in_sheets(faces: Sequence[Scene], limits: TtsLimits) -> Iterator[Sequence[Scene]]:
    """The faces, as many to a sheet as it may hold, spread evenly."""
    most = limits.columns * limits.rows
    sheets = -(-len(faces) // most)
    each = -(-len(faces) // sheets)
    for start in range(0, len(faces), each):
        yield faces[start : start + each]


def cell(face: Scene, grid: Grid) -> ImageRequest:
    """A face cut at its trim, in the pixels of a place on the sheet."""
    box = Rect(0, 0, face.width, face.height)
    return ImageRequest(face, box, (grid.width, grid.height), face.bleed)


def assembled(cells: Sequence[Image.Image], grid: Grid) -> Image.Image:
    """The pictures row by row; places that stay empty are white."""
    sheet = Image.new("RGB", grid.size, "white")
    for index, image in enumerate(cells):
        row, column = divmod(index, grid.columns)
        sheet.paste(image, (column * grid.width, row * grid.height))
    return sheet
