"""Goofs: captures, points, refills, and the ends of the game."""

from __future__ import annotations

from collections.abc import Mapping

from generator.engine.events import Event, JsonValue, shared_event
from generator.engine.outcome import Outcome
from generator.games.grumbles.board import COLORS, EMPTY, TEAM
from generator.games.grumbles.content import DOOM, REGULAR, STARTER, SUPER, shown
from generator.games.grumbles.state import GREEN, RED, GrumblesState

SCORE = {
    STARTER: "regular-one",
    REGULAR: "regular-one",
    SUPER: "super-three",
    DOOM: "doom-minus-one",
}


def capture(state: GrumblesState, seat: int, home: int, events: list[Event]) -> None:
    """`capture`, `capture-owner`, `capture-reveal`: the owner of the home takes and reveals the Goof.

    `last-chance`: Doom is worth more if no other Goof is in play, on the board or in the pile.
    """
    assert not any(event.kind == "capture" for event in events), "one-capture"
    captor = state.config.board.owner[home]
    goof = state.lift(home)
    before = state.points()
    state.captured[captor] += (goof,)
    facts = {"goof": shown(goof), "at": state.config.board.names[home]}
    rule = "capture" if captor == seat else "capture-owner"
    events.append(Event("capture", rule, captor, facts))
    kind = REGULAR if goof == STARTER else goof
    events.append(Event("reveal", "capture-reveal", captor, {"goof": kind}))
    rule = SCORE[goof]
    if goof == DOOM and state.goofs_left() == 0:
        rule = "last-chance"
    total = state.points()[captor]
    score = {"points": total - before[captor], "total": total}
    events.append(Event("score", rule, captor, score))
    if goof == DOOM:
        doom(state, captor, events)


def refill(state: GrumblesState, seat: int, left: Mapping[int, bool], events: list[Event]) -> None:
    """`refill-timing`: at the end of an activation, every empty star gets a Goof from the pile.

    `left`: the stars that a piece has just left, and whether it was a Goof.  `refill`: a star that a
    Goof left; if it is occupied again by now, the Goof is owed.  `pile-empty`: without a pile there
    is no refill, nor one that was owed until a Grumble left.  The stars are refilled in the order of
    their names (`refill-order`).
    """
    board, names, star_mask = state.board, state.config.board.names, state.config.board.star_mask
    if not left and not (state.pile and star_mask & ~state.occupied):
        return  # as after most activations
    for star in state.config.board.stars:
        if board[star] == EMPTY and state.pile:
            state.put(state.pile.pop(), star)
            rule = "refill" if left.get(star) else "refill-timing"
            events.append(Event("refill", rule, seat, {"to": names[star], "pile": len(state.pile)}))
        elif star in left and (left[star] or board[star] == EMPTY):
            rule, kind = ("refill-timing", "owe") if state.pile else ("pile-empty", "no-refill")
            events.append(shared_event(kind, rule, seat, at=names[star]))


def doom(state: GrumblesState, captor: int, events: list[Event]) -> None:
    """`doom-ends`, `doom-ends-at-once`, `most-points`, `tie-is-draw`."""
    events.append(Event("end", "doom-ends", captor, {"turns": state.turn}))
    left = TEAM - len(state.spent)
    events.append(Event("drop", "doom-ends-at-once", None, {"activations": left}))
    red, green = state.points()
    winner = None if red == green else RED if red > green else GREEN
    result = "draw" if winner is None else COLORS[winner]
    rule = "tie-is-draw" if winner is None else "most-points"
    events.append(Event("result", rule, winner, {"result": result, "red": red, "green": green}))
    shares = {None: (0.5, 0.5), RED: (1.0, 0.0), GREEN: (0.0, 1.0)}
    end(state, result, "doom-ends", shares[winner])


def stop(state: GrumblesState, events: list[Event]) -> None:
    """`turn-cap`: a simulation that takes too long has no winner."""
    events.append(Event("end", "turn-cap", None, {"turns": state.turn}))
    end(state, "unfinished", "turn-cap", (0.5, 0.5))


def end(state: GrumblesState, result: str, rule: str, shares: tuple[float, float]) -> None:
    """`only-ending`: clear the pending steps and record the outcome."""
    state.pending = ()
    facts: dict[str, JsonValue] = {
        "points": dict(zip(COLORS, state.points(), strict=True)),
        "captured": dict(zip(COLORS, map(list, state.captured), strict=True)),
        "turns": state.turn,
        "goofs-left": state.goofs_left(),
    }
    state.outcome = Outcome(result, rule, shares, facts)
