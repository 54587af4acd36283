"""Sleeves: how many of which size the cards of a kit need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache

from generator.base.units import Size, mm
from generator.press.layout.folds import folds_in
from generator.press.pieces.piece import Piece, is_straight

ROOM = Size(0.5, 1)
"""Maximum excess, in millimetres, of a card over the size its sleeve is made for: poker cards fit
standard sleeves."""
LOOSE = Size(2.5, 3)
"""Maximum amount, in millimetres, by which a card may be smaller without slipping about."""

DECK = 10
"""Minimum number of cards of a size: fewer are not shuffled, and need no sleeves."""


def sleeves_for(pieces: Iterable[Piece], sleeves: Mapping[str, Size]) -> dict[Size, int]:
    """The cards of decks among the pieces, by the size for which their sleeves are made, the most first.

    A card is a rectangle, perhaps with round corners and without a fold, that fits some sleeve, upright or
    turned.
    """
    found: Counter[Size] = Counter()

    @cache
    def best(card: Size) -> Size | None:
        fitting = [size for size in sleeves.values() if _fits(card, size)]
        return min(fitting, key=lambda size: _play(card, size), default=None)

    for piece in pieces:
        sleeve = best(Size(min(piece.size), max(piece.size)))
        if sleeve and _is_flat_rectangle(piece):
            found[sleeve] += piece.copies
    return {size: copies for size, copies in found.most_common() if copies >= DECK}


def _fits(card: Size, sleeve: Size) -> bool:
    width, height = mm(sleeve.width - card.width), mm(sleeve.height - card.height)
    return -ROOM.width <= width <= LOOSE.width and -ROOM.height <= height <= LOOSE.height


def _play(card: Size, sleeve: Size) -> float:
    """How far, in points, a card differs from the size that the sleeve is made for."""
    return abs(sleeve.width - card.width) + abs(sleeve.height - card.height)


def _is_flat_rectangle(piece: Piece) -> bool:
    return is_straight(piece.front.trim, piece.size) and not any(folds_in(piece.front.items))
