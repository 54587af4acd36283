"""Turns a new game into a Warrior with Stats and gear, before the first Challenge."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.character import Figure
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.moves import Move
from generator.games.grudge.state import GrudgeState

SHIELD = "shield"


def set_up(state: GrudgeState, events: list[Event]) -> None:
    """Nothing but the player's choices, and the Luckstones of earlier games.

    With the option `gear: random` Stats and gear are dealt instead.
    """
    state.figures = {WARRIOR: Figure(WARRIOR, -1, state.config.health)}
    if state.luckstones:
        state.note(events, "keep", "luckstone-keep", WARRIOR, luckstones=state.luckstones)
    stats, loadout, challenge = Step("stats", 0), Step("loadout", 0), Step("challenge")
    if state.config.options["gear"] == "choose":
        state.pending = then((), stats, loadout, challenge)
        return
    choose_stats(state, stats, state.rng.pick(stats_moves(state, stats)), events)
    choose_loadout(state, loadout, state.rng.pick(loadout_moves(state, loadout)), events)
    state.pending = then((), challenge)


def stats_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [Move("stats", *map(str, spread)) for spread in state.config.spreads]


def choose_stats(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    state.stats = (int(move.one), int(move.other), int(move.third))
    facts = dict(zip(("spades", "clubs", "hearts"), state.stats, strict=True))
    state.note(events, "stats", "stats-spread", WARRIOR, **facts)
    state.count(f"stats {'-'.join(map(str, state.stats))}")


def loadout_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    return [Move("loadout", *chosen) for chosen in state.config.loadouts]


def choose_loadout(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    """`loadout`; two Weapons mean two pieces of armour (`two-weapons-two-pieces`)."""
    chosen = (move.one, move.other)
    equip(state, chosen)
    facts = {"weapons": list(state.weapons), "armour": list(state.notches)}
    state.note(events, "loadout", "loadout", WARRIOR, **facts)
    state.count(f"chose {'+'.join(chosen)}")


def equip(state: GrudgeState, chosen: tuple[str, ...]) -> None:
    """Gives the Warrior the gear of a loadout, its first Weapon in hand."""
    armour = state.config.loadouts[chosen]
    state.weapons = tuple(each for each in chosen if each != SHIELD)
    state.notches = dict.fromkeys(armour, 0)
    state.change(WARRIOR, weapon=state.weapons[0], shield=SHIELD in armour)
