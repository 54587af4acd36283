"""Tests of refusals: they name the Grumble, the square and what is in the way, in each language."""

from __future__ import annotations

import pytest

from generator.engine.game import IllegalMoveError
from generator.engine.of_kit import game_of_kit
from generator.games.grumbles.game import Grumbles
from generator.i18n.translate import translated
from tests.games.grumbles.universe import every_move, positions
from tests.shipped import shipped_game, shipped_kit

POSITION = {
    "turn": 2,
    "activated": ["swap"],
    "red": {"shove": "b1", "yank": "d3", "swap": "e1"},
    "green": {"throw": "d6", "push": "c7", "pull": "e7"},
    "goofs": {
        **{"a1": "starter", "c3": "starter", "c5": "starter", "d4": "super"},
        **{"e3": "starter", "e5": "starter"},
    },
}
REFUSED = {
    "yank step N": (
        "Yank would go to d4, where an unseen Goof stands",
        "Ruck käme auf d4, wo ein unbekannter Dussel steht",
    ),
    "shove step S": (
        "Shove would leave the board, which ends at b1",
        "Stups würde das Brett verlassen, das bei b1 endet",
    ),
    "shove shove W": (
        "a regular Goof would leave the board, which ends at a1",
        "ein normaler Dussel würde das Brett verlassen, das bei a1 endet",
    ),
    "shove shove N": (
        "nothing stands on b2 that Shove could move",
        "auf b2 steht nichts, was Stups bewegen könnte",
    ),
    "shove shove S": (
        "the board ends at b1: there is nothing beyond it that Shove could move",
        "das Brett endet bei b1: Dahinter ist nichts, was Stups bewegen könnte",
    ),
    "yank yank N": (
        "nothing stands on d5 that Yank could move",
        "auf d5 steht nichts, was Ruck bewegen könnte",
    ),
    "yank step S yank W": (
        "nothing stands on b2 that Yank could move",
        "auf b2 steht nichts, was Ruck bewegen könnte",
    ),
    "swap stay": (
        "Swap has been activated this turn already",
        "Tausch ist in diesem Zug schon aktiviert worden",
    ),
    "push stay": (
        "Push is Green’s Grumble, not Red’s",
        "Schub ist ein Grummel von Grün, nicht von Rot",
    ),
    "swing stay": ("Swing is off the board", "Schwung ist nicht auf dem Brett"),
}


@pytest.mark.parametrize("text", REFUSED)
@pytest.mark.parametrize("language", ["", "de"])
def test_a_refusal_names_who_and_what_is_in_the_way(language: str, text: str) -> None:
    kit = shipped_kit("grumbles")
    game = game_of_kit(translated(kit, language)) if language else shipped_game("grumbles")
    state = game.load(POSITION)
    with pytest.raises(IllegalMoveError) as caught:
        state.apply(game.read_move(text))
    assert caught.value.faults[0].message == REFUSED[text][bool(language)]


def test_every_refusal_is_filled_in(grumbles: Grumbles) -> None:
    moves = every_move(grumbles)
    for state in positions(grumbles, 10):
        for move in {*moves} - {*state.legal_moves()}:
            _, reason = state.explain_illegal(move)
            assert "{" not in reason
            assert "  " not in reason
            assert " ," not in reason
