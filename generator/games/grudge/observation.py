"""Turns a state into what the player may know of it: its view, and a state it might be instead.

Hidden are the order of all decks, and what lies in the discard piles, for cards of earlier Rounds
may not be looked at (`no-peeking`).  Everything else is open (`cards-open`), the Initiative Hand and
the Jokers set aside among it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from generator.engine.events import JsonValue
from generator.engine.rng import Rng
from generator.games.grudge import dump

if TYPE_CHECKING:
    from generator.games.grudge.state import Camp

PILES = ("warrior-deck", "warrior-discard", "monster-deck", "monster-discard")
INITIATIVE_PILES = ("monster-initiative-deck", "monster-initiative-discard")


def view(camp: Camp) -> dict[str, JsonValue]:
    """What the player knows, and anybody who looks on."""
    seen: dict[str, Any] = dump.to_data(camp)
    for pile in (*PILES, *INITIATIVE_PILES):
        seen[pile] = len(seen[pile])
    seen["initiative-discard"] = sorted(seen["initiative-discard"])
    del seen["chance"]
    return seen


def redraw(camp: Camp, rng: Rng) -> None:
    """Draws anew, in place, how the cards lie that nobody sees."""
    jokers = camp.setting.jokers
    camp.w_deck, camp.w_discard = _deal(camp.w_deck, camp.w_discard, jokers, rng)
    camp.m_deck, camp.m_discard = _deal(camp.m_deck, camp.m_discard, jokers, rng)
    camp.mi_deck, camp.mi_discard = _deal(camp.mi_deck, camp.mi_discard, jokers, rng)
    camp.initiative_discard = tuple(sorted(camp.initiative_discard))
    camp.rng = rng.fork()
    camp.clear_legal_moves()


def _deal(
    deck: tuple[str, ...], discard: tuple[str, ...], jokers: frozenset[str], rng: Rng
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A deck and a discard pile of the same size; Jokers are never discarded (`joker-stays-aside`)."""
    cards = rng.shuffled(sorted(card for card in (*deck, *discard) if card not in jokers))
    size = len(discard)
    below = [*cards[size:], *sorted(card for card in deck if card in jokers)]
    return tuple(rng.shuffled(below)), tuple(cards[:size])
