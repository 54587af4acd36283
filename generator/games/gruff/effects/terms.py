"""Terms of effects, compiled: references, selections, amounts and conditions.

Each becomes a function of the state and the context in which it stands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import eq, ge, le
from typing import TypeAlias

from generator.games.gruff.content import Candidates, Fighters, Number, Picks
from generator.games.gruff.effects.ast import (
    Amount,
    Compare,
    Count,
    Crazy,
    Half,
    Is,
    Pick,
    Ref,
    Stat,
)
from generator.games.gruff.rules.stats import (
    CHOSEN,
    HIDDEN,
    HOST,
    INDEX,
    IT,
    SIDE,
    Context,
    active_of,
    bonuses,
    opposite,
    value,
)
from generator.games.gruff.state import GruffState

Reference: TypeAlias = Callable[[GruffState, Context], int]
"""The fighter that a reference means now; -1: nobody."""
Condition: TypeAlias = Callable[[GruffState, Context], bool]


def _self(state: GruffState, context: Context) -> int:
    return context[HOST]


def _active(state: GruffState, context: Context) -> int:
    return state.active if context[SIDE] == state.side else -1


def _opposite(state: GruffState, context: Context) -> int:
    base = base_of(state, context)
    return opposite(state, base) if base >= 0 else -1


def _it(state: GruffState, context: Context) -> int:
    return context[IT]


def _chosen(state: GruffState, context: Context) -> int:
    return context[CHOSEN]


REFERENCES: Mapping[str, Reference] = {
    "self": _self,
    "active": _active,
    "opposite": _opposite,
    "it": _it,
    "chosen": _chosen,
}


def base_of(state: GruffState, context: Context) -> int:
    """The gruff to which `opposite` and `adjacent` are relative: the host, or the active gruff."""
    return context[HOST] if context[HOST] >= 0 else active_of(state, context[SIDE])


# States of a gruff


def _is_adjacent(state: GruffState, fighter: int, base: int) -> bool:
    if not state.alive[fighter] or base < 0 or fighter // 3 != base // 3:
        return False
    return abs(state.place[fighter] - state.place[base]) == 1


IN_STATE: Mapping[str, Callable[[GruffState, int, int], bool]] = {
    "either": lambda state, fighter, base: True,
    "dead": lambda state, fighter, base: not state.alive[fighter],
    "living": lambda state, fighter, base: state.alive[fighter],
    "ready": lambda state, fighter, base: state.alive[fighter] and state.ready[fighter],
    "exhausted": lambda state, fighter, base: state.alive[fighter] and not state.ready[fighter],
    "attacking": lambda state, fighter, base: state.alive[fighter] and fighter in state.attackers,
    "adjacent": _is_adjacent,
}
"""Whether a fighter is in each state; the last parameter is the fighter that it may be adjacent to."""


# Selections


SPOTS: Mapping[str, Sequence[Sequence[int]]] = {
    "mine": ((0, 1, 2), (3, 4, 5)),
    "enemy": ((3, 4, 5), (0, 1, 2)),
    "any": (range(6), range(6)),
}
"""The spots of the gruffs that a word for their owner means, by the controller's side."""


def matching(pick: Pick) -> Fighters:
    """The fighters of a selection, column by column, the first player's first."""
    spots, is_in, excluded = SPOTS[pick.side], IN_STATE[pick.state], REFERENCES.get(pick.but)

    def living(state: GruffState, context: Context) -> list[int]:
        line, alive, found = state.line, state.alive, []
        for spot in spots[context[SIDE]]:
            if alive[line[spot]]:
                found.append(line[spot])
        return found

    def others(state: GruffState, context: Context) -> list[int]:
        base = base_of(state, context) if is_in is _is_adjacent else -1
        but = excluded(state, context) if excluded else -1
        line, found = state.line, []
        for spot in spots[context[SIDE]]:
            fighter = line[spot]
            if fighter != but and is_in(state, fighter, base):
                found.append(fighter)
        return found

    return living if pick.state == "living" and not pick.but else others


def selectable(pick: Pick) -> Candidates:
    """The matching fighters that can be chosen, without those hidden from the chooser."""
    find = matching(pick)

    def seen(state: GruffState, context: Context, picks: Picks) -> list[int]:
        found = find(state, context)
        _, flags, flagged = state.bonuses or bonuses(state)
        if flagged:
            return [f for f in found if not (flags[f] & HIDDEN and f // 3 != context[SIDE])]
        return found

    return (lambda state, context, picks: find(state, context)) if pick.side == "mine" else seen


# Amounts and conditions


def amount(written: Amount) -> Number:
    """The current value of an amount; 0 if it refers to no gruff."""
    if isinstance(written, Stat):
        return _stat(written)
    if isinstance(written, Count):
        find = matching(written.gruffs)
        return lambda state, context: len(find(state, context))
    if isinstance(written, Crazy):
        if written.side == "mine":
            return lambda state, context: state.crazy[context[SIDE]]
        return lambda state, context: state.crazy[1 - context[SIDE]]
    if isinstance(written, Half):
        whole = amount(written.amount)
        return lambda state, context: whole(state, context) // 2
    return lambda state, context: written


def _stat(written: Stat) -> Number:
    find, what = REFERENCES[written.of.name], INDEX[written.stat]

    def current(state: GruffState, context: Context) -> int:
        fighter = find(state, context)
        return value(state, fighter, what) if fighter >= 0 else 0

    return current


def holds(condition: Is | Compare) -> Condition:
    """Whether a condition is true now; false if it refers to no gruff."""
    if isinstance(condition, Compare):
        compare = {">=": ge, "<=": le, "=": eq}[condition.how]
        left, right = amount(condition.left), amount(condition.right)
        return lambda state, context: compare(left(state, context), right(state, context))
    find, is_in = REFERENCES[condition.who.name], IN_STATE[condition.state]

    def is_met(state: GruffState, context: Context) -> bool:
        fighter = find(state, context)
        return fighter >= 0 and is_in(state, fighter, base_of(state, context))

    return is_met


def fighters(written: Ref | Pick) -> Fighters:
    """The fighters that a reference or a selection means now."""
    if isinstance(written, Pick):
        return matching(written)
    find = REFERENCES[written.name]

    def one(state: GruffState, context: Context) -> list[int]:
        fighter = find(state, context)
        return [fighter] if fighter >= 0 else []

    return one
