"""Conditions: what they do, and how a Character recovers from them."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.character import Figure
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.moves import Move, known_move
from generator.games.grudge.rules.damage import SHIELD
from generator.games.grudge.state import GrudgeState

DISARMED, PRONE, ROOTED, STUNNED, ENRAGED = "disarmed", "prone", "rooted", "stunned", "enraged"
RULES = {
    **{DISARMED: "disarm", PRONE: "prone", ROOTED: "roughhouse"},
    **{STUNNED: "stun", ENRAGED: "enraged"},
}
"""Each Condition and its rule."""
MONSTERS_RECOVER = (DISARMED, PRONE, ROOTED)
"""`needs-recover`: the Conditions that a Monster spends its turn on."""
HELD_DOWN = frozenset({PRONE, ROOTED})
"""The Conditions under which nobody moves."""


def afflict(
    state: GrudgeState, id: str, condition: str, events: list[Event], rule: str = ""
) -> None:
    """A Condition begins; one that is there already stays."""
    figure = state.figures.get(id)
    if figure is None:
        return
    state.change(id, conditions=figure.conditions | {condition})
    rule = rule or RULES[condition]
    state.note(events, "condition", rule, who=id, condition=condition)
    if id == WARRIOR:
        state.count(f"condition {condition}")


def gear(figure: Figure) -> list[str]:
    """What a Character could drop, as moves name it."""
    return ["weapon"] * bool(figure.weapon) + [SHIELD] * figure.shield


def disarm(state: GrudgeState, id: str, events: list[Event]) -> None:
    """`disarm`, where the Warrior is the victim: the player picks what to drop, if anything."""
    if id in state.figures and gear(state.figures[id]):
        state.push(Step("drop", 0))


def drop_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [known_move("drop", what) for what in gear(state.warrior)]


def drop_decided(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    drop(state, WARRIOR, move.one, events)


def drop(state: GrudgeState, id: str, what: str, events: list[Event]) -> None:
    """`disarmed-state`: what is dropped gives nothing until it is recovered; a Bow is unloaded."""
    figure = state.figures[id]
    fallen = SHIELD if what == SHIELD else figure.weapon
    dropped = (*figure.dropped, fallen)
    if what == SHIELD:
        state.change(id, shield=False, dropped=dropped)
    else:
        state.change(id, weapon="", loaded=False, dropped=dropped)
        if id == WARRIOR:
            carried = list(state.weapons)
            carried.remove(fallen)
            state.weapons = tuple(carried)
    state.note(events, "drop", "disarm", who=id, item=fallen)
    afflict(state, id, DISARMED, events)


def recover(state: GrudgeState, id: str, condition: str, events: list[Event]) -> None:
    """`recover`; what was dropped is picked up."""
    figure = state.change(id, conditions=state.figures[id].conditions - {condition})
    state.note(events, "recover", "recover", who=id, condition=condition)
    if condition == DISARMED:
        pick_up(state, figure)
        state.note(events, "pick-up", "recover", who=id, items=list(figure.dropped))


def pick_up(state: GrudgeState, figure: Figure) -> None:
    """A Character picks up all it dropped, with a Weapon in hand if the hand is free."""
    weapons = [each for each in figure.dropped if each != SHIELD]
    weapon = figure.weapon or (weapons[-1] if weapons else "")
    shield = figure.shield or SHIELD in figure.dropped
    state.change(figure.id, weapon=weapon, shield=shield, dropped=())
    if figure.id == WARRIOR:
        state.weapons = (*state.weapons, *weapons)


def skip(state: GrudgeState, id: str, events: list[Event]) -> None:
    """`stun`: the turn or the Reaction is lost, and the Condition with it (`stun-any`)."""
    state.change(id, conditions=state.figures[id].conditions - {STUNNED})
    state.note(events, "skip", "stun", who=id)
