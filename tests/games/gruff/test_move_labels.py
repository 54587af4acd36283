"""Tests of move labels: hands and moves described well enough to choose by."""

from __future__ import annotations

from generator.engine.rng import Rng
from generator.games.gruff.display.move_labels import LABELS
from generator.games.gruff.game import GruffGame
from generator.games.gruff.moves import ATTACK, Move
from tests.games.gruff.conftest import position


def test_every_decision_of_whole_games_has_labels(game: GruffGame) -> None:
    rng, seen = Rng(4), set()
    for seed in range(6):
        state, _ = game.start(seed, 2)
        while state.to_act is not None:
            if state.legal_moves()[0].what in ("choose", "yes"):
                assert "now: " in state.text_for(state.to_act)
            for move in state.legal_moves():
                assert bool(state.describe_move(move)) == (move.what in LABELS), move
                seen.add(move.what)
            state.apply(rng.pick(state.legal_moves()))
    assert seen >= set(LABELS) - {"return"}


def test_a_pick_is_shown_with_values_and_text(game: GruffGame) -> None:
    state, _ = game.start(3, 2)
    shepherd = game.content.shepherds[0]
    words = state.describe_move(Move("draft", shepherd.id))
    figures = f"Life {shepherd.life}, Crazy {shepherd.crazy}, Breaking Point"
    assert words.startswith(f"{figures} {shepherd.breaking_point}. Threshold {shepherd.threshold}:")
    assert words.endswith(shepherd.text.split(": ", 1)[1])
    gruff = game.content.gruffs[0]
    mean, weird, fat = gruff.stats
    words = f"Mean {mean}, Weird {weird}, Fat {fat}. {gruff.text}"
    assert state.describe_move(Move("draft", gruff.id)) == words
    state.apply(Move("draft", shepherd.id))
    assert sum("your shepherd: Life" in state.text_for(seat) for seat in (0, 1)) == 1


def test_a_card_is_shown_with_cost_type_and_text(game: GruffGame) -> None:
    state = position(game)
    card = next(card for card in game.content.cards if card.ultimate)
    words = state.describe_move(Move("play", card.id))
    assert words.startswith(f"cost {card.cost}, Ultimate ")
    assert words.endswith(card.text)


def test_a_hand_is_shown_with_costs_to_its_owner_alone(game: GruffGame) -> None:
    state, _ = game.start(3, 2, {"draft": "random", "decks": "random"})
    rng = Rng(1)
    while not all(state.hands):
        state.apply(rng.pick(state.legal_moves()))
    side = 1
    seat = state.pair[side]
    card = game.content.cards[state.hands[side][0]]
    assert f"{card.name} ({card.cost})" in state.text_for(seat)
    assert f"{card.name} ({card.cost})" not in state.text_for(1 - seat)
    assert "B is your line" in state.text_for(seat)


def test_leaving_cards_out_shows_the_number_of_excess_ultimates(game: GruffGame) -> None:
    state, _ = game.start(3, 2, {"draft": "random"})
    seat = state.to_act
    assert seat is not None
    most = game.content.shepherds[state.shepherds[seat]].breaking_point
    assert f"your deck may have {most} (Breaking Point)" in state.text_for(seat)
    assert "Ultimates" not in state.text_for(1 - seat)
    move = state.legal_moves()[0]
    state.apply(move)
    name = game.content.cards[game.content.card_number[move.about]].name
    assert f"left out of your deck: {name}" in state.text_for(seat)
    assert name not in state.text_for(1 - seat)


def test_an_attack_shows_the_defence(game: GruffGame) -> None:
    state = position(game)
    state.apply(Move("activate", "1"))
    while not any(move == ATTACK for move in state.legal_moves()):
        state.apply(state.legal_moves()[-1])
    own, other = (game.content.gruffs[state.fighters[state.line[spot]]] for spot in (0, 3))
    words = state.describe_move(ATTACK)
    against = f"against {other.name}, Defense {other.stats[2]}"
    assert words.startswith(f"{own.name}, Damage {own.stats[0]}, {against}.")
