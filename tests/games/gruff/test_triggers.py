"""Tests of triggers: what the clauses on the table wait for is up to date at every decision."""

from __future__ import annotations

from generator.engine.bots import bot_named
from generator.engine.playthrough import play
from generator.games.gruff.effects.triggers import listen
from generator.games.gruff.game import GruffGame
from generator.games.gruff.rules.stats import controller
from generator.games.gruff.state import ALL_TRIGGERS, GruffState
from tests.kinds import of_kind


def test_what_clauses_wait_for_is_as_in_a_loaded_position(game: GruffGame) -> None:
    compared = 0
    for seed in range(4):
        for step in play(game, [bot_named("random")], seed):
            state = step.state
            assert isinstance(state, GruffState)
            if state.awaited != ALL_TRIGGERS:
                loaded = game.load(state.to_data())
                listen(loaded)
                assert (state.awaited, state.waits) == (loaded.awaited, loaded.waits), seed
                assert state.waiting == loaded.waiting, seed
                compared += 1
    assert compared > 200


def test_a_card_comes_and_goes_with_what_it_waits_for(game: GruffGame) -> None:
    """Wherever a card lies, its clauses wait for those of the side that controls it."""
    cards = [number for number, card in enumerate(game.content.cards) if card.triggered]
    for step in play(game, [bot_named("random")], 1):
        state = of_kind(step.state, GruffState)
        if state.turns == 1:
            break
    before: list[int] | None = None
    for card in cards:
        if state.owner[game.content.cards[card].pool] < 0:
            continue
        for fighter in range(6):
            listen(state)
            before = [*state.waits]
            state.put_card(fighter, card)
            listen(state)
            bits, clause = state.waiting[fighter][1]
            assert controller(state, clause) == state.owner[game.content.cards[card].pool]
            assert state.waits[fighter] == before[fighter] | bits
            assert state.awaited & bits == bits
            state.take_card(fighter, card)
            listen(state)
            assert state.waits == before
    assert before
