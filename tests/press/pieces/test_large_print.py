"""Large print: every piece and the rulebook grow, and all of it still passes the proof."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest

from generator.base.units import Matrix, Rect, Size
from generator.press.pieces.large_print import BOOK, PIECES, Enlarger, enlarged
from generator.press.preflight.visual.proof import prove
from generator.press.scene.items import Scene, Use
from generator.press.scene.paths import ellipse
from generator.press.scene.text_extraction import extract_text
from tests.press.preflight.proving import text
from tests.press.running import FIND, Workshop
from tests.press.scene.drawing import tidewrack


def test_a_face_grows_with_its_bleed_its_safe_zone_and_its_cut() -> None:
    disc = Scene("disc", 40, 40, (), 3, 4, ellipse(Rect(0, 0, 40, 40)))
    larger = enlarged(disc, 1.5)
    assert (larger.width, larger.height, larger.bleed, larger.safe) == (60, 60, 4.5, 6)
    assert larger.trim
    for segment, wanted in zip(larger.trim, ellipse(Rect(0, 0, 60, 60)), strict=True):
        assert segment[0] == wanted[0]
        assert segment[1:] == pytest.approx(wanted[1:])
    assert larger.items == (Use(disc, Matrix.scale(1.5)),)


def test_a_face_is_enlarged_once_and_a_sheet_of_paper_never() -> None:
    enlarger = Enlarger(PIECES, Size(595, 842))
    card, sheet = Scene("card", 180, 252, ()), Scene("sheet", 595, 842, ())
    assert enlarger.face(card) is enlarger.face(card)
    assert enlarger.face(sheet) is sheet
    assert Enlarger(1.0).face(card) is card


def test_a_box_keeps_its_size_with_all_that_is_in_it_or_nothing_does() -> None:
    def card(size: float) -> Scene:
        return Scene("card", 180, 252, (replace(text("Ace", 4, 8), size=size),))

    faces = {
        "deck": [card(9)],
        "hard": [card(20)],
        "tales": [card(20), card(8)],
        "rest": [card(20)],
    }
    boxes = {"deck-box": ["deck"], "both": ["hard", "tales"]}  # both are shuffled together
    enlarger = Enlarger(PIECES, None, boxes, lambda name: faces[name])
    (ace,) = faces["deck"]
    assert enlarger.face(ace, "deck") is ace
    kept = {name for name in (*faces, *boxes) if enlarger.keeps(name)}
    assert kept == {"deck", "deck-box"}
    assert enlarger.face(ace, "rest").width == pytest.approx(180 * PIECES)


def test_type_is_at_least_nine_points_on_pieces_and_fourteen_in_the_book() -> None:
    for part in tidewrack().parts():
        for piece in part.pieces:
            assert all(words.size >= 9 for words in extract_text(enlarged(piece.front, PIECES))[0])
    assert 9.5 * BOOK >= 14


@pytest.mark.parametrize(("paper", "width"), [("a4", 210), ("letter", 215.9)])
def test_a_large_kit_is_whole_and_in_place(tmp_path: Path, paper: str, width: float) -> None:
    shop = Workshop(tmp_path)
    ran = shop.build("--large-print", "--paper", paper)
    assert (ran.code, ran.err) == (0, "")
    folder = shop.out / "tidewrack"
    told = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert told["options"]["large-print"] is True
    sizes = {piece["component"]: piece["size"] for piece in told["pieces"]}
    assert sizes["find"] == pytest.approx([63.5 * PIECES, 88.9 * PIECES])
    assert sizes["how-to"][0] == width
    (book,) = (file for file in told["files"] if "rulebook" in file["path"])
    assert book["page_size"][0] == width
    proof = prove(folder)
    assert proof.faults == ()
    assert proof.visibility.backs == 28
    first = pypdfium2.PdfDocument(folder / f"tidewrack-print-{paper}.pdf")
    words = " ".join(first[0].get_textpage().get_text_bounded().split())
    assert "every piece is 1.4 times its usual size" in words


def test_without_it_nothing_is_said_of_it(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    assert shop.build().code == 0
    folder = shop.out / "tidewrack"
    assert "large-print" not in (folder / "manifest.json").read_text(encoding="utf-8")
    first = pypdfium2.PdfDocument(folder / "tidewrack-print-a4.pdf")
    assert "Large print" not in first[0].get_textpage().get_text_bounded()


def test_a_rulebook_alone_can_be_large(tmp_path: Path) -> None:
    shop = Workshop(tmp_path)
    ran = shop.run("rulebook", "tidewrack", "-o", "out", "--large-print")
    assert ran.code == 0
    (book,) = shop.out.rglob("*.pdf")
    width, height = pypdfium2.PdfDocument(book)[0].get_size()
    assert (round(width), round(height)) == (595, 842)


def test_parts_of_pieces_in_other_templates_keep_their_size(tmp_path: Path) -> None:
    """A face that a template uses is drawn where that template's own figures say."""
    assert FIND.endswith(".xml")
    faces = tidewrack()
    assert faces.face("find", None, "front").width == pytest.approx(63.5 * 72 / 25.4)
