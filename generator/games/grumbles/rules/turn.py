"""A turn: three activations and a trade."""

from __future__ import annotations

from generator.engine.events import Event, shared_event
from generator.engine.pending import Stack, Step, then
from generator.games.grumbles.board import TEAM
from generator.games.grumbles.content import GOOFS, shown
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules.goofs import capture, refill, stop
from generator.games.grumbles.rules.powers import (
    WITHOUT_STEP,
    Shifts,
    pull,
    push,
    step_ahead,
    swing,
)
from generator.games.grumbles.state import GREEN, RED, GrumblesState, player

TURN: dict[int, Stack] = {
    seat: then((), *[Step("activate", seat)] * TEAM, Step("trade", seat), Step("turn"))
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
    events.append(shared_event("turn", rule, seat, turn=state.turn))


# Activations


def activations(state: GrumblesState, step: Step) -> list[Move]:
    """`activation-order`: any of the player's Grumbles that has not been activated this turn."""
    at, occupied, actions = state.at, state.occupied, state.config.actions
    moves: list[Move] = []
    for name in state.teams[step.decider]:
        if name not in state.spent:
            actions[name].add_legal(at[name], occupied, moves)
    return moves


def step_shifts(state: GrumblesState, board: list[str], at: int, move: Move) -> Shifts | str:
    """The pieces moved by the step of an action, or the slug of the rule that forbids it."""
    way = state.config.board.ways[move.step]
    if move.pull:
        return pull(board, at, way, move.pull)
    return (push if state.config.powers[move.grumble] == "push" else step_ahead)(board, at, way)


def power_shifts(state: GrumblesState, board: list[str], at: int, move: Move) -> Shifts | str:
    """The pieces moved by the power of an action, or the slug of the rule that forbids it."""
    ways = state.config.board.ways
    if move.power == "swing":
        return swing(board, at, ways[move.side], ways[move.to])
    return WITHOUT_STEP[move.power](board, at, ways[move.side])


def activate(state: GrumblesState, step: Step, move: Move, events: list[Event]) -> None:
    """`activation`, `resolve-order`: a step and a power, each optional; then refills."""
    seat, name = step.decider, move.grumble
    state.spent = (*state.spent, name)
    left: dict[int, bool] = {}
    if move.step:
        shifts = step_shifts(state, state.board, state.at[name], move)
        left = carry_out(state, seat, name, shifts, _step_event(state, name, shifts), events)
    if move.power:
        shifts = power_shifts(state, state.board, state.at[name], move)
        gone = carry_out(state, seat, name, shifts, (move.power, move.power), events)
        left |= {star: goof or left.get(star, False) for star, goof in gone.items()}
    if not move.step and not move.power:
        events.append(shared_event("stay", "activation-optional", seat, grumble=name))
    if not state.outcome:
        refill(state, seat, left, events)


def _step_event(state: GrumblesState, name: str, shifts: Shifts | str) -> tuple[str, str]:
    """The kind and the rule of the event that records a step."""
    if len(shifts) > 1:
        power = state.config.powers[name]
        return power, power
    return "step", "homes-open" if shifts[0][1] in state.config.board.owner else "one-step"


def carry_out(
    state: GrumblesState,
    seat: int,
    name: str,
    shifts: Shifts | str,
    event: tuple[str, str],
    events: list[Event],
) -> dict[int, bool]:
    """`move-together`: lift every piece, then put each on its new square.

    `event` is the kind and the rule of the event. Return the stars that a piece has left, and
    whether it was a Goof.
    """
    assert not isinstance(shifts, str), f"{name}: {shifts}"
    geometry = state.config.board
    names, star_mask, owner = geometry.names, geometry.star_mask, geometry.owner
    pieces = [state.lift(start) for start, _ in shifts]
    moved: list[tuple[str, str, str]] = []
    left: dict[int, bool] = {}
    home = 0
    for piece, (start, end) in zip(pieces, shifts, strict=True):
        state.put(piece, end)
        moved.append((shown(piece), names[start], names[end]))
        if star_mask >> start & 1:
            left[start] = piece in GOOFS
        if end in owner and piece in GOOFS:
            home = end
    events.append(shared_event(*event, seat, grumble=name, moved=tuple(moved)))
    if home:
        capture(state, seat, home, events)
    return left


# The trade


def trades(state: GrumblesState, step: Step) -> list[Move]:
    """`trade-compulsory`: one of the player's three Grumbles; there is no other choice."""
    return [state.config.trades[name] for name in state.teams[step.decider]]


def trade(state: GrumblesState, step: Step, move: Move, events: list[Event]) -> None:
    """`trade`, `trade-square`: the unused Grumble takes the place of the one traded away."""
    seat, name = step.decider, move.grumble
    square = state.at.pop(name)
    coming, state.unused = state.unused, name
    state.lift(square)
    state.put(coming, square)
    state.teams[seat] = tuple([coming if each == name else each for each in state.teams[seat]])
    state.spent = ()
    facts = {"grumble": name, "for": coming, "at": state.config.board.names[square]}
    events.append(Event("trade", "trade", seat, facts))
