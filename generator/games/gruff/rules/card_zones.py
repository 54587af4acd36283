"""Card zones: moves cards between deck, hand, table and discard pile."""

from __future__ import annotations

from generator.engine.events import Event, new_event
from generator.engine.pending import Step
from generator.games.gruff.moves import Move
from generator.games.gruff.rules.event_makers import (
    discard_event,
    draw_event,
    no_draw_event,
    off_event,
)
from generator.games.gruff.state import GruffState


def draw(state: GruffState, side: int, n: int, rule: str, events: list[Event]) -> None:
    """Draw cards from the top of a deck, one by one; an empty one gives none (`empty-deck`)."""
    seat = state.pair[side]
    deck = state.decks[side]
    taken = deck[: -n - 1 : -1]
    if taken:
        state.decks[side] = deck[:-n]
        state.hands[side] += taken
        cards = state.config.content.card_ids(taken)
        if n == 1:
            events.append(draw_event(rule, seat, cards[0]))
        else:
            events.append(new_event("draw", rule, seat, {"cards": cards}, only=seat))
    if len(taken) < n:
        events.append(no_draw_event("empty-deck", seat, n - len(taken)))


def leave_hand(state: GruffState, side: int, card: int) -> None:
    """Take a card out of a hand, face up."""
    hand, seat = state.hands[side], state.pair[side]
    cards = [*hand]
    cards.remove(card)
    state.hands[side] = tuple(cards)
    if card in state.shown[side]:
        state.shown[side] = tuple(each for each in state.shown[side] if each != card)
    if card not in state.seen[seat]:
        state.seen[seat] += (card,)


def discard(state: GruffState, side: int, card: int, rule: str, events: list[Event]) -> None:
    """Put a card from a hand on its owner's discard pile."""
    leave_hand(state, side, card)
    state.discards[side] += (card,)
    id = state.config.content.cards[card].id
    events.append(discard_event(rule, state.pair[side], id))


def take_off(state: GruffState, card: int, rule: str, events: list[Event]) -> None:
    """Put a card from a gruff on its owner's discard pile (`controller`)."""
    for fighter, on in enumerate(state.cards_on):
        if card in on:
            state.take_card(fighter, card)
            break
    side = state.owner[state.config.content.cards[card].pool]
    state.discards[side] += (card,)
    id = state.config.content.cards[card].id
    events.append(off_event(rule, state.pair[side], id))


# Discards of a player


def hand(state: GruffState, step: Step) -> list[Move]:
    """Every card in the hand of the deciding seat, to be discarded."""
    cards = state.hands[state.pair.index(step.decider)]
    return [state.config.content.discard[card] for card in sorted(cards)]


def trim(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Discard a card above the hand limit."""
    card = state.config.content.card_number[move.about]
    discard(state, state.side, card, "hand-limit", events)
    state.pending += (Step("limit"),)


def discard_one(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Discard one card of several to an effect."""
    side, left = state.pair.index(step.decider), step.about[0] - 1
    discard(state, side, state.config.content.card_number[move.about], "text-wins", events)
    if left:
        state.pending += (Step("discard", step.seat, (left,)),)
