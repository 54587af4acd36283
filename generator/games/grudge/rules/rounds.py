"""Turns decks into the cards of a Round, and the cards of a Round into discard piles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import TYPE_CHECKING

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import NO_CARDS, WARRIOR
from generator.games.grudge.moves import Move
from generator.games.grudge.rules.damage import finish

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp

ENRAGED = "enraged"


def shuffle_decks(camp: Camp) -> None:
    """`challenge-reshuffle`: three decks whole again; the Initiative Hand is not touched."""
    setting, rng = camp.setting, camp.rng
    camp.w_deck = tuple(rng.shuffled(setting.action_cards))
    camp.m_deck = tuple(rng.shuffled(setting.action_cards))
    camp.mi_deck = tuple(rng.shuffled(setting.initiative_cards))
    camp.w_discard = camp.m_discard = camp.mi_discard = camp.aside = ()


def begin_round(camp: Camp, step: Step, events: list[Event]) -> None:
    """`draw-three`; then the steps of the Round wait in their order."""
    if camp.round >= camp.setting.number["rounds"]:
        finish(camp, "unfinished", "sim-cap", events)
        return
    camp.round += 1
    camp.rounds += 1
    camp.joker = camp.dragged = camp.reached = camp.fell = False
    camp.shared_aid = ""
    camp.figures = {
        id: figure._replace(acted=False, reacted=False, interrupted=False, steps=0, struck=False)
        for id, figure in camp.figures.items()
    }
    camp.note(events, "round", "draw-three", round=camp.round)
    drawn: list[str] = []
    for _ in range(camp.setting.number["draw"]):
        drawn.append(_draw_warrior(camp, events))
    camp.hand = tuple(drawn)
    camp.note(events, "draw", "draw-three", WARRIOR, cards=drawn)
    camp.pending = then(
        camp.pending,
        Step("initiative", 0),
        Step("assign", 0),
        Step("monster-cards"),
        Step("turns"),
        Step("end-round"),
    )


def _draw_warrior(camp: Camp, events: list[Event]) -> str:
    """`joker-aside`; an empty deck is made of the shuffled discards (`empty-decks`)."""
    while True:
        if not camp.w_deck:
            camp.w_deck = tuple(camp.rng.shuffled(camp.w_discard))
            camp.w_discard = ()
            camp.note(events, "refill", "empty-decks", WARRIOR, cards=len(camp.w_deck))
        card, camp.w_deck = camp.w_deck[-1], camp.w_deck[:-1]
        if card not in camp.setting.jokers:
            return card
        _set_aside(camp, WARRIOR, card, events)


def _draw_monster(camp: Camp, events: list[Event]) -> str:
    """`joker-aside`; an empty deck is its discard pile turned over (`empty-decks`)."""
    while True:
        if not camp.m_deck:
            camp.m_deck, camp.m_discard = camp.m_discard[::-1], ()
            camp.note(events, "flip", "empty-decks", deck="action")
        card, camp.m_deck = camp.m_deck[-1], camp.m_deck[:-1]
        if card not in camp.setting.jokers:
            return card
        _set_aside(camp, "monsters", card, events)


def _set_aside(camp: Camp, whose: str, card: str, events: list[Event]) -> None:
    camp.joker = True
    camp.aside = (*camp.aside, f"{whose} {card}")
    camp.note(events, "joker", "joker-aside", deck=whose)
    camp.count("jokers")


# The Warrior's cards


def initiative_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """`choose-initiative`; `enraged`: the lowest."""
    setting = camp.setting
    held = camp.initiative_hand
    if ENRAGED in camp.warrior.conditions:
        held = (min(held, key=setting.value.__getitem__),)
    return [Move("initiative", setting.rank_of[card]) for card in held]


def choose_initiative(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    card = camp.setting.ranks[move.one]
    camp.initiative = card
    camp.initiative_hand = tuple(other for other in camp.initiative_hand if other != card)
    rule = "enraged" if ENRAGED in camp.warrior.conditions else "choose-initiative"
    camp.note(events, "initiative", rule, WARRIOR, card=card)


def assign_moves(camp: Camp, step: Step) -> Sequence[Move]:
    """`assign-cards`: each of the three places gets one."""
    return [Move("assign", *cards) for cards in permutations(camp.hand)]


def assign(camp: Camp, step: Step, move: Move, events: list[Event]) -> None:
    camp.slots = (move.one, move.other, move.third)
    camp.hand = ()
    camp.note(events, "assign", "assign-cards", WARRIOR, cards=list(camp.slots))


# The Monsters' cards


def monster_cards(camp: Camp, step: Step, events: list[Event]) -> None:
    """`monster-initiative`, `enraged-monsters`, `monster-cards`."""
    enraged = any(ENRAGED in figure.conditions for figure in camp.monsters())
    drawn = []
    for _ in range(camp.setting.number["enraged"] if enraged else 1):
        if not camp.mi_deck:
            camp.mi_deck, camp.mi_discard = camp.mi_discard[::-1], ()
            camp.note(events, "flip", "monster-initiative-flip", deck="initiative")
        if camp.mi_deck:
            drawn.append(camp.mi_deck[-1])
            camp.mi_deck = camp.mi_deck[:-1]
    camp.m_initiative = tuple(drawn)
    rule = "enraged-monsters" if enraged else "monster-initiative"
    camp.note(events, "monster-initiative", rule, cards=drawn)
    camp.m_slots = tuple(_draw_monster(camp, events) for _ in range(camp.setting.number["draw"]))
    camp.note(events, "monster-cards", "monster-cards", cards=list(camp.m_slots))


# The end of the Round


def end_round(camp: Camp, step: Step, events: list[Event]) -> None:
    """`end-of-round`, `discard-order`, `joker-reset`, `hand-empty-when`, `challenge-end`."""
    camp.note(events, "end", "end-of-round", round=camp.round)
    camp.w_discard += camp.slots
    camp.m_discard += camp.m_slots
    camp.mi_discard += camp.m_initiative
    camp.initiative_discard += (camp.initiative,)
    cards = [*camp.m_slots, *camp.m_initiative]
    camp.note(events, "discard", "discard-order", cards=cards)
    camp.slots = camp.m_slots = NO_CARDS
    camp.m_initiative, camp.initiative = (), ""
    if camp.joker:
        camp.joker = False
        camp.m_deck += camp.m_discard[::-1]
        camp.mi_deck += camp.mi_discard[::-1]
        camp.m_discard = camp.mi_discard = ()
        camp.note(events, "reset", "joker-reset", left=len(camp.m_deck))
        camp.count("joker resets")
    if not camp.initiative_hand:
        take_back(camp)
        camp.note(events, "hand", "hand-kept", WARRIOR)
    over = not camp.monsters()
    camp.pending = then(camp.pending, Step("challenge-end" if over else "round"))


def take_back(camp: Camp) -> None:
    """`hand-kept`: all Initiative cards are in hand again."""
    camp.initiative_hand = tuple(camp.setting.initiative_cards)
    camp.initiative_discard = ()
