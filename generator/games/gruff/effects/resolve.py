"""Turns a clause that is being carried out into choices and operations, one step after another.

A clause in progress is a step `effect` on the stack, about (clause, operation, host, fighter of the
event, chosen fighter, picks so far): what has been chosen for the operation that comes next.  A
choice stands on the stack above the clause it is for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step, then
from generator.games.gruff.card_text.vocabulary import TYPES
from generator.games.gruff.content import CONDITION, MUTATION, Deed, Rule
from generator.games.gruff.effects.ast import Pick, Ref
from generator.games.gruff.effects.operations import DEEDS
from generator.games.gruff.effects.triggers import (
    SimultaneousBatch,
    conclude,
    controller,
    gruff_id,
)
from generator.games.gruff.moves import CHOOSE, NO, SPOTS, YES, Move
from generator.games.gruff.rules.stats import (
    NO_SWAP,
    Effect,
    chosable,
    flags_of,
    holds,
    matching,
    resolve,
)
from generator.games.gruff.state import GruffState

START = -1
"""The operation of a clause that has not begun."""


def effect_step(rule: Rule, host: int, it: int = -1) -> Step:
    """The step that carries out a clause from its beginning."""
    return Step("effect", None, (rule.number, START, host, it, -1))


def in_progress(state: GruffState, about: Sequence[Any]) -> tuple[Effect, int, tuple[int, ...]]:
    """The effect that a step is about, its operation, and the picks made for that."""
    number, op, host, it, chosen, *picks = about
    rule = state.config.content.rules[number]
    return Effect(rule, controller(state, rule), host, it, chosen), op, tuple(picks)


def next_trigger(state: GruffState, step: Step, events: list[Event]) -> None:
    """`trigger-order`: first in, first out; when none waits the chain is over."""
    if not state.queue:
        state.fired = ()
        return
    (number, host, it), state.queue = state.queue[0], state.queue[1:]
    rule = state.config.content.rules[number]
    state.pending = then(state.pending, effect_step(rule, host, it), Step("triggers"))


def carry_on(state: GruffState, step: Step, events: list[Event]) -> None:
    """Do the next operation of a clause, or ask for what has to be chosen before it."""
    effect, op, picks = in_progress(state, step.about)
    rule, seat = effect.rule, state.pair[effect.side]
    if op == START:
        if effect.host >= 0 and not state.alive[effect.host]:
            return  # `trigger-alive`
        if rule.clause.condition is not None and not holds(state, rule.clause.condition, effect):
            return
        op = 0
        if rule.clause.may:
            put_back(state, effect, op, ())
            state.pending = (*state.pending, Step("may", seat))
            return
        begun(state, effect, events)
    deed = rule.deeds[op]
    while (options := next_options(state, deed, effect, picks)) is not None:
        if not options:
            if op + 1 < len(rule.deeds):
                put_back(state, effect, op + 1, ())
            return  # `playable`: an operation without a legal target is skipped
        if len(options) > 1:
            put_back(state, effect, op, picks)
            name = "choose" if len(picks) < len(deed.slots) else deed.name
            state.pending = (*state.pending, Step(name, seat))
            return
        picks = pick(deed, effect, picks, options[0])
    if op + 1 < len(rule.deeds):
        put_back(state, effect, op + 1, ())
    moment = SimultaneousBatch()
    DEEDS[deed.name](state, deed, effect, picks, events, moment)
    conclude(state, events, moment)


def begun(state: GruffState, effect: Effect, events: list[Event]) -> None:
    """Tells that a triggered clause happens."""
    rule = effect.rule
    if rule.trigger:
        slug = {"below-threshold": "threshold", "attached": "type-condition"}.get(rule.trigger)
        if rule.trigger == "attached" and rule.source.kind == "mutation":
            slug = "type-mutation"
        facts = {"source": rule.source.id, "trigger": rule.trigger}
        events.append(Event("trigger", slug or "trigger-order", state.pair[effect.side], facts))


def put_back(state: GruffState, effect: Effect, op: int, picks: tuple[int, ...]) -> None:
    """Puts the clause on the stack again, to go on from there."""
    about = (effect.rule.number, op, effect.host, effect.it, effect.chosen, *picks)
    state.pending = then(state.pending, Step("effect", None, about))


def pick(deed: Deed, effect: Effect, picks: tuple[int, ...], chosen: int) -> tuple[int, ...]:
    """The picks with one more; a gruff is the chosen one from now on.

    A swap of "the chosen gruff" means the one chosen before its own choice, which is kept last.
    """
    if len(picks) >= len(deed.slots):
        return (*picks, chosen)
    before, effect.chosen = effect.chosen, chosen
    if deed.name == "swap" and Ref("chosen") in deed.fields.values():
        return (*picks, chosen, before)
    return (*picks, chosen)


def next_options(
    state: GruffState, deed: Deed, effect: Effect, picks: tuple[int, ...]
) -> list[int] | None:
    """What the next pick for an operation is between: fighters, then cards; None: no pick is left."""
    if len(picks) < len(deed.slots):
        return fighters_for(state, deed, effect, picks)
    if not deed.takes_card:
        return None
    if deed.name == "recover":
        return recoverable(state, deed, effect) if len(picks) == len(deed.slots) else None
    stripped = strip_targets(state, deed, effect, picks[: len(deed.slots)])
    number = len(picks) - len(deed.slots)
    if not stripped and not number:
        return []
    if number == len(stripped):
        return None
    return strippable(state, deed, stripped[number])


def fighters_for(
    state: GruffState, deed: Deed, effect: Effect, picks: tuple[int, ...], testing: bool = False
) -> list[int]:
    """Which fighters can be chosen for the next slot of an operation.

    While a card is tested for whether it can be played, nobody has been chosen yet.
    """
    field, wanted = deed.slots[len(picks)]
    if testing and wanted.but == "chosen":
        wanted = wanted._replace(but="")
    found = chosable(state, wanted, effect)
    if deed.name == "strip":
        return [fighter for fighter in found if strippable(state, deed, fighter)]
    if deed.name != "swap":
        return found
    found = [fighter for fighter in found if not flags_of(state, fighter) & NO_SWAP]
    other = -1
    partner = deed.fields["b" if field == "a" else "a"]
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
    """`dead-swap`: two gruffs of one line, at least one of them alive, both free to be swapped."""
    if one == other or one < 0 or other < 0 or one // 3 != other // 3:
        return False
    if not (state.alive[one] or state.alive[other]):
        return False
    return not (flags_of(state, one) | flags_of(state, other)) & NO_SWAP


def strippable(state: GruffState, deed: Deed, fighter: int) -> list[int]:
    """The cards on a fighter that `strip` can take, the oldest first."""
    type = MUTATION if deed.fields["kind"] == "mutation" else CONDITION
    cards = state.config.content.cards
    return [card for card in state.cards_on[fighter] if cards[card].type == type]


def strip_targets(
    state: GruffState, deed: Deed, effect: Effect, picks: tuple[int, ...]
) -> list[int]:
    """The fighters that lose a card, each with one to lose."""
    target = deed.fields["from"]
    if isinstance(target, Ref):
        fighters = [resolve(state, target.name, effect)]
    else:
        assert isinstance(target, Pick)
        fighters = matching(state, target, effect) if target.each else [picks[0]]
    return [each for each in fighters if each >= 0 and strippable(state, deed, each)]


def recoverable(state: GruffState, deed: Deed, effect: Effect) -> list[int]:
    """The cards that `recover` can take back."""
    wanted = deed.fields.get("type")
    cards = state.config.content.cards
    pile = state.discards[effect.side]
    return [card for card in pile if wanted in (None, TYPES[cards[card].type])]


def can_begin(state: GruffState, rule: Rule, side: int, host: int) -> bool:
    """`playable`: whether every choice in a clause has a candidate now."""
    if rule.clause.may:
        return True
    effect = Effect(rule, side, host)
    for deed in rule.deeds:
        for number in range(len(deed.slots)):
            if not fighters_for(state, deed, effect, (-1,) * number, testing=True):
                return False
        if deed.name == "recover" and not recoverable(state, deed, effect):
            return False
        if deed.name == "strip" and not deed.slots:
            target = deed.fields["from"]
            unknown = isinstance(target, Ref) and target.name == "chosen"
            if not unknown and not strip_targets(state, deed, effect, ()):
                return False
    return True


# Decisions, each above the clause that it is for


def options(state: GruffState) -> list[int]:
    """What the clause below a choice lets choose between."""
    effect, op, picks = in_progress(state, state.pending[-2].about)
    return next_options(state, effect.rule.deeds[op], effect, picks) or []


def choices(state: GruffState, step: Step) -> list[Move]:
    """The spots of the gruffs that can be chosen."""
    return [CHOOSE[spot] for spot in sorted(state.place[fighter] for fighter in options(state))]


def cards_to_strip(state: GruffState, step: Step) -> list[Move]:
    """The cards on the gruff that can be taken off."""
    return [state.config.content.discard[card] for card in sorted(options(state))]


def cards_to_recover(state: GruffState, step: Step) -> list[Move]:
    """The cards of the discard pile that can be taken back."""
    return [state.config.content.take_back[card] for card in sorted(options(state))]


def choose_gruff(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """A gruff has been chosen for the clause."""
    fighter = state.line[SPOTS.index(move.about)]
    chosen(state, fighter, {"gruff": gruff_id(state, fighter)}, events)


def choose_card(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """A card has been chosen for the clause."""
    chosen(state, state.config.content.card_number[move.about], {"card": move.about}, events)


def chosen(state: GruffState, what: int, facts: Mapping[str, str], events: list[Event]) -> None:
    """A gruff or a card has been chosen for the clause on top of the stack."""
    effect, op, picks = in_progress(state, state.pending[-1].about)
    state.pending = state.pending[:-1]
    events.append(Event("choose", "controller", state.pair[effect.side], facts))
    put_back(state, effect, op, pick(effect.rule.deeds[op], effect, picks, what))


def yes_or_no(state: GruffState, step: Step) -> list[Move]:
    """Whether to use an effect."""
    return [YES, NO]


def answer(state: GruffState, step: Step, move: Move, events: list[Event]) -> None:
    """A player uses an effect that is optional, or does not."""
    effect, _, _ = in_progress(state, state.pending[-1].about)
    facts: dict[str, JsonValue] = {"source": effect.rule.source.id, "yes": move == YES}
    events.append(Event("answer", "controller", state.pair[effect.side], facts))
    if move == YES:
        begun(state, effect, events)
    else:
        state.pending = state.pending[:-1]
