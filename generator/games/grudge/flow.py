"""Step tables of Grudge: the decision or the automatic action at each step.

Read them next to the rulebook. The stack of pending steps holds the order of play::

    stats, loadout                                        before the first Challenge
    challenge, rolled, room, place ..., edge, warrior     the Room
    rolled, again, spawn ..., wield-choice, wield         the Encounter
    round, initiative, assign, monster-cards              a Round begins
    turns, next, turn, window, react, turns, ...          turns, with Reactions between them
        aid, aimed, shield, parry, compare, damage, ...   a Strike
        to, via, path, swing, attack, enter, exit   a move
    end-round, round, ...                                 the end of a Round
    challenge-end, challenge                              the next Challenge

A decision with a single move is made at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.engine.events import Event
from generator.engine.pending import Automatic, Decision, Step, Words
from generator.games.grudge.content import NOBODY, OPEN, PASSED, SLOTS
from generator.games.grudge.map.squares import EDGES, NUMBER
from generator.games.grudge.moves import DIRECTIONS
from generator.games.grudge.rules import (
    actions,
    aid,
    conditions,
    damage,
    dice,
    encounter,
    items,
    monsters,
    movement,
    room,
    rounds,
    setup,
    strikes,
)
from generator.games.grudge.state import GrudgeState

DECISIONS: Mapping[str, Decision] = {
    "stats": Decision(setup.stats_moves, setup.choose_stats),
    "loadout": Decision(setup.loadout_moves, setup.choose_loadout),
    "spend": Decision(dice.spend_moves, dice.spend, about=("roll", "number")),
    "room": Decision(room.room_moves, room.choose_room),
    "place": Decision(room.place_moves, room.place, about=("element",)),
    "edge": Decision(room.edge_moves, room.choose_edge),
    "warrior": Decision(room.warrior_moves, room.place_warrior, about=("edge",)),
    "again": Decision(encounter.again_moves, encounter.again, about=("number",)),
    "spawn": Decision(encounter.spawn_moves, encounter.spawn),
    "wield": Decision(encounter.wield_moves, encounter.wield),
    "initiative": Decision(rounds.initiative_moves, rounds.choose_initiative),
    "assign": Decision(rounds.assign_moves, rounds.assign),
    "next": Decision(rounds.next_moves, rounds.begin_turn),
    "turn": Decision(rounds.turn_moves, rounds.turn),
    "react": Decision(rounds.window_moves, rounds.react, about=("turn", "window")),
    "aid": Decision(aid.aid_moves, aid.aid),
    "shield": Decision(aid.aid_moves, aid.shield),
    "riposte": Decision(
        strikes.riposte_moves, strikes.riposte_decided, about=("monster", "number", "rule")
    ),
    "sidestep": Decision(strikes.sidestep_moves, strikes.sidestep),
    "axe-step": Decision(strikes.axe_step_moves, strikes.axe_step),
    "follow": Decision(strikes.follow_moves, strikes.follow, about=("slot", "number")),
    "damage": Decision(damage.damage_moves, damage.take_damage, about=("number", "how", "by")),
    "drop": Decision(conditions.drop_moves, conditions.drop_decided),
    "pick": Decision(items.pick_moves, items.pick),
    "dash": Decision(movement.dash_moves, movement.dash_step, about=("number",)),
    "exit": Decision(movement.exit_moves, movement.exit_fire, about=("figure",)),
    "monster-recover": Decision(
        monsters.recover_moves, monsters.recover_decided, about=("monster",)
    ),
    "to": Decision(monsters.to_moves, monsters.to_decided, about=("monster", "plan", "slot")),
    "via": Decision(
        monsters.via_moves, monsters.via_decided, about=("monster", "plan", "slot", "square")
    ),
}

ROLLED: Mapping[str, Callable[[GrudgeState, int, list[Event]], None]] = {
    "room": room.rolled_room,
    "edge": room.rolled_edge,
    "encounter": encounter.rolled_encounter,
    "loot": items.rolled_loot,
    "sweep": strikes.swept,
}
"""The function that handles each kind of roll."""


def rolled(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`over-seven`: a result above the last entry of a table counts as the last."""
    what, number, highest = str(step.about[0]), int(step.about[1]), state.config.highest
    if number > highest:
        state.note(events, "cap", "over-seven", what=what, number=highest)
    ROLLED[what](state, min(number, highest), events)


AUTOMATIC: Mapping[str, Automatic] = {
    "rolled": Automatic(rolled, ("roll", "number")),
    "challenge": Automatic(setup.begin_challenge),
    "edge-roll": Automatic(room.roll_edge),
    "wield-choice": Automatic(encounter.wield_choice),
    "round": Automatic(rounds.begin_round),
    "monster-cards": Automatic(rounds.monster_cards),
    "turns": Automatic(rounds.next_turn),
    "window": Automatic(rounds.window, ("turn", "window")),
    "aimed": Automatic(strikes.aimed, ("figure", "figure", "slot", "number")),
    "parry": Automatic(strikes.parry, ("figure", "figure", "slot", "number", "number")),
    "compare": Automatic(strikes.compare, ("figure", "figure", "slot", "number", "number")),
    "sweep": Automatic(strikes.sweep),
    "after": Automatic(strikes.after, ("figure", "figure", "slot", "number", "number")),
    "follow-step": Automatic(strikes.follow_step, ("slot", "number")),
    "sidestep-monster": Automatic(monsters.sidestep, ("monster",)),
    "dragged": Automatic(monsters.dragged, ("monster", "number", "number")),
    "path": Automatic(movement.path, ("figure", "number", "square", "square", "square*")),
    "swing": Automatic(movement.swing, ("monster", "number", "number")),
    "attack": Automatic(movement.attacked, ("monster",)),
    "enter": Automatic(movement.enter, ("figure", "square", "number")),
    "leave-fire": Automatic(movement.leave_fire, ("figure",)),
    "begin-dash": Automatic(movement.begin_dash, ("square", "slot", "number")),
    "dash-on": Automatic(movement.dash_on, ("number", "square")),
    "begin-avoid": Automatic(actions.begin_avoid, ("square", "number")),
    "rough": Automatic(actions.rough, ("monster", "rough", "how-rough", "number")),
    "cast-thunderclap": Automatic(items.thunderclap, ("number",)),
    "cast-brainfever": Automatic(items.brainfever, ("figure", "number")),
    "cast-gust": Automatic(items.gust, ("figure", "direction", "number")),
    "cast-cloud": Automatic(items.cloud, ("square", "number")),
    "end-round": Automatic(rounds.end_round),
    "challenge-end": Automatic(setup.end_challenge),
}


def step_words(state: GrudgeState) -> Words:
    """The words that can follow a step's name, by kind."""
    config = state.config
    figures = config.standees.keys()
    return {
        "roll": ROLLED.keys(),
        "element": config.elements.keys(),
        "edge": EDGES.keys(),
        "square": NUMBER,
        "slot": {name: slot for slot, name in enumerate(SLOTS)},
        "turn": {*figures, NOBODY},
        "window": (OPEN, PASSED),
        "monster": config.kind_of.keys(),
        "figure": figures,
        "rule": ("riposte", "spear"),
        "how": (damage.PLAIN, damage.PIERCING, damage.NO_SHIELD),
        "by": {*figures, movement.CAMPFIRE},
        "plan": ("avoid", "dash"),
        "rough": config.roughs.keys(),
        "how-rough": {"weapon", "shield", actions.NOTHING, *DIRECTIONS},
        "direction": DIRECTIONS.keys(),
    }
