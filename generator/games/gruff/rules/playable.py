"""Playable cards: the cards that a player can pay for, with their possible hosts."""

from __future__ import annotations

from generator.games.gruff.content import Card
from generator.games.gruff.effects.resolve import can_begin
from generator.games.gruff.rules.stats import Effect, bonuses
from generator.games.gruff.state import GruffState


def crazy_left(state: GruffState) -> int:
    """`cost-limit`: the highest possible cost of the next card."""
    return state.crazy[state.side] - state.spent


def living_hosts(state: GruffState, card: Card) -> list[int]:
    """The fighters whose state allows a card to be laid on them."""
    assert card.hosts is not None
    return card.hosts(state, Effect(card.clauses[0], state.side, -1))


def can_begin_on(state: GruffState, card: Card, host: int) -> bool:
    """Whether all immediate clauses of a card can begin on a fighter."""
    return all(can_begin(state, each, state.side, host) for each in card.asking)


def hosts(state: GruffState, card: Card) -> list[int]:
    """The fighters that a card can be laid on now, so that all its immediate clauses can begin."""
    found = living_hosts(state, card)
    if card.asking:
        return [host for host in found if can_begin_on(state, card, host)]
    return found


def playable(state: GruffState) -> list[int]:
    """The cards in hand that can be played now, sorted by number."""
    side, most = state.side, crazy_left(state)
    cards = state.config.content.cards
    in_sight = not any((state.bonuses or bonuses(state))[1])
    found = []
    for number in state.hands[side]:
        card = cards[number]
        if card.cost <= most and (
            card.sure or (in_sight and card.sure_in_sight) or fits(state, card)
        ):
            found.append(number)
    return sorted(found)


def fits(state: GruffState, card: Card) -> bool:
    """Whether a card has a host now, if it needs one, and its immediate clauses can begin."""
    if card.host is None:
        return can_begin_on(state, card, -1)
    return bool(hosts(state, card))
