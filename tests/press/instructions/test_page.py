"""Tests of the instruction page: it states what applies to the kit, and nothing else."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest

from generator.base.units import MM, Rect
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.pipeline.build import build
from generator.press.imposition.duplex import Backs
from generator.press.imposition.sheet_plans import plan_sheets
from generator.press.instructions.page import facts, on_paper, placeholder
from generator.press.pieces.piece import Part, Piece
from generator.press.scene.items import Group, Use
from generator.press.scene.paths import ellipse, rectangle
from tests.kinds import present
from tests.press.imposition.making import papers, part, piece
from tests.press.paint.tag_tree import elements, tree_faults
from tests.press.running import KITS, Workshop, request_for
from tests.press.scene.drawing import laid_out

A4 = papers()["a4"]
MANIFEST = """
title: Plain
version: "1"
players: [2, 4]
palette: {sky: "#cfe8ef"}
components:
  - {id: card, title: Cards, part: cards, front: card.xml, copies: 18}
"""
FOLDED = '<card width="30" height="90"><fold x1="0" y1="45" x2="30" y2="45"/></card>'
CARD = '<card size="poker" fill="sky"><rect inset="9mm" stroke="ink"/></card>'


def facts_of(backs: Backs, *groups: tuple[Piece, ...]) -> dict[str, Any]:
    """The facts of a kit that has a part for each group of pieces."""
    parts = [part(*pieces, name=f"part-{i}") for i, pieces in enumerate(groups)]
    return facts(parts, plan_sheets(parts, A4, backs))


def first_page(file: Path) -> str:
    """The text of the first page with whitespace collapsed."""
    with pypdfium2.PdfDocument(file) as pdf:
        return re.sub(r"\s+", " ", pdf[0].get_textpage().get_text_bounded())


def find_line(page: pypdfium2.PdfTextPage, words: str) -> tuple[float, float, float, float]:
    """Left, bottom, right and top of these words, in points."""
    index, count = page.search(words).get_next()
    boxes = [page.get_charbox(index + n) for n in range(count)]
    lefts, bottoms, rights, tops = zip(*boxes, strict=True)
    return min(lefts), min(bottoms), max(rights), max(tops)


def how_to_of(roots: KitSearchPath, kit: str, out: Path, **options: Any) -> str:
    built = build(request_for(kit, roots, out, **options))
    return first_page(built.folder / built.files[0].path)


@pytest.fixture
def plain(tmp_path: Path) -> KitSearchPath:
    """A kit of one component: cards with fronts only, and no rulebook."""
    for name, words in (("data/plain/game.yaml", MANIFEST), ("templates/plain/card.xml", CARD)):
        (tmp_path / name).parent.mkdir(parents=True)
        (tmp_path / name).write_text(words, encoding="utf-8")
    return KitSearchPath(tmp_path / "data", tmp_path / "templates")


def test_with_gutterfold_backs_are_folded_and_only_large_ones_glued() -> None:
    card, mat = piece("card", 63.5, 88.9), piece("mat", 180, 250)
    of_parts = [facts_of("gutterfold", pieces) for pieces in ((card,), (mat,), (card, mat))]
    seen = [(found["has_gutterfold"], len(found["loose"])) for found in of_parts]
    assert seen == [(True, 0), (False, 1), (True, 1)]
    assert [found["trial"] for found in of_parts] == [()] * 3
    assert facts_of("long-edge", (card, mat))["loose"] == []


@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a2", "plotter"])
def test_the_first_page_has_the_size_of_the_paper_except_on_a_roll(paper: str) -> None:
    size = papers()[paper]
    (page,) = placeholder(size, (), "none", ()).pieces
    assert page.size == pytest.approx(A4.leaf if size.roll else (size.width, size.height))


def test_the_page_is_enlarged_for_a_large_sheet() -> None:
    leaf = Part("how-to", "How to", (piece("how-to", 210, 297, bleed=0, back=False),))
    (page,) = on_paper(leaf, papers()["a2"]).pieces
    (use,) = page.front.items
    assert isinstance(use, Use)
    assert use.matrix == pytest.approx((2, 0, 0, 2, 0, 0))
    assert on_paper(leaf, A4) is leaf
    assert on_paper(leaf, papers()["plotter"]) is leaf


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "none", "gutterfold"])
def test_a_kit_without_backs_has_no_trial(backs: Backs) -> None:
    found = facts_of(backs, (piece("card", 63.5, 88.9, back=False),))
    assert (found["has_backs"], found["trial"]) == (False, ())


def test_the_trial_is_the_first_front_and_back_with_pieces_on_both() -> None:
    found = facts_of(
        "long-edge", (piece("mat", 180, 250, back=False),), (piece("card", 63.5, 88.9, 12),)
    )
    assert (found["has_backs"], found["trial"]) == (True, (3, 4))


def test_with_one_sided_printing_only_second_faces_in_play_count_as_backs() -> None:
    tile = piece("tile", 30, 30, two_sided=True)
    card = piece("card", 63.5, 88.9)
    assert facts_of("none", (tile,))["has_backs"] is True
    assert facts_of("none", (tile,))["trial"] == ()
    assert facts_of("none", (card,))["has_backs"] is False


def test_with_one_sided_printing_it_is_said_what_has_two_faces_and_what_has_blank_backs() -> None:
    tile = replace(piece("tile", 30, 30, two_sided=True), title="Tiles")
    card, plain = piece("card", 63.5, 88.9), piece("plain", 63.5, 88.9, back=False)

    def found(backs: Backs, *pieces: Piece) -> tuple[list[str], bool]:
        seen = facts_of(backs, pieces)
        return seen["loose"], seen["has_blank_backs"]

    assert found("none", tile, card) == (["Tiles"], True)
    assert found("none", tile, plain) == (["Tiles"], False)
    assert found("long-edge", tile, card) == found("gutterfold", tile, card) == ([], False)


@pytest.mark.parametrize(
    ("shapes", "crop_marks", "outlines"),
    [("square", True, False), ("round", False, True), ("square round", True, True)],
)
def test_crop_marks_and_outlines_are_explained_if_pieces_have_them(
    shapes: str, crop_marks: bool, outlines: bool
) -> None:
    disc = ellipse(Rect(0, 0, 30 * MM, 30 * MM))
    kinds = {"square": piece("square", 30, 30), "round": piece("round", 30, 30, trim=disc)}
    found = facts_of("none", tuple(kinds[shape] for shape in shapes.split()))
    assert (found["has_crop_marks"], found["has_outlines"]) == (crop_marks, outlines)


def test_round_corners_are_explained_and_other_outlines_are_none() -> None:
    card = piece("card", 60, 90, trim=rectangle(Rect(0, 0, 60 * MM, 90 * MM), 3 * MM))
    disc = piece("disc", 30, 30, trim=ellipse(Rect(0, 0, 30 * MM, 30 * MM)))
    assert facts_of("none", (disc, card))["has_round_corners"] is True
    assert facts_of("none", (disc, piece("plain", 60, 90)))["has_round_corners"] is False
    alone = facts_of("none", (card,))
    assert (alone["has_crop_marks"], alone["has_outlines"]) == (True, False)


def test_a_piece_that_fills_the_sheet_is_not_cut() -> None:
    found = facts_of("none", (piece("aid", 210, 297, bleed=0, back=False),))
    assert (found["has_crop_marks"], found["has_outlines"]) == (False, False)


@pytest.mark.parametrize(
    ("width", "height", "back", "large"),
    [(70, 120, False, False), (188, 90, False, True), (188, 188, True, False)],
)
def test_a_large_piece_with_a_blank_back_is_a_board(
    width: float, height: float, back: bool, large: bool
) -> None:
    assert facts_of("long-edge", (piece("one", width, height, back=back),))["has_large"] is large


def test_tiles_of_any_shape_have_crop_marks_and_are_joined() -> None:
    disc = ellipse(Rect(0, 0, 250 * MM, 250 * MM))
    found = facts_of("none", (piece("disc", 250, 250, trim=disc),))
    assert (found["has_tiles"], found["has_crop_marks"], found["has_outlines"]) == (True,) * 3
    assert facts_of("none", (piece("card", 60, 90),))["has_tiles"] is False


def test_folds_are_explained_if_a_piece_has_one() -> None:
    plain, folded = piece("card", 60, 90), piece("standee", 30, 90)
    inner = replace(folded.front, items=laid_out(FOLDED).items)
    deep = replace(folded, front=replace(folded.front, items=(Group((Use(inner),)),)))
    assert facts_of("none", (plain,))["has_folds"] is False
    assert facts_of("none", (plain,), (deep,))["has_folds"] is True


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_tiled_board_is_listed_with_its_sheets_and_how_to_join_them(
    plain: KitSearchPath, paper: str, tmp_path: Path
) -> None:
    assert plain.data
    assert plain.templates
    board = "  - {id: board, title: Board, part: boards, front: board.xml}\n"
    (plain.data / "plain" / "game.yaml").write_text(MANIFEST + board, encoding="utf-8")
    (plain.templates / "plain" / "board.xml").write_text(
        '<board width="300" height="260" fill="sky"/>', encoding="utf-8"
    )
    words = how_to_of(plain, "plain", tmp_path / "out", paper=paper)
    assert "300 × 260 mm, 1 × 2 tiles" in words
    assert "2 sheets, " in words
    assert "comes in tiles" in words
    assert "5 pages" in words


def test_a_line_of_a_long_list_has_room_for_its_sizes_and_its_note(
    plain: KitSearchPath, tmp_path: Path
) -> None:
    """Two lines in a cell keep clear of each other, and so of the lines around them."""
    note = "Any long note about what all of these many pieces are good for, to take two lines."
    more = "".join(
        f"  - {{id: c{number}, title: Card {chr(65 + number)}, part: cards, front: card.xml}}\n"
        for number in range(15)
    )
    bits = (
        f"  - {{id: bit, title: Bits, part: cards, each: bits, front: bit.xml, note: {note!r}}}\n"
    )
    tables = "tables: {bits: {file: bits.csv, fields: {id: {type: id}, wide: {type: number}}}}\n"
    for name, words in (
        ("data/plain/game.yaml", MANIFEST + more + bits + tables),
        ("data/plain/bits.csv", "id,wide\na,322.5\nb,40\nc,50\n"),
        ("templates/plain/bit.xml", '<card width="{{ row.wide }}" height="102.5" fill="sky"/>'),
    ):
        (tmp_path / name).write_text(words, encoding="utf-8")
    built = build(request_for("plain", plain, tmp_path / "out"))
    with pypdfium2.PdfDocument(built.folder / built.files[0].path) as pdf:
        text = pdf[0].get_textpage()
        for upper, lower in (("322.5", "tiles"), ("Any long", "to take two lines.")):
            above, below = find_line(text, upper), find_line(text, lower)
            assert above[1] - below[3] > 0.2 * (below[3] - below[1])


def test_notes_of_two_lines_keep_apart_from_the_next_ones(
    plain: KitSearchPath, tmp_path: Path
) -> None:
    more = "".join(
        f"  - {{id: c{n}, title: Card {chr(64 + n)}, part: cards, front: card.xml, "
        f"note: Start{n} of a long note about what all these pieces are good for at the end{n}}}\n"
        for n in range(1, 16)
    )
    (tmp_path / "data/plain/game.yaml").write_text(MANIFEST + more, encoding="utf-8")
    built = build(request_for("plain", plain, tmp_path / "out"))
    with pypdfium2.PdfDocument(built.folder / built.files[0].path) as pdf:
        text = pdf[0].get_textpage()
        first, last, following = (find_line(text, words) for words in ("Start1", "end1", "Start2"))
    assert last[3] < first[1]
    assert last[1] - following[3] > first[1] - last[3] + 1


def test_the_title_keeps_clear_of_the_figures_beside_it(
    plain: KitSearchPath, tmp_path: Path
) -> None:
    manifest = present(plain.data) / "plain" / "game.yaml"
    title = "Wandering Woodland Moles"
    manifest.write_text(MANIFEST.replace("Plain", title), encoding="utf-8")
    built = build(request_for("plain", plain, tmp_path / "out"))
    with pypdfium2.PdfDocument(built.folder / built.files[0].path) as pdf:
        text = pdf[0].get_textpage()
        _, _, right, _ = find_line(text, "Moles")
        figures = (210 - 13 - 6 - 5 * 17.2 - 4 * 1.8) * MM
    assert 5 * MM < figures - right < 12 * MM


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("backs", ["long-edge", "none"])
def test_a_kit_of_fronts_has_no_text_about_backs_boards_or_rules(
    plain: KitSearchPath, backs: str, paper: str, tmp_path: Path
) -> None:
    words = how_to_of(plain, "plain", tmp_path / "out", backs=backs, paper=paper)
    assert "Print one side only." in words
    for absent in ("edge.", "Second", "Backs", "lue", "Boards", "Round", "rules", "What it is"):
        assert absent not in words


def test_a_part_named_like_its_only_component_is_listed_once(
    plain: KitSearchPath, tmp_path: Path
) -> None:
    assert how_to_of(plain, "plain", tmp_path / "out").count("Cards") == 1


def test_sleeves_are_counted_for_all_sets_if_a_piece_is_a_card(
    plain: KitSearchPath, tmp_path: Path
) -> None:
    sleeves = "Sleeves that fit the cards, by the size on the packet: 36 for 63.5 × 88 mm."
    words = how_to_of(plain, "plain", tmp_path / "out", copies=2)
    assert f"{sleeves} In sleeves with coloured backs, thin paper" in words
    game = tmp_path / "data/plain/game.yaml"
    game.write_text(game.read_text().replace("copies: 18", "back: card.xml, copies: 18"))
    words = how_to_of(plain, "plain", tmp_path / "out", copies=2)
    assert f"{sleeves} Print on both sides" in words
    assert "leeves" not in how_to_of(plain, "plain", tmp_path / "out", scale=0.5)


def test_for_several_sets_the_first_page_counts_all_of_them(tmp_path: Path) -> None:
    """Nothing else changes: people print the same sheets as often."""
    workshop = Workshop(tmp_path)
    assert workshop.build().code == 0
    file = workshop.out / "tidewrack" / "tidewrack-print-a4.pdf"
    one = first_page(file)
    assert "sets" not in one
    built = workshop.build("--copies", "12")
    assert "for 12 sets, choose 12 copies when you print each file" in built.out
    twelve = first_page(file)
    for words in ("10 pages", "5 sheets", "28 pieces", "28 straight cuts"):
        assert words in one
    for words in ("120 pages", "60 sheets", "336 pieces", "336 straight cuts", "For 12 sets"):
        assert words in twelve
    manifest = json.loads((workshop.out / "tidewrack/manifest.json").read_text(encoding="utf-8"))
    assert manifest["options"]["copies"] == 12
    assert (
        sum(entry["copies"] for entry in manifest["pieces"] if entry["component"] != "how-to") == 28
    )


def test_a_kit_with_everything_has_all_the_instructions(tmp_path: Path) -> None:
    words = how_to_of(KitSearchPath(KITS / "data", KITS / "templates"), "tidewrack", tmp_path)
    assert "Lay it all out, and play" in words  # it has no box
    for phrase in (
        "turn over on the long edge",
        "Try pages 5 and 6 first",
        "Boards last longer on grey board",
        "Round and other odd shapes",
        "Backs lie behind their fronts",
        "The rules are at hand: tidewrack-rulebook-a4.pdf",
    ):
        assert phrase in words


def test_the_blank_back_of_the_first_page_is_not_mentioned(
    plain: KitSearchPath, tmp_path: Path
) -> None:
    """A kit of a single deck has no sheet to print separately, and its picture leaves room for text."""
    manifest_file = tmp_path / "data/plain/game.yaml"
    note = "Shuffle them into one deck."
    text = MANIFEST.replace("copies: 18}", f"copies: 18, back: card.xml, note: {note}}}")
    manifest_file.write_text(text, encoding="utf-8")
    built = build(request_for("plain", plain, tmp_path / "out"))
    page = first_page(built.folder / built.files[0].path)
    assert "Backs lie behind their fronts" in page
    assert "blank" not in page
    with pypdfium2.PdfDocument(built.folder / built.files[0].path) as pdf:
        lines = pdf[0].get_textpage().get_text_bounded().splitlines()
    assert any(line.endswith("Shuffle them into one") for line in lines)


def test_without_a_duplex_printer_both_faces_are_glued(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    assert workshop.build("--backs", "none", "--ink", "low").code == 0
    words = first_page(workshop.out / "tidewrack" / "tidewrack-print-a4.pdf")
    assert "Second faces come on sheets of their own." in words
    assert "These have two faces: Counters. Cut out both and glue them back to back" in words
    assert "Try pages" not in words


@pytest.mark.parametrize("paper", ["a4", "letter", "plotter"])
def test_with_gutterfold_gluing_comes_before_cutting(paper: str, tmp_path: Path) -> None:
    words = how_to_of(
        KitSearchPath(KITS / "data", KITS / "templates"),
        "tidewrack",
        tmp_path,
        backs="gutterfold",
        paper=paper,
    )
    assert words.index("Fold and glue") < words.index("Cut")
    for phrase in (
        "Backs lie beside their fronts",
        "Before cutting, score the dashed line",
        "so that both sides show",
        "Cut only what is glued and dry",
    ):
        assert phrase in words
    assert "turn over on" not in words


def test_the_pages_are_tagged_and_pieces_on_them_are_figures(tmp_path: Path) -> None:
    built = build(request_for("grumbles", BUILT_IN, tmp_path))
    with pikepdf.open(built.folder / built.files[0].path) as pdf:
        assert tree_faults(pdf) == []
        found = [(str(each["/S"])[1:], each) for each in elements(pdf)]
        rows = [len(row["/K"]) for role, row in found if role == "TR"]
        kinds = [str(each["/Alt"]) for role, each in found if role == "Figure"]
    roles = [role for role, _ in found]
    assert roles[1] == "H1"
    assert roles.count("H2") == 3
    assert set(rows) == {6}
    assert roles.count("L") == 2
    assert "Goof tokens" in kinds
    assert any(alt.startswith("Push (Grumble tiles)") for alt in kinds)
    assert "Push" not in first_page(built.folder / built.files[0].path)
