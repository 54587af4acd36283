"""Tests of models: folded figures, outlines as solids, closed surfaces with outward sides."""

from __future__ import annotations

import math
from collections import Counter

import pytest

from generator.base.units import MM, Rect, Size
from generator.press.scene.items import Group, Item
from generator.press.scene.paths import ellipse
from generator.press.scene.polygons import polygon_of
from generator.publish.shapes import folds, standee, without_folds
from generator.publish.virtual_tabletops.tabletop_simulator.mesh import solid, triangles
from tests.publish.making import face, fold

STAR = [
    (0.0, 0.0),
    (4.0, 1.0),
    (8.0, 0.0),
    (7.0, 4.0),
    (8.0, 8.0),
    (4.0, 7.0),
    (0.0, 8.0),
    (1.0, 4.0),
]
UNIT = 10.0
Corner = tuple[float, ...]


def read(mesh: str) -> tuple[list[Corner], list[Corner], list[list[int]]]:
    corners, places, sides = [], [], []
    for line in mesh.splitlines():
        kind, *rest = line.split()
        if kind == "v":
            corners.append(tuple(map(float, rest)))
        elif kind == "vt":
            places.append(tuple(map(float, rest)))
        elif kind == "f":
            sides.append([int(each.split("/")[0]) - 1 for each in rest])
    return corners, places, sides


def volume(corners: list[Corner], sides: list[list[int]]) -> float:
    """Above 0 if every side faces outward."""
    total = 0.0
    for a, b, c in ([corners[each] for each in side] for side in sides):
        total += (
            a[0] * (b[1] * c[2] - b[2] * c[1])
            - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
        )
    return total / 6


@pytest.mark.parametrize("points", [STAR, STAR[::-1], polygon_of(ellipse(Rect(0, 0, 8, 8)))])
def test_a_solid_is_closed_and_as_large_as_its_outline(points: list[tuple[float, float]]) -> None:
    model = solid(points, Size(8, 8), UNIT, 0.1, 1, stands=False)
    corners, places, sides = read(model)
    area = abs(
        sum(
            points[at - 1][0] * points[at][1] - points[at][0] * points[at - 1][1]
            for at in range(len(points))
        )
    )
    assert volume(corners, sides) == pytest.approx(area / 2 / UNIT**2 * 0.1, rel=1e-3)
    edges: Counter[tuple[Corner, Corner]] = Counter()
    for side in sides:
        for at in range(3):
            edges[corners[side[at - 1]], corners[side[at]]] += 1
    assert all(times == edges[b, a] == 1 for (a, b), times in edges.items())
    assert all(0 <= u <= 1 and 0 <= v <= 1 for u, v in places)


def test_the_front_is_on_top_as_drawn_and_the_back_below_mirrored() -> None:
    model = solid([(0, 0), (0, 8), (8, 8), (8, 0)], Size(8, 8), UNIT, 0.1, 0, stands=False)
    corners, places, _ = read(model)
    at = dict(zip(corners[:8], places[:8], strict=True))
    assert at[-0.4, 0.05, -0.4] == (0.0, 1.0)  # the front's upper left corner
    assert at[0.4, 0.05, 0.4] == (0.5, 0.0)
    assert at[-0.4, -0.05, -0.4] == (1.0, 1.0)  # behind it the back's upper right one
    assert at[0.4, -0.05, -0.4] == (0.5, 1.0)


def test_ear_clipping_covers_a_concave_shape_once() -> None:
    clockwise = STAR[::-1]
    cut = list(triangles(clockwise))
    assert len(cut) == len(STAR) - 2

    def area(*points: tuple[float, float]) -> float:
        return sum(math.prod((p[0], q[1])) - math.prod((q[0], p[1]))
                   for p, q in zip(points, (*points[1:], points[0]), strict=True))  # fmt: skip

    parts = [area(*(clockwise[each] for each in part)) for part in cut]
    assert sum(parts) == pytest.approx(area(*clockwise))
    assert all(part < 0 for part in parts)


STRIP = [fold(-3, 10, 31, 10), fold(-3, 45, 31, 45), fold(-3, 80, 31, 80)]


def test_a_strip_with_a_tab_at_each_end_stands() -> None:
    figure = standee(face(28, 90, STRIP))
    assert figure
    assert [round(each / MM, 2) for each in (*figure.front, *figure.back)] == [
        0, 45, 28, 35, 0, 10, 28, 35
    ]  # fmt: skip
    assert {(round(x / MM, 2), round(y / MM, 2)) for x, y in figure.outline} == {
        (0, 0), (28, 0), (28, 35), (0, 35)
    }  # fmt: skip


def test_a_folded_piece_shows_no_fold_lines() -> None:
    model = face(28, 90, [Group(tuple(STRIP)), *STRIP])
    assert (len(folds(model)), folds(without_folds(model))) == (6, [])
    assert without_folds(model).items[0] == model.items[0]


@pytest.mark.parametrize(
    "lines",
    [
        [],
        [fold(0, 45, 28, 45)],
        [fold(0, 12, 28, 12), *STRIP[1:]],
        [*STRIP, fold(14, 0, 14, 90)],
        [STRIP[0], fold(0, 50, 28, 50), STRIP[2]],
    ],
)
def test_a_piece_with_other_folds_does_not_stand(lines: list[Item]) -> None:
    model = face(28, 90, lines)
    assert standee(model) is None
    assert len(folds(model)) == len(lines)


def test_a_figure_stands_on_a_foot_and_faces_the_viewer() -> None:
    figure = standee(face(28, 90, STRIP))
    assert figure
    size = Size(28 * MM, 35 * MM)
    corners, _, sides = read(solid(figure.outline, size, 28 * MM, 0.06, 0, stands=True))
    ys, zs = [each[1] for each in corners], [each[2] for each in corners]
    assert (min(ys), max(ys)) == (0, pytest.approx(0.07 + 35 / 28, abs=1e-4))
    assert (min(zs), max(zs)) == (-0.42, 0.42)
    assert volume(corners, sides) > 0
