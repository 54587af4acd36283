"""Flow: instructions that decide which one comes next: jumps, loops, and the effects of cards."""

from __future__ import annotations

from generator.engine.scripted.exchanges import ExchangeRunner
from generator.engine.scripted.namespace import in_game
from generator.engine.scripted.numbers import real
from generator.engine.scripted.script.instructions import EFFECT, Instruction
from generator.kit.tables.records import Record


class FlowRunner(ExchangeRunner):
    """Executes instructions that change the place in the turn."""

    def _jump(self, instruction: Instruction) -> None:
        self.position["at"] = instruction.go

    def _unless(self, instruction: Instruction) -> None:
        if not self._evaluated(instruction.formulas["if"]):
            self._jump(instruction)

    def _repeat(self, instruction: Instruction) -> None:
        """Begin a loop of a number of rounds, which `as` counts, or of rows, which it names."""
        self.position["loops"].append(self._number(instruction.formulas["repeat"]))
        if instruction.step.as_:
            self.position["named"][instruction.step.as_] = 0

    def _again(self, instruction: Instruction) -> None:
        """Begin the next round of a loop, or leave it."""
        loops = self.position["loops"]
        if loops[-1] > 0:
            loops[-1] -= 1
            if instruction.step.as_:
                self._name_round(instruction.step.as_, loops[-1])
        else:
            loops.pop()
            self._jump(instruction)

    def _name_round(self, name: str, left: int) -> None:
        """Give the name of a loop to its next number or row; steps in it may have named another."""
        kind, of = self.program.named[name]
        named = self.position["named"]
        row = len(self.content.tables[of]) - left - 1 if kind == "row" else named.get(name, 0) + 1
        named[name] = row

    def _each(self, instruction: Instruction) -> None:
        """Begin a loop over seats."""
        seats = self._in_order(instruction)
        self.position["loops"].append({"owner": self.seat, "left": seats})

    def _next_of_each(self, instruction: Instruction) -> None:
        """Go on to the next seat of a loop that is still in the game, or return to its owner."""
        position, loop = self.position, self.position["loops"][-1]
        there = loop["left"] if "who" in instruction.formulas else in_game(position)
        left = [seat for seat in loop["left"] if seat in there]
        if left:
            position["seat"], loop["left"] = left[0], left[1:]
        else:
            position["seat"] = position["loops"].pop()["owner"]
            self._jump(instruction)

    def _leave(self, instruction: Instruction) -> None:
        """Leave a loop before its last round; one over seats returns to its owner."""
        loop = self.position["loops"].pop()
        if isinstance(loop, dict):
            self.position["seat"] = loop["owner"]
        self._jump(instruction)

    def _perform(self, instruction: Instruction) -> None:
        """Go to the steps of an effect."""
        effect = self._effect(instruction)
        self.position["at"] = instruction.blocks.get(effect, instruction.go)

    def _in_order(self, instruction: Instruction) -> list[int]:
        """The seats for which a step is done, sorted if it states an order."""
        seats, order = self._whose(instruction), instruction.formulas.get("order")
        if order is None:
            return seats
        rank = {seat: real(order, self._names_for(seat).values(order.used)) for seat in seats}
        return sorted(seats, key=rank.__getitem__)

    def _effect(self, instruction: Instruction) -> str:
        """The effect text of a named card, row or space."""
        value = self._names_for(self.seat).value(instruction.step.perform or "")
        columns, which = instruction.step.column or (EFFECT,), instruction.formulas.get("for")
        number = self._number(which, least=1) if which else 1
        column = columns[min(number, len(columns)) - 1]
        words = value.get(column) if isinstance(value, Record) else None
        return words if isinstance(words, str) else ""

    def _owner(self) -> int:
        """The seat whose turn it is, even while other seats act in it."""
        loops = self.position["loops"]
        return next((each["owner"] for each in loops if isinstance(each, dict)), self.seat)

    def _rest(self) -> None:
        self.position.update(at=0, steps=0, loops=[], named={})
