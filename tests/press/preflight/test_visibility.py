"""Tests of the visual check: rasterized pages show all content in place, and every deliberate fault."""

import re
from collections.abc import Callable
from dataclasses import replace
from math import ceil
from pathlib import Path as FilePath

import pikepdf
import pytest

from generator.base.units import MM, Rect
from generator.press.imposition.duplex import Backs
from generator.press.pieces.piece import Piece
from generator.press.preflight.visual.proof import Proof, prove
from generator.press.preflight.visual.raster import PIXEL, Window
from generator.press.scene.items import Group, Path
from generator.press.scene.paths import ellipse, polygon, rectangle
from tests.kinds import present
from tests.press.imposition.making import papers, piece
from tests.press.preflight.proving import NAME, Kit, card, line, on_page, slugs, text

Break = Callable[[pikepdf.Pdf], None]


def two_faced(copies: int = 3) -> Piece:
    """A card with a white back but for some text and a corner, as printed with --ink low."""
    one = card(copies)
    assert one.back
    corner = Path(polygon([(20, 200), (60, 200), (20, 225)]), fill="#884422")
    back = replace(one.back, items=(text("Grimoire", 20, 30), corner))
    return replace(one, back=back)


def check_pages(folder: FilePath, kit: Kit, *breaks: Break) -> Proof:
    """The visual check of a kit whose finished file was changed and its checksum corrected."""
    kit.built()
    with pikepdf.open(folder / NAME, allow_overwriting_input=True) as pdf:
        for change in breaks:
            change(pdf)
        pdf.save()
    kit.proved()
    return prove(folder)


def moved(page: int, *matrix: float) -> Break:
    """Draw a page (from 1) under a matrix about its centre; lengths are millimetres."""
    a, b, c, d, x, y = matrix

    def change(pdf: pikepdf.Pdf) -> None:
        _, _, width, height = (float(value) / 2 for value in pdf.pages[page - 1].mediabox)
        figures = (a, b, c, d, x * MM + width, y * MM + height)
        under = f"q {' '.join(map(str, figures))} cm 1 0 0 1 {-width} {-height} cm"
        pdf.pages[page - 1].contents_add(under.encode(), prepend=True)
        pdf.pages[page - 1].contents_add(b"Q")

    return change


def swapped(pdf: pikepdf.Pdf) -> None:
    """Swap the backs of the first two sheets."""
    second, fourth = pdf.pages[1], pdf.pages[3]
    pdf.pages[1], pdf.pages[3] = fourth, second


def messages_of(proof: Proof, slug: str = "proof-seen") -> str:
    slugs(proof.faults)
    return "\n".join(str(fault) for fault in proof.faults if fault.check == slug)


@pytest.mark.parametrize(
    ("backs", "paper"), [("long-edge", "a4"), ("short-edge", "letter"), ("none", "a4")]
)
def test_all_faces_of_a_good_kit_are_in_place(tmp_path: FilePath, backs: Backs, paper: str) -> None:
    arrow = polygon([(0, 0), (60, 20), (60, 90), (30, 60), (0, 90)])
    page_size = papers()[paper].width / MM, papers()[paper].height / MM
    pieces = [
        two_faced(11),
        piece("disc", 25, 25, 9, trim=ellipse(Rect(0, 0, 25 * MM, 25 * MM))),
        piece("arrow", 60 / MM, 90 / MM, 5, trim=arrow, two_sided=True),
        piece("mat", 260, 100, 2),
        piece("board", 420, 330),
        piece("howto", *page_size, bleed=0, back=False),
    ]
    kit = Kit(tmp_path, pieces, backs, paper)
    proof = check_pages(tmp_path, kit)
    assert proof.faults == ()
    assert proof.visibility.faces == sum(len(sheet.placements) for sheet in kit.sheets)
    assert proof.visibility.backs == (0 if backs == "none" else 11 + 9 + 5 + 2 + 4)
    assert proof.visibility.worst < 0.01
    assert proof.visibility.flaps == (4 if backs == "none" else 8)
    assert proof.ruler == pytest.approx(50, abs=0.05)
    assert "proof" not in str(proof)


@pytest.mark.parametrize(
    ("backs", "matrix", "words"),
    [
        ("long-edge", (1, 0, 0, 1, 0.5, 0), "0.5 mm off its front"),
        ("short-edge", (1, 0, 0, 1, 0, -0.5), "0.5 mm off its front"),
        ("long-edge", (1, 0, 0, 1, 2, 2), "2.8 mm off its front"),
        ("long-edge", (-1, 0, 0, -1, 0, 0), "upside down behind its front"),
        ("short-edge", (-1, 0, 0, -1, 0, 0), "upside down behind its front"),
        ("long-edge", (-1, 0, 0, 1, 0, 0), "mirrored behind its front"),
        ("long-edge", (0.99, 0, 0, 0.99, 0, 0), "mm off its front"),
        ("short-edge", (1, 0, 0, 1, 50, 0), "does not appear behind its front"),
    ],
)
def test_a_moved_rotated_or_scaled_back_page_is_found(
    tmp_path: FilePath, backs: Backs, matrix: tuple[float, ...], words: str
) -> None:
    proof = check_pages(tmp_path, Kit(tmp_path, [two_faced()], backs), moved(2, *matrix))
    assert words in messages_of(proof)
    assert 'page 2: Ada "ada" (back): copy' in messages_of(proof)


def test_a_tenth_of_a_millimetre_is_measured(tmp_path: FilePath) -> None:
    proof = check_pages(tmp_path, Kit(tmp_path, [two_faced()]), moved(2, 1, 0, 0, 1, 0.1, 0))
    assert re.search(r"appears 0\.1\d? mm off its front", messages_of(proof))
    assert proof.visibility.worst == pytest.approx(0.1, abs=0.03)


def test_a_moved_front_page_is_found(tmp_path: FilePath) -> None:
    proof = check_pages(tmp_path, Kit(tmp_path, [two_faced()]), moved(1, 1, 0, 0, 1, 0.5, 0))
    assert "0.5 mm off its place" in messages_of(proof)


def test_swapped_pages_are_found(tmp_path: FilePath) -> None:
    first, second = two_faced(9), replace(two_faced(9), id="bob", title="Bob")
    assert second.back
    back = replace(second.back, items=(text("Another", 20, 30),))
    kit = Kit(tmp_path, [first, replace(second, back=back)])
    proof = check_pages(tmp_path, kit, swapped)
    assert "page 2: has the caption of page 4 of 4" in messages_of(proof, "proof-order")


def test_a_copy_with_the_back_of_another_piece_is_found(tmp_path: FilePath) -> None:
    first, second = two_faced(8), replace(two_faced(1), id="bob", title="Bob")
    assert second.back
    back = replace(second.back, items=(text("Another", 20, 30),))
    kit = Kit(tmp_path, [first, replace(second, back=back)])

    def exchanged(pdf: pikepdf.Pdf) -> None:
        page = pdf.pages[1]
        names = [str(name) for name in page.obj["/Resources"]["/XObject"]]
        content = page.obj["/Contents"].read_bytes().decode("latin-1")
        one, other = sorted({name for name in names if f"{name} Do" in content})
        content = content.replace(f"{one} Do", f"{other} Do", 1)
        page.obj["/Contents"] = pdf.make_stream(content.encode("latin-1"))

    assert "looks different from the first copy" in messages_of(
        check_pages(tmp_path, kit, exchanged)
    )


def test_a_mark_on_a_piece_is_found(tmp_path: FilePath) -> None:
    kit = Kit(tmp_path, [two_faced()])
    x, y = (value / MM for value in kit.sheets[0].placements[0].rect[:2])
    thin = replace(line((x + 30, y + 60), (x + 34, y + 60)), stroke=None)
    stroke = replace(present(line((0, 0), (1, 1)).stroke), color="#3c3c3c", width=0.15 * MM)
    kit.built(paint=on_page(1, replace(thin, stroke=stroke)))
    assert "has something on it" in messages_of(prove(tmp_path))


def test_a_mark_in_the_corner_outside_a_round_cut_is_allowed(tmp_path: FilePath) -> None:
    disc = piece("disc", 40, 40, trim=ellipse(Rect(0, 0, 40 * MM, 40 * MM)), back=False)
    kit = Kit(tmp_path, [disc])
    x, y = (value / MM for value in kit.sheets[0].placements[0].rect[:2])
    kit.built(paint=on_page(1, line((x + 1, y + 1), (x + 4, y + 4))))
    assert prove(tmp_path).faults == ()


def test_overlapping_pieces_are_found(tmp_path: FilePath) -> None:
    kit = Kit(tmp_path, [two_faced()])
    x, y, width, height = kit.sheets[0].placements[0].rect
    other = Path(rectangle(Rect(x + width - 10, y, 40, height)), fill="#202020")
    kit.built(paint=on_page(1, other))
    assert 'page 1: Ada "ada" (front): copy 1' in messages_of(prove(tmp_path))


def test_a_flap_that_differs_from_its_neighbour_is_found(tmp_path: FilePath) -> None:
    kit = Kit(tmp_path, [piece("board", 420, 330, back=False)])
    tile = kit.sheets[0].placements[0]
    shown = present(tile.tile).shown
    flap = Rect(shown.right - 6 * MM, shown.y, 6 * MM, shown.height)
    stain = Group((Path(rectangle(flap), fill="#202020"),), tile.matrix)
    kit.built(paint=on_page(1, stain))
    assert "its flap at the right does not match the neighbouring tile" in messages_of(
        prove(tmp_path)
    )


def test_a_tile_at_the_wrong_scale_is_found(tmp_path: FilePath) -> None:
    board = replace(two_faced(1), id="board")
    large = replace(board, front=replace(board.front, width=420 * MM, height=330 * MM), back=None)
    proof = check_pages(tmp_path, Kit(tmp_path, [large]), moved(1, 0.99, 0, 0, 0.99, 0, 0))
    assert 'Ada "board" (front, tile A1)' in messages_of(proof)


@pytest.mark.parametrize(("scale", "words"), [(0.97, "48.5 mm long"), (0.5, "has no ruler")])
def test_an_inaccurate_ruler_is_found(tmp_path: FilePath, scale: float, words: str) -> None:
    proof = check_pages(tmp_path, Kit(tmp_path, [two_faced()]), moved(1, scale, 0, 0, scale, 0, 0))
    assert words in messages_of(proof, "proof-ruler")


def test_faces_too_plain_to_measure_are_counted(tmp_path: FilePath) -> None:
    Kit(tmp_path, [piece("plain", 30, 30, 4)]).built()
    proof = prove(tmp_path)
    assert proof.faults == ()
    assert "8 faces too plain to measure" in str(proof)


def test_text_close_to_a_mark_or_art_is_reported(tmp_path: FilePath) -> None:
    kit = Kit(tmp_path, [card(4)], paper="a4")
    assert kit.built() == ()
    assert [line for line in prove(tmp_path).findings if "text is less than" in line] == []
    kit.built(on_page(1, line((10, 285), (10, 287))))
    (finding,) = (line for line in prove(tmp_path).findings if "text is less than" in line)
    assert "on 1 of 2 pages" in finding
    assert re.search(r"on page 1 [01]\.\d mm", finding)


def _first_picture(pdf: pikepdf.Pdf) -> pikepdf.Object:
    return pdf.Root.StructTreeRoot.K.K[0]


def _loses_its_words(pdf: pikepdf.Pdf) -> None:
    del _first_picture(pdf)["/Alt"]


def _loses_its_content(pdf: pikepdf.Pdf) -> None:
    _first_picture(pdf)["/K"] = pikepdf.Array()


def _changes_parents(pdf: pikepdf.Pdf) -> None:
    parents = pdf.Root.StructTreeRoot.ParentTree.Nums[1]
    parents[0] = parents[1]


def _writes_unmarked(pdf: pikepdf.Pdf) -> None:
    pdf.pages[0].contents_add(b"BT /F1+0 8 Tf <01> Tj ET")


def _loses_its_structure(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/StructTreeRoot"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (_loses_its_words, "a picture without a description"),
        (_loses_its_content, "content that no element lists"),
        (_changes_parents, "or that points to another"),
        (_writes_unmarked, "neither tagged nor an artifact"),
        (_loses_its_structure, "is marked as tagged, but has no structure"),
    ],
)
def test_broken_tags_are_reported(tmp_path: FilePath, change: Break, words: str) -> None:
    kit = Kit(tmp_path, [card(4)])
    assert check_pages(tmp_path, kit).tags == {NAME: "8 pictures"}
    assert words in messages_of(check_pages(tmp_path, kit, change), "proof-tag")


def test_what_lies_far_beside_a_page_is_not_looked_at() -> None:
    page = (210.0, 297.0)
    room, (across, down) = round(50 / PIXEL), (ceil(side / PIXEL) for side in page)
    on_page = Window(10, 20, 300, 400)
    assert on_page.near(page) == on_page
    long = Window(10, -5000, 300, 30_000)
    assert long.near(page) == Window(10, -room, 300, down + 2 * room)
    off_page = Window(across + room + 10, 0, 300, 400)
    assert off_page.near(page) == off_page  # it is missed, and told
