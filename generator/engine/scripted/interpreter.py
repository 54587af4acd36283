"""Interpreter: executes the instructions of a turn on a position and emits events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from generator.base.errors import KitError
from generator.engine.events import Event, JsonValue
from generator.engine.scripted.actions import ActionRunner
from generator.engine.scripted.cards import spot
from generator.engine.scripted.instructions import DECISIONS, Ending, Instruction
from generator.engine.scripted.namespace import cards_at, scope
from generator.engine.scripted.setup import PASS, called

MOST_STEPS = 1000
"""Steps after which a turn is assumed never to end."""


class Machine(ActionRunner):
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
        variables = self._scope()
        if made.do == "choose":
            options = made.options.items()
            return {name: go for name, (_, when, go) in options if not when or when(variables)}
        where = made.formulas.get("where")
        found: dict[str, int | None] = {}
        for index, (text, value) in enumerate(self._pickable(made)):
            if text not in found and (where is None or where({**variables, "it": value})):
                found[text] = index
        if made.step.may_pass and found:
            found[PASS] = None
        return found

    def _pickable(self, made: Instruction) -> list[tuple[str, Any]]:
        place = made.step.pick or ""
        if place in self.content.tracks:
            return [(called(space), space) for space in self.content.spaces[place]]
        cards = cards_at(self.position, *spot(self.content, place, self.seat))
        return [(card, self.content.cards[card]) for card in cards]

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
            self._pick(made, chosen)
            self.position["at"] += 1
        self.run()

    def _pick(self, made: Instruction, index: int | None) -> None:
        name, place = made.step.as_ or "", made.step.pick or ""
        self.position["named"].pop(name, None)
        if index is None:
            return
        text, _ = self._pickable(made)[index]
        if place in self.content.tracks:
            self.position["named"][name] = index
            self._tell(made, "pick space", space=text)
            return
        of, seat = spot(self.content, place, self.seat)
        self.position["named"][name] = {"place": of, "seat": seat, "index": index}
        only = self.seat if self.content.is_hidden(place) else None
        self._tell(made, "pick", only=only, card=text)

    # Steps

    def run(self, begun: bool = False) -> None:
        """Run up to the next decision; one without any choice is skipped.

        A turn begins with a decision or, if its first step is none, with a plain move (`begun`).
        """
        position = self.position
        while position["over"] is None and (begun or position["at"]):
            begun = False
            made = self.program.turn[position["at"]]
            if made.do in DECISIONS and self.choices():
                return
            self._count(made)
            self._carry_out(made)

    def _count(self, made: Instruction) -> None:
        self.position["steps"] += 1
        if self.position["steps"] > MOST_STEPS:
            message = f"a turn takes more than {MOST_STEPS:,} steps"
            hint = "does what is repeated here ever end?"
            raise KitError(message, place=made.place, hint=hint, check="turn-without-end")

    def _carry_out(self, made: Instruction) -> None:
        position = self.position
        position["at"] += 1
        match made.do:
            case "unless":
                if not made.formulas["if"](self._scope()):
                    position["at"] = made.go
            case "jump":
                position["at"] = made.go
            case "repeat":
                position["loops"].append(self._number(made.formulas["repeat"]))
            case "again":
                if position["loops"][-1] > 0:
                    position["loops"][-1] -= 1
                else:
                    position["loops"].pop()
                    position["at"] = made.go
            case "choose":
                position["at"] = made.go
            case "pick":
                position["named"].pop(made.step.as_, None)
            case "end turn":
                self._end_turn()
            case "end game":
                end = self.program.last_resort
                self._finish(replace(end, rule=made.step.rule or end.rule))
            case "begin":
                pass
            case "report":
                self._tell(made, "choose", name=made.name)
            case "say":
                self._tell(made, "say")
            case _:
                getattr(self, f"_{made.do}")(made)

    # Turns and the end

    def _end_turn(self) -> None:
        position, players = self.position, self.position["game"]["players"]
        turn = position["turn"]
        for ending in self.program.endings:
            rounds = ending.rounds and turn >= ending.rounds * players
            if rounds or (ending.turns and turn >= ending.turns) or self._comes(ending):
                self._finish(ending)
                return
        if turn >= self.program.most_turns(players):
            self._finish(self.program.last_resort)
            return
        self._rest()
        after = position["next"]
        position["turn"], position["next"] = turn + 1, None
        position["seat"] = (self.seat + 1) % players if after is None else after

    def _comes(self, ending: Ending) -> bool:
        shown = scope(self.program, self.position, self.seat, shown=True)
        return ending.when is not None and bool(ending.when(shown))

    def _rest(self) -> None:
        self.position.update(at=0, steps=0, loops=[], named={})

    def _finish(self, ending: Ending) -> None:
        """Run each player's final steps and determine the winners."""
        position, last = self.position, self.seat
        self._shown = True
        for seat in range(position["game"]["players"]):
            self._rest()
            position["seat"] = seat
            while (made := self.program.finish[position["at"]]).do not in ("end turn", "end game"):
                self._count(made)
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
        seats = list(range(self.position["game"]["players"]))
        if how in ("most", "least"):
            values = self.position[counter]
            best = max(values) if how == "most" else min(values)
            return [seat for seat in seats if values[seat] == best]
        return {"all": seats, "nobody": [], "self": [self.seat]}[how]

    def _result(self, how: str, winners: Sequence[int]) -> str:
        """The result: the winner's name, `shared`, `victory` or `defeat`."""
        if how in ("all", "nobody"):
            return "victory" if winners else "defeat"
        return str(self.names[winners[0]]) if len(winners) == 1 else "shared"
