"""Invariants of Grudge: the conservation of pieces, and what must hold of every position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from generator.engine.game import PositionFault
from generator.games.grudge.content import MONSTERS, WARRIOR, MatchConfig
from generator.games.grudge.map.squares import NAMES
from generator.games.grudge.state import GrudgeState

DIE = "d6"


def cards(state: GrudgeState) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """Yield each deck: its key in positions, its side, all its cards, and those in the position."""
    config = state.config
    own = [*state.w_deck, *state.w_discard, *state.hand, *state.slots, *state.set_aside(WARRIOR)]
    yield "warrior-deck", WARRIOR, config.action_cards, own
    own = [*state.initiative_hand, *state.initiative_discard, state.initiative]
    yield "initiative-hand", WARRIOR, config.initiative_cards, own
    theirs = [*state.m_deck, *state.m_discard, *state.m_slots, *state.set_aside(MONSTERS)]
    yield "monster-deck", MONSTERS, config.action_cards, theirs
    theirs = [*state.mi_deck, *state.mi_discard, *state.m_initiative]
    yield "monster-initiative-deck", MONSTERS, config.initiative_cards, theirs


def pieces(state: GrudgeState) -> list[str]:
    """All cards, standees and Elements, including those in the box, sorted.

    Before the first Challenge all cards are in their box. Tokens are not counted.
    """
    config = state.config
    if not state.challenge:
        return printed(config)
    elements = Counter(each.element for each in state.elements) | Counter(_elements(config))
    found = [f"{who} {card}" for _, who, _, found in cards(state) for card in filter(None, found)]
    return sorted([*found, *elements.elements(), *({*state.figures} | {*config.standees}), DIE])


def printed(config: MatchConfig) -> list[str]:
    """All such pieces in the records, sorted."""
    deck = [*config.action_cards, *config.initiative_cards]
    decks = [f"{who} {card}" for who in (WARRIOR, MONSTERS) for card in deck]
    return sorted([*decks, *_elements(config), *config.standees, DIE])


def _elements(config: MatchConfig) -> list[str]:
    return [id for id, piece in config.elements.items() for _ in range(piece.copies)]


def invariants(state: GrudgeState) -> Iterator[PositionFault]:
    """Yield every violated invariant."""
    if state.challenge:
        yield from _cards(state)
    yield from _board(state)
    yield from _warrior(state)


def _cards(state: GrudgeState) -> Iterator[PositionFault]:
    """No card is lost or duplicated."""
    for key, _, cards_of_deck, found in cards(state):
        counts, expected = Counter(filter(None, found)), Counter(cards_of_deck)
        for card in sorted(counts | expected):
            if counts[card] != expected[card]:
                message = f"the card {card} occurs {counts[card]} times instead of {expected[card]}"
                yield "check-conserve", (key,), message


def _board(state: GrudgeState) -> Iterator[PositionFault]:
    """Elements do not overlap, and no two Characters share a square."""
    covered = Counter(square for each in state.elements for square in each.squares)
    for square, times in sorted(covered.items()):
        if times > 1:
            yield "element-placement", ("elements",), f"Elements overlap on {NAMES[square]}"
    used = Counter(each.element for each in state.elements)
    for element, times in sorted(used.items()):
        if times > state.config.elements[element].copies:
            yield "room-table", ("elements",), f"there are not {times} of {element}"
    stands = Counter(each.at for each in state.figures.values() if each.at >= 0)
    for square, times in sorted(stands.items()):
        if times > 1:
            yield "move-orthogonal", ("monsters",), f"two Characters stand on {NAMES[square]}"
        if state.terrain.barred >> square & 1:
            yield "move-blocked", ("monsters",), f"nobody can stand on {NAMES[square]}"
    if state.figures[WARRIOR].at < 0 and len(state.figures) > 1:
        yield "empty-square", ("warrior",), "the Warrior stands nowhere, but Monsters do"
    elif state.figures[WARRIOR].at < 0 and _has_come_in(state):
        yield "starting-edge", ("warrior",), "the Warrior must stand on a square by now"


BEFORE = ("stats", "loadout", "challenge", "room", "place", "edge-roll", "edge", "warrior")
"""Steps before the Warrior is on the board, apart from rolls."""


def _has_come_in(state: GrudgeState) -> bool:
    """Whether the next step needs the Warrior on the board."""
    if not state.pending:
        return False
    step = state.pending[-1]
    if step.name in ("spend", "rolled"):
        return step.about[0] not in ("room", "edge")
    return step.name not in BEFORE


def _warrior(state: GrudgeState) -> Iterator[PositionFault]:
    """The rules allow the Warrior's Stats, armour and Weapons, and every Character has Health."""
    warrior = state.warrior
    if state.stats and state.stats not in state.config.spreads:
        yield "card-values", ("stats",), f"the Stats cannot be {list(state.stats)}"
    for piece, notches in state.notches.items():
        if notches > state.config.armour[piece]:
            yield "armour-destroyed", ("notches", piece), f"{notches} Notches are too many"
    if warrior.shield and state.notches.get("shield", 9) >= state.config.armour["shield"]:
        yield "armour-destroyed", ("warrior",), "the Warrior has no whole Shield"
    both = [each for each in warrior.dropped if each in state.weapons]
    if len(both) > state.tally.get("weapons looted", 0):  # a second one can only be loot
        message = f"the {both[0]} is both carried and dropped"
        yield "disarmed-state", ("weapons",), message
    if warrior.weapon and warrior.weapon not in state.weapons:
        yield "choose-wielded", ("weapons",), f"the Warrior carries no {warrior.weapon}"
    for id, figure in state.figures.items():
        if figure.health <= 0 and not state.outcome:
            yield "defeated", ("monsters",), f"{id} has no Health left"
