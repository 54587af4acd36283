"""Turns a move that is not legal into the rule that forbids it and the reason in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.game import Refusal
from generator.engine.pending import Step
from generator.games.grudge.content import REACTION, WARRIOR
from generator.games.grudge.map.squares import DISTANCE, NUMBER, STEPS
from generator.games.grudge.moves import Move
from generator.games.grudge.rules.combat_values import is_engaged, is_ranged
from generator.games.grudge.rules.conditions import ENRAGED, HELD_DOWN, PRONE

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp

DECISIONS: dict[str, tuple[str, str]] = {
    "stats": ("stats-spread", "the Stats come first"),
    "loadout": ("loadout", "the Warrior takes up gear now"),
    "spend": ("luckstone", "Luckstones for the roll come first"),
    "room": ("room-table", "choose one of the rooms with Elements"),
    "place": ("element-placement", "this Element is placed first"),
    "edge": ("starting-edge", "choose one of the four edges"),
    "warrior": ("starting-edge", "the Warrior takes an empty square of that edge"),
    "again": ("encounter-reroll", "keep the Encounter or roll again"),
    "spawn": ("empty-square", "the Monsters are placed first"),
    "wield": ("choose-wielded", "choose a Weapon that the Warrior carries"),
    "initiative": ("choose-initiative", "choose an Initiative card that is in hand"),
    "assign": ("assign-cards", "give each of the three cards in hand its place"),
    "next": ("turn-order", "choose who is next among those whose Initiative has come"),
    "aid": ("aid", "say whether Aid is given"),
    "shield": ("aid-shield", "say whether Aid is given"),
    "riposte": ("riposte", "say whether there is a Riposte"),
    "sidestep": ("sidestep", "a Sidestep is one step to a free square"),
    "axe-step": ("axe", "the Axe allows one step"),
    "follow": ("axe", "the Axe allows a Strike at another enemy beside the Warrior"),
    "damage": ("notch", "the damage is dealt with first"),
    "drop": ("disarm", "drop something that is there"),
    "pick": ("spell-luck", "pick an entry of the table"),
    "dash": ("dash", "the Dash goes on or stops"),
    "exit": ("campfire-burn", "leave the Campfire for an empty square beside it"),
    "monster-recover": ("needs-recover", "the Monster does not suffer from that"),
    "to": ("monster-paths", "the Monster moves to one of the best squares"),
    "via": ("monster-paths", "the Monster takes a shortest way"),
}
"""For every decision the rule that forbids anything else."""

REACTIONS = {
    "spades": ("strike",),
    "clubs": ("dash", "avoid"),
    "hearts": ("recover", "cast", "wield", "loot", "load"),
}
"""`reaction-suit`: what each suit allows."""
ACTIONS = ("roughhouse", *(each for suit in REACTIONS.values() for each in suit))


def why_not(camp: Camp, move: Move) -> Refusal:
    """Why a move that is not legal here is not."""
    if camp.outcome:
        return camp.outcome.rule, "the game is over"
    step = camp.pending[-1]
    if step.name in ("turn", "react"):
        return _no_action(camp, step, move)
    if step.name == "damage" and move.what == "notch":
        return _no_notch(camp, step, move)
    if move.what == "riposte" and is_ranged(camp, camp.warrior):
        return "riposte-no-bow", "there is no Riposte with a Bow"
    if step.name == "initiative" and ENRAGED in camp.warrior.conditions:
        return "enraged", "an Enraged Warrior plays the lowest Initiative card"
    if step.name == "spend" and move.what == "spend":
        return _no_spending(camp, move)
    if step.name in ("dash", "axe-step", "sidestep") and move.one in NUMBER:
        return _no_step(camp, NUMBER[move.one])
    return DECISIONS[step.name]


def _no_spending(camp: Camp, move: Move) -> Refusal:
    if int(move.one) > camp.luckstones:
        return "luckstone", f"there are only {camp.luckstones} Luckstones"
    return "over-seven", "no table goes above 7"


def _no_notch(camp: Camp, step: Step, move: Move) -> Refusal:
    how, piece = step.about[1], move.one
    if how == "piercing":
        return "piercing", "Piercing Damage cannot be Notched"
    if piece == "shield" and how == "no-shield":
        return "flail", "a Flail's Strike cannot be Notched on a Shield"
    if camp.notches.get(piece, 0) >= camp.setting.armour[piece]:
        return "armour-destroyed", "that piece is destroyed"
    return "notch", "the Warrior does not have that piece"


def _no_step(camp: Camp, to: int) -> Refusal:
    if to not in STEPS[camp.warrior.at]:
        return "move-orthogonal", "a step leads to the next square north, east, south or west"
    if to == camp.terrain.pig:
        return "pig-blocks", "the Pig is in the way"
    return "move-blocked", "something is in the way"


def _no_action(camp: Camp, step: Step, move: Move) -> Refusal:
    """Neither in a turn nor as a Reaction."""
    if move.what == "pass":
        return "warrior-may-pass", "only the Warrior may pass; Monsters never do"
    if move.what == "react":
        return "window-order", "that Monster's Reaction is used or would do nothing productive"
    if move.what not in ACTIONS:
        rule = "turn-order" if step.name == "turn" else "reaction-window"
        return rule, "that is nothing to be done now"
    if step.name == "react":
        if step.about[0] == WARRIOR:
            return "reaction-window", "after one's own turn there is no Reaction of one's own"
        if camp.warrior.reacted:
            return "reaction-once-each", "the Warrior has used the Reaction"
        suit = camp.setting.suit[camp.card(WARRIOR, REACTION)]
        if move.what == "roughhouse":
            return "roughhouse-is-spades", "Roughhouse is never an ordinary Reaction"
        if move.what not in REACTIONS[suit]:
            return "reaction-suit", f"the Reaction is one of {suit}"
    return REASONS[move.what](camp, move)


def _no_strike(camp: Camp, move: Move) -> Refusal:
    target, warrior = camp.figures.get(move.one), camp.warrior
    if target is None:
        return "strike", "that Monster is not there"
    if not warrior.weapon:
        return "melee-reach", "a Strike needs a Weapon in hand"
    if not is_ranged(camp, warrior):
        return "melee-reach", "only an adjacent enemy can be Struck"
    if not warrior.loaded:
        return "bow-load", "the Bow is not Loaded"
    if is_engaged(camp, WARRIOR):
        return "bow-range", "an Engaged archer cannot shoot"
    return "line-of-sight", "there is no line of sight"


def _no_roughhouse(camp: Camp, move: Move) -> Refusal:
    target = camp.figures.get(move.one)
    if target is None:
        return "roughhouse", "that Monster is not there"
    if DISTANCE[camp.warrior.at][target.at] != 1:
        return "melee-reach", "only an adjacent enemy can be Roughhoused"
    if "troll-huge" in camp.kind(target.id).abilities:
        return "troll-huge", "the Troll cannot be Roughhoused"
    if move.other == "disarm":
        return "disarm", "it has no such thing to drop"
    return "roughhouse", 'name what it does: "disarm weapon", "displace north", "root", "trip"'


def _no_move(camp: Camp, move: Move) -> Refusal:
    held = camp.warrior.conditions & HELD_DOWN
    if held:
        rule = "prone" if PRONE in held else "root"
        return rule, "the Warrior cannot move"
    return _no_step(camp, NUMBER[move.one])


def _no_recovery(camp: Camp, move: Move) -> Refusal:
    return "recover", "the Warrior does not suffer from that"


def _no_cast(camp: Camp, move: Move) -> Refusal:
    if not camp.runestones:
        return "use-runestone", "the Warrior has no Runestone"
    return camp.setting.spells[move.one], "the spell cannot be cast so"


def _no_weapon(camp: Camp, move: Move) -> Refusal:
    return "change-weapon", "name another Weapon that the Warrior carries"


def _no_loot(camp: Camp, move: Move) -> Refusal:
    if move.one != "pig":
        return "loot-weapon", "no Weapon of that Monster lies within reach"
    if camp.looted:
        return "loot-pig", "the Pig has been looted"
    return "loot-pig", "there is no Pig beside the Warrior"


def _no_load(camp: Camp, move: Move) -> Refusal:
    if not is_ranged(camp, camp.warrior):
        return "load-bow", "there is no Bow in hand"
    return "load-bow", "the Bow is Loaded"


REASONS = {
    **{"strike": _no_strike, "roughhouse": _no_roughhouse, "dash": _no_move, "avoid": _no_move},
    **{"recover": _no_recovery, "cast": _no_cast, "wield": _no_weapon, "loot": _no_loot},
    "load": _no_load,
}
