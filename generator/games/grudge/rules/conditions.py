"""Conditions: how they begin, dropped gear, and recovery."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.character import Figure
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.moves import Move, known_move
from generator.games.grudge.rules.damage import SHIELD
from generator.games.grudge.rules.event_makers import condition_event
from generator.games.grudge.state import GrudgeState

DISARMED, PRONE, ROOTED, STUNNED, ENRAGED = "disarmed", "prone", "rooted", "stunned", "enraged"
RULES = {
    **{DISARMED: "disarm", PRONE: "prone", ROOTED: "roughhouse"},
    **{STUNNED: "stun", ENRAGED: "enraged"},
}
"""Each Condition and its rule."""
MONSTERS_RECOVER = (DISARMED, PRONE, ROOTED)
"""Conditions that a Monster spends its turn recovering from (`needs-recover`)."""
HELD_DOWN = frozenset({PRONE, ROOTED})
"""Conditions that prevent moving."""


def afflict(
    state: GrudgeState, id: str, condition: str, events: list[Event], rule: str = ""
) -> None:
    """Give a Character a Condition, if it is still on the board."""
    if id not in state.figures:
        return
    state.renew(id).conditions |= {condition}
    rule = rule or RULES[condition]
    events.append(condition_event(rule, id, condition))
    if id == WARRIOR:
        state.count(f"condition {condition}")


def gear(figure: Figure) -> list[str]:
    """The items that a Character could drop, as moves name them."""
    return ["weapon"] * bool(figure.weapon) + [SHIELD] * figure.shield


def disarm(state: GrudgeState, id: str, events: list[Event]) -> None:
    """`disarm` of the Warrior: the player picks the item to drop, if there is any."""
    if id in state.figures and gear(state.figures[id]):
        state.ask("drop")


def drop_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [known_move("drop", what) for what in gear(state.warrior)]


def drop_decided(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    drop(state, WARRIOR, move.one, events)


def drop(state: GrudgeState, id: str, what: str, events: list[Event]) -> None:
    """`disarmed-state`: drop an item, which is useless until recovered; a Bow is unloaded."""
    figure = state.renew(id)
    fallen = SHIELD if what == SHIELD else figure.weapon
    figure.dropped += (fallen,)
    if what == SHIELD:
        figure.shield = False
    else:
        figure.weapon, figure.loaded = "", False
        if id == WARRIOR:
            carried = list(state.weapons)
            carried.remove(fallen)
            state.weapons = tuple(carried)
    state.note(events, "drop", "disarm", who=id, item=fallen)
    afflict(state, id, DISARMED, events)


def recover(state: GrudgeState, id: str, condition: str, events: list[Event]) -> None:
    """`recover`: end a Condition; dropped gear is picked up."""
    figure = state.renew(id)
    figure.conditions -= {condition}
    state.note(events, "recover", "recover", who=id, condition=condition)
    if condition == DISARMED:
        items = list(figure.dropped)
        pick_up(state, figure)
        state.note(events, "pick-up", "recover", who=id, items=items)


def pick_up(state: GrudgeState, figure: Figure) -> None:
    """Pick up all that a Character dropped; a Weapon goes into a free hand."""
    weapons = [each for each in figure.dropped if each != SHIELD]
    figure = state.renew(figure.id)
    figure.weapon = figure.weapon or (weapons[-1] if weapons else "")
    figure.shield = figure.shield or SHIELD in figure.dropped
    figure.dropped = ()
    if figure.id == WARRIOR:
        state.weapons = (*state.weapons, *weapons)


def skip(state: GrudgeState, id: str, events: list[Event]) -> None:
    """`stun`: lose the turn or the Reaction, which ends the Condition (`stun-any`)."""
    state.renew(id).conditions -= {STUNNED}
    state.note(events, "skip", "stun", who=id)
