"""Redraw: cards unknown to a seat are drawn again at random.

Cards of a deck that everybody has seen stay in it, and every redrawn deck is legal.
"""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.rng import Rng
from generator.games.gruff.content import MatchConfig
from generator.games.gruff.rules.setup import fill_drops, pack_of
from generator.games.gruff.state import GruffState


def redraw(state: GruffState, seat: int, rng: Rng) -> None:
    """Redraw, in place, everything that the seat does not know."""
    for other in range(state.config.players):
        if other == seat:
            continue
        state.drawn[other] = ()
        if state.dropped[other]:
            _redraw_pack(state, other, rng)
    for side, other in enumerate(state.pair):
        if other == seat:
            state.decks[side] = tuple(rng.shuffled(sorted(state.decks[side])))
        elif other >= 0:
            _redraw_hand(state, side, rng)


def _redraw_pack(state: GruffState, seat: int, rng: Rng) -> None:
    """Redraw the cards that another seat has left out of its pools, but never seen ones."""
    content, number = state.config.content, len(state.dropped[seat])
    seen = {*state.seen[seat], *_announced(state, seat)}
    pools = [content.gruffs[gruff].pool for gruff in state.teams[seat]]
    unseen = [[card for card in pool if card not in seen] for pool in pools]
    if not state.packs[seat]:
        state.dropped[seat] = ()
        free = [card for pool in unseen for card in pool]
        fill_drops(state, seat, rng, free, number)
        return
    most = content.shepherds[state.shepherds[seat]].breaking_point
    state.dropped[seat] = _drops(pools, unseen, most, state.config, rng)
    state.packs[seat] = pack_of(state, seat)


def _drops(
    pools: Sequence[Sequence[int]],
    unseen: Sequence[Sequence[int]],
    most: int,
    config: MatchConfig,
    rng: Rng,
) -> tuple[int, ...]:
    """Random cards that a whole deck may have been built without.

    If too many Ultimates would be left, some are exchanged with plain cards that were left out.
    """
    cards, figures = config.content.cards, config.figures
    out: list[int] = []
    inside: list[int] = []
    kept = 0
    for pool, free in zip(pools, unseen, strict=True):
        number = len(pool) - figures.pool_in_deck
        shuffled = rng.shuffled(free)
        out += shuffled[:number]
        inside += [card for card in shuffled[number:] if cards[card].ultimate]
        kept += sum(cards[card].ultimate for card in pool if card not in shuffled[:number])
    for ultimate in inside:
        if kept <= most:
            break
        for place, card in enumerate(out):
            if cards[card].pool == cards[ultimate].pool and not cards[card].ultimate:
                out[place] = ultimate
                kept -= 1
                break
    return tuple(out)


def _redraw_hand(state: GruffState, side: int, rng: Rng) -> None:
    """Redraw another player's hand and the order of the deck."""
    cards = state.config.content.cards
    shown = state.shown[side]
    known = (*shown, *_announced(state, state.pair[side]).difference(shown))
    open_cards = {*state.discards[side], *known, state.playing}
    for on in state.cards_on:
        open_cards.update(card for card in on if state.owner[cards[card].pool] == side)
    pack = state.packs[state.pair[side]]
    unseen = rng.shuffled(card for card in pack if card not in open_cards)
    number = len(state.hands[side]) - len(known)
    state.hands[side] = (*known, *unseen[:number])
    state.decks[side] = tuple(unseen[number:])


def _announced(state: GruffState, seat: int) -> set[int]:
    """The card in a hand that is about to be played, once its host is chosen."""
    return {
        card
        for step in state.pending
        if (step.name, step.seat) == ("host", seat)
        for card in step.about
    }
