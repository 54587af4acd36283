"""Turns what one operation does into deaths, lost Life, a winner perhaps, and triggered clauses.

Everything that an operation and its death checks cause is one moment.  Who wins is tested at its
end (`win-check`); if nobody does, all that waits for such a thing to happen is queued in
`trigger-order`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from generator.engine.events import Event, JsonValue
from generator.games.gruff.content import CONDITION, MUTATION, Rule
from generator.games.gruff.rules.stats import DEFENSE, NO_EXCESS, flags_of, value
from generator.games.gruff.rules.tournament import end_game

if TYPE_CHECKING:
    from generator.games.gruff.state import Table


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


def gruff_id(table: Table, fighter: int) -> str:
    return table.setting.content.gruffs[table.fighters[fighter]].id


def put_marks(
    table: Table, fighter: int, n: int, events: list[Event], moment: SimultaneousBatch
) -> None:
    """`damage-marks`: damage stays on a living gruff and adds up."""
    if n > 0 and table.alive[fighter]:
        table.marks[fighter] += n
        moment.marked.append(fighter)
        gruff, marks = gruff_id(table, fighter), table.marks[fighter]
        facts: dict[str, JsonValue] = {"gruff": gruff, "damage": n, "marks": marks}
        events.append(Event("damage", "damage-marks", table.pair[fighter // 3], facts))


def lose_life(
    table: Table, side: int, n: int, rule: str, events: list[Event], moment: SimultaneousBatch
) -> None:
    """A shepherd loses Life, as far as there is any; dropping below the threshold is noted."""
    before = table.life[side]
    after = max(0, before - n)
    if after == before:
        return
    table.life[side] = after
    table.counts = table.counts._replace(life_lost=table.counts.life_lost + before - after)
    seat = table.pair[side]
    shepherd = table.setting.content.shepherds[table.shepherds[seat]]
    facts: dict[str, JsonValue] = {"shepherd": shepherd.id, "lost": before - after, "life": after}
    events.append(Event("life", rule, seat, facts))
    if side not in moment.sides:
        moment.sides.append(side)
        moment.happenings.append(TriggerEvent("life-lost", side))
    if before >= shepherd.threshold > after:
        moment.happenings.append(TriggerEvent("below-threshold", side))


def die(
    table: Table, fighter: int, rule: str, events: list[Event], moment: SimultaneousBatch
) -> None:
    """`death`: the gruff is turned face down where it is; its attack is gone, its marks too."""
    table.alive[fighter] = False
    table.marks[fighter] = 0
    table.bonuses = None
    side = fighter // 3
    events.append(Event("death", rule, table.pair[side], {"gruff": gruff_id(table, fighter)}))
    if table.attackers[side] == fighter:
        table.attackers[side] = -1
        facts = {"gruff": gruff_id(table, fighter)}
        events.append(Event("attack-lost", "attacker-dead", table.pair[side], facts))
    table.counts = table.counts._replace(kills=table.counts.kills + 1)
    moment.note("died", fighter)


def check_deaths(table: Table, rule: str, events: list[Event], moment: SimultaneousBatch) -> None:
    """`death-check`: all gruffs with marks up to their Defense die at once, until none does.

    Damage beyond Defense goes to their own shepherds (`excess-any`).
    """
    while any(table.marks):
        dying = []
        for fighter in table.line:
            marks = table.marks[fighter]
            if marks and table.alive[fighter]:
                excess = marks - value(table, fighter, DEFENSE)
                if excess >= 0:
                    kept = flags_of(table, fighter) & NO_EXCESS
                    dying.append((fighter, 0 if kept else excess))
        if not dying:
            return
        for fighter, _ in dying:
            die(table, fighter, rule, events, moment)
        for fighter, excess in dying:
            named = "excess-damage" if rule == "attack-kills" else "excess-any"
            lose_life(table, fighter // 3, excess, named, events, moment)


def conclude(
    table: Table,
    events: list[Event],
    moment: SimultaneousBatch,
    rule: str = "death-check",
    first: int = -1,
) -> bool:
    """Ends a moment: deaths, the test who wins, and what is triggered.  False: the game is over.

    `first` is the fighter whose own ability comes before all else (`ability-first`).
    """
    check_deaths(table, rule, events, moment)
    for fighter in dict.fromkeys(moment.marked):
        if table.alive[fighter]:
            moment.note("damaged", fighter)
    if moment.happenings:
        if lost(table, events):
            return False
        hear(table, moment.happenings, events, first)
    return True


def lost(table: Table, events: list[Event]) -> bool:
    """`win-check`: whether one side, or both at once, has lost; if so the game is over."""
    reasons: list[set[str]] = [set(), set()]
    for side in (0, 1):
        if not any(table.alive[3 * side : 3 * side + 3]):
            reasons[side].add("gruffs")
        if table.life[side] == 0:
            reasons[side].add("life")
    if not any(reasons):
        return False
    met = reasons[0] | reasons[1]
    worth = 0.5 if all(reasons) else 0.0 if reasons[0] else 1.0
    end_game(table, worth, "both" if len(met) > 1 else met.pop(), events)
    return True


def hear(
    table: Table, happenings: list[TriggerEvent], events: list[Event], first: int = -1
) -> None:
    """Queues every clause that waited for one of these, each at most once in a chain."""
    if len(happenings) > 1:
        side, place = table.side, table.place
        happenings.sort(
            key=lambda each: (each.side != side, place[each.fighter] if each.fighter >= 0 else -1)
        )
    kinds = {each.trigger for each in happenings}
    waiting = listeners(table, kinds)
    if first >= 0:
        ability = table.setting.content.gruffs[table.fighters[first]].ability
        if ability.trigger in kinds and table.alive[first]:
            waiting = [(ability, first), *waiting]
    for rule, host in waiting:
        if rule.number in table.fired:
            continue
        side = controller(table, rule)
        for each in happenings:
            if each.trigger == rule.trigger and _meant(rule, host, side, each):
                table.fired = (*table.fired, rule.number)
                table.queue = (*table.queue, (rule.number, host, each.fighter))
                break


def controller(table: Table, rule: Rule) -> int:
    """`controller`: the side whose gruff, shepherd or card a clause is on."""
    if rule.gruff >= 0:
        return table.owner[rule.gruff]
    return int(table.shepherds[table.pair[1]] == rule.shepherd)


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


def listeners(table: Table, kinds: set[str]) -> list[tuple[Rule, int]]:
    """Every clause that waits for such things, with its gruff, in `trigger-order`."""
    content = table.setting.content
    found: list[tuple[Rule, int]] = []
    for side in (table.side, 1 - table.side):
        if "below-threshold" in kinds:
            shepherd = content.shepherds[table.shepherds[table.pair[side]]]
            found.append((shepherd.ability, -1))
        for spot in range(3 * side, 3 * side + 3):
            fighter = table.line[spot]
            if not table.alive[fighter]:
                continue  # `trigger-alive`
            ability = content.gruffs[table.fighters[fighter]].ability
            if ability.trigger in kinds:
                found.append((ability, fighter))
            if table.cards_on[fighter]:
                found += [(rule, fighter) for rule in _on(table, fighter, kinds)]
    return found


def _on(table: Table, fighter: int, kinds: set[str]) -> Iterator[Rule]:
    """The waiting clauses on a fighter: mutations, then conditions, each by age."""
    cards = table.setting.content.cards
    for type in (MUTATION, CONDITION):
        for number in table.cards_on[fighter]:
            card = cards[number]
            if card.type == type:
                for rule in card.heard:
                    if rule.trigger in kinds:
                        yield rule
