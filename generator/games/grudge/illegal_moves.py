"""Illegal moves: the rule that forbids each, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping

from generator.base.errors import counted
from generator.engine.pending import Explanation, Refusal, Refused
from generator.engine.text.event_text import listed
from generator.games.grudge.content import REACTION, WARRIOR
from generator.games.grudge.map.squares import DISTANCE, NUMBER, STEPS
from generator.games.grudge.moves import FORMS, Move
from generator.games.grudge.rules.combat import is_engaged, is_ranged
from generator.games.grudge.rules.conditions import ENRAGED, HELD_DOWN, PRONE
from generator.games.grudge.state import GrudgeState

REACTIONS = {
    "spades": ("strike",),
    "clubs": ("dash", "avoid"),
    "hearts": ("recover", "cast", "wield", "loot", "load"),
}
"""Actions that each suit allows (`reaction-suit`)."""


def _no_spending(state: GrudgeState, seat: int, move: Move) -> Refusal:
    return "luckstone", f"the Warrior has only {counted(state.luckstones, 'Luckstone')}"


def _no_initiative(state: GrudgeState, seat: int, move: Move) -> Refusal:
    if ENRAGED in state.warrior.conditions:
        return "enraged", "the Warrior is Enraged and plays the lowest Initiative card in hand"
    return "choose-initiative", "choose an Initiative card that is in hand"


def _no_notch(state: GrudgeState, seat: int, move: Move) -> Refusal:
    how, piece = state.pending[-1].about[1], move.one
    if how == "piercing":
        return "piercing", "Piercing Damage cannot be Notched"
    if piece == "shield" and how == "no-shield":
        return "flail", "a Flail's Strike cannot be Notched on a Shield"
    if state.notches.get(piece, 0) >= state.config.armour[piece]:
        return "armour-destroyed", f"the {_armour(state, piece)} is destroyed"
    return "notch", f"the Warrior has no {_armour(state, piece)}"


def _no_step(state: GrudgeState, seat: int, move: Move) -> Refusal:
    to = NUMBER[move.one]
    if to not in STEPS[state.warrior.at]:
        return "move-orthogonal", "a step leads to the next square north, east, south or west"
    if to == state.terrain.pig:
        return "pig-blocks", f"the Pig is on {move.one}"
    return "move-blocked", f"something is in the way to {move.one}"


def _no_action(state: GrudgeState, seat: int, move: Move) -> Refusal:
    """Explain why an action is illegal as a Main Action or a Reaction."""
    step = state.pending[-1]
    if step.name == "react":
        if step.about[0] == WARRIOR:
            return "reaction-window", "you cannot react to your own turn"
        if state.warrior.reacted:
            return "reaction-once-each", "the Warrior has already used the Reaction this Round"
        card = state.card(WARRIOR, REACTION)
        suit = state.config.suit[card]
        if move.what == "roughhouse":
            return "roughhouse-is-spades", "Roughhouse is never an ordinary Reaction"
        if move.what not in REACTIONS[suit]:
            return "reaction-suit", f"the card for the Reaction is {state.config.names.cards[card]}"
    found = REASONS[move.what]
    return found(state, seat, move) if callable(found) else found


def _no_strike(state: GrudgeState, seat: int, move: Move) -> Refusal:
    target, warrior = state.figures.get(move.one), state.warrior
    if target is None:
        return "strike", _absent(state, move)
    if not warrior.weapon:
        return "melee-reach", "a Strike needs a Weapon in hand"
    if not is_ranged(state, warrior):
        return "melee-reach", f"{_figure(state, move)} is not adjacent to the Warrior"
    if not warrior.loaded:
        return "bow-load", "the Bow is not Loaded"
    if is_engaged(state, WARRIOR):
        return "bow-range", "the Warrior is Engaged and cannot shoot"
    return "line-of-sight", f"the Warrior has no line of sight to {_figure(state, move)}"


def _no_roughhouse(state: GrudgeState, seat: int, move: Move) -> Refusal:
    target = state.figures.get(move.one)
    if target is None:
        return "roughhouse", _absent(state, move)
    if DISTANCE[state.warrior.at][target.at] != 1:
        return "melee-reach", f"{_figure(state, move)} is not adjacent to the Warrior"
    if "troll-huge" in state.kind(target.id).abilities:
        return "troll-huge", "the Troll cannot be Roughhoused"
    if move.other == "disarm":
        return "disarm", f"{_figure(state, move)} has no {move.third.capitalize()} to drop"
    return "roughhouse", 'name what it does: "disarm weapon", "displace north", "root", "trip"'


def _no_move(state: GrudgeState, seat: int, move: Move) -> Refusal:
    held = state.warrior.conditions & HELD_DOWN
    if held:
        rule = "prone" if PRONE in held else "root"
        return rule, f"the Warrior is {'Prone' if PRONE in held else 'Rooted'} and cannot move"
    return _no_step(state, seat, move)


def _no_cast(state: GrudgeState, seat: int, move: Move) -> Refusal:
    if not state.runestones:
        return "use-runestone", "the Warrior has no Runestone"
    return state.config.spells[
        move.one
    ], f"{state.config.names.by_id[move.one]} cannot be cast that way"


def _no_loot(state: GrudgeState, seat: int, move: Move) -> Refusal:
    if move.one != "pig":
        return "loot-weapon", f"no Weapon of {_figure(state, move)} lies within reach"
    if state.looted:
        return "loot-pig", "the Pig has been looted"
    return "loot-pig", "there is no Pig beside the Warrior"


def _no_load(state: GrudgeState, seat: int, move: Move) -> Refusal:
    if not is_ranged(state, state.warrior):
        return "load-bow", "there is no Bow in hand"
    return "load-bow", "the Bow is Loaded"


def _no_placement(state: GrudgeState, seat: int, move: Move) -> Refusal:
    element = state.config.names.by_id[str(state.pending[-1].about[0])]
    return "element-placement", f"the {element} is placed now, on free squares where it fits"


def _no_start(state: GrudgeState, seat: int, move: Move) -> Refusal:
    edge = state.pending[-1].about[0]
    return "starting-edge", f"the Warrior takes an empty square of the {edge} edge now"


def _no_spawn(state: GrudgeState, seat: int, move: Move) -> Refusal:
    return "empty-square", f"{_figure(state, move)} cannot be placed on {move.other} now"


def _no_recovery(state: GrudgeState, seat: int, move: Move) -> Refusal:
    return "recover", f"the Warrior is not {state.config.names.by_id[move.one]}"


def _no_reaction(state: GrudgeState, seat: int, move: Move) -> Refusal:
    who = _figure(state, move)
    return "window-order", f"{who} has used its Reaction, or could do nothing useful with it now"


def _figure(state: GrudgeState, move: Move) -> str:
    """The figure that a move is about, as a sentence names it."""
    return state.config.names.figures[move.one]


def _absent(state: GrudgeState, move: Move) -> str:
    return f"{_figure(state, move)} is not in this Challenge, or has been defeated"


def _armour(state: GrudgeState, piece: str) -> str:
    return state.config.names.by_id[f"armour {piece}"]


REASONS: Mapping[str, Explanation] = {
    **{"strike": _no_strike, "roughhouse": _no_roughhouse, "dash": _no_move, "avoid": _no_move},
    **{"cast": _no_cast, "loot": _no_loot, "load": _no_load},
    "recover": _no_recovery,
    "wield": ("change-weapon", "name another Weapon that the Warrior carries"),
}
"""Explanation for each illegal action."""
ACTION: Mapping[str, Explanation] = {
    **dict.fromkeys(REASONS, _no_action),
    "pass": ("warrior-may-pass", "only the Warrior may pass; Monsters never do"),
    "react": _no_reaction,
}
STEP: Mapping[str, Explanation] = dict.fromkeys(("step", "avoid", "dash"), _no_step)
REFUSALS: Mapping[str, Refused] = {
    "turn": Refused("turn-order", "the Warrior has a turn now", ACTION),
    "react": Refused("reaction-window", "a Reaction may be used now", ACTION),
    "stats": Refused("stats-spread", "the Stats come first"),
    "loadout": Refused("loadout", "the Warrior takes up gear now"),
    "spend": Refused("luckstone", "Luckstones for the roll come first", {"spend": _no_spending}),
    "room": Refused("room-table", "choose one of the rooms with Elements"),
    "place": Refused(
        "element-placement", "the Element is placed first", dict.fromkeys(FORMS, _no_placement)
    ),
    "edge": Refused("starting-edge", "choose one of the four edges"),
    "warrior": Refused(
        "starting-edge", "the Warrior is placed first", dict.fromkeys(FORMS, _no_start)
    ),
    "again": Refused("encounter-reroll", "keep the Encounter or roll again"),
    "spawn": Refused("empty-square", "the Monsters are placed first", {"spawn": _no_spawn}),
    "wield": Refused("choose-wielded", "choose a Weapon that the Warrior carries"),
    "initiative": Refused(
        "choose-initiative",
        "choose an Initiative card that is in hand",
        {"initiative": _no_initiative},
    ),
    "assign": Refused("assign-cards", "give each of the three cards in hand its place"),
    "next": Refused("turn-order", "choose who is next among those whose Initiative has come"),
    "aid": Refused("aid", "say first whether the Warrior gives Aid"),
    "shield": Refused("aid-shield", "say first whether the Warrior gives Aid behind the Shield"),
    "riposte": Refused("riposte", "say first whether the Warrior Ripostes"),
    "sidestep": Refused("sidestep", "a Sidestep is one step to a free square", STEP),
    "axe-step": Refused("axe", "the Axe allows one step", STEP),
    "follow": Refused("axe", "the Axe allows a Strike at another enemy beside the Warrior"),
    "damage": Refused("notch", "the damage is dealt with first", {"notch": _no_notch}),
    "drop": Refused("disarm", "the Disarmed Warrior first drops something that is in hand"),
    "pick": Refused("spell-luck", "by Luck, an entry of the Pig table is picked first"),
    "dash": Refused("dash", "the Dash goes on or stops", STEP),
    "exit": Refused("campfire-burn", "leave the Campfire for an empty square beside it"),
    "monster-recover": Refused(
        "needs-recover", "the Monster recovers from a Condition that it suffers"
    ),
    "to": Refused("monster-paths", "the Monster moves to one of the best squares"),
    "via": Refused("monster-paths", "the Monster takes a shortest way"),
}
"""Refusals of illegal moves, by the name of the step."""


def explain_illegal(state: GrudgeState, move: Move) -> Refusal:
    """Return the rule that forbids a move, and the reason."""
    if state.outcome:
        return state.outcome.rule, "the game is over"
    step = state.pending[-1]
    refused = REFUSALS[step.name]
    if move.what not in FORMS:
        first = listed(dict.fromkeys(each.what for each in state.legal_moves()))
        return refused.rule, f'no move begins with "{move.what}"; here one begins with {first}'
    if move.what == "riposte" and refused.kinds is not ACTION and is_ranged(state, state.warrior):
        return "riposte-no-bow", "there is no Riposte with a Bow"
    return refused.explain(state, step.decider, move)
