"""Set-up of the game and each Challenge, and the end of a Challenge with its camp."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.character import Figure
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.moves import Move
from generator.games.grudge.rules import dice
from generator.games.grudge.rules.conditions import pick_up
from generator.games.grudge.rules.damage import SHIELD, finish
from generator.games.grudge.rules.rounds import restore_hand, shuffle_decks
from generator.games.grudge.state import GrudgeState


def set_up(state: GrudgeState, events: list[Event]) -> None:
    """Begin a game with the Luckstones of earlier games, and the choice of Stats and gear.

    Unless the option `gear` is `choose`, Stats and gear are random.
    """
    state.place_figures({WARRIOR: Figure(WARRIOR, -1, state.config.health)})
    if state.luckstones:
        state.note(events, "keep", "luckstone-keep", who=WARRIOR, luckstones=state.luckstones)
    stats, loadout, challenge = Step("stats", 0), Step("loadout", 0), Step("challenge")
    if state.config.options["gear"] == "choose":
        state.pending = then((), stats, loadout, challenge)
        return
    choose_stats(state, stats, state.rng.pick(stats_moves(state, stats)), events)
    choose_loadout(state, loadout, state.rng.pick(loadout_moves(state, loadout)), events)
    state.pending = then((), challenge)


def stats_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return state.config.stats_moves


def choose_stats(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    state.stats = (int(move.one), int(move.other), int(move.third))
    facts = dict(zip(("spades", "clubs", "hearts"), state.stats, strict=True))
    state.note(events, "stats", "stats-spread", who=WARRIOR, **facts)
    state.count(f"stats {'-'.join(map(str, state.stats))}")


def loadout_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return state.config.loadout_moves


def choose_loadout(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """`loadout`; two Weapons mean two pieces of armour (`two-weapons-two-pieces`)."""
    chosen = (move.one, move.other)
    equip(state, chosen)
    facts = {"weapons": list(state.weapons), "armour": list(state.notches)}
    state.note(events, "loadout", "loadout", who=WARRIOR, **facts)
    state.count(f"chose {'+'.join(chosen)}")


def equip(state: GrudgeState, chosen: tuple[str, ...]) -> None:
    """Give the Warrior the gear of a loadout, its first Weapon in hand."""
    armour = state.config.loadouts[chosen]
    state.weapons = tuple(each for each in chosen if each != SHIELD)
    state.notches = dict.fromkeys(armour, 0)
    warrior = state.renew(WARRIOR)
    warrior.weapon, warrior.shield = state.weapons[0], SHIELD in armour


# Challenges


def begin_challenge(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`next-room`: clear the board, shuffle three decks, and roll for the Room."""
    if state.challenge >= state.config.number["challenges"]:
        finish(state, "unfinished", "sim-cap", events)
        return
    state.challenge += 1
    state.round = state.rerolls = 0
    state.elements = ()
    state.terrain = state.config.terrain(())
    state.put(WARRIOR, -1)
    shuffle_decks(state)
    state.note(events, "challenge", "next-room", number=state.challenge)
    dice.roll(state, "room", "room-table", events)


def end_challenge(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`challenge-end`, `conditions-end`, `victory-moment`, `camp`."""
    state.won += 1
    state.note(events, "won", "challenge-end", who=WARRIOR, number=state.challenge)
    if state.encounter == state.config.highest:
        finish(state, "victory", "victory", events)
        return
    warrior = state.warrior
    ended = sorted(warrior.conditions)
    pick_up(state, warrior)
    warrior = state.renew(WARRIOR)
    warrior.conditions, warrior.loaded = frozenset(), False
    state.clouds = state.fallen = ()
    state.luck = state.looted = False
    state.note(events, "ends", "conditions-end", conditions=ended)
    if state.terrain.campfire >= 0:
        make_camp(state, events)
    cards = [state.w_discard, state.m_discard, state.mi_discard]
    shuffle_decks(state)
    state.note(events, "shuffle", "challenge-reshuffle", cards=sum(map(len, cards)))
    state.run_next("challenge")


def make_camp(state: GrudgeState, events: list[Event]) -> None:
    """`camp`: gain Health, mend one Notch of each piece not destroyed, and restore the Hand."""
    health = state.warrior.health + state.stats[2]
    state.renew(WARRIOR).health = health
    most = state.config.armour
    state.notches = {
        piece: notches if notches == most[piece] else max(0, notches - 1)
        for piece, notches in state.notches.items()
    }
    restore_hand(state)
    state.count("camps")
    state.note(events, "camp", "camp", who=WARRIOR, health=health, gained=state.stats[2])
