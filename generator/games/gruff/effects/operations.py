"""Turns an operation whose targets are known into what it does to the table.

One function for each operation of the vocabulary.  `picks` are the fighters that were chosen for
the operation's fields, then the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step
from generator.games.gruff.content import Deed
from generator.games.gruff.effects.ast import STATS, Pick, Ref, Shepherd
from generator.games.gruff.effects.triggers import (
    SimultaneousBatch,
    die,
    gruff_id,
    lose_life,
    put_marks,
)
from generator.games.gruff.entries import Boost
from generator.games.gruff.rules.card_zones import discard, draw, take_off
from generator.games.gruff.rules.stats import (
    NO_SWAP,
    Effect,
    amount,
    flags_of,
    matching,
    resolve,
)
from generator.games.gruff.state import GruffState

Picks = tuple[int, ...]
Does = Callable[["GruffState", Deed, Effect, Picks, list[Event], SimultaneousBatch], None]


def targets(
    state: GruffState, deed: Deed, field: str, effect: Effect, picks: Picks, dead: bool = False
) -> list[int]:
    """The fighters that a field means: chosen, referred to, or each of a sort.

    The dead are no targets, unless only they are.
    """
    wanted = deed.fields[field]
    if isinstance(wanted, Pick):
        if wanted.each:
            found = matching(state, wanted, effect)
        else:
            number = [name for name, _ in deed.slots].index(field)
            found = [picks[number]]
    else:
        assert isinstance(wanted, Ref)
        fighter = resolve(state, wanted.name, effect)
        found = [fighter] if fighter >= 0 else []
    return [fighter for fighter in found if state.alive[fighter] != dead]


def side_of(effect: Effect, who: object) -> int:
    """The side that `mine`, `enemy` or a shepherd stands for."""
    name = who.name if isinstance(who, Shepherd) else who
    return effect.side if name in ("mine", "my-shepherd") else 1 - effect.side


def _damage(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    n = amount(state, deed.fields["n"], effect)
    if isinstance(deed.fields["to"], Shepherd):
        side = side_of(effect, deed.fields["to"])
        lose_life(state, side, n, "shepherd-damage-stays", events, moment)
        return
    for fighter in targets(state, deed, "to", effect, picks):
        put_marks(state, fighter, n, events, moment)


def _heal(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    side = side_of(effect, deed.fields["who"])
    seat = state.pair[side]
    shepherd = state.config.content.shepherds[state.shepherds[seat]]
    before = state.life[side]
    state.life[side] = min(shepherd.life, before + amount(state, deed.fields["n"], effect))
    facts: dict[str, JsonValue] = {"shepherd": shepherd.id, "gained": state.life[side] - before}
    facts["life"] = state.life[side]
    events.append(Event("heal", "shepherd-damage-stays", seat, facts))


def _stat(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    n = amount(state, deed.fields["n"], effect)
    stat = str(deed.fields["stat"])
    for fighter in targets(state, deed, "who", effect, picks):
        slide(state, fighter, stat, n, "text-wins", events)


def slide(
    state: GruffState, fighter: int, stat: str, n: int, rule: str, events: list[Event]
) -> None:
    """Moves a slider of a gruff, as far as the track goes (`slider-ends`)."""
    at = 3 * fighter + STATS.index(stat)
    before = state.sliders[at]
    now = max(0, min(state.config.figures.stat_track, before + n))
    state.sliders[at] = now
    facts: dict[str, JsonValue] = {
        "gruff": gruff_id(state, fighter),
        "stat": stat,
        "by": now - before,
    }
    facts["now"] = now
    cited = rule if now - before == n else "slider-ends"
    events.append(Event("slide", cited, state.pair[fighter // 3], facts))


def change_crazy(state: GruffState, side: int, n: int, rule: str, events: list[Event]) -> None:
    """Moves a shepherd's Crazy, as far as the track goes (`slider-ends`)."""
    before = state.crazy[side]
    now = max(0, min(state.config.figures.crazy_track, before + n))
    state.crazy[side] = now
    cited = rule if now - before == n else "slider-ends"
    events.append(Event("crazy", cited, state.pair[side], {"by": now - before, "now": now}))


def _crazy(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    n = amount(state, deed.fields["n"], effect)
    change_crazy(state, side_of(effect, deed.fields["who"]), n, "text-wins", events)


def _draw(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    side = side_of(effect, deed.fields["who"])
    draw(state, side, amount(state, deed.fields["n"], effect), "text-wins", events)


def _discard(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    side = side_of(effect, deed.fields["who"])
    hand = state.hands[side]
    n = min(len(hand), amount(state, deed.fields["n"], effect))
    if deed.fields.get("random"):
        for _ in range(n):
            discard(state, side, state.rng.pick(state.hands[side]), "text-wins", events)
    elif n == len(hand):
        for card in hand:
            discard(state, side, card, "text-wins", events)
    elif n > 0:
        state.pending = (*state.pending, Step("discard", state.pair[side], (n,)))


def _swap(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    both: list[int] = []
    for field in ("a", "b"):
        if deed.slots and deed.fields[field] == Ref("chosen"):
            both += picks[-1:]  # chosen before this operation, see `effects.pick`
            continue
        found = targets(state, deed, field, effect, picks)
        found += targets(state, deed, field, effect, picks, dead=True)
        both += found
    if len(both) == 2:
        swap(state, both[0], both[1], "dead-swap", events, moment)


def swap(
    state: GruffState,
    one: int,
    other: int,
    rule: str,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    """Two gruffs of a line change places, unless they may not; all on them goes with them."""
    alive = state.alive[one] or state.alive[other]
    held = (flags_of(state, one) | flags_of(state, other)) & NO_SWAP
    if one == other or one // 3 != other // 3 or not alive or held:
        return
    here, there = state.place[one], state.place[other]
    state.place[one], state.place[other] = there, here
    state.line[here], state.line[there] = other, one
    state.bonuses = None
    facts = {"gruffs": [gruff_id(state, one), gruff_id(state, other)]}
    events.append(Event("swap", rule, state.pair[one // 3], facts))
    moment.note("swapped", one)
    moment.note("swapped", other)


def _kill(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(state, deed, "who", effect, picks):
        die(state, fighter, "death", events, moment)


def _resurrect(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(state, deed, "who", effect, picks, dead=True):
        raise_dead(state, fighter, events, moment)


def raise_dead(
    state: GruffState, fighter: int, events: list[Event], moment: SimultaneousBatch
) -> None:
    """`resurrect`: face up again, exhausted, with all that it had at its death."""
    state.alive[fighter] = True
    state.ready[fighter] = False
    state.bonuses = None
    facts = {"gruff": gruff_id(state, fighter)}
    events.append(Event("resurrect", "resurrect", state.pair[fighter // 3], facts))
    moment.note("resurrected", fighter)


def turn_to(state: GruffState, fighter: int, ready: bool, rule: str, events: list[Event]) -> None:
    """Makes a gruff ready or exhausted, if it is not already."""
    if state.ready[fighter] != ready:
        state.ready[fighter] = ready
        state.bonuses = None
        facts: dict[str, JsonValue] = {"gruff": gruff_id(state, fighter), "ready": ready}
        events.append(Event("ready", rule, state.pair[fighter // 3], facts))


def _ready(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(state, deed, "who", effect, picks):
        turn_to(state, fighter, True, "text-wins", events)


def _exhaust(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(state, deed, "who", effect, picks):
        turn_to(state, fighter, False, "text-wins", events)


def _cancel(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(state, deed, "who", effect, picks):
        if fighter in state.attackers:
            state.attackers[fighter // 3] = -1
            state.bonuses = None
            facts = {"gruff": gruff_id(state, fighter)}
            events.append(Event("attack-lost", "text-wins", state.pair[fighter // 3], facts))


def _strip(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for card in picks[len(deed.slots) :]:
        take_off(state, card, "text-wins", events)


def _recover(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    card = picks[-1]
    side = effect.side
    pile = list(state.discards[side])
    pile.remove(card)
    state.discards[side] = tuple(pile)
    state.hands[side] = (*state.hands[side], card)
    state.shown[side] = (*state.shown[side], card)
    facts = {"card": state.config.content.cards[card].id}
    events.append(Event("recover", "text-wins", state.pair[side], facts))


def _boost(
    state: GruffState,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    until = str(deed.fields["until"])
    mods = deed.fields["mods"]
    assert isinstance(mods, tuple)
    given = [(mod.what, amount(state, mod.n, effect)) for mod in mods]
    made: list[Boost] = []
    for fighter in targets(state, deed, "who", effect, picks):
        made += [Boost(fighter, what, n, until, effect.side) for what, n in given]
        facts: dict[str, JsonValue] = {"gruff": gruff_id(state, fighter), "until": until}
        facts["mods"] = dict(given)
        events.append(Event("boost", "text-wins", state.pair[fighter // 3], facts))
    state.boosts = (*state.boosts, *made)
    state.bonuses = None


DEEDS: Mapping[str, Does] = {
    "damage": _damage,
    "heal": _heal,
    "stat": _stat,
    "crazy": _crazy,
    "draw": _draw,
    "discard": _discard,
    "swap": _swap,
    "kill": _kill,
    "resurrect": _resurrect,
    "ready": _ready,
    "exhaust": _exhaust,
    "cancel": _cancel,
    "strip": _strip,
    "recover": _recover,
    "boost": _boost,
}
"""Every operation of the vocabulary."""
