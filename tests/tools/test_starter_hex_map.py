"""Tests of the skirmish on a hex map to begin with: printed, translated, drawn and played."""

from __future__ import annotations

import contextlib
import json
import re
from collections import Counter
from pathlib import Path

import pytest

from generator.api import simulate
from generator.engine.bots.baselines import random
from generator.engine.playthrough import play
from generator.engine.registry import load_game, make_game
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.pipeline.check import check
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.table import draw_table, things_on
from generator.press.templates.style import style_of
from generator.publish.job import without_tuck_boxes
from generator.tools.scaffold import ScaffoldOptions
from tests.new_kits import NewKits
from tests.press.running import request_for, run

OPENING = ("0706", "0704", "0601", "0603")


@pytest.fixture
def roots(new_kits: NewKits, tmp_path: Path) -> KitSearchPath:
    return new_kits.copy(tmp_path, ScaffoldOptions("mygame", "My Game", like="hex-map"))


@pytest.mark.parametrize(
    ("paper", "ink", "large"), [("a4", "full", True), ("letter", "low", False)]
)
def test_a_skirmish_is_printed(
    roots: KitSearchPath, paper: str, ink: str, large: bool, tmp_path: Path
) -> None:
    request = request_for(
        "mygame", roots, tmp_path / "out", paper=paper,
        ink=ink, large_print=large,  # type: ignore[arg-type]
    )  # fmt: skip
    built = build(request)
    manifest = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    copies = Counter(piece["component"] for piece in manifest["pieces"])
    del copies["how-to"]
    assert copies == {"board": 1, "unit": 12, "marker": 2, "die": 1, "box": 1}


def test_shops_and_tables_on_screen_get_no_flat_box(roots: KitSearchPath) -> None:
    kit = load_kit(roots.find("mygame"))
    faces = FaceSet(kit, style_of(kit))
    kept = {
        piece.component for part in without_tuck_boxes(kit, faces.parts()) for piece in part.pieces
    }
    assert kept == {"board", "unit", "marker", "die"}


def test_its_checks_hold_and_one_can_fail(roots: KitSearchPath, tmp_path: Path) -> None:
    assert {entry.slug for entry in check("mygame", roots)} >= {"C-fair", "C-combat"}
    units = tmp_path / "data/mygame/units.csv"
    units.write_text(units.read_text().replace("old-red,Old Red,1,3", "old-red,Old Red,1,4"))
    assert "C-fair" in run("check", "mygame", "--data", tmp_path / "data", "--templates",
                           tmp_path / "templates").err  # fmt: skip


def test_all_its_words_can_be_translated_and_have_room_to_grow(roots: KitSearchPath) -> None:
    result = run("check", "mygame", "--language", "en-XA", "--data", roots.data,
                 "--templates", roots.templates)  # fmt: skip
    assert (result.code, result.err) == (0, "")


def test_bots_play_it_to_its_end_and_either_side_can_win(
    roots: KitSearchPath, tmp_path: Path
) -> None:
    with contextlib.chdir(tmp_path):
        tally = simulate("mygame", games=8, players=2, bots=["random"])
    assert (tally.games, tally.unfinished) == (8, [])
    assert set(tally.rules) == {"turn", "end", "players"}
    assert min(tally.wins[0], tally.wins[1]) > 0


def test_both_sides_have_as_many_turns(roots: KitSearchPath) -> None:
    data = roots.find("mygame").data
    figures = data / "figures.yaml"
    figures.write_text(figures.read_text().replace("goal: 10", "goal: 1"))
    game = load_game("mygame", data)
    turns = {[*play(game, [random], seed, 2)][-1].state.turn for seed in range(12)}
    assert min(turns) < 24  # some end by their points
    assert all(turn % 2 == 0 for turn in turns)


def test_a_march_never_ends_where_it_began(roots: KitSearchPath) -> None:
    game = load_game("mygame", roots.find("mygame").data)
    state, _ = game.start(3)
    start = OPENING[0]
    state.apply(start)
    goals = state.legal_moves()
    assert OPENING[1] in goals
    assert start not in goals


def test_a_unit_that_can_go_nowhere_stays_in_play(roots: KitSearchPath) -> None:
    data = roots.find("mygame").data
    terrain = data / "terrain.yaml"
    terrain.write_text(re.sub("march: [0-9]", "march: 9", terrain.read_text()))
    game = load_game("mygame", data)
    state, _ = game.start(3)
    before = state.to_data()["stacks"]
    said = [game.describe(event) for event in state.apply(OPENING[0])]
    assert "It has nowhere to go." in said
    assert state.to_data()["stacks"] == before


def test_its_table_shows_units_where_they_stand(roots: KitSearchPath) -> None:
    kit = load_kit(roots.find("mygame"))
    game = make_game("mygame", kit.file, kit.tables, kit.folders.data)
    state, _ = game.start(3)
    renderer = FaceSet(kit, style_of(kit, paper=papers(kit.folders.shared)["a4"])).renderer
    for move in OPENING:
        state.apply(move)
    scene = draw_table(renderer, state.view(0), game.people(state), 0)
    there = {name: thing.names for thing in things_on(scene) for name in thing.names[:1]}
    assert there["copper"] == ("copper", "0704")
    assert there["stripe"] == ("stripe", "0603")


def test_it_is_a_game_for_two_alone(tmp_path: Path) -> None:
    result = run("new", "mygame", "--in", tmp_path, "--like", "hex-map", "--players", "2-4")
    assert result.code == 2
    assert "--players cannot be combined with --like hex-map" in result.err
    assert not (tmp_path / "data").exists()
