"""Tests of set-up: the Warrior before the first Challenge, chosen by the player or dealt at random."""

from __future__ import annotations

from typing import Any

from generator.engine.game import Game


def test_a_player_chooses_stats_and_then_gear(game: Game[Any]) -> None:
    state, _ = game.start(4)
    assert {str(move).split()[0] for move in state.legal_moves()} == {"stats"}
    state.apply(state.legal_moves()[0])
    assert {str(move).split()[0] for move in state.legal_moves()} == {"loadout"}


def test_dealt_warriors_differ_and_are_described(game: Game[Any]) -> None:
    dealt = set()
    for seed in range(30):
        state, events = game.start(seed, options={"gear": "random"})
        by_kind = {event.kind: event for event in events}
        assert {"stats", "loadout"} <= set(by_kind)
        assert not {"stats", "loadout"} & {str(move).split()[0] for move in state.legal_moves()}
        weapons: Any = by_kind["loadout"].facts["weapons"]
        dealt.add((by_kind["stats"].facts["spades"], *weapons))
    assert len(dealt) > 15
