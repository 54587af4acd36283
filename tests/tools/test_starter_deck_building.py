"""Tests of the deck-building game to begin with: printed, translated, and played by its own rulebook."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from generator.api import simulate
from generator.base.errors import KitError
from generator.engine.registry import load_game, make_game
from generator.engine.scripted.game import ScriptedGame
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.pipeline.check import check
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.table import draw_table, things_on
from generator.press.templates.style import style_of
from generator.tools.scaffold import ScaffoldOptions
from tests.kinds import of_kind
from tests.new_kits import NewKits
from tests.press.running import request_for, run

OWN = ("deck", "hand", "played", "discard")
HAND, ROW = 5, 5


@pytest.fixture
def roots(new_kits: NewKits, tmp_path: Path) -> KitSearchPath:
    return new_kits.copy(tmp_path, ScaffoldOptions("mygame", "My Game", like="deck-building"))


@pytest.mark.parametrize(
    ("paper", "ink", "large", "players", "cards"),
    [("a4", "full", True, None, 81), ("letter", "low", False, 2, 65)],
)
def test_it_is_printed(
    roots: KitSearchPath, paper: str, ink: str, large: bool, players: int | None, cards: int,
    tmp_path: Path,
) -> None:  # fmt: skip
    request = request_for(
        "mygame", roots, tmp_path / "out", paper=paper, ink=ink,  # type: ignore[arg-type]
        large_print=large, players=players, backs="none",
    )  # fmt: skip
    built = build(request)
    manifest = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    copies = [piece["copies"] for piece in manifest["pieces"] if piece["component"] == "card"]
    assert sum(copies) == cards


def test_its_checks_hold_and_each_can_fail(roots: KitSearchPath, tmp_path: Path) -> None:
    found = {entry.slug for entry in check("mygame", roots) if entry.passed}
    assert found >= {"C-start", "C-supply"}
    cards = tmp_path / "data/mygame/cards.csv"
    cards.write_text(
        cards.read_text().replace("0,6,24,", "0,6,18,")
        .replace("fish,3,2,0,0,7,", "fish,3,2,0,0,2,")
    )  # fmt: skip
    with pytest.raises(KitError) as error:
        check("mygame", roots)
    assert [fault.check for fault in error.value.faults] == ["C-start", "C-supply"]


def test_all_its_words_can_be_translated_and_have_room_to_grow(roots: KitSearchPath) -> None:
    result = run("check", "mygame", "--language", "en-XA", "--data", roots.data,
                 "--templates", roots.templates)  # fmt: skip
    assert (result.code, result.err) == (0, "")


def test_an_effect_that_no_phrase_explains_is_a_fault(roots: KitSearchPath, tmp_path: Path) -> None:
    cards = tmp_path / "data/mygame/cards.csv"
    cards.write_text(cards.read_text().replace("Draw 2 cards.", "Sleep 2 hours."))
    with pytest.raises(KitError, match=r"cards\.csv.*Sleep 2 hours"):
        load_game("mygame", roots.find("mygame").data)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_go_by_the_rulebook(roots: KitSearchPath, players: int) -> None:
    """Every purchase is refereed by what the rulebook says, apart from the engine."""
    kit = load_kit(roots.find("mygame"))
    cards: Any = kit.tables["cards"]
    game = of_kind(make_game("mygame", kit.file, kit.tables, kit.folders.data), ScriptedGame)
    state, _ = game.start(players, players=players)
    rng, owned = Random(players), [Counter(minnow=6, seaweed=2) for _ in range(players)]
    assert state.to_data()["points"] == [0] * players
    while not state.outcome:
        before, seat = state.to_data(), state.to_act
        move = rng.choice(sorted(map(str, state.legal_moves())))
        at_market = game.program.turn[before["at"]].step.as_ == "bought"
        if at_market:
            fit = {card for card in before["market"] if cards[card].cost <= before["coins"][seat]}
            assert {*map(str, state.legal_moves())} == {*fit, "pass"}
        state.apply(move)
        after = state.to_data()
        if at_market and move != "pass":
            owned[seat][move] += 1
        if after["turn"] > before["turn"] and not after["over"]:
            assert len(after["market"]) == ROW or not after["supply"]
            used = len(before["supply"]) - len(after["supply"])
            assert used or not after["supply"]  # every turn uses it up
            assert len(after["hand"][seat]) == min(HAND, owned[seat].total())
        for mine, (number, counted) in enumerate(zip(after["points"], owned, strict=True)):
            there = Counter(card for place in OWN for card in after[place][mine])
            lost = counted - there
            owned[mine] = there
            assert not there - counted
            assert lost.total() <= 1  # a cook scraps one at a time
            worth = sum(cards[card].points * times for card, times in there.items())
            assert number == worth or (mine == seat and after["turn"] == before["turn"])
    assert state.view(0)["turn"] % players == 0
    best = max(state.to_data()["points"])
    won = [worth > 0 for worth in state.outcome.worth]
    assert won == [points == best for points in state.to_data()["points"]]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_end_in_time_and_no_seat_wins_them_all(
    roots: KitSearchPath, players: int, tmp_path: Path
) -> None:
    with contextlib.chdir(tmp_path):
        tally = simulate("mygame", games=70, players=players, bots=["random"])
    assert (tally.games, tally.unfinished) == (70, [])
    assert set(tally.rules) == {"turn", "end", "players"}
    fair = sum(tally.wins.values()) / players
    assert all(abs(tally.wins[seat] - fair) < 20 for seat in range(players))


def test_a_plan_beats_chance(roots: KitSearchPath, tmp_path: Path) -> None:
    with contextlib.chdir(tmp_path):
        tally = simulate("mygame", games=20, players=2, bots=["greedy", "random"])
    assert tally.wins[0] > 14  # of equal players, one wins 15 of 20 games once in forty times


def test_bots_that_look_ahead_play_it_to_its_end(roots: KitSearchPath, tmp_path: Path) -> None:
    with contextlib.chdir(tmp_path):
        tally = simulate("mygame", games=3, players=2, bots=["search", "greedy"])
    assert (tally.games, tally.unfinished) == (3, [])


def test_its_table_shows_the_row_and_the_hand_of_who_looks(roots: KitSearchPath) -> None:
    kit = load_kit(roots.find("mygame"))
    game = make_game("mygame", kit.file, kit.tables, kit.folders.data)
    state, _ = game.start(3, players=4)
    renderer = FaceSet(kit, style_of(kit, paper=papers(kit.folders.shared)["a4"])).renderer
    scene = draw_table(renderer, state.view(0), game.people(state), 0)
    shown = {name for thing in things_on(scene) for name in thing.names}
    assert shown == {*state.to_data()["market"], *state.to_data()["hand"][0]}


def test_its_number_of_players_is_its_own(tmp_path: Path) -> None:
    result = run("new", "mygame", "--in", tmp_path, "--like", "deck-building", "--players", "2-5")
    assert result.code == 2
    assert "--players cannot be combined with --like deck-building" in result.err
    assert not (tmp_path / "data").exists()
