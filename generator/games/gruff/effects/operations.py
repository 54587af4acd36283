"""Turns an operation whose targets are known into what it does to the table.

One function for each operation of the vocabulary.  `picks` are the fighters that were chosen for
the operation's fields, then the cards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

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
from generator.games.gruff.rules.card_zones import discard, draw, take_off
from generator.games.gruff.rules.stats import (
    NO_SWAP,
    Boost,
    Effect,
    amount,
    flags_of,
    matching,
    resolve,
)

if TYPE_CHECKING:
    from generator.games.gruff.state import Table

Picks = tuple[int, ...]
Does = Callable[["Table", Deed, Effect, Picks, list[Event], SimultaneousBatch], None]


def targets(
    table: Table, deed: Deed, field: str, effect: Effect, picks: Picks, dead: bool = False
) -> list[int]:
    """The fighters that a field means: chosen, referred to, or each of a sort.

    The dead are no targets, unless only they are.
    """
    wanted = deed.fields[field]
    if isinstance(wanted, Pick):
        if wanted.each:
            found = matching(table, wanted, effect)
        else:
            number = [name for name, _ in deed.slots].index(field)
            found = [picks[number]]
    else:
        assert isinstance(wanted, Ref)
        fighter = resolve(table, wanted.name, effect)
        found = [fighter] if fighter >= 0 else []
    return [fighter for fighter in found if table.alive[fighter] != dead]


def side_of(effect: Effect, who: object) -> int:
    """The side that `mine`, `enemy` or a shepherd stands for."""
    name = who.name if isinstance(who, Shepherd) else who
    return effect.side if name in ("mine", "my-shepherd") else 1 - effect.side


def _damage(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    n = amount(table, deed.fields["n"], effect)
    if isinstance(deed.fields["to"], Shepherd):
        side = side_of(effect, deed.fields["to"])
        lose_life(table, side, n, "shepherd-damage-stays", events, moment)
        return
    for fighter in targets(table, deed, "to", effect, picks):
        put_marks(table, fighter, n, events, moment)


def _heal(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    side = side_of(effect, deed.fields["who"])
    seat = table.pair[side]
    shepherd = table.setting.content.shepherds[table.shepherds[seat]]
    before = table.life[side]
    table.life[side] = min(shepherd.life, before + amount(table, deed.fields["n"], effect))
    facts: dict[str, JsonValue] = {"shepherd": shepherd.id, "gained": table.life[side] - before}
    facts["life"] = table.life[side]
    events.append(Event("heal", "shepherd-damage-stays", seat, facts))


def _stat(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    n = amount(table, deed.fields["n"], effect)
    stat = str(deed.fields["stat"])
    for fighter in targets(table, deed, "who", effect, picks):
        slide(table, fighter, stat, n, "text-wins", events)


def slide(table: Table, fighter: int, stat: str, n: int, rule: str, events: list[Event]) -> None:
    """Moves a slider of a gruff, as far as the track goes (`slider-ends`)."""
    at = 3 * fighter + STATS.index(stat)
    before = table.sliders[at]
    now = max(0, min(table.setting.figures.stat_track, before + n))
    table.sliders[at] = now
    facts: dict[str, JsonValue] = {
        "gruff": gruff_id(table, fighter),
        "stat": stat,
        "by": now - before,
    }
    facts["now"] = now
    cited = rule if now - before == n else "slider-ends"
    events.append(Event("slide", cited, table.pair[fighter // 3], facts))


def change_crazy(table: Table, side: int, n: int, rule: str, events: list[Event]) -> None:
    """Moves a shepherd's Crazy, as far as the track goes (`slider-ends`)."""
    before = table.crazy[side]
    now = max(0, min(table.setting.figures.crazy_track, before + n))
    table.crazy[side] = now
    cited = rule if now - before == n else "slider-ends"
    events.append(Event("crazy", cited, table.pair[side], {"by": now - before, "now": now}))


def _crazy(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    n = amount(table, deed.fields["n"], effect)
    change_crazy(table, side_of(effect, deed.fields["who"]), n, "text-wins", events)


def _draw(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    side = side_of(effect, deed.fields["who"])
    draw(table, side, amount(table, deed.fields["n"], effect), "text-wins", events)


def _discard(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    side = side_of(effect, deed.fields["who"])
    hand = table.hands[side]
    n = min(len(hand), amount(table, deed.fields["n"], effect))
    if deed.fields.get("random"):
        for _ in range(n):
            discard(table, side, table.rng.pick(table.hands[side]), "text-wins", events)
    elif n == len(hand):
        for card in hand:
            discard(table, side, card, "text-wins", events)
    elif n > 0:
        table.pending = (*table.pending, Step("discard", table.pair[side], (n,)))


def _swap(
    table: Table,
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
        found = targets(table, deed, field, effect, picks)
        found += targets(table, deed, field, effect, picks, dead=True)
        both += found
    if len(both) == 2:
        swap(table, both[0], both[1], "dead-swap", events, moment)


def swap(
    table: Table, one: int, other: int, rule: str, events: list[Event], moment: SimultaneousBatch
) -> None:
    """Two gruffs of a line change places, unless they may not; all on them goes with them."""
    alive = table.alive[one] or table.alive[other]
    held = (flags_of(table, one) | flags_of(table, other)) & NO_SWAP
    if one == other or one // 3 != other // 3 or not alive or held:
        return
    here, there = table.place[one], table.place[other]
    table.place[one], table.place[other] = there, here
    table.line[here], table.line[there] = other, one
    table.bonuses = None
    facts = {"gruffs": [gruff_id(table, one), gruff_id(table, other)]}
    events.append(Event("swap", rule, table.pair[one // 3], facts))
    moment.note("swapped", one)
    moment.note("swapped", other)


def _kill(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(table, deed, "who", effect, picks):
        die(table, fighter, "death", events, moment)


def _resurrect(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(table, deed, "who", effect, picks, dead=True):
        raise_dead(table, fighter, events, moment)


def raise_dead(table: Table, fighter: int, events: list[Event], moment: SimultaneousBatch) -> None:
    """`resurrect`: face up again, exhausted, with all that it had at its death."""
    table.alive[fighter] = True
    table.ready[fighter] = False
    table.bonuses = None
    facts = {"gruff": gruff_id(table, fighter)}
    events.append(Event("resurrect", "resurrect", table.pair[fighter // 3], facts))
    moment.note("resurrected", fighter)


def turn_to(table: Table, fighter: int, ready: bool, rule: str, events: list[Event]) -> None:
    """Makes a gruff ready or exhausted, if it is not already."""
    if table.ready[fighter] != ready:
        table.ready[fighter] = ready
        table.bonuses = None
        facts: dict[str, JsonValue] = {"gruff": gruff_id(table, fighter), "ready": ready}
        events.append(Event("ready", rule, table.pair[fighter // 3], facts))


def _ready(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(table, deed, "who", effect, picks):
        turn_to(table, fighter, True, "text-wins", events)


def _exhaust(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(table, deed, "who", effect, picks):
        turn_to(table, fighter, False, "text-wins", events)


def _cancel(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for fighter in targets(table, deed, "who", effect, picks):
        if fighter in table.attackers:
            table.attackers[fighter // 3] = -1
            table.bonuses = None
            facts = {"gruff": gruff_id(table, fighter)}
            events.append(Event("attack-lost", "text-wins", table.pair[fighter // 3], facts))


def _strip(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    for card in picks[len(deed.slots) :]:
        take_off(table, card, "text-wins", events)


def _recover(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    card = picks[-1]
    side = effect.side
    pile = list(table.discards[side])
    pile.remove(card)
    table.discards[side] = tuple(pile)
    table.hands[side] = (*table.hands[side], card)
    table.shown[side] = (*table.shown[side], card)
    facts = {"card": table.setting.content.cards[card].id}
    events.append(Event("recover", "text-wins", table.pair[side], facts))


def _boost(
    table: Table,
    deed: Deed,
    effect: Effect,
    picks: Picks,
    events: list[Event],
    moment: SimultaneousBatch,
) -> None:
    until = str(deed.fields["until"])
    mods = deed.fields["mods"]
    assert isinstance(mods, tuple)
    given = [(mod.what, amount(table, mod.n, effect)) for mod in mods]
    made: list[Boost] = []
    for fighter in targets(table, deed, "who", effect, picks):
        made += [Boost(fighter, what, n, until, effect.side) for what, n in given]
        facts: dict[str, JsonValue] = {"gruff": gruff_id(table, fighter), "until": until}
        facts["mods"] = dict(given)
        events.append(Event("boost", "text-wins", table.pair[fighter // 3], facts))
    table.boosts = (*table.boosts, *made)
    table.bonuses = None


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
