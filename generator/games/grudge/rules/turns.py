"""Turns the Initiatives into turns, and the moments between the turns into Reactions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import MAIN, REACTION, WARRIOR
from generator.games.grudge.moves import PASS, Move
from generator.games.grudge.rules import monsters, warrior
from generator.games.grudge.rules.conditions import STUNNED, skip

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp

OPEN, PASSED = "open", "passed"
NOBODY = "nobody"
"""After whose turn the extra window for a defeated Monster opens."""


def candidates(camp: Camp) -> list[str]:
    """`turn-order`: those with the lowest Initiative who have not had their turn."""
    waiting = [id for id, figure in camp.figures.items() if not figure.acted]
    least = min(map(camp.initiative_of, waiting), default=0)
    return [id for id in waiting if camp.initiative_of(id) == least]


def next_turn(camp: Camp, step: Step, events: list[Event]) -> None:
    """One turn after another, until everybody has had one."""
    found = candidates(camp)
    theirs = camp.initiative_of(next(iter(camp.setting.monsters)))
    reached = any(id != WARRIOR for id in found) or camp.warrior.acted
    if reached and not camp.reached:
        camp.reached = True
        if camp.fell and camp.initiative_of(WARRIOR) < theirs and not camp.warrior.reacted:
            camp.note(events, "window", "reaction-on-dead-count", WARRIOR)
            window = Step("window", None, (NOBODY, OPEN))
            camp.pending = then(camp.pending, window, Step("turns"))
            return
    if found:
        camp.pending = then(camp.pending, Step("next", 0), Step("turns"))


def next_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """Where several would act at the same point, the player picks."""
    return [Move("next", id) for id in candidates(camp)]


def begin_turn(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """A turn, and the window for Reactions after it."""
    id = move.one
    camp.change(id, acted=True)
    camp.note(events, "turn", "turn-order", id)
    window = Step("window", None, (id, OPEN))
    if id != WARRIOR:
        camp.pending = then(camp.pending, window)
        monsters.main_action(camp, id, events)
    elif STUNNED in camp.warrior.conditions:
        camp.pending = then(camp.pending, window)
        skip(camp, id, events)
    else:
        camp.pending = then(camp.pending, Step("turn", 0), window)


def turn_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [*warrior.main_moves(camp), PASS]


def turn(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    if move.what == "pass":
        camp.note(events, "pass", "warrior-may-pass", WARRIOR)
    else:
        warrior.act(camp, move, MAIN, events)


# Windows


def window(camp: Camp, step: Step, events: list[Event]) -> None:
    """`reaction-window`: open as long as somebody can use it."""
    found = window_moves(camp, step)
    if found:
        camp.pending = then(camp.pending, Step("react", 0, step.about))
        camp.set_legal_moves(found)


def window_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """`window-order`: Monsters whose Reaction is productive now, and the Warrior's own Reactions."""
    who, state = step.about
    found = []
    if who != NOBODY:
        found = [
            Move("react", monster.id)
            for monster in camp.monsters()
            if monster.id != who and monsters.reaction_plan(camp, monster.id)
        ]
    if who != WARRIOR and state == OPEN and not camp.warrior.reacted:
        own = warrior.reaction_moves(camp)
        if own:
            found += [Move("shake")] if STUNNED in camp.warrior.conditions else own
            found.append(PASS)
    return found


def react(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """One Reaction; then the window is looked at again."""
    who, state = step.about
    if move.what == "pass":
        camp.pending = then(camp.pending, Step("window", None, (who, PASSED)))
        camp.note(events, "pass", "window-order", WARRIOR)
        return
    camp.pending = then(camp.pending, Step("window", None, (who, state)))
    if move.what == "react":
        monsters.react(camp, move.one, events)
        return
    camp.change(WARRIOR, reacted=True)
    camp.note(events, "reaction", "reaction-window", WARRIOR, move=str(move))
    camp.count("warrior reactions")
    if move.what == "shake":
        skip(camp, WARRIOR, events)
    else:
        warrior.act(camp, move, REACTION, events)
