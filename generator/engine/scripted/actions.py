"""Actions: what each verb of a step does to a position, and the events it emits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from generator.base.errors import KitError, short
from generator.engine.events import Event, JsonValue
from generator.engine.rng import Rng
from generator.engine.scripted.cards import forget, shuffle, spot, transfer
from generator.engine.scripted.instructions import Instruction, Program
from generator.engine.scripted.namespace import Position, cards_at, scope
from generator.engine.scripted.setup import called
from generator.kit.expressions.evaluate import Expression
from generator.kit.tables.records import Record, Table

MOST_DRAWN = 10_000
"""The most cards that one step draws."""


class ActionRunner:
    """Actions on one position, which they change; events are appended to `events`."""

    def __init__(
        self, program: Program, position: Position, rng: Rng, names: Sequence[str]
    ) -> None:
        self.program, self.position, self.rng, self.names = program, position, rng, names
        self.content = program.content
        self.events: list[Event] = []
        self._shown = False

    @property
    def seat(self) -> int:
        seat: int = self.position["seat"]
        return seat

    # Steps, each by its verb

    def _draw(self, made: Instruction) -> None:
        step, position = made.step, self.position
        pile, hidden = step.draw or "", self.content.is_hidden(step.into or "")
        goal = spot(self.content, step.into or "", self.seat)
        if step.as_:
            position["named"].pop(step.as_, None)
        number = self._number(made.formulas["number"]) if step.number else 1
        drawn, before = 0, len(self.events)
        while drawn < min(number, MOST_DRAWN):
            if not position[pile] and step.again and position[step.again]:
                position[pile], position[step.again] = position[step.again], []
                shuffle(position, pile, self.rng)
                forget(position, step.again)
                self._tell(made, "shuffle", usual=True, name=step.again)
            if not position[pile]:
                self._tell(made, "empty", usual=True, name=pile)
                break
            card = transfer(position, (pile, None), -1, goal)
            drawn += 1
            if step.as_:
                index = len(cards_at(position, *goal)) - 1
                position["named"][step.as_] = {"place": goal[0], "seat": goal[1], "index": index}
            if not hidden or goal[1] is not None:
                self._tell(made, "draw", only=self.seat if hidden else None, card=card)
        if hidden and drawn:
            count = "a card" if drawn == 1 else f"{drawn} cards"
            self._tell(made, "take", usual=True, count=count, name=pile)
            self.events.insert(before, self.events.pop())  # first what everybody may know

    def _discard(self, made: Instruction) -> None:
        step, position = made.step, self.position
        goal = spot(self.content, step.into or "", self.seat)
        name = step.discard or ""
        if name in self.program.named:
            where = position["named"].get(name)
            moves = [(where["place"], where["seat"], where["index"])] if where else []
        else:
            start = spot(self.content, name, self.seat)
            moves = [(*start, 0)] * (len(cards_at(position, *start)) if start != goal else 0)
        secret = self.content.is_hidden(goal[0])
        for place, seat, index in moves:
            card = transfer(position, (place, seat), index, goal)
            if not secret:
                self._tell(made, "discard", card=card, name=goal[0])
        if secret and moves:
            count = "a card" if len(moves) == 1 else f"{len(moves)} cards"
            self._tell(made, "give", count=count, name=goal[0])

    def _shuffle(self, made: Instruction) -> None:
        shuffle(self.position, made.step.shuffle or "", self.rng)
        self._tell(made, "shuffle", name=made.step.shuffle)

    def _roll(self, made: Instruction) -> None:
        dice = made.step.roll
        assert dice is not None
        thrown = [1 + self.rng.below(dice.sides) for _ in range(dice.number)]
        self.position["named"][made.step.as_] = sum(thrown)
        self._tell(made, "roll", name=str(dice), result=sum(thrown), dice=thrown)

    def _look_up(self, made: Instruction) -> None:
        step = made.step
        table = self.content.tables[step.look_up or ""]
        assert isinstance(table, Table)
        result = made.formulas["for"](self._scope())
        self.position["named"].pop(step.as_, None)
        for index, row in enumerate(table):
            if _has(row, step.among, result):
                self.position["named"][step.as_] = index
                name = row.get("name") or row.get("id") or f"row {index + 1}"
                self._tell(made, "look up", result=result, row=str(name))
                return
        self._tell(made, "no row", usual=True, result=_plain(result))

    def _move(self, made: Instruction) -> None:
        name = made.step.move or ""
        token = self.content.tokens[name]
        spaces, last = self.content.spaces[token.on], len(self.content.spaces[token.on]) - 1
        places = [self.position[name]] if token.shared else self.position[name]
        own = 0 if token.shared else self.seat
        if "by" in made.formulas:
            goal = places[own] + self._number(made.formulas["by"], least=None)
            loop = self.content.tracks[token.on].loop
            goal = goal % len(spaces) if loop else min(max(goal, 0), last)
        else:
            value = made.formulas["to"](self._scope())
            found = self.content.space_named(token.on, value)
            if found is None:
                message = f'"{token.on}" has no space {short(value)}'
                raise KitError(message, place=made.formulas["to"].place, check="expression-value")
            goal = found
        places[own] = goal
        if token.shared:
            self.position[name] = goal
        self._tell(made, "move", name=name, space=_space(spaces[goal]))

    def _gain(self, made: Instruction) -> None:
        amount = self._number(made.formulas["by"], least=None)
        self._change(made, made.step.gain or "", lambda old: old + amount)

    def _lose(self, made: Instruction) -> None:
        amount = self._number(made.formulas["by"], least=None)
        self._change(made, made.step.lose or "", lambda old: old - amount)

    def _set(self, made: Instruction) -> None:
        number = self._number(made.formulas["to"], least=None)
        self._change(made, made.step.set or "", lambda old: number)

    def _change(self, made: Instruction, name: str, change: Callable[[int], int]) -> None:
        counter, position = self.content.counters[name], self.position
        for seat in [None] if counter.shared else self._whose(made):
            old = position[name] if seat is None else position[name][seat]
            now = change(old)
            now = now if counter.low is None else max(now, int(counter.low))
            now = now if counter.high is None else min(now, int(counter.high))
            if seat is None:
                position[name] = now
            else:
                position[name][seat] = now
            kind = made.do  # what is gained may be less than nothing
            if kind != "set" and now != old:
                kind = "gain" if now > old else "lose"
            self._tell(made, kind, seat=seat, name=name, count=abs(now - old), now=now)

    def _next(self, made: Instruction) -> None:
        seat = self._player(made.formulas["next"])
        self.position["next"] = seat
        self._tell(made, "next", name=self.names[seat])

    def _whose(self, made: Instruction) -> list[int]:
        """The seats that a step is about."""
        if "who" in made.formulas:
            return [self._player(made.formulas["who"])]
        players = self.position["game"]["players"]
        others = [(self.seat + step) % players for step in range(1, players)]
        whose = {"self": [self.seat], "others": others, "next": others[:1]}
        return whose.get(made.step.who, [self.seat, *others])

    def _player(self, formula: Expression) -> int:
        """The seat of the player whose number an expression gives."""
        number, players = self._number(formula, least=None), self.position["game"]["players"]
        if not 1 <= number <= players:
            message = f"the expression `{formula.source}` gives {number}, not a player from 1 to {players}"
            raise KitError(message, place=formula.place, check="expression-value")
        return number - 1

    # Words and numbers

    def _scope(self) -> dict[str, Any]:
        return scope(self.program, self.position, self.seat, self._shown)

    def _number(self, formula: Expression, least: int | None = 0) -> int:
        value = formula(self._scope())
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int) or abs(value) > 1_000_000:
            message = f"the expression `{formula.source}` gives {short(value)}, not a whole number"
            raise KitError(message, place=formula.place, check="expression-value")
        return value if least is None else max(value, least)

    def _tell(
        self,
        made: Instruction,
        kind: str,
        *,
        only: int | None = None,
        usual: bool = False,
        seat: int | None = -1,
        **facts: JsonValue,
    ) -> None:
        """Append an event; the author's own sentence for it is one of its facts."""
        seat = self.seat if seat == -1 else seat
        if made.sentence and not usual:
            who = self.names[self.seat if seat is None else seat]
            words = {"who": who, **facts}
            if isinstance(facts.get("card"), str):
                words["card"] = self.content.title(str(facts["card"]))
            facts["says"] = made.sentence({**self._scope(), **words})
        self.events.append(Event(kind, made.rule, seat, facts, only))


def _has(row: Record, among: Sequence[str], result: Any) -> bool:
    """Whether a row has this result: in its one field, or between its lowest and highest."""
    if len(among) == 1:
        value = row[among[0]]
        return result in value if isinstance(value, tuple) else bool(value == result)
    low, high = (row[name] for name in among)
    return low is not None and bool(low <= result <= (low if high is None else high))


def _space(space: Any) -> str:
    name = space.get("name") if isinstance(space, Record) else None
    return name if isinstance(name, str) else called(space)


def _plain(value: Any) -> JsonValue:
    return value if isinstance(value, (bool, int, float, str)) else short(value)
