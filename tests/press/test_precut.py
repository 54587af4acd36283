"""Precut sheets: what fits their places, how it lies there, and what cannot be printed on them."""

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.document import Document
from generator.base.errors import KitError
from generator.base.load_document import load_yaml
from generator.base.units import MM, Rect, Size
from generator.kit.locate import BUILT_IN
from generator.kit.words import UNTRANSLATED
from generator.press import library
from generator.press.imposition.duplex import Backs
from generator.press.imposition.impose import draw_sheets
from generator.press.imposition.precut_plans import plan_precut, precut_parts, without_precut
from generator.press.imposition.sheet_plans import SheetPlan
from generator.press.library import paper_of, precut_sheets
from generator.press.paper import Paper
from generator.press.pieces.piece import Part
from generator.press.precut import PrecutSheet, precut_named
from generator.press.request import Target
from generator.press.scene.paths import covers, ellipse, overlap, rectangle
from tests.press.imposition.making import SHARED, font, in_mm, papers, part, piece

A4 = papers()["a4"]
POKER = PrecutSheet(
    "poker", (), "a4", Size(63 * MM, 88 * MM), 3, 3, 10.5 * MM, 16.5 * MM,
    Size(63 * MM, 88 * MM),
)  # fmt: skip
"""Nine cards edge to edge, printed on both sides."""


def disc(name: str, size: float, copies: int = 1, *, two_sided: bool = False) -> Part:
    trim = ellipse(Rect(0, 0, size * MM, size * MM))
    return part(piece(name, size, size, copies, trim=trim, two_sided=two_sided))


def plans_of(sheet: PrecutSheet, cards: Part, backs: Backs = "long-edge") -> tuple[SheetPlan, ...]:
    (precut,) = precut_parts([cards], replace(A4, precut=(sheet,)))
    return plan_precut(precut, A4, backs)


def sheet_named(name: str, paper: str) -> PrecutSheet:
    return paper_of(Target(paper, precut=((name, 1),)), (SHARED,)).precut[0]


def test_places_follow_each_other_row_by_row() -> None:
    places = [in_mm(place) for place, _ in sheet_named("business-cards-us", "letter").places(0)]
    assert len(places) == 10
    assert places[:3] == [
        (19.05, 12.7, 88.9, 50.8),
        (107.95, 12.7, 88.9, 50.8),
        (19.05, 63.5, 88.9, 50.8),
    ]


@pytest.mark.parametrize("name", precut_sheets((SHARED,)))
def test_every_known_sheet_lies_on_its_paper(name: str) -> None:
    sheet = precut_sheets((SHARED,))[name]
    paper = papers()[sheet.paper]
    boxes = [place for place, _ in sheet.places(3 * MM)]
    assert all(covers(paper.box, place) for place in boxes)
    for number, place in enumerate(boxes):
        for other in boxes[number + 1 :]:
            assert min(overlap(place, other)[2:]) < 0.001
    assert sum(sheet.pitch) >= sum(sheet.size)


def test_a_title_says_what_the_places_are() -> None:
    titles = [each.title(UNTRANSLATED) for each in precut_sheets((SHARED,)).values()]
    assert titles[0] == "Round labels, 20 mm"
    assert "Round labels, 7/8 in (22.2 mm)" in titles
    assert "Labels, 1 × 1 in (25.4 × 25.4 mm)" in titles
    assert "Precut cards, 3 1/2 × 2 in (88.9 × 50.8 mm)" in titles
    assert "Precut cards, 85 × 54 mm" in titles


def test_the_table_of_papers_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []

    def counting(path: Path) -> Document:
        read.append(path.name)
        return load_yaml(path)

    monkeypatch.setattr(library, "load_yaml", counting)
    sheet_named("round-20", "a4")
    assert sorted(read) == ["papers.yaml", "precut.yaml", "sizes.yaml"]


def test_a_product_is_another_name() -> None:
    sheets = precut_sheets((SHARED,))
    assert precut_named("avery-5371", sheets) is sheets["business-cards-us"]


@pytest.mark.parametrize(
    ("width", "height", "turn"),
    [
        (63, 88, 0),
        (88, 63, 90),
        (63.5, 88, None),  # it would cover its neighbour
        (57, 82, 0),  # its bleed covers the place
        (56, 88, None),  # the place would show white
        (20, 20, None),
    ],
)
def test_a_piece_fits_if_its_art_covers_the_place(
    width: float, height: float, turn: int | None
) -> None:
    assert POKER.turn_of(piece("card", width, height)) == turn


def test_a_place_with_room_around_it_takes_slightly_larger_pieces() -> None:
    apart = replace(POKER, columns=2, pitch=Size(70 * MM, 95 * MM))
    assert apart.turn_of(piece("card", 64, 89)) == 0
    assert apart.turn_of(piece("card", 64.2, 89)) is None


def test_shapes_must_agree() -> None:
    round_ = sheet_named("round-20", "a4")
    assert round_.turn_of(disc("disc", 20).pieces[0]) == 0
    assert round_.turn_of(piece("card", 20, 20)) is None
    square = replace(round_, round=False)
    assert square.turn_of(disc("disc", 20).pieces[0]) is None
    cut_corners = rectangle(Rect(0, 0, 20 * MM, 20 * MM), 2 * MM)
    assert square.turn_of(piece("card", 20, 20, trim=cut_corners)) == 0


def test_a_label_takes_each_face_that_is_played() -> None:
    label = sheet_named("round-20", "a4")
    for backs in ("long-edge", "gutterfold", "none"):
        (plan,) = plans_of(label, disc("disc", 20, 5, two_sided=True), backs)
        faces = Counter(face.placement.face for face in plan.faces)
        assert faces == {"front": 5, "back": 5}
        assert {face.placement.rotation for face in plan.faces} == {0}
    (plan,) = plans_of(label, disc("disc", 20, 5), "none")
    assert {face.placement.face for face in plan.faces} == {"front"}


def test_a_card_has_its_back_behind_it() -> None:
    both: tuple[tuple[Backs, str], ...] = (("long-edge", "x"), ("short-edge", "y"))
    for backs, mirrored in both:
        front, back = plans_of(POKER, part(piece("card", 63, 88, 2)), backs)
        assert (front.side, back.side) == ("front", "back")
        for one, other in zip(front.faces, back.faces, strict=True):
            rect, behind = in_mm(one.placement.rect), in_mm(other.placement.rect)
            x = 210 - rect[0] - 63 if mirrored == "x" else rect[0]
            y = 297 - rect[1] - 88 if mirrored == "y" else rect[1]
            assert behind == pytest.approx((x, y, 63, 88))


def test_printing_begins_at_the_first_free_place() -> None:
    begun = replace(POKER, first=8)
    first, second = plans_of(begun, part(piece("card", 63, 88, 4, back=False)), "none")
    assert [in_mm(face.placement.rect)[:2] for face in first.faces] == [
        (73.5, 192.5),
        (136.5, 192.5),
    ]
    assert in_mm(second.faces[0].placement.rect)[:2] == (10.5, 16.5)


def test_sheets_have_a_caption_and_no_marks() -> None:
    plans = plans_of(sheet_named("round-20", "a4"), disc("disc", 20, 100, two_sided=False), "none")
    sheets = list(draw_sheets(plans, title="Kit", font=font()))
    assert [len(sheet.placements) for sheet in sheets] == [96, 4]
    strip = plans[0].strip
    assert strip.bottom <= A4.height - A4.margin + 0.01
    assert not any(min(overlap(strip, face.box)[2:]) > 0 for face in plans[0].faces)
    assert not any(plan.marked or plan.by_machine for plan in plans)


@pytest.mark.parametrize(
    ("left", "top", "strip"),
    [
        (10.5, 16.5, (6, 287.8, 198, 3.2)),  # below
        (10.5, 33, (6, 6, 198, 3.2)),  # above
        (10.5, 0, (6, 287.8, 198, 3.2)),
    ],
)
def test_the_caption_stands_where_there_is_room(
    left: float, top: float, strip: tuple[float, ...]
) -> None:
    moved = replace(POKER, x=left * MM, y=top * MM)
    (plan,) = plans_of(moved, part(piece("card", 63, 88, back=False)), "none")
    assert in_mm(plan.strip) == strip


@pytest.mark.parametrize(("left", "x"), [(50, 6), (5, 200.8)])
def test_the_caption_may_stand_at_a_side(left: float, x: float) -> None:
    high = replace(POKER, columns=2, size=Size(63 * MM, 97 * MM), pitch=Size(63 * MM, 97 * MM))
    moved = replace(high, x=left * MM, y=3 * MM)
    (plan,) = plans_of(moved, part(piece("card", 63, 97, back=False)), "none")
    assert in_mm(plan.strip) == (x, 6, 3.2, 285)


def test_a_sheet_full_of_places_has_no_caption() -> None:
    full = replace(POKER, size=Size(70 * MM, 99 * MM), pitch=Size(70 * MM, 99 * MM), x=0.0, y=0.0)
    plans = plans_of(full, part(piece("card", 70, 99, 9, back=False)), "none")
    assert not plans[0].strip.height
    (sheet,) = draw_sheets(plans, title="Kit", font=font())
    assert len(sheet.placements) == 9


@pytest.mark.parametrize("seed", range(25))
def test_random_kits_have_each_face_in_a_place_of_its_own(seed: int) -> None:
    rng = random.Random(seed)
    sheets = [each for each in precut_sheets((SHARED,)).values() if each.paper == "a4"]
    sheet = replace(rng.choice([*sheets, POKER]), first=rng.randint(1, 9))
    backs: Backs = rng.choice(["long-edge", "short-edge", "gutterfold", "none"])
    width, height = (side / MM for side in sheet.size)
    pieces = []
    for number in range(rng.randint(1, 5)):
        wide, high = width - rng.uniform(0, 5), height - rng.uniform(0, 5)
        if sheet.round:
            high = wide
        turned = rng.random() < 0.3
        box = Rect(0, 0, (high if turned else wide) * MM, (wide if turned else high) * MM)
        trim = ellipse(box) if sheet.round else rng.choice([None, rectangle(box, 2 * MM)])
        made = piece(
            f"p{number}", box.width / MM, box.height / MM, rng.randint(1, 40),
            trim=trim, back=rng.random() < 0.7, two_sided=rng.random() < 0.5,
        )  # fmt: skip
        pieces.append(made)
    plans = plans_of(sheet, part(*pieces, piece("board", 180, 180)), backs)
    printed = Counter(
        (face.placement.piece, face.placement.face) for plan in plans for face in plan.faces
    )
    for each in pieces:
        assert printed[each.id, "front"] == each.copies
        needed = each.back and (backs != "none" or each.two_sided)
        assert printed[each.id, "back"] == (each.copies if needed else 0)
    assert "board" not in {name for name, _ in printed}
    for plan in plans:
        for number, face in enumerate(plan.faces):
            for other in plan.faces[number + 1 :]:
                assert min(overlap(face.placement.rect, other.placement.rect)[2:]) < 0.01
        if plan.side == "front":
            places = [place for place, _ in sheet.places(0)]
            for face in plan.faces:
                assert any(covers(face.box.grown(0.01), place) for place in places)


def test_what_is_left_is_printed_on_plain_paper() -> None:
    paper = replace(A4, precut=(POKER,))
    cards, board = part(piece("card", 63, 88)), part(piece("board", 180, 180), name="boards")
    mixed = part(piece("ace", 63, 88), piece("mat", 100, 100), name="mixed")
    precut = precut_parts([cards, board, mixed], paper)
    assert [each.id for each in precut[0].part.pieces] == ["card", "ace"]
    rest = without_precut([cards, board, mixed], precut)
    assert [[each.id for each in one.pieces] for one in rest] == [["board"], ["mat"]]


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (
            Target("a4", precut=(("round20", 1),)),
            'no precut sheet "round20"; did you mean "round-20"',
        ),
        (Target("letter", precut=(("round-20", 1),)), "is a sheet of A4, not of Letter"),
        (Target("a4", precut=(("round-20", 97),)), "has 96 places, so there is no place 97"),
        (Target("a4", precut=(("round-20", 0),)), "there is no place 0"),
        (Target("a4", split=True, precut=(("round-20", 1),)), "--split prints whole parts"),
    ],
)
def test_sheets_that_cannot_be_used_are_errors(target: Target, message: str) -> None:
    with pytest.raises(KitError) as error:
        paper_of(target, BUILT_IN.shared())
    assert message in str(error.value)


def test_a_sheet_that_nothing_fits_is_an_error() -> None:
    with pytest.raises(
        KitError, match=r"no piece fits --precut poker.*nearest in size are 60 × 60 mm"
    ):
        precut_parts(
            [part(piece("card", 60, 60), piece("dot", 5, 5))], replace(A4, precut=(POKER,))
        )


def test_a_sheet_for_which_nothing_is_left_is_an_error() -> None:
    with pytest.raises(KitError, match="the sheets before it take all pieces: leave it out"):
        precut_parts([part(piece("card", 63, 88))], replace(A4, precut=(POKER, POKER)))


def test_a_sheet_without_any_pieces_is_an_error() -> None:
    with pytest.raises(KitError, match="no pieces are printed: leave it out"):
        precut_parts([], replace(A4, precut=(POKER,)))


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{paper: a4, size: [63, 88], columns: 4, rows: 3}", "that A4 has no room for"),
        ("{paper: a4, size: [9, 9], columns: 2, rows: 2, pitch: [8, 9]}", "overlap"),
        ("{paper: plotter, size: [9, 9], columns: 2, rows: 2}", "paper is a roll"),
        ("{paper: a9, size: [9, 9], columns: 2, rows: 2}", 'no paper "a9"'),
        ("{paper: a4, size: [9, 9], columns: 0, rows: 2}", "columns"),
        ("{paper: a4, size: [9], columns: 1, rows: 2}", "size"),
        ("{paper: a4, size: [9, 9], columns: 1, rows: 2, left: 205}", "no room"),
    ],
)
def test_a_row_that_makes_no_sense_is_an_error_with_its_line(
    row: str, message: str, tmp_path: Path
) -> None:
    (tmp_path / "precut.yaml").write_text(f"# mine\nmine: {row}\n")
    with pytest.raises(KitError) as error:
        precut_sheets((tmp_path, SHARED))
    assert message in str(error.value)
    assert "precut.yaml:2" in str(error.value)


def test_a_row_of_ones_own_is_known(tmp_path: Path) -> None:
    row = "{paper: a4, size: [63, 88], columns: 3, rows: 3, sides: 1}"
    (tmp_path / "precut.yaml").write_text(f"mine: {row}\n")
    paper: Paper = paper_of(Target("a4", precut=(("mine", 2),)), (tmp_path, SHARED))
    (sheet,) = paper.precut
    assert (sheet.one_sided, sheet.first, sheet.capacity) == (True, 2, 9)
    assert in_mm(sheet.box) == (10.5, 16.5, 189, 264)
