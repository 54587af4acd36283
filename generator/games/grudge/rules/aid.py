"""Aid: a Hearts Interrupt raises an action's value, or the Initiative behind a Shield."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.character import Figure
from generator.games.grudge.content import SLOTS, WARRIOR
from generator.games.grudge.moves import PASS, Move, known_move
from generator.games.grudge.rules import combat
from generator.games.grudge.rules.event_makers import aid_event
from generator.games.grudge.state import GrudgeState

HEARTS = "hearts"
ON_SHIELD = "shield"
"""The use to which the Monsters' Aid is fixed once it has raised an Initiative."""


# The Warrior


def may_aid(state: GrudgeState) -> bool:
    """`aid`: whether the Warrior can still give Aid."""
    return combat.free_interrupt(state, WARRIOR, HEARTS)


def offer_aid(state: GrudgeState, useful: bool, name: str, *about: object) -> None:
    """Push a step, or an offer of Aid on the value at its end if that is useful."""
    if useful and may_aid(state):
        state.ask("aid", name, *about)
    else:
        state.run_next(name, *about)


def decline(state: GrudgeState, events: list[Event]) -> None:
    """`warrior-may-pass`: keep an Interrupt that was offered."""
    state.note(events, "decline", "warrior-may-pass", who=WARRIOR)


def aid_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [known_move("aid"), PASS]


def aid(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """Push the next step, with the value at its end raised by Aid if the player chose so."""
    name, *about = step.about
    if move.what == "aid":
        about[-1] = int(about[-1]) + use_interrupt(state, WARRIOR, "aid", events)
    else:
        decline(state, events)
    state.run_next(str(name), *about)


def shield(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """`aid-shield`: push the next step, with the bonus on the Initiative at its end."""
    name, *about = step.about
    bonus = 0
    if move.what == "aid":
        bonus = use_interrupt(state, WARRIOR, "aid-shield", events)
    else:
        decline(state, events)
    state.run_next(str(name), *about, bonus)


def use_interrupt(state: GrudgeState, id: str, rule: str, events: list[Event]) -> int:
    """Use up an Interrupt as Aid, and return its bonus."""
    state.renew(id).interrupted = True
    value = combat.interrupt_value(state, id)
    events.append(aid_event(rule, id, value))
    state.count(f"{'warrior' if id == WARRIOR else 'monsters'} aid")
    return value


def makes_fail(state: GrudgeState, id: str, value: int) -> Callable[[int], bool]:
    """Return a test for bonuses on a Character's Initiative that make a value fail."""
    against = state.initiative_of(id)
    return lambda bonus: against < value <= against + bonus


def offer_shield(
    state: GrudgeState,
    target: str,
    differs: Callable[[int], bool],
    events: list[Event],
    name: str,
    *about: object,
) -> int | None:
    """The bonus on the target's Initiative; None if the player is asked, and then the step follows.

    Aid is offered, or used by a Monster (`productive`), only if it makes a difference.
    """
    if target != WARRIOR:
        return monster_shield(state, target, differs, events)
    if state.warrior.shield and may_aid(state) and differs(combat.interrupt_value(state, WARRIOR)):
        state.ask("shield", name, *about)
        return None
    return 0


# Monsters


def shared(state: GrudgeState, use: str) -> bool:
    """`aid-monsters-share`: whether the Monsters' Aid is still available for this use."""
    return state.shared_aid in ("", use)


def monster_aid(state: GrudgeState, id: str, use: str) -> int:
    """The bonus of a Monster's Aid for this use; 0 without Aid."""
    if combat.free_interrupt(state, id, HEARTS) and shared(state, use):
        return combat.interrupt_value(state, id)
    return 0


def give_aid(state: GrudgeState, id: str, use: str, events: list[Event]) -> int:
    """Give a Monster's Aid, which is fixed to this use from now on, and return its bonus."""
    rule = "aid-monsters-share" if state.shared_aid else "aid"
    state.shared_aid = use
    return use_interrupt(state, id, rule, events)


def strike_aid(
    state: GrudgeState, one: Figure, other: Figure, slot: int, value: int, events: list[Event]
) -> int:
    """The value of a Monster's Strike, with Aid if that raises its damage."""
    use = f"{SLOTS[slot]} strike"
    more = monster_aid(state, one.id, use)
    if not more:
        return value
    plain = combat.strike_effect(state, one, other, value)
    raised = combat.strike_effect(state, one, other, value + more)
    return value + give_aid(state, one.id, use, events) if raised > plain else value


def contest_aid(state: GrudgeState, id: str, use: str, value: int, events: list[Event]) -> int:
    """The value of a Monster's Roughhouse or Avoid, with Aid if it beats the Warrior only so."""
    more = monster_aid(state, id, use)
    against = state.initiative_of(WARRIOR)
    if value <= against < value + more:
        return value + give_aid(state, id, use, events)
    return value


def monster_shield(
    state: GrudgeState, id: str, differs: Callable[[int], bool], events: list[Event]
) -> int:
    """Use a Monster's Aid behind its Shield if it helps; return the bonus on its Initiative."""
    if shield_bonus(state, id, differs):
        state.shared_aid = ON_SHIELD
        return use_interrupt(state, id, "aid-shield", events)
    return 0


def shield_bonus(state: GrudgeState, id: str, differs: Callable[[int], bool]) -> int:
    """The bonus that a Monster would add to its Initiative; 0 if it cannot or need not."""
    bonus = monster_aid(state, id, ON_SHIELD) if state.figures[id].shield else 0
    return bonus if bonus and differs(bonus) else 0


def beats(state: GrudgeState, id: str, value: int, events: list[Event]) -> bool:
    """Whether the Warrior's value beats a Monster's Initiative; the Monster may Aid (`aid-shield`)."""
    against = state.initiative_of(id)
    bonus = monster_shield(state, id, makes_fail(state, id, value), events)
    return value > against + bonus
