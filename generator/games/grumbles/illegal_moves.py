"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from generator.engine.game import Refusal
from generator.games.grumbles.board import COLOURS
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules.actions import REASONS, obstacle
from generator.games.grumbles.state import GrumblesState


def explain_illegal(state: GrumblesState, move: Move) -> Refusal:
    """Why a move that is not legal here is not."""
    if state.outcome:
        if state.outcome.rule == "turn-cap":
            return "turn-cap", "the game has been stopped"
        return "doom-ends-at-once", "the game is over"
    step = state.pending[-1]
    assert step.seat is not None
    if step.name == "pick":
        return _no_pick(state, step.seat, move)
    if move.what == "pick":
        return "turn-shape", "the draft is over"
    if step.name == "trade":
        return _no_trade(state, step.seat, move)
    return _no_activation(state, step.seat, move)


def _no_pick(state: GrumblesState, seat: int, move: Move) -> Refusal:
    if move.what != "pick":
        return "draft-order", f"the draft is not over: {COLOURS[seat]} picks a Grumble now"
    if move.grumble not in state.spare():
        return "draft-order", "that Grumble has been picked already"
    board = state.config.board
    if board.squares[move.to] not in board.starts[seat]:
        return "draft-place", f"{move.to} is not beside the {COLOURS[seat]} home"
    return "draft-place", f"{move.to} is occupied"


def _no_trade(state: GrumblesState, seat: int, move: Move) -> Refusal:
    if move.what == "activate":
        return "trade-compulsory", f"all three Grumbles have acted: {COLOURS[seat]} must trade now"
    if move.grumble == state.unused:
        return "trade", "that is the unused Grumble, which comes in by any trade"
    return "trade", f"it is {COLOURS[1 - seat]}'s Grumble, not {COLOURS[seat]}'s"


def _no_activation(state: GrumblesState, seat: int, move: Move) -> Refusal:
    if move.what == "trade":
        left = 3 - len(state.spent)
        return "turn-shape", f"the trade comes last, after {left} more activation(s)"
    if move.grumble in state.spent:
        return "activation-order", "it has been activated this turn already"
    if move.grumble == state.unused:
        return "turn-shape", "it is off the board"
    if move.grumble not in state.teams[seat]:
        return "turn-shape", f"it is {COLOURS[1 - seat]}'s Grumble, not {COLOURS[seat]}'s"
    rule = obstacle(state.board, state.at[move.grumble], move, state.config)
    assert rule, f"{move} is legal"
    return rule, REASONS[rule]
