"""Turns a position and one of its Grumbles into the actions it may take, or the rule in the way."""

from __future__ import annotations

from generator.games.grumbles.board import EMPTY
from generator.games.grumbles.content import Book, MatchConfig
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules.powers import (
    AFTER_STEP,
    INSTEAD_OF_STEP,
    Shifts,
    pull,
    push,
    step,
    swing,
)

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
"""What each rule that a step or power can run into means, in plain words."""


def add_to(moves: list[Move], board: list[str], at: int, book: Book) -> None:
    """Adds every legal action of the Grumble on square `at`.

    `activation`, `activation-optional`: a step, a power, both where the power follows the step, or
    neither.
    """
    power = book.power
    moves.append(book.stay)
    walk = push if power == "push" else step
    for way, move, pulls, powers in book.strides:
        if isinstance(walk(board, at, way), str):
            continue
        moves.append(move)
        for count, move in enumerate(pulls, start=1):
            if isinstance(pull(board, at, way, count), str):
                break
            moves.append(move)
        if powers:
            # `power-after-step`: the power is used from the new square, and the old one is empty.
            use_from = AFTER_STEP[power]
            board[at + way], board[at] = board[at], EMPTY
            for side, move in powers:
                if not isinstance(use_from(board, at + way, side), str):
                    moves.append(move)
            board[at], board[at + way] = board[at + way], EMPTY
    if power == "swing":
        for side, to, move in book.powers:
            if not isinstance(swing(board, at, side, to), str):
                moves.append(move)
    elif book.powers:
        use_here = AFTER_STEP.get(power) or INSTEAD_OF_STEP[power]
        for side, _, move in book.powers:
            if not isinstance(use_here(board, at, side), str):
                moves.append(move)


def try_step(board: list[str], at: int, move: Move, config: MatchConfig) -> Shifts | str:
    """What the step of an action moves, or the slug of the rule that forbids it."""
    way = config.board.ways[move.step]
    if move.pull:
        return pull(board, at, way, move.pull)
    if config.powers[move.grumble] == "push":
        return push(board, at, way)
    return step(board, at, way)


def try_power(board: list[str], at: int, move: Move, config: MatchConfig) -> Shifts | str:
    """What the power of an action moves, or the slug of the rule that forbids it."""
    ways = config.board.ways
    if move.power == "swing":
        return swing(board, at, ways[move.side], ways[move.to])
    power = AFTER_STEP.get(move.power) or INSTEAD_OF_STEP[move.power]
    return power(board, at, ways[move.side])


def walk(board: list[str], at: int, move: Move, config: MatchConfig) -> Shifts:
    """What the step of a legal action moves."""
    shifts = try_step(board, at, move, config)
    assert not isinstance(shifts, str), f"{move}: {shifts}"
    return shifts


def use(board: list[str], at: int, move: Move, config: MatchConfig) -> Shifts:
    """What the power of a legal action moves."""
    shifts = try_power(board, at, move, config)
    assert not isinstance(shifts, str), f"{move}: {shifts}"
    return shifts


def obstacle(board: list[str], at: int, move: Move, config: MatchConfig) -> str | None:
    """The slug of the rule that an action breaks on this board, or None if it breaks none."""
    if move.step:
        shifts = try_step(board, at, move, config)
        if isinstance(shifts, str):
            return shifts
        if move.power:
            board, start = board[:], at
            at += config.board.ways[move.step]
            board[at], board[start] = board[start], EMPTY
    if move.power:
        shifts = try_power(board, at, move, config)
        if isinstance(shifts, str):
            return shifts
    return None
