"""A turn: three activations and a trade; then the other seat's."""

from __future__ import annotations

from typing import TypeAlias

from generator.engine.events import Event
from generator.engine.pending import Stack, Step, then
from generator.games.grumbles.board import EMPTY
from generator.games.grumbles.content import GOOFS, shown
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules import actions
from generator.games.grumbles.rules.goofs import capture, refill, stop
from generator.games.grumbles.rules.powers import Shifts
from generator.games.grumbles.state import GREEN, RED, GrumblesState, player

Effect: TypeAlias = tuple[str, str, Shifts]
"""What happens in one moment: what it is called, its rule, and the pieces that move."""

TURN: dict[int, Stack] = {
    seat: then((), *[Step("activate", seat)] * 3, Step("trade", seat), Step("turn"))
    for seat in (RED, GREEN)
}
"""`turn-shape`: three activations, then a trade; after it the next turn (`turns-alternate`)."""


def begin_turn(state: GrumblesState, step: Step, events: list[Event]) -> None:
    """`green-first`, `turns-alternate`; `turn-cap` stops a simulation."""
    if state.turn >= state.config.turn_cap:
        stop(state, events)
        return
    state.turn += 1
    seat = player(state.turn)
    state.pending = TURN[seat]
    rule = "green-first" if state.turn == 1 else "turns-alternate"
    events.append(Event("turn", rule, seat, {"turn": state.turn}))


def activations(state: GrumblesState, step: Step) -> list[Move]:
    """`activation-order`: any Grumble of hers that has not been activated this turn."""
    moves: list[Move] = []
    board, at, books = state.board, state.at, state.config.books
    for name in state.teams[step.decider]:
        if name not in state.spent:
            actions.add_to(moves, board, at[name], books[name])
    return moves


def activate(state: GrumblesState, step: Step, move: Move, events: list[Event]) -> None:
    """`activation`, `resolve-order`: a step, then a power, each if she likes; then refills."""
    seat, name = step.decider, move.grumble
    state.spent = (*state.spent, name)
    left: list[int] = []
    if move.step:
        left += carry_out(state, seat, name, stride(state, move), events)
    if move.power:
        shifts = actions.use(state.board, state.at[name], move, state.config)
        left += carry_out(state, seat, name, (move.power, move.power, shifts), events)
    if not move.step and not move.power:
        events.append(Event("stay", "activation-optional", seat, {"grumble": name}))
    assert sum(event.kind == "capture" for event in events) <= 1, "one-capture"
    if not state.outcome:
        refill(state, seat, left, events)


def stride(state: GrumblesState, move: Move) -> Effect:
    """What a step is called, its rule, and all that it moves."""
    shifts = actions.walk(state.board, state.at[move.grumble], move, state.config)
    if len(shifts) > 1:
        power = state.config.powers[move.grumble]
        return power, power, shifts
    home = shifts[0][1] in state.config.board.owner
    return "step", "homes-open" if home else "one-step", shifts


def carry_out(
    state: GrumblesState, seat: int, name: str, effect: Effect, events: list[Event]
) -> list[int]:
    """`move-together`: lifts every piece, then puts each on its new square.

    Returns the stars that a Goof has left.
    """
    kind, rule, shifts = effect
    board, names = state.board, state.config.board.names
    pieces = [board[start] for start, _ in shifts]
    for start, _ in shifts:
        board[start] = EMPTY
    moved: list[tuple[str, str, str]] = []
    left: list[int] = []
    home = 0
    for piece, (start, end) in zip(pieces, shifts, strict=True):
        board[end] = piece
        moved.append((shown(piece), names[start], names[end]))
        if piece not in GOOFS:
            state.at[piece] = end
            continue
        if start in state.config.board.stars:
            left.append(start)
        if end in state.config.board.owner:
            home = end
    events.append(Event(kind, rule, seat, {"grumble": name, "moved": moved}))
    if home:
        capture(state, seat, home, events)
    return left


def trades(state: GrumblesState, step: Step) -> list[Move]:
    """`trade-compulsory`: one of her three, and nothing else to choose."""
    return [state.config.trades[name] for name in state.teams[step.decider]]


def trade(state: GrumblesState, step: Step, move: Move, events: list[Event]) -> None:
    """`trade`, `trade-square`: the unused Grumble takes the place of the one traded away."""
    seat, name = step.decider, move.grumble
    square = state.at.pop(name)
    coming, state.unused = state.unused, name
    state.board[square] = EMPTY
    state.put(coming, square)
    state.teams[seat] = tuple(coming if each == name else each for each in state.teams[seat])
    state.spent = ()
    facts = {"grumble": name, "for": coming, "at": state.config.board.names[square]}
    events.append(Event("trade", "trade", seat, facts))
