"""Triggers: what happens at one moment, and the clauses that wait for it.

Everything that an operation and its death checks cause is one moment. Who wins is tested at its end
(`win-check`); if nobody does, the clauses that wait for such a thing are queued in `trigger-order`.
"""

from __future__ import annotations

from typing import NamedTuple

from generator.engine.events import Event, JsonValue
from generator.games.gruff.content import CompiledClause
from generator.games.gruff.history import KILLS, LIFE_LOST
from generator.games.gruff.rules.stats import DEFENSE, NO_EXCESS, flags_of, own_clauses, value
from generator.games.gruff.rules.tournament import end_game
from generator.games.gruff.state import GruffState


class TriggerEvent(NamedTuple):
    """One thing that clauses can wait for."""

    trigger: str
    side: int
    """The side of the gruff or shepherd that it happened to, or of the player who did it."""
    fighter: int = -1
    type: int = -1
    """The type of card that was played."""
    card: int = -1
    """The card that was played, which does not trigger itself."""


def gruff_id(state: GruffState, fighter: int) -> str:
    """The id of the gruff that a fighter is."""
    return state.config.gruff_ids[state.fighters[fighter]]


def gruff_event(state: GruffState, kind: str, rule: str, fighter: int, **facts: JsonValue) -> Event:
    """An event of one gruff."""
    facts = {"gruff": state.config.gruff_ids[state.fighters[fighter]], **facts}
    return Event(kind, rule, state.pair[fighter // 3], facts)


class SimultaneousBatch:
    """What happens at the same time: the events so far, and what can trigger clauses at the end."""

    __slots__ = ("events", "marked", "sides", "state", "triggers")

    def __init__(self, state: GruffState, events: list[Event]) -> None:
        self.state, self.events = state, events
        self.triggers: list[TriggerEvent] = []
        self.marked: list[int] = []
        """The fighters that got marks."""
        self.sides: list[int] = []
        """The sides whose shepherds have lost Life, each once."""

    def note(self, trigger: str, fighter: int) -> None:
        """Something that can trigger clauses has happened to a gruff."""
        self.triggers.append(TriggerEvent(trigger, fighter // 3, fighter))

    def put_marks(self, fighter: int, n: int) -> None:
        """`damage-marks`: damage stays on a living gruff and adds up."""
        state = self.state
        if n > 0 and state.alive[fighter]:
            state.marks[fighter] += n
            self.marked.append(fighter)
            marks = state.marks[fighter]
            event = gruff_event(state, "damage", "damage-marks", fighter, damage=n, marks=marks)
            self.events.append(event)

    def lose_life(self, side: int, n: int, rule: str) -> None:
        """A shepherd loses Life, down to 0; dropping below the threshold is noted."""
        state, before = self.state, self.state.life[side]
        after = max(0, before - n)
        if after == before:
            return
        state.life[side] = after
        state.counts[LIFE_LOST] += before - after
        shepherd = state.shepherd(side)
        facts: dict[str, JsonValue] = {"shepherd": shepherd.id, "lost": before - after}
        self.events.append(Event("life", rule, state.pair[side], {**facts, "life": after}))
        if side not in self.sides:
            self.sides.append(side)
            self.triggers.append(TriggerEvent("life-lost", side))
        if before >= shepherd.threshold > after:
            self.triggers.append(TriggerEvent("below-threshold", side))

    def kill(self, fighter: int, rule: str) -> None:
        """`death`: the gruff is turned face down where it is; its attack and marks are gone."""
        state, side = self.state, fighter // 3
        state.alive[fighter] = False
        state.marks[fighter] = 0
        state.bonuses = None
        self.events.append(gruff_event(state, "death", rule, fighter))
        if state.attackers[side] == fighter:
            state.attackers[side] = -1
            self.events.append(gruff_event(state, "attack-lost", "attacker-dead", fighter))
        state.counts[KILLS] += 1
        self.note("died", fighter)

    def check_deaths(self, rule: str) -> None:
        """`death-check`: all gruffs with marks up to their Defense die at once, until none does.

        Damage beyond Defense goes to their own shepherds (`excess-any`).
        """
        state = self.state
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
                self.kill(fighter, rule)
            cited = "excess-damage" if rule == "attack-kills" else "excess-any"
            for fighter, excess in dying:
                self.lose_life(fighter // 3, excess, cited)

    def conclude(self, rule: str = "death-check", first: int = -1) -> None:
        """End the moment: deaths, the test who wins, and what is triggered.

        `first` is the fighter whose own ability comes before all else (`ability-first`).
        """
        if any(self.state.marks):
            self.check_deaths(rule)
            for fighter in dict.fromkeys(self.marked):
                if self.state.alive[fighter]:
                    self.note("damaged", fighter)
        if self.triggers and not is_lost(self.state, self.events):
            queue_clauses(self.state, self.triggers, first)


def is_lost(state: GruffState, events: list[Event]) -> bool:
    """`win-check`: whether one side, or both at once, has lost; if so the game is over."""
    if all(state.life) and any(state.alive[:3]) and any(state.alive[3:]):
        return False
    reasons: list[set[str]] = [set(), set()]
    for side in (0, 1):
        if not any(state.alive[3 * side : 3 * side + 3]):
            reasons[side].add("gruffs")
        if state.life[side] == 0:
            reasons[side].add("life")
    met = reasons[0] | reasons[1]
    score = 0.5 if all(reasons) else 0.0 if reasons[0] else 1.0
    end_game(state, score, "both" if len(met) > 1 else met.pop(), events)
    return True


def queue_clauses(state: GruffState, triggers: list[TriggerEvent], first: int = -1) -> None:
    """Queue every clause that waited for one of these, in `trigger-order`, each once in a chain."""
    kinds = {each.trigger for each in triggers}
    waiting = waiting_clauses(state, kinds)
    if not waiting:
        return
    if len(triggers) > 1:
        side, place = state.side, state.place
        triggers.sort(
            key=lambda each: (each.side != side, place[each.fighter] if each.fighter >= 0 else -1)
        )
    if first >= 0:
        ability = state.config.content.gruffs[state.fighters[first]].ability
        if ability.trigger in kinds and state.alive[first]:
            waiting = [(ability, first), *waiting]
    for clause, host in waiting:
        if clause.number in state.fired:
            continue
        side = controller(state, clause)
        for each in triggers:
            if each.trigger == clause.trigger and _matches(clause, host, side, each):
                state.fired = (*state.fired, clause.number)
                state.queue = (*state.queue, (clause.number, host, each.fighter))
                break


def controller(state: GruffState, clause: CompiledClause) -> int:
    """`controller`: the side whose gruff, shepherd or card has a clause."""
    if clause.gruff >= 0:
        return state.owner[clause.gruff]
    return int(state.shepherds[state.pair[1]] == clause.shepherd)


def _matches(clause: CompiledClause, host: int, side: int, each: TriggerEvent) -> bool:
    """Whether a clause waits for this."""
    if clause.about == "self":
        return each.fighter == host
    if clause.about == "mine":
        fits = each.side == side
    elif clause.about == "enemy":
        fits = each.side != side
    else:
        fits = clause.trigger != "below-threshold" or each.side == side
    if each.card >= 0:
        return fits and each.card != clause.card and clause.type in (-1, each.type)
    return fits


def waiting_clauses(state: GruffState, kinds: set[str]) -> list[tuple[CompiledClause, int]]:
    """Every clause that waits for one of these, with its gruff, in `trigger-order`."""
    found: list[tuple[CompiledClause, int]] = []
    line, alive, cards_on = state.line, state.alive, state.cards_on
    for side in (state.side, 1 - state.side):
        if "below-threshold" in kinds:
            found.append((state.shepherd(side).ability, -1))
        for fighter in line[3 * side : 3 * side + 3]:
            if alive[fighter]:  # `trigger-alive`
                own = state.own[fighter]
                if own is None or own.cards is not cards_on[fighter]:
                    own = own_clauses(state, fighter)
                if not kinds.isdisjoint(own.triggers):
                    found += [(each, fighter) for each in own.waiting if each.trigger in kinds]
    return found
