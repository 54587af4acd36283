"""Tests of legal moves and their results, compared with a test oracle."""

from __future__ import annotations

from math import prod

import pytest

from generator.engine.game import IllegalMoveError
from generator.games.grumbles.game import Grumbles
from generator.games.grumbles.state import GrumblesState
from tests.games.grumbles.oracle import Pieces, actions
from tests.games.grumbles.universe import every_move, positions

HOMES = ("d1", "d7")


def pieces(state: GrumblesState) -> Pieces:
    names = state.config.board.names
    squares = range(len(state.board))
    return {names[at]: state.board[at] for at in squares if names[at] and state.board[at]}


def test_legal_moves_are_those_of_the_oracle(grumbles: Grumbles) -> None:
    count = 0
    for state in positions(grumbles, 300):
        assert state.to_act is not None
        wanted = {
            move
            for name in state.teams[state.to_act]
            if name not in state.spent
            for move in actions(pieces(state), name)
        }
        assert {str(move) for move in state.legal_moves()} == wanted
        count += len(wanted)
    assert count > 5000


def test_pieces_are_moved_as_by_the_oracle(grumbles: Grumbles) -> None:
    for state in positions(grumbles, 25):
        for move in state.legal_moves():
            wanted = actions(pieces(state), move.grumble)[str(move)]
            captured = [at for at in HOMES if wanted.get(at, "push") not in state.config.powers]
            after = state.copy()
            after.apply(move)
            for home in captured:
                del wanted[home]
            assert len(captured) <= 1
            assert pieces(after) == wanted


def test_every_other_move_is_refused_under_a_rule(grumbles: Grumbles) -> None:
    moves = every_move(grumbles)
    for state in positions(grumbles, 10):
        legal = set(state.legal_moves())
        before = state.to_data()
        for move in moves:
            if move in legal:
                continue
            with pytest.raises(IllegalMoveError) as caught:
                state.apply(move)
            assert caught.value.rule in grumbles.rules
        assert state.to_data() == before


def test_the_draft_has_the_number_of_choices_in_the_rules(grumbles: Grumbles) -> None:
    state, _ = grumbles.start()
    counts = []
    while state.turn == 0:
        counts.append(len(state.legal_moves()))
        state.apply(state.legal_moves()[-1])
    assert counts == [21, 18, 10, 8, 3, 2]
    assert prod(counts) == 181_440
