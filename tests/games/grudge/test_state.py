"""Tests of the state of Grudge: which Characters its copies share."""

from __future__ import annotations

from generator.games.grudge.content import WARRIOR
from generator.games.grudge.game import Grudge
from tests.games.grudge.conftest import camp


def test_characters_are_copied_only_once_for_each_copy_of_a_state(game: Grudge) -> None:
    state = camp(game, monsters={"troll": {"at": "h8"}})
    troll = state.renew("troll")
    assert state.renew("troll") is troll
    copy = state.copy()
    assert copy.figures["troll"] is troll
    assert state.renew("troll") is not troll
    assert copy.renew("troll") is not troll


def test_neither_a_state_nor_its_copy_sees_changes_of_the_other(game: Grudge) -> None:
    state = camp(game, monsters={"troll": {"at": "h8"}})
    state.renew(WARRIOR)
    before = state.to_data()
    copy = state.copy()
    for id in (WARRIOR, "troll"):
        copy.renew(id).steps = 3
    assert copy.warrior.steps == 3
    assert state.to_data() == before
    state.renew("troll").steps = 5
    state.renew(WARRIOR).steps = 4
    assert copy.warrior.steps == copy.figures["troll"].steps == 3
