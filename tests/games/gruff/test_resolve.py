"""Tests of effects in progress: the meaning of "the chosen gruff", partial choices, and lookups."""

from __future__ import annotations

import pytest

from generator.games.gruff.game import GruffGame
from tests.games.gruff.test_operations import (
    after,
    at_table,
    card_of,
    do,
    lasting,
    names,
    play,
    with_clauses,
)


@pytest.mark.parametrize(
    "swap",
    ["{op: swap, a: chosen, b: {choose: enemy}}", "{op: swap, a: {choose: enemy}, b: chosen}"],
)
def test_the_chosen_gruff_of_a_swap_was_chosen_before_it(game: GruffGame, swap: str) -> None:
    clauses = do("{op: damage, to: {choose: enemy}, n: 1}, " + swap)
    state = after(game, clauses, "choose B1", "choose B3")
    assert state.marks == [0, 0, 0, 1, 0, 0]
    assert state.line == [0, 1, 2, 5, 4, 3]


def test_a_pending_strip_can_be_saved(game: GruffGame) -> None:
    clauses = do("{op: strip, kind: mutation, from: {each: enemy}}")
    cards = {names(game)[3 + n]: lasting(game, 3 + n, 2, 2) for n in (0, 1)}
    first = cards[names(game)[3]][0]
    variant = with_clauses(game, "action", clauses)
    state = play(at_table(variant, "action", cards=cards), variant, "action", f"discard {first}")
    assert variant.load(state.to_data()) == state


def test_no_gruff_is_active_when_the_next_turn_begins(game: GruffGame) -> None:
    clauses = "[{static: [{mod: mean, n: 3}], if: {is: exhausted, who: active}}]"
    variant = with_clauses(game, "mutation", clauses)
    attacker = names(variant)[3]
    cards = {attacker: [card_of(variant, "mutation")]}
    state = at_table(
        variant, "mutation", attacking=[attacker], cards=cards, hands={}, pending=["tactic red"]
    )
    events = state.apply(variant.read_move("grow mean"))
    assert [event.facts["damage"] for event in events if event.kind == "force"] == [5]
