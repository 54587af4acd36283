"""The notation of moves, and what no player could ever do."""

from __future__ import annotations

import pytest

from generator.engine.game import IllegalMoveError
from generator.games.gruff.game import GruffGame

UNTRANSLATED = [
    *("activate 2", "stop", "host B2", "choose A1", "yes", "no", "attack", "grow fat"),
    *("move 3", "resurrect 2"),
]


@pytest.mark.parametrize("text", UNTRANSLATED)
def test_a_move_is_its_text(game: GruffGame, text: str) -> None:
    assert str(game.read_move(text)) == text


@pytest.mark.parametrize("what", ["drop", "play", "discard", "return"])
def test_a_move_names_a_card(game: GruffGame, what: str) -> None:
    text = f"{what} {game.content.cards[7].id}"
    assert str(game.read_move(f"  {what}   {game.content.cards[7].id} ")) == text


def test_a_draft_names_a_gruff_or_a_shepherd(game: GruffGame) -> None:
    for each in (game.content.gruffs[2].id, game.content.shepherds[1].id):
        assert str(game.read_move(f"draft {each}")) == f"draft {each}"


@pytest.mark.parametrize(
    ("text", "rule", "says"),
    [
        ("dance", "turn-order", "there is no such decision"),
        ("", "turn-order", "there is no such decision"),
        ("activate", "activate-one", "it must name one of the columns"),
        ("activate 4", "activate-one", '"4" is none of the columns'),
        ("attack B2", "tactical-one", "nothing may follow it"),
        ("grow horns", "grow", '"horns" is none of the stats'),
        ("play goat-soup", "play-any-number", '"goat-soup" is none of the cards'),
        ("line a b", "line-up-order", "it must name 3 gruffs"),
        ("line a b c", "line-up-order", '"a" is none of the gruffs'),
        ("draft nobody", "duel-pick", "is none of the gruffs or shepherds"),
        ("host C1", "playable", '"C1" is none of the spots'),
    ],
)
def test_what_nobody_could_do_names_its_rule(
    game: GruffGame, text: str, rule: str, says: str
) -> None:
    with pytest.raises(IllegalMoveError) as refusal:
        game.read_move(text)
    assert refusal.value.rule == rule
    assert says in refusal.value.faults[0].message
