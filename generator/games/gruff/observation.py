"""Turns a state into what one seat may know of it: its view, and a state it might be instead.

Hidden from everybody is the order of both decks; known to one player only are the cards in hand and
those left out of the deck, until they are seen.  All else is open, also which cards a player has
taken back into hand for all to see.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from generator.engine.events import JsonValue
from generator.engine.rng import Rng
from generator.games.gruff import dump
from generator.games.gruff.content import Setting
from generator.games.gruff.rules.setup import fill_drops, pack_of

if TYPE_CHECKING:
    from generator.games.gruff.state import Table


def view(table: Table, seat: int | None) -> dict[str, JsonValue]:
    """What a seat knows; None: what everybody knows."""
    seen: dict[str, Any] = dump.to_data(table)
    own = None if seat is None else table.setting.seats[seat]
    for secret in ("hands", "dropped", "packs"):
        for who, cards in seen.get(secret, {}).items():
            seen[secret][who] = cards if who == own else len(cards)
    for who, cards in seen.get("decks", {}).items():
        seen["decks"][who] = len(cards)
    del seen["chance"], seen["drawn"]
    return seen


def redraw(table: Table, seat: int, rng: Rng) -> None:
    """Draws anew, in place, all that the seat does not know."""
    for other in range(table.setting.players):
        if other == seat:
            continue
        table.drawn[other] = ()
        if table.dropped[other]:
            _redraw_pack(table, other, rng)
    for side, other in enumerate(table.pair):
        if other == seat:
            table.decks[side] = tuple(rng.shuffled(sorted(table.decks[side])))
        elif other >= 0:
            _redraw_hand(table, side, rng)
    table.rng = rng.fork()
    table.clear_legal_moves()


def _redraw_pack(table: Table, seat: int, rng: Rng) -> None:
    """Which cards of its pools another seat has left out, seen ones never."""
    content, number = table.setting.content, len(table.dropped[seat])
    seen = table.seen[seat]
    pools = [content.gruffs[gruff].pool for gruff in table.teams[seat]]
    unseen = [[card for card in pool if card not in seen] for pool in pools]
    if not table.packs[seat]:
        table.dropped[seat] = ()
        free = [card for pool in unseen for card in pool]
        fill_drops(table, seat, rng, free, number)
        return
    most = content.shepherds[table.shepherds[seat]].breaking_point
    table.dropped[seat] = _drops(pools, unseen, most, table.setting, rng)
    table.packs[seat] = pack_of(table, seat)


def _drops(
    pools: Sequence[Sequence[int]],
    unseen: Sequence[Sequence[int]],
    most: int,
    setting: Setting,
    rng: Rng,
) -> tuple[int, ...]:
    """Cards that a whole deck may have been built without, at random.

    Where too many Ultimates would be left, some change places with plain cards that are out.
    """
    cards, figures = setting.content.cards, setting.figures
    out: list[int] = []
    inside: list[int] = []
    kept = 0
    for pool, free in zip(pools, unseen, strict=True):
        number = len(pool) - figures.pool_in_deck
        mixed = rng.shuffled(free)
        out += mixed[:number]
        inside += [card for card in mixed[number:] if cards[card].ultimate]
        kept += sum(cards[card].ultimate for card in pool if card not in mixed[:number])
    for ultimate in inside:
        if kept <= most:
            break
        for place, card in enumerate(out):
            if cards[card].pool == cards[ultimate].pool and not cards[card].ultimate:
                out[place] = ultimate
                kept -= 1
                break
    return tuple(out)


def _redraw_hand(table: Table, side: int, rng: Rng) -> None:
    """What another player holds, and in which order the deck lies."""
    cards = table.setting.content.cards
    open_cards = {*table.discards[side], *table.shown[side], table.playing}
    for on in table.cards_on:
        open_cards.update(card for card in on if table.owner[cards[card].pool] == side)
    pack = table.packs[table.pair[side]]
    unseen = rng.shuffled(card for card in pack if card not in open_cards)
    number = len(table.hands[side]) - len(table.shown[side])
    table.hands[side] = (*table.shown[side], *unseen[:number])
    table.decks[side] = tuple(unseen[number:])
