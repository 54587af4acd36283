"""Turns a position into how good it looks for the group: an estimate of the chance to win.

The estimate is made in cards.  It looks ahead to the end of the Mission as if all went on playing
whatever fits, and then weighs what is still to be done against the Reserve, with something added
for Charms and Speeches and taken off for Hard Knocks.  The weights were found by playing.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING

from generator.games.grizzled.heuristic.forecast import Forecast, forecast

if TYPE_CHECKING:
    from generator.games.grizzled.state import Table

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


def evaluate(table: Table) -> tuple[float, ...]:
    """The estimated chance to win, the same for every seat."""
    if table.outcome:
        return table.outcome.worth
    value = 1 / (1 + exp(-margin(table) / CALM))
    return (value,) * table.setting.players


def margin(table: Table) -> float:
    """How many cards the group is ahead of what it needs."""
    after = forecast(table)
    if after.trials + after.in_hand == 0:
        return DONE
    drop = max(table.setting.figures["least-drop"], after.in_hand) if after.drops else 0
    reserve = after.reserve - drop
    if reserve <= 0:
        return reserve - DONE
    work = after.trials + HELD * after.in_hand + drop
    ahead = EVEN + RESERVE * reserve - work
    return ahead + _resources(table) - _burden(table, after)


def _resources(table: Table) -> float:
    """What Charms and Speeches are worth."""
    heard = table.setting.players * sum(table.tokens)
    return CHARM * table.used.count(False) + SPEECH * heard


def _burden(table: Table, after: Forecast) -> float:
    """What Hard Knocks cost, less what Support promises."""
    figures = table.setting.figures
    lose, relief = figures["knocks-lose"], figures["relief-success"]
    costs = [_cost(number, lose) for number in after.knocks]
    burden = sum(costs)
    for knocks in table.knocks:
        for card in knocks:
            burden += ACTIVE * len(table.setting.on[card])
    setting = table.setting
    for holder, tile in enumerate(table.played):
        if tile:
            to = (holder + setting.steps[tile]) % setting.holders
            if to < setting.players:
                relieved = _cost(max(0, min(after.knocks[to], lose) - relief), lose)
                gain = max(costs[to] - relieved, CHARM if table.used[to] else 0.0)
                burden -= SUPPORT * gain
    return burden


def _cost(knocks: int, lose: int) -> float:
    """What so many Hard Knocks cost a player."""
    return LOST if knocks >= lose else KNOCKS[min(knocks, len(KNOCKS) - 1)]
