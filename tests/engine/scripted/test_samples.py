"""Tests of the sample games in `tests/kits/turns`: auctions, partners, stealing, secret choices, decks."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import pytest

from generator.engine.game import Game
from generator.engine.registry import load_game
from generator.engine.rng import Rng
from generator.engine.simulation.run import Plan, simulate
from generator.engine.testing.consistency import check_consistency
from generator.engine.testing.examples import read_examples
from generator.engine.testing.laws import play, trials
from generator.kit.locate import KitSearchPath
from generator.pipeline.check import check

KITS = Path(__file__).parents[2] / "kits" / "turns"
ROOTS = KitSearchPath(KITS / "data", KITS / "templates")
SAMPLES = ("brambles", "winds", "mask", "ducks", "orchard")


def sample(name: str) -> Game[Any]:
    return load_game(name, KITS / "data" / name)


@pytest.mark.parametrize("name", SAMPLES)
def test_random_games_obey_the_laws(name: str) -> None:
    game = sample(name)
    found = trials(game)
    for trial in (found[0], found[-1]):
        assert 0 < play(trial, 3, every=8) <= game.max_decisions(trial.options)


@pytest.mark.parametrize("name", SAMPLES)
def test_rules_and_examples_agree_with_the_game(name: str) -> None:
    examples = read_examples(KITS / "data" / name / "examples" / "turns.yaml")
    game = sample(name)
    assert [str(f) for f in check_consistency(game, examples, games=2)] == []
    named = {slug for example in examples for slug in example.rules}
    assert named <= set(game.rules)


@pytest.mark.parametrize(
    ("name", "players", "games", "least"),
    [
        ("brambles", 4, 8, 0.9),
        ("winds", 4, 40, 0.55),
        ("mask", 2, 30, 0.65),
        ("ducks", 2, 30, 0.65),
        ("orchard", 2, 6, 0.8),
    ],
)
def test_planning_beats_random_play(name: str, players: int, games: int, least: float) -> None:
    """The seats with a planning bot, every other one, win more than half of the games."""
    plan = Plan(sample(name), ("random", "greedy"), players, {})
    records = list(simulate(plan, games))
    assert not any(record.error for record in records)
    planned = sum(sum(record.worth[1::2]) / sum(record.worth) for record in records)
    assert planned / games >= least


@pytest.mark.parametrize("name", SAMPLES)
def test_the_kit_has_no_faults(name: str) -> None:
    assert {entry.slug for entry in check(name, ROOTS)} >= {"C-deck", "rules", "eyes"}


def test_a_seen_card_is_known_until_it_moves_unseen() -> None:
    state = sample("mask").load(
        {
            "deck": ["gossip", "lamplighter"],
            "hand": [["dancer"], ["envoy"], ["fencer"]],
            "players": 3,
        }
    )
    for move in ("turn", "lamplighter", "player-2"):
        state.apply(move)
    (seen,) = state.view(0)["seen-cards"]
    assert seen == {"place": "hand", "seat": 1, "index": 0, "card": "envoy"}
    assert (state.view(1)["seen-cards"], state.view(None)["seen-cards"]) == ([], [])
    assert "you have seen in Player 2's hand: Envoy" in state.text_for(0)
    hands = [state.determinize(0, Rng(number)).to_data()["hand"] for number in range(9)]
    assert {hand[1][0] for hand in hands} == {"envoy"}
    assert len({hand[2][0] for hand in hands}) > 1
    others = [state.determinize(2, Rng(number)).to_data()["hand"] for number in range(9)]
    assert len({hand[1][0] for hand in others}) > 1


def test_a_personal_deck_keeps_its_cards() -> None:
    """Determinization only reorders the other seat's hidden deck and hand."""
    game = sample("orchard")
    state = game.load(
        {"deck": [["weed", "sprout"], ["plum", "weed"]], "hand": [["sprout"], ["magpie"]]}
    )
    worlds = [state.determinize(0, Rng(number)).to_data() for number in range(9)]
    for world in worlds:
        deck, hand = world["deck"], world["hand"]
        assert sorted(deck[1] + hand[1]) == ["magpie", "plum", "weed"]
        assert sorted(deck[0]) == ["sprout", "weed"]
        assert hand[0] == ["sprout"]
    assert len({str(world["hand"]) for world in worlds}) > 1


@pytest.mark.parametrize(
    ("name", "typed", "text"),
    [
        ("mask", "turn\n", "Player 1 draws"),
        ("ducks", "1\n", "Player 1 adds a card to the chosen"),
        ("brambles", "pay\n", "Player 1: berries"),
    ],
)
def test_a_sample_is_played_at_a_terminal(
    name: str, typed: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from generator.cli.terminal_session import SessionOptions, play_at_terminal

    monkeypatch.chdir(tmp_path)
    output = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed + "quit\n"))
    monkeypatch.setattr(sys, "stdout", output)
    game = sample(name)
    play_at_terminal(
        game, SessionOptions("1", ["greedy"], game.seats[0], 1, {}, None, None, None, None)
    )
    assert text in output.getvalue()
