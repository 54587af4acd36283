"""Strikes, step by step (`strike-sequence`), with Riposte, Sidestep and the Axe.

Each part of a Strike does the next at once, or puts its step on the stack if something comes first::

    declare                its value; the attacker's Aid
    aim (`aimed`)          the target's Aid on its Initiative, with a Shield
    meet (`parry`)         the Riposte of a Spear
    resolve (`compare`)    value against Initiative; damage; the Troll's Sweep
    follow_up (`after`)    a Sidestep after a miss, any other Riposte, the Axe's next Strike
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.grudge.character import Figure
from generator.games.grudge.content import MAIN, SLOTS, WARRIOR
from generator.games.grudge.map.squares import NAMES, NUMBER
from generator.games.grudge.moves import PASS, STOP, Move, known_move
from generator.games.grudge.rules import combat, dice
from generator.games.grudge.rules.aid import decline, may_aid, offer_shield, strike_aid
from generator.games.grudge.rules.conditions import DISARMED, afflict, disarm
from generator.games.grudge.rules.damage import hurt
from generator.games.grudge.rules.event_makers import (
    hit_event,
    miss_event,
    pierce_event,
    strike_event,
)
from generator.games.grudge.rules.movement import AXE_STEP, STEP_TO, free_steps, go
from generator.games.grudge.state import GrudgeState

Strike: TypeAlias = tuple[str, str, int, int, int]
"""A Strike after all Aid: attacker, target, slot, value, and the bonus on the target's Initiative."""


def declare(state: GrudgeState, attacker: str, target: str, slot: int, events: list[Event]) -> None:
    """Declare a Strike: fix its value, unload a Bow (`bow-state`), and let the attacker Aid."""
    one, other = state.figures[attacker], state.figures[target]
    favour = combat.strike_favour(state, one, other)
    value = combat.favoured_value(state, attacker, "spades", slot, favour)
    one = state.renew(attacker)
    one.struck, one.loaded = True, False
    rule = "bow-range" if one.weapon in state.config.ranged else "strike"
    events.append(strike_event(rule, attacker, target, SLOTS[slot], value))
    if favour:
        combat.note_favour(state, attacker, favour, value, events)
    if attacker != WARRIOR:
        value = strike_aid(state, one, other, slot, value, events)
    if attacker == WARRIOR and may_aid(state):
        state.ask("aid", "aimed", attacker, target, slot, value)
    else:
        aim(state, attacker, target, slot, value, events)


def aimed(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Go on with a Strike after the attacker's Aid."""
    attacker, target, slot, value = step.about
    aim(state, attacker, target, slot, value, events)


def aim(
    state: GrudgeState, attacker: str, target: str, slot: int, value: int, events: list[Event]
) -> None:
    """`aid-shield`: let the target raise its Initiative, if that makes a difference."""
    one, other = state.figures[attacker], state.figures[target]
    about = attacker, target, slot, value
    bonus: int | None = 0
    if other.shield:
        differs = weakens(state, one, other, value)
        bonus = offer_shield(state, target, differs, events, "parry", *about)
    if bonus is not None:
        meet(state, (*about, bonus), events)


def weakens(state: GrudgeState, one: Figure, other: Figure, value: int) -> Callable[[int], bool]:
    """Return a test for bonuses on the target's Initiative that reduce a Strike's damage."""

    def effect(bonus: int) -> int:
        return combat.strike_effect(state, one, other, value, bonus)

    return lambda bonus: effect(bonus) < effect(0)


def parry(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Go on with a Strike after the target's Aid."""
    attacker, target, slot, value, bonus = step.about
    meet(state, (attacker, target, slot, value, bonus), events)


def meet(state: GrudgeState, strike: Strike, events: list[Event]) -> None:
    """`spear`: offer the Riposte of a Spear before the Strike is resolved."""
    attacker, target, _, value, _ = strike
    if state.figures[target].weapon == combat.SPEAR:
        state.run_next("compare", *strike)
        offer_riposte(state, target, attacker, value, "spear", events)
    else:
        resolve(state, strike, events)


def compare(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Go on with a Strike after the Riposte of a Spear."""
    attacker, target, slot, value, bonus = step.about
    resolve(state, (attacker, target, slot, value, bonus), events)


def resolve(state: GrudgeState, strike: Strike, events: list[Event]) -> None:
    """`strike`, `strike-ties`: compare value and Initiative, and deal the damage.

    Not if either Character has fallen by the Riposte of a Spear.
    """
    attacker, target, slot, value, bonus = strike
    one, other = state.figures.get(attacker), state.figures.get(target)
    if one is None or other is None:
        return
    against = state.initiative_of(target) + bonus
    if not combat.hits(state, one, other, value, against):
        rule = miss_rule(value, against, target)
        events.append(miss_event(rule, attacker, target, value, against))
        follow_up(state, attacker, target, slot, value, 0, events)
        return
    amount = combat.hit_damage(state, one, value, against)
    rule = hit_rule(state, attacker, amount, value, against)
    events.append(hit_event(rule, attacker, target, value, against))
    how = combat.strike_how(state, one)
    state.run_next("after", attacker, target, slot, value, 1)
    if slot == MAIN and attacker != WARRIOR and "troll-sweep" in state.kind(attacker).abilities:
        state.run_next("sweep")
    if how == "piercing":
        events.append(pierce_event(pierce_rule(state, attacker), attacker))
    hurt(state, target, amount, how, attacker, one.weapon, events)


def hit_rule(state: GrudgeState, attacker: str, amount: int, value: int, against: int) -> str:
    """The rule by which a Strike hits."""
    if amount > state.config.number["damage"]:
        return "hammer"
    if value > against:
        return "strike"
    return "flail" if state.figures[attacker].weapon == "flail" else "strike-ties"


def miss_rule(value: int, against: int, target: str) -> str:
    """The rule by which a Strike misses."""
    if value < against:
        return "strike"
    return "troll-shielded" if target == "troll" else "strike-ties"


def pierce_rule(state: GrudgeState, attacker: str) -> str:
    """The rule by which a Strike is Piercing."""
    one = state.figures[attacker]
    if combat.is_ranged(state, one):
        return "bow-piercing"
    return "ganging-up" if combat.mobbed(state, attacker) else "boss-momentum"


def sweep(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`troll-sweep`, `sweep-on-hit`: roll for a further effect of the hit."""
    dice.roll(state, "sweep", "troll-sweep", events)


def swept(state: GrudgeState, number: int, events: list[Event]) -> None:
    condition = state.config.sweep[state.config.sweep_of[number]]
    state.note(events, "sweep", "troll-sweep", condition=condition or "none")
    if condition == DISARMED:
        disarm(state, WARRIOR, events)
    elif condition:
        afflict(state, WARRIOR, condition, events)


def after(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Go on with a Strike after its damage."""
    attacker, target, slot, value, hit = step.about
    follow_up(state, attacker, target, slot, value, hit, events)


def follow_up(
    state: GrudgeState,
    attacker: str,
    target: str,
    slot: int,
    value: int,
    hit: int,
    events: list[Event],
) -> None:
    """Offer a `sidestep` after a miss, any other `riposte`, or the `axe` if the target fell."""
    one, other = state.figures.get(attacker), state.figures.get(target)
    if one is None:
        return
    if other is None:
        if one.weapon == combat.AXE:
            state.run_next("follow-step", slot, value)
        return
    if not hit and combat.free_interrupt(state, other.id, "clubs"):
        offer_sidestep(state, other.id, events)
    elif other.weapon != combat.SPEAR:
        offer_riposte(state, other.id, one.id, int(value), "riposte", events)


# Riposte


def offer_riposte(
    state: GrudgeState, id: str, attacker: str, against: int, rule: str, events: list[Event]
) -> None:
    """Make a Monster's Riposte, or offer one to the Warrior, if it would hit."""
    one, other = state.figures[id], state.figures[attacker]
    if not (combat.free_interrupt(state, id, "spades") and combat.can_riposte(state, one, other)):
        return
    value = riposte_value(state, id)
    if not combat.riposte_hits(state, other, value, against):
        return
    if id == WARRIOR:
        state.ask("riposte", attacker, value, rule)
    else:
        riposte(state, id, attacker, value, rule, events)


def riposte_value(state: GrudgeState, id: str) -> int:
    """The card's value and favour by ganging up, but no Strike favour (`favour-scope`)."""
    favour = state.config.number["favour"] * combat.ganging_up(state, id)
    return combat.interrupt_value(state, id) + favour


def riposte_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [known_move("riposte"), PASS]


def riposte_decided(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    attacker, value, rule = step.about
    if move.what == "riposte":
        riposte(state, WARRIOR, str(attacker), int(value), str(rule), events)
    else:
        decline(state, events)


def riposte(
    state: GrudgeState, id: str, attacker: str, value: int, rule: str, events: list[Event]
) -> None:
    """`riposte`, `blade`."""
    one = state.renew(id)
    one.interrupted = True
    state.note(events, "riposte", rule, who=id, target=attacker, value=value)
    if combat.ganging_up(state, id):
        combat.note_favour(state, id, "ganging-up", value, events)
    state.count(f"{'warrior' if id == WARRIOR else 'monsters'} riposte")
    amount = state.config.number["damage"]
    if one.weapon == combat.BLADE:
        amount = state.config.number["heavy"]
        state.note(events, "cut", "blade", who=id, amount=amount)
    hurt(state, attacker, amount, combat.touch_how(state, id), id, one.weapon, events)


# Sidestep


def offer_sidestep(state: GrudgeState, id: str, events: list[Event]) -> None:
    """`sidestep`: offer it to the Warrior; a Monster makes it if that is productive."""
    if id != WARRIOR:
        state.run_next("sidestep-monster", id)
    elif combat.can_move(state.warrior) and free_steps(state):
        state.ask("sidestep")


def sidestep_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [*(known_move("avoid", NAMES[each]) for each in free_steps(state)), PASS]


def sidestep(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """Make a Sidestep: an Avoid with the Interrupt's card."""
    if move.what == "pass":
        decline(state, events)
        return
    state.renew(WARRIOR).interrupted = True
    value = combat.interrupt_value(state, WARRIOR)
    state.note(events, "sidestep", "sidestep", who=WARRIOR, square=move.one, value=value)
    state.count("warrior sidestep")
    go(state, WARRIOR, NUMBER[move.one], value, events)


# Axe


def follow_step(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`axe`: up to one step, then possibly another Strike with the same value.

    The step is offered even if nobody is left to Strike, since it may lead to loot.
    """
    state.note(events, "follow", "axe", who=WARRIOR, value=step.about[1])
    moves = combat.can_move(state.warrior)
    if moves or combat.adjacent_monsters(state):
        state.ask("follow", *step.about)
    if moves:
        state.ask("axe-step")


def axe_step_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [*map(STEP_TO.__getitem__, free_steps(state)), STOP]


def axe_step(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    if move.what == "step":
        go(state, WARRIOR, NUMBER[move.one], AXE_STEP, events)


def follow_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    armed = state.warrior.weapon == combat.AXE
    strike = state.config.strike_moves
    found = [strike[monster.id] for monster in combat.adjacent_monsters(state) if armed]
    return [*found, PASS]


def follow(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """Begin the next Strike, with the same value."""
    if move.what == "pass":
        return
    slot, value = step.about
    events.append(strike_event("axe", WARRIOR, move.one, SLOTS[slot], value))
    aim(state, WARRIOR, move.one, slot, value, events)
