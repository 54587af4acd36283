"""Turns a Mission in progress into how it will probably end: what the hands will still hold."""

from __future__ import annotations

from typing import NamedTuple

from generator.games.grizzled.content import MatchConfig
from generator.games.grizzled.state import GrizzledState

PRICE = 1.5
"""How much rather a Threat card is played than a Hard Knock."""


class Forecast(NamedTuple):
    """What there will be when the Mission has ended, before the Morale Drop."""

    trials: int
    reserve: int
    in_hand: int
    knocks: list[int]
    """The number of Hard Knocks of every seat."""
    drops: bool
    """Whether a Morale Drop is still to come this round."""


def forecast(state: GrizzledState) -> Forecast:
    """As if everybody played on in turn whatever fits, and withdrew when nothing does."""
    knocks = [len(cards) for cards in state.knocks]
    step = state.pending[-1]
    trials, reserve = len(state.trials), len(state.reserve)
    if step.name in ("take", "intensity"):
        return Forecast(trials, reserve, state.cards_in_hands(), knocks, False)
    if step.name == "benefit":
        return Forecast(trials, reserve, state.cards_in_hands(), knocks, True)
    hands = [list(hand) for hand in state.hands]
    on = state.config.on
    first = 0
    for waiting in state.pending:
        if waiting.name == "reply":
            assert waiting.seat is not None
            threat = state.config.threats.index(str(waiting.about[0]))
            for card in hands[waiting.seat]:
                if threat in on[card]:
                    hands[waiting.seat].remove(card)
                    break
        elif waiting.name == "next":
            first = state.config.seat_of[str(waiting.about[0])]
        elif waiting.name == "turn":
            assert waiting.seat is not None
            first = waiting.seat
    _play_on(state, hands, knocks, first)
    return Forecast(trials, reserve, sum(map(len, hands)), knocks, True)


def _play_on(state: GrizzledState, hands: list[list[str]], knocks: list[int], first: int) -> None:
    """Takes out of the hands, in turn, the cards that still fit; who has none withdraws."""
    config = state.config
    active, lose = state.active(), config.figures["knocks-lose"]
    there = [seat for seat in state.seats_from(first) if not state.withdrawn[seat]]
    while there:
        staying = []
        for seat in there:
            card = _best(config, hands[seat], active, knocks[seat] + 1 < lose)
            if card:
                hands[seat].remove(card)
                knocks[seat] += card in config.knocks
                for threat in config.on[card]:
                    active[threat] += 1
                staying.append(seat)
            else:
                for card in state.knocks[seat]:
                    for threat in config.on[card]:
                        active[threat] -= 1
        there = staying


def _best(config: MatchConfig, hand: list[str], active: list[int], may_suffer: bool) -> str:
    """The card that fits and makes the least trouble; empty if none fits."""
    best, least = "", float("inf")
    for card in hand:
        price = 0.0
        if card in config.knocks:
            price = PRICE if may_suffer else float("inf")
        for threat in config.on[card]:
            if active[threat] + 1 >= config.fails:
                break
            price += 1 + active[threat]
        else:
            if price < least:
                best, least = card, price
    return best
