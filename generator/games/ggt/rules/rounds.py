"""Rounds and turns: initiative order, beginning and end of a turn."""

from __future__ import annotations

from generator.engine.events import Event, JsonValue, shared_event
from generator.engine.pending import Step, then
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.rules import dismember
from generator.games.ggt.rules.limbs import ability_takes_effect
from generator.games.ggt.rules.setup import report_ties
from generator.games.ggt.state import GgtState


def begin_round(state: GgtState, step: Step, events: list[Event]) -> None:
    """`initiative-deal`, `turn-order`; `sim-cap` ends a game that is too long."""
    if state.round >= state.config.box.figures["round-cap"]:
        events.append(Event("cap", "sim-cap", None, {"rounds": state.round}))
        state.outcome = dismember.outcome(state)
        state.pending = ()
        return
    state.round += 1
    state.order = tuple(state.ranked(state.living))
    people, values = state.config.people, state.config.box.initiative
    cards = {people[seat]: values[place] for place, seat in enumerate(state.order)}
    facts: dict[str, JsonValue] = {"round": state.round, "cards": cards}
    events.append(Event("initiative", "initiative-deal", None, facts))
    report_ties(state, events)
    turns = [Step("turn", None, (seat,)) for seat in state.order]
    state.pending = then(state.pending, *turns, Step("round"))


def begin_turn(state: GgtState, step: Step, events: list[Event]) -> None:
    """`turn-order`, `ability-regrow`; turns of players who are out are skipped (`rip-cleanup`)."""
    seat = step.about[0]
    if seat not in state.living:
        return
    reset_turn(state, seat)
    state.turn += 1
    events.append(shared_event("turn", "turn-order", seat, round=state.round))
    body = state.body[seat]
    points = min(body.regrow, body.health - state.pool[seat])
    if points > 0:
        state.pool[seat] += points
        ability_takes_effect(state, seat, "regrow", events)
    state.pending = then(state.pending, Step("act", seat))


def reset_turn(state: GgtState, seat: int) -> None:
    """Reset what is counted and remembered for a turn."""
    state.now = seat
    state.spent = 0
    state.acted = state.turned = state.healed = False
    state.beaten = 0
    state.refused = (0, 0, 0)
    state.banked = 0


def end_turn(state: GgtState, events: list[Event]) -> None:
    """Remove the player's next action from the stack; the bank is lost (`bank-loss`)."""
    lose_bank(state, events)
    state.now = NOBODY
    state.pending = tuple(step for step in state.pending if step.name != "act")


def lose_bank(state: GgtState, events: list[Event]) -> None:
    """`bank-loss`."""
    if state.banked:
        events.append(Event("unbank", "bank-loss", state.now, {"lost": state.banked}))
        state.banked = 0
