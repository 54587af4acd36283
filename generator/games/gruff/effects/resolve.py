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
from generator.games.gruff.content import CompiledClause, Operation, Picks
from generator.games.gruff.effects.ast import Ref
from generator.games.gruff.effects.triggers import (
    Occurrence,
    SimultaneousBatch,
    dying,
    queue_clauses,
)
from generator.games.gruff.moves import CHOOSE, NO, SPOTS, YES, Move
from generator.games.gruff.rules.event_makers import (
    answer_event,
    choose_card_event,
    choose_gruff_event,
    trigger_event,
)
from generator.games.gruff.rules.stats import HOST, SIDE, Context, controller
from generator.games.gruff.state import UNMARKED, GruffState

TRIGGERS = Step("triggers")
START = -1
"""Number of the operation in a clause that has not begun."""

# A function that carries out effects returns the steps that must come first, for which its caller
# puts what it has left to do below them; None if nothing is in between, `OVER` if the game is over.


def step_of(clause: CompiledClause, context: Context, op: int, picks: Picks = ()) -> Step:
    """The step that continues a clause with an operation."""
    _, host, it, chosen = context
    return new_step("effect", None, (clause.number, op, host, it, chosen, *picks))


def in_progress(
    state: GruffState, about: Sequence[Any]
) -> tuple[CompiledClause, Context, int, Picks]:
    """The clause of a step, its context and operation, and the picks made for that."""
    number, op, host, it, chosen, *picks = about
    clause = state.config.content.clauses[number]
    return clause, (controller(state, clause), host, it, chosen), op, tuple(picks)


def carry_out_queue(state: GruffState, events: list[Event]) -> Stack | None:
    """`trigger-order`: first in, first out; the chain is over when none waits."""
    while queue := state.queue:
        number, host, it = queue[0]
        state.queue = queue[1:]
        clause = state.config.content.clauses[number]
        first = begin(state, clause, (controller(state, clause), host, it, -1), events)
        if first is not None:
            return (TRIGGERS, *first) if first else first
    state.fired = ()
    return None


def occur(
    state: GruffState,
    occurrence: Occurrence,
    events: list[Event],
    later: Stack = (),
    first: int = -1,
) -> bool:
    """Conclude a single event, which is no loss, and its chain; see `ends_chain`.

    `first` is the fighter whose own ability is queued first (`ability-first`).
    """
    if state.marks != UNMARKED and dying(state):
        batch = SimultaneousBatch(state, events)
        batch.triggers = (occurrence,)
        if not batch.conclude(first=first):
            return False
    elif occurrence[0] & state.awaited:
        queue_clauses(state, (occurrence,), occurrence[0], first)
    if state.queue:
        return ends_chain(state, events, later)
    state.fired = ()
    return True


def ends_chain(state: GruffState, events: list[Event], later: Stack = ()) -> bool:
    """Carry out the queued clauses, and return whether the chain has ended.

    Otherwise something else comes first, and later steps are on the stack below it.
    """
    if not state.queue:
        state.fired = ()
        return True
    first = carry_out_queue(state, events)
    if first:
        state.pending += later + first
    return first is None


def next_trigger(state: GruffState, step: Step, events: list[Event]) -> None:
    """Carry out the queued clauses."""
    put_first(state, carry_out_queue(state, events))


def continue_clause(state: GruffState, step: Step, events: list[Event]) -> None:
    """Begin a clause, or continue it."""
    clause, context, op, picks = in_progress(state, step.about)
    if op == START:
        put_first(state, begin(state, clause, context, events))
    else:
        put_first(state, proceed(state, clause, context, op, picks, events))


def put_first(state: GruffState, first: Stack | None) -> None:
    """Put the steps that must come first on the stack."""
    if first:
        state.pending += first


def begin(
    state: GruffState, clause: CompiledClause, context: Context, events: list[Event]
) -> Stack | None:
    """Begin a clause, or ask whether to, if its gruff is alive and its condition holds."""
    host = context[HOST]
    if host >= 0 and not state.alive[host]:
        return None  # `trigger-alive`
    if clause.condition is not None and not clause.condition(state, context):
        return None
    if clause.definition.may:
        return step_of(clause, context, 0), Step("may", state.pair[context[SIDE]])
    return do(state, clause, context, events)


def do(
    state: GruffState, clause: CompiledClause, context: Context, events: list[Event]
) -> Stack | None:
    """Do all that a clause says, and report it if it was triggered."""
    if clause.trigger:
        seat = state.pair[context[SIDE]]
        events.append(trigger_event(clause.rule, seat, clause.source.id, clause.trigger))
    return proceed(state, clause, context, 0, (), events)


def proceed(
    state: GruffState,
    clause: CompiledClause,
    context: Context,
    op: int,
    picks: Picks,
    events: list[Event],
) -> Stack | None:
    """Do the operations of a clause from `op` on, or ask for the choices that one needs."""
    operations = clause.operations
    for operation in operations[op:] if op else operations:
        if operation.options:
            options = operation.options(state, context, picks)
            while options is not None and len(options) == 1:
                context, picks = pick(operation, context, picks, options[0])
                options = operation.options(state, context, picks)
            if options:
                name = "choose" if len(picks) < len(operation.slots) else operation.name
                state.set_legal_moves(offer(state, name, options))
                return step_of(clause, context, op, picks), Step(name, state.pair[context[SIDE]])
            if options is not None:
                op, picks = op + 1, ()
                continue  # `playable`: an operation without a legal target is skipped
        op += 1
        first = operation.run(state, context, picks, events)
        if first is not None:
            left = first and op < len(operations)
            return (step_of(clause, context, op), *first) if left else first
        picks = ()
    return None


def pick(
    operation: Operation, context: Context, picks: Picks, chosen: int
) -> tuple[Context, Picks]:
    """Return the context and the picks with one more; a picked gruff becomes the chosen one.

    In a swap "the chosen gruff" is the one chosen before the swap's own choice; it is kept last.
    """
    if len(picks) >= len(operation.slots):
        return context, (*picks, chosen)
    side, host, it, before = context
    context = (side, host, it, chosen)
    if operation.name == "swap" and Ref("chosen") in operation.fields.values():
        return context, (*picks, chosen, before)
    return context, (*picks, chosen)


# Decisions, each above its clause on the stack


def options(state: GruffState) -> list[int]:
    """The options of the clause below a choice."""
    clause, context, op, picks = in_progress(state, state.pending[-2].about)
    find = clause.operations[op].options
    return (find(state, context, picks) if find else None) or []


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
    clause, context, op, picks = in_progress(state, state.pending[-1].about)
    state.pending = state.pending[:-1]
    context, picks = pick(clause.operations[op], context, picks, what)
    put_first(state, proceed(state, clause, context, op, picks, events))


def yes_or_no(state: GruffState, step: Step) -> list[Move]:
    """The answers to whether to use an optional effect."""
    return [YES, NO]


def answer(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """Use an optional effect, or decline it."""
    clause, context, _, _ = in_progress(state, state.pending[-1].about)
    state.pending = state.pending[:-1]
    events.append(answer_event("controller", step.decider, clause.source.id, move == YES))
    if move == YES:
        put_first(state, do(state, clause, context, events))
