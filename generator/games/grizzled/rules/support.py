"""After a Mission: Support, the ends of the game, and the Morale Drop.

The order is (`end-check-order`): Support, four Hard Knocks, victory, Morale Drop with the Monument,
new Leader.  The first that applies ends the game.
"""

from __future__ import annotations

from itertools import combinations

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.game import Outcome
from generator.engine.pending import Step, shared_step
from generator.games.grizzled.moves import CHARM, Move, shared_move
from generator.games.grizzled.rules.event_makers import (
    majority_event,
    monument_event,
    morale_event,
    no_benefit_event,
    result_event,
    token_event,
)
from generator.games.grizzled.rules.mission import discard_knock
from generator.games.grizzled.rules.preparation import begin_round
from generator.games.grizzled.state import GrizzledState

AFTER_SUPPORT = (Step("after-support"),)


def support(state: GrizzledState, step: Step, events: list[Event]) -> None:
    """`support-given`, `support-received-kept`, `support-majority`, `support-tie-nothing`."""
    how = step.about[0]
    state.pending = AFTER_SUPPORT  # for a benefit that is chosen first
    received = _give(state, how, events)
    most = max(received)
    first, seats = received.index(most), state.config.players
    if not most:
        events.append(Event("no-support", "support-majority", None, {}))
    elif received.count(most) > 1:
        leading = [holder for holder, tiles in enumerate(received) if tiles == most]
        rule = "support-tie-nothing" if leading[-1] < seats else "chaplain-ties"
        names = [state.config.holder_names[holder] for holder in leading]
        events.append(Event("tie", rule, None, {"players": names, "tiles": most}))
    elif first >= seats:
        events.append(Event("no-support", "chaplain-majority", None, {"tiles": most}))
    else:
        events.append(majority_event("support-majority", first, most))
        if state.knocks[first] or (how == "success" and state.used[first]):
            state.pending += (shared_step("benefit", first, how),)
            return
        events.append(no_benefit_event("benefit-optional", first))
    after_support(state, step, events)


def _give(state: GrizzledState, how: str, events: list[Event]) -> list[int]:
    """`tile-direction`: hand over every played tile; return the number received by each holder.

    `majority-this-round`: tiles from earlier rounds do not count.
    """
    config = state.config
    received = [0] * config.holders
    if how == "failure":
        givers = [who for who, tile in zip(config.holder_names, state.played, strict=True) if tile]
        facts: dict[str, JsonValue] = {"players": givers}
        events.append(new_event("late", "support-withdrawn-count", None, facts))
    for holder, tile in enumerate(state.played):
        if tile:
            to, event = config.support[holder][tile]
            received[to] += 1
            state.tiles[to] += (tile,)
            events.append(event)
    state.played = [""] * config.holders
    return received


def benefits(state: GrizzledState, step: Step) -> list[Move]:
    """`benefit-optional`: nothing, some Hard Knocks or, only after a success, the Charm."""
    seat, how = step.decider, step.about[0]
    knocks = sorted(state.knocks[seat])
    moves = [shared_move("relief")]
    for number in range(1, state.config.figures[f"relief-{how}"] + 1):
        moves += [shared_move("relief", *chosen) for chosen in combinations(knocks, number)]
    if how == "success" and state.used[seat]:
        moves.append(shared_move("relief", CHARM))
    return moves


def relieve(state: GrizzledState, step: Step, move: Move, events: list[Event]) -> None:
    """`support-after-success`, `support-after-failure`."""
    seat, rule = step.decider, f"support-after-{step.about[0]}"
    if not move.one:
        events.append(no_benefit_event("benefit-optional", seat))
    elif move.one == CHARM:
        state.used[seat] = False
        events.append(Event("recover", rule, seat, {"grizzled": state.grizzled[seat]}))
    else:
        knocks = [card for card in (move.one, move.other) if card]
        for card in knocks:
            discard_knock(state, seat, card)
        events.append(new_event("relief", rule, seat, {"knocks": knocks}))


def after_support(state: GrizzledState, step: Step, events: list[Event]) -> None:
    """`end-check-order`, from four Hard Knocks on."""
    lose = state.config.figures["knocks-lose"]
    most = max(map(len, state.knocks))
    if most >= lose:
        seat = next(seat for seat, knocks in enumerate(state.knocks) if len(knocks) >= lose)
        facts = {"knocks": list(state.knocks[seat])}
        events.append(Event("fall", "defeat-four-knocks", seat, facts))
        end(state, "defeat", "defeat-four-knocks", events)
    elif not state.trials and not any(state.hands):
        # `victory-moment`: victory is tested only here.
        events.append(Event("peace", "victory-peace", None, {}))
        end(state, "victory", "victory-peace", events)
    elif drop_morale(state, events):
        end(state, "defeat", "defeat-monument", events)
    else:
        pass_leadership(state, events)
        begin_round(state, step, events)


def drop_morale(state: GrizzledState, events: list[Event]) -> bool:
    """`morale-drop-count`, `transfer-on-top`, `monument-exact`: return whether the Reserve ran out."""
    wanted = max(state.config.figures["least-drop"], state.cards_in_hands())
    taken = state.reserve[: -wanted - 1 : -1]
    moved = len(taken)
    state.trials += taken
    del state.reserve[len(state.reserve) - moved :]
    piles = len(state.reserve), len(state.trials)
    events.append(morale_event("morale-drop-count", None, moved, *piles))
    if not state.reserve:
        events.append(monument_event("defeat-monument", None))
    return not state.reserve


def pass_leadership(state: GrizzledState, events: list[Event]) -> None:
    """`leader-passes`, `leader-gains-speech`."""
    former = state.leader
    state.leader = state.seats_from(former)[1]
    events.append(state.config.leader_events[state.leader])
    if state.stock:
        state.stock -= 1
        state.tokens[former] += 1
        events.append(token_event("leader-gains-speech", former, state.stock))


def end(state: GrizzledState, result: str, rule: str, events: list[Event]) -> None:
    """`outcome`: end the game; all win or all lose."""
    facts: dict[str, JsonValue] = {
        "rounds": state.round,
        "trials": len(state.trials),
        "reserve": len(state.reserve),
        "in-hand": state.cards_in_hands(),
        "suffered": list(state.suffered),
    }
    worth = 1.0 if result == "victory" else 0.0
    state.pending = ()
    state.outcome = Outcome(result, rule, (worth,) * state.config.players, facts)
    events.append(result_event("outcome", None, result, state.round))
