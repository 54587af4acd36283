"""Tests of imposition: sheets in print order, captions, crop marks and clipping of bleed."""

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Matrix, Rect
from generator.press.imposition.duplex import Backs
from generator.press.imposition.sheet import Sheet
from generator.press.paper import Paper
from generator.press.pieces.piece import Part
from generator.press.scene.items import Anchor, GlyphRun, Group, Item, Path, Use
from generator.press.scene.paths import bounds, overlap, touches
from tests.kinds import of_kind
from tests.press.imposition.making import clips, font, impose, in_mm, papers, part, piece

A4 = papers()["a4"]


def sheets_of(*parts: Part, backs: Backs = "long-edge", paper: Paper = A4) -> tuple[Sheet, ...]:
    return impose(parts, paper, backs, title="Grumbles and Goofs", font=font())


def faces(sheet: Sheet) -> list[Group]:
    return [item for item in sheet.scene.items if isinstance(item, Group) and item.clip]


def captions(sheet: Sheet) -> list[GlyphRun]:
    groups = [item for item in sheet.scene.items if isinstance(item, Group) and not item.clip]
    return [item for group in groups for item in group.items if isinstance(item, GlyphRun)]


def test_fronts_and_backs_alternate_and_parts_share_no_sheet() -> None:
    cards, tiles = part(piece("card", 63.5, 88.9, 10)), part(piece("tile", 25, 25), name="tiles")
    sheets = sheets_of(cards, tiles)
    assert [(sheet.part, sheet.side, len(sheet.placements)) for sheet in sheets] == [
        ("cards", "front", 9), ("cards", "back", 9),
        ("cards", "front", 1), ("cards", "back", 1),
        ("tiles", "front", 1), ("tiles", "back", 1),
    ]  # fmt: skip


def test_a_front_without_backs_is_followed_by_a_labelled_blank_page() -> None:
    board = part(piece("board", 150, 150, back=False), name="board")
    sheets = sheets_of(board, part(piece("card", 60, 90)))
    assert [len(sheet.placements) for sheet in sheets] == [1, 0, 1, 1]
    assert "this side stays empty" in captions(sheets[1])[0].text


def test_a_file_without_backs_has_fronts_only() -> None:
    board = part(piece("board", 150, 150, back=False), name="board")
    assert [sheet.side for sheet in sheets_of(board)] == ["front"]


def test_with_backs_none_second_faces_in_play_follow_their_fronts() -> None:
    tile, card = piece("tile", 25, 25, 2, two_sided=True), piece("card", 25, 25)
    sheets = sheets_of(part(tile, card), backs="none")
    assert [sheet.side for sheet in sheets] == ["front", "front"]
    assert [(p.piece, p.face) for p in sheets[0].placements] == [
        ("tile", "front"), ("tile", "front"), ("card", "front")
    ]  # fmt: skip
    assert [(p.piece, p.face, p.copy) for p in sheets[1].placements] == [
        ("tile", "back", 1), ("tile", "back", 2)
    ]  # fmt: skip
    assert "glued back to back" in captions(sheets[1])[0].text
    assert any(isinstance(item, Path) for item in sheets[1].scene.items)


def test_with_backs_none_two_sided_pieces_share_a_sheet_if_that_saves_one() -> None:
    """Nine among nine others would be on two sheets, each with another for second faces."""
    one, other = piece("trial", 63.5, 88.9, 5), piece("knock", 63.5, 88.9, 4)
    sheets = sheets_of(
        part(one, piece("friend", 63.5, 88.9, 9, two_sided=True), other), backs="none"
    )
    assert [{p.piece for p in sheet.placements} for sheet in sheets] == [
        {"friend"}, {"friend"}, {"trial", "knock"}
    ]  # fmt: skip


def test_with_backs_none_pieces_keep_their_order_if_that_saves_nothing() -> None:
    card, tile = piece("card", 25, 25), piece("tile", 25, 25, 2, two_sided=True)
    front, _ = sheets_of(part(card, tile), backs="none")
    assert [p.piece for p in front.placements] == ["card", "tile", "tile"]


def test_the_caption_describes_the_page() -> None:
    sheets = sheets_of(part(piece("card", 60, 90)))
    assert [captions(sheet)[0].text for sheet in sheets] == [
        "Grumbles and Goofs · Cards · front · page 1 of 2 · A4 · print at 100 %",
        "Grumbles and Goofs · Cards · back · page 2 of 2 · A4 · print at 100 %",
    ]


@pytest.mark.parametrize("backs", ["long-edge", "short-edge"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_captions_are_in_the_usable_area_and_clear_of_art(paper: str, backs: Backs) -> None:
    cards = part(piece("card", 63.5, 88.9, 9), piece("disc", 22, 22, 40))
    for sheet in sheets_of(cards, backs=backs, paper=papers()[paper]):
        group = of_kind(sheet.scene.items[-1], Group)
        for item in group.items:
            box = _box(item, group.matrix)
            assert overlap(box, papers()[paper].usable.grown(1e-6)) == box
            for clip in clips(sheet):
                shared = overlap(box, clip)
                assert shared.width * shared.height == 0


@pytest.mark.parametrize("backs", ["long-edge", "short-edge", "gutterfold"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_captions_are_3_mm_from_crop_marks_and_art(paper: str, backs: Backs) -> None:
    cards = part(piece("card", 63.5, 88.9, 9), piece("disc", 22, 22, 40), piece("map", 150, 210))
    for sheet in sheets_of(cards, backs=backs, paper=papers()[paper]):
        group = of_kind(sheet.scene.items[-1], Group)
        words = [_box(item, group.matrix).grown(3 * MM - 0.01) for item in group.items]
        crop = [item for item in sheet.scene.items if isinstance(item, Path)]
        marks = [
            bounds(pair)
            for path in crop
            for pair in zip(path.outline[::2], path.outline[1::2], strict=True)
        ]
        for box in (*marks, *clips(sheet)):
            assert not any(touches(box, each) for each in words)


def test_nine_poker_cards_on_letter_have_a_vertical_caption_at_the_side() -> None:
    sheet, *_ = sheets_of(part(piece("card", 63.5, 88.9, 9)), paper=papers()["letter"])
    matrix = of_kind(sheet.scene.items[-1], Group).matrix
    assert (matrix.a, matrix.b) == (0, -1)
    assert matrix.e == pytest.approx(6 * MM)


def test_only_the_first_sheet_has_a_ruler_and_it_is_50_mm_long() -> None:
    first, second = sheets_of(part(piece("card", 60, 90)))
    caption, other = (of_kind(sheet.scene.items[-1], Group) for sheet in (first, second))
    (ruler,) = [item for item in caption.items if isinstance(item, Path)]
    assert bounds(ruler.outline).width == pytest.approx(50 * MM)
    assert captions(first)[1].text == "50 mm"
    assert not [item for item in other.items if isinstance(item, Path)]


def test_only_outer_edges_of_adjacent_pieces_have_bleed() -> None:
    sheet, back = sheets_of(part(piece("card", 63.5, 88.9, 9)), paper=papers()["letter"])
    one, other, third, *_ = clips(sheet)
    left, middle, right, *_ = (placement.rect for placement in sheet.placements)
    assert one.right == other.x == left.right == middle.x
    assert in_mm(Rect(left.x - one.x, left.y - one.y, third.right - right.right, 0)) == (
        2.85,
        0.35,
        2.85,
        0,
    )
    clip, rect = clips(back)[0], back.placements[0].rect
    assert clip.right - rect.right == pytest.approx(2.85 * MM)
    assert clip.x == rect.x


def test_bleed_ends_at_the_usable_area() -> None:
    sheet, *_ = sheets_of(part(piece("card", 63.5, 88.9, 9)), paper=papers()["letter"])
    tops = {round(clip.y / MM, 3) for clip in clips(sheet)[:3]}
    assert tops == {6}


def test_copies_of_a_face_share_one_scene() -> None:
    sheet, *_ = sheets_of(part(piece("card", 60, 90, 4)))
    uses = [of_kind(item, Use) for face in faces(sheet) for item in face.items]
    assert len({id(use.scene) for use in uses}) == 1


def test_parts_and_their_sheets_have_bookmarks() -> None:
    sheets = sheets_of(part(piece("a", 60, 90, 12)), part(piece("b", 60, 90), name="more"))
    anchors = [
        (number, item.title, item.level)
        for number, sheet in enumerate(sheets)
        for item in sheet.scene.items
        if isinstance(item, Anchor)
    ]
    assert anchors == [
        (0, "Cards", 0), (0, "A", 1), (1, "A (back)", 1), (2, "A", 1), (3, "A (back)", 1),
        (4, "More", 0), (4, "B", 1), (5, "B (back)", 1),
    ]  # fmt: skip


def test_a_piece_that_fills_the_sheet_has_no_marks() -> None:
    howto = piece("howto", 210, 297, bleed=0, back=False)
    (sheet,) = sheets_of(part(howto))
    assert sheet.placements[0].rect == A4.box
    assert not [item for item in sheet.scene.items if isinstance(item, Path)]


def test_faults_of_all_parts_are_reported_together() -> None:
    with pytest.raises(KitError) as caught:
        sheets_of(part(piece("big", 3000, 3000)), part(piece("huge", 4000, 4000), name="more"))
    assert [fault.item for fault in caught.value.faults] == ['Big "big"', 'Huge "huge"']


def test_two_pieces_with_the_same_id_are_refused() -> None:
    with pytest.raises(KitError, match='two pieces have the id "card"'):
        sheets_of(part(piece("card", 60, 90)), part(piece("card", 20, 20), name="more"))


def test_a_long_title_is_set_smaller_and_a_longer_one_is_a_fault() -> None:
    parts = [part(piece("card", 60, 90))]
    long, *_ = impose(parts, A4, "none", title="Grumbles " * 12, font=font())
    assert 4.5 <= captions(long)[0].size < 6.5
    with pytest.raises(KitError, match="too long for the edge"):
        impose(parts, A4, "none", title="Grumbles " * 40, font=font())


def _box(item: Item, matrix: Matrix) -> Rect:
    if isinstance(item, Path):
        box = bounds(item.outline)
    else:
        item = of_kind(item, GlyphRun)
        top = max(word.top for word in item.words) * item.size
        bottom = max(word.bottom for word in item.words) * item.size
        box = Rect(item.x, item.y - top, item.width, top + bottom)
    corners = [matrix.apply(box.x, box.y), matrix.apply(box.right, box.bottom)]
    (x1, y1), (x2, y2) = corners
    return Rect(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))
