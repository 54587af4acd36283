"""Operations of effects, compiled: what each does to the table once its targets are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.pending import Stack, Step
from generator.games.gruff.content import Picks, Run
from generator.games.gruff.effects.ast import STATS, Ref, Shepherd
from generator.games.gruff.effects.changes import change_crazy, raise_dead, set_ready, slide, swap
from generator.games.gruff.effects.choices import Fields
from generator.games.gruff.effects.terms import REFERENCES, amount, matching
from generator.games.gruff.effects.triggers import SimultaneousBatch, settle
from generator.games.gruff.entries import Boost
from generator.games.gruff.rules.card_zones import discard, draw, take_off
from generator.games.gruff.rules.event_makers import attack_lost_event
from generator.games.gruff.rules.stats import SIDE, Context, add_boost
from generator.games.gruff.state import GruffState

Targets: TypeAlias = Callable[[GruffState, Context, Picks], Sequence[int]]
Compiler: TypeAlias = Callable[[Fields, Sequence[str]], Run]
"""Compiles an operation from its fields and the names of its slots."""
OVER: Stack = ()
"""What must come first when the game is over: nothing more."""


def targets(fields: Fields, field: str, slots: Sequence[str], dead: bool = False) -> Targets:
    """The fighters that a field denotes: chosen, referred to, or each of a selection.

    With `dead`, only dead fighters, otherwise only living ones.
    """
    wanted = fields[field]
    if isinstance(wanted, Ref):
        find = REFERENCES[wanted.name]

        def one(state: GruffState, context: Context, picks: Picks) -> Sequence[int]:
            fighter = find(state, context)
            return (fighter,) if fighter >= 0 and state.alive[fighter] != dead else ()

        return one
    if field in slots:
        at = slots.index(field)

        def chosen(state: GruffState, context: Context, picks: Picks) -> Sequence[int]:
            return () if state.alive[picks[at]] == dead else (picks[at],)

        return chosen
    find_all = matching(wanted)

    def each(state: GruffState, context: Context, picks: Picks) -> Sequence[int]:
        return [one for one in find_all(state, context) if state.alive[one] != dead]

    return each


def sides(who: str) -> Sequence[int]:
    """The side that a word means, by the controller's: the same, or the enemy's."""
    return (0, 1) if who in ("mine", "my-shepherd") else (1, 0)


def end(batch: SimultaneousBatch) -> Stack | None:
    """End the simultaneous events of an operation."""
    return None if batch.conclude() else OVER


def _damage(fields: Fields, slots: Sequence[str]) -> Run:
    n = amount(fields["n"])
    if isinstance(fields["to"], Shepherd):
        of = sides(fields["to"].name)

        def to_shepherd(
            state: GruffState, context: Context, picks: Picks, events: list[Event]
        ) -> Stack | None:
            batch = SimultaneousBatch(state, events)
            side = of[context[SIDE]]
            batch.lose_life(side, n(state, context), "shepherd-damage-stays")
            return end(batch)

        return to_shepherd
    find = targets(fields, "to", slots)

    def to_gruffs(
        state: GruffState, context: Context, picks: Picks, events: list[Event]
    ) -> Stack | None:
        batch, damage = SimultaneousBatch(state, events), n(state, context)
        for fighter in find(state, context, picks):
            batch.put_marks(fighter, damage)
        return end(batch)

    return to_gruffs


def _heal(fields: Fields, slots: Sequence[str]) -> Run:
    n, of = amount(fields["n"]), sides(fields["who"].name)

    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        side = of[context[SIDE]]
        shepherd, before = state.shepherd(side), state.life[side]
        state.life[side] = now = min(shepherd.life, before + n(state, context))
        facts: dict[str, JsonValue] = {"shepherd": shepherd.id, "gained": now - before, "life": now}
        events.append(new_event("heal", "shepherd-damage-stays", state.pair[side], facts))
        return None if settle(state, events) else OVER

    return run


def _stat(fields: Fields, slots: Sequence[str]) -> Run:
    n, find, stat = amount(fields["n"]), targets(fields, "who", slots), STATS.index(fields["stat"])

    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        by = n(state, context)
        for fighter in find(state, context, picks):
            slide(state, fighter, stat, by, "text-wins", events)
        return None if settle(state, events) else OVER

    return run


def _by_amount(change: Callable[[GruffState, int, int, str, list[Event]], None]) -> Compiler:
    """The operation that changes something of a side by an amount."""

    def make(fields: Fields, slots: Sequence[str]) -> Run:
        n, of = amount(fields["n"]), sides(fields["who"])

        def run(
            state: GruffState, context: Context, picks: Picks, events: list[Event]
        ) -> Stack | None:
            change(state, of[context[SIDE]], n(state, context), "text-wins", events)
            return None if settle(state, events) else OVER

        return run

    return make


def _discard(fields: Fields, slots: Sequence[str]) -> Run:
    n, of, at_random = amount(fields["n"]), sides(fields["who"]), fields.get("random")

    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        side = of[context[SIDE]]
        hand = state.hands[side]
        number = min(len(hand), n(state, context))
        asked: Stack | None = None
        if at_random:
            for _ in range(number):
                discard(state, side, state.rng.pick(state.hands[side]), "text-wins", events)
        elif number == len(hand):
            for card in hand:
                discard(state, side, card, "text-wins", events)
        elif number > 0:
            asked = (Step("discard", state.pair[side], (number,)),)
        return asked if settle(state, events) else OVER

    return run


def _swap(fields: Fields, slots: Sequence[str]) -> Run:
    both = [_to_swap(fields, field, slots) for field in ("a", "b")]

    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        batch = SimultaneousBatch(state, events)
        one, other = [find(state, context, picks) for find in both]
        if one and other:
            swap(one[0], other[0], "dead-swap", batch)
        return end(batch)

    return run


def _to_swap(fields: Fields, field: str, slots: Sequence[str]) -> Targets:
    if slots and fields[field] == Ref("chosen"):
        return lambda state, context, picks: picks[-1:]  # chosen before this, see `resolve.pick`
    living, dead = targets(fields, field, slots), targets(fields, field, slots, dead=True)
    return lambda state, context, picks: (
        living(state, context, picks) or dead(state, context, picks)
    )


def _kill(fields: Fields, slots: Sequence[str]) -> Run:
    find = targets(fields, "who", slots)

    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        batch = SimultaneousBatch(state, events)
        for fighter in find(state, context, picks):
            batch.kill(fighter, "death")
        return end(batch)

    return run


def _resurrect(fields: Fields, slots: Sequence[str]) -> Run:
    find = targets(fields, "who", slots, dead=True)

    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        batch = SimultaneousBatch(state, events)
        for fighter in find(state, context, picks):
            raise_dead(fighter, batch)
        return end(batch)

    return run


def _make_ready(ready: bool) -> Compiler:
    def make(fields: Fields, slots: Sequence[str]) -> Run:
        find = targets(fields, "who", slots)

        def run(
            state: GruffState, context: Context, picks: Picks, events: list[Event]
        ) -> Stack | None:
            for fighter in find(state, context, picks):
                set_ready(state, fighter, ready, "text-wins", events)
            return None if settle(state, events) else OVER

        return run

    return make


def _cancel(fields: Fields, slots: Sequence[str]) -> Run:
    find = targets(fields, "who", slots)

    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        for fighter in find(state, context, picks):
            if fighter in state.attackers:
                side = fighter // 3
                state.attackers[side] = -1
                state.clear_varying()
                seat, id = state.pair[side], state.ids[fighter]
                events.append(attack_lost_event("text-wins", seat, id))
        return None if settle(state, events) else OVER

    return run


def _strip(fields: Fields, slots: Sequence[str]) -> Run:
    chosen = len(slots)

    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        for card in picks[chosen:]:
            take_off(state, card, "text-wins", events)
        return None if settle(state, events) else OVER

    return run


def _recover(fields: Fields, slots: Sequence[str]) -> Run:
    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        side, card = context[SIDE], picks[-1]
        state.discards[side] = tuple([each for each in state.discards[side] if each != card])
        state.hands[side] += (card,)
        state.shown[side] += (card,)
        facts = {"card": state.config.content.cards[card].id}
        events.append(new_event("recover", "text-wins", state.pair[side], facts))
        return None if settle(state, events) else OVER

    return run


def _boost(fields: Fields, slots: Sequence[str]) -> Run:
    find, until = targets(fields, "who", slots), fields["until"]
    mods = [(mod.what, amount(mod.n)) for mod in fields["mods"]]

    def run(state: GruffState, context: Context, picks: Picks, events: list[Event]) -> Stack | None:
        changes = [(what, n(state, context)) for what, n in mods]
        for fighter in find(state, context, picks):
            for what, by in changes:
                boost = Boost(fighter, what, by, until, context[SIDE])
                state.boosts += (boost,)
                add_boost(state, boost)
            facts: dict[str, JsonValue] = {"gruff": state.ids[fighter], "until": until}
            facts["mods"] = dict(changes)
            events.append(new_event("boost", "text-wins", state.pair[fighter // 3], facts))
        return None if settle(state, events) else OVER

    return run


COMPILERS: Mapping[str, Compiler] = {
    "damage": _damage,
    "heal": _heal,
    "stat": _stat,
    "crazy": _by_amount(change_crazy),
    "draw": _by_amount(draw),
    "discard": _discard,
    "swap": _swap,
    "kill": _kill,
    "resurrect": _resurrect,
    "ready": _make_ready(True),
    "exhaust": _make_ready(False),
    "cancel": _cancel,
    "strip": _strip,
    "recover": _recover,
    "boost": _boost,
}
"""The function that compiles each operation of the vocabulary, from its fields and its slots."""
