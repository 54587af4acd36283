"""Turns the Initiatives into turns, and the moments between the turns into Reactions."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import MAIN, REACTION, WARRIOR
from generator.games.grudge.moves import PASS, Move
from generator.games.grudge.rules import monsters, warrior
from generator.games.grudge.rules.conditions import STUNNED, skip
from generator.games.grudge.state import GrudgeState

OPEN, PASSED = "open", "passed"
NOBODY = "nobody"
"""After whose turn the extra window for a defeated Monster opens."""


def candidates(state: GrudgeState) -> list[str]:
    """`turn-order`: those with the lowest Initiative who have not had their turn."""
    waiting = [id for id, figure in state.figures.items() if not figure.acted]
    least = min(map(state.initiative_of, waiting), default=0)
    return [id for id in waiting if state.initiative_of(id) == least]


def next_turn(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """One turn after another, until everybody has had one."""
    found = candidates(state)
    theirs = state.initiative_of(next(iter(state.config.monsters)))
    reached = any(id != WARRIOR for id in found) or state.warrior.acted
    if reached and not state.reached:
        state.reached = True
        if state.fell and state.initiative_of(WARRIOR) < theirs and not state.warrior.reacted:
            state.note(events, "window", "reaction-on-dead-count", WARRIOR)
            window = Step("window", None, (NOBODY, OPEN))
            state.pending = then(state.pending, window, Step("turns"))
            return
    if found:
        state.pending = then(state.pending, Step("next", 0), Step("turns"))


def next_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """Where several would act at the same point, the player picks."""
    return [Move("next", id) for id in candidates(state)]


def begin_turn(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """A turn, and the window for Reactions after it."""
    id = move.one
    state.change(id, acted=True)
    state.note(events, "turn", "turn-order", id)
    window = Step("window", None, (id, OPEN))
    if id != WARRIOR:
        state.pending = then(state.pending, window)
        monsters.main_action(state, id, events)
    elif STUNNED in state.warrior.conditions:
        state.pending = then(state.pending, window)
        skip(state, id, events)
    else:
        state.pending = then(state.pending, Step("turn", 0), window)


def turn_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [*warrior.main_moves(state), PASS]


def turn(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    if move.what == "pass":
        state.note(events, "pass", "warrior-may-pass", WARRIOR)
    else:
        warrior.act(state, move, MAIN, events)


# Windows


def window(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`reaction-window`: open as long as somebody can use it."""
    found = window_moves(state, step)
    if found:
        state.pending = then(state.pending, Step("react", 0, step.about))
        state.set_legal_moves(found)


def window_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`window-order`: Monsters whose Reaction is productive now, and the Warrior's own Reactions."""
    who, window = step.about
    found = []
    if who != NOBODY:
        found = [
            Move("react", monster.id)
            for monster in state.monsters()
            if monster.id != who and monsters.reaction_plan(state, monster.id)
        ]
    if who != WARRIOR and window == OPEN and not state.warrior.reacted:
        own = warrior.reaction_moves(state)
        if own:
            found += [Move("shake")] if STUNNED in state.warrior.conditions else own
            found.append(PASS)
    return found


def react(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """One Reaction; then the window is looked at again."""
    who, window = step.about
    if move.what == "pass":
        state.pending = then(state.pending, Step("window", None, (who, PASSED)))
        state.note(events, "pass", "window-order", WARRIOR)
        return
    state.pending = then(state.pending, Step("window", None, (who, window)))
    if move.what == "react":
        monsters.react(state, move.one, events)
        return
    state.change(WARRIOR, reacted=True)
    state.note(events, "reaction", "reaction-window", WARRIOR, move=str(move))
    state.count("warrior reactions")
    if move.what == "shake":
        skip(state, WARRIOR, events)
    else:
        warrior.act(state, move, REACTION, events)
