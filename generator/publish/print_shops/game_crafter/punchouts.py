"""Custom punchouts: sheets of pieces with any cut, as front, back and cut lines.

A standee is cut as the figure alone, with both its sides.  Sheets are turned about their vertical
axis, so the back of each piece is in the mirrored place.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.base.units import Matrix, Rect, Size, mm
from generator.press.paint.svg_values import path_data
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Group, Outline, Scene, Use
from generator.press.scene.paths import cut_of, polygon, rectangle, transformed
from generator.publish.images import ImageRequest
from generator.publish.job import ExportJob
from generator.publish.shapes import folds, standee, without_folds
from generator.publish.shop_limits import Printed, TgcLimits

PLACES = "punchouts.csv"
_HEADER = ("sheet", "piece", "copy", "x mm", "y mm", "width mm", "height mm")


@dataclass(frozen=True, slots=True)
class _View:
    """Box of a face, and its rotation in degrees."""

    scene: Scene
    box: Rect
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Cutout:
    """Cutout: a piece with its outline, relative to its upper left corner, and its sides."""

    piece: Piece
    outline: Outline
    front: _View
    back: _View | None
    stands: bool = False

    @property
    def size(self) -> Size:
        return self.front.box.size


@dataclass(frozen=True, slots=True)
class _Placed:
    cutout: Cutout
    copy: int
    x: float
    y: float


def cutout_of(piece: Piece) -> Cutout | None:
    """A piece as a punchout; None for one that folds into a solid."""
    figure = standee(piece.front)
    if figure:
        face = without_folds(piece.front)
        front, back = _View(face, figure.front), _View(face, figure.back, 180)
        return Cutout(piece, polygon(figure.outline), front, back, stands=True)
    if folds(piece.front):
        return None
    box = piece.front.box
    back_view = _View(piece.back, box) if piece.back else None
    return Cutout(piece, cut_of(piece.front), _View(piece.front, box), back_view)


def holds(cutout: Cutout, limits: TgcLimits) -> bool:
    """Whether a sheet of punchouts has room for a piece."""
    return any(_fits(cutout.size, _usable_area(each, limits)) for each in limits.punchouts.values())


def write_punchouts(job: ExportJob, limits: TgcLimits, cutouts: Sequence[Cutout]) -> list[str]:
    """Write the sheets, their cuts and the list of positions; return the product of each sheet."""
    if not cutouts:
        return []
    slug, sheets = _best_sheets(cutouts, limits)
    product = limits.punchouts[slug]
    paths = [f"{slug}/sheet-{number}" for number in range(1, len(sheets) + 1)]
    requests = {
        f"{path}-{side}.png": _sheet_request(sheet, side, product, limits)
        for path, sheet in zip(paths, sheets, strict=True)
        for side in ("front", "back")
    }
    job.write_pictures("draw sheets", requests, limits.dpi, dict.fromkeys(requests, slug))
    rows: list[Sequence[object]] = [_HEADER]
    for path, sheet in zip(paths, sheets, strict=True):
        job.bundle.add_file(f"{path}-cut.svg", _cut_lines(sheet, product, limits.dpi), "model")
        for each in sheet:
            lengths = (each.x, each.y, each.cutout.size.width, each.cutout.size.height)
            sides = [f"{mm(value):.2f}" for value in lengths]
            rows.append((path, each.cutout.piece.id, each.copy, *sides))
    job.bundle.add_table(PLACES, rows)
    for cutout in cutouts:
        _record(job, cutout, slug, paths, sheets)
    return [slug] * len(sheets)


def _record(
    job: ExportJob,
    cutout: Cutout,
    slug: str,
    paths: Sequence[str],
    sheets: Sequence[Sequence[_Placed]],
) -> None:
    sheet_numbers = [
        number for number, sheet in enumerate(sheets) if any(e.cutout is cutout for e in sheet)
    ]
    numbers = ", ".join(str(number + 1) for number in sheet_numbers)
    first = paths[sheet_numbers[0]]
    job.bundle.add_piece(
        cutout.piece,
        title=job.title(cutout.piece),
        product=slug,
        front=f"{first}-front.png",
        back=f"{first}-back.png" if cutout.back else "",
        note=f"on sheet {numbers}" + ("; needs a stand" if cutout.stands else ""),
    )


def _best_sheets(cutouts: Sequence[Cutout], limits: TgcLimits) -> tuple[str, list[list[_Placed]]]:
    """The kind of sheet that holds all pieces in the smallest area, and the filled sheets."""
    candidates = []
    for slug, product in limits.punchouts.items():
        area = _usable_area(product, limits)
        if all(_fits(cutout.size, area) for cutout in cutouts):
            sheets = _pack(cutouts, area, limits.gap)
            candidates.append((len(sheets) * product.trim[0] * product.trim[1], slug, sheets))
    _, slug, sheets = min(candidates, key=lambda candidate: candidate[:2])
    return slug, sheets


def _usable_area(product: Printed, limits: TgcLimits) -> Rect:
    width, height = product.trim
    return Rect(0, 0, width, height).grown(-limits.margin)


def _fits(size: Size, area: Rect) -> bool:
    return size.width <= area.width and size.height <= area.height


def _pack(cutouts: Sequence[Cutout], area: Rect, gap: float) -> list[list[_Placed]]:
    """Pack every copy into rows, the tallest first, each in the first row that has room."""
    sheets: list[list[_Placed]] = []
    rows: list[list[float]] = []  # sheet, y, height, where the next piece begins
    for cutout in sorted(cutouts, key=lambda each: -each.size.height):
        width, height = cutout.size
        for copy in range(1, cutout.piece.copies + 1):
            row = next(
                (row for row in rows if row[3] + width <= area.right + 1e-6 and height <= row[2]),
                None,
            )
            if row is None:
                row = _new_row(rows, area, height, gap)
                rows.append(row)
            while len(sheets) <= row[0]:
                sheets.append([])
            sheets[int(row[0])].append(_Placed(cutout, copy, row[3], row[1]))
            row[3] += width + gap
    return sheets


def _new_row(rows: Sequence[Sequence[float]], area: Rect, high: float, gap: float) -> list[float]:
    """A row below the last row of the last sheet, or on a new sheet."""
    if not rows:
        return [0, area.y, high, area.x]
    sheet, y, height, _ = rows[-1]
    below = y + height + gap
    if below + high <= area.bottom + 1e-6:
        return [sheet, below, high, area.x]
    return [sheet + 1, area.y, high, area.x]


def _sheet_request(
    sheet: Sequence[_Placed], side: str, product: Printed, limits: TgcLimits
) -> ImageRequest:
    """One side of a sheet; the art of each piece extends half a gap beyond its cut."""
    width, height = product.trim
    items = tuple(_placed_art(sheet, side, width, limits.gap / 2))
    scene = Scene(f"punchouts {side}", width, height, items)
    return ImageRequest(scene, Rect(0, 0, width, height), product.pixels)


def _placed_art(
    sheet: Sequence[_Placed], side: str, width: float, beyond: float
) -> Iterator[Group]:
    for each in sheet:
        view = each.cutout.back if side == "back" else each.cutout.front
        if view is None:
            continue
        box = view.box
        x = width - each.x - box.width if side == "back" else each.x
        middle = box.center
        place = Matrix.turn(view.turn, *middle).then(
            Matrix.move(x + box.width / 2 - middle[0], each.y + box.height / 2 - middle[1])
        )
        yield Group((Use(view.scene),), place, rectangle(box.grown(beyond)), decor=True)


def _cut_lines(sheet: Sequence[_Placed], product: Printed, dpi: int) -> bytes:
    """The cut lines as SVG, seen from the front, in pixels of the picture."""
    scale = Matrix.scale(dpi / 72)
    width, height = product.pixels
    placed = (
        transformed(each.cutout.outline, Matrix.move(each.x, each.y).then(scale)) for each in sheet
    )
    paths = "".join(f'<path d="{path_data(outline)}"/>\n' for outline in placed)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width / dpi:g}in" height="{height / dpi:g}in" '
        f'viewBox="0 0 {width} {height}">\n<g fill="none" stroke="#ff0000" stroke-width="1">\n'
    )
    return f"{head}{paths}</g>\n</svg>\n".encode()
