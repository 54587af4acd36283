"""Turns the end of a Mission into what follows: Support, the ends of the game, the Morale Drop.

The tests come in this order (`end-check-order`): Support, four Hard Knocks, victory, Morale Drop
with the Monument, then the new Leader.  The first that ends the game ends it.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from generator.engine.events import Event, JsonValue
from generator.engine.game import Outcome
from generator.engine.pending import Step, then
from generator.games.grizzled.moves import CHARM, Move
from generator.games.grizzled.rules.mission import discard_knock

if TYPE_CHECKING:
    from generator.games.grizzled.state import Table


def support(table: Table, how: str, events: list[Event]) -> None:
    """`support-given`, `support-received-kept`, `support-majority`, `support-tie-nothing`."""
    table.pending = (Step("after-support"),)
    received = _give(table, how, events)
    most = max(received)
    leading = [holder for holder, tiles in enumerate(received) if tiles == most]
    seats = table.setting.players
    if most == 0:
        events.append(Event("no-support", "support-majority", None, {}))
    elif len(leading) > 1:
        rule = "support-tie-nothing" if leading[-1] < seats else "chaplain-ties"
        names = [table.setting.holder_names[holder] for holder in leading]
        events.append(Event("tie", rule, None, {"players": names, "tiles": most}))
    elif leading[0] >= seats:
        events.append(Event("no-support", "chaplain-majority", None, {"tiles": most}))
    else:
        seat = leading[0]
        events.append(Event("majority", "support-majority", seat, {"tiles": most}))
        if table.knocks[seat] or (how == "success" and table.used[seat]):
            table.pending = then(table.pending, Step("benefit", seat, (how,)))
        else:
            events.append(Event("no-benefit", "benefit-optional", seat, {}))


def _give(table: Table, how: str, events: list[Event]) -> list[int]:
    """`tile-direction`: hands over every played tile; how many tiles each holder has been given.

    `majority-this-round`: tiles from earlier rounds do not count.
    """
    setting = table.setting
    received = [0] * setting.holders
    if how == "failure":
        givers = [who for who, tile in zip(setting.holder_names, table.played, strict=True) if tile]
        facts: dict[str, JsonValue] = {"players": givers}
        events.append(Event("late", "support-withdrawn-count", None, facts))
    for holder, tile in enumerate(table.played):
        if tile:
            to = (holder + setting.steps[tile]) % setting.holders
            received[to] += 1
            table.tiles[to] += (tile,)
            names = setting.holder_names
            facts = {"from": names[holder], "tile": tile, "to": names[to]}
            events.append(Event("support", "support-given", None, facts))
    table.played = [""] * setting.holders
    return received


def benefits(table: Table, seat: int, how: str) -> list[Move]:
    """`benefit-optional`: nothing, some Hard Knocks, or, after a success only, the Charm."""
    knocks = sorted(table.knocks[seat])
    moves = [Move("relief")]
    for number in range(1, table.setting.figures[f"relief-{how}"] + 1):
        moves += [Move("relief", *chosen) for chosen in combinations(knocks, number)]
    if how == "success" and table.used[seat]:
        moves.append(Move("relief", CHARM))
    return moves


def relieve(table: Table, seat: int, how: str, move: Move, events: list[Event]) -> None:
    """`support-after-success`, `support-after-failure`."""
    rule = f"support-after-{how}"
    if not move.one:
        events.append(Event("no-benefit", "benefit-optional", seat, {}))
    elif move.one == CHARM:
        table.used[seat] = False
        events.append(Event("recover", rule, seat, {"grizzled": table.grizzled[seat]}))
    else:
        knocks = [card for card in (move.one, move.other) if card]
        for card in knocks:
            discard_knock(table, seat, card)
        events.append(Event("relief", rule, seat, {"knocks": knocks}))


def after_support(table: Table, events: list[Event]) -> None:
    """`end-check-order`, from the four Hard Knocks on."""
    lose = table.setting.figures["knocks-lose"]
    fallen = [seat for seat, knocks in enumerate(table.knocks) if len(knocks) >= lose]
    if fallen:
        seat = fallen[0]
        facts = {"knocks": list(table.knocks[seat])}
        events.append(Event("fall", "defeat-four-knocks", seat, facts))
        end(table, "defeat", "defeat-four-knocks", events)
    elif not table.trials and not any(table.hands):
        # `victory-moment`: here and nowhere else.
        events.append(Event("peace", "victory-peace", None, {}))
        end(table, "victory", "victory-peace", events)
    elif drop_morale(table, events):
        end(table, "defeat", "defeat-monument", events)
    else:
        pass_leadership(table, events)
        table.pending = (Step("round"),)


def drop_morale(table: Table, events: list[Event]) -> bool:
    """`morale-drop-count`, `transfer-on-top`, `monument-exact`: whether the Reserve runs out."""
    wanted = max(table.setting.figures["least-drop"], table.cards_in_hands())
    moved = min(wanted, len(table.reserve))
    for _ in range(moved):
        table.trials.append(table.reserve.pop())
    facts = {"cards": moved, "reserve": len(table.reserve), "trials": len(table.trials)}
    events.append(Event("morale", "morale-drop-count", None, facts))
    if not table.reserve:
        events.append(Event("monument", "defeat-monument", None, {}))
    return not table.reserve


def pass_leadership(table: Table, events: list[Event]) -> None:
    """`leader-passes`, `leader-gains-speech`."""
    former = table.leader
    table.leader = table.seats_from(former)[1]
    events.append(Event("leader", "leader-passes", table.leader, {}))
    if table.stock:
        table.stock -= 1
        table.tokens[former] += 1
        events.append(Event("token", "leader-gains-speech", former, {"stock": table.stock}))


def end(table: Table, result: str, rule: str, events: list[Event]) -> None:
    """`outcome`: all win or all lose."""
    facts: dict[str, JsonValue] = {
        "rounds": table.round,
        "trials": len(table.trials),
        "reserve": len(table.reserve),
        "in-hand": table.cards_in_hands(),
        "suffered": list(table.suffered),
    }
    worth = 1.0 if result == "victory" else 0.0
    table.pending = ()
    table.outcome = Outcome(result, rule, (worth,) * table.setting.players, facts)
    facts = {"result": result, "rounds": table.round}
    events.append(Event("result", "outcome", None, facts))
