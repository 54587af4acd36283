"""Turns a decision that waits into the moves that are legal for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.rules.hard_knocks import anywhere, own, stance
from generator.games.grizzled.rules.setup import intensities
from generator.games.grizzled.rules.support import benefits

if TYPE_CHECKING:
    from generator.games.grizzled.state import Table


def moves(table: Table) -> list[Move]:
    """Every legal move of the decision on top of the stack."""
    step, setting = table.pending[-1], table.setting
    assert step.seat is not None
    if step.name == "turn":
        return turn(table, step.seat)
    if step.name == "reply":
        return replies(table, step.seat, setting.threats.index(str(step.about[0])))
    if step.name == "intensity":
        return [setting.intensity[number] for number in intensities(table)]
    if step.name == "christmas":
        return christmas(table)
    if step.name == "benefit":
        return benefits(table, step.seat, str(step.about[0]))
    # `grizzled-pick`: any that nobody has taken.
    return [move for id, move in setting.take.items() if id not in table.grizzled]


def turn(table: Table, seat: int) -> list[Move]:
    """`one-action`, and what Hard Knocks leave of it."""
    setting = table.setting
    position = stance(table, seat)
    if position.must:
        # `knock-forces-withdrawal`: nothing else is left.
        return withdrawals(table, seat)
    found = [setting.play[card] for card in table.hands[seat]]
    if not table.used[seat] and table.land and not anywhere(table, "no-charms"):
        charm, on = setting.charm[table.grizzled[seat]], setting.on
        found += [setting.use_charm[card] for card in table.land if charm in on[card]]
    if table.tokens[seat] and not own(table, seat, "no-speech"):
        # `speech-any-threat`: whether the speaker holds it or not.
        found += setting.speak
    if not position.may_not:
        found += withdrawals(table, seat)
    # `always-legal`: a card can always be played, and without cards one may always withdraw.
    assert found
    return found


def withdrawals(table: Table, seat: int) -> list[Move]:
    """`withdraw-tile`, `tile-must`, `withdraw-without-tile`, `bitter`."""
    tiles = table.tiles[seat]
    if not tiles or own(table, seat, "no-tile"):
        return [table.setting.withdraw[""]]
    return [move for id, move in table.setting.withdraw.items() if id in tiles]


def replies(table: Table, seat: int, threat: int) -> list[Move]:
    """`speech-discard-one`: any one card in hand that bears the threat, or none."""
    on, drop = table.setting.on, table.setting.drop
    return [*(drop[card] for card in table.hands[seat] if threat in on[card]), table.setting.keep]


def christmas(table: Table) -> list[Move]:
    """`play-christmas`: any Hard Knock or used Grizzled of any player; `chaplain-no-gain`."""
    found: list[Move] = []
    for seat, name in enumerate(table.setting.people):
        found += [Move("cheer", name, card) for card in table.knocks[seat]]
        if table.used[seat]:
            found.append(Move("cheer", name, CHARM))
    return found
