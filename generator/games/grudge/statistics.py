"""Statistics of Grudge: components in use, components met, and metrics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from generator.games.grudge.content import WARRIOR
from generator.games.grudge.state import GrudgeState


def component_usage(state: GrudgeState) -> dict[str, int]:
    """Count standees and their bases, Elements, and tokens of every kind in use.

    Momentary Conditions have no token; hits on Monsters are marked by tokens, the Warrior's written.
    """
    figures = state.figures.values()
    used = Counter(f"token/{each}" for one in figures for each in one.conditions)
    used.update(f"element/{each.element}" for each in state.elements)
    for figure in figures:
        used["token/loaded"] += figure.loaded
        used["token/immune"] += bool(figure.immune)
        used["token/reacted"] += figure.reacted
        used["token/interrupted"] += figure.interrupted
        if figure.id != WARRIOR:
            used["token/hit"] += state.kind(figure.id).health - figure.health
    used["standee"] = used["base"] = len(figures) + len(state.waiting)
    used["token/loot"] = len(state.fallen)
    used["token/cloud"] = len(state.clouds)
    used["token/runestone"] = state.runestones
    used["token/luckstone"] = state.luckstones
    return used


def components_by_seat(state: GrudgeState) -> Mapping[str, Mapping[str, list[int]]]:
    """The Warrior's choices, the things met, and the killer."""
    groups: dict[str, dict[str, list[int]]] = {}

    def add(how: str, what: str) -> None:
        groups.setdefault(how, {})[what] = [0]

    for what, times in state.tally.items():
        group, _, rest = what.partition(" ")
        if group in ("encounter", "spell", "condition", "chose", "stats") and times:
            add({"encounter": "met", "condition": "suffered"}.get(group, group), rest)
    if state.outcome and state.outcome.result == "defeat":
        add("killed by", state.killer)
    return groups


def metrics(state: GrudgeState) -> Mapping[str, float]:
    """Counts of Challenges survived, Rounds, and actions."""
    tally = state.tally

    def total(prefix: str) -> int:
        return sum(times for what, times in tally.items() if what.startswith(prefix))

    return {
        "Challenges survived": state.won,
        "Rounds": state.rounds,
        "Luckstones left": state.luckstones,
        "Notches": tally.get("notches", 0),
        "camps": tally.get("camps", 0),
        "Joker resets": tally.get("joker resets", 0),
        "Monsters defeated": total("defeated "),
        "Opportunity Attacks": tally.get("opportunity attacks", 0),
        "spells": total("spell "),
        "Reactions of the Warrior": tally.get("warrior reactions", 0),
        "Reactions of Monsters": total("reaction "),
        "Ripostes of the Warrior": tally.get("warrior riposte", 0),
        "Sidesteps of the Warrior": tally.get("warrior sidestep", 0),
        "Aid of the Warrior": tally.get("warrior aid", 0),
        "Interrupts of Monsters": total("monsters "),
    }


def remaining_supply(state: GrudgeState) -> dict[str, tuple[int, ...]]:
    """Number of cards in the decks and the Initiative Hand."""
    return {
        "Warrior's deck": (len(state.w_deck),),
        "Monsters' deck": (len(state.m_deck),),
        "Monsters' Initiative deck": (len(state.mi_deck),),
        "Initiative Hand": (len(state.initiative_hand),),
    }
