"""Playable cards: the cards that a player can pay for, with their possible hosts."""

from __future__ import annotations

from generator.games.gruff.content import Card
from generator.games.gruff.rules.stats import OF_SIDE, bonuses
from generator.games.gruff.state import GruffState


def crazy_left(state: GruffState) -> int:
    """`cost-limit`: the highest possible cost of the next card."""
    return state.crazy[state.side] - state.spent


def can_begin_on(state: GruffState, card: Card, host: int) -> bool:
    """Whether all immediate clauses of a card can begin on a fighter, or on none (-1)."""
    context, can_begin = (state.side, host, -1, -1), True
    for need in card.needs:
        can_begin = can_begin and bool(need(state, context, ()))
    return can_begin


def hosts(state: GruffState, card: Card) -> list[int]:
    """The fighters that a card can be laid on now, so that all its immediate clauses can begin."""
    assert card.hosts is not None
    found = card.hosts(state, OF_SIDE[state.side], ())
    if card.needs:
        return [host for host in found if can_begin_on(state, card, host)]
    return found


def playable(state: GruffState) -> list[int]:
    """The cards in hand that can be played now, sorted by number."""
    content, active, side = state.config.content, state.active, state.side
    most = state.crazy[side] - state.spent  # as `crazy_left`, without calling it
    flagged = (state.bonuses or bonuses(state))[2]
    is_usual = not flagged and active >= 0 and state.alive[active]
    costs, sure = content.costs, content.usually_sure if is_usual else content.sure
    found = []
    for card in state.hands[side]:
        if costs[card] <= most and (sure[card] or fits(state, content.cards[card])):
            found.append(card)
    found.sort()
    return found


def fits(state: GruffState, card: Card) -> bool:
    """Whether a card has a host now, if it needs one, and its immediate clauses can begin."""
    if card.host is None:
        return can_begin_on(state, card, -1)
    return bool(hosts(state, card))
