"""Turns a Mission in progress into how it will probably end: what the hands will still hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from generator.games.grizzled.content import Setting
    from generator.games.grizzled.state import Table

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


def forecast(table: Table) -> Forecast:
    """As if everybody played on in turn whatever fits, and withdrew when nothing does."""
    knocks = [len(cards) for cards in table.knocks]
    step = table.pending[-1]
    trials, reserve = len(table.trials), len(table.reserve)
    if step.name in ("take", "intensity"):
        return Forecast(trials, reserve, table.cards_in_hands(), knocks, False)
    if step.name == "benefit":
        return Forecast(trials, reserve, table.cards_in_hands(), knocks, True)
    hands = [list(hand) for hand in table.hands]
    on = table.setting.on
    first = 0
    for waiting in table.pending:
        if waiting.name == "reply":
            assert waiting.seat is not None
            threat = table.setting.threats.index(str(waiting.about[0]))
            for card in hands[waiting.seat]:
                if threat in on[card]:
                    hands[waiting.seat].remove(card)
                    break
        elif waiting.name == "next":
            first = table.setting.seat_of[str(waiting.about[0])]
        elif waiting.name == "turn":
            assert waiting.seat is not None
            first = waiting.seat
    _play_on(table, hands, knocks, first)
    return Forecast(trials, reserve, sum(map(len, hands)), knocks, True)


def _play_on(table: Table, hands: list[list[str]], knocks: list[int], first: int) -> None:
    """Takes out of the hands, in turn, the cards that still fit; who has none withdraws."""
    setting = table.setting
    active, lose = table.active(), setting.figures["knocks-lose"]
    there = [seat for seat in table.seats_from(first) if not table.withdrawn[seat]]
    while there:
        staying = []
        for seat in there:
            card = _best(setting, hands[seat], active, knocks[seat] + 1 < lose)
            if card:
                hands[seat].remove(card)
                knocks[seat] += card in setting.knocks
                for threat in setting.on[card]:
                    active[threat] += 1
                staying.append(seat)
            else:
                for card in table.knocks[seat]:
                    for threat in setting.on[card]:
                        active[threat] -= 1
        there = staying


def _best(setting: Setting, hand: list[str], active: list[int], may_suffer: bool) -> str:
    """The card that fits and makes the least trouble; empty if none fits."""
    best, least = "", float("inf")
    for card in hand:
        price = 0.0
        if card in setting.knocks:
            price = PRICE if may_suffer else float("inf")
        for threat in setting.on[card]:
            if active[threat] + 1 >= setting.fails:
                break
            price += 1 + active[threat]
        else:
            if price < least:
                best, least = card, price
    return best
