"""Turns a position into how good it looks for the group: an estimate of the chance to win.

The estimate is made in cards.  It looks ahead to the end of the Mission as if all went on playing
whatever fits, and then weighs what is still to be done against the Reserve, with something added
for Charms and Speeches and taken off for Hard Knocks.  The weights were found by playing.
"""

from __future__ import annotations

from math import exp

from generator.games.grizzled.heuristic.forecast import Forecast, forecast
from generator.games.grizzled.state import GrizzledState

RESERVE = 0.8
"""How many cards of work a card of the Reserve is worth."""
CHARM = 1.1
"""The same for a Charm that has not been used,"""
SPEECH = 0.5
"""for a Speech token in somebody's hands, for each player who will hear it,"""
KNOCKS, LOST = (0.0, 0.5, 1.2, 2.6), 12.6
"""and taken off for a player's Hard Knocks, by their number, and if they lose the game."""
ACTIVE = 0.2
"""and besides for every threat on them."""
SUPPORT = 0.25
"""How much of what a player would gain by Support counts for each tile that points there."""
HELD = 1.1
"""How much work a card in hand is, compared with one in the Trials pile."""
DONE = 18.0
"""The margin when nothing is left to do."""
CALM = 6.0
"""The margin in cards that makes winning e times as likely as losing."""
EVEN = 8.0
"""How much work gets done on the whole beyond what is weighed here."""


def evaluate(state: GrizzledState) -> tuple[float, ...]:
    """The estimated chance to win, the same for every seat."""
    if state.outcome:
        return state.outcome.worth
    value = 1 / (1 + exp(-margin(state) / CALM))
    return (value,) * state.config.players


def margin(state: GrizzledState) -> float:
    """How many cards the group is ahead of what it needs."""
    after = forecast(state)
    if after.trials + after.in_hand == 0:
        return DONE
    drop = max(state.config.figures["least-drop"], after.in_hand) if after.drops else 0
    reserve = after.reserve - drop
    if reserve <= 0:
        return reserve - DONE
    work = after.trials + HELD * after.in_hand + drop
    ahead = EVEN + RESERVE * reserve - work
    return ahead + _resources(state) - _burden(state, after)


def _resources(state: GrizzledState) -> float:
    """What Charms and Speeches are worth."""
    heard = state.config.players * sum(state.tokens)
    return CHARM * state.used.count(False) + SPEECH * heard


def _burden(state: GrizzledState, after: Forecast) -> float:
    """What Hard Knocks cost, less what Support promises."""
    figures = state.config.figures
    lose, relief = figures["knocks-lose"], figures["relief-success"]
    costs = [_cost(number, lose) for number in after.knocks]
    burden = sum(costs)
    for knocks in state.knocks:
        for card in knocks:
            burden += ACTIVE * len(state.config.on[card])
    config = state.config
    for holder, tile in enumerate(state.played):
        if tile:
            to = (holder + config.steps[tile]) % config.holders
            if to < config.players:
                relieved = _cost(max(0, min(after.knocks[to], lose) - relief), lose)
                gain = max(costs[to] - relieved, CHARM if state.used[to] else 0.0)
                burden -= SUPPORT * gain
    return burden


def _cost(knocks: int, lose: int) -> float:
    """What so many Hard Knocks cost a player."""
    return LOST if knocks >= lose else KNOCKS[min(knocks, len(KNOCKS) - 1)]
