"""Aid: a Hearts Interrupt raises an action's value, or the Initiative behind a Shield."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.character import Figure
from generator.games.grudge.content import SLOTS, WARRIOR
from generator.games.grudge.moves import PASS, Move
from generator.games.grudge.rules.combat_values import (
    free_interrupt,
    has_shield,
    interrupt_value,
    strike_effect,
)
from generator.games.grudge.state import GrudgeState

HEARTS = "hearts"
ON_SHIELD = "shield"
"""What the Monsters' Aid is fixed to once one has raised its Initiative with it."""


# The Warrior


def may_aid(state: GrudgeState) -> bool:
    """`aid`: whether the Warrior has an Aid left."""
    return free_interrupt(state, WARRIOR, HEARTS)


def offer_aid(state: GrudgeState, following: Step, useful: bool) -> None:
    """Asks about Aid on the value that the following step ends with, if it can be of use."""
    if useful and may_aid(state):
        following = Step("aid", 0, (following.name, *following.about))
    state.push(following)


def decline(state: GrudgeState, events: list[Event]) -> None:
    """`warrior-may-pass`: an Interrupt that was offered is kept."""
    state.note(events, "decline", "warrior-may-pass", WARRIOR)


def aid_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [Move("aid"), PASS]


def aid(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """The value, which is the last thing the next step is about, is raised or not."""
    name, *about = step.about
    if move.what == "aid":
        about[-1] = int(about[-1]) + use_interrupt(state, WARRIOR, "aid", events)
    else:
        decline(state, events)
    state.push(Step(str(name), None, tuple(about)))


def shield(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """`aid-shield`: the next step gets to know how much the Initiative is raised."""
    name, *about = step.about
    bonus = 0
    if move.what == "aid":
        bonus = use_interrupt(state, WARRIOR, "aid-shield", events)
    else:
        decline(state, events)
    state.push(Step(str(name), None, (*about, bonus)))


def use_interrupt(state: GrudgeState, id: str, rule: str, events: list[Event]) -> int:
    """Uses the Interrupt up; returns what it adds."""
    state.change(id, interrupted=True)
    value = interrupt_value(state, id)
    state.note(events, "aid", rule, id, value=value)
    state.count(f"{'warrior' if id == WARRIOR else 'monsters'} aid")
    return value


def shield_aid(
    state: GrudgeState,
    target: str,
    differs: Callable[[int], bool],
    following: Step,
    events: list[Event],
) -> None:
    """Goes on with the following step, and tells it how much the target's Initiative is raised.

    The Warrior is asked only if it makes a difference; a Monster does it then (`productive`).
    """
    if target == WARRIOR:
        if (
            has_shield(state, WARRIOR)
            and may_aid(state)
            and differs(interrupt_value(state, WARRIOR))
        ):
            following = Step("shield", 0, (following.name, *following.about))
        else:
            following = following._replace(about=(*following.about, 0))
    else:
        bonus = monster_shield(state, target, differs, events)
        following = following._replace(about=(*following.about, bonus))
    state.push(following)


# Monsters


def shared(state: GrudgeState, use: str) -> bool:
    """`aid-monsters-share`: whether the Monsters' Aid may still be given to this."""
    return state.shared_aid in ("", use)


def monster_aid(state: GrudgeState, id: str, use: str) -> int:
    """What Aid would add to this use of a Monster's card; 0 if it cannot."""
    if free_interrupt(state, id, HEARTS) and shared(state, use):
        return interrupt_value(state, id)
    return 0


def give_aid(state: GrudgeState, id: str, use: str, events: list[Event]) -> int:
    """A Monster's Aid, which is fixed to this use from now on."""
    rule = "aid-monsters-share" if state.shared_aid else "aid"
    state.shared_aid = use
    return use_interrupt(state, id, rule, events)


def strike_aid(
    state: GrudgeState, one: Figure, other: Figure, slot: int, value: int, events: list[Event]
) -> int:
    """The value of a Monster's Strike, with Aid if that turns a miss into a hit or 1 into 2."""
    use = f"{SLOTS[slot]} strike"
    more = monster_aid(state, one.id, use)
    plain = strike_effect(state, one, other, value)
    if more and strike_effect(state, one, other, value + more) > plain:
        return value + give_aid(state, one.id, use, events)
    return value


def contest_aid(state: GrudgeState, id: str, use: str, value: int, events: list[Event]) -> int:
    """The value of a Monster's Roughhouse or Avoid, with Aid if only that beats the Warrior."""
    more = monster_aid(state, id, use)
    against = state.initiative_of(WARRIOR)
    if value <= against < value + more:
        return value + give_aid(state, id, use, events)
    return value


def monster_shield(
    state: GrudgeState, id: str, differs: Callable[[int], bool], events: list[Event]
) -> int:
    """How much a Monster raises its Initiative against one value of the Warrior's."""
    if has_shield(state, id) and monster_aid(state, id, ON_SHIELD):
        bonus = interrupt_value(state, id)
        if differs(bonus):
            state.shared_aid = ON_SHIELD
            return use_interrupt(state, id, "aid-shield", events)
    return 0


def beats(state: GrudgeState, id: str, value: int, events: list[Event]) -> bool:
    """Whether the Warrior's value is above a Monster's Initiative (`aid-shield` included)."""
    against = state.initiative_of(id)
    bonus = monster_shield(state, id, lambda more: against < value <= against + more, events)
    return value > against + bonus
