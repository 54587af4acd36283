"""Interpreter: executes the instructions of a turn on a position and emits events."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.engine.events import Event, JsonValue
from generator.engine.scripted.actions import EVENTS, MAX_STEPS
from generator.engine.scripted.cards import spot
from generator.engine.scripted.evaluation import best_seats
from generator.engine.scripted.flow import FlowRunner
from generator.engine.scripted.namespace import Namespace, Spot, cards_at, in_game
from generator.engine.scripted.numbers import whole, within, wrong_value
from generator.engine.scripted.script.card_lists import PASS
from generator.engine.scripted.script.instructions import Ending, Instruction
from generator.engine.scripted.script.step_schema import DECISIONS
from generator.engine.scripted.usage import CHOSEN, Use, picked
from generator.kit.expressions.evaluate import Expression
from generator.kit.tables.records import Table

BEGIN = "turn"
"""The move that begins a turn whose first step is no decision."""
PLAYER = "player-"
"""Prefix of the moves that pick a player."""
ENDS = ("end turn", "end game")
"""Instructions with which the steps of a turn end."""
LISTED = 10
"""Choices listed in the time of one step; a decision also costs this many steps."""
MAX_BIDS = 1000
"""Most numbers that a player can bid, or pick from."""


class Machine(FlowRunner):
    """Interpreter of one position, which it changes; events are appended to `events`."""

    # Decisions

    @property
    def decision(self) -> Instruction | None:
        """The decision at which the turn has stopped, if any."""
        instruction = self.program.turn[self.position["at"]]
        return instruction if instruction.do in DECISIONS else None

    def choices(self) -> list[str]:
        """The moves of the decision, each once."""
        found, instruction = [*dict.fromkeys(self._open())], self.decision
        self.program.work += LISTED + len(found) // LISTED
        return [*found, PASS] if found and instruction and instruction.step.may_pass else found

    def has_choice(self) -> bool:
        """Whether the decision has any move; what fitted last time is tried first."""
        instruction = self.decision
        if instruction is None:
            return False
        fitted = next(self._open(instruction.fitted), None)
        instruction.fitted = instruction.fitted if fitted is None else fitted
        return fitted is not None

    def _open(self, first: str = "") -> Iterator[str]:
        """Yield the moves of the decision except passing, possibly with duplicates.

        `first` is tried before all others, if it can be picked at all.
        """
        instruction = self.decision
        if instruction is None:
            return
        if instruction.do == "choose":
            names = self._names_for(self.seat, deciding=True)
            for name, (_, when, _) in instruction.options.items():
                self.program.work += 1
                if not when or when(names.values(when.used)):
                    yield name
            return
        names = self._names_for(self.seat, deciding=True)
        texts, value_of = self._pickable(instruction, names)
        where = instruction.formulas.get("where")
        if where is None:
            yield from texts
            return
        values, once = names.values(where.used), dict.fromkeys(texts)
        if first in once:
            self.program.work += 1
            if where({**values, "it": value_of(first)}):
                yield first
        fits = where.given(values, "it")
        for text in once:
            self.program.work += 1
            if fits(value_of(text)):
                yield text

    def _pickable(
        self, instruction: Instruction, names: Namespace
    ) -> tuple[Iterable[str], Callable[[str], Any]]:
        """The texts of the moves that pick something, and a function that gives the value of each."""
        content, place = self.content, instruction.step.pick or ""
        if instruction.do == "bid":
            return map(str, self._bids(instruction)), int
        if instruction.do == "pick_number":
            return map(str, self._listed(instruction.formulas["pick"], names)), int
        if "at" in instruction.formulas or place in content.piles or place in content.hands:
            return cards_at(self.position, *self._picked_from(instruction)), names.card
        if place in content.spaces or isinstance(content.tables.get(place), Table):
            index, values = content.picked(place)
            return index, lambda text: names.current(values[index[text]])
        players = {f"{PLAYER}{seat + 1}": seat + 1 for seat in self._players(place)}
        return players, players.__getitem__

    def _picked_from(self, instruction: Instruction) -> Spot:
        """The pile, hand or place of rows from which a card is picked."""
        if "at" in instruction.formulas:
            return self._spot(instruction, instruction.step.pick, deciding=True)
        who = instruction.formulas.get("who")
        owner = self.seat if who is None else self._player(who)
        return spot(self.content, instruction.step.pick or "", owner)

    def _bids(self, instruction: Instruction) -> range:
        """The possible bids, within the limits of the counter."""
        counter = self.content.counters[instruction.step.bid or ""]
        low, high = (
            whole(formula, self._values(formula, deciding=True)) if formula else 0
            for formula in (instruction.formulas.get("from"), instruction.formulas["to"])
        )
        low, high = within(counter, low), min(high, within(counter, high))
        return range(low, min(high, low + MAX_BIDS - 1) + 1)

    def _listed(self, formula: Expression, names: Namespace) -> list[int]:
        """The numbers that may be picked: the value of an expression, or the values in its lists."""
        value = formula(names.values(formula.used))
        found: list[int] = []
        for each in value if isinstance(value, list) else [value]:
            found += each if isinstance(each, list) else [each]
        if len(found) > MAX_BIDS or any(type(each) is not int for each in found):
            raise wrong_value(formula, value, f"whole numbers, {MAX_BIDS:,} at most")
        return found

    def decide(self, move: str) -> None:
        """Make a legal move of the decision; if there is none, begin a turn without it."""
        instruction = self.decision
        if instruction is None or (move == BEGIN and not self.has_choice()):
            self.run(begun=True)
            return
        if instruction.do == "choose":
            self._record([Use(CHOSEN, move, self.seat)])
            self.position["at"] = instruction.options[move][2]
        else:
            chosen = None if instruction.step.may_pass and move == PASS else move
            (self._bid if instruction.do == "bid" else self._pick)(instruction, chosen)
            self.position["at"] += 1
        self.run()

    def _bid(self, instruction: Instruction, text: str | None) -> None:
        """Set the player's own counter to a bid; passing bids nothing."""
        name, seat, number = instruction.step.bid or "", self.seat, text and int(text)
        counter = self.content.counters[name]
        self.position[name][seat] = within(counter, number or 0)
        if counter.hidden:
            self._tell(instruction, "secret bid", usual=True)
        self._tell(instruction, "bid", only=seat if counter.hidden else None, count=number)

    def _pick(self, instruction: Instruction, text: str | None) -> None:
        name, place = instruction.step.as_ or "", instruction.step.pick or ""
        named = self.position["named"]
        named.pop(name, None)
        if text is None:
            return
        kind, _ = self.program.named[name]
        if kind == "card":
            picked_from = self._picked_from(instruction)
            self._record([Use(picked(place), text, self.seat)])
            self._name(name, picked_from, cards_at(self.position, *picked_from).index(text))
            only = self.seat if self.content.is_hidden(place) else None
            self._tell(instruction, "pick", only=only, card=text)
        elif kind == "player":
            named[name] = int(text.removeprefix(PLAYER)) - 1
            self._tell(instruction, "pick player", name=self.names[named[name]])
        else:
            named[name] = int(text) if kind == "number" else self.content.picked(place)[0][text]
            if self.content.table_of(instruction.step, text):
                self._record([Use(picked(place), text, self.seat)])
            self._tell(instruction, "pick space", space=text)

    # Steps

    def run(self, begun: bool = False) -> None:
        """Run up to the next decision; one without any choice is skipped.

        A turn begins with a decision or, if its first step is not one, with a plain move (`begun`),
        unless several players act in it: then play goes on to the next player.
        """
        position = self.position
        # A turn without any decision is enough.
        last = position["turn"] + 1 if self.program.begins else 0
        while position["over"] is None and (begun or position["at"] or position["turn"] <= last):
            begun = False
            instruction = self.program.turn[position["at"]]
            if instruction.do in DECISIONS and self.has_choice():
                return
            self._charge(instruction)
            before = len(self.events)
            self._carry_out(instruction)
            self.position["steps"] += (len(self.events) - before) // EVENTS

    def _charge(self, instruction: Instruction) -> None:
        self.position["steps"] += 1
        self._spend(instruction, 1)
        if self.position["steps"] > MAX_STEPS:
            raise self._endless(instruction)

    def _carry_out(self, instruction: Instruction) -> None:
        """Carry out one instruction, and go on to the next unless it leads elsewhere."""
        self.position["at"] += 1
        INSTRUCTIONS[instruction.do](self, instruction)

    def _skip_pick(self, instruction: Instruction) -> None:
        self.position["named"].pop(instruction.step.as_, None)

    def _skip(self, instruction: Instruction) -> None:
        """Do nothing: a bid of which no number is possible, or the beginning of a turn."""

    def _report(self, instruction: Instruction) -> None:
        self._tell(instruction, "choose", name=instruction.name)

    def _say(self, instruction: Instruction) -> None:
        self._tell(instruction, "say")

    # Turns and the end

    def _end_set_up(self, instruction: Instruction) -> None:
        self._rest()
        self.position["seat"] = 0

    def _end_game(self, instruction: Instruction) -> None:
        end, step = self.program.last_resort, instruction.step
        if step.winner:
            self.position["loops"] = []  # `self` is whoever acts, in another's turn, too
        self._finish(replace(end, rule=step.rule or end.rule, winner=step.winner or end.winner))

    def _end_turn(self, instruction: Instruction) -> None:
        position, players = self.position, self.position["game"]["players"]
        turn = position["turn"]
        names = Namespace(self.program, position, self.seat, shown=True)
        for ending in self.program.endings:
            rounds = ending.rounds and turn >= ending.rounds * players
            comes = ending.when and ending.when(names.values(ending.when.used))
            if comes or rounds or (ending.turns and turn >= ending.turns):
                self._finish(ending)
                return
        if turn >= self.program.most_turns(players) or not in_game(position):
            self._finish(self.program.last_resort)
            return
        owner = self._owner()
        self._rest()
        after = position["next"]
        position["turn"], position["next"] = turn + 1, None
        first = (owner + 1) % players if after is None else after
        around = [(first + step) % players for step in range(players)]
        position["seat"] = next(seat for seat in around if seat in in_game(position))

    def _finish(self, ending: Ending) -> None:
        """Run each player's final steps and determine the winners."""
        position, last = self.position, self._owner()
        self._shown = True
        for seat in range(position["game"]["players"]):
            self._rest()
            position["seat"] = seat
            while (instruction := self.program.finish[position["at"]]).do not in ENDS:
                self._charge(instruction)
                self._carry_out(instruction)
        self._rest()
        position["seat"] = last
        how, counter = ending.winner
        winners = self._winners(how, counter)
        result = self._result(how, winners)
        position["over"] = {"rule": ending.rule, "winners": winners, "result": result}
        facts: dict[str, JsonValue] = {"result": result}
        if counter:
            facts[counter] = list(position[counter])
        self.events.append(Event("end", ending.rule, None, facts))

    def _winners(self, how: str, counter: str) -> list[int]:
        if how in ("most", "least"):
            return best_seats(self.program, self.position, (how, counter))
        seats, team = in_game(self.position), self.content.team
        own = [seat for seat in seats if team(seat) == team(self.seat)]
        return {"all": seats, "nobody": [], "self": own}[how]

    def _result(self, how: str, winners: Sequence[int]) -> str:
        """The result: the winner's name, `shared`, `victory` or `defeat`."""
        if how in ("all", "nobody"):
            return "victory" if winners else "defeat"
        if not winners:
            return "defeat"
        if len({self.content.team(seat) for seat in winners}) == 1:
            return " and ".join(self.names[seat] for seat in winners)
        return "shared"


INSTRUCTIONS: Mapping[str, Callable[[Machine, Instruction], None]] = {
    "unless": Machine._unless,
    "jump": Machine._jump,
    "repeat": Machine._repeat,
    "again": Machine._again,
    "each": Machine._each,
    "next of each": Machine._next_of_each,
    "leave": Machine._leave,
    "perform": Machine._perform,
    "choose": Machine._jump,
    "pick": Machine._skip_pick,
    "pick_number": Machine._skip_pick,
    "bid": Machine._skip,
    "begin": Machine._skip,
    "report": Machine._report,
    "say": Machine._say,
    "end set-up": Machine._end_set_up,
    "end turn": Machine._end_turn,
    "end game": Machine._end_game,
    "draw": Machine._draw,
    "discard": Machine._discard,
    "shuffle": Machine._shuffle,
    "note": Machine._note,
    "roll": Machine._roll,
    "look_up": Machine._look_up,
    "move": Machine._move,
    "gain": Machine._gain,
    "lose": Machine._lose,
    "set": Machine._set,
    "call": Machine._call,
    "next": Machine._next,
    "take": Machine._take,
    "give": Machine._give,
    "swap": Machine._swap,
    "show": Machine._show,
    "look": Machine._look,
    "count": Machine._count,
    "eliminate": Machine._eliminate,
}
"""The method that carries out each kind of instruction; a decision comes here if it has no choice."""
