"""Combat: adjacency, reach, the values of actions, and the effect of Strikes."""

from __future__ import annotations

from generator.engine.events import Event
from generator.games.grudge.character import Figure
from generator.games.grudge.content import INTERRUPT, MAIN, WARRIOR
from generator.games.grudge.map.squares import DISTANCE
from generator.games.grudge.rules.conditions import ENRAGED, HELD_DOWN, PRONE, STUNNED
from generator.games.grudge.rules.damage import NO_SHIELD, PIERCING, PLAIN
from generator.games.grudge.rules.event_makers import favour_event, upper_hand_event
from generator.games.grudge.state import GrudgeState

HAMMER, FLAIL, BLADE, SPEAR, AXE = "hammer", "flail", "blade", "spear", "axe"
IDLE = frozenset({PRONE, STUNNED})
"""The Conditions under which a Character engages nobody (`engaged`)."""


def beside(one: Figure, other: Figure) -> bool:
    """`adjacent`: one king's move away; such squares always see each other (`los-mutual`)."""
    return DISTANCE[one.at][other.at] == 1


def adjacent_monsters(state: GrudgeState) -> list[Figure]:
    """The Monsters beside the Warrior."""
    return [*map(state.figures.__getitem__, state.beside)]


def adjacent_goblins(state: GrudgeState) -> list[Figure]:
    """The Goblins beside the Warrior; the Boss is not a Goblin (`goblin-gang-up`)."""
    return [each for each in adjacent_monsters(state) if state.kind(each.id).id == "goblin"]


def is_engaged(state: GrudgeState, id: str) -> bool:
    """`engaged`: beside an enemy that is neither Prone nor Stunned."""
    if id == WARRIOR:
        return any(monster.conditions.isdisjoint(IDLE) for monster in adjacent_monsters(state))
    warrior = state.warrior
    return beside(state.figures[id], warrior) and warrior.conditions.isdisjoint(IDLE)


def can_move(figure: Figure) -> bool:
    """`root`, `prone`."""
    return figure.conditions.isdisjoint(HELD_DOWN)


def is_ranged(state: GrudgeState, figure: Figure) -> bool:
    return figure.weapon in state.config.ranged


def is_archer(state: GrudgeState, figure: Figure) -> bool:
    """Whether a Character has a Bow, in hand or dropped (`disarmed-state`)."""
    ranged, dropped = state.config.ranged, figure.dropped
    return figure.weapon in ranged or (dropped != () and not ranged.isdisjoint(dropped))


def can_strike(state: GrudgeState, one: Figure, other: Figure) -> bool:
    """`melee-reach`, `bow-range`, `bow-load`."""
    if one.weapon not in state.config.ranged:
        return one.weapon != "" and DISTANCE[one.at][other.at] == 1
    return (
        one.loaded
        and not is_engaged(state, one.id)
        and state.terrain.sight.can_see(one.at, other.at)
    )


def can_riposte(state: GrudgeState, one: Figure, other: Figure) -> bool:
    """`melee-reach`, `riposte-no-bow`."""
    return one.weapon != "" and beside(one, other) and not is_ranged(state, one)


# Values


def ganging_up(state: GrudgeState, id: str) -> bool:
    """`ganging-up`: favour for all actions of Monsters, wherever they stand (`favour-scope`)."""
    return id != WARRIOR and state.gang


def is_unarmed(state: GrudgeState, figure: Figure) -> bool:
    """`unarmed-favour`: whether a Character carries neither a melee Weapon nor a Shield."""
    if figure.shield:
        return False
    carried = state.weapons if figure.id == WARRIOR else (figure.weapon,)
    return state.config.ranged.issuperset(filter(None, carried))


def strike_favour(state: GrudgeState, one: Figure, other: Figure) -> str:
    """The rule that gives a Strike favour; empty if there is none. Favour is not cumulative."""
    if ganging_up(state, one.id):
        return "ganging-up"
    if ENRAGED in one.conditions:
        return "enraged"
    if is_unarmed(state, other):
        return "unarmed-favour"
    if PRONE in other.conditions and not is_ranged(state, one):
        return "prone"
    return ""


def note_favour(state: GrudgeState, id: str, rule: str, value: int, events: list[Event]) -> None:
    """Record favour, preceded by the rule that gives it."""
    events.append(upper_hand_event(rule, id))
    events.append(favour_event("favour", id, value))


def plain_value(state: GrudgeState, id: str, stat: str, slot: int) -> int:
    """`action-value`: card and Stat, with favour only by ganging up."""
    return favoured_value(state, id, stat, slot, ganging_up(state, id))


def favoured_value(state: GrudgeState, id: str, stat: str, slot: int, favour: object) -> int:
    """`action-value`: card, Stat for a Main Action, and whether there is favour."""
    config = state.config
    value = config.value[(state.slots if id == WARRIOR else state.m_slots)[slot]]
    if slot == MAIN:
        value += state.stat(id, stat)
    return value + config.number["favour"] if favour else value


def strike_value(state: GrudgeState, one: Figure, other: Figure, slot: int) -> int:
    return favoured_value(state, one.id, "spades", slot, strike_favour(state, one, other))


def hits(state: GrudgeState, one: Figure, other: Figure, value: int, against: int) -> bool:
    """`strike`, `strike-ties`, `troll-shielded`, `flail`; `against`: the target's Initiative."""
    if value != against:
        return value > against
    return one.weapon == FLAIL or not (other.shield or wins_ties(state, other.id))


def wins_ties(state: GrudgeState, id: str) -> bool:
    """`troll-shielded`."""
    return id != WARRIOR and "troll-shielded" in state.kind(id).abilities


def hit_damage(state: GrudgeState, one: Figure, value: int, against: int) -> int:
    """The damage of a Strike that hits, `hammer`: more from twice the target's Initiative up."""
    number = state.config.number
    heavy = one.weapon == HAMMER and value >= number["heavy-times"] * against
    return number["heavy" if heavy else "damage"]


def strike_effect(
    state: GrudgeState, one: Figure, other: Figure, value: int, bonus: int = 0
) -> int:
    """The damage that a Strike of this value would deal."""
    against = state.initiative_of(other.id) + bonus
    if not hits(state, one, other, value, against):
        return 0
    return hit_damage(state, one, value, against)


def strike_damage(state: GrudgeState, one: Figure, other: Figure, slot: int) -> int:
    """The damage that a Strike with the card in this slot would deal."""
    return strike_effect(state, one, other, strike_value(state, one, other, slot))


def riposte_hits(state: GrudgeState, attacker: Figure, value: int, against: int) -> bool:
    """`riposte`: a value above the attacker's hits, an equal one unless the attacker has a Shield."""
    return value > against or (value == against and not attacker.shield)


def mobbed(state: GrudgeState, id: str) -> bool:
    """`ganging-up`: whether Monsters pierce, because there are enough beside the Warrior."""
    return id != WARRIOR and len(state.beside) >= state.config.number["mob"]


def strike_how(state: GrudgeState, one: Figure) -> str:
    """`bow-piercing`, `boss-momentum`, `ganging-up`, `flail`."""
    if is_ranged(state, one) or mobbed(state, one.id):
        return PIERCING
    if one.id != WARRIOR:
        momentum = state.kind(one.id).abilities.get("boss-momentum")
        if momentum and one.steps >= momentum:
            return PIERCING
    return NO_SHIELD if one.weapon == FLAIL else PLAIN


def touch_how(state: GrudgeState, id: str) -> str:
    """The kind of damage of a Riposte or an Opportunity Attack."""
    return PIERCING if mobbed(state, id) else PLAIN


# Interrupts


def free_interrupt(state: GrudgeState, id: str, suit: str) -> bool:
    """Whether a Character has an unused Interrupt of this suit."""
    card = (state.slots if id == WARRIOR else state.m_slots)[INTERRUPT]
    if state.config.suit[card] != suit:
        return False
    figure = state.figures.get(id)
    return figure is not None and not figure.interrupted


def interrupt_value(state: GrudgeState, id: str) -> int:
    return state.config.value[state.card(id, INTERRUPT)]
