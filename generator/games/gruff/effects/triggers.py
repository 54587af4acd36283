"""Turns what one operation does into deaths, lost Life, a winner perhaps, and triggered clauses.

Everything that an operation and its death checks cause is one moment.  Who wins is tested at its
end (`win-check`); if nobody does, all that waits for such a thing to happen is queued in
`trigger-order`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.engine.events import Event, JsonValue
from generator.games.gruff.content import CONDITION, MUTATION, Rule
from generator.games.gruff.rules.stats import DEFENSE, NO_EXCESS, flags_of, value
from generator.games.gruff.rules.tournament import end_game
from generator.games.gruff.state import GruffState


class TriggerEvent(NamedTuple):
    """One thing that clauses can wait for."""

    trigger: str
    side: int
    """Whose gruff or shepherd it happened to, or who did it."""
    fighter: int = -1
    type: int = -1
    """The type of card that was played."""
    card: int = -1
    """The card that was played, which does not hear of itself."""


class SimultaneousBatch:
    """What happens at the same time."""

    __slots__ = ("happenings", "marked", "sides")

    def __init__(self) -> None:
        self.happenings: list[TriggerEvent] = []
        self.marked: list[int] = []
        """The fighters that got marks."""
        self.sides: list[int] = []
        """The sides whose shepherds have lost Life, each once."""

    def note(self, trigger: str, fighter: int) -> None:
        """Something has happened to a gruff."""
        self.happenings.append(TriggerEvent(trigger, fighter // 3, fighter))


def gruff_id(state: GruffState, fighter: int) -> str:
    return state.config.content.gruffs[state.fighters[fighter]].id


def put_marks(
    state: GruffState, fighter: int, n: int, events: list[Event], moment: SimultaneousBatch
) -> None:
    """`damage-marks`: damage stays on a living gruff and adds up."""
    if n > 0 and state.alive[fighter]:
        state.marks[fighter] += n
        moment.marked.append(fighter)
        gruff, marks = gruff_id(state, fighter), state.marks[fighter]
        facts: dict[str, JsonValue] = {"gruff": gruff, "damage": n, "marks": marks}
        events.append(Event("damage", "damage-marks", state.pair[fighter // 3], facts))


def lose_life(
    state: GruffState, side: int, n: int, rule: str, events: list[Event], moment: SimultaneousBatch
) -> None:
    """A shepherd loses Life, as far as there is any; dropping below the threshold is noted."""
    before = state.life[side]
    after = max(0, before - n)
    if after == before:
        return
    state.life[side] = after
    state.counts = state.counts._replace(life_lost=state.counts.life_lost + before - after)
    seat = state.pair[side]
    shepherd = state.config.content.shepherds[state.shepherds[seat]]
    facts: dict[str, JsonValue] = {"shepherd": shepherd.id, "lost": before - after, "life": after}
    events.append(Event("life", rule, seat, facts))
    if side not in moment.sides:
        moment.sides.append(side)
        moment.happenings.append(TriggerEvent("life-lost", side))
    if before >= shepherd.threshold > after:
        moment.happenings.append(TriggerEvent("below-threshold", side))


def die(
    state: GruffState, fighter: int, rule: str, events: list[Event], moment: SimultaneousBatch
) -> None:
    """`death`: the gruff is turned face down where it is; its attack is gone, its marks too."""
    state.alive[fighter] = False
    state.marks[fighter] = 0
    state.bonuses = None
    side = fighter // 3
    events.append(Event("death", rule, state.pair[side], {"gruff": gruff_id(state, fighter)}))
    if state.attackers[side] == fighter:
        state.attackers[side] = -1
        facts = {"gruff": gruff_id(state, fighter)}
        events.append(Event("attack-lost", "attacker-dead", state.pair[side], facts))
    state.counts = state.counts._replace(kills=state.counts.kills + 1)
    moment.note("died", fighter)


def check_deaths(
    state: GruffState, rule: str, events: list[Event], moment: SimultaneousBatch
) -> None:
    """`death-check`: all gruffs with marks up to their Defense die at once, until none does.

    Damage beyond Defense goes to their own shepherds (`excess-any`).
    """
    while any(state.marks):
        dying = []
        for fighter in state.line:
            marks = state.marks[fighter]
            if marks and state.alive[fighter]:
                excess = marks - value(state, fighter, DEFENSE)
                if excess >= 0:
                    kept = flags_of(state, fighter) & NO_EXCESS
                    dying.append((fighter, 0 if kept else excess))
        if not dying:
            return
        for fighter, _ in dying:
            die(state, fighter, rule, events, moment)
        for fighter, excess in dying:
            named = "excess-damage" if rule == "attack-kills" else "excess-any"
            lose_life(state, fighter // 3, excess, named, events, moment)


def conclude(
    state: GruffState,
    events: list[Event],
    moment: SimultaneousBatch,
    rule: str = "death-check",
    first: int = -1,
) -> bool:
    """Ends a moment: deaths, the test who wins, and what is triggered.  False: the game is over.

    `first` is the fighter whose own ability comes before all else (`ability-first`).
    """
    check_deaths(state, rule, events, moment)
    for fighter in dict.fromkeys(moment.marked):
        if state.alive[fighter]:
            moment.note("damaged", fighter)
    if moment.happenings:
        if lost(state, events):
            return False
        hear(state, moment.happenings, events, first)
    return True


def lost(state: GruffState, events: list[Event]) -> bool:
    """`win-check`: whether one side, or both at once, has lost; if so the game is over."""
    reasons: list[set[str]] = [set(), set()]
    for side in (0, 1):
        if not any(state.alive[3 * side : 3 * side + 3]):
            reasons[side].add("gruffs")
        if state.life[side] == 0:
            reasons[side].add("life")
    if not any(reasons):
        return False
    met = reasons[0] | reasons[1]
    worth = 0.5 if all(reasons) else 0.0 if reasons[0] else 1.0
    end_game(state, worth, "both" if len(met) > 1 else met.pop(), events)
    return True


def hear(
    state: GruffState, happenings: list[TriggerEvent], events: list[Event], first: int = -1
) -> None:
    """Queues every clause that waited for one of these, each at most once in a chain."""
    if len(happenings) > 1:
        side, place = state.side, state.place
        happenings.sort(
            key=lambda each: (each.side != side, place[each.fighter] if each.fighter >= 0 else -1)
        )
    kinds = {each.trigger for each in happenings}
    waiting = listeners(state, kinds)
    if first >= 0:
        ability = state.config.content.gruffs[state.fighters[first]].ability
        if ability.trigger in kinds and state.alive[first]:
            waiting = [(ability, first), *waiting]
    for rule, host in waiting:
        if rule.number in state.fired:
            continue
        side = controller(state, rule)
        for each in happenings:
            if each.trigger == rule.trigger and _meant(rule, host, side, each):
                state.fired = (*state.fired, rule.number)
                state.queue = (*state.queue, (rule.number, host, each.fighter))
                break


def controller(state: GruffState, rule: Rule) -> int:
    """`controller`: the side whose gruff, shepherd or card a clause is on."""
    if rule.gruff >= 0:
        return state.owner[rule.gruff]
    return int(state.shepherds[state.pair[1]] == rule.shepherd)


def _meant(rule: Rule, host: int, side: int, each: TriggerEvent) -> bool:
    """Whether a clause waits for just this."""
    if rule.about == "self":
        return each.fighter == host
    if rule.about == "mine":
        fits = each.side == side
    elif rule.about == "enemy":
        fits = each.side != side
    else:
        fits = rule.trigger != "below-threshold" or each.side == side
    if each.card >= 0:
        return fits and each.card != rule.card and rule.type in (-1, each.type)
    return fits


def listeners(state: GruffState, kinds: set[str]) -> list[tuple[Rule, int]]:
    """Every clause that waits for such things, with its gruff, in `trigger-order`."""
    content = state.config.content
    found: list[tuple[Rule, int]] = []
    for side in (state.side, 1 - state.side):
        if "below-threshold" in kinds:
            shepherd = content.shepherds[state.shepherds[state.pair[side]]]
            found.append((shepherd.ability, -1))
        for spot in range(3 * side, 3 * side + 3):
            fighter = state.line[spot]
            if not state.alive[fighter]:
                continue  # `trigger-alive`
            ability = content.gruffs[state.fighters[fighter]].ability
            if ability.trigger in kinds:
                found.append((ability, fighter))
            if state.cards_on[fighter]:
                found += [(rule, fighter) for rule in _on(state, fighter, kinds)]
    return found


def _on(state: GruffState, fighter: int, kinds: set[str]) -> Iterator[Rule]:
    """The waiting clauses on a fighter: mutations, then conditions, each by age."""
    cards = state.config.content.cards
    for type in (MUTATION, CONDITION):
        for number in state.cards_on[fighter]:
            card = cards[number]
            if card.type == type:
                for rule in card.heard:
                    if rule.trigger in kinds:
                        yield rule
