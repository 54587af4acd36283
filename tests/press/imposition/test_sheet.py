"""Tests of names of sheets and faces, for screen readers and for searching."""

from __future__ import annotations

from dataclasses import replace

from generator.press.imposition.sheet import picture_of, sheet_title
from tests.press.imposition.making import font, impose, papers, part, piece
from tests.press.preflight.proving import text, with_items


def test_a_face_is_described_by_piece_side_and_text() -> None:
    card = with_items(piece("ada", 60, 90), text("Ada Lovelace", 4, 8))
    card = replace(card, id="card/ada", title="Card", label="Ada")
    assert picture_of(card, card.front, "front").alt == "Card: Ada. Ada Lovelace"
    assert card.back
    assert picture_of(card, card.back, "back").alt == "Card: Ada, back"


def test_a_card_is_described_by_its_row_and_face() -> None:
    lines = [text(line, 4, 8 + 5 * at) for at, line in enumerate(
        ("3", "Ada Lovelace", "Old Mill · Ultimate", "Draw a card.", "cost 3"))]  # fmt: skip
    facts = (("cost", "3"), ("pool", "Old Mill"), ("", "ultimate"), ("rank", "7"))
    card = replace(with_items(piece("ada", 60, 90), *lines), title="Cards", label="Ada Lovelace")
    card = replace(card, facts=facts)
    assert picture_of(card, card.front, "front").alt == (
        "Ada Lovelace (Cards): cost 3, pool Old Mill, ultimate. Draw a card."
    )
    assert card.back
    assert picture_of(card, card.back, "back").alt == "Cards: Ada Lovelace, back"


def test_the_text_of_a_long_card_is_not_cut() -> None:
    lines = [text(f"Rule {number} of this card.", 4, 8) for number in range(40)]
    card = replace(with_items(piece("ada", 60, 90), text("3", 4, 8), *lines), label="Ada")
    spoken = picture_of(replace(card, facts=(("cost", "3"),)), card.front, "front").alt
    assert spoken.endswith("Rule 39 of this card.")


def test_every_face_on_a_sheet_has_alternative_text() -> None:
    sheets = impose(
        [part(piece("a", 60, 90, 9))], papers()["a4"], "long-edge", title="Kit", font=font()
    )
    alts = [
        [tag.alt for item in sheet.scene.items for tag in getattr(item, "tags", ())]
        for sheet in sheets
    ]
    assert alts == [["A"] * 9, ["A, back"] * 9]


def test_a_sheet_is_named_after_its_pieces() -> None:
    kinds = [piece(name, 60, 90) for name in ("a", "b", "a", "c", "d", "e")]
    assert sheet_title(kinds[:3], "front") == "A, B"
    assert sheet_title(kinds, "back") == "A, B, C and 2 more (back)"
    assert sheet_title([], "back") == "empty (back)"
