"""Turns the end of a Challenge into the beginning of the next, with a rest where there is a fire."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.rules import dice
from generator.games.grudge.rules.conditions import pick_up
from generator.games.grudge.rules.damage import finish
from generator.games.grudge.rules.rounds import shuffle_decks, take_back

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp


def begin_challenge(camp: Camp, step: Step, events: list[Event]) -> None:
    """`next-room`: an empty board, three shuffled decks, and a roll for the Room."""
    if camp.challenge >= camp.setting.number["challenges"]:
        finish(camp, "unfinished", "sim-cap", events)
        return
    camp.challenge += 1
    camp.round = camp.rerolls = 0
    camp.elements = ()
    camp.terrain = camp.setting.terrain(())
    camp.change(WARRIOR, at=-1)
    shuffle_decks(camp)
    camp.note(events, "challenge", "next-room", number=camp.challenge)
    dice.roll(camp, "room", "room-table", events)


def end_challenge(camp: Camp, step: Step, events: list[Event]) -> None:
    """`challenge-end`, `conditions-end`, `victory-moment`, `camp`."""
    camp.won += 1
    camp.note(events, "won", "challenge-end", WARRIOR, number=camp.challenge)
    if camp.encounter == camp.setting.highest:
        finish(camp, "victory", "victory", events)
        return
    warrior = camp.warrior
    ended = sorted(warrior.conditions)
    pick_up(camp, warrior)
    camp.change(WARRIOR, conditions=frozenset(), loaded=False)
    camp.clouds = camp.fallen = ()
    camp.luck = camp.looted = False
    camp.note(events, "ends", "conditions-end", conditions=ended)
    if camp.terrain.campfire >= 0:
        make_camp(camp, events)
    cards = [camp.w_discard, camp.m_discard, camp.mi_discard]
    shuffle_decks(camp)
    camp.note(events, "shuffle", "challenge-reshuffle", cards=sum(map(len, cards)))
    camp.pending = then(camp.pending, Step("challenge"))


def make_camp(camp: Camp, events: list[Event]) -> None:
    """`camp`: Health, one Notch off every piece that is not destroyed, the whole Hand."""
    health = camp.warrior.health + camp.stats[2]
    camp.change(WARRIOR, health=health)
    most = camp.setting.armour
    camp.notches = {
        piece: notches if notches == most[piece] else max(0, notches - 1)
        for piece, notches in camp.notches.items()
    }
    take_back(camp)
    camp.count("camps")
    camp.note(events, "camp", "camp", WARRIOR, health=health, gained=camp.stats[2])
