"""Illegal moves: the rule that forbids a move, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.pending import Refusal, Refused
from generator.games.grumbles.board import COLORS, EMPTY, TEAM, WALL
from generator.games.grumbles.content import shown
from generator.games.grumbles.display import piece_name
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules.powers import NO_PIECE
from generator.games.grumbles.rules.turn import power_shifts, step_shifts
from generator.games.grumbles.state import GrumblesState
from generator.kit.words import Message

NO_ROOM = "{piece} would go to {to}, where {other} stands"
NO_BOARD = "{piece} would leave the board, which ends at {at}"
NOTHING = "nothing stands on {at} that {grumble} could move"
NO_SQUARE = "the board ends at {at}: there is nothing beyond it that {grumble} could move"
IN_LINE = (
    "{grumble} has {n} piece in line behind it, not {wanted}",
    "{grumble} has {n} pieces in line behind it, not {wanted}",
)
NOT_ASIDE = "{grumble} swings a piece at right angles, not from {side} to {to}"
PICKED = "{seat} has picked {grumble} already"
NOT_BESIDE = "{at} is not beside {seat}’s home"
UNUSED = "{grumble} is the unused Grumble, which comes in by any trade"
NOT_OWN = "{grumble} is {other}’s Grumble, not {seat}’s"
TOO_EARLY = (
    "the trade comes last, after {n} more activation",
    "the trade comes last, after {n} more activations",
)
ACTIVATED = "{grumble} has been activated this turn already"
OFF_BOARD = "{grumble} is off the board"


def _no_pick(state: GrumblesState, seat: int, move: Move) -> Refusal:
    board = state.config.board
    if move.grumble not in state.spare():
        holder = next(each for each, team in enumerate(state.teams) if move.grumble in team)
        return "draft-order", _about(state, PICKED, move, seat=_name(state, holder))
    square = board.squares[move.to]
    if square not in board.starts[seat]:
        return "draft-place", _about(state, NOT_BESIDE, move, at=move.to, seat=_name(state, seat))
    return "draft-place", _blocked(state, state.board, move.grumble, square, square)


def _no_trade(state: GrumblesState, seat: int, move: Move) -> Refusal:
    if move.grumble == state.unused:
        return "trade", _about(state, UNUSED, move)
    return "trade", _not_own(state, seat, move)


def _no_early_trade(state: GrumblesState, seat: int, move: Move) -> Refusal:
    return "turn-shape", state.game.words.count(*TOO_EARLY, TEAM - len(state.spent))


def _no_activation(state: GrumblesState, seat: int, move: Move) -> Refusal:
    if move.grumble in state.spent:
        return "activation-order", _about(state, ACTIVATED, move)
    if move.grumble == state.unused:
        return "turn-shape", _about(state, OFF_BOARD, move)
    if move.grumble not in state.teams[seat]:
        return "turn-shape", _not_own(state, seat, move)
    board, at = state.board[:], state.at[move.grumble]
    shifts = step_shifts(state, board, at, move) if move.step else ()
    if isinstance(shifts, str):
        return shifts, _no_step(state, board, at, move, shifts)
    for start, end in shifts:
        board[end], board[start], at = board[start], EMPTY, end
    rule = power_shifts(state, board, at, move)
    assert isinstance(rule, str), f"{move} is legal"
    return rule, _no_power(state, board, at, move)


def _no_step(state: GrumblesState, board: list[str], at: int, move: Move, rule: str) -> str:
    """Why a Grumble cannot step from a square, under a rule that its step breaks."""
    way = state.config.board.ways[move.step]
    if rule == "pull-count":
        line = 0
        while board[at - (line + 1) * way] not in NO_PIECE:
            line += 1
        grumble = _piece(state, move.grumble)
        return state.game.words.count(*IN_LINE, line, grumble=grumble, wanted=move.pull)
    last = at
    if rule == "push-not-off-board":
        while board[last + way] != WALL:
            last += way
    return _blocked(state, board, board[last], last, last + way)


def _no_power(state: GrumblesState, board: list[str], at: int, move: Move) -> str:
    """Why a Grumble on a square cannot use its power: no piece to move, or no room for it."""
    ways, names = state.config.board.ways, state.config.board.names
    side = ways[move.side]
    near = at + side
    # Where the piece to be moved stands, and where it would go.
    taken = near + side if move.power == "yank" else near
    goals = {"shove": near + side, "yank": near, "throw": at - side}
    for before, square in ((at, near), (near, taken)):
        if board[square] == WALL:
            return _about(state, NO_SQUARE, move, at=names[before])
    if board[taken] == EMPTY:
        return _about(state, NOTHING, move, at=names[taken])
    if move.power == "swing" and abs(ways[move.to]) == abs(side):
        return _about(state, NOT_ASIDE, move, side=move.side, to=move.to)
    goal = goals[move.power] if move.power in goals else at + ways[move.to]
    last = near if move.power == "shove" else at
    return _blocked(state, board, board[taken], last, goal)


def _blocked(state: GrumblesState, board: list[str], piece: str, last: int, goal: int) -> str:
    """Why a piece cannot go to a square: another stands there, or the board ends at `last`."""
    words, names, facts = (
        state.game.words,
        state.config.board.names,
        {"piece": _piece(state, piece)},
    )
    if board[goal] == WALL:
        return words.text(NO_BOARD, at=names[last], **facts)
    return words.text(NO_ROOM, to=names[goal], other=_piece(state, board[goal]), **facts)


def _about(state: GrumblesState, reason: str, move: Move, **facts: str) -> str:
    """A reason about the Grumble of a move."""
    return state.game.words.text(reason, grumble=_piece(state, move.grumble), **facts)


def _piece(state: GrumblesState, piece: str) -> str:
    """A piece as the subject of a reason; of a Goof no more than everybody knows."""
    return piece_name(shown(piece), state.config.names, "refused", state.game.words)


def _name(state: GrumblesState, seat: int) -> str:
    return state.game.seat_names(len(COLORS))[seat]


def _not_own(state: GrumblesState, seat: int, move: Move) -> str:
    return _about(state, NOT_OWN, move, other=_name(state, 1 - seat), seat=_name(state, seat))


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
    *map(Message, [NO_ROOM, NO_BOARD, NOTHING, NO_SQUARE, NOT_ASIDE]),
    *map(Message, [PICKED, NOT_BESIDE, UNUSED, NOT_OWN, ACTIVATED, OFF_BOARD]),
    Message(*IN_LINE),
    Message(*TOO_EARLY),
)
"""All messages of the reasons that functions find."""
