"""Positions: defaults for missing entries, and faults that span entries.

Defaults are those of a new game where possible: Goofs on their stars, a pile of all remaining
Goofs, the first turn.  The pending steps follow from the rest.
"""

from __future__ import annotations

from collections import Counter

from generator.engine.fields.reader import PositionReader
from generator.games.grumbles.board import COLORS, EMPTY, TEAM
from generator.games.grumbles.content import DOOM, STARTER
from generator.games.grumbles.rules.goofs import doom, stop
from generator.games.grumbles.rules.setup import DRAFT
from generator.games.grumbles.rules.turn import TURN
from generator.games.grumbles.state import GrumblesState, player


def complete(state: GrumblesState, reader: PositionReader) -> None:
    """Fill in missing entries of a position."""
    if not reader.given("goofs"):
        for star in state.config.board.stars:
            if state.board[star] == EMPTY:
                state.put(STARTER, star)
    if not reader.given("pile"):
        rest = Counter(state.config.pile) - Counter(state.all_goofs())
        state.pile = state.rng.shuffled(sorted(rest.elements()))
    drafted = len(state.at) == 2 * TEAM
    left = [name for name in state.config.powers if name not in state.at]
    state.unused = left[0] if drafted else ""
    if not reader.given("turn"):
        state.turn = 1 if drafted else 0
    _turn(state, reader)
    reader.stop_at_faults()
    doomed = [seat for seat in (0, 1) if DOOM in state.captured[seat]]
    if doomed:
        doom(state, doomed[0], [])
    elif not state.turn:
        state.pending = DRAFT[: len(DRAFT) - len(state.at)]
    else:
        pending = TURN[player(state.turn)]
        state.pending = pending[: len(pending) - len(state.spent)]


def _turn(state: GrumblesState, reader: PositionReader) -> None:
    unused = reader.data.get("unused")
    if unused is not None and unused != state.unused:
        reader.fault(f"the unused Grumble cannot be {unused}", "unused", check="P-grumbles")
    for name in state.spent:
        if state.turn and name not in state.teams[player(state.turn)]:
            owner = COLORS[player(state.turn)]
            reader.fault(f"{name} is not one of {owner}'s Grumbles", "activated")
    if len(set(state.spent)) < len(state.spent):
        reader.fault("a Grumble has been activated twice", "activated", check="activation-order")
    if state.turn > state.config.turn_cap:
        reader.fault(f"there is no turn {state.turn}", "turn", check="turn-cap")
    if state.turn == 0:
        _draft(state, reader)


def _draft(state: GrumblesState, reader: PositionReader) -> None:
    """Before the first turn there are only picks."""
    board = state.config.board
    if len(state.at) >= 2 * TEAM:
        reader.fault("the draft is over, so this is turn 1 or a later one", "turn")
    for color, team, starts in zip(COLORS, state.teams, board.starts, strict=True):
        for name in team:
            if state.at[name] not in starts:
                message = f"{name} is not beside the {color} home, but the draft goes on"
                reader.fault(message, color, name, check="draft-place")
    if sorted(state.goofs()) != sorted(board.stars) or state.spent:
        reader.fault("nothing has happened yet, because the draft goes on", "goofs")


def restore_outcome(state: GrumblesState, result: str, rule: str) -> None:
    """End a game that was stopped; `complete` ends any other."""
    if rule == "turn-cap" and state.turn and not state.outcome:
        stop(state, [])
