"""Tests of preflight of backs: beside a fold, on pages with an offset, with art beyond the cut."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeGuard

import pytest

from generator.base.units import MM, Matrix, Rect
from generator.press.imposition.duplex import Backs
from generator.press.imposition.sheet import Sheet
from generator.press.layout.folds import SYMBOL
from generator.press.manifest import Manifest
from generator.press.scene.items import Group, Item
from generator.press.scene.paths import bounds, rectangle
from tests.kinds import present
from tests.press.imposition.making import piece
from tests.press.preflight.proving import Kit, card, slugs


def changed(sheet: Sheet, change: Callable[[Item], Item | None]) -> Sheet:
    """The sheet with its items changed, and without those for which the change returns None."""
    items = tuple(new for item in sheet.scene.items if (new := change(item)) is not None)
    return replace(sheet, scene=replace(sheet.scene, items=items))


def clipped(item: Item) -> TypeGuard[Group]:
    return isinstance(item, Group) and item.clip is not None


def clip_box(face: Group) -> Rect:
    return bounds(present(face.clip))


@pytest.mark.parametrize("paper", ["a4", "letter", "plotter"])
def test_a_folded_kit_has_no_fault(tmp_path: Path, paper: str) -> None:
    pieces = [card(11), piece("tile", 25, 25, 30), piece("mat", 180, 250), piece("map", 260, 90)]
    kit = Kit(tmp_path, pieces, "gutterfold", paper)
    assert kit.built() == ()
    assert any(face.fold for sheet in kit.sheets for face in sheet.placements)


def test_a_back_two_hundredths_of_a_millimetre_off_its_fold_is_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card(1)], "gutterfold")
    (sheet,) = kit.sheets
    shift = Matrix.move(0, 0.02 * MM)
    front, back = sheet.placements
    moved = replace(back, rect=back.rect._replace(y=back.rect.y + shift.f))
    faces = [item for item in sheet.scene.items if clipped(item)]
    sheet = changed(sheet, lambda item: Group((item,), shift) if item is faces[1] else item)
    kit.sheets = (replace(sheet, placements=(front, moved)),)
    faults = kit.built()
    assert slugs(faults) == ["proof-back"]
    assert "copy 1 is 0.02 mm out of register with its front" in str(faults[0])


def test_a_back_on_another_page_than_its_fold_is_found(tmp_path: Path) -> None:
    def torn(manifest: Manifest) -> Manifest:
        first = manifest.pieces[0]
        faces = tuple(
            replace(face, fold=None) if face.face == "back" else face for face in first.faces
        )
        return replace(manifest, pieces=(replace(first, faces=faces),))

    faults = Kit(tmp_path, [card(1)], "gutterfold").built(manifest=torn)
    assert slugs(faults) == ["proof-back", "proof-fold"]
    assert "does not share its front's fold" in " ".join(map(str, faults))


def test_a_missing_fold_line_is_found(tmp_path: Path) -> None:
    def bare(sheets: Sequence[Sheet]) -> list[Sheet]:
        return [
            changed(sheet, lambda i: None if isinstance(i, Group) and i.symbol == SYMBOL else i)
            for sheet in sheets
        ]

    faults = Kit(tmp_path, [card(1)], "gutterfold").built(paint=bare)
    assert slugs(faults) == ["proof-fold"]
    assert "page 1: has no fold line at x = 105 mm" in str(faults[0])


def test_art_too_close_to_a_fold_is_found(tmp_path: Path) -> None:
    def bold(sheets: Sequence[Sheet]) -> list[Sheet]:
        return [
            changed(
                sheet,
                lambda i: (
                    replace(i, clip=rectangle(clip_box(i).grown(2.5 * MM))) if clipped(i) else i
                ),
            )
            for sheet in sheets
        ]

    faults = Kit(tmp_path, [card(1)], "gutterfold").built(paint=bold)
    assert slugs(faults) == ["proof-fold"]
    assert "closer than 5 mm" in str(faults[0])


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold"])
def test_a_back_without_bleed_beyond_its_cut_is_found(tmp_path: Path, backs: Backs) -> None:
    kit = Kit(tmp_path, [card(9)], backs, "letter")
    assert kit.built() == ()
    at = 1 if backs != "gutterfold" else 0
    rects = [p.rect for p in kit.sheets[at].placements if p.face == "back"]

    def cut(item: Item) -> Item:
        if not clipped(item):
            return item
        box = clip_box(item)
        for rect in rects:
            if box.x <= rect.x + 0.01 and box.right >= rect.right - 0.01:
                x, y = max(box.x, rect.x - 0.9 * MM), max(box.y, rect.y - 0.9 * MM)
                right = min(box.right, rect.right + 0.9 * MM)
                bottom = min(box.bottom, rect.bottom + 0.9 * MM)
                if box.y <= rect.y + 0.01 and box.bottom >= rect.bottom - 0.01:
                    return replace(item, clip=rectangle(Rect(x, y, right - x, bottom - y)))
        return item

    def short(sheets: Sequence[Sheet]) -> list[Sheet]:
        return [changed(s, cut) if i == at else s for i, s in enumerate(sheets)]

    faults = kit.built(paint=short)
    assert slugs(faults) == ["proof-reach"]
    assert "has art that ends less than 1 mm beyond its cut" in str(faults[0])


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_backs_with_an_offset_are_checked_as_without(tmp_path: Path, backs: Backs) -> None:
    pieces = [card(9), piece("mat", 260, 100), piece("map", 260, 380)]
    kit = Kit(tmp_path, pieces, backs, "letter", offset="-2.5,1.25")
    assert kit.built() == ()
    kit.offset = "-2.5,1.5"
    faults = kit.proved()
    assert slugs(faults) == ["proof-back"]
    assert "is 0.25 mm out of register with its front" in str(faults[0])
    kit.offset = "nonsense"
    assert "proof-back" in slugs(kit.proved())
