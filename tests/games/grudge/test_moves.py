"""Tests of move notation: what is accepted, and under which rule the rest is refused."""

from __future__ import annotations

import pytest

from generator.engine.game import IllegalMoveError
from generator.games.grudge.game import Grudge
from generator.games.grudge.moves import Move
from tests.games.grudge.conftest import camp

READ = {
    "stats 4 3 2": Move("stats", "4", "3", "2"),
    "loadout bow axe": Move("loadout", "axe", "bow"),
    "loadout axe shield": Move("loadout", "axe", "shield"),
    "spend 02": Move("spend", "2"),
    "place fence c4 north": Move("place", "fence", "c4", "north"),
    "initiative q": Move("initiative", "Q"),
    "assign qs 5c 9h": Move("assign", "QS", "5C", "9H"),
    "roughhouse  boss   displace north": Move("roughhouse", "boss", "displace", "north"),
    "cast gust warrior east": Move("cast", "gust", "warrior", "east"),
    "via e4-e5-f5": Move("via", "e4-e5-f5"),
    "pass": Move("pass"),
}
REFUSED = {
    "loadout shield axe": "loadout",
    "": "main-any-suit",
    "sing": "main-any-suit",
    "stats 4 3": "stats-spread",
    "stats 5 3 1": "stats-spread",
    "loadout axe": "loadout",
    "loadout axe axe": "loadout",
    "loadout axe helmet": "loadout",
    "spend -1": "luckstone",
    "spend ²": "luckstone",
    "room 1234567": "room-table",
    "place tent i9": "element-placement",
    "warrior z1": "starting-edge",
    "spawn warrior a1": "empty-square",
    "initiative 11": "choose-initiative",
    "assign QS QD 2C": "assign-cards",
    "assign QS JOKER-1 2C": "assign-cards",
    "strike warrior": "strike",
    "roughhouse boss tickle": "roughhouse",
    "cast fireball": "use-runestone",
    "via e4-x5": "monster-paths",
    "pass now": "warrior-may-pass",
}


@pytest.mark.parametrize("text", READ)
def test_a_move_is_parsed(game: Grudge, text: str) -> None:
    assert game.read_move(text) == READ[text]
    assert game.read_move(str(READ[text])) == READ[text]


@pytest.mark.parametrize(
    ("text", "pending", "rule"),
    [("d5", "place fence", "element-placement"), ("troll", "turn", "turn-order")],
)
def test_an_unknown_verb_is_refused_under_the_pending_decision(
    game: Grudge, text: str, pending: str, rule: str
) -> None:
    state = camp(game, pending=[pending])
    with pytest.raises(IllegalMoveError, match=f'begins with "{text}"; here one begins') as refusal:
        state.apply(game.read_move(text))
    assert refusal.value.rule == rule


@pytest.mark.parametrize("text", REFUSED)
def test_impossible_moves_are_refused(game: Grudge, text: str) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        game.read_move(text)
    assert refusal.value.rule == REFUSED[text]
    assert refusal.value.rule in game.rules
