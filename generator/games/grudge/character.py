"""Turns what is known of one Character into a value: where it is, what it holds, what ails it."""

from __future__ import annotations

from typing import NamedTuple


class Figure(NamedTuple):
    """One Character on the board."""

    id: str
    at: int
    """Its square; -1 before it is placed."""
    health: int
    defence: int = 0
    weapon: str = ""
    """The Weapon in hand; empty if it was dropped."""
    shield: bool = False
    """Whether it has a Shield on its arm."""
    loaded: bool = False
    dropped: tuple[str, ...] = ()
    """What it has been Disarmed of (`disarmed-state`)."""
    conditions: frozenset[str] = frozenset()
    acted: bool = False
    """Whether its turn has begun this Round."""
    reacted: bool = False
    interrupted: bool = False
    steps: int = 0
    """Squares it has moved this Round (`boss-momentum`)."""
    struck: bool = False
    """Whether it has made a Strike this Round (`boss-charge`)."""
    hurt_by: str = ""
    """The kind of Weapon that last damaged it (`harden-details`)."""
    immune: str = ""
    """The kind of Weapon it is immune to (`troll-harden`)."""
