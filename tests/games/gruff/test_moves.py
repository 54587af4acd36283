"""Tests of move notation: parsing, and moves that are never possible."""

from __future__ import annotations

import pytest

from generator.engine.game import IllegalMoveError
from generator.games.gruff.game import GruffGame

UNTRANSLATED = [
    *("activate 2", "stop", "host B2", "choose A1", "yes", "no", "attack", "grow fat"),
    *("move 3", "resurrect 2"),
]


@pytest.mark.parametrize("text", UNTRANSLATED)
def test_a_move_is_parsed_and_printed(game: GruffGame, text: str) -> None:
    assert str(game.read_move(text)) == text


@pytest.mark.parametrize("what", ["drop", "play", "discard", "return"])
def test_a_move_names_a_card(game: GruffGame, what: str) -> None:
    text = f"{what} {game.content.cards[7].id}"
    assert str(game.read_move(f"  {what}   {game.content.cards[7].id} ")) == text


def test_a_draft_names_a_gruff_or_a_shepherd(game: GruffGame) -> None:
    for each in (game.content.gruffs[2].id, game.content.shepherds[1].id):
        assert str(game.read_move(f"draft {each}")) == f"draft {each}"


@pytest.mark.parametrize(
    ("text", "rule", "message"),
    [
        ("dance", "turn-order", 'no move begins with "dance"'),
        ("", "turn-order", 'no move begins with ""'),
        ("activate", "activate-one", 'write it as "activate COLUMN"'),
        ("activate 4", "activate-one", 'there is no column "4"'),
        ("attack B2", "tactical-one", 'write it as "attack"'),
        ("grow horns", "grow", 'there is no stat "horns"'),
        ("play goat-soup", "play-any-number", 'there is no card "goat-soup"'),
        ("line a b", "line-up-order", 'write it as "line GRUFF GRUFF GRUFF"'),
        ("line a b c", "line-up-order", 'there is no gruff "a"'),
        ("draft nobody", "duel-pick", 'there is no gruff or shepherd "nobody"'),
        ("host C1", "playable", 'there is no spot "C1"'),
    ],
)
def test_impossible_moves_are_refused_under_a_rule(
    game: GruffGame, text: str, rule: str, message: str
) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        game.read_move(text)
    assert refusal.value.rule == rule
    assert message in refusal.value.faults[0].message
