"""Tests of move labels: hands and moves described well enough to choose by."""

from __future__ import annotations

from generator.engine.bots import Observation, bot_named
from generator.engine.rng import Rng
from generator.games.ggt.display.move_labels import LABELS
from generator.games.ggt.game import Ggt
from generator.kit.tables.records import table_named
from tests.games.ggt.conftest import face_to_face, play

SOMETIMES = ("move", "turn", "shield")
"""Moves with nothing to add when nobody is in front, no limb lies there, or none is shielded."""


def labels(game: Ggt, text: str, **more: object) -> dict[str, str]:
    """The labels of the legal moves with this beginning, face to face."""
    state = face_to_face(game, **more)
    return {
        str(move): state.describe_move(move)
        for move in state.legal_moves()
        if str(move).startswith(text)
    }  # fmt: skip


def test_every_decision_of_a_game_has_labels(game: Ggt) -> None:
    seen, bot = set(), bot_named("greedy")
    state, _ = game.start(3, 2)
    rng = Rng(3)
    for _ in range(160):
        if state.to_act is None:
            break
        for move in state.legal_moves():
            labelled = bool(state.describe_move(move))
            assert labelled == (move.what in LABELS) or move.what in SOMETIMES, move
            seen.add(move.what)
        state.apply(bot(Observation(state), rng))
    assert seen >= {"take", "place", "move", "turn", "attack", "escape", "card", "rip", "land"}


def test_a_monster_is_shown_with_values_and_abilities(game: Ggt) -> None:
    state, _ = game.start(1, 2)
    box = table_named(game.records.tables, "monsters")
    first = next(iter(box))
    start = first["start"]
    words = state.describe_move(state.legal_moves()[0])
    figures = f"Speed {start['speed']}, Strength {start['strength']}, Smarts {start['smarts']}"
    assert words.startswith(f"{figures}, Health {start['health']}; ")
    assert "Reach: Close combat also 2 hexes away." in state.text_for(0)
    play(game, state, str(state.legal_moves()[0]))
    play(game, state, str(state.legal_moves()[0]))
    assert "@ object to push" in state.text_for(0)


def test_only_the_players_own_hand_is_shown(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": ["KS", "4H"], "2": ["9C"]})
    hand = next(line for line in state.text_for(0).splitlines() if "your hand: " in line)
    assert {*hand.partition(": ")[2].split(", ")} == {"the four of hearts", "the King of spades"}
    assert "nine of clubs" not in state.text_for(0)
    assert "your hand: the nine of clubs" in state.text_for(1)
    assert "Player 2: " in state.text_for(0)


def test_the_rows_of_the_map_begin_and_end_with_names(game: Ggt) -> None:
    lines = face_to_face(game).text_for(0).splitlines()
    assert lines[0].split() == ["B1", "o", "o", "o", "D1"]
    assert lines[2].split() == ["A3", "o", ".", "1", "2", "o", "E3"]


def test_moves_name_their_destination_and_their_target(game: Ggt) -> None:
    state = face_to_face(game)
    own, other = state.body
    strength = f"{own.strength} against {other.strength}"
    (attack,) = labels(game, "attack").values()
    assert attack.startswith(f"Strength {strength}; pool {state.pool[1]}")
    assert labels(game, "move behind") == {"move behind": ""}
    assert labels(game, "turn 1") == {"turn 1": "with Player 2 in front"}
    assert labels(game, "turn 3") == {"turn 3": ""}
    speed = f"{own.speed} against {other.speed}"
    assert labels(game, "escape 2 speed") == {"escape 2 speed": speed}


def test_a_card_shows_the_resulting_total(game: Ggt) -> None:
    state = face_to_face(game, hands={"1": ["KS", "4H"], "2": ["9C"]})
    play(game, state, "attack 2 close")
    words = {str(move): state.describe_move(move) for move in state.legal_moves()}
    strength = state.body[0].strength
    assert words["card 4H"] == f"adds 4, to {strength + 4}"
    assert words["card KS"].startswith("royal")
    assert f"Test of Strength so far: Gravel Gus {strength}, Old Pincher" in state.text_for(0)
    state.apply(game.read_move("card 4H"))
    assert f"Gravel Gus {strength}, " in state.text_for(1)
    assert "four of hearts" not in state.text_for(1)


def test_a_limb_is_shown_with_values_and_cost(game: Ggt) -> None:
    words = labels(
        game,
        "attach",
        limbs={"1": [None] * 5, "2": [None] * 5},
        lying={"great-claw": "1,2"},
        power={"1": 3},
    )
    assert words
    for says in words.values():
        assert says.startswith("arm, Strength +3, Health +2; ")
        assert says.endswith(" of 3 Power")
