"""Card moves between places; names given by steps keep pointing to their cards.

A card that a step has named is remembered by its position, not by its identity, so that nothing in
a game position reveals more of a hidden card than everybody knows.
"""

from __future__ import annotations

from generator.engine.rng import Rng
from generator.engine.scripted.namespace import Position, cards_at
from generator.engine.scripted.setup import Content

Spot = tuple[str, int | None]
"""A pile (no seat), or the hand of a seat."""


def spot(content: Content, place: str, seat: int) -> Spot:
    """The pile with that name, or the seat's own hand."""
    return place, (seat if place in content.hands else None)


def transfer(position: Position, start: Spot, index: int, goal: Spot) -> str:
    """Move one card on top of another place, whose last card is its top; return the card."""
    cards, onto = cards_at(position, *start), cards_at(position, *goal)
    index %= len(cards)
    card = cards.pop(index)
    onto.append(card)
    for where in position["named"].values():
        if isinstance(where, dict) and (where["place"], where["seat"]) == start:
            if where["index"] == index:
                where.update(place=goal[0], seat=goal[1], index=len(onto) - 1)
            elif where["index"] > index:
                where["index"] -= 1
    return card


def shuffle(position: Position, place: str, rng: Rng) -> None:
    """Shuffle a pile; names given to its cards are forgotten."""
    position[place] = rng.shuffled(position[place])
    forget(position, place)


def forget(position: Position, place: str) -> None:
    """Forget the names given to cards of this pile."""
    lost = [
        name
        for name, where in position["named"].items()
        if isinstance(where, dict) and where["place"] == place
    ]
    for name in lost:
        del position["named"][name]
