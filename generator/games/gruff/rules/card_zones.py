"""Turns a card's way through deck, hand, table and discard pile into moves of that card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event

if TYPE_CHECKING:
    from generator.games.gruff.state import Table


def reveal(table: Table, card: int) -> None:
    """From now on everybody knows that this card is in its deck."""
    seat = table.seat_of_card(card)
    if card not in table.seen[seat]:
        table.seen[seat] = (*table.seen[seat], card)


def draw(table: Table, side: int, n: int, rule: str, events: list[Event]) -> None:
    """Takes cards from the top of a deck, one by one; an empty one gives none (`empty-deck`)."""
    seat = table.pair[side]
    deck = table.decks[side]
    taken = deck[len(deck) - n :][::-1] if n < len(deck) else deck[::-1]
    if taken:
        table.decks[side] = deck[: len(deck) - len(taken)]
        table.hands[side] = table.hands[side] + taken
        cards = table.setting.content.card_ids(taken)
        events.append(Event("draw", rule, seat, {"cards": cards}, only=seat))
    if len(taken) < n:
        events.append(Event("no-draw", "empty-deck", seat, {"missing": n - len(taken)}))


def leave_hand(table: Table, side: int, card: int) -> None:
    """Takes a card out of a hand, for all to see."""
    hand = list(table.hands[side])
    hand.remove(card)
    table.hands[side] = tuple(hand)
    if card in table.shown[side]:
        table.shown[side] = tuple(each for each in table.shown[side] if each != card)
    reveal(table, card)


def discard(table: Table, side: int, card: int, rule: str, events: list[Event]) -> None:
    """Puts a card from a hand on its owner's discard pile."""
    leave_hand(table, side, card)
    table.discards[side] = (*table.discards[side], card)
    facts = {"card": table.setting.content.cards[card].id}
    events.append(Event("discard", rule, table.pair[side], facts))


def take_off(table: Table, card: int, rule: str, events: list[Event]) -> None:
    """Puts a card that lies on a gruff on its owner's discard pile (`controller`)."""
    for fighter, on in enumerate(table.cards_on):
        if card in on:
            table.cards_on[fighter] = tuple(each for each in on if each != card)
    side = table.owner[table.setting.content.cards[card].pool]
    table.discards[side] = (*table.discards[side], card)
    table.bonuses = None
    facts = {"card": table.setting.content.cards[card].id}
    events.append(Event("off", rule, table.pair[side], facts))
