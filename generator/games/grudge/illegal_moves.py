"""Illegal moves: the rule that forbids each, and the reason in plain words."""

from __future__ import annotations

from collections.abc import Callable

from generator.engine.game import Refusal
from generator.engine.pending import Step
from generator.engine.text.event_text import listed
from generator.games.grudge.content import REACTION, WARRIOR
from generator.games.grudge.map.squares import DISTANCE, NUMBER, STEPS
from generator.games.grudge.moves import FORMS, Move
from generator.games.grudge.rules.combat import is_engaged, is_ranged
from generator.games.grudge.rules.conditions import ENRAGED, HELD_DOWN, PRONE
from generator.games.grudge.state import GrudgeState

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
"""For every decision the rule that forbids other moves, and the message."""

REACTIONS = {
    "spades": ("strike",),
    "clubs": ("dash", "avoid"),
    "hearts": ("recover", "cast", "wield", "loot", "load"),
}
"""`reaction-suit`: the actions that each suit allows."""
ACTIONS = ("roughhouse", *(each for suit in REACTIONS.values() for each in suit))


def explain_illegal(state: GrudgeState, move: Move) -> Refusal:
    """The rule that forbids a move here, and the reason."""
    if state.outcome:
        return state.outcome.rule, "the game is over"
    step = state.pending[-1]
    if move.what not in FORMS:
        first = listed(dict.fromkeys(each.what for each in state.legal_moves()))
        rule = DECISIONS.get(step.name, ("turn-order", ""))[0]
        return rule, f'no move begins with "{move.what}"; here one begins with {first}'
    if step.name in ("turn", "react"):
        return _no_action(state, step, move)
    if step.name == "damage" and move.what == "notch":
        return _no_notch(state, step, move)
    if move.what == "riposte" and is_ranged(state, state.warrior):
        return "riposte-no-bow", "there is no Riposte with a Bow"
    if step.name == "initiative" and ENRAGED in state.warrior.conditions:
        return "enraged", "an Enraged Warrior plays the lowest Initiative card"
    if step.name == "spend" and move.what == "spend":
        return _no_spending(state, move)
    if step.name in ("dash", "axe-step", "sidestep") and move.one in NUMBER:
        return _no_step(state, NUMBER[move.one])
    return DECISIONS[step.name]


def _no_spending(state: GrudgeState, move: Move) -> Refusal:
    return "luckstone", f"there are only {state.luckstones} Luckstones"


def _no_notch(state: GrudgeState, step: Step, move: Move) -> Refusal:
    how, piece = step.about[1], move.one
    if how == "piercing":
        return "piercing", "Piercing Damage cannot be Notched"
    if piece == "shield" and how == "no-shield":
        return "flail", "a Flail's Strike cannot be Notched on a Shield"
    if state.notches.get(piece, 0) >= state.config.armour[piece]:
        return "armour-destroyed", "that piece is destroyed"
    return "notch", "the Warrior does not have that piece"


def _no_step(state: GrudgeState, to: int) -> Refusal:
    if to not in STEPS[state.warrior.at]:
        return "move-orthogonal", "a step leads to the next square north, east, south or west"
    if to == state.terrain.pig:
        return "pig-blocks", "the Pig is in the way"
    return "move-blocked", "something is in the way"


def _no_action(state: GrudgeState, step: Step, move: Move) -> Refusal:
    """Why an action is not possible as a Main Action or a Reaction."""
    if move.what == "pass":
        return "warrior-may-pass", "only the Warrior may pass; Monsters never do"
    if move.what == "react":
        return "window-order", "that Monster has used its Reaction, or it would be of no use now"
    if move.what not in ACTIONS:
        rule = "turn-order" if step.name == "turn" else "reaction-window"
        return rule, "that cannot be done now"
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
    return REASONS[move.what](state, move)


def _no_strike(state: GrudgeState, move: Move) -> Refusal:
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


def _no_roughhouse(state: GrudgeState, move: Move) -> Refusal:
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


def _no_move(state: GrudgeState, move: Move) -> Refusal:
    held = state.warrior.conditions & HELD_DOWN
    if held:
        rule = "prone" if PRONE in held else "root"
        return rule, "the Warrior cannot move"
    return _no_step(state, NUMBER[move.one])


def _no_cast(state: GrudgeState, move: Move) -> Refusal:
    if not state.runestones:
        return "use-runestone", "the Warrior has no Runestone"
    return state.config.spells[move.one], "the spell cannot be cast so"


def _no_loot(state: GrudgeState, move: Move) -> Refusal:
    if move.one != "pig":
        return "loot-weapon", "no Weapon of that Monster lies within reach"
    if state.looted:
        return "loot-pig", "the Pig has been looted"
    return "loot-pig", "there is no Pig beside the Warrior"


def _no_load(state: GrudgeState, move: Move) -> Refusal:
    if not is_ranged(state, state.warrior):
        return "load-bow", "there is no Bow in hand"
    return "load-bow", "the Bow is Loaded"


REASONS: dict[str, Callable[[GrudgeState, Move], Refusal]] = {
    **{"strike": _no_strike, "roughhouse": _no_roughhouse, "dash": _no_move, "avoid": _no_move},
    **{"cast": _no_cast, "loot": _no_loot, "load": _no_load},
    "recover": lambda state, move: ("recover", "the Warrior does not suffer from that"),
    "wield": lambda state, move: ("change-weapon", "name another Weapon that the Warrior carries"),
}
"""The function that explains each action that is not possible."""
