"""Turns a decision that waits into the moves that are legal for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.rules.hard_knocks import anywhere, own, stance
from generator.games.grizzled.rules.setup import intensities
from generator.games.grizzled.rules.support import benefits

if TYPE_CHECKING:
    from generator.games.grizzled.state import GrizzledState


def moves(state: GrizzledState) -> list[Move]:
    """Every legal move of the decision on top of the stack."""
    step, config = state.pending[-1], state.config
    assert step.seat is not None
    if step.name == "turn":
        return turn(state, step.seat)
    if step.name == "reply":
        return replies(state, step.seat, config.threats.index(str(step.about[0])))
    if step.name == "intensity":
        return [config.intensity[number] for number in intensities(state)]
    if step.name == "christmas":
        return christmas(state)
    if step.name == "benefit":
        return benefits(state, step.seat, str(step.about[0]))
    # `grizzled-pick`: any that nobody has taken.
    return [move for id, move in config.take.items() if id not in state.grizzled]


def turn(state: GrizzledState, seat: int) -> list[Move]:
    """`one-action`, and what Hard Knocks leave of it."""
    config = state.config
    position = stance(state, seat)
    if position.must:
        # `knock-forces-withdrawal`: nothing else is left.
        return withdrawals(state, seat)
    found = [config.play[card] for card in state.hands[seat]]
    if not state.used[seat] and state.land and not anywhere(state, "no-charms"):
        charm, on = config.charm[state.grizzled[seat]], config.on
        found += [config.use_charm[card] for card in state.land if charm in on[card]]
    if state.tokens[seat] and not own(state, seat, "no-speech"):
        # `speech-any-threat`: whether the speaker holds it or not.
        found += config.speak
    if not position.may_not:
        found += withdrawals(state, seat)
    # `always-legal`: a card can always be played, and without cards one may always withdraw.
    assert found
    return found


def withdrawals(state: GrizzledState, seat: int) -> list[Move]:
    """`withdraw-tile`, `tile-must`, `withdraw-without-tile`, `bitter`."""
    tiles = state.tiles[seat]
    if not tiles or own(state, seat, "no-tile"):
        return [state.config.withdraw[""]]
    return [move for id, move in state.config.withdraw.items() if id in tiles]


def replies(state: GrizzledState, seat: int, threat: int) -> list[Move]:
    """`speech-discard-one`: any one card in hand that bears the threat, or none."""
    on, drop = state.config.on, state.config.drop
    return [*(drop[card] for card in state.hands[seat] if threat in on[card]), state.config.keep]


def christmas(state: GrizzledState) -> list[Move]:
    """`play-christmas`: any Hard Knock or used Grizzled of any player; `chaplain-no-gain`."""
    found: list[Move] = []
    for seat, name in enumerate(state.config.people):
        found += [Move("cheer", name, card) for card in state.knocks[seat]]
        if state.used[seat]:
            found.append(Move("cheer", name, CHARM))
    return found
