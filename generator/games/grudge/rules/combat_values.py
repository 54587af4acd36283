"""Turns a position into who stands beside whom, who can Strike whom, and with what value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.games.grudge.content import INTERRUPT, WARRIOR
from generator.games.grudge.map.squares import DISTANCE
from generator.games.grudge.rules.conditions import ENRAGED, HELD_DOWN, PRONE, STUNNED
from generator.games.grudge.rules.damage import NO_SHIELD, PIERCING, UNTRANSLATED

if TYPE_CHECKING:
    from generator.games.grudge.character import Figure
    from generator.games.grudge.state import Camp

HAMMER, FLAIL, BLADE, SPEAR, AXE = "hammer", "flail", "blade", "spear", "axe"
IDLE = frozenset({PRONE, STUNNED})
"""The Conditions under which a Character engages nobody (`engaged`)."""


def beside(one: Figure, other: Figure) -> bool:
    """`adjacent`: one king's move away; such squares always see each other (`los-mutual`)."""
    return DISTANCE[one.at][other.at] == 1


def enemies(camp: Camp, id: str) -> list[Figure]:
    return camp.monsters() if id == WARRIOR else [camp.warrior]


def adjacent_monsters(camp: Camp) -> list[Figure]:
    """The Monsters beside the Warrior."""
    near = DISTANCE[camp.warrior.at]
    return [monster for monster in camp.monsters() if near[monster.at] == 1]


def adjacent_goblins(camp: Camp) -> list[Figure]:
    """The Goblins beside the Warrior; the Boss is none (`goblin-gang-up`)."""
    return [each for each in adjacent_monsters(camp) if camp.kind(each.id).id == "goblin"]


def is_engaged(camp: Camp, id: str) -> bool:
    """`engaged`: beside an enemy that is neither Prone nor Stunned."""
    figure = camp.figures[id]
    near = DISTANCE[figure.at]
    return any(near[enemy.at] == 1 and not enemy.conditions & IDLE for enemy in enemies(camp, id))


def can_move(figure: Figure) -> bool:
    """`root`, `prone`."""
    return not figure.conditions & HELD_DOWN


def is_ranged(camp: Camp, figure: Figure) -> bool:
    return figure.weapon in camp.setting.ranged


def is_archer(camp: Camp, figure: Figure) -> bool:
    """Whether it has a Bow, even one it has dropped (`disarmed-state`)."""
    return is_ranged(camp, figure) or any(each in camp.setting.ranged for each in figure.dropped)


def has_shield(camp: Camp, id: str) -> bool:
    return camp.figures[id].shield


def can_strike(camp: Camp, one: Figure, other: Figure) -> bool:
    """`melee-reach`, `bow-range`, `bow-load`."""
    if not one.weapon:
        return False
    if not is_ranged(camp, one):
        return beside(one, other)
    return one.loaded and not is_engaged(camp, one.id) and camp.terrain.sees(one.at, other.at)


def can_riposte(camp: Camp, one: Figure, other: Figure) -> bool:
    """`melee-reach`, `riposte-no-bow`."""
    return bool(one.weapon) and not is_ranged(camp, one) and beside(one, other)


# Values


def gang(camp: Camp) -> int:
    """How many Monsters stand beside the Warrior."""
    return len(adjacent_monsters(camp))


def ganging_up(camp: Camp, id: str) -> bool:
    """`ganging-up`: favour for whatever a Monster does, wherever it stands (`favour-scope`)."""
    return id != WARRIOR and gang(camp) >= camp.setting.number["gang"]


def is_unarmed(camp: Camp, figure: Figure) -> bool:
    """`unarmed-favour`: it carries neither a melee Weapon nor a Shield."""
    if figure.shield:
        return False
    carried = camp.weapons if figure.id == WARRIOR else (figure.weapon,)
    return not any(weapon and weapon not in camp.setting.ranged for weapon in carried)


def strike_favour(camp: Camp, one: Figure, other: Figure) -> str:
    """The rule that gives a Strike favour; empty if there is none.  Favour does not add up."""
    if ganging_up(camp, one.id):
        return "ganging-up"
    if ENRAGED in one.conditions:
        return "enraged"
    if is_unarmed(camp, other):
        return "unarmed-favour"
    if PRONE in other.conditions and not is_ranged(camp, one):
        return "prone"
    return ""


def note_favour(camp: Camp, id: str, rule: str, value: int, events: list[Event]) -> None:
    """Tells of favour, and first of the rule that gives it."""
    camp.note(events, "upper-hand", rule, id)
    camp.note(events, "favour", "favour", id, value=value)


def plain_value(camp: Camp, id: str, stat: str, slot: int) -> int:
    """`action-value` without favour of its own: card and Stat, and what ganging up adds."""
    value = camp.setting.value[camp.card(id, slot)] + camp.stat(id, stat, slot)
    return value + camp.setting.number["favour"] * ganging_up(camp, id)


def strike_value(camp: Camp, one: Figure, other: Figure, slot: int) -> int:
    value = camp.setting.value[camp.card(one.id, slot)] + camp.stat(one.id, "spades", slot)
    return value + camp.setting.number["favour"] * bool(strike_favour(camp, one, other))


def hits(camp: Camp, one: Figure, other: Figure, value: int, bonus: int = 0) -> bool:
    """`strike`, `strike-ties`, `troll-shielded`, `flail`."""
    against = camp.initiative_of(other.id) + bonus
    if value != against:
        return value > against
    return one.weapon == FLAIL or not (other.shield or wins_ties(camp, other.id))


def wins_ties(camp: Camp, id: str) -> bool:
    """`troll-shielded`."""
    return id != WARRIOR and "troll-shielded" in camp.kind(id).abilities


def heavy(camp: Camp, one: Figure, other: Figure, value: int, bonus: int = 0) -> bool:
    """`hammer`: at least twice the target's Initiative."""
    against = camp.initiative_of(other.id) + bonus
    return one.weapon == HAMMER and value >= camp.setting.number["heavy-times"] * against


def strike_effect(camp: Camp, one: Figure, other: Figure, value: int, bonus: int = 0) -> int:
    """The damage that a Strike would deal."""
    if not hits(camp, one, other, value, bonus):
        return 0
    return camp.setting.number["heavy" if heavy(camp, one, other, value, bonus) else "damage"]


def riposte_hits(camp: Camp, attacker: Figure, value: int, against: int) -> bool:
    """`riposte`: above the attacker's value; equal, unless the attacker has a Shield."""
    return value > against or (value == against and not attacker.shield)


def mobbed(camp: Camp, id: str) -> bool:
    """`ganging-up`: four Monsters beside the Warrior pierce."""
    return id != WARRIOR and gang(camp) >= camp.setting.number["mob"]


def strike_how(camp: Camp, one: Figure) -> str:
    """`bow-piercing`, `boss-momentum`, `ganging-up`, `flail`."""
    if is_ranged(camp, one) or mobbed(camp, one.id):
        return PIERCING
    if one.id != WARRIOR:
        momentum = camp.kind(one.id).abilities.get("boss-momentum")
        if momentum and one.steps >= momentum:
            return PIERCING
    return NO_SHIELD if one.weapon == FLAIL else UNTRANSLATED


def touch_how(camp: Camp, id: str) -> str:
    """How a Riposte or an Opportunity Attack deals its damage."""
    return PIERCING if mobbed(camp, id) else UNTRANSLATED


# Interrupts


def free_interrupt(camp: Camp, id: str, suit: str) -> bool:
    """Whether a Character has an Interrupt of this suit left."""
    figure = camp.figures.get(id)
    if figure is None or figure.interrupted:
        return False
    card = camp.card(id, INTERRUPT)
    return bool(card) and camp.setting.suit[card] == suit


def interrupt_value(camp: Camp, id: str) -> int:
    return camp.setting.value[camp.card(id, INTERRUPT)]
