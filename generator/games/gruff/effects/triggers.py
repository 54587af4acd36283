"""Triggers: simultaneous events, and the clauses that wait for them.

Everything that an operation and its death checks cause is simultaneous.  At the end the winner is
tested (`win-check`); if there is none, the clauses that wait for such events are queued in
`trigger-order`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import TypeAlias

from generator.engine.events import Event, JsonValue, new_event
from generator.games.gruff.card_text.vocabulary import OF_FIGHTER, TRIGGER_BITS, TRIGGERS
from generator.games.gruff.content import CONDITION, CompiledClause
from generator.games.gruff.history import KILLS, LIFE_LOST
from generator.games.gruff.rules.event_makers import attack_lost_event, damage_event, death_event
from generator.games.gruff.rules.stats import DEFENSE, NO_EXCESS, flags_of, value
from generator.games.gruff.rules.tournament import end_game
from generator.games.gruff.state import ALL_TRIGGERS, UNMARKED, GruffState, Waiting

BELOW_THRESHOLD = TRIGGER_BITS["below-threshold", 0] | TRIGGER_BITS["below-threshold", 1]
SHEPHERDS = (6, 7)
"""The shepherds of both sides, numbered after the fighters."""
LOSSES = sum(TRIGGER_BITS[trigger, side] for trigger in ("died", "life-lost") for side in (0, 1))
"""The events after which a side may have lost."""

Occurrence: TypeAlias = tuple[int, int, int, int]
"""An event that can trigger clauses: what it is, as bits (see `TRIGGER_BITS`), the side of the gruff
or shepherd that it happened to, or of the player who did it, the fighter, and the card that was played,
which does not trigger itself; -1: none."""
OF_GRUFF: Mapping[str, Sequence[Occurrence]] = {
    trigger: [
        (bits | TRIGGER_BITS[trigger, fighter // 3], fighter // 3, fighter, -1)
        for fighter in range(6)
        for bits in [TRIGGER_BITS[trigger, OF_FIGHTER + fighter]]
    ]
    for trigger in TRIGGERS
}
"""The events of each trigger, by fighter."""


def of_side(trigger: str, side: int, card: int = -1) -> Occurrence:
    """The event of a trigger and a side."""
    return TRIGGER_BITS[trigger, side], side, -1, card


class SimultaneousBatch:
    """Simultaneous events: those so far, and what can trigger clauses at the end."""

    __slots__ = ("events", "marked", "sides", "state", "triggers")

    def __init__(self, state: GruffState, events: list[Event]) -> None:
        self.state, self.events = state, events
        self.triggers: tuple[Occurrence, ...] = ()
        self.marked: tuple[int, ...] = ()
        """Fighters that received marks."""
        self.sides: tuple[int, ...] = ()
        """Sides whose shepherds have lost Life, each once."""

    def record(self, trigger: str, fighter: int) -> None:
        """Note an event of a gruff that can trigger clauses."""
        self.triggers += (OF_GRUFF[trigger][fighter],)

    def occur(self, trigger: str, side: int, card: int = -1) -> None:
        """Note an event of a side that can trigger clauses (see `Occurrence`)."""
        self.triggers += (of_side(trigger, side, card),)

    def put_marks(self, fighter: int, n: int) -> None:
        """`damage-marks`: add marks to a living gruff."""
        state = self.state
        if n > 0 and state.alive[fighter]:
            state.marks[fighter] += n
            self.marked += (fighter,)
            seat, id, marks = state.pair[fighter // 3], state.ids[fighter], state.marks[fighter]
            self.events.append(damage_event("damage-marks", seat, id, n, marks))

    def lose_life(self, side: int, n: int, rule: str) -> None:
        """A shepherd loses Life, down to 0; falling below the threshold is noted."""
        state, before = self.state, self.state.life[side]
        after = max(0, before - n)
        if after == before:
            return
        state.life[side] = after
        state.counts[LIFE_LOST] += before - after
        shepherd = state.shepherd(side)
        facts: dict[str, JsonValue] = {"shepherd": shepherd.id, "lost": before - after}
        self.events.append(new_event("life", rule, state.pair[side], {**facts, "life": after}))
        if side not in self.sides:
            self.sides += (side,)
            self.occur("life-lost", side)
        if before >= shepherd.threshold > after:
            self.occur("below-threshold", side)

    def kill(self, fighter: int, rule: str) -> None:
        """`death`: turn the gruff face down in its place; remove its attack and marks."""
        state, side = self.state, fighter // 3
        state.alive[fighter] = False
        state.marks[fighter] = 0
        state.bonuses = None
        seat, id = state.pair[side], state.ids[fighter]
        self.events.append(death_event(rule, seat, id))
        if state.attackers[side] == fighter:
            state.attackers[side] = -1
            self.events.append(attack_lost_event("attacker-dead", seat, id))
        state.counts[KILLS] += 1
        self.record("died", fighter)

    def check_deaths(self, rule: str) -> None:
        """`death-check`: all gruffs whose marks reach their Defense die at once, until none does.

        Excess damage goes to their own shepherds (`excess-any`).
        """
        cited = "excess-damage" if rule == "attack-kills" else "excess-any"
        while found := dying(self.state):
            for fighter, _ in found:
                self.kill(fighter, rule)
            for fighter, excess in found:
                self.lose_life(fighter // 3, excess, cited)

    def conclude(self, rule: str = "death-check", first: int = -1) -> bool:
        """End the batch: deaths, the test for a winner, and triggered clauses; return whether the
        game continues.

        `first` is the fighter whose own ability is queued first (`ability-first`).
        """
        state = self.state
        if state.marks != UNMARKED:
            self.check_deaths(rule)
            for fighter in dict.fromkeys(self.marked):
                if state.alive[fighter]:
                    self.record("damaged", fighter)
        if not self.triggers:
            return True
        kinds = 0
        for bits, _, _, _ in self.triggers:
            kinds |= bits
        if kinds & LOSSES and is_lost(state, self.events):
            return False
        if kinds & state.awaited:
            queue_clauses(state, self.triggers, kinds, first)
        return True


def dying(state: GruffState) -> list[tuple[int, int]]:
    """The living gruffs whose marks reach their Defense, with the excess damage of each."""
    found, marks = [], state.marks
    for fighter in state.line:
        if marks[fighter] and state.alive[fighter]:
            excess = marks[fighter] - value(state, fighter, DEFENSE)
            if excess >= 0:
                found.append((fighter, 0 if flags_of(state, fighter) & NO_EXCESS else excess))
    return found


def settle(state: GruffState, events: list[Event], rule: str = "death-check") -> bool:
    """Check for deaths after what triggers nothing itself; return whether the game continues."""
    if state.marks == UNMARKED or not dying(state):
        return True
    return SimultaneousBatch(state, events).conclude(rule)


def is_lost(state: GruffState, events: list[Event]) -> bool:
    """`win-check`: whether one side, or both at once, has lost; if so, end the game."""
    alive = state.alive
    if all(state.life) and (alive.count(False) < 3 or (any(alive[:3]) and any(alive[3:]))):
        return False
    reasons: list[set[str]] = [set(), set()]
    for side in (0, 1):
        if not any(alive[3 * side : 3 * side + 3]):
            reasons[side].add("gruffs")
        if state.life[side] == 0:
            reasons[side].add("life")
    met = reasons[0] | reasons[1]
    score = 0.5 if all(reasons) else 0.0 if reasons[0] else 1.0
    end_game(state, score, "both" if len(met) > 1 else met.pop(), events)
    return True


def queue_clauses(
    state: GruffState, occurrences: Sequence[Occurrence], kinds: int, first: int = -1
) -> None:
    """Queue the clauses that these occurrences trigger, in `trigger-order`, each once a chain.

    `kinds`: the bits of them all.
    """
    if state.awaited == ALL_TRIGGERS:
        listen(state)
        if not state.awaited & kinds:
            return
    now, line, waits, alive = state.side, state.line, state.waits, state.alive
    if len(occurrences) > 1:
        place = state.place
        occurrences = sorted(
            occurrences, key=lambda each: (each[1] != now, place[each[2]] if each[2] >= 0 else -1)
        )
    if first >= 0 and waits[first] & kinds and alive[first]:
        bits, ability = state.waiting[first][0]
        queue_clause(state, bits, ability, first, occurrences)
    if now == 1:
        line = line[3:] + line[:3]
    if kinds & BELOW_THRESHOLD:
        line = [SHEPHERDS[now], *line[:3], SHEPHERDS[1 - now], *line[3:]]
    for who in line:
        if waits[who] & kinds and (who in SHEPHERDS or alive[who]):  # `trigger-alive`
            host = -1 if who in SHEPHERDS else who
            for bits, clause in state.waiting[who]:
                if bits & kinds:
                    queue_clause(state, bits, clause, host, occurrences)


def listen(state: GruffState) -> None:
    """Compute everything that clauses wait for."""
    for who, waits in enumerate(state.waits):
        if waits == ALL_TRIGGERS:
            state.waiting[who] = found = waiting_clauses(state, who)
            waits = 0
            for bits, _ in found:
                waits |= bits
            state.waits[who] = waits
    state.awaited = reduce(or_, state.waits)


def waiting_clauses(state: GruffState, fighter: int) -> Waiting:
    """The clauses of a gruff, then of the Mutations and of the Conditions on it; that of a shepherd."""
    if fighter in SHEPHERDS:
        side = SHEPHERDS.index(fighter)
        ability = state.shepherd(side).ability
        return ((ability.waits[side][-1], ability),)
    content = state.config.content
    ability = content.gruffs[state.fighters[fighter]].ability
    found = [(ability.waits[fighter // 3][fighter], ability)]
    of_conditions: list[tuple[int, CompiledClause]] = []
    for number in state.cards_on[fighter]:
        card = content.cards[number]
        for clause in card.triggered:
            waits = clause.waits[state.owner[card.pool]][fighter]
            (of_conditions if card.type == CONDITION else found).append((waits, clause))
    return (*found, *of_conditions)


def queue_clause(
    state: GruffState,
    waits: int,
    clause: CompiledClause,
    host: int,
    occurrences: Sequence[Occurrence],
) -> None:
    """Queue a clause for the first event that it waited for, if there is one."""
    number = clause.number
    if number in state.fired:
        return
    for bits, _, fighter, card in occurrences:
        if bits & waits and (card < 0 or _is_other_card(state, clause, card)):
            state.fired += (number,)
            state.queue += ((number, host, fighter),)
            return


def _is_other_card(state: GruffState, clause: CompiledClause, card: int) -> bool:
    """Whether a played card has the type that a clause waits for, and is not its own."""
    return card != clause.card and clause.type in (-1, state.config.content.cards[card].type)
