"""Clean-up: what lasts until the beginning or the end of a turn ends, and a team is refreshed."""

from __future__ import annotations

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.pending import Step
from generator.games.gruff.effects.changes import set_ready
from generator.games.gruff.effects.triggers import settle
from generator.games.gruff.entries import Boost
from generator.games.gruff.rules.card_zones import take_off
from generator.games.gruff.rules.stats import add_boost
from generator.games.gruff.state import GruffState

TEAMS = ((0, 1, 2), (3, 4, 5))
"""The fighters of each side."""


def expire(state: GruffState, step: Step, events: list[Event]) -> None:
    """Remove what lasts until clean-up; its triggers come next."""
    clean_up(state, events)


def clean_up(state: GruffState, events: list[Event]) -> bool:
    """`conditions-expire`: remove the Conditions and boosts of this side.  Return whether the game
    continues.
    """
    content = state.config.content
    conditions = content.conditions
    for fighter in state.line:
        on = state.cards_on[fighter]
        if on and not conditions.isdisjoint(on):
            for card in on:
                if card in conditions and state.owner[content.cards[card].pool] == state.side:
                    take_off(state, card, "conditions-expire", events)
    if state.boosts:
        lapse(state, "clean-up", events)
    return settle(state, events, "expire-then-check")


def lapse(state: GruffState, until: str, events: list[Event]) -> None:
    """End the boosts that last until `until`, at clean-up only those of this side."""
    expiring: list[Boost] = []
    kept: list[Boost] = []
    for boost in state.boosts:
        ends = boost.until == until and (until == "turn-end" or boost.side == state.side)
        (expiring if ends else kept).append(boost)
    if expiring:
        state.boosts = tuple(kept)
        for boost in expiring:
            add_boost(state, boost, -1)
        rule = "end-order" if until == "turn-end" else "clean-up-order"
        for fighter in sorted({boost.fighter for boost in expiring}):
            mods: dict[str, int] = {}
            for one, what, n, _, _ in expiring:
                if one == fighter:
                    mods[what] = mods.get(what, 0) + n
            facts: dict[str, JsonValue] = {"gruff": state.ids[fighter], "mods": mods}
            events.append(new_event("lapse", rule, state.pair[state.side], facts))


def refresh(state: GruffState, step: Step, events: list[Event]) -> None:
    """`refresh-team`, after clean-up."""
    refresh_team(state, "refresh-team", events)


def refresh_team(state: GruffState, rule: str, events: list[Event]) -> None:
    """Make all living gruffs ready if none is."""
    alive, ready = state.alive, state.ready
    team = TEAMS[state.side]
    for fighter in team:
        if alive[fighter] and ready[fighter]:
            return
    for fighter in team:
        if alive[fighter]:
            set_ready(state, fighter, True, rule, events)
