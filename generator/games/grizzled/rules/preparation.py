"""Preparation: the Intensity, and the deal of each round."""

from __future__ import annotations

from generator.engine.events import Event, new_event
from generator.engine.pending import Step
from generator.games.grizzled.moves import Move
from generator.games.grizzled.rules.event_makers import (
    chaplain_tile_event,
    intensity_event,
    round_event,
)
from generator.games.grizzled.rules.hard_knocks import own
from generator.games.grizzled.state import GrizzledState

MISSION = (Step("mission"),)


def begin_round(state: GrizzledState, step: Step, events: list[Event]) -> None:
    """`round-four-steps`, `chaplain-first`: the Chaplain's tile comes before everything else."""
    config = state.config
    state.round += 1
    state.withdrawn = [False] * config.players
    state.turns = [0] * config.players
    state.count_in_force()
    events.append(round_event("round-four-steps", state.leader, state.round))
    if config.holders > config.players:
        tiles = state.tiles[-1]
        if tiles:
            drawn = state.rng.below(len(tiles))
            state.played[-1] = tiles[drawn]
            state.tiles[-1] = tiles[:drawn] + tiles[drawn + 1 :]
        # `chaplain-first`: without a tile he lays none.
        rule = "chaplain-tile" if tiles else "chaplain-first"
        events.append(chaplain_tile_event(rule, None, len(tiles)))
    state.pending = config.intensity_steps[state.leader]


def intensities(state: GrizzledState, step: Step) -> list[Move]:
    """`intensity-min`, `intensity-first-three`, `intensity-cap`."""
    allowed = allowed_intensities(state)
    return state.config.intensity[allowed.start : allowed.stop]


def allowed_intensities(state: GrizzledState) -> range:
    """`intensity-min`, `intensity-first-three`, `intensity-cap`."""
    fewest = state.config.figures["first-intensity" if state.round == 1 else "least-intensity"]
    most = -(-len(state.trials) // state.config.players)
    return range(fewest, max(fewest, most) + 1)


def deal(state: GrizzledState, step: Step, move: Move, events: list[Event]) -> None:
    """`deal-one-by-one`, `deal-runs-short`, then the draws of `overburdened` players."""
    seat, intensity = step.decider, int(move.one)
    events.append(intensity_event("intensity-choice", seat, intensity))
    seats = state.seats_from(seat)
    wanted = intensity * len(seats)
    dealt = state.trials[: -wanted - 1 : -1]
    number = len(dealt)
    del state.trials[len(state.trials) - number :]
    for place, player in enumerate(seats):
        cards = dealt[place :: len(seats)]
        events.append(state.config.deal_events[player][len(cards)])
        _add_to_hand(state, player, cards, events)
    if number < wanted:
        events.append(Event("short", "deal-runs-short", None, {"missing": wanted - number}))
    for player in seats if state.knocked("draw-more") else ():
        _draw_more(state, player, events)
    state.pending = MISSION


def _add_to_hand(state: GrizzledState, seat: int, cards: list[str], events: list[Event]) -> None:
    """`hand-secret`: only the player who takes the cards sees them."""
    if cards:
        state.hands[seat] += tuple(cards)
        events.append(new_event("hand", "hand-secret", seat, {"cards": cards}, seat))


def _draw_more(state: GrizzledState, seat: int, events: list[Event]) -> None:
    """`overburdened`; `empty-pile-no-draw`."""
    knock = own(state, seat, "draw-more")
    for _ in range(knock.number if knock else 0):
        assert knock
        if not state.trials:
            events.append(Event("no-draw", "empty-pile-no-draw", seat, {"for": knock.id}))
            return
        events.append(Event("draw-more", knock.rule, seat, {"knock": knock.id}))
        _add_to_hand(state, seat, [state.trials.pop()], events)
