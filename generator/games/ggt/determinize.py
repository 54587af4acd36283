"""Determinization: a position that a seat cannot distinguish from the real one.

It redraws the cards in other hands and the commitments of others; draw piles have no order to hide.
Players usually commit the best card of a hand in combat, or the flip, and in another Test, where less
depends on it, the worst card, or nothing.
"""

from __future__ import annotations

from generator.engine.rng import Rng
from generator.games.ggt.combat_state import FLIP, NOTHING, UNCOMMITTED
from generator.games.ggt.content import bits
from generator.games.ggt.rules.combat import can_heal
from generator.games.ggt.rules.tests import may_flip
from generator.games.ggt.state import GgtState

USUAL_CARD, USUAL_FLIP = 70, 90
"""Share of redraws with the usual commitment, in percent; in the others any is possible.

In 30 games of bots it was 221 of 292 cards from hands of three or more, and 1475 of 1497 commitments
without cards.
"""


def redraw(state: GgtState, seat: int, rng: Rng) -> None:
    """Redraw, in place, everything that the seat does not know."""
    sides = state.contest.sides if state.contest else ()
    secret = list(state.contest.secret) if state.contest else []
    for other in state.living:
        if other == seat:
            continue
        place = sides.index(other) if other in sides else -1
        committed = secret[place] if place >= 0 else UNCOMMITTED
        _redraw_cards(state, other, rng, committed, secret, place)
    if state.contest:
        state.contest = state.contest._replace(secret=(secret[0], secret[1]))
    _redraw_answers(state, seat, rng)


def _redraw_cards(
    state: GgtState, seat: int, rng: Rng, committed: int, secret: list[int], place: int
) -> None:
    """Redraw a hand, and the card committed from it, from all cards that may be in it."""
    hand = state.hands[seat]
    if committed in (FLIP, NOTHING) and may_flip(state, seat):
        # Otherwise there was no choice.
        usual = FLIP if state.fight else NOTHING
        secret[place] = usual if rng.below(100) < USUAL_FLIP else (FLIP, NOTHING)[rng.below(2)]
    if not hand and committed < 0:
        return
    unseen = state.piles[seat]
    for card in hand:
        unseen |= 1 << card
    if committed >= 0:
        unseen |= 1 << committed
    cards = bits(unseen)
    drawn = [cards.pop(rng.below(len(cards))) for _ in range(len(hand) + (committed >= 0))]
    for card in drawn:
        unseen ^= 1 << card
    if committed >= 0:
        secret[place] = _committed(state, drawn, rng)
    state.hands[seat] = tuple(sorted(drawn))
    state.piles[seat] = unseen


def _committed(state: GgtState, cards: list[int], rng: Rng) -> int:
    """Take a card that a player may commit from these."""
    if rng.below(100) >= USUAL_CARD:
        return cards.pop()
    choose = max if state.fight else min
    card = choose(cards, key=state.config.box.ranking.__getitem__)
    cards.remove(card)
    return card


def _redraw_answers(state: GgtState, seat: int, rng: Rng) -> None:
    """Redraw the secret answers of the other fighters: healing, and whether to continue."""
    fight = state.fight
    if fight is None:
        return
    heals, wants = list(fight.heals), list(fight.wants)
    for place, other in enumerate(fight.sides):
        if other == seat:
            continue
        if heals[place] >= 0:
            heals[place] = rng.below(can_heal(state, other) + 1)
        if wants[place] >= 0:
            wants[place] = rng.below(2)
    state.fight = fight._replace(heals=(heals[0], heals[1]), wants=(wants[0], wants[1]))
