"""Turns what a position says of cards into hands, draw piles and discards; nothing is left over."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from generator.games.ggt.invariants import in_test
from generator.games.ggt.rules.cards import bits

if TYPE_CHECKING:
    from generator.games.ggt.reader import Reader
    from generator.games.ggt.state import GgtState


def read_cards(reader: Reader, state: GgtState, dealt: Container[int]) -> None:
    """Hands, piles and discards; those in `dealt` who are given no hand get a full one."""
    people = reader.config.people
    hands, discards, piles = (reader.seats(key) for key in ("hands", "discards", "piles"))
    for seat in state.living:
        name = people[seat]
        rest = reader.box.whole_deck
        for card in in_test(state, seat):
            rest &= ~(1 << card)
        if seat in hands:
            hand = reader.cards(hands[seat], "hands", name)
            state.hands[seat] = tuple(sorted(hand))
            rest &= ~sum(1 << card for card in set(hand))
        if seat in discards:
            gone = sum(1 << card for card in set(reader.cards(discards[seat], "discards", name)))
            state.used[seat] = gone
            rest &= ~gone
        if isinstance(piles.get(seat), (list, tuple)):
            pile = sum(1 << card for card in set(reader.cards(piles[seat], "piles", name)))
            left = rest & ~pile
            if left and seat in discards:
                says = f"{left.bit_count()} cards are in no hand, pile or discards"
                reader.fault(says, "piles", name, check="conserve")
            state.used[seat] |= left
            rest = pile
        if seat not in hands and seat in dealt:
            rest = _deal(reader, state, seat, rest)
        state.piles[seat] = rest
        count = piles.get(seat)
        if isinstance(count, int) and count != rest.bit_count():
            says = f"{rest.bit_count()} cards are left for this pile, not {count}"
            reader.fault(says, "piles", name, check="conserve")


def _deal(reader: Reader, state: GgtState, seat: int, rest: int) -> int:
    """A full hand at random, for a player of whom nothing is said; what is left after it."""
    cards = reader.filling.shuffled(bits(rest))[: state.body[seat].smarts]
    state.hands[seat] = tuple(sorted(cards))
    return rest & ~sum(1 << card for card in cards)
