"""Tests of large print: type, rulebook and, if needed, pieces grow, and the kit passes preflight."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from statistics import median
from typing import Any

import pypdfium2
import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Matrix, Rect, Size
from generator.kit.load import load_kit
from generator.kit.locate import BUILT_IN
from generator.kit.manifest.load import Component
from generator.pipeline.build import load, print_job, render
from generator.press.library import papers
from generator.press.markup.attribute_types import Sizes
from generator.press.markup.scaling import NO_GROWTH, TypeGrowth
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.large_print import (
    BOOK,
    MIN_TYPE_SIZE,
    PIECES,
    Enlarger,
    Growth,
    enlarged,
    is_large,
)
from generator.press.preflight.visual.proof import prove
from generator.press.rulebook.of_kit import compose_book, rulebook_context
from generator.press.scene.items import Scene, Use
from generator.press.scene.paths import ellipse
from generator.press.scene.text_extraction import extract_text
from generator.press.templates.style import style_of
from tests.press.preflight.proving import text
from tests.press.running import FIND, GAME, Workshop, request_for
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


def test_a_face_is_enlarged_once() -> None:
    """A painter stores a back once, however many cards have it."""
    drawn = tidewrack()
    faces = FaceSet(drawn.kit, replace(drawn.renderer.style, scale=1.2))
    finds = [piece for part in faces.parts() for piece in part.pieces if piece.component == "find"]
    (back,) = {id(piece.back): piece.back for piece in finds}.values()
    assert back
    assert back.width == pytest.approx(1.2 * 63.5 * MM)


class Pieces:
    """Components of one card each, whose type of 10 points grows until it no longer fits."""

    def __init__(self, rooms: Mapping[str, float], **stated: Mapping[str, Any]) -> None:
        self.rooms = rooms
        components = (
            Component(id=name, title=name, part="all", front="x.xml", **stated.get(name, {}))
            for name in rooms
        )
        enlarger = Enlarger(tuple(components), self.drawn, Size(595, 842))
        self.growths = {name: enlarger.growth(name) for name in rooms}

    def drawn(self, name: str, growth: TypeGrowth) -> list[Scene]:
        size = growth.sizes(Sizes(10, 7)).largest
        if growth != NO_GROWTH and size > self.rooms[name]:
            raise KitError("the text is too long for its box")
        sheet = Size(595, 842) if name == "sheet" else Size(180, 252)
        return [Scene(name, *sheet, (replace(text("Ace", 4, 8), size=size),))]

    def pieces(self) -> dict[str, float]:
        return {name: growth.piece for name, growth in self.growths.items()}


def test_type_grows_while_it_fits_and_then_the_piece_grows() -> None:
    rooms = {"wide": 14, "fair": 12.5, "tight": 11, "full": 10}
    apart = {name: {"beside": True} for name in rooms}
    found = Pieces(rooms, **apart).growths
    grown = {
        name: (each.piece, round(each.piece * each.type.factor, 2)) for name, each in found.items()
    }
    assert grown == {"wide": (1, 1.4), "fair": (1, 1.2), "tight": (1, 1.1), "full": (1.2, 1.2)}
    assert Pieces({"none": 9.9}, none={"beside": True}).growths["none"] == Growth(PIECES[-1])


def test_large_type_and_a_sheet_of_paper_need_not_grow() -> None:
    grown = Pieces({"sheet": 10, "card": 14}).growths
    assert grown["sheet"] == Growth()
    assert grown["card"].piece == 1
    assert is_large(Scene("sign", 9, 9, (replace(text("Ace", 4, 8), size=12),)))
    assert not is_large(Scene("sign", 9, 9, (replace(text("Ace", 4, 8), size=11.9),)))


def test_pieces_that_lie_on_each_other_grow_together() -> None:
    board = {"board": 14, "pawn": 10, "card": 14, "aid": 9.9}
    boxed = {"box": 14, **board}
    stated: dict[str, dict[str, Any]] = {"box": {"holds": ("card", "aid")}, "aid": {"beside": True}}
    assert Pieces(board, aid={"beside": True}).pieces() == {
        "board": 1.2, "pawn": 1.2, "card": 1.2, "aid": 1.4,
    }  # fmt: skip
    found = Pieces(boxed, **stated).pieces()
    assert found == {"board": 1.2, "pawn": 1.2, "card": 1, "aid": 1.4, "box": 1.4}


def test_cards_of_one_box_grow_together_with_the_board() -> None:
    rooms = {"box": 14, "hard": 14, "tales": 10, "mat": 14}
    stated: dict[str, dict[str, Any]] = {"box": {"holds": ("hard", "tales")}}
    assert set(Pieces(rooms, **stated).pieces().values()) == {1.2}


def test_type_on_pieces_is_at_least_nine_points_and_mostly_larger() -> None:
    def sizes(faces: FaceSet) -> list[float]:
        printed = (
            scene
            for part in faces.parts()
            for piece in part.pieces
            for scene in (piece.front, piece.back)
            if scene
        )
        return [words.size for scene in printed for words in extract_text(scene)[0]]

    known = load_kit(BUILT_IN.find("grumbles"))
    paper = papers(known.folders.shared)["a4"]
    style = style_of(known, ink="full", paper=paper)
    before, after = sizes(FaceSet(known, style)), sizes(FaceSet(known, style, large=True))
    assert min(after) >= MIN_TYPE_SIZE - 0.001
    assert median(after) > 1.1 * median(before)
    assert 9.5 * BOOK >= 14


def test_a_chart_of_a5_stays_whole_on_letter_paper() -> None:
    kit = load_kit(BUILT_IN.find("grudge"))
    letter = papers(kit.folders.shared)["letter"]
    faces = FaceSet(kit, style_of(kit, ink="full", paper=letter), large=True)
    chart = faces.face("orders", "", "front")
    assert chart.height * faces.growth("orders").piece <= letter.usable.height


@pytest.mark.parametrize(("paper", "width"), [("a4", 210), ("letter", 215.9)])
def test_a_large_print_kit_passes_preflight(tmp_path: Path, paper: str, width: float) -> None:
    workshop = Workshop(tmp_path)
    ran = workshop.build("--large-print", "--paper", paper)
    assert (ran.code, ran.err) == (0, "")
    folder = workshop.out / "tidewrack"
    data = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert data["options"]["large-print"] is True
    sizes = {piece["component"]: piece["size"] for piece in data["pieces"]}
    assert sizes["find"] == pytest.approx([63.5, 88.9])
    assert sizes["how-to"][0] == width
    (book,) = (file for file in data["files"] if "rulebook" in file["path"])
    assert book["page_size"][0] == width
    proof = prove(folder)
    assert proof.faults == ()
    assert proof.visibility.backs == 28
    first = pypdfium2.PdfDocument(folder / f"tidewrack-print-{paper}.pdf")
    words = " ".join(first[1].get_textpage().get_text_bounded().split())
    assert "Large print: letters are larger." in words
    assert "So are some pieces" not in words


@pytest.mark.parametrize(("kit", "language"), [("grumbles", "de"), ("gruff", "")])
def test_the_pages_that_explain_a_kit_and_its_quick_start_sheet_are_in_large_print(
    tmp_path: Path, kit: str, language: str
) -> None:
    source = load(request_for(kit, BUILT_IN, tmp_path, large_print=True, language=language))
    faces = render(source)
    job = print_job(source, faces)
    pages = [
        scene
        for piece in job.impose().parts[0].pieces
        for scene in (piece.front, piece.back)
        if scene
    ]
    assert len(pages) == 3  # what there is, what to do, and how to sort it
    own = [words.size for page in pages for words in extract_text(page)[0] if words.depth == 0]
    assert min(own) >= MIN_TYPE_SIZE - 0.001
    assert median(own) >= 11
    context = rulebook_context(
        faces, job.selected.all_parts, source.paper, large=True, quick_start=True
    )
    sheet = compose_book(faces, context)
    sizes = [words.size for page in sheet.pages for words in extract_text(page)[0]]
    assert median(sizes) >= 14


def test_pieces_without_room_for_larger_type_grow_and_are_listed(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(FIND, 'height="4mm" size="7"', 'height="2.3mm" size="7"')

    def grown() -> tuple[float, float]:
        """The factors by which a find and a counter are larger than usual."""
        assert workshop.build("--large-print").code == 0
        data = json.loads((workshop.out / "tidewrack/manifest.json").read_text(encoding="utf-8"))
        sizes = {piece["component"]: piece["size"][0] for piece in data["pieces"]}
        return round(sizes["find"] / 63.5, 2), round(sizes["counter"] / 24, 2)

    assert grown() == (1.3, 1.3)
    workshop.edit(GAME, "find-back.xml", "find-back.xml\n    beside: true")
    assert grown() == (1.3, 1)
    page = pypdfium2.PdfDocument(workshop.out / "tidewrack/tidewrack-print-a4.pdf")[1]
    words = " ".join(page.get_textpage().get_text_bounded().split())
    assert "So are some pieces, with every length on them: Finds." in words


def test_without_large_print_it_is_not_mentioned(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    assert workshop.build().code == 0
    folder = workshop.out / "tidewrack"
    assert "large-print" not in (folder / "manifest.json").read_text(encoding="utf-8")
    first = pypdfium2.PdfDocument(folder / "tidewrack-print-a4.pdf")
    assert "Large print" not in first[0].get_textpage().get_text_bounded()


def test_a_rulebook_alone_can_be_large(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    ran = workshop.run("rulebook", "tidewrack", "-o", "out", "--large-print")
    assert ran.code == 0
    (book,) = workshop.out.rglob("*.pdf")
    width, height = pypdfium2.PdfDocument(book)[0].get_size()
    assert (round(width), round(height)) == (595, 842)


def test_faces_in_other_templates_keep_their_size(tmp_path: Path) -> None:
    """The place of a face in another template is given by that template."""
    assert FIND.endswith(".xml")
    faces = tidewrack()
    assert faces.face("find", None, "front").width == pytest.approx(63.5 * 72 / 25.4)
