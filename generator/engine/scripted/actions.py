"""Actions: what each verb of a step does to a position, and the events it emits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from generator.base.errors import KitError, short
from generator.engine.events import Event, JsonValue
from generator.engine.rng import Rng
from generator.engine.scripted.cards import forget, remembered, shuffle, spot, transfer
from generator.engine.scripted.evaluation import best_seats
from generator.engine.scripted.namespace import Namespace, Position, Spot, cards_at, in_game
from generator.engine.scripted.numbers import number_in, put_number, whole, within, wrong_value
from generator.engine.scripted.script.instructions import Instruction, Program
from generator.engine.scripted.script.messages import PLAYER_NAMES, number_of_cards, seat_title
from generator.engine.scripted.script.setup import SEEN
from generator.engine.scripted.script.spaces import space_name, space_title
from generator.engine.scripted.usage import USED, Use, in_hand, in_hands
from generator.kit.expressions.evaluate import Compiled, Expression
from generator.kit.tables.records import Record, Table

MAX_STEPS = 1000
"""Steps after which a turn is assumed never to end."""
EVENTS = 100
"""Events of one instruction that cost one more step; also small steps that cost one step."""
REMEMBERED = 50
"""Remembered cards that can be searched in the time of a small step."""
MAX_DRAWN = 10_000
"""Most cards that one step draws."""


class ActionRunner:
    """Executes actions on one position, which they change; events are appended to `events`."""

    def __init__(
        self, program: Program, position: Position, rng: Rng, names: Sequence[str]
    ) -> None:
        self.program, self.position, self.rng, self.names = program, position, rng, names
        self.content = program.content
        self.events: list[Event] = []
        self.used: set[Use] | None = position.get(USED, set())
        """What seats use; None in an imagined position, of which nothing is noted or told."""
        self._shown = False
        self._end = program.work + MAX_STEPS * EVENTS

    @property
    def seat(self) -> int:
        seat: int = self.position["seat"]
        return seat

    # Steps, each by its verb

    def _draw(self, instruction: Instruction) -> None:
        step, position = instruction.step, self.position
        start, goal = self._spot(instruction, step.draw), self._spot(instruction, step.into)
        hidden = self.content.is_hidden(goal[0])
        shown = not self.content.hides(*goal, self.seat)
        if step.as_:
            position["named"].pop(step.as_, None)
        number = self._how_many(instruction, 1)
        drawn, before = 0, len(self.events)
        while drawn < min(number, MAX_DRAWN):
            if step.again and not cards_at(position, *start):
                self._refill(instruction, start, step.again)
            index = self._drawable(instruction, start)
            if index is None:
                self._tell(instruction, "empty", usual=True, name=start[0])
                break
            card = self._transfer(instruction, start, index, goal)
            drawn += 1
            if step.as_:
                self._name(step.as_, goal)
            if shown:
                only = self.seat if hidden else None
                self._tell(instruction, "draw", only=only, card=card, **self._on(goal))
        if hidden and drawn:
            self._tell(instruction, "take", usual=True, count=number_of_cards(drawn), name=start[0])
            self.events.insert(before, self.events.pop())  # public events first

    def _refill(self, instruction: Instruction, start: Spot, source_name: str) -> None:
        """Shuffle the cards of another place into an empty one."""
        source = spot(self.content, source_name, self.seat)
        cards = cards_at(self.position, *source)
        if cards:
            cards_at(self.position, *start)[:] = cards
            cards[:] = []
            shuffle(self.position, start, self.rng)
            forget(self.position, source)
            self._tell(instruction, "shuffle", usual=True, name=source_name)

    def _drawable(self, instruction: Instruction, start: Spot) -> int | None:
        """The index of the first card from the top that may be drawn."""
        cards, where = cards_at(self.position, *start), instruction.formulas.get("where")
        if where is None or not cards:
            return len(cards) - 1 if cards else None
        fits = zip(reversed(range(len(cards))), self._fits(where, reversed(cards)), strict=True)
        return next((index for index, fit in fits if fit), None)

    def _discard(self, instruction: Instruction) -> None:
        goal = self._spot(instruction, instruction.step.into)
        secret = self.content.is_hidden(goal[0])
        moves = self._moved(instruction, instruction.step.discard or "", goal)
        for number, (start, index) in enumerate(moves):
            card = self._transfer(instruction, start, index, goal, self._blind(start, goal))
            if not secret:
                facts = {"card": card, "name": goal[0], **self._on(goal)}
                self._tell(instruction, "discard", again=number > 0, **facts)
        if secret and moves:
            self._tell(instruction, "give", count=number_of_cards(len(moves)), name=goal[0])

    def _on(self, place: Spot) -> Mapping[str, Any]:
        """The fact that tells on which place of rows something is put; none elsewhere."""
        name, index = place
        if name not in self.content.rows or index is None:
            return {}
        title = space_title(self.content.spaces[name][index])
        return {"space": f"{name} {title}" if self.content.is_numbered(name) else title}

    def _moved(self, instruction: Instruction, name: str, goal: Spot) -> list[tuple[Spot, int]]:
        """The place and index of a named card, or of every card in a place, one by one."""
        if name in self.program.named:
            where = self.position["named"].get(name)
            return [((where["place"], where["seat"]), where["index"])] if where else []
        start, where = self._spot(instruction, name), instruction.formulas.get("where")
        cards = cards_at(self.position, *start) if start != goal else []
        fits = self._fits(where, cards) if where else [True] * len(cards)
        found = [index for index, fit in enumerate(fits) if fit]
        most = self._how_many(instruction, len(found))
        return [(start, index - gone) for gone, index in enumerate(found[:most])]

    def _blind(self, start: Spot, goal: Spot) -> tuple[int, ...]:
        """The seats that cannot tell which card leaves a closed hand for another hidden place."""
        if start[0] not in self.content.hands or not self.content.is_hidden(goal[0]):
            return ()
        players = range(self.position["game"]["players"])
        return tuple(seat for seat in players if seat not in (start[1], goal[1], self.seat))

    def _spot(self, instruction: Instruction, name: str | None, deciding: bool = False) -> Spot:
        """The place with that name; of rows, the one that the step gives."""
        name = name or ""
        if name not in self.content.rows:
            return spot(self.content, name, self.seat)
        return name, self._space_index(name, instruction.formulas["at"], deciding)

    def _name(self, name: str, place: Spot, index: int = -1) -> None:
        """Give a name to a card of a place, by default the last one."""
        index %= len(cards_at(self.position, *place))
        self.position["named"][name] = {"place": place[0], "seat": place[1], "index": index}

    def _shuffle(self, instruction: Instruction) -> None:
        name = instruction.step.shuffle or ""
        shuffle(self.position, spot(self.content, name, self.seat), self.rng)
        self._tell(instruction, "shuffle", name=name)

    def _note(self, instruction: Instruction) -> None:
        value = self._number(instruction.formulas["note"], least=None)
        self.position["named"][instruction.step.as_] = value

    def _roll(self, instruction: Instruction) -> None:
        dice = instruction.step.roll
        assert dice is not None
        thrown = [1 + self.rng.below(dice.sides) for _ in range(dice.number)]
        self.position["named"][instruction.step.as_] = sum(thrown)
        self._tell(instruction, "roll", name=str(dice), result=sum(thrown), dice=thrown)

    def _look_up(self, instruction: Instruction) -> None:
        step = instruction.step
        table = self.content.tables[step.look_up or ""]
        assert isinstance(table, Table)
        result = self._evaluated(instruction.formulas["for"])
        self.position["named"].pop(step.as_, None)
        for index, row in enumerate(table):
            if _has(row, step.among, result):
                self.position["named"][step.as_] = index
                name = row.get("name") or row.get("id") or f"row {index + 1}"
                self._tell(instruction, "look up", result=result, row=str(name))
                return
        self._tell(instruction, "no row", usual=True, result=_plain(result))

    def _move(self, instruction: Instruction) -> None:
        name = instruction.step.move or ""
        token = self.content.tokens[name]
        spaces, last = self.content.spaces[token.on], len(self.content.spaces[token.on]) - 1
        places = [self.position[name]] if token.shared else self.position[name]
        own = 0 if token.shared else self.seat
        if "by" in instruction.formulas:
            goal = places[own] + self._number(instruction.formulas["by"], least=None)
            loop = self.content.tracks[token.on].loop
            goal = goal % len(spaces) if loop else min(max(goal, 0), last)
        else:
            goal = self._space_index(token.on, instruction.formulas["to"])
        places[own] = goal
        if token.shared:
            self.position[name] = goal
        self._tell(instruction, "move", name=name, space=space_title(spaces[goal]))

    def _space_index(self, track: str, formula: Expression, deciding: bool = False) -> int:
        """The index of the space, or row, that an expression names."""
        value = formula(self._values(formula, deciding))
        index = self.content.space_named(track, value)
        if index is None:
            kind = "row" if track in self.content.tables else "space"
            message, hint = f'"{track}" has no {kind} {short(value)}', ""
            if value is None:
                message = f"`{formula.source}` names nothing: nobody could or would pick it"
                hint = f"do this only if there is one: {{if: {formula.source}, then: [...]}}"
            raise KitError(message, place=formula.place, hint=hint, check="expression-value")
        return index

    def _gain(self, instruction: Instruction) -> None:
        amount = self._number(instruction.formulas["by"], least=None)
        self._change(instruction, instruction.step.gain or "", lambda old: old + amount)

    def _lose(self, instruction: Instruction) -> None:
        amount = self._number(instruction.formulas["by"], least=None)
        self._change(instruction, instruction.step.lose or "", lambda old: old - amount)

    def _set(self, instruction: Instruction) -> None:
        number = self._number(instruction.formulas["to"], least=None)
        self._change(instruction, instruction.step.set or "", lambda old: number)

    def _change(self, instruction: Instruction, name: str, change: Callable[[int], int]) -> None:
        counter, row = self.content.counters[name], self._row(instruction, name)
        for seat in [None] if counter.shared else self._whose(instruction):
            old = number_in(self.position, name, counter, seat, row)
            wanted = change(old)
            now = within(counter, wanted)
            put_number(self.position, name, counter, seat, row, now)
            kind = instruction.do  # the amount gained may be negative
            if kind != "set" and now != old:
                kind = "gain" if now > old else "lose"
            only, by = seat if counter.hidden else None, abs(now - old)
            shown = seat_title(now, self.names) if counter.seat else now
            facts = {"name": name, "count": by, "now": shown, **self._title_of(name, row)}
            is_nothing = kind != "set" and wanted == old  # not stopped by a limit
            if self.content.tells(instruction.step) and (instruction.sentence or not is_nothing):
                self._tell(instruction, kind, only=only, seat=seat, **facts)

    def _row(self, instruction: Instruction, counter: str) -> str | None:
        """The id of the row whose number a step changes; None for a counter on no table."""
        table = self.content.counters[counter].on
        if table is None:
            return None
        return space_name(
            self.content.picked(table)[1][self._space_index(table, instruction.formulas["on"])]
        )

    def _title_of(self, counter: str, row: str | None) -> Mapping[str, Any]:
        """The fact that tells the row of a number; none for a counter on no table."""
        index, rows = self.content.picked(self.content.counters[counter].on or "")
        return {} if row is None else {"row": space_title(rows[index[row]])}

    def _call(self, instruction: Instruction) -> None:
        """A step in Python; afterwards no name refers to a card, since it may have moved any."""
        self.events += self.program.calls[instruction.step.call or ""](self.position, self.rng)
        for name, value in [*self.position["named"].items()]:
            if isinstance(value, dict):
                del self.position["named"][name]
        for seen in self.position.get(SEEN, ()):
            seen.clear()
        self._record(in_hands(self.content, self.position))

    def _next(self, instruction: Instruction) -> None:
        seat = self._player(instruction.formulas["next"])
        self.position["next"] = seat
        self._tell(instruction, "next", name=self.names[seat])

    def _whose(self, instruction: Instruction) -> list[int]:
        """The seats that a step concerns, in order of play; none if a name stands for nobody."""
        if "who" in instruction.formulas:
            nobody = self._evaluated(instruction.formulas["who"]) is None
            return [] if nobody else [self._player(instruction.formulas["who"])]
        return self._players(instruction.who)

    def _players(self, word: str) -> list[int]:
        """The seats that a word stands for, in order of play, without those that are out."""
        players, seat, there = self.position["game"]["players"], self.seat, in_game(self.position)
        around = [(seat + step) % players for step in range(players)]
        around = [other for other in around if other in there]
        if word in ("all", "players"):
            return around
        if word == "leaders":
            return sorted(set(best_seats(self.program, self.position)) & set(around))
        if word in ("self", "others", "next"):
            others = [other for other in around if other != seat]
            return [seat] if word == "self" else others if word == "others" else others[:1]
        own = self.content.team(seat)
        mine = [other for other in around if self.content.team(other) == own]
        return {
            "team": mine,
            "partners": [other for other in mine if other != seat],
            "rivals": [other for other in around if other not in mine],
        }[word]

    def _player(self, formula: Expression) -> int:
        """The seat of the player whose number an expression gives."""
        number, players = self._number(formula, least=None), self.position["game"]["players"]
        if not 1 <= number <= players:
            raise wrong_value(formula, number, f"a player from 1 to {players}")
        return number - 1

    def _transfer(
        self,
        instruction: Instruction,
        start: Spot,
        index: int,
        goal: Spot,
        unseen_by: tuple[int, ...] = (),
    ) -> str:
        """Move one card to the top of another place, with everything remembered about it."""
        self._spend(instruction, remembered(self.position) // REMEMBERED)
        card = transfer(self.position, start, index, goal, unseen_by)
        if goal[0] in self.content.hands:
            self._record(in_hand(*goal, [card]))
        return card

    def _record(self, uses: Iterable[Use]) -> None:
        """Record for statistics what seats use."""
        if self.used is not None:
            self.used.update(uses)

    def _spend(self, instruction: Instruction, steps: int) -> None:
        """Count some steps.  Raises KitError when the consequences of a decision take too many."""
        self.program.work += steps
        if self.program.work > self._end:
            raise self._endless(instruction)

    def _endless(self, instruction: Instruction) -> KitError:
        message = f"a turn takes more than {MAX_STEPS:,} steps"
        hint = "make sure that what is repeated here comes to an end"
        return KitError(message, place=instruction.place, hint=hint, check="turn-without-end")

    # Words and numbers

    def _values(self, formula: Compiled, deciding: bool = False) -> dict[str, Any]:
        """The values of the names in an expression or a sentence."""
        return self._names_for(self.seat, deciding).values(formula.used)

    def _names_for(self, seat: int, deciding: bool = False) -> Namespace:
        return Namespace(self.program, self.position, seat, self._shown, deciding)

    def _fits(self, where: Expression, cards: Iterable[str]) -> Iterator[bool]:
        """Whether an expression with `it` is true, for each card."""
        names = self._names_for(self.seat)
        fits = where.given(names.values(where.used), "it")
        return (bool(fits(names.card(card))) for card in cards)

    def _evaluated(self, formula: Expression) -> Any:
        return formula(self._values(formula))

    def _number(self, formula: Expression, least: int | None = 0) -> int:
        value = whole(formula, self._values(formula))
        return value if least is None else max(value, least)

    def _how_many(self, instruction: Instruction, usual: int) -> int:
        """The number of cards that a step states, or as many as usual."""
        return self._number(instruction.formulas["number"]) if instruction.step.number else usual

    def _owners(self, instruction: Instruction, name: str) -> list[int]:
        """The seats whose cards a step concerns: of a hand those it names, of a pile any."""
        return self._whose(instruction) if name in self.content.hands else [self.seat]

    def _tell(
        self,
        instruction: Instruction,
        kind: str,
        *,
        only: int | None = None,
        usual: bool = False,
        again: bool = False,
        seat: int | None = -1,
        **facts: JsonValue,
    ) -> None:
        """Append an event with the author's sentence; one that names no card is not told `again`."""
        self._spend(instruction, 1)
        seat = self.seat if seat == -1 else seat
        if instruction.sentence and not usual and self.used is not None:
            who = self.names[self.seat if seat is None else seat]
            words = {"who": who, **facts}
            if isinstance(facts.get("card"), str):
                words["card"] = self.content.title(str(facts["card"]))
            values = {PLAYER_NAMES: [*self.names], **self._values(instruction.sentence)}
            told = again and "card" not in instruction.sentence.used
            facts["says"] = "" if told else instruction.sentence({**values, **words})
        self.events.append(Event(kind, instruction.rule, seat, facts, only))


def _has(row: Record, among: Sequence[str], result: Any) -> bool:
    """Whether a row has this result: in its only result field, or between its lowest and highest."""
    if len(among) == 1:
        value = row[among[0]]
        return result in value if isinstance(value, tuple) else bool(value == result)
    low, high = (row[name] for name in among)
    return low is not None and bool(low <= result <= (low if high is None else high))


def _plain(value: Any) -> JsonValue:
    return value if isinstance(value, (bool, int, float, str)) else short(value)
