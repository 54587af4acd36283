"""Tests of scripted games with several decks, tracks with named spaces and no `rules.yaml`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.engine.bots import bot_named
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.engine.scripted.game import ScriptedGame
from generator.engine.testing.consistency import check_consistency
from generator.engine.testing.laws import play as play_by_laws
from generator.engine.testing.laws import trials
from tests.engine.scripted.small import after, small

HEAD = """\
piles: {deck: {of: cards, copies: copies}, sky: {of: weather}, used: }
hands: {hand: {deal: 1, from: deck}}
counters: {score: , coins: {start: 2, from: 0, to: 4}}
winner: {most: score}
end: [{rounds: 4}]
"""
TURN = """\
turn:
  - choose:
      fish: {when: deck, do: [{draw: deck, into: hand, as: card}, {gain: score, by: card.worth}]}
      wait: {when: sky, do: [{draw: sky, into: hand, as: wind}, {gain: score, by: wind.low}]}
      rest: {when: coins > 1, why-not: no-rest, do: [{lose: coins, by: 1}]}
"""


@pytest.mark.parametrize("bot", ["greedy", "search:20", "mcts:5"])
def test_bots_keep_hidden_decks_apart(tmp_path: Path, bot: str) -> None:
    """No bot imagines weather in the deck of cards, where `card.worth` would fail."""
    game = small(tmp_path, TURN, HEAD)
    for seed in range(3):
        *_, last = play(game, [bot_named(bot)], seed)
        assert last.state.outcome is not None


def test_hidden_cards_stay_in_their_deck(tmp_path: Path) -> None:
    game = small(tmp_path, TURN, HEAD)
    state, _ = after(game, "rest")
    worlds = [state.determinize(1, Rng(number)).position for number in range(20)]
    assert {card for world in worlds for card in world["sky"]} == {"calm", "storm"}
    assert {card for world in worlds for card in world["deck"]} == {"gull", "crab"}
    assert len({tuple(world["deck"]) for world in worlds}) > 1
    for trial in trials(game):
        play_by_laws(trial, 1)


@pytest.mark.parametrize(
    "piles",
    [
        "{deck: {of: [cards, weather]}, sky: {of: weather, hidden: true}, used: }",
        "{sky: {of: weather, hidden: true}, deck: {of: [cards, weather]}, used: }",
    ],
)
def test_tables_that_share_a_pile_are_one_deck(tmp_path: Path, piles: str) -> None:
    head = f"piles: {piles}\n" + HEAD.partition("\n")[2]
    game = small(tmp_path, "turn: [{gain: score, by: 1}]\n", head)
    state, _ = after(game)
    worlds = [state.determinize(0, Rng(number)).position for number in range(30)]
    assert {card for world in worlds for card in world["sky"]} == {"gull", "crab", "calm", "storm"}


def test_a_token_begins_on_the_first_space_whatever_its_name(tmp_path: Path) -> None:
    tracks = "tracks: {path: {spaces: [gate, yard]}, sky: {spaces: weather}}\n"
    tokens = "tokens: {pawn: {on: path}, kite: {on: sky}}\n"
    turn = "turn: [{move: pawn, to: 2}]\n"
    game = small(
        tmp_path, turn, f"{tracks}{tokens}counters: {{score: }}\nwinner: {{most: score}}\n"
    )
    state, _ = after(game)
    assert (state.position["pawn"], state.position["kite"]) == ([0, 0], [0, 0])
    moved, _ = after(game, *state.legal_moves())
    assert moved.position["pawn"] == [1, 0]


def test_a_space_that_a_track_does_not_have_is_a_fault(tmp_path: Path) -> None:
    head = "tracks: {path: {spaces: [gate, yard]}}\ntokens: {pawn: {on: path, start: 3}}\n"
    with pytest.raises(KitError, match='"path" has no space "3"'):
        small(tmp_path, "turn: [{move: pawn, by: 1}]\nwinner: self\n", head)


def test_a_refusal_without_a_rulebook_is_no_fault(tmp_path: Path) -> None:
    """`why-not` names a rule that no event cites; a kit without rules.yaml cannot say so."""
    assert _faults(small(tmp_path, TURN, HEAD)) == []


@pytest.mark.parametrize("end", ["", "end: []\n", "end: [{when: 'false'}]\n"])
def test_an_end_that_never_comes_is_reported_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    monkeypatch.chdir(tmp_path)
    head = end + HEAD.replace("end: [{rounds: 4}]\n", "")
    (fault,) = _faults(small(tmp_path, TURN, head))
    assert fault.startswith('turns.yaml:1: rule "end": no example and no game shows this rule')
    assert fault.endswith(
        "; change the step, or the data, so that it comes about, or leave it out (unshown-rule)"
    )


def test_a_value_for_bots_that_fails_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The random games of the check need no value, but `simulate --bot greedy` would end there."""
    monkeypatch.chdir(tmp_path)
    (fault,) = _faults(small(tmp_path, TURN, "value: 1 / score\n" + HEAD))
    assert fault.startswith("turns.yaml:1: game with tiny players=")
    assert "division by zero" in fault


def test_an_expression_that_fails_in_many_games_is_one_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    turn = "turn: [{draw: deck, into: hand, as: card}, {gain: score, by: card.wort}]\n"
    (fault,) = _faults(small(tmp_path, turn, HEAD))
    assert fault.startswith(f"turns.yaml:{HEAD.count(chr(10)) + 1}: game with tiny players=")
    assert 'there is no "wort"' in fault
    assert 'did you mean "worth"?' in fault


def _faults(game: ScriptedGame) -> Sequence[str]:
    return [str(fault) for fault in check_consistency(game)]
