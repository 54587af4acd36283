"""Turns steps on the board into what they bring about: attacks on the way, smoke and fire.

A Character on its way has a `path` waiting: the square it should stand on, and those to come.  It
ends when the Character has been defeated or stands somewhere else, as after a fire.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.games.grudge.content import SLOTS, WARRIOR
from generator.games.grudge.map.squares import BESIDE, DISTANCE, NAMES, NUMBER, STEPS, slide
from generator.games.grudge.moves import DIRECTIONS, STOP, Move
from generator.games.grudge.rules.aid import beats, shield_aid
from generator.games.grudge.rules.combat_values import (
    IDLE,
    adjacent_goblins,
    can_move,
    enemies,
    is_ranged,
    touch_how,
)
from generator.games.grudge.rules.conditions import STUNNED, afflict
from generator.games.grudge.rules.damage import PIERCING, hurt

if TYPE_CHECKING:
    from generator.games.grudge.character import Figure
    from generator.games.grudge.state import Camp

NO_AVOID, AXE_STEP = -1, -2
"""The value of steps that are no Avoid: every Opportunity Attack happens."""
STEP_RULES = {NO_AVOID: "dash", AXE_STEP: "axe"}
CAMPFIRE = "campfire"


def free_steps(camp: Camp) -> list[int]:
    """`move-orthogonal`, `move-blocked`: where the Warrior can step."""
    taken = camp.occupied()
    bars = camp.terrain.bars
    return [each for each in STEPS[camp.warrior.at] if each not in bars and each not in taken]


# A path, a step


def path(camp: Camp, step: Step, events: list[Event]) -> None:
    who, value, here, following, *rest = step.about
    figure = camp.figures.get(str(who))
    if figure is None or figure.at != here:
        return
    steps = [Step("step", None, (who, following, value))]
    if rest:
        steps.append(Step("path", None, (who, value, following, *rest)))
    camp.pending = then(camp.pending, *steps)


def threats(camp: Camp, who: str, here: int, to: int) -> list[Figure]:
    """The enemies that a step to this square moves away from, and that could Strike.

    `opportunity-when`, `no-opportunity`.
    """
    near, far = DISTANCE[here], DISTANCE[to]
    found = [
        enemy
        for enemy in enemies(camp, who)
        if near[enemy.at] == 1 < far[enemy.at] and not enemy.conditions & IDLE
        if enemy.weapon and not is_ranged(camp, enemy)
    ]
    return found


def held_off(camp: Camp) -> bool:
    """`goblin-gang-up`: whether so many Goblins keep the Warrior from Opportunity Attacks."""
    return len(adjacent_goblins(camp)) >= camp.setting.number["drag-down"]


def take_step(camp: Camp, step: Step, events: list[Event]) -> None:
    """Opportunity Attacks come before the step (`opportunity-attack`, `avoid`)."""
    who, to, value = str(step.about[0]), int(step.about[1]), int(step.about[2])
    figure = camp.figures[who]
    camp.pending = then(camp.pending, Step("enter", None, (who, to, value)))
    found = threats(camp, who, figure.at, to)
    if who != WARRIOR:
        if found and held_off(camp):
            camp.note(events, "held-off", "goblin-gang-up", WARRIOR, enemy=who)
        elif found and value > NO_AVOID:
            against = camp.initiative_of(WARRIOR)

            def differs(bonus: int) -> bool:
                return against < value <= against + bonus

            shield_aid(camp, WARRIOR, differs, Step("swing", None, (who, value)), events)
        elif found:
            attack(camp, WARRIOR, who, events)
        return
    attacks = []
    for enemy in found:
        if value > NO_AVOID and beats(camp, enemy.id, value, events):
            camp.note(events, "avoided", "avoid", WARRIOR, enemy=enemy.id, value=value)
        else:
            attacks.append(Step("attack", None, (enemy.id,)))
    camp.pending = then(camp.pending, *attacks)


def swing(camp: Camp, step: Step, events: list[Event]) -> None:
    """The Warrior's Opportunity Attack on a Monster that Avoids."""
    who, value, bonus = str(step.about[0]), int(step.about[1]), int(step.about[2])
    if value > camp.initiative_of(WARRIOR) + bonus:
        camp.note(events, "avoided", "avoid", who, enemy=WARRIOR, value=value)
    else:
        attack(camp, WARRIOR, who, events)


def attacked(camp: Camp, step: Step, events: list[Event]) -> None:
    """One Opportunity Attack on the Warrior, whose Notches are settled before the next one."""
    attack(camp, str(step.about[0]), WARRIOR, events)


def attack(camp: Camp, enemy: str, who: str, events: list[Event]) -> None:
    """`opportunity-attack`"""
    camp.note(events, "opportunity", "opportunity-attack", enemy, target=who)
    weapon = camp.figures[enemy].weapon
    camp.count("opportunity attacks")
    amount = camp.setting.number["damage"]
    hurt(camp, who, amount, touch_how(camp, enemy), enemy, weapon, events)


def enter(camp: Camp, step: Step, events: list[Event]) -> None:
    """One square of a Character's own moving."""
    who, to, value = str(step.about[0]), int(step.about[1]), int(step.about[2])
    if who not in camp.figures:
        return
    steps = camp.figures[who].steps + 1
    came = NAMES[camp.figures[who].at]
    camp.change(who, at=to, steps=steps)
    rule = STEP_RULES.get(value, "avoid")
    camp.note(events, "step", rule, who, square=NAMES[to], moved=[[who, came, NAMES[to]]])
    arrive(camp, who, events)


def arrive(camp: Camp, who: str, events: list[Event]) -> None:
    """What a square does to whoever enters it: Clouds, the Campfire."""
    square = camp.figures[who].at
    for cloud, value in camp.clouds:
        if cloud == square:
            smell(camp, who, value, events)
    if square != camp.terrain.campfire:
        return
    camp.note(events, "burn", "campfire-burn", who, square=NAMES[square])
    camp.pending = then(camp.pending, Step("leave-fire", None, (who,)))
    hurt(camp, who, camp.setting.number["burn"], PIERCING, CAMPFIRE, "", events)


def smell(camp: Camp, who: str, value: int, events: list[Event]) -> None:
    """`spell-cloud`: Stunned, if the value is above the Initiative."""
    own = who == WARRIOR
    stunned = value > camp.initiative_of(who) if own else beats(camp, who, value, events)
    camp.note(events, "cloud", "spell-cloud", who, value=value, stunned=stunned)
    if stunned:
        afflict(camp, who, STUNNED, events, "spell-cloud")


# Fire


def leave_fire(camp: Camp, step: Step, events: list[Event]) -> None:
    """`campfire-burn`: whoever is alive leaves at once.

    There is room: the last square it came across is beside the fire and empty now.
    """
    who = str(step.about[0])
    if who in camp.figures and exits(camp, who):
        camp.pending = then(camp.pending, Step("exit", 0, (who,)))


def exits(camp: Camp, who: str) -> list[int]:
    taken = camp.occupied() | camp.terrain.covered
    return [each for each in BESIDE[camp.figures[who].at] if each not in taken]


def exit_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [Move("exit", NAMES[each]) for each in exits(camp, str(step.about[0]))]


def exit_fire(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """`campfire-details`: it costs nothing and provokes nothing."""
    who = str(step.about[0])
    camp.change(who, at=NUMBER[move.one])
    camp.note(events, "exit", "campfire-burn", who, square=move.one)
    arrive(camp, who, events)


# The Warrior's Dash


def begin_dash(camp: Camp, step: Step, events: list[Event]) -> None:
    """`dash`: as many steps as the lower of Speed and value; the first has been chosen."""
    to, slot, value = map(int, step.about)
    left = min(camp.speed(WARRIOR), value)
    facts: dict[str, JsonValue] = {"slot": SLOTS[slot], "value": value, "steps": left}
    camp.note(events, "dash", "dash", WARRIOR, **facts)
    way = (WARRIOR, NO_AVOID, camp.warrior.at, to)
    camp.pending = then(
        camp.pending, Step("path", None, way), Step("dash-on", None, (left - 1, to))
    )


def dash_on(camp: Camp, step: Step, events: list[Event]) -> None:
    left, here = map(int, step.about)
    over = camp.warrior.at != here or here == camp.terrain.campfire
    if left > 0 and not over and can_move(camp.warrior) and free_steps(camp):
        camp.pending = then(camp.pending, Step("dash", 0, (left,)))


def dash_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [*(Move("step", NAMES[each]) for each in free_steps(camp)), STOP]


def dash_step(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    if move.what == "stop":
        return
    left, to = int(step.about[0]) - 1, NUMBER[move.one]
    way = (WARRIOR, NO_AVOID, camp.warrior.at, to)
    camp.pending = then(camp.pending, Step("path", None, way), Step("dash-on", None, (left, to)))


# Displacement


def displace(camp: Camp, who: str, direction: str, events: list[Event]) -> None:
    """`displace`: a slide that no Opportunity Attack answers; clouds on the way take effect."""
    start = camp.figures[who].at
    way: list[int] = []
    for square in slide(start, *DIRECTIONS[direction]):
        if square in camp.terrain.bars or camp.figure_at(square):
            break
        way.append(square)
        if square == camp.terrain.campfire:
            break
    moved = [[who, NAMES[start], NAMES[way[-1] if way else start]]]
    facts: dict[str, JsonValue] = {"direction": direction, "steps": len(way), "moved": moved}
    camp.note(events, "displace", "displace", who, **facts)
    for square in way:
        camp.change(who, at=square)
        arrive(camp, who, events)
