"""Turns decks into the cards of a Round, and the cards of a Round into discard piles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from generator.engine.events import Event
from generator.engine.pending import Step, then
from generator.games.grudge.content import NO_CARDS, WARRIOR
from generator.games.grudge.moves import Move
from generator.games.grudge.rules.damage import finish
from generator.games.grudge.state import GrudgeState

ENRAGED = "enraged"


def shuffle_decks(state: GrudgeState) -> None:
    """`challenge-reshuffle`: three decks whole again; the Initiative Hand is not touched."""
    config, rng = state.config, state.rng
    state.w_deck = tuple(rng.shuffled(config.action_cards))
    state.m_deck = tuple(rng.shuffled(config.action_cards))
    state.mi_deck = tuple(rng.shuffled(config.initiative_cards))
    state.w_discard = state.m_discard = state.mi_discard = state.aside = ()


def begin_round(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`draw-three`; then the steps of the Round wait in their order."""
    if state.round >= state.config.number["rounds"]:
        finish(state, "unfinished", "sim-cap", events)
        return
    state.round += 1
    state.rounds += 1
    state.joker = state.dragged = state.reached = state.fell = False
    state.shared_aid = ""
    state.figures = {
        id: figure._replace(acted=False, reacted=False, interrupted=False, steps=0, struck=False)
        for id, figure in state.figures.items()
    }
    state.note(events, "round", "draw-three", round=state.round)
    drawn: list[str] = []
    for _ in range(state.config.number["draw"]):
        drawn.append(_draw_warrior(state, events))
    state.hand = tuple(drawn)
    state.note(events, "draw", "draw-three", WARRIOR, cards=drawn)
    state.pending = then(
        state.pending,
        Step("initiative", 0),
        Step("assign", 0),
        Step("monster-cards"),
        Step("turns"),
        Step("end-round"),
    )


def _draw_warrior(state: GrudgeState, events: list[Event]) -> str:
    """`joker-aside`; an empty deck is made of the shuffled discards (`empty-decks`)."""
    while True:
        if not state.w_deck:
            state.w_deck = tuple(state.rng.shuffled(state.w_discard))
            state.w_discard = ()
            state.note(events, "refill", "empty-decks", WARRIOR, cards=len(state.w_deck))
        card, state.w_deck = state.w_deck[-1], state.w_deck[:-1]
        if card not in state.config.jokers:
            return card
        _set_aside(state, WARRIOR, card, events)


def _draw_monster(state: GrudgeState, events: list[Event]) -> str:
    """`joker-aside`; an empty deck is its discard pile turned over (`empty-decks`)."""
    while True:
        if not state.m_deck:
            state.m_deck, state.m_discard = state.m_discard[::-1], ()
            state.note(events, "flip", "empty-decks", deck="action")
        card, state.m_deck = state.m_deck[-1], state.m_deck[:-1]
        if card not in state.config.jokers:
            return card
        _set_aside(state, "monsters", card, events)


def _set_aside(state: GrudgeState, whose: str, card: str, events: list[Event]) -> None:
    state.joker = True
    state.aside = (*state.aside, f"{whose} {card}")
    state.note(events, "joker", "joker-aside", deck=whose)
    state.count("jokers")


# The Warrior's cards


def initiative_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`choose-initiative`; `enraged`: the lowest."""
    config = state.config
    held = state.initiative_hand
    if ENRAGED in state.warrior.conditions:
        held = (min(held, key=config.value.__getitem__),)
    return [Move("initiative", config.rank_of[card]) for card in held]


def choose_initiative(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    card = state.config.ranks[move.one]
    state.initiative = card
    state.initiative_hand = tuple(other for other in state.initiative_hand if other != card)
    rule = "enraged" if ENRAGED in state.warrior.conditions else "choose-initiative"
    state.note(events, "initiative", rule, WARRIOR, card=card)


def assign_moves(state: GrudgeState, step: Step) -> Sequence[Move]:
    """`assign-cards`: each of the three places gets one."""
    return [Move("assign", *cards) for cards in permutations(state.hand)]


def assign(state: GrudgeState, step: Step, move: Move, events: list[Event]) -> None:
    state.slots = (move.one, move.other, move.third)
    state.hand = ()
    state.note(events, "assign", "assign-cards", WARRIOR, cards=list(state.slots))


# The Monsters' cards


def monster_cards(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`monster-initiative`, `enraged-monsters`, `monster-cards`."""
    enraged = any(ENRAGED in figure.conditions for figure in state.monsters())
    drawn = []
    for _ in range(state.config.number["enraged"] if enraged else 1):
        if not state.mi_deck:
            state.mi_deck, state.mi_discard = state.mi_discard[::-1], ()
            state.note(events, "flip", "monster-initiative-flip", deck="initiative")
        if state.mi_deck:
            drawn.append(state.mi_deck[-1])
            state.mi_deck = state.mi_deck[:-1]
    state.m_initiative = tuple(drawn)
    rule = "enraged-monsters" if enraged else "monster-initiative"
    state.note(events, "monster-initiative", rule, cards=drawn)
    state.m_slots = tuple(_draw_monster(state, events) for _ in range(state.config.number["draw"]))
    state.note(events, "monster-cards", "monster-cards", cards=list(state.m_slots))


# The end of the Round


def end_round(state: GrudgeState, step: Step, events: list[Event]) -> None:
    """`end-of-round`, `discard-order`, `joker-reset`, `hand-empty-when`, `challenge-end`."""
    state.note(events, "end", "end-of-round", round=state.round)
    state.w_discard += state.slots
    state.m_discard += state.m_slots
    state.mi_discard += state.m_initiative
    state.initiative_discard += (state.initiative,)
    cards = [*state.m_slots, *state.m_initiative]
    state.note(events, "discard", "discard-order", cards=cards)
    state.slots = state.m_slots = NO_CARDS
    state.m_initiative, state.initiative = (), ""
    if state.joker:
        state.joker = False
        state.m_deck += state.m_discard[::-1]
        state.mi_deck += state.mi_discard[::-1]
        state.m_discard = state.mi_discard = ()
        state.note(events, "reset", "joker-reset", left=len(state.m_deck))
        state.count("joker resets")
    if not state.initiative_hand:
        take_back(state)
        state.note(events, "hand", "hand-kept", WARRIOR)
    over = not state.monsters()
    state.pending = then(state.pending, Step("challenge-end" if over else "round"))


def take_back(state: GrudgeState) -> None:
    """`hand-kept`: all Initiative cards are in hand again."""
    state.initiative_hand = tuple(state.config.initiative_cards)
    state.initiative_discard = ()
