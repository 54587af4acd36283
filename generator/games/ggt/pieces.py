"""Turns the contents of the box into the names of its pieces, so that none can get lost unseen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from generator.games.ggt.content import Box


class Pieces:
    """The name of every physical piece; the groups are in the order of the alphabet."""

    power = "Power token"

    def __init__(self, box: Box) -> None:
        self._signs = [card.sign for card in box.cards]
        self.decks: list[list[str]] = [
            sorted(self.card(number, card) for card in range(len(self._signs)))
            for number in range(len(box.seats))
        ]
        """The cards of every deck, sorted."""
        self.initiative = [f"initiative card {value}" for value in box.initiative]
        self.limbs = [f"limb {limb.id}" for limb in box.limbs]
        """The limbs by their numbers, which is not sorted."""
        self.rest: list[str] = sorted(
            [
                *(f"map {id}" for id in box.boards),
                *(f"monitor {seat}" for seat in box.seats),
                *(f"object {id}" for id in box.weights),
                *(f"pawn {monster.id}" for monster in box.monsters),
                *(f"torso {monster.id}" for monster in box.monsters),
                *["tracking token"] * box.tracking,
            ]
        )
        """What no rule takes away from where it belongs."""

    def card(self, deck: int, card: int) -> str:
        """The name of a card in a deck, both by their numbers."""
        return f"deck {deck + 1} {self._signs[card]}"
