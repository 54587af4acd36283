"""Illegal moves: the rule that forbids each, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Mapping

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
    return "luckstone", f"there are only {state.luckstones} Luckstones"


def _no_initiative(state: GrudgeState, seat: int, move: Move) -> Refusal:
    if ENRAGED in state.warrior.conditions:
        return "enraged", "an Enraged Warrior plays the lowest Initiative card"
    return "choose-initiative", "choose an Initiative card that is in hand"


def _no_notch(state: GrudgeState, seat: int, move: Move) -> Refusal:
    how, piece = state.pending[-1].about[1], move.one
    if how == "piercing":
        return "piercing", "Piercing Damage cannot be Notched"
    if piece == "shield" and how == "no-shield":
        return "flail", "a Flail's Strike cannot be Notched on a Shield"
    if state.notches.get(piece, 0) >= state.config.armour[piece]:
        return "armour-destroyed", "that piece is destroyed"
    return "notch", "the Warrior does not have that piece"


def _no_step(state: GrudgeState, seat: int, move: Move) -> Refusal:
    to = NUMBER[move.one]
    if to not in STEPS[state.warrior.at]:
        return "move-orthogonal", "a step leads to the next square north, east, south or west"
    if to == state.terrain.pig:
        return "pig-blocks", "the Pig is in the way"
    return "move-blocked", "something is in the way"


def _no_action(state: GrudgeState, seat: int, move: Move) -> Refusal:
    """Explain why an action is illegal as a Main Action or a Reaction."""
    step = state.pending[-1]
    if step.name == "react":
        if step.about[0] == WARRIOR:
            return "reaction-window", "you cannot react to your own turn"
        if state.warrior.reacted:
            return "reaction-once-each", "the Warrior has already used the Reaction this Round"
        suit = state.config.suit[state.card(WARRIOR, REACTION)]
        if move.what == "roughhouse":
            return "roughhouse-is-spades", "Roughhouse is never an ordinary Reaction"
        if move.what not in REACTIONS[suit]:
            return "reaction-suit", f"the Reaction is one of {suit}"
    found = REASONS[move.what]
    return found(state, seat, move) if callable(found) else found


def _no_strike(state: GrudgeState, seat: int, move: Move) -> Refusal:
    target, warrior = state.figures.get(move.one), state.warrior
    if target is None:
        return "strike", "that Monster is not there"
    if not warrior.weapon:
        return "melee-reach", "a Strike needs a Weapon in hand"
    if not is_ranged(state, warrior):
        return "melee-reach", "only an adjacent enemy can be Struck"
    if not warrior.loaded:
        return "bow-load", "the Bow is not Loaded"
    if is_engaged(state, WARRIOR):
        return "bow-range", "an Engaged archer cannot shoot"
    return "line-of-sight", "there is no line of sight"


def _no_roughhouse(state: GrudgeState, seat: int, move: Move) -> Refusal:
    target = state.figures.get(move.one)
    if target is None:
        return "roughhouse", "that Monster is not there"
    if DISTANCE[state.warrior.at][target.at] != 1:
        return "melee-reach", "only an adjacent enemy can be Roughhoused"
    if "troll-huge" in state.kind(target.id).abilities:
        return "troll-huge", "the Troll cannot be Roughhoused"
    if move.other == "disarm":
        return "disarm", "it has no such thing to drop"
    return "roughhouse", 'name what it does: "disarm weapon", "displace north", "root", "trip"'


def _no_move(state: GrudgeState, seat: int, move: Move) -> Refusal:
    held = state.warrior.conditions & HELD_DOWN
    if held:
        rule = "prone" if PRONE in held else "root"
        return rule, "the Warrior cannot move"
    return _no_step(state, seat, move)


def _no_cast(state: GrudgeState, seat: int, move: Move) -> Refusal:
    if not state.runestones:
        return "use-runestone", "the Warrior has no Runestone"
    return state.config.spells[move.one], "the spell cannot be cast that way"


def _no_loot(state: GrudgeState, seat: int, move: Move) -> Refusal:
    if move.one != "pig":
        return "loot-weapon", "no Weapon of that Monster lies within reach"
    if state.looted:
        return "loot-pig", "the Pig has been looted"
    return "loot-pig", "there is no Pig beside the Warrior"


def _no_load(state: GrudgeState, seat: int, move: Move) -> Refusal:
    if not is_ranged(state, state.warrior):
        return "load-bow", "there is no Bow in hand"
    return "load-bow", "the Bow is Loaded"


REASONS: Mapping[str, Explanation] = {
    **{"strike": _no_strike, "roughhouse": _no_roughhouse, "dash": _no_move, "avoid": _no_move},
    **{"cast": _no_cast, "loot": _no_loot, "load": _no_load},
    "recover": ("recover", "the Warrior does not suffer from that"),
    "wield": ("change-weapon", "name another Weapon that the Warrior carries"),
}
"""Explanation for each illegal action."""
ACTION: Mapping[str, Explanation] = {
    **dict.fromkeys(REASONS, _no_action),
    "pass": ("warrior-may-pass", "only the Warrior may pass; Monsters never do"),
    "react": ("window-order", "that Monster has used its Reaction, or it would be of no use now"),
}
STEP: Mapping[str, Explanation] = dict.fromkeys(("step", "avoid", "dash"), _no_step)
REFUSALS: Mapping[str, Refused] = {
    "turn": Refused("turn-order", "that cannot be done now", ACTION),
    "react": Refused("reaction-window", "that cannot be done now", ACTION),
    "stats": Refused("stats-spread", "the Stats come first"),
    "loadout": Refused("loadout", "the Warrior takes up gear now"),
    "spend": Refused("luckstone", "Luckstones for the roll come first", {"spend": _no_spending}),
    "room": Refused("room-table", "choose one of the rooms with Elements"),
    "place": Refused("element-placement", "this Element is placed first"),
    "edge": Refused("starting-edge", "choose one of the four edges"),
    "warrior": Refused("starting-edge", "the Warrior takes an empty square of that edge"),
    "again": Refused("encounter-reroll", "keep the Encounter or roll again"),
    "spawn": Refused("empty-square", "the Monsters are placed first"),
    "wield": Refused("choose-wielded", "choose a Weapon that the Warrior carries"),
    "initiative": Refused(
        "choose-initiative",
        "choose an Initiative card that is in hand",
        {"initiative": _no_initiative},
    ),
    "assign": Refused("assign-cards", "give each of the three cards in hand its place"),
    "next": Refused("turn-order", "choose who is next among those whose Initiative has come"),
    "aid": Refused("aid", "say whether Aid is given"),
    "shield": Refused("aid-shield", "say whether Aid is given"),
    "riposte": Refused("riposte", "say whether there is a Riposte"),
    "sidestep": Refused("sidestep", "a Sidestep is one step to a free square", STEP),
    "axe-step": Refused("axe", "the Axe allows one step", STEP),
    "follow": Refused("axe", "the Axe allows a Strike at another enemy beside the Warrior"),
    "damage": Refused("notch", "the damage is dealt with first", {"notch": _no_notch}),
    "drop": Refused("disarm", "drop something that is there"),
    "pick": Refused("spell-luck", "pick an entry of the table"),
    "dash": Refused("dash", "the Dash goes on or stops", STEP),
    "exit": Refused("campfire-burn", "leave the Campfire for an empty square beside it"),
    "monster-recover": Refused("needs-recover", "the Monster does not suffer from that"),
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
