"""Legal moves: what can be decided at each step of a round."""

from __future__ import annotations

from generator.engine.pending import Step
from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.rules.hard_knocks import anywhere, own, stance
from generator.games.grizzled.rules.setup import allowed_intensities
from generator.games.grizzled.state import GrizzledState


def takes(state: GrizzledState, step: Step) -> list[Move]:
    """`grizzled-pick`: any that nobody has taken."""
    return [move for id, move in state.config.take.items() if id not in state.grizzled]


def intensities(state: GrizzledState, step: Step) -> list[Move]:
    """`intensity-min`, `intensity-first-three`, `intensity-cap`."""
    return [state.config.intensity[number] for number in allowed_intensities(state)]


def turn(state: GrizzledState, step: Step) -> list[Move]:
    """`one-action`, and what Hard Knocks leave of it."""
    config, seat = state.config, step.decider
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


def replies(state: GrizzledState, step: Step) -> list[Move]:
    """`speech-discard-one`: any one card in hand that bears the threat, or none."""
    config, hand = state.config, state.hands[step.decider]
    threat = config.threats.index(str(step.about[0]))
    return [*(config.drop[card] for card in hand if threat in config.on[card]), config.keep]


def christmas(state: GrizzledState, step: Step) -> list[Move]:
    """`play-christmas`: any Hard Knock or used Grizzled of any player; `chaplain-no-gain`."""
    found: list[Move] = []
    for seat, name in enumerate(state.config.people):
        found += [Move("cheer", name, card) for card in state.knocks[seat]]
        if state.used[seat]:
            found.append(Move("cheer", name, CHARM))
    return found
