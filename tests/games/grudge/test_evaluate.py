"""Tests of the heuristic: what it prefers, and how bots play by it."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.bots import BOTS, Observation
from generator.engine.rng import Rng
from generator.engine.simulation.run import Plan, simulate
from generator.games.grudge.game import Grudge
from generator.games.grudge.heuristic.threats import expected_damage
from tests.games.grudge.conftest import camp

FAR = {"troll": {"at": "h8"}}
BESIDE = {"goblin-spear": {"at": "b2"}}
FENCE = {"element": "fence", "squares": ["b1", "b2"]}
HIDEOUT = {"elements": [FENCE, {"element": "tent", "squares": ["a3"]}]}
GANG = {"goblin-spear": {"at": "h8"}, "boss": {"at": "h7"}}
BETTER: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "more Health": ({"warrior": {"at": "a1", "health": 6}}, {}),
    "fewer Notches": ({}, {"notches": {"helmet": 2, "breastplate": 0, "shield": 0}}),
    "no Condition": ({}, {"warrior": {"at": "a1", "conditions": ["prone"]}}),
    "a Monster that is hurt": ({"monsters": {"troll": {"at": "h8", "defence": 4}}}, {}),
    "a Monster on the ground": ({"monsters": {"troll": {"at": "h8", "conditions": ["prone"]}}}, {}),
    "a Runestone": ({"runestones": 1}, {}),
    "a Luckstone": ({"luckstones": 1}, {}),
    "a Pig nearer by": (
        {"elements": [{"element": "pig", "squares": ["b2"]}]},
        {"elements": [{"element": "pig", "squares": ["g7"]}]},
    ),
    "a corner that can be struck from one square": (
        {"monsters": GANG, "elements": [FENCE]},
        {"monsters": GANG, "elements": [{"element": "fence", "squares": ["d4", "e4"]}]},
    ),
    "a loaded Bow": (
        {"weapons": ["axe", "bow"], "warrior": {"at": "a1", "weapon": "bow", "loaded": True}},
        {"weapons": ["axe", "bow"], "warrior": {"at": "a1", "weapon": "bow"}},
    ),
    "a Weapon that the Troll is not immune to": (
        {"weapons": ["axe", "flail"], "monsters": {"troll": {"at": "b2", "immune": "flail"}}},
        {"weapons": ["axe", "flail"], "monsters": {"troll": {"at": "b2", "immune": "axe"}}},
    ),
    "a Bow to shoot from a hideout": (
        {"weapons": ["axe", "bow"], **HIDEOUT},
        {"weapons": ["axe", "flail"], **HIDEOUT},
    ),
    "a Strike that would hit": (
        {"monsters": BESIDE, "monster-initiative": ["8D"]},
        {"monsters": BESIDE, "monster-initiative": ["KD"]},
    ),
    "out of reach of a Strike": (
        {"monsters": {"boss": {"at": "c3"}}, "monster-cards": ["KS", "2C", "3C"]},
        {"monsters": {"boss": {"at": "b2"}}, "monster-cards": ["KS", "2C", "3C"]},
    ),
}


@pytest.mark.parametrize("what", BETTER)
def test_a_better_position_is_worth_more(game: Grudge, what: str) -> None:
    good, bad = (
        camp(game, **{"monsters": FAR, **position}).evaluate()[0] for position in BETTER[what]
    )
    assert 0 < bad < good < 1


def test_the_troll_is_not_expected_once_it_is_present(game: Grudge) -> None:
    """Also before the first Round of the fight, when the Weapon in hand is chosen."""
    troll = {"warrior": {"at": "a1"}, "monsters": {"troll": {"at": "h8"}}}
    state = game.load({**troll, "pending": ["wield", "round"], "round": 0})
    dearer = {**game.weights, "to come": 2 * game.weights["to come"]}
    assert state.judge(dearer) == state.evaluate()


def test_a_high_initiative_is_used_in_danger(game: Grudge) -> None:
    """Next to the Troll the greedy bot hides behind a King; far from it, it gets rid of an Ace."""
    chosen = {}
    for where in ("a2", "h8"):
        state = game.load({"warrior": {"at": "a1"}, "monsters": {"troll": {"at": where}}})
        chosen[where] = str(BOTS["greedy"](Observation(state), Rng(1)))
    assert chosen == {"a2": "initiative K", "h8": "initiative A"}


@pytest.mark.parametrize(
    ("more", "own", "hammer", "dealt"), [(0, 13, False, 0), (0, 0, False, 1), (0, 0, True, 2)]
)
def test_expected_damage(more: int, own: int, hammer: bool, dealt: float) -> None:
    assert expected_damage(more, own, hammer) == dealt


def test_planning_beats_random_play(game: Grudge) -> None:
    survived = {}
    for bot in ("random", "greedy"):
        records = list(simulate(Plan(game, (bot,), 1, {"luckstones": 0}), 5))
        assert all(record.result == "defeat" for record in records)
        survived[bot] = sum(record.turns for record in records)
    assert survived["greedy"] > 1.5 * survived["random"]


def test_rerolls_come_to_an_end(game: Grudge) -> None:
    """`sim-cap`: with every Encounter met, rerolling would never end by itself."""
    state = game.load(
        {
            "warrior": {"at": "d1"},
            "cards": [],
            "pending": ["again 3", "spawn"],
            "experienced": [1, 2, 3, 4, 5, 6],
        }
    )
    for _ in range(20):
        assert [str(move) for move in state.legal_moves()] == ["keep", "reroll"]
        state.apply(game.read_move("reroll"))
    assert state.pending[-1].name == "spawn"
    assert state.rerolls == 20
