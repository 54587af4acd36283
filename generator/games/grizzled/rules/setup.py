"""Set-up: the piles, the Support tiles, and everybody's Grizzled."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from generator.engine.events import Event, new_event
from generator.engine.pending import Stack, Step, then
from generator.engine.rng import Rng
from generator.games.grizzled.moves import Move
from generator.games.grizzled.rules.event_makers import (
    chaplain_event,
    first_leader_event,
    take_event,
)
from generator.games.grizzled.state import GrizzledState


def set_up(state: GrizzledState, events: list[Event]) -> None:
    """Set up both piles, the Support tiles, the stock of Speech tokens and the first Leader."""
    config, rng = state.config, state.rng
    cards = rng.shuffled(config.cards)
    state.trials, state.reserve = cards[: config.start], cards[config.start :]
    deal_tiles(state, config.mixed_tiles, range(config.holders), rng)
    events += config.set_up_events
    for seat in range(config.players):
        hand_tiles = list(state.tiles[seat])
        events.append(new_event("own-tiles", "tiles-face-down", seat, {"tiles": hand_tiles}, seat))
    events.append(first_leader_event("first-leader", state.leader, state.stock))
    state.pending = opening(state.seats_from(state.leader))


@cache
def opening(seats: tuple[int, ...]) -> Stack:
    """`grizzled-pick`: all choose, clockwise from the first Leader; then the first round begins."""
    takes = [Step("take", seat) for seat in seats]
    return then((), *takes, Step("chaplain"), Step("round"))


def deal_tiles(state: GrizzledState, mixed: list[str], holders: Sequence[int], rng: Rng) -> None:
    """`tile-mix`: deal each holder one of every single and one of the mixed tiles; box the others."""
    rest = rng.shuffled(mixed)
    for holder in holders:
        state.tiles[holder] = (*state.config.singles, rest.pop())
    state.boxed = tuple(rest)


def takes(state: GrizzledState, step: Step) -> list[Move]:
    """`grizzled-pick`: any Grizzled that nobody has taken."""
    return [move for id, move in state.config.take.items() if id not in state.grizzled]


def take(state: GrizzledState, step: Step, move: Move, events: list[Event]) -> None:
    """`grizzled-pick`: give the seat its Grizzled."""
    seat, grizzled = step.decider, move.one
    state.grizzled[seat] = grizzled
    events.append(take_event("grizzled-pick", seat, grizzled))


def chaplain_joins(state: GrizzledState, step: Step, events: list[Event]) -> None:
    """`chaplain-joins`, `grizzled-pick`: with two players, the first Grizzled left shows him."""
    if state.config.holders > state.config.players:
        left = [id for id in state.config.charm if id not in state.grizzled]
        state.grizzled[-1] = left[0]
        events.append(chaplain_event("chaplain-joins", None, left[0]))
