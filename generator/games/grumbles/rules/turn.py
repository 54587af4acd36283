"""Your turn: three activations and a trade."""

from __future__ import annotations

from generator.engine.events import Event
from generator.engine.pending import Stack, Step, then
from generator.games.grumbles.board import EMPTY
from generator.games.grumbles.content import GOOFS, ActionTable, shown
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules.goofs import capture, refill, stop
from generator.games.grumbles.rules.powers import (
    AFTER_STEP,
    WITHOUT_STEP,
    Shifts,
    pull,
    push,
    step_ahead,
    swing,
)
from generator.games.grumbles.state import GREEN, RED, GrumblesState, player

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


# Activations


def activations(state: GrumblesState, step: Step) -> list[Move]:
    """`activation-order`: any of the player's Grumbles that has not been activated this turn."""
    moves: list[Move] = []
    board, at, tables = state.board, state.at, state.config.actions
    for name in state.teams[step.decider]:
        if name not in state.spent:
            add_actions(moves, board, at[name], tables[name])
    return moves


def add_actions(moves: list[Move], board: list[str], at: int, table: ActionTable) -> None:
    """Add every legal action of the Grumble on square `at`.

    `activation`, `activation-optional`: a step, a power, both where the power follows the step, or
    neither.
    """
    power = table.power
    moves.append(table.stay)
    step = push if power == "push" else step_ahead
    for way, move, pulls, powers in table.steps:
        if isinstance(step(board, at, way), str):
            continue
        moves.append(move)
        for count, move in enumerate(pulls, start=1):
            if isinstance(pull(board, at, way, count), str):
                break
            moves.append(move)
        if powers:
            # `power-after-step`: the power is used from the new square, and the old one is empty.
            use = AFTER_STEP[power]
            board[at + way], board[at] = board[at], EMPTY
            for side, move in powers:
                if not isinstance(use(board, at + way, side), str):
                    moves.append(move)
            board[at], board[at + way] = board[at + way], EMPTY
    one_sided = WITHOUT_STEP.get(power)
    for side, to, move in table.powers:
        shifts = one_sided(board, at, side) if one_sided else swing(board, at, side, to)
        if not isinstance(shifts, str):
            moves.append(move)


def step_shifts(state: GrumblesState, board: list[str], at: int, move: Move) -> Shifts | str:
    """What the step of an action moves, or the slug of the rule that forbids it."""
    way = state.config.board.ways[move.step]
    if move.pull:
        return pull(board, at, way, move.pull)
    return (push if state.config.powers[move.grumble] == "push" else step_ahead)(board, at, way)


def power_shifts(state: GrumblesState, board: list[str], at: int, move: Move) -> Shifts | str:
    """What the power of an action moves, or the slug of the rule that forbids it."""
    ways = state.config.board.ways
    if move.power == "swing":
        return swing(board, at, ways[move.side], ways[move.to])
    return WITHOUT_STEP[move.power](board, at, ways[move.side])


def activate(state: GrumblesState, step: Step, move: Move, events: list[Event]) -> None:
    """`activation`, `resolve-order`: a step and a power, each optional; then refills."""
    seat, name = step.decider, move.grumble
    state.spent = (*state.spent, name)
    left: list[int] = []
    if move.step:
        shifts = step_shifts(state, state.board, state.at[name], move)
        left += carry_out(state, seat, name, shifts, _step_event(state, name, shifts), events)
    if move.power:
        shifts = power_shifts(state, state.board, state.at[name], move)
        left += carry_out(state, seat, name, shifts, (move.power, move.power), events)
    if not move.step and not move.power:
        events.append(Event("stay", "activation-optional", seat, {"grumble": name}))
    assert sum(event.kind == "capture" for event in events) <= 1, "one-capture"
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
) -> list[int]:
    """`move-together`: lift every piece, then put each on its new square.

    `event` is the kind and the rule of the event. Returns the stars that a Goof has left.
    """
    assert not isinstance(shifts, str), f"{name}: {shifts}"
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
    events.append(Event(*event, seat, {"grumble": name, "moved": moved}))
    if home:
        capture(state, seat, home, events)
    return left


# The trade


def trades(state: GrumblesState, step: Step) -> list[Move]:
    """`trade-compulsory`: one of the player's three, and nothing else to choose."""
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
