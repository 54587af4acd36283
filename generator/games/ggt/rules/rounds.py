"""Turns the order of play into steps: rounds by initiative, turns, and what begins and ends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.rules import dismember
from generator.games.ggt.rules.limbs import use
from generator.games.ggt.rules.setup import tell_ties

if TYPE_CHECKING:
    from generator.games.ggt.state import Table


def begin_round(table: Table, events: list[Event]) -> None:
    """`initiative-deal`, `turn-order`; `sim-cap` ends a game that goes on and on."""
    if table.round >= table.setting.box.figures["round-cap"]:
        events.append(Event("cap", "sim-cap", None, {"rounds": table.round}))
        table.outcome = dismember.outcome(table)
        table.pending = ()
        return
    table.round += 1
    table.order = tuple(table.ranked(table.living))
    people, values = table.setting.people, table.setting.box.initiative
    cards = {people[seat]: values[place] for place, seat in enumerate(table.order)}
    facts: dict[str, JsonValue] = {"round": table.round, "cards": cards}
    events.append(Event("initiative", "initiative-deal", None, facts))
    tell_ties(table, events)
    turns = [Step("turn", None, (seat,)) for seat in table.order]
    table.pending = then(table.pending, *turns, Step("round"))


def begin_turn(table: Table, seat: int, events: list[Event]) -> None:
    """`turn-order`, `ability-regrow`; the turn of one who is out is skipped (`rip-cleanup`)."""
    if seat not in table.living:
        return
    fresh_turn(table, seat)
    table.turns += 1
    events.append(Event("turn", "turn-order", seat, {"round": table.round}))
    body = table.body[seat]
    points = min(body.regrow, body.health - table.pool[seat])
    if points > 0:
        table.pool[seat] += points
        use(table, seat, "regrow", events)
    table.pending = then(table.pending, Step("act", seat))


def fresh_turn(table: Table, seat: int) -> None:
    """Nothing has been done yet in this turn."""
    table.now = seat
    table.spent = 0
    table.acted = table.turned = table.healed = False
    table.beaten = 0
    table.refused = (0, 0, 0)
    table.banked = 0


def end_turn(table: Table, events: list[Event]) -> None:
    """Takes the player's next action off the stack; the bank is lost (`bank-loss`)."""
    lose_bank(table, events)
    table.now = NOBODY
    table.pending = tuple(step for step in table.pending if step.name != "act")


def lose_bank(table: Table, events: list[Event]) -> None:
    """`bank-loss`."""
    if table.banked:
        events.append(Event("unbank", "bank-loss", table.now, {"lost": table.banked}))
        table.banked = 0
