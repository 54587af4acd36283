"""Effect resolution: carries out a clause, one choice or operation after another.

A clause in progress is a step `effect` on the stack with the parameters clause, operation, host,
fighter of the event, chosen fighter, and the picks made for the next operation.  A choice is on the
stack above its clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.engine.events import Event
from generator.engine.pending import Stack, Step, new_step
from generator.games.gruff.content import Operation
from generator.games.gruff.effects.ast import Ref
from generator.games.gruff.moves import CHOOSE, NO, SPOTS, YES, Move
from generator.games.gruff.rules.event_makers import (
    answer_event,
    choose_card_event,
    choose_gruff_event,
    trigger_event,
)
from generator.games.gruff.rules.stats import Effect, controller
from generator.games.gruff.state import GruffState

TRIGGERS = Step("triggers")
START = -1
"""Number of the operation in a clause that has not begun."""

# A function that carries out effects returns the steps that must come first, for which its caller
# puts what it has left to do below them; None if nothing is in between, `OVER` if the game is over.


def step_of(effect: Effect, op: int, picks: tuple[int, ...] = ()) -> Step:
    """The step that continues a clause with an operation."""
    about = (effect.clause.number, op, effect.host, effect.it, effect.chosen, *picks)
    return new_step("effect", None, about)


def in_progress(state: GruffState, about: Sequence[Any]) -> tuple[Effect, int, tuple[int, ...]]:
    """The effect of a step, its operation, and the picks made for it."""
    number, op, host, it, chosen, *picks = about
    clause = state.config.content.clauses[number]
    return Effect(clause, controller(state, clause), host, it, chosen), op, tuple(picks)


def carry_out_queue(state: GruffState, events: list[Event]) -> Stack | None:
    """`trigger-order`: first in, first out; the chain is over when none waits."""
    while queue := state.queue:
        number, host, it = queue[0]
        state.queue = queue[1:]
        clause = state.config.content.clauses[number]
        first = begin(state, Effect(clause, controller(state, clause), host, it), events)
        if first is not None:
            return (TRIGGERS, *first) if first else first
    state.fired = ()
    return None


def next_trigger(state: GruffState, step: Step, events: list[Event]) -> None:
    """Carry out the queued clauses."""
    put_first(state, carry_out_queue(state, events))


def continue_clause(state: GruffState, step: Step, events: list[Event]) -> None:
    """Begin a clause, or continue it."""
    effect, op, picks = in_progress(state, step.about)
    if op == START:
        put_first(state, begin(state, effect, events))
    else:
        put_first(state, proceed(state, effect, op, picks, events))


def put_first(state: GruffState, first: Stack | None) -> None:
    """Put the steps that must come first on the stack."""
    if first:
        state.pending += first


def begin(state: GruffState, effect: Effect, events: list[Event]) -> Stack | None:
    """Begin a clause, or ask whether to, if its gruff is alive and its condition holds."""
    clause = effect.clause
    if effect.host >= 0 and not state.alive[effect.host]:
        return None  # `trigger-alive`
    if clause.condition is not None and not clause.condition(state, effect):
        return None
    if clause.definition.may:
        return step_of(effect, 0), Step("may", state.pair[effect.side])
    report_trigger(state, effect, events)
    return proceed(state, effect, 0, (), events)


def report_trigger(state: GruffState, effect: Effect, events: list[Event]) -> None:
    """Report the beginning of a triggered clause."""
    clause = effect.clause
    if clause.trigger:
        seat = state.pair[effect.side]
        events.append(trigger_event(clause.rule, seat, clause.source.id, clause.trigger))


def proceed(
    state: GruffState, effect: Effect, op: int, picks: tuple[int, ...], events: list[Event]
) -> Stack | None:
    """Do the operations of a clause from `op` on, or ask for the choices that one needs."""
    operations = effect.clause.operations
    for number in range(op, len(operations)):
        operation = operations[number]
        if operation.options:
            options = operation.options(state, effect, picks)
            while options is not None and len(options) == 1:
                picks = pick(operation, effect, picks, options[0])
                options = operation.options(state, effect, picks)
            if options:
                name = "choose" if len(picks) < len(operation.slots) else operation.name
                state.set_legal_moves(offer(state, name, options))
                return step_of(effect, number, picks), Step(name, state.pair[effect.side])
            if options is not None:
                picks = ()
                continue  # `playable`: an operation without a legal target is skipped
        first = operation.run(state, effect, picks, events)
        if first is not None:
            left = first and number + 1 < len(operations)
            return (step_of(effect, number + 1), *first) if left else first
        picks = ()
    return None


def pick(
    operation: Operation, effect: Effect, picks: tuple[int, ...], chosen: int
) -> tuple[int, ...]:
    """Return the picks with one more; a picked gruff becomes the chosen one.

    In a swap "the chosen gruff" is the one chosen before the swap's own choice; it is kept last.
    """
    if len(picks) >= len(operation.slots):
        return (*picks, chosen)
    before, effect.chosen = effect.chosen, chosen
    if operation.name == "swap" and Ref("chosen") in operation.fields.values():
        return (*picks, chosen, before)
    return (*picks, chosen)


# Decisions, each above its clause on the stack


def options(state: GruffState) -> list[int]:
    """The options of the clause below a choice."""
    effect, op, picks = in_progress(state, state.pending[-2].about)
    find = effect.clause.operations[op].options
    return (find(state, effect, picks) if find else None) or []


def choices(state: GruffState, step: Step) -> list[Move]:
    """A choice of each candidate."""
    return offer(state, step.name, options(state))


def offer(state: GruffState, name: str, found: list[int]) -> list[Move]:
    """The moves of a choice: fighters by their spots, cards of a gruff or of the discard pile."""
    if name == "choose":
        return [CHOOSE[spot] for spot in sorted([state.place[fighter] for fighter in found])]
    content = state.config.content
    moves = content.discard if name == "strip" else content.take_back
    return [moves[card] for card in sorted(found)]


def choose_gruff(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Choose a gruff for the clause."""
    fighter = state.line[SPOTS.index(move.about)]
    seat = step.decider
    events.append(choose_gruff_event("controller", seat, state.ids[fighter]))
    add_pick(state, fighter, events)


def choose_card(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Choose a card for the clause."""
    events.append(choose_card_event("controller", step.decider, move.about))
    add_pick(state, state.config.content.card_number[move.about], events)


def add_pick(state: GruffState, what: int, events: list[Event]) -> None:
    """Add a chosen gruff or card to the clause on top of the stack."""
    effect, op, picks = in_progress(state, state.pending[-1].about)
    state.pending = state.pending[:-1]
    picks = pick(effect.clause.operations[op], effect, picks, what)
    put_first(state, proceed(state, effect, op, picks, events))


def yes_or_no(state: GruffState, step: Step) -> list[Move]:
    """The answers to whether to use an optional effect."""
    return [YES, NO]


def answer(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Use an optional effect, or decline it."""
    effect, op, picks = in_progress(state, state.pending[-1].about)
    state.pending = state.pending[:-1]
    source = effect.clause.source.id
    events.append(answer_event("controller", step.decider, source, move == YES))
    if move == YES:
        report_trigger(state, effect, events)
        put_first(state, proceed(state, effect, op, picks, events))
