"""Move sentences: each legal move of Grudge as a plain order."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.text.event_text import capitalized, listed
from generator.games.grudge.content import WARRIOR, Names
from generator.games.grudge.moves import Move
from generator.games.grudge.state import GrudgeState

ORDERS: Mapping[str, str] = {
    "stats": "Have Spades {one}, Clubs {other} and Hearts {third}",
    "loadout": "Set out with {one} and {other}",
    "spend": "Spend {one}",
    "spend 0": "Spend no Luckstone",
    "room": "Choose the room {one}",
    "edge": "Come in from the {one}",
    "keep": "Keep this Encounter",
    "reroll": "Roll the Encounter again",
    "place": "Put the {one} on {other}",
    "place direction": "Put the {one} on {other}, pointing {third}",
    "warrior": "Begin on {one}",
    "spawn": "Put {one} on {other}",
    "wield": "Take the {one} in hand",
    "initiative": "Use {one} for your Initiative",
    "assign": "Use {one} for the Main Action, {other} for the Reaction, {third} for the Interrupt",
    "next": "{one} is next",
    "next warrior": "Take your turn",
    "react": "{one} reacts first",
    "strike": "Strike {one}",
    "roughhouse trip": "Trip {one}",
    "roughhouse root": "Root {one} to the spot",
    "roughhouse disarm": "Disarm {one} of the {third}",
    "roughhouse displace": "Push {one} {third}",
    "dash": "Dash, first to {one}",
    "step": "Step to {one}",
    "stop": "Stop here",
    "avoid": "Avoid: step to {one}",
    "sidestep": "Sidestep to {one}",
    "recover": "Recover from being {one}",
    "monster-recover": "Let {mover} recover from being {one}",
    "load": "Load the Bow",
    "loot": "Loot the Weapon of {one}",
    "loot pig": "Loot the Pig",
    "cast": "Cast {one}",
    "cast figure": "Cast {one} on {other}",
    "cast square": "Cast {one} onto {other}",
    "cast direction": "Cast {one} on {other}, blowing {third}",
    "shake": "Shake off being Stunned",
    "aid": "Use the Interrupt as Aid",
    "riposte": "Riposte",
    "notch": "Let the {one} take a Notch",
    "drop": "Drop the {one}",
    "pick": "Take {one}",
    "exit": "Leave the fire for {one}",
    "to": "Let {mover} go to {one}",
    "via": "Let {mover} go by {one}",
    "pass": "Pass",
}
"""Moves as sentences, by their first word and what distinguishes them."""
PASSES = {
    "turn": "Do nothing with the Main Action",
    "react": "Keep the Reaction",
    "follow": "Strike no further",
    "damage": "Take the Damage",
    **dict.fromkeys(("aid", "shield", "riposte", "sidestep"), "Keep the Interrupt"),
}
"""What passing is called at each decision."""


def move_sentence(state: GrudgeState, move: Move) -> str:
    """A move as a sentence: names of Monsters, gear and spells; squares as on the board."""
    step = state.pending[-1]
    if move.what == "pass":
        return PASSES.get(step.name, ORDERS["pass"])
    one, other, third = (_word(state, move.what, word) for word in move[1:])
    facts = {"one": one, "other": other, "third": third}
    if move.what in ("to", "via") or step.name == "monster-recover":
        facts["mover"] = state.config.names.figures[str(step.about[0])]
    return capitalized(ORDERS[_kind(state, move)].format_map(facts))


def _kind(state: GrudgeState, move: Move) -> str:
    """The key of a move's sentence."""
    step = state.pending[-1].name
    match move.what:
        case "avoid" if step == "sidestep":
            return step
        case "recover" if step == "monster-recover":
            return step
        case "roughhouse":
            return f"roughhouse {move.other}"
        case "place" if move.third:
            return "place direction"
        case "cast" if move.third:
            return "cast direction"
        case "cast" if move.other in state.config.squares:
            return "cast square"
        case "cast" if move.other:
            return "cast figure"
    special = f"{move.what} {move.one}"
    return special if special in ORDERS else move.what


def _word(state: GrudgeState, what: str, word: str) -> str:
    """A word of a move as people say it; `what` is the first word of the move."""
    config = state.config
    names: Names = config.names
    match what:
        case "spend":
            return "1 Luckstone" if word == "1" else f"{word} Luckstones"
        case "room" if word:
            return names.by_id[config.room_ids[int(word)]]
        case "initiative" if word:
            return names.cards[config.ranks[word]]
        case "pick" if word:
            return names.by_id[f"loot {word}"]
        case "via":
            return listed(word.split("-"))
        case "cast" if word == WARRIOR:
            return "yourself"
    if word in ("weapon", "shield", *config.armour):
        return names.by_id.get(f"armour {word}", capitalized(word))
    return names.figures.get(word) or names.cards.get(word) or names.by_id.get(word, word)
