"""Turns the end of a Challenge into the beginning of the next, with a rest where there is a fire."""

from __future__ import annotations

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.rules import dice
from generator.games.grudge.rules.conditions import pick_up
from generator.games.grudge.rules.damage import finish
from generator.games.grudge.rules.rounds import shuffle_decks, take_back
from generator.games.grudge.state import GrudgeState


def begin_challenge(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`next-room`: an empty board, three shuffled decks, and a roll for the Room."""
    if state.challenge >= state.config.number["challenges"]:
        finish(state, "unfinished", "sim-cap", events)
        return
    state.challenge += 1
    state.round = state.rerolls = 0
    state.elements = ()
    state.terrain = state.config.terrain(())
    state.change(WARRIOR, at=-1)
    shuffle_decks(state)
    state.note(events, "challenge", "next-room", number=state.challenge)
    dice.roll(state, "room", "room-table", events)


def end_challenge(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`challenge-end`, `conditions-end`, `victory-moment`, `state`."""
    state.won += 1
    state.note(events, "won", "challenge-end", WARRIOR, number=state.challenge)
    if state.encounter == state.config.highest:
        finish(state, "victory", "victory", events)
        return
    warrior = state.warrior
    ended = sorted(warrior.conditions)
    pick_up(state, warrior)
    state.change(WARRIOR, conditions=frozenset(), loaded=False)
    state.clouds = state.fallen = ()
    state.luck = state.looted = False
    state.note(events, "ends", "conditions-end", conditions=ended)
    if state.terrain.campfire >= 0:
        make_camp(state, events)
    cards = [state.w_discard, state.m_discard, state.mi_discard]
    shuffle_decks(state)
    state.note(events, "shuffle", "challenge-reshuffle", cards=sum(map(len, cards)))
    state.pending = then(state.pending, Step("challenge"))


def make_camp(state: GrudgeState, events: list[Event]) -> None:
    """`state`: Health, one Notch off every piece that is not destroyed, the whole Hand."""
    health = state.warrior.health + state.stats[2]
    state.change(WARRIOR, health=health)
    most = state.config.armour
    state.notches = {
        piece: notches if notches == most[piece] else max(0, notches - 1)
        for piece, notches in state.notches.items()
    }
    take_back(state)
    state.count("camps")
    state.note(events, "camp", "camp", WARRIOR, health=health, gained=state.stats[2])
