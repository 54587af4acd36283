"""Heuristic of The Grizzled: an estimate of the group's chance of winning, for bots.

The unit of the estimate is a card. It forecasts the end of the Mission as if everybody kept playing
whatever fits, weighs the remaining work against the Reserve, adds a value for Charms and Speeches
and subtracts one for Hard Knocks. The weights were tuned by playing; `grimoire train` finds others.
"""

from __future__ import annotations

from math import exp, inf, log
from typing import NamedTuple

from generator.engine.outcome import Weights
from generator.games.grizzled.content import MatchConfig
from generator.games.grizzled.state import GrizzledState

WEIGHTS: Weights = {
    "reserve": 0.26,  # a card in the Reserve, in cards of work
    "near": 1.0,  # the last cards of the work weigh more: the cost of its logarithm
    "charm": 0.26,  # an unused Charm
    "speech": 0.364,  # a held Speech token, per player
    "stock": 0.9,  # a Speech token in the stock, relative to a held one
    "one knock": 0.62,  # the cost of a player's Hard Knocks, by their number
    "two knocks": 1.3,
    "three knocks": 3.061,
    "lost": 13.5,  # the cost of enough Hard Knocks to lose the game
    "active": 0.271,  # the extra cost of each threat on a Hard Knock
    "support": 0.1,  # the share of a player's gain from Support for each tile pointing at them
    "held": 1.05,  # the work of a card in hand, relative to one in the Trials pile
    "done": 13.05,  # the margin when no work is left
    "calm": 3.75,  # the margin in cards at which winning is e times as likely as losing
    "even": 5.53,  # work that usually gets done beyond what is estimated here
    "knock": 1.92,  # the price of playing a Hard Knock, on top of its threats
}
"""Default weights of the terms of the estimate."""
KNOCKS = ("", "one knock", "two knocks", "three knocks")


def judge(state: GrizzledState, weights: Weights) -> tuple[float, ...]:
    """The estimated chance of winning, the same for every seat."""
    value = 1 / (1 + exp(-margin(state, weights) / weights["calm"]))
    return (value,) * state.config.players


def margin(state: GrizzledState, weights: Weights) -> float:
    """The group's lead over what it needs, in cards."""
    after = forecast(state, weights)
    if after.trials + after.in_hand == 0:
        return weights["done"]
    drop = max(state.config.figures["least-drop"], after.in_hand) if after.drops else 0
    reserve = after.reserve - drop
    if reserve <= 0:
        return reserve - weights["done"]
    work = after.trials + weights["held"] * after.in_hand + drop
    work += weights["near"] * log(after.trials + after.in_hand + drop)
    ahead = weights["even"] + weights["reserve"] * reserve - work
    return ahead + _resources(state, weights) - _burden(state, after, weights)


def _resources(state: GrizzledState, weights: Weights) -> float:
    """The value of unused Charms and of Speech tokens, held or in the stock."""
    tokens = sum(state.tokens) + weights["stock"] * state.stock
    speeches = weights["speech"] * state.config.players * tokens
    return weights["charm"] * state.used.count(False) + speeches


def _burden(state: GrizzledState, after: Forecast, weights: Weights) -> float:
    """The cost of Hard Knocks, less the expected gain from Support."""
    figures = state.config.figures
    lose, relief = figures["knocks-lose"], figures["relief-success"]
    costs = [_cost(number, lose, weights) for number in after.knocks]
    burden = sum(costs)
    for knocks in state.knocks:
        for card in knocks:
            burden += weights["active"] * len(state.config.on[card])
    config = state.config
    for holder, tile in enumerate(state.played):
        if tile:
            to = (holder + config.steps[tile]) % config.holders
            if to < config.players:
                relieved = _cost(max(0, min(after.knocks[to], lose) - relief), lose, weights)
                gain = max(costs[to] - relieved, weights["charm"] if state.used[to] else 0.0)
                burden -= weights["support"] * gain
    return burden


def _cost(knocks: int, lose: int, weights: Weights) -> float:
    """The cost of a player's Hard Knocks, by their number."""
    if knocks >= lose:
        return weights["lost"]
    return weights[KNOCKS[min(knocks, len(KNOCKS) - 1)]] if knocks else 0.0


# Forecast of the Mission


class Forecast(NamedTuple):
    """Forecast: the probable end of a Mission, before the Morale Drop."""

    trials: int
    reserve: int
    in_hand: int
    knocks: list[int]
    """Number of Hard Knocks of each seat."""
    drops: bool
    """Whether this round still has a Morale Drop ahead."""


def forecast(state: GrizzledState, weights: Weights = WEIGHTS) -> Forecast:
    """Forecast the end if all in turn play whatever fits, and withdraw when nothing does."""
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
    _play_on(state, hands, knocks, first, weights["knock"])
    return Forecast(trials, reserve, sum(map(len, hands)), knocks, True)


def _play_on(
    state: GrizzledState, hands: list[list[str]], knocks: list[int], first: int, knock: float
) -> None:
    """Play the cards that still fit, in turn, from `hands`; players withdraw when none of theirs fits."""
    config = state.config
    active, lose = state.active(), config.figures["knocks-lose"]
    there = [seat for seat in state.seats_from(first) if not state.withdrawn[seat]]
    while there:
        staying = []
        for seat in there:
            card = _best(config, hands[seat], active, knock if knocks[seat] + 1 < lose else inf)
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


def _best(config: MatchConfig, hand: list[str], active: list[int], knock: float) -> str:
    """The cheapest card that fits, where a Hard Knock costs `knock` more; empty if none fits."""
    best, least = "", inf
    for card in hand:
        price = 0.0
        if card in config.knocks:
            price = knock
        for threat in config.on[card]:
            if active[threat] + 1 >= config.fails:
                break
            price += 1 + active[threat]
        else:
            if price < least:
                best, least = card, price
    return best
