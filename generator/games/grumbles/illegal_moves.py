"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Refusal, Refused
from generator.games.grumbles.board import COLORS, EMPTY, TEAM
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules.turn import power_shifts, step_shifts
from generator.games.grumbles.state import GrumblesState
from generator.kit.words import Message

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
PICKED = "that Grumble has been picked already"
NOT_BESIDE, OCCUPIED = "{at} is not beside {seat}’s home", "{at} is occupied"
UNUSED = "that is the unused Grumble, which comes in by any trade"
NOT_OWN = "it is {other}’s Grumble, not {seat}’s"
TOO_EARLY = (
    "the trade comes last, after {n} more activation",
    "the trade comes last, after {n} more activations",
)
ACTIVATED, OFF_BOARD = "it has been activated this turn already", "it is off the board"


def _no_pick(state: GrumblesState, seat: int, move: Move) -> Refusal:
    words, board = state.game.words, state.config.board
    if move.grumble not in state.spare():
        return "draft-order", words.text(PICKED)
    if board.squares[move.to] not in board.starts[seat]:
        return "draft-place", words.text(NOT_BESIDE, at=move.to, seat=_name(state, seat))
    return "draft-place", words.text(OCCUPIED, at=move.to)


def _no_trade(state: GrumblesState, seat: int, move: Move) -> Refusal:
    if move.grumble == state.unused:
        return "trade", state.game.words.text(UNUSED)
    return "trade", _not_own(state, seat)


def _no_early_trade(state: GrumblesState, seat: int, move: Move) -> Refusal:
    return "turn-shape", state.game.words.count(*TOO_EARLY, TEAM - len(state.spent))


def _no_activation(state: GrumblesState, seat: int, move: Move) -> Refusal:
    words = state.game.words
    if move.grumble in state.spent:
        return "activation-order", words.text(ACTIVATED)
    if move.grumble == state.unused:
        return "turn-shape", words.text(OFF_BOARD)
    if move.grumble not in state.teams[seat]:
        return "turn-shape", _not_own(state, seat)
    rule = _broken_rule(state, move)
    assert rule, f"{move} is legal"
    return rule, words.text(REASONS[rule])


def _name(state: GrumblesState, seat: int) -> str:
    return state.game.seat_names(len(COLORS))[seat]


def _not_own(state: GrumblesState, seat: int) -> str:
    facts = {"other": _name(state, 1 - seat), "seat": _name(state, seat)}
    return state.game.words.text(NOT_OWN, **facts)


def _broken_rule(state: GrumblesState, move: Move) -> str:
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
MESSAGES = (
    *map(Message, [*REASONS.values(), PICKED, NOT_BESIDE, OCCUPIED, UNUSED, NOT_OWN, ACTIVATED]),
    Message(OFF_BOARD),
    Message(*TOO_EARLY),
)
"""All messages of the reasons that functions find."""
