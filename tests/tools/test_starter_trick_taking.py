"""Tests of the trick-taking game to begin with: printed, translated, and played by its own rulebook."""

from __future__ import annotations

import contextlib
import json
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from generator.api import simulate
from generator.base.errors import KitError
from generator.engine.registry import make_game
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.pipeline.build import build
from generator.pipeline.check import check
from generator.press.library import papers
from generator.press.pieces.faces import FaceSet
from generator.press.pieces.table import draw_table, things_on
from generator.press.templates.style import style_of
from generator.tools.scaffold import ScaffoldOptions
from tests.new_kits import NewKits
from tests.press.running import request_for, run

RANKS, DECK = 9, 36


@pytest.fixture
def roots(new_kits: NewKits, tmp_path: Path) -> KitSearchPath:
    return new_kits.copy(tmp_path, ScaffoldOptions("mygame", "My Game", like="trick-taking"))


@pytest.mark.parametrize(
    ("paper", "ink", "large"), [("a4", "full", True), ("letter", "low", False)]
)
def test_it_is_printed(
    roots: KitSearchPath, paper: str, ink: str, large: bool, tmp_path: Path
) -> None:
    request = request_for(
        "mygame", roots, tmp_path / "out", paper=paper, ink=ink, large_print=large  # type: ignore[arg-type]
    )  # fmt: skip
    built = build(request)
    manifest = json.loads((built.folder / "manifest.json").read_text(encoding="utf-8"))
    copies = Counter(piece["component"] for piece in manifest["pieces"])
    assert copies == {"card": DECK, "how-to": 1}


def test_its_checks_hold_and_each_can_fail(roots: KitSearchPath, tmp_path: Path) -> None:
    found = {entry.slug for entry in check("mygame", roots) if entry.passed}
    assert found >= {"C-suits", "C-treasures"}
    cards = tmp_path / "data/mygame/cards.csv"
    cards.write_text(cards.read_text().replace("leaf-9,Leaf 9,leaf,9,0", "leaf-9,Leaf 9,leaf,8,1"))
    with pytest.raises(KitError) as error:
        check("mygame", roots)
    assert [fault.check for fault in error.value.faults] == ["C-suits", "C-treasures"]


def test_all_its_words_can_be_translated_and_have_room_to_grow(roots: KitSearchPath) -> None:
    result = run("check", "mygame", "--language", "en-XA", "--data", roots.data,
                 "--templates", roots.templates)  # fmt: skip
    assert (result.code, result.err) == (0, "")


@pytest.mark.parametrize("players", [3, 4, 5])
def test_random_games_go_by_the_rulebook(roots: KitSearchPath, players: int) -> None:
    """Every hand is refereed by what the rulebook says, apart from the engine."""
    kit = load_kit(roots.find("mygame"))
    game = make_game("mygame", kit.file, kit.tables, kit.folders.data)
    state, _ = game.start(players, players=players)
    rng, points = Random(players), [0] * players
    for dealer in range(players):
        state.apply("turn")
        hands = [{*hand} for hand in state.to_data()["hand"]]
        assert {len(hand) for hand in hands} == {DECK // players}
        leader = (dealer + 1) % players
        for _ in range(DECK // players):
            trick: list[tuple[str, int]] = []
            for seat in (*range(leader, players), *range(leader)):
                assert state.to_act == seat
                led = trick[0][0].partition("-")[0] if trick else ""
                follow = {card for card in hands[seat] if card.startswith(f"{led}-")}
                legal = sorted(map(str, state.legal_moves()))
                assert legal == sorted(follow or hands[seat])
                card = rng.choice(legal)
                state.apply(card)
                hands[seat].remove(card)
                trick.append((card, seat))
            stars = [played for played in trick if played[0].startswith("star-")]
            following = [played for played in trick if played[0].startswith(f"{led}-")]
            _, leader = max(stars or following, key=lambda played: int(played[0][-1]))
            points[leader] += 1 + 2 * sum(card.endswith("-1") for card, _ in trick)
            assert state.to_data()["points"] == points
    assert state.outcome is not None
    assert [worth > 0 for worth in state.outcome.worth] == [each == max(points) for each in points]


def test_its_table_shows_the_trick_and_the_hand_of_who_looks(roots: KitSearchPath) -> None:
    kit = load_kit(roots.find("mygame"))
    game = make_game("mygame", kit.file, kit.tables, kit.folders.data)
    state, _ = game.start(3, players=4)
    renderer = FaceSet(kit, style_of(kit, paper=papers(kit.folders.shared)["a4"])).renderer
    state.apply("turn")
    led = str(state.legal_moves()[0])
    state.apply(led)
    scene = draw_table(renderer, state.view(0), game.people(state), 0)
    shown = {name for thing in things_on(scene) for name in thing.names}
    assert shown == {led, *state.to_data()["hand"][0]}


def test_every_seat_can_win(roots: KitSearchPath, tmp_path: Path) -> None:
    """Random players win as often as each other: none of 20 games would be one seat's in a hundred."""
    with contextlib.chdir(tmp_path):
        tally = simulate("mygame", games=20, players=4, bots=["random"])
    assert (tally.games, tally.unfinished) == (20, [])
    assert min(tally.wins[seat] for seat in range(4)) > 0


def test_its_number_of_players_is_its_own(tmp_path: Path) -> None:
    result = run("new", "mygame", "--in", tmp_path, "--like", "trick-taking", "--players", "2-4")
    assert result.code == 2
    assert "--players cannot be combined with --like trick-taking" in result.err
    assert not (tmp_path / "data").exists()
