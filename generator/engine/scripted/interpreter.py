"""Interpreter: executes the instructions of a turn on a position and emits events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from generator.base.errors import KitError
from generator.engine.events import Event, JsonValue
from generator.engine.scripted.actions import best_seats, real, whole, within
from generator.engine.scripted.exchanges import ExchangeRunner
from generator.engine.scripted.namespace import Namespace, Spot, cards_at, in_game
from generator.engine.scripted.script.instructions import DECISIONS, EFFECT, Ending, Instruction
from generator.engine.scripted.script.setup import PASS, called
from generator.kit.expressions.evaluate import Expression
from generator.kit.tables.records import Record, Table

MOST_STEPS = 1000
"""Steps after which a turn is assumed never to end."""
MOST_BIDS = 1000
"""The most numbers that a player picks from."""


class Machine(ExchangeRunner):
    """Interpreter of one position, which it changes; events are appended to `events`."""

    # Decisions

    @property
    def decision(self) -> Instruction | None:
        """The decision that the turn has reached, if it is at one."""
        made = self.program.turn[self.position["at"]]
        return made if made.do in DECISIONS else None

    def choices(self) -> dict[str, int | None]:
        """The moves of that decision, each with the index picked or the jump target."""
        made = self.decision
        if made is None:
            return {}
        if made.do == "choose":
            options = made.options.items()
            return {name: go for name, (_, when, go) in options if not when or self._holds(when)}
        where = made.formulas.get("where")
        variables = self._values(where, deciding=True) if where else {}
        found: dict[str, int | None] = {}
        for index, (text, value) in enumerate(self._pickable(made)):
            if text not in found and (where is None or where({**variables, "it": value})):
                found[text] = value if made.do == "bid" else index
        if made.step.may_pass and found:
            found[PASS] = None
        return found

    def _holds(self, condition: Expression) -> bool:
        """Whether a condition is true, as far as the player knows who decides."""
        return bool(condition(self._values(condition, deciding=True)))

    def _pickable(self, made: Instruction) -> list[tuple[str, Any]]:
        """What may be picked: the text of its move, and its value in expressions."""
        content, place = self.content, made.step.pick or ""
        if made.do == "bid":
            return [(str(number), number) for number in self._bids(made)]
        if place in content.tracks:
            return [(called(space), space) for space in content.spaces[place]]
        if place in content.rows:
            return [(str(number + 1), number + 1) for number in range(len(self.position[place]))]
        if place in content.piles or place in content.hands:
            owner = self.seat if "who" not in made.formulas else self._player(made.formulas["who"])
            cards = cards_at(self.position, *self._spot_of(place, owner))
            return [(card, content.cards[card]) for card in cards]
        table = content.tables.get(place)
        if isinstance(table, Table):
            return [(called(row), row) for row in table]
        return [(f"player-{seat + 1}", seat + 1) for seat in self._players(place)]

    def _spot_of(self, place: str, owner: int) -> Spot:
        return place, (owner if place in self.content.hands else None)

    def _bids(self, made: Instruction) -> range:
        """The numbers that may be bid, within the limits of the counter."""
        counter = self.content.counters[made.step.bid or ""]
        low, high = (
            whole(formula, self._values(formula, deciding=True)) if formula else 0
            for formula in (made.formulas.get("from"), made.formulas["to"])
        )
        low, high = within(counter, low), min(high, within(counter, high))
        return range(low, min(high, low + MOST_BIDS - 1) + 1)

    def decide(self, move: str) -> None:
        """Make a move of the decision; any other move begins a turn without one."""
        made, choices = self.decision, self.choices()
        if made is None or not choices:
            self.run(begun=True)
            return
        chosen = choices[move]
        if made.do == "choose":
            assert chosen is not None
            self.position["at"] = chosen
        else:
            (self._bid if made.do == "bid" else self._pick)(made, chosen)
            self.position["at"] += 1
        self.run()

    def _bid(self, made: Instruction, number: int | None) -> None:
        """Set one's own counter to a bid; whoever passes bids nothing."""
        name, seat = made.step.bid or "", self.seat
        counter = self.content.counters[name]
        self.position[name][seat] = within(counter, number or 0)
        if counter.hidden:
            self._tell(made, "secret bid", usual=True)
        self._tell(made, "bid", only=seat if counter.hidden else None, count=number)

    def _pick(self, made: Instruction, index: int | None) -> None:
        name, place = made.step.as_ or "", made.step.pick or ""
        options = [] if index is None else self._pickable(made)
        self.position["named"].pop(name, None)
        if index is None:
            return
        text, value = options[index]
        kind, _ = self.program.named[name]
        if kind == "card":
            owner = self.seat if "who" not in made.formulas else self._player(made.formulas["who"])
            where = self._spot_of(place, owner)
            self._name(name, where, index)
            only = self.seat if self.content.is_hidden(place) else None
            self._tell(made, "pick", only=only, card=text)
        elif kind == "player":
            self.position["named"][name] = value - 1
            self._tell(made, "pick player", name=self.names[value - 1])
        else:
            self.position["named"][name] = value if kind == "number" else index
            self._tell(made, "pick space", space=text)

    # Steps

    def run(self, begun: bool = False) -> None:
        """Run up to the next decision; one without any choice is skipped.

        A turn begins with a decision or, if its first step is none, with a plain move (`begun`),
        unless each of several players does something in it: then one goes on to the next.
        """
        position = self.position
        last = (
            position["turn"] + 1 if self.program.begins else 0
        )  # a turn without any decision is enough
        while position["over"] is None and (begun or position["at"] or position["turn"] <= last):
            begun = False
            made = self.program.turn[position["at"]]
            if made.do in DECISIONS and self.choices():
                return
            self._charge(made)
            self._carry_out(made)

    def _charge(self, made: Instruction) -> None:
        self.position["steps"] += 1
        if self.position["steps"] > MOST_STEPS:
            message = f"a turn takes more than {MOST_STEPS:,} steps"
            hint = "does what is repeated here ever end?"
            raise KitError(message, place=made.place, hint=hint, check="turn-without-end")

    def _carry_out(self, made: Instruction) -> None:
        position, loops = self.position, self.position["loops"]
        position["at"] += 1
        match made.do:
            case "unless":
                if not self._evaluated(made.formulas["if"]):
                    position["at"] = made.go
            case "jump":
                position["at"] = made.go
            case "repeat":
                loops.append(self._number(made.formulas["repeat"]))
                if made.step.as_:
                    position["named"][made.step.as_] = 0
            case "again":
                if loops[-1] > 0:
                    loops[-1] -= 1
                    if made.step.as_:
                        position["named"][made.step.as_] += 1
                else:
                    loops.pop()
                    position["at"] = made.go
            case "each":
                loops.append({"owner": self.seat, "left": self._in_order(made)})
            case "next of each":
                there = loops[-1]["left"] if "who" in made.formulas else in_game(position)
                left = [seat for seat in loops[-1]["left"] if seat in there]
                if left:
                    position["seat"], loops[-1]["left"] = left[0], left[1:]
                else:
                    position["seat"] = loops.pop()["owner"]
                    position["at"] = made.go
            case "perform":
                position["at"] = made.blocks.get(self._effect(made), made.go)
            case "choose":
                position["at"] = made.go
            case "pick":
                position["named"].pop(made.step.as_, None)
            case "bid":
                pass
            case "end turn":
                self._end_turn()
            case "end game":
                end = self.program.last_resort
                self._finish(replace(end, rule=made.step.rule or end.rule))
            case "begin":
                pass
            case "end set-up":
                self._rest()
                position["seat"] = 0
            case "report":
                self._tell(made, "choose", name=made.name)
            case "say":
                self._tell(made, "say")
            case _:
                getattr(self, f"_{made.do}")(made)

    def _in_order(self, made: Instruction) -> list[int]:
        """The seats that a step is done for, sorted if it says how."""
        seats, order = self._whose(made), made.formulas.get("order")
        if order is None:
            return seats
        rank = {seat: real(order, self._names_for(seat).values(order.used)) for seat in seats}
        return sorted(seats, key=rank.__getitem__)

    def _effect(self, made: Instruction) -> str:
        """The words that a named card, row or space has for an effect."""
        value = self._names_for(self.seat).value(made.step.perform or "")
        words = value.get(made.step.column or EFFECT) if isinstance(value, Record) else None
        return words if isinstance(words, str) else ""

    # Turns and the end

    def _end_turn(self) -> None:
        position, players = self.position, self.position["game"]["players"]
        turn = position["turn"]
        for ending in self.program.endings:
            rounds = ending.rounds and turn >= ending.rounds * players
            if rounds or (ending.turns and turn >= ending.turns) or self._comes(ending):
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

    def _owner(self) -> int:
        """The seat whose turn it is, even while each of several seats does something in it."""
        loops = self.position["loops"]
        return next((each["owner"] for each in loops if isinstance(each, dict)), self.seat)

    def _comes(self, ending: Ending) -> bool:
        if ending.when is None:
            return False
        names = Namespace(self.program, self.position, self.seat, shown=True)
        return bool(ending.when(names.values(ending.when.used)))

    def _rest(self) -> None:
        self.position.update(at=0, steps=0, loops=[], named={})

    def _finish(self, ending: Ending) -> None:
        """Run each player's final steps and determine the winners."""
        position, last = self.position, self._owner()
        self._shown = True
        for seat in range(position["game"]["players"]):
            self._rest()
            position["seat"] = seat
            while (made := self.program.finish[position["at"]]).do not in ("end turn", "end game"):
                self._charge(made)
                self._carry_out(made)
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
        seats = in_game(self.position)
        return {"all": seats, "nobody": [], "self": [seat for seat in seats if self._with(seat)]}[
            how
        ]

    def _with(self, seat: int) -> bool:
        """Whether a seat wins with the one whose turn it is."""
        return self.content.team(seat) == self.content.team(self.seat)

    def _result(self, how: str, winners: Sequence[int]) -> str:
        """The result: the winner's name, `shared`, `victory` or `defeat`."""
        if how in ("all", "nobody"):
            return "victory" if winners else "defeat"
        if not winners:
            return "defeat"
        if len({self.content.team(seat) for seat in winners}) == 1:
            return " and ".join(self.names[seat] for seat in winners)
        return "shared"
