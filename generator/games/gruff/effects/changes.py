"""Changes of the table that effects and rules share: sliders, Crazy, places, life and readiness."""

from __future__ import annotations

from generator.engine.events import Event, JsonValue, new_event
from generator.games.gruff.effects.ast import STATS
from generator.games.gruff.effects.triggers import SimultaneousBatch
from generator.games.gruff.rules.event_makers import (
    crazy_event,
    ready_event,
    resurrect_event,
    slide_event,
    swap_event,
)
from generator.games.gruff.rules.stats import NO_SWAP, flags_of, opposite
from generator.games.gruff.state import GruffState


def slide(
    state: GruffState, fighter: int, stat: int, n: int, rule: str, events: list[Event]
) -> None:
    """Move a slider of a gruff, at most to the ends of its track (`slider-ends`)."""
    at = 3 * fighter + stat
    before = state.sliders[at]
    state.sliders[at] = now = on_track(before + n, state.config.figures.stat_track)
    cited = rule if now - before == n else "slider-ends"
    seat, id = state.pair[fighter // 3], state.ids[fighter]
    events.append(slide_event(cited, seat, id, STATS[stat], now - before, now))


def on_track(value: int, end: int) -> int:
    """`slider-ends`: the value, or the end of its track if it is beyond that."""
    return 0 if value < 0 else end if value > end else value


def change_crazy(state: GruffState, side: int, n: int, rule: str, events: list[Event]) -> None:
    """Move a shepherd's Crazy, at most to the ends of its track (`slider-ends`)."""
    before = state.crazy[side]
    state.crazy[side] = now = on_track(before + n, state.config.figures.crazy_track)
    cited = rule if now - before == n else "slider-ends"
    events.append(crazy_event(cited, state.pair[side], now - before, now))


def swap(one: int, other: int, rule: str, batch: SimultaneousBatch) -> None:
    """Exchange two gruffs of a line, with everything on them, unless they may not move."""
    state = batch.state
    alive = state.alive[one] or state.alive[other]
    held = (flags_of(state, one) | flags_of(state, other)) & NO_SWAP
    if one == other or one // 3 != other // 3 or not alive or held:
        return
    here, there = state.place[one], state.place[other]
    state.place[one], state.place[other] = there, here
    state.line[here], state.line[there] = other, one
    state.clear_varying()
    seat = state.pair[one // 3]
    batch.events.append(swap_event(rule, seat, state.ids[one], state.ids[other]))
    for attacker in state.attackers:
        if attacker >= 0 and (
            attacker in (one, other) or opposite(state, attacker) in (one, other)
        ):
            aim(state, attacker, batch.events)
    batch.record("swapped", one)
    batch.record("swapped", other)


def aim(state: GruffState, attacker: int, events: list[Event]) -> None:
    """`target-at-resolution`: report that a swap has changed the target of a pending attack."""
    facts: dict[str, JsonValue] = {"gruff": state.ids[attacker]}
    facts["target"] = state.ids[opposite(state, attacker)]
    facts["column"] = state.place[attacker] % 3 + 1
    seat = state.pair[attacker // 3]
    events.append(new_event("turn-aside", "target-at-resolution", seat, facts))


def raise_dead(fighter: int, batch: SimultaneousBatch) -> None:
    """`resurrect`: turn a gruff face up again, exhausted, with all that it had at its death."""
    state = batch.state
    state.alive[fighter] = True
    state.ready[fighter] = False
    state.bonuses = None
    seat = state.pair[fighter // 3]
    batch.events.append(resurrect_event("resurrect", seat, state.ids[fighter]))
    batch.record("resurrected", fighter)


def set_ready(state: GruffState, fighter: int, ready: bool, rule: str, events: list[Event]) -> None:
    """Make a gruff ready or exhausted, unless it already is."""
    if state.ready[fighter] != ready:
        state.ready[fighter] = ready
        state.clear_varying()
        seat = state.pair[fighter // 3]
        events.append(ready_event(rule, seat, state.ids[fighter], ready))
