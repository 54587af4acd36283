"""Playing cards: draws, reshuffles and random discards."""

from __future__ import annotations

from generator.engine.events import Event, JsonValue
from generator.games.ggt.content import bits
from generator.games.ggt.state import GgtState


def take_top(state: GgtState, seat: int, events: list[Event]) -> int | None:
    """Take the top card of a draw pile; None if there is none.

    `discards-reshuffle`: an empty pile is refilled from the discards first.
    """
    if not state.piles[seat]:
        if not state.discards[seat]:
            return None
        state.piles[seat], state.discards[seat] = state.discards[seat], 0
        cards = state.piles[seat].bit_count()
        events.append(Event("reshuffle", "discards-reshuffle", seat, {"cards": cards}))
    card = state.rng.pick(bits(state.piles[seat]))
    state.piles[seat] ^= 1 << card
    return card


def draw(state: GgtState, seat: int, count: int, events: list[Event]) -> int:
    """Draw into the hand, as far as there are cards; return the number of cards drawn."""
    drawn = []
    for _ in range(count):
        card = take_top(state, seat, events)
        if card is None:
            break
        drawn.append(card)
    state.hands[seat] = tuple(sorted((*state.hands[seat], *drawn)))
    return len(drawn)


def show_hand(state: GgtState, seat: int, rule: str, events: list[Event]) -> None:
    """Show a player, and nobody else, their new hand."""
    cards = state.config.box.cards
    signs = [cards[card].sign for card in state.hands[seat]]
    events.append(Event("hand", rule, seat, {"cards": signs}, only=seat))


def trim(state: GgtState, seat: int, events: list[Event], rule: str = "hand-limit") -> None:
    """`hand-limit`: discard at random until the hand is no larger than Smarts."""
    over = len(state.hands[seat]) - state.body[seat].smarts
    if over <= 0:
        return
    hand = list(state.hands[seat])
    gone = []
    for _ in range(over):
        gone.append(hand.pop(state.rng.below(len(hand))))
    state.hands[seat] = tuple(hand)
    for card in gone:
        state.discards[seat] |= 1 << card
    cards = state.config.box.cards
    facts: dict[str, JsonValue] = {"cards": [cards[card].sign for card in gone], "left": len(hand)}
    events.append(Event("discard", rule, seat, facts))
