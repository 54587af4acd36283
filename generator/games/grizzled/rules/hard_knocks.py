"""Hard Knocks: what they forbid and force.

A Hard Knock has its effect (see `knocks.yaml`) until its player has withdrawn
(`withdraw-knocks-off`). The state itself counts active threats.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.games.grizzled.content import Knock
from generator.games.grizzled.state import GrizzledState

MUST = ("leave-after", "leave-at-pairs")
"""Effects that force their player to withdraw."""


def own(state: GrizzledState, seat: int, effect: str) -> Knock | None:
    """The seat's oldest Hard Knock with this effect, in force or not."""
    cards = state.config.with_effect[effect]
    for card in state.knocks[seat]:
        if card in cards:
            return state.config.knocks[card]
    return None


def anywhere(state: GrizzledState, effect: str) -> tuple[int, Knock] | None:
    """The first seat not withdrawn that has a Hard Knock with this effect, and that Hard Knock."""
    for seat, knocks in enumerate(state.knocks):
        if knocks and not state.withdrawn[seat]:
            knock = own(state, seat, effect)
            if knock:
                return seat, knock
    return None


def facts_of(state: GrizzledState, seat: int, knock: Knock) -> dict[str, str]:
    """The facts of an event about a Hard Knock and a seat: the card, and its holder if another's."""
    if knock.id in state.knocks[seat]:
        return {"knock": knock.id}
    (holder,) = (of for of, cards in enumerate(state.knocks) if knock.id in cards)
    return {"knock": knock.id, "holder": state.config.people[holder]}


class Stance(NamedTuple):
    """Stance: the effect of Hard Knocks on whether a player withdraws this turn."""

    must: Knock | None = None
    """The Hard Knock that forces the player to withdraw."""
    may_not: Knock | None = None
    """The Hard Knock that forbids withdrawing."""
    settled: tuple[tuple[str, Knock], ...] = ()
    """Hard Knocks that decided or lost a conflict, each with the rule that settled it."""


FREE = Stance()


def stance(state: GrizzledState, seat: int) -> Stance:
    """`knock-conflict-steps`: the stance of a seat, with conflicts of Hard Knocks resolved."""
    if not state.in_force & state.config.swaying:
        return FREE
    demands = list(_own_demands(state, seat)) if state.knocks[seat] else []
    holding = _holding(state, seat)
    if not demands and holding is None:
        return FREE
    settled: list[tuple[str, Knock]] = []
    if not state.hands[seat]:
        # `knock-empty-hand`: nothing keeps a player without cards.
        stays = [knock for knock in demands if knock.effect not in MUST]
        stays += [holding] if holding else []
        settled += [("knock-empty-hand", knock) for knock in stays]
        demands = [knock for knock in demands if knock.effect in MUST]
        holding = None
    # `knock-own-oldest`: the older of two that contradict each other prevails.
    if len({knock.effect in MUST for knock in demands}) == 2:
        settled.append(("knock-own-oldest", demands[0]))
        demands = [k for k in demands if (k.effect in MUST) == (demands[0].effect in MUST)]
    if demands and demands[0].effect in MUST:
        if holding:
            # `knock-current-first`: the player's own takes precedence over another player's.
            settled.append(("knock-current-first", demands[0]))
        return Stance(must=demands[0], settled=tuple(settled))
    return Stance(may_not=demands[0] if demands else holding, settled=tuple(settled))


def _own_demands(state: GrizzledState, seat: int) -> Iterator[Knock]:
    """The seat's own Hard Knocks that force or forbid withdrawing now, oldest first."""
    for card in state.knocks[seat]:
        knock = state.config.knocks[card]
        if (
            (knock.effect == "leave-after" and state.turns[seat] >= knock.number)
            or (knock.effect == "leave-at-pairs" and state.active().count(2) >= knock.number)
            # `proud`: the Chaplain is no player.
            or (knock.effect == "stay-for-another" and not any(state.withdrawn))
        ):
            yield knock


def _holding(state: GrizzledState, seat: int) -> Knock | None:
    """`clinging`: another player's Hard Knock that holds this one."""
    for holder, knocks in enumerate(state.knocks):
        if holder != seat and knocks and not state.withdrawn[holder]:
            knock = own(state, holder, "hold-the-next")
            if knock and _next_there(state, holder) == seat:
                return knock
    return None


def _next_there(state: GrizzledState, holder: int) -> int | None:
    """The nearest other player clockwise who has not withdrawn."""
    for seat in state.seats_from(holder)[1:]:
        if not state.withdrawn[seat]:
            return seat
    return None
