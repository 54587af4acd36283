"""Cutting machines: their marks on sheets, what they leave to hands, and what cannot be cut."""

import random
import shutil
from itertools import combinations
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Rect
from generator.kit.locate import BUILT_IN
from generator.press.cutter import Cutter
from generator.press.imposition.sheet_plans import plan_sheets
from generator.press.instructions.page import facts
from generator.press.instructions.work_estimate import estimate_work
from generator.press.library import cutters, paper_of
from generator.press.paper import Paper
from generator.press.request import Target
from generator.press.scene.items import Path as Drawn
from generator.press.scene.paths import ellipse, overlap, rectangle
from tests.press.imposition.making import SHARED, font, impose, in_mm, part, piece

MARKED = ("silhouette", "silhouette-4", "inkscape-silhouette")


def paper(cutter: str = "silhouette", name: str = "a4") -> Paper:
    return paper_of(Target(name, "none", cutter=cutter), (SHARED,))


def machine(name: str = "silhouette") -> Cutter:
    return cutters((SHARED,))[name]


def test_marks_stand_in_the_corners() -> None:
    square, right, lower = machine().marks(Rect(0, 0, 210 * MM, 297 * MM))
    assert (square.shape, in_mm(square.box)) == ("square", (10, 10, 5, 5))
    assert (right.shape, in_mm(right.box)) == ("angle", (195, 10, 5, 5))
    assert (lower.shape, in_mm(lower.box)) == ("angle", (10, 282, 5, 5))
    assert len(machine("silhouette-4").marks(paper().box)) == 4
    assert machine("plain").marks(paper().box) == ()


@pytest.mark.parametrize("name", ["a4", "letter", "a3"])
@pytest.mark.parametrize("cutter", MARKED)
def test_nothing_is_printed_near_a_mark(cutter: str, name: str) -> None:
    sheet_paper, drawn = paper(cutter, name), machine(cutter)
    pieces = (
        piece("card", 63, 88, 30),
        piece("disc", 25, 25, 40, trim=ellipse(Rect(0, 0, 25 * MM, 25 * MM))),
    )
    for plan in plan_sheets([part(*pieces)], sheet_paper, "none"):
        for mark in drawn.marks(sheet_paper.box):
            zone = mark.box.grown(drawn.clear - 0.01)
            for placed in plan.faces:
                assert min(overlap(zone, placed.box)[2:]) <= 0
            assert min(overlap(zone, plan.strip)[2:]) <= 0


def test_eight_poker_cards_fit_between_the_marks() -> None:
    for name in ("a4", "letter"):
        plans = plan_sheets([part(piece("card", 63, 88, 9))], paper(name=name), "none")
        assert [len(plan.faces) for plan in plans] == [8, 1]


@pytest.mark.parametrize("seed", range(25))
def test_random_kits_keep_clear_of_marks_and_apart(seed: int) -> None:
    rng = random.Random(seed)
    name, cutter = rng.choice(["a4", "letter", "tabloid"]), rng.choice([*MARKED, "plain"])
    sheet_paper, drawn = paper(cutter, name), machine(cutter)
    pieces = []
    for number in range(rng.randint(1, 6)):
        width, height = rng.choice([(63, 88), (20, 20), (rng.uniform(8, 240), rng.uniform(8, 300))])
        box = Rect(0, 0, width * MM, height * MM)
        trim = rng.choice([None, ellipse(box), rectangle(box, 3 * MM)])
        copies = rng.randint(1, 40 if width * height < 9_000 else 3)
        pieces.append(piece(f"p{number}", width, height, copies, two_sided=True, trim=trim))
    for plan in plan_sheets([part(*pieces)], sheet_paper, "none"):
        if plan.cut_lines:
            boxes = [placed.box for placed in plan.faces]
            zones = [mark.box.grown(drawn.clear - 0.01) for mark in drawn.marks(sheet_paper.box)]
            assert not any(min(overlap(zone, box)[2:]) > 0 for zone in zones for box in boxes)
            rects = [placed.placement.rect.grown(drawn.gap / 2 - 0.01) for placed in plan.faces]
            for one, other in combinations(rects, 2):
                assert min(overlap(one, other)[2:]) <= 0


def test_what_does_not_fit_between_the_marks_is_cut_by_hand() -> None:
    board, card = piece("board", 195, 280, back=False), piece("card", 63, 88, back=False)
    huge = piece("huge", 300, 300, back=False)
    plans = plan_sheets([part(board, card, huge)], paper(), "none")
    by_machine = {
        placed.slot.piece.id: bool(plan.cut_lines) for plan in plans for placed in plan.faces
    }
    assert by_machine == {"card": True, "board": False, "huge": False}
    assert plans[0].cut_lines
    assert not plans[-1].cut_lines


def test_a_machine_has_marks_in_place_of_crop_marks() -> None:
    disc = piece("disc", 25, 25, 4, trim=ellipse(Rect(0, 0, 25 * MM, 25 * MM)), back=False)
    card = piece("card", 63, 88, back=False)
    (sheet,) = impose([part(disc, card)], paper(), "none", title="Kit", font=font())
    drawn = [item for item in sheet.scene.items if isinstance(item, Drawn)]
    assert [item.fill for item in drawn] == ["#000000"]
    (plain,) = impose([part(disc, card)], paper("plain"), "none", title="Kit", font=font())
    assert not [item for item in plain.scene.items if isinstance(item, Drawn)]


def test_sheets_that_are_cut_alike_share_a_file() -> None:
    plans = plan_sheets(
        [part(piece("ada", 63, 88, 8), piece("bo", 63, 88, 12))], paper(), "long-edge"
    )
    lines = [plan.cut_lines for plan in plans]
    assert lines[0] is not None
    assert lines[0] == lines[2] != lines[4]
    assert lines[1::2] == [None, None, None]  # a back is cut from its front


def test_second_faces_are_cut_too() -> None:
    hook = piece("hook", 40, 60, 2, two_sided=True)
    front, second = plan_sheets([part(hook)], paper(), "none")
    assert front.cut_lines
    assert second.cut_lines
    assert len(second.cut_lines.outlines) == 2


@pytest.mark.parametrize(
    ("target", "message"),
    [
        (Target("plotter", "none", cutter="silhouette"), "cuts sheets, but this paper is a roll"),
        (Target("a4", "gutterfold", cutter="silhouette"), "with gutterfold they are folded"),
        (Target("a4", cutter="silhouete"), 'there is no cutting machine "silhouete"'),
    ],
)
def test_sheets_that_no_machine_cuts_are_errors(target: Target, message: str) -> None:
    with pytest.raises(KitError, match=message):
        paper_of(target, BUILT_IN.shared())


def test_the_work_of_a_machine_is_counted_by_sheets() -> None:
    card, board = piece("card", 63, 88, 9), piece("board", 195, 280, back=False)
    plans = plan_sheets([part(card, board)], paper(), "none")
    work = estimate_work(plans, [card, board])
    assert (work.cuts, work.outline, work.machine) == (4, 0, 2)
    known = facts([part(card, board)], plans)
    assert known["cut_files"] == 2
    assert known["has_crop_marks"]
    assert not facts([part(card)], plan_sheets([part(card)], paper(), "long-edge"))[
        "has_crop_marks"
    ]


def test_a_machine_of_ones_own_is_a_row(tmp_path: Path) -> None:
    (tmp_path / "cutters.yaml").write_text(
        "mine: {title: Mine, marks: {top-left: square}, inset: 8, square: 4}\n"
    )
    own = cutters((tmp_path, SHARED))
    assert {*MARKED, "plain", "mine"} == own.keys()
    (mark,) = own["mine"].marks(paper().box)
    assert in_mm(mark.box) == (8, 8, 4, 4)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{title: Mine, marks: {top: square}}", "top"),
        ("{title: Mine, marks: {top-left: round}}", "round"),
        ("{title: Mine, inset: -3}", "mine.inset must be more than 0, but is -3"),
        ("{title: Mine, gap: 101}", "mine.gap must be 100 or less, but is 101"),
        ("{title: Mine, thickness: 5.5}", "mine has a thickness of 5.5, more than its arm of 5"),
        ("{title: Mine, insert: 3}", "insert"),
    ],
)
def test_a_wrong_row_is_an_error_with_its_line(tmp_path: Path, row: str, message: str) -> None:
    shutil.copy(SHARED / "papers.yaml", tmp_path)
    (tmp_path / "cutters.yaml").write_text(f"# mine\nmine: {row}\n")
    with pytest.raises(KitError) as caught:
        cutters((tmp_path, SHARED))
    (fault, *_) = caught.value.faults
    assert message in str(fault)
    assert fault.place
    assert fault.place.line == 2


def test_a_sheet_too_small_for_marks_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "papers.yaml").write_text("tiny: {width: 30, height: 40, margin: 3, book: a5}\n")
    with pytest.raises(KitError, match="leaves no room"):
        paper_of(Target("tiny", cutter="silhouette"), (tmp_path, SHARED))


def test_marks_that_leave_no_room_for_the_caption_are_an_error(tmp_path: Path) -> None:
    row = "{title: Mine, inset: 60, marks: {top-left: square}}"
    (tmp_path / "cutters.yaml").write_text(f"mine: {row}\n")
    with pytest.raises(KitError, match="--cutter mine leaves no room on A4"):
        paper_of(Target("a4", cutter="mine"), (tmp_path, SHARED))
    (tmp_path / "cutters.yaml").write_text("mine: {title: Mine, inset: 60}\n")
    assert paper_of(Target("a4", cutter="mine"), (tmp_path, SHARED)).cutter
