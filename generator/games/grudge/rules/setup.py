"""Turns a new game into a Warrior with Stats and gear, before the first Challenge."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.character import Figure
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.moves import Move

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp

SHIELD = "shield"


def set_up(camp: Camp, events: list[Event]) -> None:
    """Nothing but the player's choices, and the Luckstones of earlier games.

    With the option `gear: random` Stats and gear are dealt instead.
    """
    camp.figures = {WARRIOR: Figure(WARRIOR, -1, camp.setting.health)}
    if camp.luckstones:
        camp.note(events, "keep", "luckstone-keep", WARRIOR, luckstones=camp.luckstones)
    stats, loadout, challenge = Step("stats", 0), Step("loadout", 0), Step("challenge")
    if camp.setting.options["gear"] == "choose":
        camp.pending = then((), stats, loadout, challenge)
        return
    choose_stats(camp, stats, camp.rng.pick(stats_moves(camp, stats)), events)
    choose_loadout(camp, loadout, camp.rng.pick(loadout_moves(camp, loadout)), events)
    camp.pending = then((), challenge)


def stats_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [Move("stats", *map(str, spread)) for spread in camp.setting.spreads]


def choose_stats(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    camp.stats = (int(move.one), int(move.other), int(move.third))
    facts = dict(zip(("spades", "clubs", "hearts"), camp.stats, strict=True))
    camp.note(events, "stats", "stats-spread", WARRIOR, **facts)
    camp.count(f"stats {'-'.join(map(str, camp.stats))}")


def loadout_moves(camp: Camp, step: Step) -> Sequence[Move]:
    return [Move("loadout", *chosen) for chosen in camp.setting.loadouts]


def choose_loadout(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    """`loadout`; two Weapons mean two pieces of armour (`two-weapons-two-pieces`)."""
    chosen = (move.one, move.other)
    equip(camp, chosen)
    facts = {"weapons": list(camp.weapons), "armour": list(camp.notches)}
    camp.note(events, "loadout", "loadout", WARRIOR, **facts)
    camp.count(f"chose {'+'.join(chosen)}")


def equip(camp: Camp, chosen: tuple[str, ...]) -> None:
    """Gives the Warrior the gear of a loadout, its first Weapon in hand."""
    armour = camp.setting.loadouts[chosen]
    camp.weapons = tuple(each for each in chosen if each != SHIELD)
    camp.notches = dict.fromkeys(armour, 0)
    camp.change(WARRIOR, weapon=camp.weapons[0], shield=SHIELD in armour)
