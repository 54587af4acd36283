"""Tests of preflight at edges: height is checked like width, and the second of two values, too."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from generator.base.units import MM, Matrix, Rect
from generator.press.imposition.duplex import Axis, Fold
from generator.press.imposition.sheet import Sheet
from generator.press.layout.folds import SYMBOL, fold_line
from generator.press.manifest import FoldEntry, Manifest
from generator.press.preflight.placement_model import placed_faces
from generator.press.preflight.visual.proof import prove
from generator.press.preflight.visual.visibility import turn_matrix
from generator.press.scene.items import Group
from generator.press.scene.paths import bounds, rectangle
from tests.kinds import present
from tests.press.imposition.making import piece
from tests.press.preflight.proving import NAME, Kit, card, slugs, text, with_items

Paint = Callable[[Sequence[Sheet]], Sequence[Sheet]]


def each_face(change: Callable[[Group], Group], page: int = 1) -> Paint:
    """Change all faces of a page (from 1), which are its clipped groups."""

    def painted(sheets: Sequence[Sheet]) -> list[Sheet]:
        changed = list(sheets)
        scene = changed[page - 1].scene
        items = tuple(
            change(item) if isinstance(item, Group) and item.clip else item for item in scene.items
        )
        changed[page - 1] = replace(changed[page - 1], scene=replace(scene, items=items))
        return changed

    return painted


def clipped_to(by: tuple[float, float, float, float]) -> Callable[[Group], Group]:
    """Move the edges of a face's clip inwards by millimetres: left, top, right, bottom."""
    left, above, right, below = (value * MM for value in by)

    def change(face: Group) -> Group:
        assert face.clip
        x, y, width, height = bounds(face.clip)
        box = Rect(x + left, y + above, width - left - right, height - above - below)
        return replace(face, clip=rectangle(box))

    return change


@pytest.mark.parametrize("side", range(4))
def test_a_face_clipped_at_any_side_is_found(tmp_path: Path, side: int) -> None:
    left, above, right, below = (3.5 if side == at else 0.0 for at in range(4))
    cut = clipped_to((left, above, right, below))
    faults = Kit(tmp_path, [card(1)], "none").built(paint=each_face(cut))
    assert slugs(faults) == ["proof-place"]
    assert "is cut off 0.50 mm inside its edge" in str(faults[0])


@pytest.mark.parametrize(("across", "down"), [(0.99, 1.0), (1.0, 0.99)])
def test_a_face_squeezed_in_either_direction_is_found(
    tmp_path: Path, across: float, down: float
) -> None:
    kit = Kit(tmp_path, [card(1)], "none")
    x, y, width, height = kit.sheets[0].placements[0].rect
    center = Matrix.move(-x - width / 2, -y - height / 2)
    squeezed = center.then(Matrix.scale(across, down))
    squeezed = squeezed.then(Matrix.move(x + width / 2, y + height / 2))
    faults = kit.built(paint=each_face(lambda face: Group((face,), squeezed)))
    assert slugs(faults) == ["proof-place"]
    assert any("is printed at 99.00% of its size" in str(fault) for fault in faults)


def test_a_short_mark_is_not_a_fold_line(tmp_path: Path) -> None:
    dot = fold_line((105 * MM, 10 * MM), (105 * MM, 14 * MM), "#000000", None, (0.0, 0.0))

    def dotted(sheets: Sequence[Sheet]) -> list[Sheet]:
        (sheet,) = sheets
        items = tuple(
            dot if isinstance(item, Group) and item.symbol == SYMBOL else item
            for item in sheet.scene.items
        )
        return [replace(sheet, scene=replace(sheet.scene, items=items))]

    faults = Kit(tmp_path, [card(1)], "gutterfold").built(paint=dotted)
    assert slugs(faults) == ["proof-fold"]
    assert "has no fold line at x = 105 mm" in str(faults[0])


@pytest.mark.parametrize("size", [(250.0, 200.0), (200.0, 300.0)])
def test_a_page_longer_than_the_paper_in_one_direction_is_found(
    tmp_path: Path, size: tuple[float, float]
) -> None:
    kit = Kit(tmp_path, [])
    points = tuple(side * MM for side in size)
    canvas = Canvas(str(tmp_path / NAME), pagesize=points, initialFontName="Helvetica")
    canvas.showPage()
    canvas.save()

    def of_that_size(manifest: Manifest) -> Manifest:
        entry = replace(manifest.files[0], pages=1, page_size=size)
        return replace(manifest, files=(entry,))

    larger = any("larger than the paper" in str(fault) for fault in kit.proved(of_that_size))
    assert larger == (max(size) > 297)


def test_a_copy_printed_twice_instead_of_another_is_found(tmp_path: Path) -> None:
    def all_first(manifest: Manifest) -> Manifest:
        first = manifest.pieces[0]
        faces = tuple(replace(face, copy=1) for face in first.faces)
        return replace(manifest, pieces=(replace(first, faces=faces),))

    faults = Kit(tmp_path, [card(2)], "none").built(manifest=all_first)
    assert "proof-count" in slugs(faults)


def test_a_back_need_not_extend_further_than_its_bleed(tmp_path: Path) -> None:
    assert Kit(tmp_path, [piece("card", 63.5, 88.9, 3, bleed=0.5)]).built() == ()


@pytest.mark.parametrize("side", range(4))
def test_a_back_without_art_at_any_side_is_found(tmp_path: Path, side: int) -> None:
    left, above, right, below = (2.5 if side == at else 0.0 for at in range(4))
    short = clipped_to((left, above, right, below))
    faults = Kit(tmp_path, [card(1)]).built(paint=each_face(short, page=2))
    assert slugs(faults) == ["proof-reach"]


@pytest.mark.parametrize("at", [(8, 2.0), (8, 88.0)])
def test_letters_beyond_the_upper_or_lower_edge_are_found(
    tmp_path: Path, at: tuple[float, float]
) -> None:
    tall = with_items(piece("ada", 63.5, 88.9, back=False), text("Ågp", *at))
    Kit(tmp_path, [tall], "none").built()
    faults = prove(tmp_path).faults
    assert any("text extends" in str(fault) for fault in faults if fault.check == "proof-safe")


def test_missing_pages_are_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card(18)])
    kit.sheets = kit.sheets[:2]
    kit.built()
    messages = [str(fault) for fault in prove(tmp_path).faults if fault.check == "proof-order"]
    assert len(messages) == 2
    assert "has the caption of page 1 of 4; it is page 1 of 2 here" in messages[0]


@pytest.mark.parametrize(("axis", "at"), [("x", 90.0), ("y", 190.0)])
def test_folds_are_measured_from_the_bottom_and_pictures_from_the_top(
    tmp_path: Path, axis: Axis, at: float
) -> None:
    kit = Kit(tmp_path, [card(1)], "gutterfold")
    (sheet,) = kit.sheets
    fold = replace(
        present(sheet.placements[0].fold), axis=axis, at=(at if axis == "x" else 297 - at) * MM
    )
    kit.sheets = (
        replace(sheet, placements=tuple(replace(face, fold=fold) for face in sheet.placements)),
    )
    kept: list[Manifest] = []

    def noted(manifest: Manifest) -> Manifest:
        kept.append(manifest)
        return manifest

    kit.built(manifest=noted)
    placed = list(placed_faces(kept[0]))
    assert {one.entry.fold for one in placed} == {FoldEntry(axis, at)}
    back = next(one for one in placed if one.entry.face == "back")
    turned = turn_matrix(back, kept[0], (210, 297))
    assert turned == Fold(axis, at if axis == "x" else 297 - at).mirror
