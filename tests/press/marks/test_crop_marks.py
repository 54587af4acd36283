"""Tests of marks: crop marks beyond all bleed, cut lines around outlines, none on a piece."""

import math
from collections.abc import Iterator
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.base.units import MM, Rect
from generator.press.imposition.pages.slots import edges
from generator.press.imposition.sheet import Sheet
from generator.press.marks.crop_marks import (
    CROP_INK,
    CUT_INK,
    WIDTH,
    crop_marks,
    cut_line,
    cut_marks,
)
from generator.press.scene.items import Group, Outline, Path
from generator.press.scene.paths import ellipse, hexagon, polygon
from generator.press.scene.polygons import contains
from tests.kinds import of_kind, present
from tests.press.imposition.making import face, font, impose, in_mm, papers, part, piece
from tests.press.outlines import vertices

A4 = papers()["a4"]


def lines(path: Path | None) -> list[Rect]:
    """The marks as boxes without area, in mm."""
    assert path
    ends = vertices(path.outline)
    return [
        Rect(min(x1, x2) / MM, min(y1, y2) / MM, abs(x2 - x1) / MM, abs(y2 - y1) / MM)
        for (x1, y1), (x2, y2) in zip(ends[::2], ends[1::2], strict=True)
    ]


def marks(sheet: Sheet) -> list[Rect]:
    paths = [item for item in sheet.scene.items if isinstance(item, Path)]
    return [line for path in paths for line in lines(path)]


def test_one_piece_has_eight_marks_half_a_millimetre_beyond_its_bleed() -> None:
    trim, art = Rect(50, 60, 40, 30), Rect(47, 57, 46, 36)
    path = crop_marks([[(edges(_mm(trim)), _mm(art))]], [_mm(art)], [], A4)
    assert path
    assert path.stroke
    assert path.stroke.width == pytest.approx(0.15 * MM)
    assert sorted(in_mm(Rect(*(v * MM for v in line))) for line in lines(path)) == [
        (42.5, 60, 4, 0), (42.5, 90, 4, 0),
        (50, 52.5, 0, 4), (50, 93.5, 0, 4),
        (90, 52.5, 0, 4), (90, 93.5, 0, 4),
        (93.5, 60, 4, 0), (93.5, 90, 4, 0),
    ]  # fmt: skip


def test_both_cuts_of_a_gutter_are_marked_and_a_shared_cut_once() -> None:
    apart = impose([part(piece("a", 58, 88, 9))], A4, "none", title="Kit", font=font())
    assert len({round(line.x, 2) for line in marks(apart[0]) if not line.width}) == 6
    together = impose(
        [part(piece("a", 63.5, 88.9, 9, bleed=0))], A4, "none", title="Kit", font=font()
    )
    assert len({round(line.x, 2) for line in marks(together[0]) if not line.width}) == 4


def test_a_mark_without_room_before_a_piece_is_shortened_or_omitted() -> None:
    one, near, far = Rect(50, 50, 20, 20), Rect(50, 72, 20, 20), Rect(50, 74, 20, 20)
    blocks = [[(edges(_mm(one)), _mm(one))]]
    shortened = crop_marks(blocks, [_mm(one), _mm(far)], [], A4)
    below = [line for line in lines(shortened) if line.y > 70 and not line.width]
    assert [round(line.height, 2) for line in below] == [3.2, 3.2]
    left_out = crop_marks(blocks, [_mm(one), _mm(near)], [], A4)
    below = [line for line in lines(left_out) if line.y > 70 and not line.width]
    assert [round(line.height, 2) for line in below] == [1.2, 1.2]
    touching = crop_marks(blocks, [_mm(one), _mm(Rect(50, 71, 20, 20))], [], A4)
    assert len(lines(touching)) == 6


def test_a_mark_is_moved_beyond_the_caption() -> None:
    trim, caption = Rect(30, 100, 50, 50), Rect(20, 90, 3.2, 80)
    art = trim.grown(2.5)
    path = crop_marks([[(edges(_mm(trim)), _mm(art))]], [_mm(art)], [_mm(caption)], A4)
    left = [line for line in lines(path) if line.width and line.x < 30]
    assert [(round(line.x, 2), round(line.right, 2)) for line in left] == [(13, 17)] * 2


def test_a_mark_ends_before_the_caption_if_there_is_room() -> None:
    trim, caption = Rect(30, 100, 50, 50), Rect(20, 90, 2.5, 80)
    path = crop_marks([[(edges(_mm(trim)), _mm(trim))]], [_mm(trim)], [_mm(caption)], A4)
    left = [line for line in lines(path) if line.width and line.x < 30]
    assert [(round(line.x, 2), round(line.right, 2)) for line in left] == [(25.5, 29.5)] * 2
    nearer = caption._replace(x=23.0)
    path = crop_marks([[(edges(_mm(trim)), _mm(trim))]], [_mm(trim)], [_mm(nearer)], A4)
    left = [line for line in lines(path) if line.width and line.x < 30]
    assert [(round(line.x, 2), round(line.right, 2)) for line in left] == [(28.5, 29.5)] * 2


@pytest.mark.parametrize("paper", ["a4", "letter"])
@settings(max_examples=30)
@given(
    sizes=st.lists(
        st.tuples(st.integers(15, 100), st.integers(15, 120), st.integers(1, 12)),
        min_size=1,
        max_size=4,
    ),
    bleed=st.sampled_from([0, 3]),
)
def test_no_mark_touches_a_piece_its_bleed_or_the_paper_edge(
    paper: str, sizes: list[tuple[int, int, int]], bleed: float
) -> None:
    pieces = [piece(f"p{i}", *size, bleed=bleed) for i, size in enumerate(sizes)]
    sheets = impose([part(*pieces)], papers()[paper], "none", title="Kit", font=font())
    page = papers()[paper].box
    for sheet in sheets:
        arts = [Rect(*(v / MM for v in _bounds(clip))) for clip in _clips(sheet)]
        for line in marks(sheet):
            length = max(line.width, line.height)
            assert 1 - 1e-6 <= length <= 4 + 1e-6
            assert line.x >= 2.5 - 1e-6
            assert line.y >= 2.5 - 1e-6
            assert line.right <= page.width / MM - 2.5 + 1e-6
            assert line.bottom <= page.height / MM - 2.5 + 1e-6
            for art in arts:
                assert not _touch(line.grown(WIDTH / MM / 2), art)


def test_a_round_piece_has_a_cut_line_just_outside_and_no_crop_marks() -> None:
    disc = ellipse(Rect(0, 0, 25 * MM, 25 * MM))
    sheet, *_ = impose(
        [part(piece("disc", 25, 25, 3, trim=disc))], A4, "none", title="Kit", font=font()
    )
    assert marks(sheet) == []
    groups = [item.items[0] for item in sheet.scene.items if isinstance(item, Group)]
    cuts = [item.stroke for item in groups if isinstance(item, Path)]
    assert len(cuts) == 3
    assert {present(stroke).color for stroke in cuts} == {CUT_INK} != {CROP_INK}


@pytest.mark.parametrize(("reach", "crossed"), [(3, True), (0.3, False)])
def test_a_circle_has_an_outer_light_line_and_a_cross_if_there_is_room(
    reach: float, crossed: bool
) -> None:
    radius = 12.5 * MM
    disc = face(25, 25, trim=ellipse(Rect(0, 0, 2 * radius, 2 * radius)))
    line, light, *cross = cut_marks(disc, reach * MM)
    assert line.stroke
    assert light.stroke
    outer = radius + line.stroke.width
    away = [math.hypot(x - radius, y - radius) for x, y in _points(light.outline)]
    assert min(away) - light.stroke.width / 2 == pytest.approx(outer, rel=2e-3)
    assert len(cross) == 2 * crossed
    for mark in cross:
        ends = [(x - radius, y - radius) for x, y in vertices(mark.outline)]
        assert len(ends) == 8
        assert all(min(map(abs, end)) < 1e-6 for end in ends)
        assert min(math.hypot(*end) for end in ends) > max(away)
        assert max(math.hypot(*end) for end in ends) <= radius + reach * MM
    hexagonal = face(25, 25, trim=hexagon(Rect(0, 0, 25 * MM, 25 * MM)))
    assert len(cut_marks(hexagonal, 9)) == 2


def test_a_cross_avoids_pieces_above_and_below() -> None:
    size = 25.4 * MM
    disc = piece("disc", 25.4, 25.4, 43, trim=ellipse(Rect(0, 0, size, size)))
    sheets = impose([part(disc)], papers()["letter"], "none", title="Kit", font=font())
    crossed = 0
    for sheet in sheets:
        cuts = [each for each in sheet.scene.items if isinstance(each, Group) and not each.clip]
        middles = [each.matrix.apply(size / 2, size / 2) for each in cuts]
        for cut in cuts:
            outlines = [of_kind(mark, Path).outline for mark in cut.items[2:]]
            for point in (point for outline in outlines for point in vertices(outline)):
                crossed += 1
                end = cut.matrix.apply(*point)
                assert min(math.dist(end, middle) for middle in middles) > size / 2
    assert crossed


def test_a_cut_line_is_half_its_width_outside_the_outline() -> None:
    radius = 12.5 * MM
    path = cut_line(face(25, 25, trim=ellipse(Rect(0, 0, 2 * radius, 2 * radius))))
    for x, y in _points(path.outline):
        assert math.hypot(x - radius, y - radius) == pytest.approx(radius + WIDTH / 2, rel=1e-3)


@pytest.mark.parametrize("backwards", [False, True])
def test_a_cut_line_follows_concave_outlines(backwards: bool) -> None:
    corners = [(0, 0), (30, 0), (30, 30), (20, 30), (20, 10), (10, 10), (10, 30), (0, 30)]
    outline = polygon([(x, y) for x, y in (corners[::-1] if backwards else corners)])
    d = WIDTH / 2
    grown = {
        (-d, -d), (30 + d, -d), (30 + d, 30 + d), (20 - d, 30 + d),
        (20 - d, 10 + d), (10 + d, 10 + d), (10 + d, 30 + d), (-d, 30 + d),
    }  # fmt: skip
    path = cut_line(face(30 / MM, 30 / MM, trim=outline))
    found = {(round(x, 6), round(y, 6)) for x, y in vertices(path.outline[:-1])}
    assert found == {(round(x, 6), round(y, 6)) for x, y in grown}


@pytest.mark.parametrize(("slit", "lines"), [(0.6, 2), (0.15, 1)])
def test_no_mark_in_a_narrow_slit_lies_on_the_piece(slit: float, lines: int) -> None:
    a, b = 15 * MM, (15 + slit) * MM
    corners = [(0, 0), (30 * MM, 0), (30 * MM, 30 * MM), (b, 30 * MM), (b, 10 * MM),
               (a, 10 * MM), (a, 30 * MM), (0, 30 * MM)]  # fmt: skip
    marks = cut_marks(face(30, 30, trim=polygon(corners)), 3 * MM)
    assert len(marks) == lines
    for mark in marks:
        assert not any(contains(corners, point) for point in vertices(mark.outline[:-1]))


def test_every_side_of_a_hexagon_moves_out_by_the_same_distance() -> None:
    box = Rect(0, 0, 30 * MM, 34 * MM)
    outline = hexagon(box)
    path = cut_line(face(30, 34, trim=outline))
    sides, moved = pairwise(vertices(outline[:-1])), pairwise(vertices(path.outline[:-1]))
    for ((x1, y1), (x2, y2)), ((x, y), _) in zip(sides, moved, strict=True):
        away = ((y2 - y1) * (x - x1) - (x2 - x1) * (y - y1)) / math.hypot(x2 - x1, y2 - y1)
        assert away == pytest.approx(WIDTH / 2)


def _mm(rect: Rect) -> Rect:
    return Rect(*(value * MM for value in rect))


def _clips(sheet: Sheet) -> list[Outline]:
    return [item.clip for item in sheet.scene.items if isinstance(item, Group) and item.clip]


def _bounds(outline: Outline) -> Rect:
    xs, ys = zip(*vertices(outline[:-1]), strict=True)
    return Rect(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _touch(one: Rect, other: Rect) -> bool:
    across = one.x < other.right and other.x < one.right
    return across and one.y < other.bottom and other.y < one.bottom


def _points(outline: Outline) -> Iterator[tuple[float, float]]:
    """Points on the curves of an outline."""
    x = y = 0.0
    for segment in outline:
        if len(segment) == 7:
            _, x1, y1, x2, y2, x3, y3 = segment
            for step in range(1, 9):
                t = step / 8
                a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
                yield a * x + b * x1 + c * x2 + d * x3, a * y + b * y1 + c * y2 + d * y3
        if len(segment) > 1:
            x, y = segment[-2:]
