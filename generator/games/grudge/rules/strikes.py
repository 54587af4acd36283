"""Turns a Strike into what comes of it, step by step (`strike-sequence`).

The steps of one Strike, each of which puts the next on the stack::

    strike    declared, and its value read off; the attacker's Aid
    aimed     the target's Aid on its Initiative, with a Shield
    parry     the Riposte of a Spear
    compare   value against Initiative; damage; the Troll's Sweep
    after     the Sidestep of a miss, any other Riposte, the Axe's next Strike
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.games.grudge.content import MAIN, SLOTS, WARRIOR
from generator.games.grudge.map.squares import NAMES, NUMBER
from generator.games.grudge.moves import PASS, Move
from generator.games.grudge.rules import dice
from generator.games.grudge.rules.aid import decline, may_aid, shield_aid, strike_aid
from generator.games.grudge.rules.combat_values import (
    AXE,
    BLADE,
    SPEAR,
    adjacent_monsters,
    can_move,
    can_riposte,
    free_interrupt,
    ganging_up,
    hits,
    interrupt_value,
    is_ranged,
    mobbed,
    note_favour,
    riposte_hits,
    strike_effect,
    strike_favour,
    strike_how,
    strike_value,
    touch_how,
)
from generator.games.grudge.rules.conditions import DISARMED, afflict, disarm
from generator.games.grudge.rules.damage import hurt
from generator.games.grudge.rules.movement import AXE_STEP, free_steps

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp


def strike(camp: Camp, step: Step, events: list[Event]) -> None:
    """Declared: the value is fixed, a Bow is emptied (`bow-state`), the attacker may Aid."""
    attacker, target, slot = str(step.about[0]), str(step.about[1]), int(step.about[2])
    one, other = camp.figures[attacker], camp.figures[target]
    value = strike_value(camp, one, other, slot)
    favour = strike_favour(camp, one, other)
    one = camp.change(attacker, struck=True, loaded=False)
    rule = "bow-range" if is_ranged(camp, one) else "strike"
    facts: dict[str, JsonValue] = {"target": target, "slot": SLOTS[slot], "value": value}
    camp.note(events, "strike", rule, attacker, **facts)
    if favour:
        note_favour(camp, attacker, favour, value, events)
    if attacker == WARRIOR:
        if may_aid(camp):
            camp.pending = then(
                camp.pending, Step("aid", 0, ("aimed", attacker, target, slot, value))
            )
            return
    else:
        value = strike_aid(camp, one, other, slot, value, events)
    camp.pending = then(camp.pending, Step("aimed", None, (attacker, target, slot, value)))


def aimed(camp: Camp, step: Step, events: list[Event]) -> None:
    """`aid-shield`: the target may raise its Initiative, if that makes a difference."""
    attacker, target, _, value = step.about
    one, other = camp.figures[str(attacker)], camp.figures[str(target)]

    def differs(bonus: int) -> bool:
        plain = strike_effect(camp, one, other, int(value))
        return strike_effect(camp, one, other, int(value), bonus) < plain

    shield_aid(camp, other.id, differs, Step("parry", None, step.about), events)


def parry(camp: Camp, step: Step, events: list[Event]) -> None:
    """`spear`: its Riposte comes before the Strike."""
    attacker, target, _, value, _ = step.about
    camp.pending = then(camp.pending, Step("compare", None, step.about))
    if camp.figures[str(target)].weapon == SPEAR:
        offer_riposte(camp, str(target), str(attacker), int(value), "spear", events)


def compare(camp: Camp, step: Step, events: list[Event]) -> None:
    """`strike`, `strike-ties`, and the damage; a Strike ends if either of the two has fallen."""
    attacker, target = str(step.about[0]), str(step.about[1])
    slot, value, bonus = map(int, step.about[2:])
    if attacker not in camp.figures or target not in camp.figures:
        return
    one, other = camp.figures[attacker], camp.figures[target]
    hit = hits(camp, one, other, value, bonus)
    after = Step("after", None, (attacker, target, slot, value, int(hit)))
    against = camp.initiative_of(target) + bonus
    facts: dict[str, JsonValue] = {"target": target, "value": value, "against": against}
    if not hit:
        camp.note(events, "miss", miss_rule(value, against, target), attacker, **facts)
        camp.pending = then(camp.pending, after)
        return
    amount = strike_effect(camp, one, other, value, bonus)
    camp.note(events, "hit", hit_rule(camp, attacker, amount, value, against), attacker, **facts)
    how = strike_how(camp, one)
    sweeps = slot == MAIN and attacker != WARRIOR and "troll-sweep" in camp.kind(attacker).abilities
    camp.pending = then(camp.pending, *[Step("sweep", None)] * sweeps, after)
    if how == "piercing":
        camp.note(events, "pierce", pierce_rule(camp, attacker), attacker)
    hurt(camp, target, amount, how, attacker, one.weapon, events)


def hit_rule(camp: Camp, attacker: str, amount: int, value: int, against: int) -> str:
    """The rule by which a Strike hits."""
    if amount > camp.setting.number["damage"]:
        return "hammer"
    if value > against:
        return "strike"
    return "flail" if camp.figures[attacker].weapon == "flail" else "strike-ties"


def miss_rule(value: int, against: int, target: str) -> str:
    """The rule by which a Strike misses."""
    if value < against:
        return "strike"
    return "troll-shielded" if target == "troll" else "strike-ties"


def pierce_rule(camp: Camp, attacker: str) -> str:
    """The rule by which a Strike is Piercing."""
    one = camp.figures[attacker]
    if is_ranged(camp, one):
        return "bow-piercing"
    return "ganging-up" if mobbed(camp, attacker) else "boss-momentum"


def sweep(camp: Camp, step: Step, events: list[Event]) -> None:
    """`troll-sweep`, `sweep-on-hit`: the Warrior who was hit may suffer more."""
    dice.roll(camp, "sweep", "troll-sweep", events)


def swept(camp: Camp, number: int, events: list[Event]) -> None:
    condition = camp.setting.sweep[camp.setting.sweep_of[number]]
    camp.note(events, "sweep", "troll-sweep", condition=condition or "none")
    if condition == DISARMED:
        disarm(camp, WARRIOR, events)
    elif condition:
        afflict(camp, WARRIOR, condition, events)


def after(camp: Camp, step: Step, events: list[Event]) -> None:
    """`sidestep` of a miss, any other `riposte`, and the `axe` when the target has fallen."""
    attacker, target, slot, value, hit = step.about
    one, other = camp.figures.get(str(attacker)), camp.figures.get(str(target))
    if one is None:
        return
    if other is None:
        if one.weapon == AXE:
            camp.pending = then(camp.pending, Step("follow-step", None, (slot, value)))
        return
    if not hit and free_interrupt(camp, other.id, "clubs"):
        offer_sidestep(camp, other.id, events)
    elif other.weapon != SPEAR:
        offer_riposte(camp, other.id, one.id, int(value), "riposte", events)


# Riposte


def offer_riposte(
    camp: Camp, id: str, attacker: str, against: int, rule: str, events: list[Event]
) -> None:
    """A Riposte is made by a Monster, and offered to the Warrior, if it would hit."""
    one = camp.figures[id]
    if not free_interrupt(camp, id, "spades") or not can_riposte(camp, one, camp.figures[attacker]):
        return
    value = riposte_value(camp, id)
    if not riposte_hits(camp, camp.figures[attacker], value, against):
        return
    if id == WARRIOR:
        camp.pending = then(camp.pending, Step("riposte", 0, (attacker, value, rule)))
    else:
        riposte(camp, id, attacker, value, rule, events)


def riposte_value(camp: Camp, id: str) -> int:
    """The card, and favour by ganging up; Strike favour is not for it (`favour-scope`)."""
    favour = camp.setting.number["favour"] * ganging_up(camp, id)
    return interrupt_value(camp, id) + favour


def riposte_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [Move("riposte"), PASS]


def riposte_decided(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    attacker, value, rule = step.about
    if move.what == "riposte":
        riposte(camp, WARRIOR, str(attacker), int(value), str(rule), events)
    else:
        decline(camp, events)


def riposte(camp: Camp, id: str, attacker: str, value: int, rule: str, events: list[Event]) -> None:
    """`riposte`, `blade`."""
    one = camp.change(id, interrupted=True)
    camp.note(events, "riposte", rule, id, target=attacker, value=value)
    if ganging_up(camp, id):
        note_favour(camp, id, "ganging-up", value, events)
    camp.count(f"{'warrior' if id == WARRIOR else 'monsters'} riposte")
    amount = camp.setting.number["damage"]
    if one.weapon == BLADE:
        amount = camp.setting.number["heavy"]
        camp.note(events, "cut", "blade", id, amount=amount)
    hurt(camp, attacker, amount, touch_how(camp, id), id, one.weapon, events)


# Sidestep


def offer_sidestep(camp: Camp, id: str, events: list[Event]) -> None:
    """`sidestep`: the Warrior is asked; a Monster does it if that is productive."""
    if id != WARRIOR:
        camp.pending = then(camp.pending, Step("sidestep-monster", None, (id,)))
    elif can_move(camp.warrior) and free_steps(camp):
        camp.pending = then(camp.pending, Step("sidestep", 0))


def sidestep_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [*(Move("avoid", NAMES[each]) for each in free_steps(camp)), PASS]


def sidestep(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """It is an Avoid with the Interrupt's card."""
    if move.what == "pass":
        decline(camp, events)
        return
    camp.change(WARRIOR, interrupted=True)
    value = interrupt_value(camp, WARRIOR)
    camp.note(events, "sidestep", "sidestep", WARRIOR, square=move.one, value=value)
    camp.count("warrior sidestep")
    here = camp.warrior.at
    camp.pending = then(camp.pending, Step("path", None, (WARRIOR, value, here, NUMBER[move.one])))


# Axe


def follow_step(camp: Camp, step: Step, events: list[Event]) -> None:
    """`axe`: up to one step, then perhaps another Strike with the same value.

    The step is there even if nobody is left to Strike: it may lead to something to loot.
    """
    camp.note(events, "follow", "axe", WARRIOR, value=step.about[1])
    follow = Step("follow", 0, step.about)
    if can_move(camp.warrior):
        camp.pending = then(camp.pending, Step("axe-step", 0), follow)
    elif adjacent_monsters(camp):
        camp.pending = then(camp.pending, follow)


def axe_step_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [*(Move("step", NAMES[each]) for each in free_steps(camp)), Move("stop")]


def axe_step(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    if move.what == "step":
        path = (WARRIOR, AXE_STEP, camp.warrior.at, NUMBER[move.one])
        camp.pending = then(camp.pending, Step("path", None, path))


def follow_moves(camp: Camp, step: Step) -> Sequence[Move]:
    armed = camp.warrior.weapon == AXE
    found = [Move("strike", monster.id) for monster in adjacent_monsters(camp) if armed]
    return [*found, PASS]


def follow(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """The next Strike begins where its value is known."""
    if move.what == "pass":
        return
    slot, value = step.about
    facts = {"target": move.one, "slot": SLOTS[int(slot)], "value": value}
    camp.note(events, "strike", "axe", WARRIOR, **facts)
    camp.pending = then(camp.pending, Step("aimed", None, (WARRIOR, move.one, slot, value)))
