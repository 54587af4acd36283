"""Moves cards from place to place, and keeps what has been named pointing to its card.

A card that a step has named is remembered by where it lies, not by what it is: so nothing in a
position tells more of a hidden card than everybody knows.
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
    """Puts one card on top of another place, whose last card is its top; returns the card."""
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
    """Shuffles a pile; what was named in it is lost sight of."""
    position[place] = rng.shuffled(position[place])
    forget(position, place)


def forget(position: Position, place: str) -> None:
    """Nothing in this pile is known by a name any more."""
    lost = [
        name
        for name, where in position["named"].items()
        if isinstance(where, dict) and where["place"] == place
    ]
    for name in lost:
        del position["named"][name]
