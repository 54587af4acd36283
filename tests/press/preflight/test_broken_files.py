"""Tests of preflight on damaged finished files: every kind of damage is found."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pikepdf
import pytest
from PIL import Image as Picture

from generator.base.errors import Fault
from generator.base.units import MM, Rect
from generator.press.imposition.duplex import Backs
from generator.press.manifest import Manifest
from generator.press.preflight.visual.proof import prove
from generator.press.scene.items import Image
from tests.press.imposition.making import piece
from tests.press.preflight.proving import NAME, Kit, card, text, with_items

Break = Callable[[pikepdf.Pdf], None]


def faults_of(folder: Path, kit: Kit, *, file: Break | None = None,
         manifest: Callable[[Manifest], Manifest] = lambda manifest: manifest) -> list[Fault]:  # fmt: skip
    """All faults of a kit after its file or manifest was changed and the checksums corrected."""
    kit.built()
    if file:
        with pikepdf.open(folder / NAME, allow_overwriting_input=True) as pdf:
            file(pdf)
            pdf.save()
    kit.proved(manifest)
    return list(prove(folder).faults)


def messages_of(faults: list[Fault], check: str) -> str:
    found = [str(fault) for fault in faults if fault.check == check]
    assert found, faults
    return "\n".join(found)


def test_a_font_without_its_embedded_file_is_found(tmp_path: Path) -> None:
    def bare(pdf: pikepdf.Pdf) -> None:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Dictionary) and "/FontFile2" in thing:
                del thing["/FontFile2"]

    faults = faults_of(tmp_path, Kit(tmp_path, [card()]), file=bare)
    assert "is not embedded" in messages_of(faults, "proof-font")


def test_text_that_leaves_the_safe_zone_is_found(tmp_path: Path) -> None:
    long = with_items(card(1), text("a line that runs on until it is cut off at the right", 9, 40))
    faults = faults_of(tmp_path, Kit(tmp_path, [long]))
    assert [fault.check for fault in faults] == ["proof-safe"]
    assert 'page 1: Ada "ada" (front): text extends ' in messages_of(faults, "proof-safe")


def test_text_that_begins_outside_the_safe_zone_is_found(tmp_path: Path) -> None:
    wide = with_items(card(), text("Old Nan", 1.2, 60))
    faults = faults_of(tmp_path, Kit(tmp_path, [wide]))
    assert "text begins 1.8 mm outside" in messages_of(faults, "proof-safe")


def test_a_mark_within_a_trim_is_found(tmp_path: Path) -> None:
    def marked(pdf: pikepdf.Pdf) -> None:
        pdf.pages[0].contents_add(b"q 0.4 w 0 420 m 595 420 l S Q")

    faults = faults_of(tmp_path, Kit(tmp_path, [card(1)]), file=marked)
    assert "a mark lies on the piece" in messages_of(faults, "proof-mark")
    assert "has something on it" in messages_of(faults, "proof-seen")


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
def test_a_rotated_back_page_is_found(tmp_path: Path, backs: Backs) -> None:
    def turned(pdf: pikepdf.Pdf) -> None:
        _, _, width, height = (float(value) for value in pdf.pages[1].mediabox)
        pdf.pages[1].contents_add(f"q -1 0 0 -1 {width} {height} cm".encode(), prepend=True)
        pdf.pages[1].contents_add(b"Q")

    wordy = card()
    assert wordy.back
    back = replace(wordy.back, items=(text("Grimoire", 10, 20),))
    faults = faults_of(tmp_path, Kit(tmp_path, [replace(wordy, back=back)], backs), file=turned)
    assert "is turned by" in messages_of(faults, "proof-place")
    assert "appears upside down behind its front" in messages_of(faults, "proof-seen")


def test_an_enlarged_page_is_found(tmp_path: Path) -> None:
    def larger(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            page.mediabox = pikepdf.Array([0, 0, 700, 900])

    faults = faults_of(tmp_path, Kit(tmp_path, [card()]), file=larger)
    assert "larger than the paper (210 × 297 mm)" in messages_of(faults, "proof-page-size")


def test_an_image_replaced_by_a_small_one_is_found(tmp_path: Path) -> None:
    file = tmp_path / "goat.png"
    Picture.new("RGB", (200, 200), "#446688").save(file)
    fine = Image(file, Rect(20, 100, 72, 72), (200, 200))

    def coarse(pdf: pikepdf.Pdf) -> None:
        for thing in pdf.objects:
            if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Image":
                thing["/Width"], thing["/Height"] = 20, 20
                thing.write(b"\x40" * 1200)

    faults = faults_of(tmp_path, Kit(tmp_path, [with_items(card(), fine)]), file=coarse)
    assert "an image of 20 × 20 pixels" in messages_of(faults, "proof-image")


def test_a_piece_removed_from_the_manifest_is_found(tmp_path: Path) -> None:
    def without(manifest: Manifest) -> Manifest:
        return replace(manifest, pieces=manifest.pieces[1:])

    kit = Kit(tmp_path, [card(2), piece("bob", 40, 40, 3)])
    faults = faults_of(tmp_path, kit, manifest=without)
    assert "faces instead of" in messages_of(faults, "proof-count")


def test_a_wrong_number_of_copies_is_found(tmp_path: Path) -> None:
    def more(manifest: Manifest) -> Manifest:
        return replace(manifest, pieces=(replace(manifest.pieces[0], copies=4),))

    faults = faults_of(tmp_path, Kit(tmp_path, [card()]), manifest=more)
    assert "has 3 fronts for 4 copies" in messages_of(faults, "proof-count")


def test_a_face_on_a_missing_page_is_found(tmp_path: Path) -> None:
    def beyond(manifest: Manifest) -> Manifest:
        entry = manifest.pieces[0]
        faces = (replace(entry.faces[0], page=127_172), *entry.faces[1:])
        return replace(manifest, pieces=(replace(entry, faces=faces), *manifest.pieces[1:]))

    faults = faults_of(tmp_path, Kit(tmp_path, [card(2)]), manifest=beyond)
    assert "which is page 127172" in messages_of(faults, "proof-back")


def test_overlapping_pieces_are_found(tmp_path: Path) -> None:
    kit = Kit(tmp_path, [with_items(card(2)), piece("bob", 40, 40)])

    def covered(pdf: pikepdf.Pdf) -> None:
        x, y, width, height = kit.sheets[0].placements[0].rect
        upper = kit.paper.height - y - height / 2
        box = f"{x + width / 2} {upper} {width} {height / 4}"
        pdf.pages[0].contents_add(f"q 0.2 g {box} re f Q".encode())

    faults = faults_of(tmp_path, kit, file=covered)
    assert 'page 1: Ada "ada" (front): copy 1' in messages_of(faults, "proof-seen")


def test_swapped_pages_are_found(tmp_path: Path) -> None:
    def swapped(pdf: pikepdf.Pdf) -> None:
        first, second = pdf.pages[0], pdf.pages[1]
        pdf.pages[0], pdf.pages[1] = second, first

    faults = faults_of(tmp_path, Kit(tmp_path, [card()]), file=swapped)
    assert "page 1: has the caption of page 2 of 2" in messages_of(faults, "proof-order")


def test_the_origin_of_a_page_box_does_not_matter(tmp_path: Path) -> None:
    def shifted(pdf: pikepdf.Pdf) -> None:
        for page in pdf.pages:
            left, lower, right, upper = (float(value) for value in page.mediabox)
            page.mediabox = pikepdf.Array([left + 10 * MM, lower, right + 10 * MM, upper])
            page.contents_add(f"q 1 0 0 1 {10 * MM} 0 cm".encode(), prepend=True)
            page.contents_add(b"Q")

    assert faults_of(tmp_path, Kit(tmp_path, [card()]), file=shifted) == []
