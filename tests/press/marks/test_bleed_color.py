"""Tests of bleed colours: the colour around a cut, and neighbours of one colour that share a cut."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.base.units import MM, Rect
from generator.press.imposition.sheet_plans import plan_sheets
from generator.press.instructions.work_estimate import estimate_work
from generator.press.marks.bleed import edge_color, rim_of
from generator.press.pieces.piece import Piece
from generator.press.scene.paths import ellipse
from tests.press.imposition.making import papers, part, piece
from tests.press.scene.drawing import laid_out

CARD = '<card width="30" height="30" fill="{}">{}</card>'
RED = "#cc0000"


def drawn(inner: str = "", fill: str = "red") -> Piece:
    return replace(piece("one", 30, 30, back=False), front=laid_out(CARD.format(fill, inner)))


@pytest.mark.parametrize(
    "inner",
    [
        "",
        '<rect inset="3" fill="sky"/>',
        '<rect inset="1.5" stroke="ink" line="0.3"/>',
        '<ellipse cx="15" cy="15" r="12" fill="sky"/>',
        '<rect inset="-3" fill="sky"/><rect inset="-3" fill="red"/>',
        '<group inset="4" clip="box"><line x1="-9" y1="9" x2="40" y2="9" stroke="ink"/></group>',
        '<group inset="4" clip="box"><text x="-9" y="2" width="20" size="9" decor="yes">word</text></group>',
        '<group inset="4"><group inset="1" clip="box"><rect inset="-2" fill="sky"/></group></group>',
        '<line x1="-3" y1="9" x2="33" y2="9" stroke="red"/>',
        '<text inset="4" size="9">word</text>',
    ],
)
def test_art_clear_of_the_cut_keeps_the_edge_colour(inner: str) -> None:
    assert edge_color(drawn(inner).front) == edge_color(drawn().front) != None  # noqa: E711


@pytest.mark.parametrize(
    "inner",
    [
        '<rect x="-3" y="-3" width="36" height="8" fill="sky"/>',
        '<rect inset="0.5" stroke="ink" line="0.3"/>',
        '<line x1="-3" y1="9" x2="33" y2="9" stroke="ink"/>',
        '<ellipse cx="0" cy="15" r="4" fill="sky"/>',
        '<rect inset="-3" radius="5" fill="sky"/>',
        '<group turn="20"><rect inset="1.5" fill="sky"/></group>',
        '<group inset="4"><group><line x1="-9" y1="5" x2="4" y2="5" stroke="ink"/></group></group>',
    ],
)
def test_art_at_the_cut_leaves_no_edge_colour(inner: str) -> None:
    assert edge_color(drawn(inner).front) is None


def test_bare_paper_has_a_white_edge_colour() -> None:
    assert edge_color(drawn(fill="none").front) == "#ffffff"


def test_edge_colours_are_compared_on_both_faces() -> None:
    one, other = drawn(), drawn(fill="sky")
    striped = drawn('<line x1="-3" y1="9" x2="33" y2="9" stroke="ink"/>')
    assert rim_of(one) == rim_of(drawn()) is not None
    assert rim_of(one) != rim_of(other)
    assert rim_of(striped) is None
    backed = replace(one, back=other.front)
    assert rim_of(backed) == rim_of(replace(drawn(), back=other.front)) is not None
    assert rim_of(backed) != rim_of(one)
    assert rim_of(replace(one, back=striped.front)) is None
    disc = ellipse(Rect(0, 0, 30 * MM, 30 * MM))
    assert rim_of(replace(one, front=replace(one.front, trim=disc))) is None


@pytest.mark.parametrize(
    ("inner", "cuts"),
    [
        ("", 3 + 3),  # two by two, edge to edge
        (
            '<line x1="-3" y1="9" x2="33" y2="9" stroke="ink"/>',
            4 + 4,
        ),  # a gutter, cut on both sides
    ],
)
def test_neighbours_with_the_same_edge_colour_share_a_cut(inner: str, cuts: int) -> None:
    token = replace(piece("token", 80, 100, 4, back=False))
    size = CARD.replace('width="30" height="30"', 'width="80" height="100"')
    token = replace(token, front=laid_out(size.format("red", inner)))
    sheets = plan_sheets([part(token)], papers()["a4"], "none")
    assert estimate_work(sheets, [token]).cuts == cuts


def tokens(name: str, copies: int, fill: str) -> Piece:
    size = CARD.replace('width="30" height="30"', 'width="95" height="65"')
    token = piece(name, 95, 65, copies, back=False)
    return replace(token, front=laid_out(size.format(fill, "")))


def test_only_neighbours_of_different_colours_have_two_cuts() -> None:
    deck = [tokens("red", 4, "red"), tokens("sky", 2, "sky")]
    (sheet,) = plan_sheets([part(*deck)], papers()["a4"], "none")
    rects = [placement.rect for placement in sheet.placements]
    tops = [(rect.y - rects[0].y) / MM for rect in rects[::2]]
    assert tops == pytest.approx([0, 65, 65 + 65 + 6])  # three rows, the last with room for bleed
    assert rects[1].x == pytest.approx(rects[0].right)
    assert estimate_work([sheet], deck).cuts == 3 + 5
    one, _, three, _, five, _ = (face.box for face in sheet.faces)
    assert one.bottom == pytest.approx(rects[2].y)
    assert three.bottom == pytest.approx(five.y)


def test_a_colour_change_within_a_row_separates_columns_and_rows() -> None:
    deck = [tokens("red", 3, "red"), tokens("sky", 1, "sky")]
    (sheet,) = plan_sheets([part(*deck)], papers()["a4"], "none")
    first, second, third, _ = (placement.rect for placement in sheet.placements)
    assert second.x - first.right == pytest.approx(6 * MM)
    assert third.y - first.bottom == pytest.approx(6 * MM)
    assert estimate_work([sheet], deck).cuts == 4 + 4
