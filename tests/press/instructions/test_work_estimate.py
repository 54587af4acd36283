"""Tests of the work estimate: small kits counted by hand, and a user's own durations."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.units import MM, Rect
from generator.kit.locate import BUILT_IN
from generator.press.imposition.duplex import Backs
from generator.press.imposition.sheet_plans import plan_sheets
from generator.press.instructions.work_estimate import (
    WorkEstimate,
    estimate_work,
    length,
    read_rates,
)
from generator.press.paper import Paper
from generator.press.pieces.piece import Piece
from generator.press.scene.items import Scene
from generator.press.scene.path_data import path_data
from generator.press.scene.paths import ellipse, rectangle
from tests.press.imposition.making import papers, part, piece
from tests.press.scene.drawing import laid_out

A4 = papers()["a4"]
WORK = read_rates(BUILT_IN.find("grumbles").shared)
STANDEE = (
    '<card width="30" height="90" outline="M0 0 H30 V90 H0 Z"><fold x1="0" y1="45" x2="30" y2="45"/>'
    '<fold x1="0" y1="80" x2="30" y2="80" word="no"/></card>'
)


def work_of(backs: Backs, *pieces: Piece, paper: Paper = A4) -> WorkEstimate:
    parts = [part(*pieces)]
    return estimate_work(plan_sheets(parts, paper, backs), pieces)


def standee() -> Piece:
    blank = piece("standee", 30, 90, bleed=0, back=False, trim=rectangle(Rect(0, 0, 1, 1)))
    return replace(blank, front=laid_out(STANDEE))


@pytest.mark.parametrize(
    ("paper", "copies", "cuts"),
    [
        ("letter", 1, 4),
        ("letter", 9, 8),  # three by three, edge to edge: four lines down and four across
        ("letter", 18, 16),
        ("a4", 9, 12),  # with room for gutters there are two lines between neighbours
    ],
)
def test_shared_edges_of_cards_are_cut_once(paper: str, copies: int, cuts: int) -> None:
    card = piece("card", 63.5, 88.9, copies, back=False)
    assert work_of("none", card, paper=papers()[paper]) == WorkEstimate(cuts=cuts)


def test_printed_backs_cost_no_work_and_loose_ones_are_glued() -> None:
    card = piece("card", 63.5, 88.9, 9, two_sided=True)
    assert work_of("long-edge", card) == WorkEstimate(cuts=12)
    assert work_of("none", card) == WorkEstimate(cuts=24, glued=9)


def test_a_sheet_with_a_fold_is_folded_glued_and_cut_through_both_layers() -> None:
    card = piece("card", 63.5, 88.9)
    assert work_of("gutterfold", card) == WorkEstimate(cuts=4, folds=1, glued=1)


def test_round_pieces_are_cut_along_their_outlines() -> None:
    disc = piece("disc", 20, 20, 10, back=False, trim=ellipse(Rect(0, 0, 20 * MM, 20 * MM)))
    todo = work_of("none", disc)
    assert todo.cuts == 0
    assert todo.outline == pytest.approx(10 * math.pi * 2, rel=0.01)


def test_round_corners_are_cut_after_straight_cuts() -> None:
    size = Rect(0, 0, 63.5 * MM, 88.9 * MM)
    card = piece("card", 63.5, 88.9, 9, back=False, trim=rectangle(size, 3 * MM))
    todo = work_of("none", card)
    assert todo.cuts == work_of("none", piece("card", 63.5, 88.9, 9, back=False)).cuts == 12
    assert todo.outline == pytest.approx(9 * 2 * math.pi * 0.3, rel=0.01)  # centimetres
    slanted = path_data("M3 0 H60.5 L63.5 3 V85.9 L60.5 88.9 H3 L0 85.9 V3 Z")
    corners = work_of("none", piece("card", 63.5, 88.9, 9, back=False, trim=slanted))
    assert (corners.cuts, corners.outline) == (12, pytest.approx(9 * 4 * math.sqrt(18) / 10))


def test_a_standee_is_cut_out_folded_and_glued() -> None:
    todo = work_of("none", replace(standee(), copies=3))
    assert (todo.cuts, todo.folds, todo.glued) == (0, 6, 3)
    assert todo.outline == pytest.approx(3 * 24)


def test_tiles_are_glued_and_a_piece_that_fills_the_sheet_costs_no_work() -> None:
    board = piece("board", 300, 260, back=False)
    assert work_of("none", board).glued == 2
    assert work_of("none", piece("aid", 210, 297, bleed=0, back=False)) == WorkEstimate()


def test_the_length_of_an_outline_is_measured() -> None:
    assert length(path_data("M0 0 H3 V4 Z")) == pytest.approx(12 * MM)
    assert length(ellipse(Rect(0, 0, 2, 2))) == pytest.approx(2 * math.pi, rel=0.01)


def test_minutes_are_sums_of_seconds_rounded_outwards() -> None:
    todo = WorkEstimate(cuts=30, outline=100, folds=12, glued=3)
    least = 30 * 6 + 100 * 1.2 + 12 * 5 + 3 * 20
    most = 30 * 14 + 100 * 3 + 12 * 12 + 3 * 45
    assert todo.minutes(WORK) == (round(least / 60), math.ceil(most / 60)) == (7, 17)
    assert WorkEstimate().minutes(WORK) == (0, 0)
    assert todo + WorkEstimate(cuts=1, glued=1) == WorkEstimate(31, 100, 12, 4)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("cut: [14, 6]", ":1: cut must be two numbers of seconds, the smaller one first"),
        ("cut: 6", ":1: cut must be two numbers of seconds"),
        ("cut: [-1, 6]", ":1: cut must be two numbers of seconds"),
        ("cuts: [6, 14]", ":1: "),
    ],
)
def test_invalid_durations_are_reported_with_their_line(
    line: str, says: str, tmp_path: Path
) -> None:
    rest = "outline: [1, 3]\nfold: [5, 12]\nglued: [20, 45]\n"
    (tmp_path / "work.yaml").write_text(f"{line}\n{rest}", encoding="utf-8")
    with pytest.raises(KitError) as caught:
        read_rates((tmp_path,))
    assert any(says in str(fault) for fault in caught.value.faults), caught.value.faults


def test_an_empty_scene_has_no_folds() -> None:
    empty = replace(piece("one", 30, 30, back=False), front=Scene("empty", 30 * MM, 30 * MM, ()))
    assert work_of("none", empty).folds == 0
