"""Turns a state into what one seat may know of it: its view, and a state it might be instead.

Hidden from everybody are the order of both piles, the boxed tiles and the Chaplain's tiles; known
to one player only are the cards in hand (`hand-secret`) and the tiles, played or not
(`tile-secret`, `tiles-face-down`).  The numbers of all of them are open (`piles-countable`), and so
is everything else (`discards-public`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from generator.engine.events import JsonValue
from generator.engine.rng import Rng
from generator.games.grizzled import dump

if TYPE_CHECKING:
    from generator.games.grizzled.state import GrizzledState

FACE_DOWN = "face-down"


def view(state: GrizzledState, seat: int | None) -> dict[str, JsonValue]:
    """What a seat knows; None: what everybody knows."""
    seen: dict[str, Any] = dump.to_data(state)
    own = None if seat is None else state.config.people[seat]
    for pile in ("trials", "reserve", "boxed"):
        seen[pile] = len(seen[pile])
    for secret in ("hands", "tiles"):
        for who, things in seen[secret].items():
            seen[secret][who] = things if who == own else len(things)
    seen["played"] = {who: id if who == own else FACE_DOWN for who, id in seen["played"].items()}
    del seen["chance"]
    return seen


def redraw(state: GrizzledState, seat: int, rng: Rng) -> None:
    """Draws anew, in place, all that the seat does not know."""
    others = [other for other in range(state.config.players) if other != seat]
    unseen = state.trials + state.reserve
    for other in others:
        unseen += state.hands[other]
    # Sorted before it is mixed, so that nothing tells how the cards really lie.
    cards = rng.shuffled(sorted(unseen))
    for other in others:
        state.hands[other] = tuple(cards.pop() for _ in state.hands[other])
    size = len(state.trials)
    state.trials, state.reserve = cards[:size], cards[size:]
    _redraw_tiles(state, seat, rng)
    state.rng = rng.fork()
    state.clear_legal_moves()


def _redraw_tiles(state: GrizzledState, seat: int, rng: Rng) -> None:
    """Draws the tiles anew that the seat does not see: those of all other holders, and the boxed."""
    others = [holder for holder in range(state.config.holders) if holder != seat]
    unseen = [*state.boxed]
    for holder in others:
        unseen += state.tiles[holder]
        if state.played[holder]:
            unseen.append(state.played[holder])
    tiles = rng.shuffled(sorted(unseen))
    for holder in others:
        state.tiles[holder] = tuple(tiles.pop() for _ in state.tiles[holder])
        if state.played[holder]:
            state.played[holder] = tiles.pop()
    state.boxed = tuple(tiles)
