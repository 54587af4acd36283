"""Tests of positions as data: defaults, and every fault of an impossible position."""

from __future__ import annotations

from typing import Any

import pytest

from generator.base.errors import KitError
from generator.games.gruff.game import GruffGame
from tests.games.gruff.conftest import position


def test_missing_fields_are_as_in_a_game_in_progress(game: GruffGame) -> None:
    state = position(game)
    assert (state.turn, state.side, state.pair) == (5, 0, (0, 1))
    assert [str(move) for move in state.legal_moves()] == ["activate 1", "activate 2", "activate 3"]
    assert [len(deck) for deck in state.decks] == [24, 24]
    assert not any(game.content.cards[card].ultimate for card in state.decks[0])
    assert state.sliders[:3] == list(game.content.gruffs[0].stats)


def test_with_a_number_of_cards_the_rest_is_discarded(game: GruffGame) -> None:
    state = position(game, decks={"red": 3})
    assert (len(state.decks[0]), len(state.discards[0])) == (3, 21)


def test_a_deck_lists_its_top_cards(game: GruffGame) -> None:
    pool = [game.content.cards[card] for card in game.content.gruffs[1].pool]
    ultimate = next(card.id for card in pool if card.ultimate)
    state = position(game, decks={"red": [ultimate, pool[0].id]})
    assert game.content.card_ids(state.decks[0][-2:]) == [pool[0].id, ultimate]
    assert len(state.decks[0]) == 24


def fault_messages(game: GruffGame, **data: Any) -> list[tuple[str, str]]:
    with pytest.raises(KitError) as refusal:
        position(game, **data)
    return [(fault.check, fault.message) for fault in refusal.value.faults]


def test_faults_are_reported_under_their_rule(game: GruffGame) -> None:
    red, blue = game.content.gruffs[0].id, game.content.gruffs[3].id
    card = game.content.cards[game.content.gruffs[3].pool[0]].id
    action = next(each.id for each in game.content.cards if each.pool == 0 and each.type == 0)
    cases: list[tuple[dict[str, Any], str, str]] = [
        ({"goats": 3}, "", 'a position has no "goats"'),
        ({"players": 4}, "draft-games", "4 cannot play this game"),
        ({"dead": ["billy"]}, "", 'there is no gruff at the table "billy"'),
        ({"teams": {"red": [red]}}, "team", "a team has 3 gruffs"),
        ({"line": {"red": [red, red, red]}}, "", "a line has each gruff of the team once"),
        ({"hands": {"red": [card]}}, "deck-eight-each", f"{card} belongs to the other player"),
        ({"cards": {blue: [action]}}, "type-action", f"{action} is an Action"),
        ({"stats": {red: {"fat": 11}}}, "slider-ends", f"a slider of {red} is off its track"),
        ({"crazy": {"red": 31}}, "slider-ends", "the Crazy of red is 31, outside 0..30"),
        ({"life": {"red": 40}}, "shepherd-damage-stays", "the Life of red is 40"),
        ({"dead": [red], "marks": {red: 2}}, "damage-on-dead", f"{red} is dead and has marks"),
        ({"dead": [red], "attacking": [red]}, "attacker-dead", f"{red} is dead and attacks"),
        ({"pending": ["sing red"]}, "", '"sing red" is not a step of this game'),
        ({"pending": ["effect nothing#1 0 - - -"]}, "", "is not a step of this game"),
        ({"pending": ["draw"]}, "", '"draw" is not a player\'s decision'),
        ({"pending": ["play blue"]}, "turn-order", "it is the turn of red"),
        ({"pending": ["tactic red"]}, "activate-one", "no gruff of red is active"),
        ({"dead": [each.id for each in game.content.gruffs[:3]]}, "win-gruffs", "of red are dead"),
        ({"life": {"blue": 0}}, "win-life", "blue has no Life left"),
        ({"life": {"red": 0}, "pending": ["discard red 1"]}, "win-life", "red has no Life left"),
        (
            {"decks": {"red": 3}, "discards": {"red": []}},
            *("deck-eight-each", "21 cards of red are in no hand, deck or discards"),
        ),
        (
            {"boosts": [{"gruff": red}]},
            "",
            'each of "boosts" must have gruff and what and n and until and by',
        ),
    ]
    for data, rule, says in cases:
        messages = fault_messages(game, **data)
        assert any(check == rule and says in message for check, message in messages), (
            data,
            messages,
        )


def test_illegal_decks_are_reported(game: GruffGame) -> None:
    cards = [card.id for card in game.content.cards if card.pool == 0]
    assert ("deck-eight-each", f"the deck of red has 10 cards of {game.content.gruffs[0].id}") in (
        fault_messages(game, hands={"red": cards}, packs={"red": cards})
    )
