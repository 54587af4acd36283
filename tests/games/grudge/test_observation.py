"""Tests of observations: the order of the decks and the discards stay hidden."""

from __future__ import annotations

from generator.engine.rng import Rng
from generator.games.grudge.game import Grudge
from tests.games.grudge.conftest import camp

PILES = ("warrior-deck", "warrior-discard", "monster-deck", "monster-discard")
INITIATIVE_PILES = ("monster-initiative-deck", "monster-initiative-discard")
DISCARDS = {"monster-discard": ["KS", "QS", "JS"], "monster-initiative-discard": ["KD", "2D"]}


def test_only_the_size_of_piles_is_visible(game: Grudge) -> None:
    seen = camp(game, **DISCARDS).view(0)
    assert {pile: seen[pile] for pile in (*PILES, *INITIATIVE_PILES)} == {
        "warrior-deck": 38,
        "warrior-discard": 0,
        "monster-deck": 35,
        "monster-discard": 3,
        "monster-initiative-deck": 10,
        "monster-initiative-discard": 2,
    }
    assert "chance" not in seen
    assert seen["monster-cards"] == ["2S", "3C", "5C"]
    assert seen == camp(game, **DISCARDS).view(None)


def test_the_order_of_played_initiative_cards_is_hidden(game: Grudge) -> None:
    one, other = (
        camp(game, **{"initiative-discard": cards}) for cards in (["2D", "9D"], ["9D", "2D"])
    )
    assert one != other
    assert one.view(0) == other.view(0)
    assert one.view(0)["initiative-discard"] == ["2D", "9D"]


def test_determinized_discards_have_no_joker_and_no_open_card(game: Grudge) -> None:
    state = camp(game, **DISCARDS)
    seen = set()
    for seed in range(60):
        other = state.determinize(0, Rng(seed))
        assert len(other.m_discard) == 3
        assert not {*other.m_discard} & {"JOKER-1", "JOKER-2", "2S", "3C", "5C"}
        assert other.m_slots == state.m_slots
        assert other.faults() == []
        seen |= {*other.m_discard}
    assert len(seen) > 30


def test_future_chance_is_determinized_too(game: Grudge) -> None:
    state = camp(game)
    memories = {state.determinize(0, Rng(seed)).rng.state for seed in range(5)}
    assert len(memories) == 5
    assert state.rng.state not in memories
