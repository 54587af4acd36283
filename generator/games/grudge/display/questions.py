"""Turns each decision into a few words that say what it is about, for one who decides at a screen."""

from __future__ import annotations

from collections.abc import Mapping

QUESTIONS: Mapping[str, str] = {
    "stats": "spread your Stats: Spades, Clubs, Hearts",
    "loadout": "take up your gear",
    "spend": "spend Luckstones on the roll?",
    "room": "choose a room",
    "place": "place this Element of the room",
    "edge": "choose the edge to come in from",
    "warrior": "choose the square where you come in",
    "again": "keep the Encounter, or roll again?",
    "spawn": "place a Monster of the Encounter",
    "wield": "choose the Weapon in hand",
    "initiative": "choose your Initiative card",
    "assign": "give your three cards their places: Main Action, Reaction, Interrupt",
    "next": "choose who is next",
    "turn": "your Main Action",
    "react": "a Reaction, or pass",
    "aid": "use a card as Aid?",
    "shield": "use a card as Aid for the Shield?",
    "riposte": "a Riposte?",
    "sidestep": "Sidestep: choose a square",
    "axe-step": "the Axe: a step, or stop",
    "follow": "the Axe: a Strike at another enemy, or pass",
    "damage": "you are hit: take a Notch for it, or pass",
    "drop": "Disarmed: what do you drop?",
    "pick": "choose an entry of the Pig's table",
    "dash": "the Dash: another step, or stop",
    "exit": "leave the Campfire: choose a square",
    "monster-recover": "choose what the Monster recovers from",
    "to": "choose where the Monster goes",
    "via": "choose the way that the Monster takes",
}
"""By the name of the step."""
