"""Tests of paper use: the shares of pieces and of blank sides, as figures and as findings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from generator.base.units import MM, Rect
from generator.press.imposition.duplex import Backs
from generator.press.imposition.paper_use import PrintedSide, blank_sides, share_of_paper
from generator.press.imposition.sheet_plans import plan_sheets
from generator.press.manifest import FileEntry
from generator.press.pieces.piece import Piece
from generator.press.preflight.visual.proof import paper_findings
from generator.press.scene.paths import ellipse
from tests.kinds import present
from tests.press.imposition.making import papers, part, piece
from tests.press.running import Workshop

LOW = (
    "a.pdf: pieces fill 55% of the strips of paper that they are cut from (less than 70%), "
    "and 55% of all paper"
)


def sides(*pieces: Piece, backs: Backs = "long-edge") -> list[PrintedSide]:
    plans = plan_sheets([part(*pieces)], papers()["a4"], backs)
    return [PrintedSide(plan.side, plan.size, plan.placements) for plan in plans]


def share(*pieces: Piece, backs: Backs = "long-edge") -> float | None:
    found = share_of_paper(sides(*pieces, backs=backs), pieces, papers()["a4"].margin)
    return found and found.paper


def test_nine_poker_cards_fill_most_of_the_printable_area() -> None:
    nine = 9 * 63.5 * 88.9 / (198 * 285)
    assert share(piece("card", 63.5, 88.9, 9)) == pytest.approx(nine)
    assert share(piece("card", 63.5, 88.9, 10)) == pytest.approx(nine * 10 / 18)
    assert share(piece("card", 63.5, 88.9, 9), backs="none") == pytest.approx(nine)


def test_a_round_piece_counts_with_its_own_area() -> None:
    round_ = piece("disc", 40, 40, 1, trim=ellipse(Rect(0, 0, 40 * MM, 40 * MM)))
    assert share(round_) == pytest.approx(0.7854 * 1600 / (198 * 285), rel=0.01)


def test_a_piece_that_fills_the_page_is_not_counted() -> None:
    assert share(piece("page", 210, 297, bleed=0)) is None


def test_the_share_of_bands_is_measured_separately() -> None:
    """One card of a sheet is in a band of its own width; three in a row are in one of their height."""

    def of_bands(count: int) -> float:
        cards = [piece("card", 63.5, 88.9, count)]
        return present(share_of_paper(sides(*cards), cards, papers()["a4"].margin)).bands

    assert of_bands(1) == pytest.approx(63.5 * 88.9 / (198 * 88.9), rel=1e-6)
    assert of_bands(3) > 0.95
    assert present(share(piece("card", 63.5, 88.9, 3))) < 0.33


def test_empty_back_pages_count_as_blank() -> None:
    board, card = piece("board", 180, 250, back=False), piece("card", 63.5, 88.9, 9)
    assert blank_sides(side.placements for side in sides(board, card)) == 1
    # without any backs there are no back pages
    assert blank_sides(side.placements for side in sides(board)) == 0


def test_the_figures_are_in_the_manifest(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    assert workshop.build().code == 0
    data = json.loads((workshop.out / "tidewrack/manifest.json").read_text(encoding="utf-8"))
    entry = next(file for file in data["files"] if "print" in file["path"])
    sheets = {face["page"] for piece in data["pieces"] for face in piece["faces"]}
    assert entry["blank_sides"] == entry["pages"] - len(sheets) > 0
    area = sum(
        piece["size"][0] * piece["size"][1] * (1 if piece["outline"] is None else 0.7854)
        for piece in data["pieces"]
        if piece["component"] != "how-to"
        for face in piece["faces"]
        if face["face"] == "front"
    )
    fronts = (entry["pages"] - 2) / 2
    assert entry["efficiency"] == pytest.approx(area / (fronts * 198 * 285), abs=0.02)


@pytest.mark.parametrize(
    ("efficiency", "blank", "found"),
    [
        (0.7, 0, []),
        ((0.4, 0.75), 0, []),
        (None, 0, []),
        (0.55, 0, [LOW]),
        (
            0.9,
            3,
            [
                "a.pdf: 3 of 8 sides are blank; --split prints pieces without backs on separate sheets"
            ],
        ),
    ],
)
def test_preflight_reports_unused_paper(
    efficiency: float | tuple[float, float] | None, blank: int, found: list[str]
) -> None:
    paper, bands = efficiency if isinstance(efficiency, tuple) else (efficiency, efficiency)
    entry = FileEntry("a.pdf", 1, "", 8, (210, 297), (), False, paper, blank, bands)
    assert list(paper_findings(entry)) == found
