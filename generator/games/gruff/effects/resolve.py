"""Effect resolution: carries out a clause, one choice or operation after another.

A clause in progress is a step `effect` on the stack with the parameters clause, operation, host,
fighter of the event, chosen fighter, and the picks made for the next operation.  A choice is on the
stack above its clause.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.engine.events import Event
from generator.engine.pending import Step
from generator.games.gruff.card_text.vocabulary import TYPES
from generator.games.gruff.content import CONDITION, MUTATION, CompiledClause, Operation
from generator.games.gruff.effects.ast import Pick, Ref
from generator.games.gruff.effects.operations import HANDLERS, Resolution
from generator.games.gruff.moves import CHOOSE, NO, SPOTS, YES, Move
from generator.games.gruff.rules.event_makers import (
    answer_event,
    choose_card_event,
    choose_gruff_event,
    trigger_event,
)
from generator.games.gruff.rules.stats import (
    NO_SWAP,
    Effect,
    controller,
    flags_of,
    holds,
    matching,
    resolve,
    selectable,
)
from generator.games.gruff.state import GruffState

TRIGGERS = Step("triggers")
START = -1
"""Number of the operation in a clause that has not begun."""


def carry_out(state: GruffState, clause: CompiledClause, host: int) -> None:
    """Push the step that executes a clause from its beginning."""
    state.run_next("effect", clause.number, START, host, -1, -1)


def in_progress(state: GruffState, about: Sequence[Any]) -> tuple[Effect, int, tuple[int, ...]]:
    """The effect of a step, its operation, and the picks made for it."""
    number, op, host, it, chosen, *picks = about
    clause = state.config.content.clauses[number]
    return Effect(clause, controller(state, clause), host, it, chosen), op, tuple(picks)


def next_trigger(state: GruffState, step: Step, events: list[Event]) -> None:
    """`trigger-order`: first in, first out; the chain is over when none waits."""
    later = state.pending
    while queue := state.queue:
        number, host, it = queue[0]
        state.queue = queue[1:]
        state.pending = waiting = (*later, TRIGGERS)
        clause = state.config.content.clauses[number]
        begin(state, Effect(clause, controller(state, clause), host, it), events)
        if state.pending is not waiting:
            return  # something else comes first, or the game is over
    state.pending = later
    state.fired = ()


def continue_clause(state: GruffState, step: Step, events: list[Event]) -> None:
    """Begin a clause, or continue it."""
    effect, op, picks = in_progress(state, step.about)
    if op == START:
        begin(state, effect, events)
    else:
        proceed(state, effect, op, picks, events)


def begin(state: GruffState, effect: Effect, events: list[Event]) -> None:
    """Begin a clause, or ask whether to, if its gruff is alive and its condition holds."""
    if effect.host >= 0 and not state.alive[effect.host]:
        return  # `trigger-alive`
    definition = effect.clause.definition
    if definition.condition is not None and not holds(state, definition.condition, effect):
        return
    if definition.may:
        put_back(state, effect, 0, ())
        state.pending += (Step("may", state.pair[effect.side]),)
        return
    report_trigger(state, effect, events)
    proceed(state, effect, 0, (), events)


def proceed(
    state: GruffState, effect: Effect, op: int, picks: tuple[int, ...], events: list[Event]
) -> None:
    """Do the operations of a clause from `op` on, or ask for the choices that one needs."""
    later, operations = state.pending, effect.clause.operations
    for number in range(op, len(operations)):
        operation = operations[number]
        if operation.slots or operation.takes_card:
            found = choose(state, operation, number, effect, picks)
            if found is None:
                return
            picks = found
            if not picks:
                continue  # `playable`: an operation without a legal target is skipped
        if number + 1 < len(operations):
            put_back(state, effect, number + 1, ())
        waiting = state.pending
        resolution = Resolution(state, events, operation, effect, picks)
        HANDLERS[operation.name](resolution)
        resolution.conclude()
        if state.pending is not waiting:
            return  # something else comes first, or the game is over
        state.pending, picks = later, ()


def choose(
    state: GruffState, operation: Operation, number: int, effect: Effect, picks: tuple[int, ...]
) -> tuple[int, ...] | None:
    """All picks for an operation: none if there is nothing to pick, None if a player is asked."""
    while (options := next_options(state, operation, effect, picks)) is not None:
        if not options:
            return ()
        if len(options) > 1:
            put_back(state, effect, number, picks)
            name = "choose" if len(picks) < len(operation.slots) else operation.name
            state.pending += (Step(name, state.pair[effect.side]),)
            state.set_legal_moves(offer(state, name, options))
            return None
        picks = pick(operation, effect, picks, options[0])
    return picks


def report_trigger(state: GruffState, effect: Effect, events: list[Event]) -> None:
    """Report the beginning of a triggered clause."""
    clause = effect.clause
    if clause.trigger:
        seat = state.pair[effect.side]
        events.append(trigger_event(clause.rule, seat, clause.source.id, clause.trigger))


def put_back(state: GruffState, effect: Effect, op: int, picks: tuple[int, ...]) -> None:
    """Put the clause back on the stack, to continue with an operation."""
    number, host, it, chosen = effect.clause.number, effect.host, effect.it, effect.chosen
    state.run_next("effect", number, op, host, it, chosen, *picks)


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


def next_options(
    state: GruffState, operation: Operation, effect: Effect, picks: tuple[int, ...]
) -> list[int] | None:
    """The options of an operation's next pick: fighters, then cards; None: all picks are made."""
    if len(picks) < len(operation.slots):
        return fighters_for(state, operation, effect, picks)
    if not operation.takes_card:
        return None
    if operation.name == "recover":
        return recoverable(state, operation, effect) if len(picks) == len(operation.slots) else None
    stripped = strip_targets(state, operation, effect, picks[: len(operation.slots)])
    number = len(picks) - len(operation.slots)
    if not stripped and not number:
        return []
    if number == len(stripped):
        return None
    return strippable(state, operation, stripped[number])


def fighters_for(
    state: GruffState,
    operation: Operation,
    effect: Effect,
    picks: tuple[int, ...],
    testing: bool = False,
) -> list[int]:
    """The fighters that can be chosen for the next slot of an operation.

    While testing whether a card can be played, nobody has been chosen yet.
    """
    field, wanted = operation.slots[len(picks)]
    if testing and wanted.but == "chosen":
        wanted = wanted._replace(but="")
    found = selectable(state, wanted, effect)
    if operation.name == "strip":
        return [fighter for fighter in found if strippable(state, operation, fighter)]
    if operation.name != "swap":
        return found
    found = [fighter for fighter in found if not flags_of(state, fighter) & NO_SWAP]
    other = -1
    partner = operation.fields["b" if field == "a" else "a"]
    if isinstance(partner, Ref):
        other = resolve(state, partner.name, effect)
        if other < 0 and not (testing and partner.name == "chosen"):
            return []
    elif picks and not testing:
        other = picks[0]
    if other >= 0:
        found = [fighter for fighter in found if can_swap(state, fighter, other)]
    return found


def can_swap(state: GruffState, one: int, other: int) -> bool:
    """`dead-swap`: whether two gruffs of one line, at least one of them alive, can be swapped."""
    if one == other or one < 0 or other < 0 or one // 3 != other // 3:
        return False
    if not (state.alive[one] or state.alive[other]):
        return False
    return not (flags_of(state, one) | flags_of(state, other)) & NO_SWAP


def strippable(state: GruffState, operation: Operation, fighter: int) -> list[int]:
    """The cards that `strip` can take from a fighter, the oldest first."""
    type = MUTATION if operation.fields["kind"] == "mutation" else CONDITION
    cards = state.config.content.cards
    return [card for card in state.cards_on[fighter] if cards[card].type == type]


def strip_targets(
    state: GruffState, operation: Operation, effect: Effect, picks: tuple[int, ...]
) -> list[int]:
    """The fighters that lose a card, each of which has one to lose."""
    target = operation.fields["from"]
    if isinstance(target, Ref):
        fighters = [resolve(state, target.name, effect)]
    else:
        assert isinstance(target, Pick)
        fighters = matching(state, target, effect) if target.each else [picks[0]]
    return [each for each in fighters if each >= 0 and strippable(state, operation, each)]


def recoverable(state: GruffState, operation: Operation, effect: Effect) -> list[int]:
    """The cards that `recover` can take back."""
    wanted = operation.fields.get("type")
    cards = state.config.content.cards
    pile = state.discards[effect.side]
    return [card for card in pile if wanted in (None, TYPES[cards[card].type])]


def can_begin(state: GruffState, clause: CompiledClause, side: int, host: int) -> bool:
    """`playable`: whether every choice of a clause has a candidate now."""
    if clause.definition.may:
        return True
    effect = Effect(clause, side, host)
    for operation in clause.operations:
        for number in range(len(operation.slots)):
            if not fighters_for(state, operation, effect, (-1,) * number, testing=True):
                return False
        if operation.name == "recover" and not recoverable(state, operation, effect):
            return False
        if operation.name == "strip" and not operation.slots:
            target = operation.fields["from"]
            unknown = isinstance(target, Ref) and target.name == "chosen"
            if not unknown and not strip_targets(state, operation, effect, ()):
                return False
    return True


# Decisions, each above its clause on the stack


def options(state: GruffState) -> list[int]:
    """The options of the clause below a choice."""
    effect, op, picks = in_progress(state, state.pending[-2].about)
    return next_options(state, effect.clause.operations[op], effect, picks) or []


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
    proceed(state, effect, op, picks, events)


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
        proceed(state, effect, op, picks, events)
