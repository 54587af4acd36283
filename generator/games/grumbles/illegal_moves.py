"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Refusal, Refused
from generator.games.grumbles.board import COLORS, EMPTY
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules.turn import power_shifts, step_shifts
from generator.games.grumbles.state import GrumblesState

REASONS = {
    "step-into-empty": "the square ahead is not an empty square of the board",
    "push-not-off-board": "the last piece of the line would be pushed off the board",
    "pull-count": "there are not that many pieces lined up behind it",
    "shove": "there is no piece on that side to shove",
    "shove-single": "the square behind that piece is not an empty square of the board",
    "yank-distance": "there is no piece exactly two squares away with an empty square between",
    "swap": "there is no piece on that side to change places with",
    "throw": "it needs a piece on that side and an empty square on the opposite side",
    "swing": "it needs a piece on the one side and an empty square at right angles to it",
}
"""The reason for each rule about a step or power."""


def _no_pick(state: GrumblesState, seat: int, move: Move) -> Refusal:
    if move.grumble not in state.spare():
        return "draft-order", "that Grumble has been picked already"
    board = state.config.board
    if board.squares[move.to] not in board.starts[seat]:
        return "draft-place", f"{move.to} is not beside the {COLORS[seat]} home"
    return "draft-place", f"{move.to} is occupied"


def _no_trade(state: GrumblesState, seat: int, move: Move) -> Refusal:
    if move.grumble == state.unused:
        return "trade", "that is the unused Grumble, which comes in by any trade"
    return "trade", f"it is {COLORS[1 - seat]}'s Grumble, not {COLORS[seat]}'s"


def _no_early_trade(state: GrumblesState, seat: int, move: Move) -> Refusal:
    left = 3 - len(state.spent)
    return "turn-shape", f"the trade comes last, after {left} more activation(s)"


def _no_activation(state: GrumblesState, seat: int, move: Move) -> Refusal:
    if move.grumble in state.spent:
        return "activation-order", "it has been activated this turn already"
    if move.grumble == state.unused:
        return "turn-shape", "it is off the board"
    if move.grumble not in state.teams[seat]:
        return "turn-shape", f"it is {COLORS[1 - seat]}'s Grumble, not {COLORS[seat]}'s"
    rule = _obstacle(state, move)
    assert rule, f"{move} is legal"
    return rule, REASONS[rule]


def _obstacle(state: GrumblesState, move: Move) -> str:
    """The rule that the step or the power of an action breaks; empty if there is none."""
    board, at = state.board[:], state.at[move.grumble]
    shifts = step_shifts(state, board, at, move) if move.step else ()
    if move.power and not isinstance(shifts, str):
        for start, end in shifts:
            board[end], board[start], at = board[start], EMPTY, end
        shifts = power_shifts(state, board, at, move)
    return shifts if isinstance(shifts, str) else ""


DRAFT_OVER = ("turn-shape", "the draft is over")
REFUSALS: Mapping[str, Refused] = {
    "pick": Refused(
        "draft-order", "the draft is not over: {seat} picks a Grumble now", {"pick": _no_pick}
    ),
    "trade": Refused(
        "trade-compulsory",
        "all three Grumbles have acted: {seat} must trade now",
        {"pick": DRAFT_OVER, "trade": _no_trade},
    ),
    "activate": Refused(*DRAFT_OVER, {"activate": _no_activation, "trade": _no_early_trade}),
}
"""Functions that explain why a move is illegal, by the name of the step."""
