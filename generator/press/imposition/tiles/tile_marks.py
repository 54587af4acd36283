"""Tile marks: lines, match marks and names that help to glue a tile to its neighbours, and a plan.

All marks end up hidden.  A flap, which the neighbour covers, has a line along which the neighbour's
cut edge is laid, and the neighbour's name.  At each end of a seam there is an arrow on either side
of it, so that two tiles meet point to point.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.base.units import MM, Matrix, Rect, Size
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.imposition.pages.slots import Page
from generator.press.imposition.tiles.tiling import OVERLAP, Tile, tile_name
from generator.press.marks.captions import TilePlan
from generator.press.marks.crop_marks import CUT_INK, WIDTH
from generator.press.pieces.piece import Piece
from generator.press.scene.items import GlyphRun, Group, Item, Path, Segment, Stroke
from generator.press.scene.paths import polygon, rectangle, transform_rect, transformed
from generator.press.text.fonts import Fonts

INK = "#3c3c3c"
_PAPER = "#ffffff"
_FILL = "#b4b4b4"
_TYPE = 7.0
_PLATE = 3.6 * MM
"""Height of the white plate on a flap with the name of the tile to glue there."""
_RIM = 0.3 * MM
"""Width of the light line around an arrow; half of it is covered."""
_MIN_FONT_SIZE = 4.5
_NAME_TYPE, _NAME = 5.5, 2.4 * MM
"""Type size of the names above several plans, and the height of that line."""
_APART = 3 * MM
GLUED_HERE = "{tile} is glued on here"
TILE, COPY = "{piece}, {tile} of {rows} × {columns}", "{piece}, copy {n}"


def tile_marks(
    tile: Tile, matrix: Matrix, font: Fonts, words: Translator = UNTRANSLATED
) -> tuple[Item, ...]:
    """The marks of one tile, on its sheet; `matrix` maps the piece's own coordinates to it."""
    shown = tile.shown
    items: list[Item] = []
    if tile.has_right:
        flap = Rect(shown.right - OVERLAP, shown.y, OVERLAP, shown.height)
        items += _flap_marks(
            flap, matrix, words.text(GLUED_HERE, tile=tile_name(tile.row, tile.column + 1)), font
        )
    if tile.has_lower:
        flap = Rect(shown.x, shown.bottom - OVERLAP, shown.width, OVERLAP)
        items += _flap_marks(
            flap, matrix, words.text(GLUED_HERE, tile=tile_name(tile.row + 1, tile.column)), font
        )
    for arrow in tile.arrows:
        outline = transformed(arrow, matrix)
        items.append(Path(outline, stroke=Stroke(_PAPER, _RIM, join="round")))
        items.append(Path(outline, fill=INK))
    return tuple(items)


def tile_words(page: Page, words: Translator) -> Iterator[str]:
    """The caption for the tiles on a page, if any: "Map: Fells, A1 + B1 of 2 × 3"."""
    tiles: dict[tuple[str, int], list[tuple[Piece, Tile]]] = {}
    for slot in page.slots:
        if slot.tile:
            tiles.setdefault((slot.piece.id, slot.copy), []).append((slot.piece, slot.tile))
    for (_, copy), tiles_of_copy in tiles.items():
        piece, tile = tiles_of_copy[0]
        names = " + ".join(each.name for _, each in tiles_of_copy)
        name = (
            words.text(COPY, piece=piece.display_name, n=copy)
            if piece.copies > 1
            else piece.display_name
        )
        yield words.text(TILE, piece=name, tile=names, rows=tile.rows, columns=tile.columns)


def plan_of(tiles: Sequence[tuple[Piece, Tile]], strip: Rect, font: Fonts) -> TilePlan | None:
    """The plan of the piece whose tiles a sheet shows, or of several, side by side with their names.

    None without any tile, and for several where the strip is too low for their names.
    """
    shown: dict[str, tuple[Piece, list[Tile]]] = {}
    for piece, tile in tiles:
        shown.setdefault(piece.id, (piece, []))[1].append(tile)
    height = min(strip.width, strip.height)
    if len(shown) == 1:
        ((piece, shown_tiles),) = shown.values()
        return tile_plan(shown_tiles, piece.size, height, font)
    if not shown or height < 3 * _NAME:
        return None
    items: list[Item] = []
    x = 0.0
    for piece, shown_tiles in shown.values():
        plan = tile_plan(shown_tiles, piece.size, height - _NAME, font)
        words, em = font.line(piece.label or piece.display_name)
        items += [
            GlyphRun(x, _NAME_TYPE * 0.8, _NAME_TYPE, INK, words, font.space * _NAME_TYPE),
            Group(plan.items, Matrix.move(x, _NAME)),
        ]
        x += max(plan.width, em * _NAME_TYPE) + _APART
    return TilePlan(tuple(items), x - _APART)


def tile_plan(shown_tiles: Sequence[Tile], size: Size, height: float, font: Fonts) -> TilePlan:
    """All tiles of a piece of this size as a drawing of this height, with the `shown_tiles` filled.

    Tiles are named where there is room for the names.
    """
    scale = height / size.height
    width = size.width * scale
    if width > 3 * height:
        width, height = 3 * height, 3 * height * size.height / size.width
    tile = shown_tiles[0]
    cell = Size(width / tile.columns, height / tile.rows)
    lines: list[Segment] = []
    for column in range(tile.columns + 1):
        lines += [("M", column * cell.width, 0.0), ("L", column * cell.width, height)]
    for row in range(tile.rows + 1):
        lines += [("M", 0.0, row * cell.height), ("L", width, row * cell.height)]
    items: list[Item] = []
    for each in shown_tiles:
        across = each.columns - 1 - each.column if each.mirrored else each.column
        filled = Rect(across * cell.width, each.row * cell.height, *cell)
        items.append(Path(rectangle(filled), fill=_FILL))
    items.append(Path(tuple(lines), stroke=Stroke(INK, WIDTH, cap="square")))
    type_size = min(_TYPE, cell.height * 0.8, cell.width * 0.5)
    if type_size >= _MIN_FONT_SIZE:
        for row in range(tile.rows):
            for column in range(tile.columns):
                shown = tile.columns - 1 - column if tile.mirrored else column
                x, y = (shown + 0.5) * cell.width, (row + 0.5) * cell.height
                items.append(_centered(tile_name(row, column), x, y, type_size, font))
    return TilePlan(tuple(items), width)


def _flap_marks(flap: Rect, matrix: Matrix, label: str, font: Fonts) -> Iterator[Item]:
    """The marks on a flap: its inner edge, and the name of the tile to glue there."""
    upright = flap.height > flap.width
    inner = Rect(flap.x, flap.y, *((0.0, flap.height) if upright else (flap.width, 0.0)))
    drawn = inner._replace(**({"x": flap.x + WIDTH / 2} if upright else {"y": flap.y + WIDTH / 2}))
    begin, end = matrix.apply(drawn.x, drawn.y), matrix.apply(drawn.right, drawn.bottom)
    yield Path(polygon((begin, end), closed=False), stroke=Stroke(CUT_INK, WIDTH))
    box = transform_rect(flap, matrix)
    words, em = font.line(label)
    width = em * _TYPE
    plate = Rect(-width / 2 - 1 * MM, -_PLATE / 2, width + 2 * MM, _PLATE)
    turn = -90 if box.height > box.width else 0
    if plate.width < max(box.width, box.height):
        run = GlyphRun(-width / 2, _TYPE * 0.35, _TYPE, INK, words, font.space * _TYPE)
        middle = Matrix.move(box.x + box.width / 2, box.y + box.height / 2)
        placement = Matrix.turn(turn).then(middle)
        yield Group((Path(rectangle(plate, 1 * MM), fill=_PAPER), run), placement)


def _centered(name: str, x: float, y: float, size: float, font: Fonts) -> GlyphRun:
    word = font.word(name)
    return GlyphRun(x - word.width * size / 2, y + 0.35 * size, size, INK, (word,))
