"""Tests of preflight: a good kit has no faults, and every deliberate fault is found."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pikepdf
import pytest
from PIL import Image as Picture
from reportlab.pdfgen.canvas import Canvas

from generator.base.errors import Fault
from generator.base.units import MM, Matrix, Rect
from generator.press.imposition.duplex import Backs
from generator.press.imposition.sheet import Sheet
from generator.press.manifest import FaceEntry, Manifest, PieceEntry, read_manifest
from generator.press.preflight import preflight
from generator.press.preflight.placement_model import TOLERANCE, overlapping_pairs
from generator.press.scene.items import Group, Image, Use
from generator.press.scene.paths import ellipse, polygon
from tests.press.imposition.making import papers, piece
from tests.press.preflight.proving import (
    NAME,
    Kit,
    card,
    line,
    on_page,
    shifted,
    slugs,
    text,
    turned,
    with_items,
)

Change = Callable[[Manifest], Manifest]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "none"])
def test_a_good_kit_has_no_fault(tmp_path: Path, backs: Backs, paper: str) -> None:
    disc = ellipse(Rect(0, 0, 25 * MM, 25 * MM))
    arrow = polygon([(0, 0), (60, 20), (60, 90), (30, 60), (0, 90)])
    page_size = papers()[paper].width / MM, papers()[paper].height / MM
    pieces = [
        card(11),
        piece("disc", 25, 25, 9, trim=disc),
        piece("arrow", 60 / MM, 90 / MM, 5, trim=arrow, two_sided=True),
        piece("mat", 260, 100, 2),
        piece("howto", *page_size, bleed=0, back=False),
    ]
    assert Kit(tmp_path, pieces, backs, paper).built() == ()


def test_a_missing_manifest_is_reported(tmp_path: Path) -> None:
    (fault,) = preflight(tmp_path)
    assert "build the kit first" in str(fault)


def test_the_key_of_a_check_depends_on_all_its_inputs(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card(), piece("disc", 25, 25, 9)])
    kit.built()

    def proofs(change: Change) -> tuple[list[str], tuple[Fault, ...]]:
        """The keys of the checks of pages, and the faults without running these checks."""
        keys: list[str] = []
        manifest = read_manifest(tmp_path / "manifest.json")
        (tmp_path / "manifest.json").write_text(change(manifest).as_json(), encoding="utf-8")

        def noted(key: Callable[[], str], run: Callable[[], list[Fault]]) -> list[Fault]:
            keys.append(key())
            return []

        faults = preflight(tmp_path, noted)
        (tmp_path / "manifest.json").write_text(manifest.as_json(), encoding="utf-8")
        return keys, faults

    def first(manifest: Manifest, **changes: Any) -> Manifest:
        one, *others = manifest.pieces
        return replace(manifest, pieces=(replace(one, **changes), *others))

    same = proofs(lambda manifest: manifest)
    assert same == proofs(lambda manifest: manifest)
    assert same[1] == ()
    changes: list[Change] = [
        lambda manifest: first(manifest, safe=manifest.pieces[0].safe + 1),
        lambda manifest: first(
            manifest, faces=(shift(manifest.pieces[0]), *manifest.pieces[0].faces[1:])
        ),
        lambda manifest: replace(manifest, pieces=manifest.pieces[:-1]),
        lambda manifest: replace(
            manifest, paper=replace(manifest.paper, width=manifest.paper.width + 1)
        ),
        lambda manifest: replace(manifest, options={**manifest.options, "backs": "none"}),
        lambda manifest: replace(
            manifest, files=tuple(replace(each, page_size=(1.0, 2.0)) for each in manifest.files)
        ),
    ]
    keys = [proofs(change)[0][0] for change in changes]
    assert len({*keys, *same[0]}) == len(changes) + 1
    (tmp_path / NAME).write_bytes((tmp_path / NAME).read_bytes() + b"\n")
    checked, (fault,) = proofs(lambda manifest: manifest)
    assert not checked
    assert fault.check == "proof-file"


def shift(one: PieceEntry) -> FaceEntry:
    return replace(one.faces[0], x=one.faces[0].x + 0.001)


def test_a_missing_changed_or_invalid_file_is_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card()])
    assert kit.built() == ()
    content = (tmp_path / NAME).read_bytes()
    (tmp_path / NAME).write_bytes(content + b"\n")
    (fault,) = preflight(tmp_path)
    assert fault.check == "proof-file"
    assert "has changed since it was built" in str(fault)
    (tmp_path / NAME).write_bytes(b"words")
    assert "cannot be opened as a PDF file" in str(kit.proved()[0])
    (tmp_path / NAME).unlink()
    assert slugs(preflight(tmp_path)) == ["proof-file"]


def test_a_missing_page_is_found(tmp_path: Path) -> None:
    faults = Kit(tmp_path, [card()]).built(paint=lambda sheets: sheets[:1])
    assert slugs(faults) == ["proof-file"]
    assert "has 1 pages, but the manifest says 2" in str(faults[0])


def test_a_page_of_the_wrong_size_is_found(tmp_path: Path) -> None:
    def wide(sheets: Sequence[Sheet]) -> list[Sheet]:
        return [replace(sheets[0], scene=replace(sheets[0].scene, width=700.0)), *sheets[1:]]

    faults = Kit(tmp_path, [card()]).built(paint=wide)
    assert slugs(faults) == ["proof-page-size"]
    assert "page 1: is 246.94 × 297 mm instead of 210 × 297 mm" in str(faults[0])


def test_a_wrong_page_size_in_the_manifest_is_found(tmp_path: Path) -> None:
    def wide(manifest: Manifest) -> Manifest:
        entry = replace(manifest.files[0], page_size=(420.0, 297.0))
        return replace(manifest, files=(entry,))

    kit = Kit(tmp_path, [card()])
    kit.built()
    faults = kit.proved(wide)
    assert slugs(faults) == ["proof-page-size"]
    assert "page 1: is 210 × 297 mm instead of 420 × 297 mm" in str(faults[0])


def test_a_page_larger_than_the_paper_is_found_in_every_file(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [])
    canvas = Canvas(str(tmp_path / NAME), pagesize=(900, 900), initialFontName="Helvetica")
    canvas.showPage()
    canvas.save()

    def large(manifest: Manifest) -> Manifest:
        entry = replace(manifest.files[0], pages=1, page_size=(317.5, 317.5))
        return replace(manifest, files=(entry,))

    assert "larger than the paper" in " ".join(map(str, kit.proved(large)))


def test_a_font_that_is_not_embedded_is_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [])
    canvas = Canvas(str(tmp_path / NAME), pagesize=(kit.paper.width, kit.paper.height))
    canvas.drawString(100, 100, "Anywhere but here")
    canvas.save()

    def of_one_page(manifest: Manifest) -> Manifest:
        return replace(manifest, files=(replace(manifest.files[0], pages=1),))

    faults = kit.proved(of_one_page)
    assert slugs(faults) == ["proof-font"]
    assert "font Helvetica is not embedded" in str(faults[0])


def test_a_font_that_is_not_a_subset_is_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card()])
    kit.built()
    with pikepdf.open(tmp_path / NAME, allow_overwriting_input=True) as pdf:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
                thing["/BaseFont"] = pikepdf.Name("/Manrope-Regular")
        pdf.save()
    faults = kit.proved()
    assert slugs(faults) == ["proof-font"]
    assert "font Manrope-Regular is embedded in full" in str(faults[0])


def test_an_image_with_too_few_pixels_is_found_wherever_it_is_used(tmp_path: Path) -> None:
    file = tmp_path / "goat.png"
    Picture.new("RGB", (100, 100), "#446688").save(file)
    fine = Image(file, Rect(20, 100, 72, 72), (100, 100))
    coarse = Image(file, Rect(20, 100, 73, 72), (100, 100))
    assert Kit(tmp_path, [with_items(card(), fine)]).built() == ()
    deep = Group((Group((coarse,), Matrix.scale(2)),), Matrix.scale(0.5))
    faults = Kit(tmp_path, [with_items(card(), deep)]).built()
    assert slugs(faults) == ["proof-image"]
    assert "100 × 100 pixels is printed at 25.75 × 25.4 mm: 99 dpi" in str(faults[0])


def test_a_missing_image_is_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card()])
    kit.built()
    with pikepdf.open(tmp_path / NAME, allow_overwriting_input=True) as pdf:
        forms = pdf.pages[0].obj["/Resources"]["/XObject"]
        name = next(iter(forms.keys()))
        forms[name].write(forms[name].read_bytes() + b" q /goat Do Q")
        pdf.save()
    faults = kit.proved()
    assert slugs(faults) == ["proof-image"]
    assert "page 1: draws goat, which is not in the file" in str(faults[0])


def test_a_font_missing_from_the_resources_of_a_page_is_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card()])
    kit.built()
    with pikepdf.open(tmp_path / NAME, allow_overwriting_input=True) as pdf:
        page = pdf.pages[0]
        page.contents_add(b" q /Seen gs BT /F77 8 Tf ET Q")
        pdf.save()
    faults = kit.proved()
    assert slugs(faults) == ["proof-resource"]
    assert "page 1: uses the graphics state Seen, which is not in the file" in str(faults[0])
    assert "page 1: uses the font F77, which is not in the file" in str(faults[1])


def test_a_missing_or_surplus_piece_is_found(tmp_path: Path) -> None:
    def of_four(manifest: Manifest) -> Manifest:
        return replace(manifest, pieces=(replace(manifest.pieces[0], copies=4),))

    faults = Kit(tmp_path, [card()]).built(manifest=of_four)
    assert slugs(faults) == ["proof-count"]
    assert 'Ada "ada": has 3 fronts for 4 copies' in str(faults[0])

    def of_two(manifest: Manifest) -> Manifest:
        return replace(manifest, pieces=(replace(manifest.pieces[0], copies=2),))

    assert slugs(Kit(tmp_path, [card()]).built(manifest=of_two)) == ["proof-count"]


def test_a_face_missing_from_the_manifest_is_found(tmp_path: Path) -> None:
    stray = Use(piece("stray", 20, 20).front, Matrix.move(20 * MM, 200 * MM))
    faults = Kit(tmp_path, [card()]).built(paint=on_page(1, stray))
    assert slugs(faults) == ["proof-count"]
    assert "page 1: shows 4 faces instead of 3" in str(faults[0])


def test_overlaps_are_those_of_comparing_each_pair() -> None:
    rng = Random(3)
    boxes = [
        Rect(*(rng.randint(least, most) / 2 for least, most in [(0, 60)] * 2 + [(1, 12)] * 2))
        for _ in range(120)
    ]
    each = {
        frozenset((one, other))
        for (one, box), (other, another) in combinations(enumerate(boxes), 2)
        if min(box.right, another.right) - max(box.x, another.x) > TOLERANCE
        and min(box.bottom, another.bottom) - max(box.y, another.y) > TOLERANCE
    }
    found = list(overlapping_pairs(boxes))
    assert set(map(frozenset, found)) == each
    assert len(found) == len(each) > 100
    assert all(boxes[one].x <= boxes[other].x for one, other in found)


def test_overlapping_pieces_are_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card(2)], "none")
    kit.sheets = (shifted(kit.sheets[0], 1, -6.1),)
    faults = kit.built()
    assert slugs(faults) == ["proof-overlap"]
    assert 'page 1: Ada "ada" (front): overlaps Ada "ada" (front)' in str(faults[0])


def test_a_piece_in_the_margin_is_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card(1)], "none")
    kit.sheets = (shifted(kit.sheets[0], 0, 5.9 - (210 - 63.5) / 2),)
    faults = kit.built()
    assert slugs(faults) == ["proof-margin"]
    assert 'page 1: Ada "ada" (front): extends into the margin' in str(faults[0])


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_a_back_two_hundredths_of_a_millimetre_off_its_front_is_found(
    tmp_path: Path, backs: Backs
) -> None:
    kit = Kit(tmp_path, [card()], backs)
    front, back = kit.sheets
    shift = Matrix.move(0.02 * MM, 0)
    faces = tuple(
        replace(placement, rect=Rect(placement.rect.x + shift.e, *placement.rect[1:]))
        for placement in back.placements
    )
    scene = replace(back.scene, items=(Group(back.scene.items, shift),))
    kit.sheets = (front, replace(back, scene=scene, placements=faces))
    faults = kit.built()
    assert slugs(faults) == ["proof-back"]
    assert "page 2: Ada" in str(faults[0])
    assert "0.02 mm out of register with its front" in str(faults[0])


def test_backs_for_the_wrong_flip_are_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [card()], "long-edge")
    kit.backs = "short-edge"
    faults = kit.built()
    assert slugs(faults) == ["proof-back"]


def test_a_misplaced_or_rotated_face_is_found(tmp_path: Path) -> None:
    def nudged(sheets: Sequence[Sheet]) -> list[Sheet]:
        front = sheets[0]
        items = (Group(front.scene.items, Matrix.move(0.02 * MM, 0)),)
        return [replace(front, scene=replace(front.scene, items=items)), *sheets[1:]]

    assert slugs(Kit(tmp_path, [card()]).built(paint=nudged)) == ["proof-place"]
    faults = Kit(tmp_path, [card()], "none").built(manifest=turned("front", 180))
    assert slugs(faults) == ["proof-place"]
    assert "is turned by 0° instead of 180°" in str(faults[0])


def test_a_mark_or_a_caption_on_a_piece_is_found(tmp_path: Path) -> None:
    beside = line((1, 10), (1, 290))
    assert Kit(tmp_path, [card()]).built(paint=on_page(1, beside)) == ()
    across = line((1, 150), (209, 150))
    faults = Kit(tmp_path, [card(1)]).built(paint=on_page(1, across))
    assert slugs(faults) == ["proof-mark"]
    assert "a mark lies on the piece" in str(faults[0])
    faults = Kit(tmp_path, [card(1)]).built(paint=on_page(1, text("Kit", 105, 150)))
    assert slugs(faults) == ["proof-mark"]
    assert "a caption lies on the piece" in str(faults[0])


def test_marks_may_be_in_the_corners_outside_a_round_cut(tmp_path: Path) -> None:
    disc = piece("disc", 40, 40, trim=ellipse(Rect(0, 0, 40 * MM, 40 * MM)), back=False)
    kit = Kit(tmp_path, [disc])
    x, y = (value / MM for value in kit.sheets[0].placements[0].rect[:2])
    assert kit.built(paint=on_page(1, line((x + 1, y + 1), (x + 4, y + 4)))) == ()
    faults = kit.built(paint=on_page(1, line((x + 1, y + 1), (x + 8, y + 8))))
    assert slugs(faults) == ["proof-mark"]


@pytest.mark.parametrize("copies", [1, 3])
def test_text_outside_the_safe_zone_is_found_even_in_nested_scenes(
    tmp_path: Path, copies: int
) -> None:
    wide = piece("mat", 260, 100, copies, back=False)
    inner = replace(wide.front, items=(text("too close", 1.0, 50),))
    faults = Kit(tmp_path, [with_items(wide, Use(inner))]).built()
    assert slugs(faults) == ["proof-safe"]
    assert 'Mat "mat" (front): text begins 2.0 mm outside the safe zone' in str(faults[0])
    assert Kit(tmp_path, [with_items(wide, text("fine", 3.0, 50))]).built() == ()
