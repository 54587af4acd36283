"""Playable cards: the cards that a player can pay for, with their possible hosts."""

from __future__ import annotations

from collections.abc import Iterator

from generator.games.gruff.content import Card
from generator.games.gruff.effects.ast import Pick, Ref
from generator.games.gruff.effects.resolve import can_begin
from generator.games.gruff.rules.stats import Effect, active_of, selectable
from generator.games.gruff.state import GruffState


def crazy_left(state: GruffState) -> int:
    """`cost-limit`: the highest possible cost of the next card."""
    return state.crazy[state.side] - state.spent


def living_hosts(state: GruffState, card: Card) -> list[int]:
    """The fighters whose state allows a card to be laid on them."""
    side = state.side
    if isinstance(card.host, Ref):
        active = active_of(state, side)
        return [active] if active >= 0 and state.alive[active] else []
    assert card.host is not None
    return selectable(state, card.host, Effect(card.clauses[0], side, -1))


def can_begin_on(state: GruffState, card: Card, found: list[int]) -> Iterator[int]:
    """Yield those fighters on which all immediate clauses of a card can begin."""
    side = state.side
    for host in found:
        for each in card.asking:
            if not can_begin(state, each, side, host):
                break
        else:
            yield host


def hosts(state: GruffState, card: Card) -> list[int]:
    """The fighters that a card can be laid on now, so that all its immediate clauses can begin."""
    return list(can_begin_on(state, card, living_hosts(state, card)))


def playable(state: GruffState) -> list[int]:
    """The cards in hand that can be played now, sorted by number."""
    side, most = state.side, crazy_left(state)
    cards = state.config.content.cards
    living: dict[Ref | Pick | None, list[int]] = {None: [-1]}
    found = []
    for number in state.hands[side]:
        card = cards[number]
        if card.cost > most:
            continue
        if card.sure:
            found.append(number)
        else:
            there = living.get(card.host)
            if there is None:
                there = living[card.host] = living_hosts(state, card)
            if next(can_begin_on(state, card, there), None) is not None:
                found.append(number)
    return sorted(found)
