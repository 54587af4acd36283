"""Aid: a Hearts Interrupt raises an action's value, or the Initiative behind a Shield."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.character import Figure
from generator.games.grudge.content import SLOTS, WARRIOR
from generator.games.grudge.moves import PASS, Move, known_move
from generator.games.grudge.rules import combat
from generator.games.grudge.state import GrudgeState

HEARTS = "hearts"
ON_SHIELD = "shield"
"""The use that the Monsters' Aid is fixed to once it has raised an Initiative."""


# The Warrior


def may_aid(state: GrudgeState) -> bool:
    """`aid`: whether the Warrior has an Aid left."""
    return combat.free_interrupt(state, WARRIOR, HEARTS)


def offer_aid(state: GrudgeState, following: Step, useful: bool) -> None:
    """Offer Aid on the value that the following step ends with, if it is useful."""
    if useful and may_aid(state):
        following = Step("aid", 0, (following.name, *following.about))
    state.push(following)


def decline(state: GrudgeState, events: list[Event]) -> None:
    """`warrior-may-pass`: an Interrupt that was offered is kept."""
    state.note(events, "decline", "warrior-may-pass", who=WARRIOR)


def aid_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [known_move("aid"), PASS]


def aid(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """Raise the value at the end of the next step, or not."""
    name, *about = step.about
    if move.what == "aid":
        about[-1] = int(about[-1]) + use_interrupt(state, WARRIOR, "aid", events)
    else:
        decline(state, events)
    state.push(Step(str(name), None, tuple(about)))


def shield(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """`aid-shield`: add the bonus on the Initiative to the next step."""
    name, *about = step.about
    bonus = 0
    if move.what == "aid":
        bonus = use_interrupt(state, WARRIOR, "aid-shield", events)
    else:
        decline(state, events)
    state.push(Step(str(name), None, (*about, bonus)))


def use_interrupt(state: GrudgeState, id: str, rule: str, events: list[Event]) -> int:
    """Use the Interrupt up; returns its bonus."""
    state.change(id, interrupted=True)
    value = combat.interrupt_value(state, id)
    state.note(events, "aid", rule, who=id, value=value)
    state.count(f"{'warrior' if id == WARRIOR else 'monsters'} aid")
    return value


def makes_fail(state: GrudgeState, id: str, value: int) -> Callable[[int], bool]:
    """A test for bonuses on a Character's Initiative that make a value fail."""
    against = state.initiative_of(id)
    return lambda bonus: against < value <= against + bonus


def shield_aid(
    state: GrudgeState,
    target: str,
    differs: Callable[[int], bool],
    following: tuple[Any, ...],
    events: list[Event],
) -> int | None:
    """The bonus on the target's Initiative; None if the Warrior has to decide about it.

    It is offered to the Warrior only if it makes a difference; a Monster then uses it (`productive`).
    `following` names the step that comes after a decision, with the bonus at its end.
    """
    if target != WARRIOR:
        return monster_shield(state, target, differs, events)
    if (
        combat.has_shield(state, WARRIOR)
        and may_aid(state)
        and differs(combat.interrupt_value(state, WARRIOR))
    ):
        state.push(Step("shield", 0, following))
        return None
    return 0


# Monsters


def shared(state: GrudgeState, use: str) -> bool:
    """`aid-monsters-share`: whether the Monsters' Aid may still be given to this."""
    return state.shared_aid in ("", use)


def monster_aid(state: GrudgeState, id: str, use: str) -> int:
    """The bonus of Aid for this use of a Monster's card; 0 without Aid."""
    if combat.free_interrupt(state, id, HEARTS) and shared(state, use):
        return combat.interrupt_value(state, id)
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
    plain = combat.strike_effect(state, one, other, value)
    if more and combat.strike_effect(state, one, other, value + more) > plain:
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
    """The bonus that a Monster adds to its Initiative against a value of the Warrior's."""
    if shield_bonus(state, id, differs):
        state.shared_aid = ON_SHIELD
        return use_interrupt(state, id, "aid-shield", events)
    return 0


def shield_bonus(state: GrudgeState, id: str, differs: Callable[[int], bool]) -> int:
    """The bonus that a Monster would add to its Initiative; 0 if it cannot, or makes no difference."""
    bonus = monster_aid(state, id, ON_SHIELD) if combat.has_shield(state, id) else 0
    return bonus if bonus and differs(bonus) else 0


def beats(state: GrudgeState, id: str, value: int, events: list[Event]) -> bool:
    """Whether the Warrior's value is above a Monster's Initiative (`aid-shield` included)."""
    against = state.initiative_of(id)
    bonus = monster_shield(state, id, makes_fail(state, id, value), events)
    return value > against + bonus
