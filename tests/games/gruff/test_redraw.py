"""Tests of hidden information: hands, decks and cards left out are secret until they are seen."""

from __future__ import annotations

from typing import Any

from generator.engine.bots import bot_named
from generator.engine.playthrough import play
from generator.engine.rng import Rng
from generator.games.gruff.game import GruffGame
from generator.games.gruff.state import GruffState
from tests.games.gruff.conftest import position
from tests.kinds import of_kind

DEALT = {"draft": "random", "decks": "random"}


def dealt(game: GruffGame, seed: int = 1) -> GruffState:
    state, _ = game.start(seed, options=DEALT)
    assert isinstance(state, GruffState)
    while state.turns == 0:
        state.apply(state.legal_moves()[0])
    return state


def test_a_view_shows_own_cards_and_only_counts_of_others(game: GruffGame) -> None:
    state = dealt(game)
    seen: dict[str, Any] = state.view(0)
    assert len(seen["hands"]["red"]) == 5
    assert seen["hands"]["blue"] == 5
    assert seen["decks"] == {"red": 19, "blue": 19}
    assert seen["packs"]["blue"] == 24
    assert seen["dropped"]["blue"] == 6
    everybody = state.view(None)
    assert everybody["hands"] == {"red": 5, "blue": 5}
    assert "chance" not in everybody


def test_seen_cards_stay_in_a_determinized_deck(game: GruffGame) -> None:
    state = dealt(game)
    for step in play(game, [bot_named("random")], 5, options=DEALT, turns=9):
        state = of_kind(step.state, GruffState)
    assert any(state.seen)
    for seat in (0, 1):
        for number in range(20):
            other = state.determinize(seat, Rng(number))
            for each in range(2):
                assert set(state.seen[each]) <= set(other.packs[each])
            assert other.faults() == []


def test_a_card_taken_back_is_known_to_be_in_hand(game: GruffGame) -> None:
    condition = next(card for card in game.content.cards if card.pool == 3 and card.type == 1)
    hands = {"blue": [condition.id]}
    state = position(game, hands=hands, shown={"blue": [condition.id]})
    number = game.content.card_number[condition.id]
    for rng in range(20):
        other = state.determinize(0, Rng(rng))
        assert number in other.hands[1]
        assert other.faults() == []  # and nowhere else
    unseen = position(game, hands=hands)
    found = [number in unseen.determinize(0, Rng(rng)).hands[1] for rng in range(20)]
    assert not all(found)


def test_a_card_that_waits_for_its_host_stays_in_hand(game: GruffGame) -> None:
    tried = 0
    for seed in range(12):
        for step in play(game, [bot_named("random")], seed, options=DEALT, turns=12):
            state = step.state
            assert isinstance(state, GruffState)
            if not state.pending or state.pending[-1].name != "host":
                continue
            for number in range(5):
                other = state.determinize(1 - state.pair[state.side], Rng(number))
                assert other.faults() == []
                other.apply(other.legal_moves()[0])
                tried += 1
    assert tried > 20


def test_a_determinized_deck_obeys_the_breaking_point(game: GruffGame) -> None:
    breaks = [shepherd.breaking_point for shepherd in game.content.shepherds]
    strict = game.content.shepherds[breaks.index(min(breaks))].id
    mild = next(each.id for each in game.content.shepherds if each.id != strict)
    state = position(game, shepherds={"red": mild, "blue": strict})
    for number in range(40):
        pack = state.determinize(0, Rng(number)).packs[1]
        assert len(pack) == 24
        assert sum(game.content.cards[card].ultimate for card in pack) <= min(breaks)


def test_a_players_own_deck_is_hidden_too(game: GruffGame) -> None:
    state = dealt(game)
    decks = {state.determinize(state.pair[0], Rng(number)).decks[0] for number in range(10)}
    assert len(decks) == 10
    assert {tuple(sorted(deck)) for deck in decks} == {tuple(sorted(state.decks[0]))}
