"""Tests of previews: what a move does in plain sentences, without a word of what is hidden."""

from __future__ import annotations

import pytest

from generator.engine.of_kit import game_of_kit
from generator.engine.rng import Rng
from generator.engine.text.move_previews import MovePreview, distinct_beginnings, move_previews
from generator.i18n.translate import translated
from generator.kit.load import load_kit
from generator.kit.locate import BUILT_IN
from tests.shipped import shipped_game

KITS = ("ggt", "grizzled", "grudge", "gruff", "grumbles")


@pytest.mark.parametrize(
    ("kit", "move", "says"),
    [
        ("grumbles", "pick push c1", "Red picks Push and puts it onto c1."),
        ("grizzled", "take g1", "Player 1 is Achille."),
        ("gruff", "draft gran-thimble", "Red takes the shepherd Gran Thimble."),
        ("ggt", "take mire-mother", "Player 1 is Mire Mother."),
        ("grudge", "stats 4 3 2", "The Warrior has Spades 4, Clubs 3 and Hearts 2."),
    ],
)
def test_a_move_is_told_as_what_it_does(kit: str, move: str, says: str) -> None:
    game = shipped_game(kit)
    state, _ = game.start(1)
    (preview,) = move_previews(game, state, [game.read_move(move)], Rng(1))
    assert preview.text == says


@pytest.mark.parametrize("kit", KITS)
def test_a_preview_depends_on_what_the_seat_knows_and_changes_nothing(kit: str) -> None:
    game = shipped_game(kit)
    state, _ = game.start(3)
    rng = Rng(3)
    for number in range(60):
        if state.to_act is None:
            break
        moves, before = state.legal_moves()[:20], state.to_data()
        found = move_previews(game, state, moves, Rng(number))
        assert state.to_data() == before
        other = state.determinize(state.to_act, Rng(1000 + number))
        assert move_previews(game, other, moves, Rng(number)) == found
        state.apply(rng.pick(state.legal_moves()))


@pytest.mark.parametrize("kit", KITS)
def test_most_moves_have_a_preview_and_cite_a_rule(kit: str) -> None:
    game = shipped_game(kit)
    state, _ = game.start(5)
    rng = Rng(5)
    found: list[MovePreview] = []
    for _ in range(60):
        if state.to_act is None:
            break
        found += move_previews(game, state, state.legal_moves()[:20], Rng(1))
        state.apply(rng.pick(state.legal_moves()))
    assert sum(bool(each.text) for each in found) > 0.6 * len(found)
    assert {each.rule for each in found if each.rule} <= {*game.rules}
    assert sum(bool(each.rule) for each in found) > 0.9 * len(found)


def test_previews_are_in_the_language_of_the_game() -> None:
    game = game_of_kit(translated(load_kit(BUILT_IN.find("grumbles")), "de"))
    state, _ = game.start(1)
    moves = state.legal_moves()
    texts = {preview.text for preview in move_previews(game, state, moves, Rng(1))}
    assert any(text.startswith("Rot wählt Schub") for text in texts)


def test_a_game_that_allows_few_tries_gets_no_previews(monkeypatch: pytest.MonkeyPatch) -> None:
    game = shipped_game("grumbles")
    state, _ = game.start(1)
    monkeypatch.setattr(type(game), "tries", lambda self, state: 2)
    assert move_previews(game, state, state.legal_moves()[:1], Rng(1)) == [MovePreview()]


def test_as_many_sentences_are_told_as_tell_moves_apart() -> None:
    stories = [
        ("A.", "B.", "C."),
        ("A.", "B.", "D."),
        ("A.", "E."),
        ("F.", "G."),
        (),
        ("H.",),
        ("H.",),
    ]
    assert distinct_beginnings(stories) == ["A. B. C.", "A. B. D.", "A. E.", "F.", "", "H.", "H."]
