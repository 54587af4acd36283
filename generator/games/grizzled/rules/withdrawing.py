"""Withdrawing, and the end of a Mission in failure or success."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.pending import Step
from generator.games.grizzled.moves import Move
from generator.games.grizzled.rules.event_makers import haunt_event, succeed_event
from generator.games.grizzled.rules.hard_knocks import own
from generator.games.grizzled.state import GrizzledState

SUCCEEDED, FAILED = [(Step("support", None, (how,)),) for how in ("success", "failure")]
"""The steps after a Mission."""


def withdrawals(state: GrizzledState, seat: int) -> Sequence[Move]:
    """`withdraw-tile`, `tile-must`, `withdraw-without-tile`, `bitter`."""
    tiles = state.tiles[seat]
    config = state.config
    if not tiles or (state.in_force & config.no_tile and own(state, seat, "no-tile")):
        return (config.withdraw[""],)
    return config.withdrawals(tiles)


def withdraw(state: GrizzledState, seat: int, tile: str, events: list[Event]) -> None:
    """`withdraw-ends-part`, `withdraw-tile`, `withdraw-knocks-off`, `withdraw-keeps-hand`."""
    config = state.config
    state.withdrawn[seat] = True
    events.append(config.withdraw_events[seat])
    if tile:
        tiles = state.tiles[seat]
        place = tiles.index(tile)
        state.tiles[seat] = tiles[:place] + tiles[place + 1 :]
        state.played[seat] = tile
        events.append(config.tile_events[seat][len(tiles) - 1])
        events.append(config.own_tile_events[seat][tile])
    else:
        knock = own(state, seat, "no-tile")
        rule = knock.rule if knock else "withdraw-without-tile"
        events.append(Event("no-tile", rule, seat, {}))
    if state.knocks[seat]:
        knocks = list(state.knocks[seat])
        state.in_force -= state.weight_of(state.knocks[seat])
        events.append(new_event("relieved", "withdraw-knocks-off", seat, {"knocks": knocks}))
    if hand := state.hands[seat]:
        events.append(config.hold_events[seat][len(hand)])


# The end of a Mission


def fail(state: GrizzledState, seat: int, active: list[int], events: list[Event]) -> None:
    """`three-identical-fails`, `failure-reshuffles`, `reshuffle-whole`; pending steps are dropped."""
    fails = state.config.fails
    failing = [threat for threat, count in enumerate(active) if count >= fails]
    threats = [state.config.threats[threat] for threat in failing]
    events.append(new_event("fail", "three-identical-fails", seat, {"threats": threats}))
    for player, knocks in enumerate(state.knocks):
        for card in knocks if not state.withdrawn[player] else ():
            if not set(failing).isdisjoint(state.config.on[card]):
                rule = state.config.knocks[card].rule
                events.append(haunt_event(rule, player, card))
    cards = list(state.land)
    state.trials = state.rng.shuffled(state.trials + cards)
    state.land = ()
    state.count_in_force()
    facts: dict[str, JsonValue] = {"cards": cards, "trials": len(state.trials)}
    events.append(new_event("reshuffle", "failure-reshuffles", None, facts))
    state.pending = FAILED


def succeed(state: GrizzledState, events: list[Event]) -> None:
    """`all-withdrawn-succeeds`, `success-discards`, `idle-mission`."""
    events.append(succeed_event("all-withdrawn-succeeds", None))
    cards = list(state.land)
    state.discarded += state.land
    state.land, state.in_force = (), 0
    rule = "success-discards" if cards else "idle-mission"
    events.append(new_event("clear", rule, None, {"cards": cards}))
    state.pending = SUCCEEDED
