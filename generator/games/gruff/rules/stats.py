"""Stats: the current values of a gruff, with the bonuses and flags of what lasts.

Nothing here changes a state, except that the bonuses of living gruffs are computed when first needed,
and cached until something that they depend on changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from generator.games.gruff.card_text.vocabulary import FLAG_BITS
from generator.games.gruff.content import CompiledClause
from generator.games.gruff.effects.ast import VALUES
from generator.games.gruff.entries import Boost
from generator.games.gruff.state import Bonuses, GruffState

MEAN, FAT = VALUES.index("mean"), VALUES.index("fat")
DAMAGE, DEFENSE = VALUES.index("damage"), VALUES.index("defense")
INDEX = {what: index for index, what in enumerate(VALUES)}
SLIDER = (0, 1, 2, 0, 2)
"""The slider on which each value is based."""
NO_ATTACK, NO_SWAP, NO_EXCESS, HIDDEN, DIRECT = FLAG_BITS.values()
_NOTHING: Bonuses = ([0] * 30, [0] * 6, False)


Context: TypeAlias = tuple[int, int, int, int]
"""Where references of an effect are resolved: the side that controls it, and the gruffs that they can
mean; a tuple, since an object with names takes six times as long to make."""
SIDE, HOST, IT, CHOSEN = range(4)
"""The parts of a context."""
OF_SIDE: Sequence[Context] = ((0, -1, -1, -1), (1, -1, -1, -1))
"""The context of each side's effects that are on no gruff."""


def controller(state: GruffState, clause: CompiledClause) -> int:
    """`controller`: the side that controls a clause."""
    if clause.gruff >= 0:
        return state.owner[clause.gruff]
    return int(state.shepherds[state.pair[1]] == clause.shepherd)


def bonuses(state: GruffState) -> Bonuses:
    """The bonuses and flags of all fighters, cached until something changes."""
    if state.bonuses is None:
        state.bonuses = _calculate(state)
    return state.bonuses


def _calculate(state: GruffState) -> Bonuses:
    state.varies = False
    if not (state.boosts or any(state.cards_on)):
        return _NOTHING
    cards, values, flags = state.config.content.cards, [0] * 30, [0] * 6
    for fighter, on in enumerate(state.cards_on):
        if on and state.alive[fighter]:
            for number in on:
                card = cards[number]
                if card.static:
                    for what, n in card.fixed:
                        values[5 * fighter + what] += n
                    flags[fighter] |= card.flags
                    for clause in card.moving:
                        state.varies = state.varies or clause.varies
                        _add_moving(state, clause, fighter, values, flags)
    for boost in state.boosts:
        if state.alive[boost.fighter]:
            _add(boost.fighter, boost.what, boost.n, values, flags)
    return values, flags, any(flags)


def _add_moving(
    state: GruffState, clause: CompiledClause, host: int, values: list[int], flags: list[int]
) -> None:
    """Add the bonuses and flags of a static clause."""
    context = (state.owner[clause.gruff], host, -1, -1)
    if clause.condition is not None and not clause.condition(state, context):
        return
    targets = clause.targets(state, context)
    for what, n in clause.changes:
        by = n(state, context)
        for fighter in targets:
            _add(fighter, what, by, values, flags)


def _add(fighter: int, what: str, n: int, values: list[int], flags: list[int]) -> None:
    if what in FLAG_BITS:
        flags[fighter] |= FLAG_BITS[what]
    else:
        values[5 * fighter + INDEX[what]] += n


def add_boost(state: GruffState, boost: Boost, sign: int = 1) -> None:
    """Add a boost to the bonuses, or take it away again (-1)."""
    if boost.what in FLAG_BITS:
        state.bonuses = None
    else:
        state.add_bonuses(boost.fighter, ((INDEX[boost.what], sign * boost.n),))


def flags_of(state: GruffState, fighter: int) -> int:
    """The flags of a fighter, as bits; the dead have none (`dead-silent`)."""
    return (state.bonuses or bonuses(state))[1][fighter]


def value(state: GruffState, fighter: int, what: int) -> int:
    """A current value of a fighter; never below 0 (`slider-ends`).  For a dead fighter it is its slider."""
    stat = SLIDER[what]
    slider = state.sliders[3 * fighter + stat]
    if not state.alive[fighter]:
        return slider
    added = (state.bonuses or bonuses(state))[0]
    base = slider + added[5 * fighter + stat]
    if base < 0:
        base = 0
    if what > 2:
        base += added[5 * fighter + what]
        if base < 0:
            base = 0
    return base


def opposite(state: GruffState, fighter: int) -> int:
    """The gruff of the other line in the same column (`opposite-column`)."""
    return state.line[(state.place[fighter] + 3) % 6]


def active_of(state: GruffState, side: int) -> int:
    """The active gruff of a side in its turn; -1 in the other's."""
    return state.active if side == state.side else -1
