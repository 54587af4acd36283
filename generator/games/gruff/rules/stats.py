"""Stats: the current values of a gruff, and the gruffs that a reference or selector means.

Nothing here changes a state, except that the bonuses of living gruffs are computed when first needed,
and cached until something that they depend on changes.
"""

from __future__ import annotations

from generator.games.gruff.card_text.vocabulary import FLAG_BITS
from generator.games.gruff.content import CompiledClause
from generator.games.gruff.effects.ast import VALUES, Compare, Count, Crazy, Half, Is, Pick, Stat
from generator.games.gruff.state import Bonuses, GruffState

MEAN, FAT = VALUES.index("mean"), VALUES.index("fat")
DAMAGE, DEFENSE = VALUES.index("damage"), VALUES.index("defense")
INDEX = {what: index for index, what in enumerate(VALUES)}
SLIDER = (0, 1, 2, 0, 2)
"""The slider on which each value is based."""
NO_ATTACK, NO_SWAP, NO_EXCESS, HIDDEN, DIRECT = FLAG_BITS.values()
_NOTHING: Bonuses = ([0] * 30, [0] * 6, False)


class Effect:
    """Effect in progress: the context in which references are resolved."""

    __slots__ = ("chosen", "clause", "host", "it", "side")

    def __init__(
        self, clause: CompiledClause, side: int, host: int, it: int = -1, chosen: int = -1
    ) -> None:
        self.clause, self.side, self.host, self.it, self.chosen = clause, side, host, it, chosen


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
    if not (state.boosts or any(state.cards_on)):
        return _NOTHING
    cards, values, flags, varies = state.config.content.cards, [0] * 30, [0] * 6, False
    for fighter, on in enumerate(state.cards_on):
        if on and state.alive[fighter]:
            for number in on:
                card = cards[number]
                if card.static:
                    for what, n in card.fixed:
                        values[5 * fighter + what] += n
                    flags[fighter] |= card.flags
                    for clause in card.moving:
                        varies = varies or clause.varies
                        _add_moving(state, clause, fighter, values, flags)
    for boost in state.boosts:
        if state.alive[boost.fighter]:
            _add(boost.fighter, boost.what, boost.n, values, flags)
    return values, flags, varies


def _add_moving(
    state: GruffState, clause: CompiledClause, host: int, values: list[int], flags: list[int]
) -> None:
    """Add the bonuses and flags of a static clause."""
    definition = clause.definition
    effect = Effect(clause, state.owner[clause.gruff], host)
    if definition.condition is not None and not holds(state, definition.condition, effect):
        return
    who = definition.who
    targets = matching(state, who, effect) if isinstance(who, Pick) else [host]
    for mod in definition.mods:
        n = mod.n if isinstance(mod.n, int) else amount(state, mod.n, effect)
        for fighter in targets:
            _add(fighter, mod.what, n, values, flags)


def _add(fighter: int, what: str, n: int, values: list[int], flags: list[int]) -> None:
    if what in FLAG_BITS:
        flags[fighter] |= FLAG_BITS[what]
    else:
        values[5 * fighter + INDEX[what]] += n


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


def base_of(state: GruffState, effect: Effect) -> int:
    """The gruff to which `opposite` and `adjacent` are relative: the host, or the active gruff."""
    return effect.host if effect.host >= 0 else active_of(state, effect.side)


def active_of(state: GruffState, side: int) -> int:
    """The active gruff of a side in its turn; -1 in the other's."""
    return state.active if side == state.side else -1


def resolve(state: GruffState, reference: str, effect: Effect) -> int:
    """The fighter that a reference denotes now; -1: nobody."""
    if reference == "self":
        return effect.host
    if reference == "active":
        return active_of(state, effect.side)
    if reference == "it":
        return effect.it
    if reference == "chosen":
        return effect.chosen
    base = base_of(state, effect)
    return opposite(state, base) if base >= 0 else -1


def in_state(state: GruffState, fighter: int, condition: str, base: int) -> bool:
    """Whether a fighter is in a state; `base` is the fighter that it would be adjacent to."""
    if condition == "either":
        return True
    if condition == "dead":
        return not state.alive[fighter]
    if not state.alive[fighter]:
        return False
    if condition == "living":
        return True
    if condition == "ready":
        return state.ready[fighter]
    if condition == "exhausted":
        return not state.ready[fighter]
    if condition == "attacking":
        return fighter in state.attackers
    if base < 0 or fighter // 3 != base // 3:
        return False
    return abs(state.place[fighter] - state.place[base]) == 1


def matching(state: GruffState, pick: Pick, effect: Effect) -> list[int]:
    """The fighters of a selection, column by column, the first player's first."""
    side, but, condition = pick.side, -1, pick.state
    base = base_of(state, effect) if condition == "adjacent" else -1
    if pick.but:
        but = resolve(state, pick.but, effect)
    line = state.line
    if side != "any":
        first = 3 * effect.side if side == "mine" else 3 - 3 * effect.side
        line = line[first : first + 3]
    if condition == "living":
        alive = state.alive
        return [fighter for fighter in line if alive[fighter] and fighter != but]
    return [
        fighter for fighter in line if fighter != but and in_state(state, fighter, condition, base)
    ]


def count(state: GruffState, pick: Pick, effect: Effect) -> int:
    return len(matching(state, pick, effect))


def amount(state: GruffState, written: object, effect: Effect) -> int:
    """The current value of an amount; 0 if it refers to no gruff."""
    if isinstance(written, int):
        return written
    if isinstance(written, Stat):
        fighter = resolve(state, written.of.name, effect)
        return value(state, fighter, INDEX[written.stat]) if fighter >= 0 else 0
    if isinstance(written, Count):
        return count(state, written.gruffs, effect)
    if isinstance(written, Crazy):
        return state.crazy[effect.side if written.side == "mine" else 1 - effect.side]
    assert isinstance(written, Half)
    return amount(state, written.amount, effect) // 2


def holds(state: GruffState, condition: Is | Compare, effect: Effect) -> bool:
    """Whether a condition is true now; false if it refers to no gruff."""
    if isinstance(condition, Is):
        fighter = resolve(state, condition.who.name, effect)
        if fighter < 0:
            return False
        base = base_of(state, effect) if condition.state == "adjacent" else -1
        return in_state(state, fighter, condition.state, base)
    left = amount(state, condition.left, effect)
    right = amount(state, condition.right, effect)
    if condition.how == "=":
        return left == right
    return left >= right if condition.how == ">=" else left <= right


def selectable(state: GruffState, pick: Pick, effect: Effect) -> list[int]:
    """The matching fighters that can be chosen, without those hidden from the chooser."""
    found = matching(state, pick, effect)
    flags = (state.bonuses or bonuses(state))[1]
    if any(flags):
        return [f for f in found if not (flags[f] & HIDDEN and f // 3 != effect.side)]
    return found
