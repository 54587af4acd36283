"""Dismemberment: steps 5 and 6 of combat, elimination, and the end of the game."""

from __future__ import annotations

from dataclasses import replace

from generator.engine.events import Event, JsonValue
from generator.engine.game import Outcome
from generator.engine.pending import Step, then
from generator.games.ggt import statistics
from generator.games.ggt.combat_state import NOBODY
from generator.games.ggt.moves import Move
from generator.games.ggt.rules.cards import trim
from generator.games.ggt.rules.limbs import (
    drop,
    gain,
    recompute_totals,
    record_limb_event,
    spend,
    take_off,
)
from generator.games.ggt.state import GgtState


def dismember(state: GgtState, victor: int, loser: int, events: list[Event]) -> None:
    """`dismember-when`: the loser loses a limb, or without limbs is out (`rip`)."""
    limbs = state.limbs(loser)
    if not limbs:
        pulp(state, victor, loser, events)
        return
    events.append(Event("dismember", "dismember-when", loser, {"limbs": len(limbs)}))
    steps = [Step("rip", victor)]
    if state.power[loser] and len(limbs) > 1:
        steps.insert(0, Step("shield", loser))
    state.pending = then(state.pending, *steps)


def shield(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`power-shield`: spend a token on each limb; the pending choice excludes these limbs."""
    if move.about:
        spend(state, step.decider, len(move.about))
        events.append(Event("shield", "power-shield", step.seat, {"limbs": [*move.about]}))
    limbs = tuple(state.config.box.limb_number[id] for id in move.about)
    state.pending = (*state.pending[:-1], replace(state.pending[-1], about=limbs))


def rip(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`rip-choice`, `reset-after-rip`: tear off the limb; its landing is the next decision."""
    fight, (id,), seat = state.combat, move.about, step.decider
    limb, victim = state.config.box.limb_number[id], fight.other(seat)
    facts = {"limb": id, "of": state.config.people[victim]}
    events.append(Event("rip", "rip-choice", seat, facts))
    record_limb_event(state, statistics.TORN, id, seat)
    state.tally = state.tally._replace(torn=state.tally.torn + 1)
    if take_off(state, victim, limb, events):
        _land(state, seat, victim, limb, events)
    recompute_totals(state, victim, events)
    state.pool[victim] = state.body[victim].health
    events.append(Event("reset", "reset-after-rip", victim, {"pool": state.pool[victim]}))
    trim(state, victim, events)


def _land(state: GgtState, seat: int, victim: int, limb: int, events: list[Event]) -> None:
    """Ask where the limb lands: the ripper in close combat, the attacker at range."""
    fight = state.combat
    chooser = fight.sides[0] if fight.ranged else seat
    if landings(state, victim):
        state.pending = then(state.pending, Step("land", chooser, (limb, victim)))
        return
    # `ranged-chooser`: no space next to the loser is vacant.
    drop(state, limb, state.at[victim])
    space = state.config.board.names[state.at[victim]]
    facts = {"limb": state.config.box.limbs[limb].id, "space": space}
    events.append(Event("land", "ranged-chooser", None, facts))


def landings(state: GgtState, victim: int) -> list[int]:
    """`limb-lands`, `ranged-limb-lands`: the cells on which a limb of the victim may land."""
    fight, board = state.combat, state.config.board
    if fight.ranged:
        return sorted(state.vacant_near(state.at[victim]))
    ripper = state.at[fight.other(victim)]
    within = board.within(state.at[victim], state.config.box.figures["land-within"])
    return [cell for cell in within if cell == ripper or state.vacant(cell)]


def land(state: GgtState, step: Step, move: Move, events: list[Event]) -> None:
    """`limb-lands`, `ranged-limb-lands`."""
    limb, (space,) = step.about[0], move.about
    drop(state, limb, state.config.board.number[space])
    rule = "ranged-limb-lands" if state.combat.ranged else "limb-lands"
    facts = {"limb": state.config.box.limbs[limb].id, "space": space}
    events.append(Event("land", rule, step.seat, facts))


def pulp(state: GgtState, victor: int, loser: int, events: list[Event]) -> None:
    """`rip`: the loser is out; the combat and the current turn end."""
    box, people = state.config.box, state.config.people
    events.append(Event("pulp", "rip", victor, {"victim": people[loser]}))
    gain(state, victor, box.figures["pulp-power"])
    clean_up(state, loser, events)
    state.fight = None
    state.now, state.banked = NOBODY, 0
    # Drop the rest of this turn; keep later turns and the next round.
    state.pending = tuple(step for step in state.pending if step.name in ("turn", "round"))
    if len(state.living) == 1:
        end(state, events)


def clean_up(state: GgtState, seat: int, events: list[Event]) -> None:
    """`rip-cleanup`: pawn, torso, Power and cards leave; limbs on the map stay."""
    spend(state, seat, state.power[seat])
    state.hands[seat], state.discards[seat] = (), 0
    state.piles[seat] = state.config.box.whole_deck
    state.at[seat] = NOBODY
    state.pool[seat] = 0
    state.living = tuple(other for other in state.living if other != seat)
    state.fallen = (*state.fallen, seat)
    events.append(Event("out", "rip-cleanup", seat, {"left": len(state.living)}))


def end(state: GgtState, events: list[Event]) -> None:
    """`last-monster`, `outcome`: the winner; the others are ranked by how late they went out."""
    (winner,) = state.living
    events.append(Event("last", "last-monster", winner, {"rounds": state.round}))
    state.outcome = outcome(state)
    state.pending = ()
    events.append(Event("result", "outcome", winner, {"places": _places(state)}))


def _places(state: GgtState) -> dict[str, JsonValue]:
    """Each player's place; survivors share the first."""
    people = state.config.people
    places: dict[str, JsonValue] = {people[seat]: 1 for seat in state.living}
    fallen = reversed(state.fallen)
    places.update({people[seat]: len(state.living) + 1 + n for n, seat in enumerate(fallen)})
    return dict(sorted(places.items()))


def outcome(state: GgtState) -> Outcome:
    """The outcome with the living players: one winner, or several survivors after `sim-cap`."""
    won = len(state.living) == 1
    share = 1 / len(state.living)
    worth = tuple(share if seat in state.living else 0.0 for seat in range(state.config.players))
    people = state.config.people
    result = f"player {people[state.living[0]]}" if won else "unfinished"
    facts: dict[str, JsonValue] = {"places": _places(state), "rounds": state.round}
    return Outcome(result, "last-monster" if won else "sim-cap", worth, facts)
