"""Tests of move labels: the Warrior's moves described well enough to choose by."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.rng import Rng
from generator.engine.text.move_sentences import move_sentences
from generator.games.grudge.display.move_labels import LABELS
from generator.games.grudge.game import Grudge
from tests.games.grudge.conftest import camp

DUEL: dict[str, Any] = {
    "warrior": {"at": "b2", "weapon": "hammer"},
    "weapons": ["hammer"],
    "stats": [4, 3, 2],
    "initiative": "6D",
    "cards": ["6C", "8C", "4C"],
    "monster-cards": ["2S", "3C", "5C"],
    "monster-initiative": ["5D"],
    "monsters": {"goblin-spear": {"at": "c3"}},
}
"""A Goblin next to the Warrior, who acts first or second."""


def labels(game: Grudge, what: str, **more: Any) -> dict[str, str]:
    """The labels of the legal moves with this beginning."""
    state = camp(game, **{**DUEL, **more})
    moves = state.legal_moves()
    return {str(move): state.describe_move(move) for move in moves if move.what == what}


def test_every_decision_of_some_games_has_labels(game: Grudge) -> None:
    rng, seen = Rng(2), set()
    for seed in range(12):
        state, _ = game.start(seed)
        for _ in range(250):
            if state.to_act is None:
                break
            for move in state.legal_moves():
                assert move.what in LABELS or not state.describe_move(move)
                seen.add(move.what)
            assert state.text_for(0)
            state.apply(rng.pick(state.legal_moves()))
    assert seen >= {"stats", "loadout", "spawn", "initiative", "assign", "next", "strike", "dash"}


def test_stats_and_weapons_are_explained_where_they_are_chosen(game: Grudge) -> None:
    state, _ = game.start(1)
    assert "Spades: Fighting." in state.text_for(0)
    first = state.legal_moves()[0]
    assert game.move_sentence(state, first) == "Have Spades 4, Clubs 3 and Hearts 2"
    state.apply(first)
    assert "Flail: Your Strikes win every tie" in state.text_for(0)
    shield = game.read_move("loadout axe shield")
    assert state.describe_move(shield) == "Helmet, Breastplate, Shield"
    assert state.describe_move(game.read_move("loadout axe bow")) == "Helmet, Breastplate"


@pytest.mark.parametrize(
    ("suit", "conditions", "sentence"),
    [("C", [], "Avoid: step to a2"), ("H", ["prone"], "Recover from being Prone")],
)
def test_a_reaction_is_told_as_what_the_warrior_does(
    game: Grudge, suit: str, conditions: list[str], sentence: str
) -> None:
    warrior = {**DUEL["warrior"], "conditions": conditions}
    reacting = {"warrior": warrior, "cards": ["6S", f"8{suit}", "4S"]}
    state = camp(game, **{**DUEL, **reacting, "pending": ["react goblin-spear open", "turns"]})
    assert sentence in move_sentences(state)


def test_a_value_is_shown_with_the_opposing_initiative(game: Grudge) -> None:
    turn = {"pending": ["turn"]}
    assert labels(game, "strike", **turn) == {"strike goblin-spear": "10 against 5: hits for 2"}
    rough = labels(game, "roughhouse", **turn)
    assert rough["roughhouse goblin-spear trip"] == "10 against 5: works"


def test_forced_aid_behind_a_shield_is_forecast(game: Grudge) -> None:
    shield = {"goblin-blade-shield": {"at": "c3"}}
    more: dict[str, Any] = {"pending": ["turn"], "monsters": shield, "cards": ["2C", "8C", "4C"]}
    more |= {"monster-cards": ["2S", "3C", "3H"], "weapons": ["axe"]}
    more["warrior"] = {"at": "b2", "weapon": "axe"}
    assert labels(game, "strike", **more) == {
        "strike goblin-blade-shield": "6 against 5 + 3 of Aid: misses"
    }
    rough = labels(game, "roughhouse", **more)
    assert rough["roughhouse goblin-blade-shield trip"] == "6 against 5 + 3 of Aid: does not work"
    assert (
        labels(game, "avoid", **more)["avoid a2"]
        == "value 5, attacked by the Goblin with Blade and Shield"
    )
    strong = {**more, "cards": ["8C", "7C", "4C"]}
    assert labels(game, "strike", **strong) == {
        "strike goblin-blade-shield": "12 against 5: hits for 1"
    }


def test_a_step_names_opportunity_attackers(game: Grudge) -> None:
    turn = {"pending": ["turn"]}
    assert (
        labels(game, "dash", **turn)["dash a2"]
        == "up to 3 steps, attacked by the Goblin with Spear"
    )
    assert labels(game, "avoid", **turn)["avoid a2"] == "value 9"
    slow = {**turn, "monster-initiative": ["KD"]}
    assert labels(game, "avoid", **slow)["avoid a2"] == "value 9, attacked by the Goblin with Spear"


def test_cards_show_their_value_in_each_slot(game: Grudge) -> None:
    state, _ = game.start(3)
    rng = Rng(1)
    while state.legal_moves()[0].what != "assign":
        state.apply(rng.pick(state.legal_moves()))
    move = state.legal_moves()[0]
    value = state.config.value[move.one]
    spades, clubs, hearts = state.stats
    main = f"Main Action Spades {value + spades}, Clubs {value + clubs}, Hearts {value + hearts}; "
    assert state.describe_move(move).startswith(main)
    assert "A low Initiative acts first" in state.text_for(0)


def test_the_position_explains_symbols_and_target_numbers(game: Grudge) -> None:
    elements = [{"element": "campfire", "squares": ["d1"]}]
    state = camp(game, **DUEL, elements=elements)
    text = state.text_for(0)
    assert "** Campfire" in text
    assert "numbers to beat: yours 6, theirs 5; their Strikes to come: SP 3" in text
    assert "Initiative Hand" not in text
    assert "Initiative Hand" in state.text()
