"""Operations of effects: what each does to the table once its targets are known."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from generator.engine.events import Event, JsonValue, new_event
from generator.engine.pending import Step
from generator.games.gruff.content import Operation
from generator.games.gruff.effects.ast import STATS, Pick, Ref, Shepherd
from generator.games.gruff.effects.triggers import SimultaneousBatch
from generator.games.gruff.entries import Boost
from generator.games.gruff.rules.card_zones import discard, draw, take_off
from generator.games.gruff.rules.event_makers import (
    attack_lost_event,
    crazy_event,
    ready_event,
    resurrect_event,
    slide_event,
)
from generator.games.gruff.rules.stats import (
    NO_SWAP,
    Effect,
    amount,
    flags_of,
    matching,
    opposite,
    resolve,
)
from generator.games.gruff.state import GruffState


class Resolution(SimultaneousBatch):
    """An operation of an effect in progress, and all that it causes."""

    __slots__ = ("effect", "fields", "operation", "picks")

    def __init__(
        self,
        state: GruffState,
        events: list[Event],
        operation: Operation,
        effect: Effect,
        picks: tuple[int, ...],
    ) -> None:
        """`picks`: the fighters chosen for the operation's slots, then the cards."""
        # As `SimultaneousBatch.__init__`, without calling it.
        self.state, self.events = state, events
        self.triggers = self.marked = self.sides = ()
        self.operation, self.effect, self.picks = operation, effect, picks
        self.fields = operation.fields

    def amount(self) -> int:
        """The value of its amount."""
        return amount(self.state, self.fields["n"], self.effect)

    def targets(self, field: str = "who", dead: bool = False) -> list[int]:
        """The fighters that a field denotes: chosen, referred to, or each of a selection.

        With `dead`, only dead fighters, otherwise only living ones.
        """
        wanted = self.fields[field]
        if isinstance(wanted, Pick):
            if wanted.each:
                found = matching(self.state, wanted, self.effect)
            else:
                found = [self.picks[[name for name, _ in self.operation.slots].index(field)]]
        else:
            assert isinstance(wanted, Ref)
            fighter = resolve(self.state, wanted.name, self.effect)
            found = [fighter] if fighter >= 0 else []
        return [fighter for fighter in found if self.state.alive[fighter] != dead]

    def side(self, field: str = "who") -> int:
        """The side denoted by `mine`, `enemy` or a shepherd."""
        who = self.fields[field]
        name = who.name if isinstance(who, Shepherd) else who
        return self.effect.side if name in ("mine", "my-shepherd") else 1 - self.effect.side


def _damage(resolution: Resolution) -> None:
    n = resolution.amount()
    if isinstance(resolution.fields["to"], Shepherd):
        resolution.lose_life(resolution.side("to"), n, "shepherd-damage-stays")
        return
    for fighter in resolution.targets("to"):
        resolution.put_marks(fighter, n)


def _heal(resolution: Resolution) -> None:
    state, side = resolution.state, resolution.side()
    shepherd, before = state.shepherd(side), state.life[side]
    state.life[side] = min(shepherd.life, before + resolution.amount())
    facts: dict[str, JsonValue] = {"shepherd": shepherd.id, "gained": state.life[side] - before}
    facts["life"] = state.life[side]
    resolution.events.append(new_event("heal", "shepherd-damage-stays", state.pair[side], facts))


def _stat(resolution: Resolution) -> None:
    n = resolution.amount()
    for fighter in resolution.targets():
        slide(
            resolution.state,
            fighter,
            str(resolution.fields["stat"]),
            n,
            "text-wins",
            resolution.events,
        )


def slide(
    state: GruffState, fighter: int, stat: str, n: int, rule: str, events: list[Event]
) -> None:
    """Move a slider of a gruff, at most to the ends of its track (`slider-ends`)."""
    at = 3 * fighter + STATS.index(stat)
    before = state.sliders[at]
    state.sliders[at] = now = on_track(before + n, state.config.figures.stat_track)
    cited = rule if now - before == n else "slider-ends"
    seat, id = state.pair[fighter // 3], state.ids[fighter]
    events.append(slide_event(cited, seat, id, stat, now - before, now))


def on_track(value: int, end: int) -> int:
    """`slider-ends`: the value, or the end of its track if it is beyond that."""
    return 0 if value < 0 else end if value > end else value


def _crazy(resolution: Resolution) -> None:
    change_crazy(
        resolution.state, resolution.side(), resolution.amount(), "text-wins", resolution.events
    )


def change_crazy(state: GruffState, side: int, n: int, rule: str, events: list[Event]) -> None:
    """Move a shepherd's Crazy, at most to the ends of its track (`slider-ends`)."""
    before = state.crazy[side]
    state.crazy[side] = now = on_track(before + n, state.config.figures.crazy_track)
    cited = rule if now - before == n else "slider-ends"
    events.append(crazy_event(cited, state.pair[side], now - before, now))


def _draw(resolution: Resolution) -> None:
    draw(resolution.state, resolution.side(), resolution.amount(), "text-wins", resolution.events)


def _discard(resolution: Resolution) -> None:
    state, side = resolution.state, resolution.side()
    hand = state.hands[side]
    n = min(len(hand), resolution.amount())
    if resolution.fields.get("random"):
        for _ in range(n):
            discard(state, side, state.rng.pick(state.hands[side]), "text-wins", resolution.events)
    elif n == len(hand):
        for card in hand:
            discard(state, side, card, "text-wins", resolution.events)
    elif n > 0:
        state.pending += (Step("discard", state.pair[side], (n,)),)


def _swap(resolution: Resolution) -> None:
    both: list[int] = []
    for field in ("a", "b"):
        if resolution.operation.slots and resolution.fields[field] == Ref("chosen"):
            both += resolution.picks[-1:]  # chosen before this operation, see `resolve.pick`
        else:
            both += resolution.targets(field) + resolution.targets(field, dead=True)
    if len(both) == 2:
        swap(both[0], both[1], "dead-swap", resolution)


def swap(one: int, other: int, rule: str, batch: SimultaneousBatch) -> None:
    """Exchange two gruffs of a line, with everything on them, unless they may not move."""
    state = batch.state
    alive = state.alive[one] or state.alive[other]
    held = (flags_of(state, one) | flags_of(state, other)) & NO_SWAP
    if one == other or one // 3 != other // 3 or not alive or held:
        return
    here, there = state.place[one], state.place[other]
    state.place[one], state.place[other] = there, here
    state.line[here], state.line[there] = other, one
    state.clear_varying()
    facts = {"gruffs": [state.ids[one], state.ids[other]]}
    batch.events.append(new_event("swap", rule, state.pair[one // 3], facts))
    for attacker in state.attackers:
        if attacker >= 0 and (
            attacker in (one, other) or opposite(state, attacker) in (one, other)
        ):
            aim(state, attacker, batch.events)
    batch.record("swapped", one)
    batch.record("swapped", other)


def aim(state: GruffState, attacker: int, events: list[Event]) -> None:
    """`target-at-resolution`: report that a swap has changed the target of a pending attack."""
    facts: dict[str, JsonValue] = {"gruff": state.ids[attacker]}
    facts["target"] = state.ids[opposite(state, attacker)]
    facts["column"] = state.place[attacker] % 3 + 1
    seat = state.pair[attacker // 3]
    events.append(new_event("turn-aside", "target-at-resolution", seat, facts))


def _kill(resolution: Resolution) -> None:
    for fighter in resolution.targets():
        resolution.kill(fighter, "death")


def _resurrect(resolution: Resolution) -> None:
    for fighter in resolution.targets(dead=True):
        raise_dead(fighter, resolution)


def raise_dead(fighter: int, batch: SimultaneousBatch) -> None:
    """`resurrect`: turn a gruff face up again, exhausted, with all that it had at its death."""
    state = batch.state
    state.alive[fighter] = True
    state.ready[fighter] = False
    state.bonuses = None
    seat = state.pair[fighter // 3]
    batch.events.append(resurrect_event("resurrect", seat, state.ids[fighter]))
    batch.record("resurrected", fighter)


def _ready(resolution: Resolution) -> None:
    for fighter in resolution.targets():
        set_ready(resolution.state, fighter, True, "text-wins", resolution.events)


def _exhaust(resolution: Resolution) -> None:
    for fighter in resolution.targets():
        set_ready(resolution.state, fighter, False, "text-wins", resolution.events)


def set_ready(state: GruffState, fighter: int, ready: bool, rule: str, events: list[Event]) -> None:
    """Make a gruff ready or exhausted, unless it already is."""
    if state.ready[fighter] != ready:
        state.ready[fighter] = ready
        state.clear_varying()
        seat = state.pair[fighter // 3]
        events.append(ready_event(rule, seat, state.ids[fighter], ready))


def _cancel(resolution: Resolution) -> None:
    state = resolution.state
    for fighter in resolution.targets():
        if fighter in state.attackers:
            side = fighter // 3
            state.attackers[side] = -1
            state.clear_varying()
            event = attack_lost_event("text-wins", state.pair[side], state.ids[fighter])
            resolution.events.append(event)


def _strip(resolution: Resolution) -> None:
    for card in resolution.picks[len(resolution.operation.slots) :]:
        take_off(resolution.state, card, "text-wins", resolution.events)


def _recover(resolution: Resolution) -> None:
    state, side, card = resolution.state, resolution.effect.side, resolution.picks[-1]
    state.discards[side] = tuple(each for each in state.discards[side] if each != card)
    state.hands[side] += (card,)
    state.shown[side] += (card,)
    facts = {"card": state.config.content.cards[card].id}
    resolution.events.append(new_event("recover", "text-wins", state.pair[side], facts))


def _boost(resolution: Resolution) -> None:
    state, until, mods = (
        resolution.state,
        str(resolution.fields["until"]),
        resolution.fields["mods"],
    )
    assert isinstance(mods, tuple)
    changes = [(mod.what, amount(state, mod.n, resolution.effect)) for mod in mods]
    given: dict[str, JsonValue] = dict(changes)
    boosts: list[Boost] = []
    for fighter in resolution.targets():
        boosts += [Boost(fighter, what, n, until, resolution.effect.side) for what, n in changes]
        facts: dict[str, JsonValue] = {"gruff": state.ids[fighter]}
        facts |= {"until": until, "mods": given}
        resolution.events.append(new_event("boost", "text-wins", state.pair[fighter // 3], facts))
    state.boosts += tuple(boosts)
    state.bonuses = None


HANDLERS: Mapping[str, Callable[[Resolution], None]] = {
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
"""The function that executes each operation of the vocabulary."""
