"""Tests of tiling: few sheets, an overlap of 6 mm, and a seamless picture once assembled."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.base.units import MM, Matrix, Rect, Size
from generator.press.imposition.duplex import Backs
from generator.press.imposition.pages.lay_pages import lay_pages
from generator.press.imposition.sheet import Placement, Sheet
from generator.press.imposition.tiles.seams import words_at
from generator.press.imposition.tiles.tile_marks import tile_plan
from generator.press.imposition.tiles.tiling import OVERLAP, Tile, best_tiling
from generator.press.pieces.piece import Piece
from generator.press.scene.items import GlyphRun, Group, Item, Path, Scene
from generator.press.scene.paths import bounds, ellipse, overlap, rectangle, transform_rect
from tests.kinds import of_kind
from tests.press.imposition.making import font, impose, papers, part, piece, tile_of
from tests.press.outlines import vertices

A4 = papers()["a4"]


def sheets_of(one: Piece, backs: Backs = "none", paper: str = "a4") -> tuple[Sheet, ...]:
    return impose([part(one)], papers()[paper], backs, title="Kit", font=font())


def texts(sheet: Sheet) -> list[str]:
    def found(items: Iterable[Item]) -> list[str]:
        runs: list[str] = []
        for item in items:
            if isinstance(item, GlyphRun):
                runs.append(item.text)
            elif isinstance(item, Group):
                runs += found(item.items)
        return runs

    return found(sheet.scene.items)


@pytest.mark.parametrize(
    ("size", "paper", "rows", "columns", "rotation"),
    [
        ((246, 246), "a4", 1, 2, 0),
        ((300, 260), "a4", 1, 2, 0),
        ((300, 260), "letter", 1, 2, 0),
        ((260, 300), "a4", 2, 1, 90),
        ((360, 220), "a4", 1, 2, 0),
        ((450, 300), "a4", 2, 2, 90),
        ((450, 380), "letter", 2, 2, 90),
        ((20, 300), "a4", 2, 1, 0),
    ],
)
def test_tiles_are_arranged_on_the_fewest_sheets(
    size: tuple[float, float], paper: str, rows: int, columns: int, rotation: int
) -> None:
    sheets = sheets_of(piece("map", *size, back=False), paper=paper)
    tiles = [tile_of(placement) for sheet in sheets for placement in sheet.placements]
    assert [(tile.row, tile.column) for tile in tiles] == [
        (row, column) for row in range(rows) for column in range(columns)
    ]
    assert {(tile.rows, tile.columns) for tile in tiles} == {(rows, columns)}
    assert {p.rotation for sheet in sheets for p in sheet.placements} == {rotation}


def test_a_board_is_not_tiled_on_paper_that_it_fits() -> None:
    for paper, count in (("a4", 3), ("a3", 1)):
        pages = lay_pages(part(piece("map", 285, 408, back=False)), papers()[paper])
        assert len(pages) == count
        assert all((slot.tile is None) is (count == 1) for page in pages for slot in page.slots)


def test_a_board_that_fills_the_usable_area_has_its_caption_in_the_margin() -> None:
    (sheet,) = sheets_of(piece("map", 198, 285, back=False))
    assert sheet.placements[0].rect == pytest.approx(A4.usable)
    strip = of_kind(sheet.scene.items[-1], Group).matrix
    assert A4.usable.bottom < strip.f < A4.height
    crop = sheet.scene.items[-2]
    assert isinstance(crop, Path)
    assert len(crop.outline) == 16  # eight marks, none lost to the caption


@settings(max_examples=40, deadline=None)
@given(
    width=st.integers(150, 700),
    height=st.integers(290, 700),
    paper=st.sampled_from(["a4", "letter"]),
    backs=st.sampled_from(["none", "long-edge", "short-edge"]),
)
def test_tiles_cover_the_piece_at_true_size_in_the_usable_area(
    width: int, height: int, paper: str, backs: Backs
) -> None:
    one = piece("map", width, height, two_sided=True)
    usable = papers()[paper].usable.grown(1e-6)
    faces: dict[str, list[Placement]] = {"front": [], "back": []}
    for sheet in sheets_of(one, backs, paper):
        for placement in sheet.placements:
            faces[placement.face].append(placement)
    for side in faces.values():
        first = tile_of(side[0])
        assert len(side) == first.rows * first.columns > 1
        for placement in side:
            shown = transform_rect(tile_of(placement).shown, placement.matrix)
            assert shown == pytest.approx(placement.rect)
            assert overlap(placement.rect, usable) == pytest.approx(placement.rect)
            assert abs(placement.matrix.a) + abs(placement.matrix.b) == 1
        for begin, length in (("x", width), ("y", height)):
            spans = {getattr(shown, begin): shown for shown in (tile_of(p).shown for p in side)}
            far = "right" if begin == "x" else "bottom"
            ordered = [(at, getattr(spans[at], far)) for at in sorted(spans)]
            assert ordered[0][0] == pytest.approx(0, abs=1e-6)
            assert ordered[-1][1] == pytest.approx(length * MM)
            for (_, end), (start, _) in pairwise(ordered):
                assert end - start == pytest.approx(OVERLAP, abs=1e-3)


@pytest.mark.parametrize("tight", [Rect(0, 0, 130, 105), Rect(0, 0, 105, 130)])
def test_among_equal_tilings_the_one_with_room_for_bleed_is_chosen(tight: Rect) -> None:
    strip, roomy = Rect(0, 0, 0, 0), Rect(0, 0, 130, 130)
    chosen = best_tiling(Size(100, 100), 5.0, [(strip, tight), (strip, roomy)])
    assert chosen
    assert (chosen.rows, chosen.columns, chosen.area) == (1, 1, roomy)
    least = best_tiling(Size(100, 100), 5.0, [(strip, tight)])
    assert least
    assert least.area == tight


@pytest.mark.parametrize("mirrored", [False, True])
def test_the_plan_of_a_second_face_labels_tiles_from_right_to_left(mirrored: bool) -> None:
    tile = Tile(0, 2, 1, 3, Rect(0, 0, 50, 50), mirrored)
    drawn = tile_plan([tile], Size(150, 50), 60, font())
    names = {item.text: item.x for item in drawn.items if isinstance(item, GlyphRun)}
    order = sorted(names, key=names.__getitem__)
    assert order == (["A3", "A2", "A1"] if mirrored else ["A1", "A2", "A3"])
    here = next(item for item in drawn.items if isinstance(item, Path) and item.fill)
    box = bounds(here.outline)
    assert box.x < names["A3"] < box.right


def test_the_page_of_a_tile_names_it_and_shows_a_plan() -> None:
    first, second, third, _ = sheets_of(piece("map", 420, 330, back=False))
    assert texts(first)[-6] == (
        "Kit · Cards · Map, A1 of 2 × 2 · front · page 1 of 4 · A4 · print at 100 %"
    )
    assert texts(first)[-4:] == ["A1", "A2", "B1", "B2"]
    assert texts(first)[:2] == ["A2 is glued on here", "B1 is glued on here"]
    assert texts(second)[:1] == ["B2 is glued on here"]
    assert texts(third)[:1] == ["B2 is glued on here"]


@pytest.mark.parametrize(("width", "apart"), [(85, 4), (92, 2)])
def test_tiles_of_two_pieces_on_a_sheet_have_both_plans(width: float, apart: int) -> None:
    """They are 4 mm apart unless that takes another sheet; each plan names its piece."""
    pieces = [
        replace(piece(name, width, 300, back=False), label=name.title())
        for name in ("fells", "moor")
    ]
    sheets = impose([part(*pieces)], A4, "none", title="Kit", font=font())
    assert len(sheets) == 2
    for sheet, row in zip(sheets, "AB", strict=True):
        one, other, *_ = [
            bounds(item.clip) for item in sheet.scene.items if isinstance(item, Group) and item.clip
        ]
        assert other.x - one.right == pytest.approx(apart * MM)
        output = texts(sheet)
        assert any(
            f"Fells, {row}1 of 2 × 1 · Moor: Moor, {row}1 of 2 × 1" in each for each in output
        )
        assert [each for each in output if each in ("Fells", "Moor")] == ["Fells", "Moor"]


def test_the_page_of_a_tile_names_its_row_and_copy() -> None:
    one = replace(piece("map", 300, 260, 2, back=False), id="map/fells", label="Fells")
    first, *_, last = [" ".join(texts(sheet)) for sheet in sheets_of(one)]
    assert "Map: Fells, copy 1, A1 of 1 × 2 · front" in first
    assert "Map: Fells, copy 2, A2 of 1 × 2 · front" in last


def test_art_extends_beneath_the_neighbour_and_beyond_every_cut() -> None:
    first, second = sheets_of(piece("map", 300, 260, back=False))
    clips = []
    for sheet in (first, second):
        clip = next(i.clip for i in sheet.scene.items if isinstance(i, Group) and i.clip)
        xs = [point[1] for point in clip if len(point) == 3]
        rect = sheet.placements[0].rect
        clips.append((round((rect.x - min(xs)) / MM, 2), round((max(xs) - rect.right) / MM, 2)))
    assert clips == [(3, 0), (6, 3)]  # both show 6 mm of the other's part


def test_crop_marks_are_at_the_cuts_of_a_tile_and_not_at_its_flaps() -> None:
    def cuts(sheet: Sheet) -> tuple[set[float], set[float]]:
        rect = sheet.placements[0].rect
        crop = sheet.scene.items[-2]
        assert isinstance(crop, Path)
        ends = vertices(crop.outline)
        pairs = list(zip(ends[::2], ends[1::2], strict=True))
        down = {round((a[0] - rect.x) / MM, 1) for a, b in pairs if a[0] == b[0]}
        across = {round((a[1] - rect.y) / MM, 1) for a, b in pairs if a[1] == b[1]}
        return down, across

    first, second = sheets_of(piece("map", 300, 260, back=False))
    assert cuts(first) == ({0.0}, {0.0, 260.0})
    assert cuts(second) == ({0.0, 153.0}, {0.0, 260.0})


def test_marks_of_a_tile_that_fills_the_page_avoid_the_caption() -> None:
    """Arrows without room are left out."""
    area = Rect(A4.usable.x, A4.usable.y, A4.usable.width, A4.usable.height - 3.2 * MM)
    width, height = 2 * area.width / MM - 6, 2 * area.height / MM - 6
    for sheet in sheets_of(piece("map", width, height, back=False)):
        (placement,) = sheet.placements
        assert placement.rect == pytest.approx(area, abs=0.01)
        _, marks, *_ = [i.clip for i in sheet.scene.items if isinstance(i, Group) and i.clip]
        ((left, top),) = vertices(marks[:1])
        assert marks == rectangle(Rect(left, top, area.width, area.height))
        upright = tile_of(placement).row == 0  # between columns only, on the flap below
        assert len(tile_of(placement).arrows) == upright


def kept(tile: Tile, size: Size) -> Rect:
    """A tile and the paper around it after it has been cut along its seams."""
    shown = tile.shown
    left, top = (shown.x if tile.column else -9 * MM), (shown.y if tile.row else -9 * MM)
    right = shown.right if tile.has_right else size.width + 9 * MM
    bottom = shown.bottom if tile.has_lower else size.height + 9 * MM
    return Rect(left, top, right - left, bottom - top)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("size", [(300, 260), (260, 300), (520, 370), (800, 560)])
def test_arrows_meet_at_every_seam_and_are_hidden_once_assembled(
    size: tuple[float, float], paper: str
) -> None:
    board_size = Size(*(length * MM for length in size))
    sheets = sheets_of(piece("map", *size, back=False), paper=paper)
    every = [tile_of(placement) for sheet in sheets for placement in sheet.placements]
    tiles = {(tile.row, tile.column): tile for tile in every}

    def tips(tile: Tile) -> set[tuple[float, float]]:
        points = vertices(arrow[0] for arrow in tile.arrows)
        return {(round(x, 2), round(y, 2)) for x, y in points}

    for (row, column), tile in tiles.items():
        for arrow in tile.arrows:
            box = bounds(arrow)
            assert overlap(box, kept(tile, board_size)) == pytest.approx(box)
            seen = tile.shown._replace(
                width=tile.shown.width - OVERLAP * tile.has_right,
                height=tile.shown.height - OVERLAP * tile.has_lower,
            )
            assert min(overlap(box, seen)[2:]) == pytest.approx(0, abs=1e-6)
        if tile.has_right:
            assert tips(tile) & tips(tiles[row, column + 1])
        if tile.has_lower and not column:
            assert tips(tile) & tips(tiles[row + 1, column])
    if tiles[0, 0].has_lower:
        ends = [x for tile in tiles.values() for x, _ in tips(tile)]
        assert min(ends) < 0
        assert max(ends) > board_size.width


def board(*, label: float | None, cell: float = 36) -> Piece:
    """A board with a grid of squares, and optionally a word centred `label` mm from its left edge."""
    fields = [
        Path(rectangle(Rect(x * cell * MM, y * cell * MM, cell * MM, cell * MM)), fill="#c0d0c0")
        for x in range(9) for y in range(6)
    ]  # fmt: skip
    words = (font().word("Ford"),)
    wide = words[0].width * 12
    run = [] if label is None else [GlyphRun(label * MM - wide / 2, 40, 12, "#000000", words)]
    scene = Scene("board", 9 * cell * MM, 6 * cell * MM, (*fields, *run), 3 * MM, 3 * MM)
    return Piece("board", "board", "Board", "maps", 1, scene)


@pytest.mark.parametrize(
    ("label", "cell", "seam"), [(None, 36, 144), (144, 36, 180), (120, 36, 144), (None, 34, 136)]
)
def test_a_seam_is_on_a_grid_line_and_avoids_text(
    label: float | None, cell: float, seam: float
) -> None:
    """Without the grid the seam would be in the middle of the fifth column."""
    one = board(label=label, cell=cell)
    first, second = (tile_of(sheet.placements[0]) for sheet in sheets_of(one))
    assert second.shown.x / MM == pytest.approx(seam, abs=0.01)
    assert first.shown.right - second.shown.x == pytest.approx(OVERLAP)
    assert words_at(one, second.shown.x, across=True) == ()
    assert words_at(one, (label or 0) * MM, across=True) == (("Ford",) if label else ())


def test_a_seam_avoids_the_text_of_both_faces() -> None:
    """The visible part of the second face ends at the flap, 6 mm from the seam of the first."""
    front, back = board(label=None), board(label=324 - 150)
    both = replace(front, back=back.front, two_sided=True)
    tiles = [tile_of(s.placements[0]) for s in sheets_of(both, "long-edge") if s.side == "front"]
    assert words_at(both, 144 * MM, across=True) == ("Ford",)
    assert words_at(both, tiles[1].shown.x, across=True) == ()


def test_a_round_board_is_cut_along_its_outline_and_its_seams() -> None:
    disc = ellipse(Rect(0, 0, 250 * MM, 250 * MM))
    first, second = sheets_of(piece("disc", 250, 250, trim=disc, back=False))
    lines = [
        [item for item in sheet.scene.items if isinstance(item, Group) and item.clip]
        for sheet in (first, second)
    ]
    assert [len(groups) for groups in lines] == [3, 3]  # the face, its cut line and its joints
    assert not isinstance(first.scene.items[-2], Path) or not first.scene.items[-2].stroke
    assert isinstance(second.scene.items[-2], Path)


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_the_back_of_a_tile_is_behind_it(backs: Backs) -> None:
    sheets = sheets_of(piece("map", 300, 260), backs)
    assert [sheet.side for sheet in sheets] == ["front", "back"] * 2
    for front, back in zip(sheets[::2], sheets[1::2], strict=True):
        before, for_back = tile_of(front.placements[0]), tile_of(back.placements[0])
        assert for_back.name == before.name
        assert for_back.shown.x == pytest.approx(300 * MM - before.shown.right)
        assert not any("glued" in words for words in texts(back))


def test_the_corner_of_a_rotated_tile_is_at_the_upper_right() -> None:
    (first, *_) = sheets_of(piece("map", 260, 300, back=False))
    placement = first.placements[0]
    assert placement.matrix.apply(0, 0) == pytest.approx((placement.rect.right, placement.rect.y))
    assert placement.matrix == pytest.approx(
        Matrix.turn(90).then(Matrix.move(placement.rect.right, placement.rect.y))
    )
