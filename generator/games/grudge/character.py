"""Characters: their positions, gear and Conditions, and their plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from generator.engine.events import JsonValue
from generator.engine.fields.codecs import SHARED
from generator.engine.fields.entries import Data, Entry
from generator.engine.fields.reader import PositionReader
from generator.games.grudge.content import WARRIOR
from generator.games.grudge.map.squares import NAMES, NUMBER


@dataclass(eq=False, slots=True)
class Figure:
    """One Character on the board; copies of a state share it until it changes."""

    id: str
    at: int
    """The square; -1 before placement."""
    health: int
    defence: int = 0
    weapon: str = ""
    """The Weapon in hand; empty if it was dropped."""
    shield: bool = False
    """Whether it carries a Shield, not dropped."""
    loaded: bool = False
    dropped: tuple[str, ...] = ()
    """Gear lost by being Disarmed (`disarmed-state`)."""
    conditions: frozenset[str] = frozenset()
    acted: bool = False
    """Whether its turn has begun this Round."""
    reacted: bool = False
    interrupted: bool = False
    steps: int = 0
    """Squares moved this Round (`boss-momentum`)."""
    struck: bool = False
    """Whether it has made a Strike this Round (`boss-charge`)."""
    hurt_by: str = ""
    """Kind of the Weapon that last damaged it (`harden-details`)."""
    immune: str = ""
    """Kind of Weapon that it is immune to (`troll-harden`)."""

    def copy(self) -> Figure:
        """An equal Character, faster than with `replace`."""
        new: Figure = object.__new__(Figure)
        new.id, new.at, new.health, new.defence = self.id, self.at, self.health, self.defence
        new.weapon, new.shield, new.loaded = self.weapon, self.shield, self.loaded
        new.dropped, new.conditions, new.steps = self.dropped, self.conditions, self.steps
        new.acted, new.reacted, new.interrupted = self.acted, self.reacted, self.interrupted
        new.struck, new.hurt_by, new.immune = self.struck, self.hurt_by, self.immune
        return new


FIELDS: Mapping[str, type] = {
    **{"at": str, "health": int, "defence": int, "weapon": str, "shield": bool, "loaded": bool},
    **{"dropped": list, "conditions": list, "acted": bool, "reacted": bool, "interrupted": bool},
    **{"steps": int, "struck": bool, "hurt-by": str, "immune": str},
}
"""Keys and types of a Character in the data of a position."""


class Characters(Entry):
    """Entry of all Characters: the Warrior under a key of its own, Monsters by id.

    They are read when a position is completed, because their defaults depend on other entries.
    """

    keys = (WARRIOR, "monsters")
    copy = SHARED

    def begin(self, state: Any) -> dict[str, Figure]:
        return {}

    def write(self, state: Any, data: Data) -> None:
        written = {id: figure_data(figure) for id, figure in state.figures.items()}
        data[WARRIOR] = written.pop(WARRIOR)
        data["monsters"] = written


CHARACTERS: Any = Characters()


def figure_data(figure: Figure) -> dict[str, JsonValue]:
    """One Character as plain data."""
    data: dict[str, JsonValue] = {name: getattr(figure, name) for name in Figure.__slots__}
    del data["id"]
    data["at"] = NAMES[figure.at] if figure.at >= 0 else ""
    data["dropped"] = list(figure.dropped)
    data["conditions"] = sorted(figure.conditions)
    return {key.replace("_", "-"): value for key, value in data.items()}


def read_figure(reader: PositionReader, usual: Figure, *path: str) -> Figure:
    """Read the Character at a path; values missing from the data come from `usual`."""
    changes: dict[str, Any] = {}
    for key, value in reader.mapping(*path).items():
        if key not in FIELDS:
            reader.fault(f'a Character has no "{key}"', *path, key)
        elif not isinstance(value, FIELDS[key]):
            reader.fault(f'"{key}" cannot be "{value}"', *path, key)
        else:
            changes[key.replace("-", "_")] = value
    if "at" in changes:
        found = reader.known([changes["at"]], ("", *NAMES), "square", *path, "at")
        changes["at"] = NUMBER[found[0]] if found and found[0] else -1
    known = reader.known(
        changes.get("conditions", ()), reader.config.conditions, "Condition", *path, "conditions"
    )
    changes["conditions"] = frozenset(known)
    gear = ("", "shield", *reader.config.weapons)
    for word in ("weapon", "hurt_by", "immune"):
        reader.known([changes.get(word, "")], gear, "Weapon", *path, word.replace("_", "-"))
    changes["dropped"] = tuple(
        reader.known(changes.get("dropped", ()), gear, "Weapon", *path, "dropped")
    )
    return replace(usual, **changes)
