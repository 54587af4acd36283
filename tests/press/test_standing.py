"""Tests of standees, bases, pawns and dice: folded and assembled, their parts fit."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from generator.base.units import IDENTITY, Matrix, Size, mm
from generator.kit.tables.records import Table
from generator.kit.tuckbox import read_stock
from generator.press.marks.cut_lines import cut_lines
from generator.press.pieces.faces import FaceSet
from generator.press.scene.items import Group, Item, Path
from generator.press.scene.paths import bounds
from tests.kinds import of_kind
from tests.press.folding import Cell, folded, folds
from tests.shipped import shipped_faces


@pytest.fixture(scope="module")
def grudge() -> FaceSet:
    return shipped_faces("grudge")


def test_both_tabs_of_a_standee_fit_the_slit_of_its_base(grudge: FaceSet) -> None:
    base = grudge.face("base", None, "front")
    (hole,) = cut_lines(Size(0, 0), (), [(base, IDENTITY)]).holes
    slit = mm(bounds(hole).width), mm(bounds(hole).height)
    stock = read_stock(grudge.kit.folders.shared)
    assert 2 * stock.card < slit[1] < 4 * stock.card
    standees = [row["id"] for row in of_kind(grudge.kit.tables["standees"], Table)]
    for row in standees:
        creases = folds(grudge.face("standee", row, "front"))
        lower, head, upper = sorted(creases, key=lambda fold: fold.at)
        assert head.at - lower.at == pytest.approx(upper.at - head.at)
        for tab in (lower, upper):
            assert 0.2 <= slit[0] - tab.length <= 0.8
    (bases,) = (each.copies for each in grudge.kit.file.components if each.id == "base")
    assert bases == len(standees) == 7


def test_a_pawn_is_folded_in_the_middle_and_has_two_equal_feet() -> None:
    pawn = shipped_faces("ggt").face("pawn", None, "front")
    foot, head, other = sorted(fold.at for fold in folds(pawn))
    assert head == pytest.approx(mm(pawn.height) / 2)
    assert foot == pytest.approx(mm(pawn.height) - other)
    assert 2 * foot > mm(pawn.width) / 2  # deep enough not to fall over


def test_a_die_folds_to_a_cube_whose_opposite_faces_sum_to_seven(grudge: FaceSet) -> None:
    scene = grudge.face("die", None, "front")
    side = 18
    panels = folded(scene, (1.5 * side, side + 6 + side / 2))
    faces = [panel for panel in panels if len(panel.cells) > side * side * 0.9]
    assert (len(panels), len(faces)) == (13, 6)
    planes = {
        (axis, round(panel.span(axis)[0]))
        for panel in faces
        for axis in (0, 1, 2)
        if panel.span(axis)[0] == panel.span(axis)[1]
    }
    assert planes == {(0, side), (0, 2 * side), (1, 24), (1, 42), (2, 0), (2, side)}
    pips = list(round_spots(scene.items, IDENTITY))
    for axis in (0, 1, 2):
        opposite = [panel for panel in faces if panel.span(axis)[0] == panel.span(axis)[1]]
        counts = [sum(spot in panel.cells for spot in pips) for panel in opposite]
        assert sum(counts) == 7
        assert min(counts) >= 1


def round_spots(items: Sequence[Item], matrix: Matrix) -> Iterator[Cell]:
    """The cells of the net that contain the centres of outlined circles."""
    for item in items:
        match item:
            case Group(items=inner, matrix=own):
                yield from round_spots(inner, own.then(matrix))
            case Path(outline=outline, stroke=stroke) if stroke:
                box = bounds(outline)
                kinds = "".join(segment[0] for segment in outline)
                if kinds == "MCCCCZ" and abs(box.width - box.height) < 0.01:
                    x, y = matrix.apply(box.x + box.width / 2, box.y + box.height / 2)
                    yield int(mm(x)), int(mm(y))
