"""Turns a position into its pieces, into what a game is remembered by, and into what is wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from generator.engine.game import PositionFault
from generator.games.grudge.content import WARRIOR, Setting
from generator.games.grudge.map.squares import NAMES

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp

DIE = "d6"


def own_cards(camp: Camp) -> list[str]:
    """The Warrior's action cards, wherever they are."""
    aside = [each.split()[1] for each in camp.aside if each.startswith(WARRIOR)]
    return [*camp.w_deck, *camp.w_discard, *camp.hand, *filter(None, camp.slots), *aside]


def own_initiative(camp: Camp) -> list[str]:
    up = [camp.initiative] if camp.initiative else []
    return [*camp.initiative_hand, *camp.initiative_discard, *up]


def their_cards(camp: Camp) -> list[str]:
    """The Monsters' action cards, wherever they are."""
    aside = [each.split()[1] for each in camp.aside if not each.startswith(WARRIOR)]
    return [*camp.m_deck, *camp.m_discard, *filter(None, camp.m_slots), *aside]


def their_initiative(camp: Camp) -> list[str]:
    return [*camp.mi_deck, *camp.mi_discard, *camp.m_initiative]


def pieces(camp: Camp) -> list[str]:
    """Every card, figure and Element, sorted, those in the box included.

    Before the first Challenge all cards are in their box.  Tokens are as many as are needed.
    """
    setting = camp.setting
    if not camp.challenge:
        return printed(setting)
    theirs = [*their_cards(camp), *their_initiative(camp)]
    on_board = [each.element for each in camp.elements]
    boxed = Counter(_elements(setting))
    boxed.subtract(on_board)
    figures = {*camp.figures, *(id for id in setting.standees if id not in camp.figures)}
    return sorted(
        [
            *(f"warrior {card}" for card in (*own_cards(camp), *own_initiative(camp))),
            *(f"monsters {card}" for card in theirs),
            *on_board,
            *boxed.elements(),
            *figures,
            DIE,
        ]
    )


def printed(setting: Setting) -> list[str]:
    """Every such piece that the records list, sorted."""
    cards = [*setting.action_cards, *setting.initiative_cards]
    whose = (WARRIOR, "monsters")
    decks = [f"{who} {card}" for who in whose for card in cards]
    return sorted([*decks, *_elements(setting), *setting.standees, DIE])


def _elements(setting: Setting) -> list[str]:
    return [id for id, piece in setting.elements.items() for _ in range(piece.copies)]


# What is wrong


def position_faults(camp: Camp) -> Iterator[PositionFault]:
    """Every rule that the position breaks."""
    if camp.challenge:
        yield from _cards(camp)
    yield from _board(camp)
    yield from _warrior(camp)


def _cards(camp: Camp) -> Iterator[PositionFault]:
    setting = camp.setting
    for path, wanted, found in (
        ("warrior-deck", setting.action_cards, own_cards(camp)),
        ("initiative-hand", setting.initiative_cards, own_initiative(camp)),
        ("monster-deck", setting.action_cards, their_cards(camp)),
        ("monster-initiative-deck", setting.initiative_cards, their_initiative(camp)),
    ):
        yield from _differences(wanted, found, path)


def _differences(wanted: Iterable[str], found: Iterable[str], path: str) -> Iterator[PositionFault]:
    there, should = Counter(found), Counter(wanted)
    if there == should:
        return
    for card in sorted(there | should):
        if there[card] != should[card]:
            says = f"the card {card} is there {there[card]} times instead of {should[card]}"
            yield "check-conserve", (path,), says


def _board(camp: Camp) -> Iterator[PositionFault]:
    """Elements do not overlap, and Characters stand on squares of their own."""
    covered = Counter(square for each in camp.elements for square in each.squares)
    for square, times in sorted(covered.items()):
        if times > 1:
            yield "element-placement", ("elements",), f"Elements overlap on {NAMES[square]}"
    used = Counter(each.element for each in camp.elements)
    for element, times in sorted(used.items()):
        if times > camp.setting.elements[element].copies:
            yield "room-table", ("elements",), f"there are not so many: {element}"
    stands = Counter(each.at for each in camp.figures.values() if each.at >= 0)
    for square, times in sorted(stands.items()):
        if times > 1:
            yield "move-orthogonal", ("monsters",), f"two Characters stand on {NAMES[square]}"
        if square in camp.terrain.bars:
            yield "move-blocked", ("monsters",), f"nobody can stand on {NAMES[square]}"
    if camp.figures[WARRIOR].at < 0 and len(camp.figures) > 1:
        yield "empty-square", ("warrior",), "the Warrior stands nowhere, but Monsters do"
    elif camp.figures[WARRIOR].at < 0 and _has_come_in(camp):
        yield "starting-edge", ("warrior",), "the Warrior must stand on a square by now"


BEFORE = ("stats", "loadout", "challenge", "room", "place", "edge-roll", "edge", "warrior")
"""The steps at which the Warrior stands nowhere yet; and the two first rolls of a Challenge."""


def _has_come_in(camp: Camp) -> bool:
    """Whether the step that comes next needs a Warrior on the board."""
    if not camp.pending:
        return False
    step = camp.pending[-1]
    if step.name in ("spend", "rolled"):
        return step.about[0] not in ("room", "edge")
    return step.name not in BEFORE


def _warrior(camp: Camp) -> Iterator[PositionFault]:
    """Stats, armour and Weapons are what the rules allow."""
    warrior = camp.warrior
    if camp.stats and camp.stats not in camp.setting.spreads:
        yield "card-values", ("stats",), f"the Stats cannot be {list(camp.stats)}"
    for piece, notches in camp.notches.items():
        if notches > camp.setting.armour[piece]:
            yield "armour-destroyed", ("notches", piece), f"{notches} Notches are too many"
    if warrior.shield and camp.notches.get("shield", 9) >= camp.setting.armour["shield"]:
        yield "armour-destroyed", ("warrior",), "the Warrior has no whole Shield"
    if warrior.weapon and warrior.weapon not in camp.weapons:
        yield "choose-wielded", ("weapons",), f"the Warrior carries no {warrior.weapon}"
    for id, figure in camp.figures.items():
        if figure.health <= 0 and not camp.outcome:
            yield "defeated", ("monsters",), f"{id} has no Health left"


# What is remembered


def in_use(camp: Camp) -> dict[str, int]:
    """Standees and their bases, Elements, and the tokens of every kind.

    A Condition that lasts no time has no token; a Monster's hits are marked, the Warrior's written.
    """
    figures = camp.figures.values()
    used = Counter(f"token/{each}" for one in figures for each in one.conditions)
    used.update(f"element/{each.element}" for each in camp.elements)
    for figure in figures:
        used["token/loaded"] += figure.loaded
        used["token/immune"] += bool(figure.immune)
        used["token/reacted"] += figure.reacted
        used["token/interrupted"] += figure.interrupted
        if figure.id != WARRIOR:
            used["token/hit"] += camp.kind(figure.id).health - figure.health
    used["standee"] = used["base"] = len(figures) + len(camp.waiting)
    used["token/loot"] = len(camp.fallen)
    used["token/cloud"] = len(camp.clouds)
    used["token/runestone"] = camp.runestones
    used["token/luckstone"] = camp.luckstones
    return used


def parts(camp: Camp) -> Mapping[str, Mapping[str, list[int]]]:
    """How the Warrior set out, what was met and what ended it."""
    with_: dict[str, dict[str, list[int]]] = {}

    def add(how: str, what: str) -> None:
        with_.setdefault(how, {})[what] = [0]

    for what, times in camp.tally.items():
        group, _, rest = what.partition(" ")
        if group in ("encounter", "spell", "condition", "chose", "stats") and times:
            add({"encounter": "met", "condition": "suffered"}.get(group, group), rest)
    if camp.outcome and camp.outcome.result == "defeat":
        add("killed by", camp.killer)
    return with_


def measures(camp: Camp) -> Mapping[str, float]:
    """Challenges survived, and how often what was done."""
    tally = camp.tally
    return {
        "Challenges survived": camp.won,
        "Rounds": camp.rounds,
        "Luckstones left": camp.luckstones,
        "Notches": tally.get("notches", 0),
        "camps": tally.get("camps", 0),
        "Joker resets": tally.get("joker resets", 0),
        "Monsters defeated": sum(n for what, n in tally.items() if what.startswith("defeated ")),
        "Opportunity Attacks": tally.get("opportunity attacks", 0),
        "spells": sum(n for what, n in tally.items() if what.startswith("spell ")),
        "Reactions of the Warrior": tally.get("warrior reactions", 0),
        "Reactions of Monsters": sum(
            n for what, n in tally.items() if what.startswith("reaction ")
        ),
        "Ripostes of the Warrior": tally.get("warrior riposte", 0),
        "Sidesteps of the Warrior": tally.get("warrior sidestep", 0),
        "Aid of the Warrior": tally.get("warrior aid", 0),
        "Interrupts of Monsters": sum(
            tally.get(f"monsters {each}", 0) for each in ("riposte", "sidestep", "aid")
        ),
    }
