"""Movement: steps, Opportunity Attacks, clouds, fire and displacement.

A moving Character has a pending `path`: its current square and those to come. The path ends early
if the Character is defeated or has left that square, for example because of a fire.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step
from generator.games.grudge.character import Figure
from generator.games.grudge.content import SLOTS, WARRIOR
from generator.games.grudge.map.squares import (
    AT_DISTANCE,
    BESIDE,
    DISTANCE,
    NAMES,
    NUMBER,
    STEPS,
    bits,
    slide,
)
from generator.games.grudge.moves import DIRECTIONS, STOP, Move, known_move
from generator.games.grudge.rules import combat
from generator.games.grudge.rules.aid import beats, makes_fail, offer_shield
from generator.games.grudge.rules.conditions import STUNNED, afflict
from generator.games.grudge.rules.damage import PIERCING, hurt
from generator.games.grudge.rules.event_makers import dash_event, step_event
from generator.games.grudge.state import GrudgeState

NO_AVOID, AXE_STEP = -1, -2
"""Values of steps that are not an Avoid, which avoid no Opportunity Attack."""
STEP_RULES = {NO_AVOID: "dash", AXE_STEP: "axe"}
CAMPFIRE = "campfire"
STEP_TO = tuple(Move("step", name) for name in NAMES)
"""The step to each square."""


def free_steps(state: GrudgeState) -> list[int]:
    """`move-orthogonal`, `move-blocked`: the squares to which the Warrior can step."""
    taken = state.taken | state.terrain.barred
    return [each for each in STEPS[state.warrior.at] if not taken >> each & 1]


# Paths and steps


def path(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Walk the rest of a path, if the Character is still on it."""
    who, value, here, *way = step.about
    figure = state.figures.get(who)
    if figure is not None and figure.at == here:
        walk(state, who, value, way, events)


def walk(state: GrudgeState, who: str, value: int, way: Sequence[int], events: list[Event]) -> None:
    """Take the steps of a path; the rest of it is pushed if something may happen on the way."""
    figure, rule = state.renew(who), STEP_RULES.get(value, "avoid")
    clouds, campfire = state.clouds, state.terrain.campfire
    for place, to in enumerate(way, 1):
        came = figure.at
        if clouds or to == campfire or threats(state, who, came, to):
            state.find_beside()
            if place < len(way):
                state.run_next("path", who, value, *way[place - 1 :])
            go(state, who, to, value, events)
            return
        figure.at = to
        figure.steps += 1
        events.append(step_event(rule, who, came, to))
    state.find_beside()


def threats(state: GrudgeState, who: str, here: int, to: int) -> list[Figure]:
    """The enemies that can make an Opportunity Attack on a step between two squares.

    `opportunity-when`, `no-opportunity`.
    """
    near, far = DISTANCE[here], DISTANCE[to]
    if who != WARRIOR:
        warrior = state.warrior
        left = near[warrior.at] == 1 < far[warrior.at]
        return [warrior] if left and is_threat(state, warrior) else []
    return [
        enemy
        for enemy in combat.adjacent_monsters(state)
        if near[enemy.at] == 1 < far[enemy.at] and is_threat(state, enemy)
    ]


def is_threat(state: GrudgeState, enemy: Figure) -> bool:
    """Whether a Character can make Opportunity Attacks."""
    armed = enemy.weapon and not combat.is_ranged(state, enemy)
    return bool(armed) and enemy.conditions.isdisjoint(combat.IDLE)


def held_off(state: GrudgeState) -> bool:
    """`goblin-gang-up`: whether Goblins keep the Warrior from Opportunity Attacks."""
    fewest = state.config.number["drag-down"]
    return len(state.beside) >= fewest and len(combat.adjacent_goblins(state)) >= fewest


def threatened_and_clouded(state: GrudgeState) -> tuple[int, int]:
    """The squares that provoke Opportunity Attacks of the Warrior when left, and those of clouds."""
    threat = is_threat(state, state.warrior) and not held_off(state)
    clouds = bits(square for square, _ in state.clouds) if state.clouds else 0
    return AT_DISTANCE[state.warrior.at][1] if threat else 0, clouds


def go(state: GrudgeState, who: str, to: int, value: int, events: list[Event]) -> None:
    """Take a step, after any Opportunity Attacks on it (`opportunity-attack`, `avoid`)."""
    found = threats(state, who, state.figures[who].at, to)
    if not found:
        come_to(state, who, to, value, events)
        return
    state.run_next("enter", who, to, value)
    if who != WARRIOR:
        if held_off(state):
            state.note(events, "held-off", "goblin-gang-up", who=WARRIOR, enemy=who)
        elif value > NO_AVOID:
            fails = makes_fail(state, WARRIOR, value)
            bonus = offer_shield(state, WARRIOR, fails, events, "swing", who, value)
            if bonus is not None:
                state.run_next("swing", who, value, bonus)
        else:
            attack(state, WARRIOR, who, events)
        return
    attacks = []
    for enemy in found:
        if value > NO_AVOID and beats(state, enemy.id, value, events):
            state.note(events, "avoided", "avoid", who=WARRIOR, enemy=enemy.id, value=value)
        else:
            attacks.append(enemy.id)
    for id in reversed(attacks):
        state.run_next("attack", id)


def swing(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Make the Warrior's Opportunity Attack on a Monster, unless it Avoids that."""
    who, value, bonus = step.about
    if value > state.initiative_of(WARRIOR) + bonus:
        state.note(events, "avoided", "avoid", who=who, enemy=WARRIOR, value=value)
    else:
        attack(state, WARRIOR, who, events)


def attacked(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Make one Opportunity Attack on the Warrior; Notches are settled before the next."""
    attack(state, str(step.about[0]), WARRIOR, events)


def attack(state: GrudgeState, enemy: str, who: str, events: list[Event]) -> None:
    """`opportunity-attack`"""
    state.note(events, "opportunity", "opportunity-attack", who=enemy, target=who)
    weapon = state.figures[enemy].weapon
    state.count("opportunity attacks")
    amount = state.config.number["damage"]
    hurt(state, who, amount, combat.touch_how(state, enemy), enemy, weapon, events)


def enter(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """Complete a step after its Opportunity Attacks, if the Character is alive."""
    who, to, value = step.about
    if who in state.figures:
        come_to(state, who, to, value, events)


def come_to(state: GrudgeState, who: str, to: int, value: int, events: list[Event]) -> None:
    """Move a Character to the next square, by its own movement."""
    came = state.figures[who].at
    state.put(who, to).steps += 1
    rule = STEP_RULES.get(value, "avoid")
    events.append(step_event(rule, who, came, to))
    if state.clouds or to == state.terrain.campfire:
        arrive(state, who, events)


def arrive(state: GrudgeState, who: str, events: list[Event]) -> None:
    """Apply the effects of entering a square: clouds, the Campfire."""
    square = state.figures[who].at
    for cloud, value in state.clouds:
        if cloud == square:
            apply_cloud(state, who, value, events)
    if square != state.terrain.campfire:
        return
    state.note(events, "burn", "campfire-burn", who=who, square=NAMES[square])
    state.run_next("leave-fire", who)
    hurt(state, who, state.config.number["burn"], PIERCING, CAMPFIRE, "", events)


def apply_cloud(state: GrudgeState, who: str, value: int, events: list[Event]) -> None:
    """`spell-cloud`: a value above the Initiative Stuns."""
    own = who == WARRIOR
    stunned = value > state.initiative_of(who) if own else beats(state, who, value, events)
    state.note(events, "cloud", "spell-cloud", who=who, value=value, stunned=stunned)
    if stunned:
        afflict(state, who, STUNNED, events, "spell-cloud")


# Fire


def leave_fire(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`campfire-burn`: a Character still alive leaves at once.

    There is room: the square it came from is beside the fire and now empty.
    """
    who = str(step.about[0])
    if who in state.figures and exits(state, who):
        state.ask("exit", who)


def exits(state: GrudgeState, who: str) -> list[int]:
    taken = state.taken | state.terrain.taken
    return [each for each in BESIDE[state.figures[who].at] if not taken >> each & 1]


def exit_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [known_move("exit", NAMES[each]) for each in exits(state, str(step.about[0]))]


def exit_fire(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """`campfire-details`: it costs nothing and provokes nothing."""
    who = str(step.about[0])
    state.put(who, NUMBER[move.one])
    state.note(events, "exit", "campfire-burn", who=who, square=move.one)
    arrive(state, who, events)


# The Warrior's Dash


def begin_dash(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`dash`: up to the lower of Speed and value in steps; the first is already chosen."""
    to, slot, value = map(int, step.about)
    left = min(state.speed(WARRIOR), value)
    events.append(dash_event("dash", WARRIOR, SLOTS[slot], value, left))
    state.run_next("dash-on", left - 1, to)
    go(state, WARRIOR, to, NO_AVOID, events)


def dash_on(state: GrudgeState, step: Step, events: list[Event]) -> None:
    left, here = map(int, step.about)
    over = state.warrior.at != here or here == state.terrain.campfire
    if left > 0 and not over and combat.can_move(state.warrior) and free_steps(state):
        state.ask("dash", left)


def dash_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [*map(STEP_TO.__getitem__, free_steps(state)), STOP]


def dash_step(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    if move.what == "stop":
        return
    left, to = int(step.about[0]) - 1, NUMBER[move.one]
    state.run_next("dash-on", left, to)
    go(state, WARRIOR, to, NO_AVOID, events)


# Displacement


def displace(state: GrudgeState, who: str, direction: str, events: list[Event]) -> None:
    """`displace`: a slide without Opportunity Attacks; clouds on the way take effect."""
    start = state.figures[who].at
    way: list[int] = []
    for square in slide(start, *DIRECTIONS[direction]):
        if state.terrain.barred >> square & 1 or state.figure_at(square):
            break
        way.append(square)
        if square == state.terrain.campfire:
            break
    moved = [[who, NAMES[start], NAMES[way[-1] if way else start]]]
    facts: dict[str, JsonValue] = {"direction": direction, "steps": len(way), "moved": moved}
    state.note(events, "displace", "displace", who=who, **facts)
    for square in way:
        state.put(who, square)
        arrive(state, who, events)
