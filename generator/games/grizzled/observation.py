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
    from generator.games.grizzled.state import Table

FACE_DOWN = "face-down"


def view(table: Table, seat: int | None) -> dict[str, JsonValue]:
    """What a seat knows; None: what everybody knows."""
    seen: dict[str, Any] = dump.to_data(table)
    own = None if seat is None else table.setting.people[seat]
    for pile in ("trials", "reserve", "boxed"):
        seen[pile] = len(seen[pile])
    for secret in ("hands", "tiles"):
        for who, things in seen[secret].items():
            seen[secret][who] = things if who == own else len(things)
    seen["played"] = {who: id if who == own else FACE_DOWN for who, id in seen["played"].items()}
    del seen["chance"]
    return seen


def redraw(table: Table, seat: int, rng: Rng) -> None:
    """Draws anew, in place, all that the seat does not know."""
    others = [other for other in range(table.setting.players) if other != seat]
    unseen = table.trials + table.reserve
    for other in others:
        unseen += table.hands[other]
    # Sorted before it is mixed, so that nothing tells how the cards really lie.
    cards = rng.shuffled(sorted(unseen))
    for other in others:
        table.hands[other] = tuple(cards.pop() for _ in table.hands[other])
    size = len(table.trials)
    table.trials, table.reserve = cards[:size], cards[size:]
    _redraw_tiles(table, seat, rng)
    table.rng = rng.fork()
    table.clear_legal_moves()


def _redraw_tiles(table: Table, seat: int, rng: Rng) -> None:
    """Draws the tiles anew that the seat does not see: those of all other holders, and the boxed."""
    others = [holder for holder in range(table.setting.holders) if holder != seat]
    unseen = [*table.boxed]
    for holder in others:
        unseen += table.tiles[holder]
        if table.played[holder]:
            unseen.append(table.played[holder])
    tiles = rng.shuffled(sorted(unseen))
    for holder in others:
        table.tiles[holder] = tuple(tiles.pop() for _ in table.tiles[holder])
        if table.played[holder]:
            table.played[holder] = tiles.pop()
    table.boxed = tuple(tiles)
