"""The toy game with one thing wrong in it at a time, to see whether anybody notices."""

from __future__ import annotations

import multiprocessing
import os
from typing import Self

from generator.rules.chance import Chance
from generator.rules.events import Event, Plain
from generator.rules.pending import Step

from .toy import Toy, ToyGame


class Forgetful(Toy):
    """Copies share the heap."""

    def copy(self) -> Self:
        other = super().copy()
        other.points = self.points
        return other


class Leaky(Toy):
    """Everybody sees all numbers at once."""

    def view(self, seat: int | None) -> dict[str, Plain]:
        return {**super().view(seat), "numbers": list(self.numbers)}


class Telltale(Toy):
    """What is drawn anew depends on how the deck really lies."""

    def determinize(self, seat: int, chance: Chance) -> Self:
        other = self.copy()
        other.deck, other.chance = chance.shuffled(self.deck), chance.fork()
        return other


class Careless(Toy):
    """A card is lost when all choose one."""

    def reveal(self, events: list[Event]) -> None:
        lost = set(self.numbers) == {"one"}
        super().reveal(events)
        if lost:
            self.heap.pop()


class Lawless(Toy):
    """Cites a rule that is not in the rulebook."""

    def decide(self, step: Step, move: str, events: list[Event]) -> None:
        super().decide(step, move, events)
        events.append(Event("cheat", "cheating", step.seat, {}))


class Moody(Toy):
    """Does not do the same twice."""

    moods = Chance(1)

    def reveal(self, events: list[Event]) -> None:
        super().reveal(events)
        self.points[0] += self.moods.below(100)


class Crashing(Toy):
    """Breaks off with an error."""

    def reveal(self, events: list[Event]) -> None:
        raise ZeroDivisionError


class Stuck(Toy):
    """Leaves a player without a move."""

    def find_moves(self) -> list[str]:
        return [] if self.turn == 2 else super().find_moves()


class Dying(Toy):
    """Takes its process down with it, unless that is the one of the tests."""

    def reveal(self, events: list[Event]) -> None:
        super().reveal(events)
        if multiprocessing.parent_process():
            os._exit(1)


class DyingGame(ToyGame):
    """The toy game with such states."""

    state = Dying
