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
    from generator.games.grudge.state import GrudgeState

PILES = ("warrior-deck", "warrior-discard", "monster-deck", "monster-discard")
INITIATIVE_PILES = ("monster-initiative-deck", "monster-initiative-discard")


def view(state: GrudgeState) -> dict[str, JsonValue]:
    """What the player knows, and anybody who looks on."""
    seen: dict[str, Any] = dump.to_data(state)
    for pile in (*PILES, *INITIATIVE_PILES):
        seen[pile] = len(seen[pile])
    seen["initiative-discard"] = sorted(seen["initiative-discard"])
    del seen["chance"]
    return seen


def redraw(state: GrudgeState, rng: Rng) -> None:
    """Draws anew, in place, how the cards lie that nobody sees."""
    jokers = state.config.jokers
    state.w_deck, state.w_discard = _deal(state.w_deck, state.w_discard, jokers, rng)
    state.m_deck, state.m_discard = _deal(state.m_deck, state.m_discard, jokers, rng)
    state.mi_deck, state.mi_discard = _deal(state.mi_deck, state.mi_discard, jokers, rng)
    state.initiative_discard = tuple(sorted(state.initiative_discard))
    state.rng = rng.fork()
    state.clear_legal_moves()


def _deal(
    deck: tuple[str, ...], discard: tuple[str, ...], jokers: frozenset[str], rng: Rng
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A deck and a discard pile of the same size; Jokers are never discarded (`joker-stays-aside`)."""
    cards = rng.shuffled(sorted(card for card in (*deck, *discard) if card not in jokers))
    size = len(discard)
    below = [*cards[size:], *sorted(card for card in deck if card in jokers)]
    return tuple(rng.shuffled(below)), tuple(cards[:size])
