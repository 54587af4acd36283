"""Tests of very many choices: each choice is evaluated once, and bots try a sample of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.engine.bots import bot_named
from generator.engine.bots.observation import MAX_MOVES, SAMPLE, choose_move
from generator.engine.rng import Rng
from generator.engine.scripted.game import ScriptedGame
from generator.kit.expressions import metering
from generator.kit.expressions.metering import StepMeter
from tests.engine.scripted.small import small

HEAD = """\
piles: {deck: {of: cards, hidden: false}, heap: }
tracks: {path: {spaces: 900}}
tokens: {pawn: {on: path}}
counters: {score: }
winner: {most: score}
"""
PICK = """\
turn:
  - {pick: deck, as: card, where: it.worth > 0}
  - {discard: card, into: heap}
"""
FAR = """\
turn:
  - {pick: path, as: space}
  - {move: pawn, to: space}
  - {gain: score, by: space}
"""
CARDS = "".join(f"c{number},C,{number},1\n" for number in range(31))


def counted(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> list[str]:
    """A list that gets an entry for each further call of a method."""
    calls: list[str] = []
    method = getattr(owner, name)

    def noted(self: object, *values: object) -> object:
        calls.append(name)
        return method(self, *values)

    monkeypatch.setattr(owner, name, noted)
    return calls


def test_a_condition_is_evaluated_once_for_each_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, _ = small(tmp_path, PICK, HEAD, cards=CARDS).start(1, 2)
    assert len(state.legal_moves()) == 30  # one card is worth nothing
    evaluated = counted(monkeypatch, StepMeter, "begin")
    state.apply("c5")
    assert len(state.legal_moves()) == 29
    assert 29 <= len(evaluated) <= 29 + 2  # up to two more to find out that there is a choice


def test_only_one_of_two_equal_cards_is_evaluated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = PICK.replace("it.worth > 0", "it.worth > 1")
    head = HEAD.replace("cards, hidden", "cards, copies: copies, hidden")
    state, _ = small(tmp_path, turns, head, cards="gull,Gull,1,40\ncrab,Crab,2,40\n").start(1, 2)
    state.clear_legal_moves()
    evaluated = counted(monkeypatch, StepMeter, "begin")
    assert state.legal_moves() == ["crab"]
    assert len(evaluated) == 2


@pytest.mark.parametrize("bot", ["greedy", "search:60"])
def test_a_bot_tries_a_sample_of_very_many_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    game = small(tmp_path, FAR, HEAD)
    state, _ = game.start(1, 2)
    assert len(state.legal_moves()) == 900 > MAX_MOVES
    tried = counted(monkeypatch, ScriptedGame, "apply")
    chosen = choose_move(bot_named(bot), state, Rng(7))
    assert SAMPLE <= len(tried) < 900
    assert int(chosen) > 700  # the farthest of the cards that were drawn
    assert choose_move(bot_named(bot), state, Rng(7)) == chosen


def test_a_bot_tries_every_one_of_many_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = small(tmp_path, FAR, HEAD.replace("900", str(MAX_MOVES)))
    state, _ = game.start(1, 2)
    tried = counted(monkeypatch, ScriptedGame, "apply")
    assert choose_move(bot_named("greedy"), state, Rng(7)) == str(MAX_MOVES)
    assert len(tried) == 2 * MAX_MOVES  # in two states, because six of them would take too long


def test_sentences_do_not_run_out_of_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(metering, "MAX_LETTERS", 100)
    says = 'turn: [{gain: score, by: 1, says: "{{ who }} goes on and on and on."}]\n'
    state, _ = small(tmp_path, says, HEAD).start(1, 2)
    told = [event.facts["says"] for _ in range(20) for event in state.apply("turn")]
    assert len(told) == 20 == told.count("Player 1 goes on and on and on.") * 2
