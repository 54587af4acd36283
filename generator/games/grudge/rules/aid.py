"""Turns a Hearts card in the Interrupt into Aid: for an action of one's own, or for one's Initiative."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import SLOTS, WARRIOR
from generator.games.grudge.moves import PASS, Move
from generator.games.grudge.rules.combat_values import (
    free_interrupt,
    has_shield,
    interrupt_value,
    strike_effect,
)

if TYPE_CHECKING:
    from generator.games.grudge.character import Figure
    from generator.games.grudge.state import Camp

HEARTS = "hearts"
ON_SHIELD = "shield"
"""What the Monsters' Aid is fixed to once one has raised its Initiative with it."""


# The Warrior


def may_aid(camp: Camp) -> bool:
    """`aid`: whether the Warrior has an Aid left."""
    return free_interrupt(camp, WARRIOR, HEARTS)


def offer_aid(camp: Camp, following: Step, useful: bool) -> None:
    """Asks about Aid on the value that the following step ends with, if it can be of use."""
    if useful and may_aid(camp):
        following = Step("aid", 0, (following.name, *following.about))
    camp.pending = then(camp.pending, following)


def decline(camp: Camp, events: list[Event]) -> None:
    """`warrior-may-pass`: an Interrupt that was offered is kept."""
    camp.note(events, "decline", "warrior-may-pass", WARRIOR)


def aid_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [Move("aid"), PASS]


def aid(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """The value, which is the last thing the next step is about, is raised or not."""
    name, *about = step.about
    if move.what == "aid":
        about[-1] = int(about[-1]) + spend(camp, WARRIOR, "aid", events)
    else:
        decline(camp, events)
    camp.pending = then(camp.pending, Step(str(name), None, tuple(about)))


def shield(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """`aid-shield`: the next step gets to know how much the Initiative is raised."""
    name, *about = step.about
    bonus = 0
    if move.what == "aid":
        bonus = spend(camp, WARRIOR, "aid-shield", events)
    else:
        decline(camp, events)
    camp.pending = then(camp.pending, Step(str(name), None, (*about, bonus)))


def spend(camp: Camp, id: str, rule: str, events: list[Event]) -> int:
    """Uses the Interrupt up; returns what it adds."""
    camp.change(id, interrupted=True)
    value = interrupt_value(camp, id)
    camp.note(events, "aid", rule, id, value=value)
    camp.count(f"{'warrior' if id == WARRIOR else 'monsters'} aid")
    return value


def shield_aid(
    camp: Camp,
    target: str,
    differs: Callable[[int], bool],
    following: Step,
    events: list[Event],
) -> None:
    """Goes on with the following step, and tells it how much the target's Initiative is raised.

    The Warrior is asked only if it makes a difference; a Monster does it then (`productive`).
    """
    if target == WARRIOR:
        if has_shield(camp, WARRIOR) and may_aid(camp) and differs(interrupt_value(camp, WARRIOR)):
            following = Step("shield", 0, (following.name, *following.about))
        else:
            following = following._replace(about=(*following.about, 0))
    else:
        bonus = monster_shield(camp, target, differs, events)
        following = following._replace(about=(*following.about, bonus))
    camp.pending = then(camp.pending, following)


# Monsters


def shared(camp: Camp, use: str) -> bool:
    """`aid-monsters-share`: whether the Monsters' Aid may still be given to this."""
    return camp.shared_aid in ("", use)


def monster_aid(camp: Camp, id: str, use: str) -> int:
    """What Aid would add to this use of a Monster's card; 0 if it cannot."""
    if free_interrupt(camp, id, HEARTS) and shared(camp, use):
        return interrupt_value(camp, id)
    return 0


def give(camp: Camp, id: str, use: str, events: list[Event]) -> int:
    """A Monster's Aid, which is fixed to this use from now on."""
    rule = "aid-monsters-share" if camp.shared_aid else "aid"
    camp.shared_aid = use
    return spend(camp, id, rule, events)


def strike_aid(
    camp: Camp, one: Figure, other: Figure, slot: int, value: int, events: list[Event]
) -> int:
    """The value of a Monster's Strike, with Aid if that turns a miss into a hit or 1 into 2."""
    use = f"{SLOTS[slot]} strike"
    more = monster_aid(camp, one.id, use)
    plain = strike_effect(camp, one, other, value)
    if more and strike_effect(camp, one, other, value + more) > plain:
        return value + give(camp, one.id, use, events)
    return value


def contest_aid(camp: Camp, id: str, use: str, value: int, events: list[Event]) -> int:
    """The value of a Monster's Roughhouse or Avoid, with Aid if only that beats the Warrior."""
    more = monster_aid(camp, id, use)
    against = camp.initiative_of(WARRIOR)
    if value <= against < value + more:
        return value + give(camp, id, use, events)
    return value


def monster_shield(camp: Camp, id: str, differs: Callable[[int], bool], events: list[Event]) -> int:
    """How much a Monster raises its Initiative against one value of the Warrior's."""
    if has_shield(camp, id) and monster_aid(camp, id, ON_SHIELD):
        bonus = interrupt_value(camp, id)
        if differs(bonus):
            camp.shared_aid = ON_SHIELD
            return spend(camp, id, "aid-shield", events)
    return 0


def beats(camp: Camp, id: str, value: int, events: list[Event]) -> bool:
    """Whether the Warrior's value is above a Monster's Initiative (`aid-shield` included)."""
    against = camp.initiative_of(id)
    bonus = monster_shield(camp, id, lambda more: against < value <= against + more, events)
    return value > against + bonus
