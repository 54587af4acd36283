"""Toy games with one fault each, to check that the laws catch it."""

from __future__ import annotations

import multiprocessing
import os
from typing import Self

from generator.engine.events import Event, JsonValue
from generator.engine.pending import Step
from generator.engine.rng import Rng
from tests.engine.toy import Toy, ToyGame


class Forgetful(Toy):
    """Copies share the heap."""

    def copy(self) -> Self:
        other = super().copy()
        other.points = self.points
        return other


class Leaky(Toy):
    """Every seat sees all numbers while they are secret."""

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        return {**super().view(seat), "numbers": list(self.numbers)}


class Telltale(Toy):
    """Determinization depends on the true order of the deck."""

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = self.copy()
        other.deck, other.rng = rng.shuffled(self.deck), rng.fork()
        return other


class Knowing(Toy):
    """Determinization draws nothing anew."""

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = self.copy()
        other.rng = rng.fork()
        return other


class Careless(Toy):
    """A card is lost when all seats choose the number one."""

    def reveal(self, events: list[Event]) -> None:
        lost = set(self.numbers) == {"one"}
        super().reveal(events)
        if lost:
            self.heap.pop()


class Lawless(Toy):
    """Cites a rule that is not in the rulebook."""

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        super().apply_decision(step, move, events)
        events.append(Event("cheat", "cheating", step.seat, {}))


class Moody(Toy):
    """The same move does not always have the same result."""

    moods = Rng(1)

    def reveal(self, events: list[Event]) -> None:
        super().reveal(events)
        self.points[0] += self.moods.below(100)


class Crashing(Toy):
    """Raises an unexpected error."""

    def reveal(self, events: list[Event]) -> None:
        raise ZeroDivisionError


class Stuck(Toy):
    """Leaves a player without a move."""

    def compute_legal_moves(self) -> list[str]:
        return [] if self.turn == 2 else super().compute_legal_moves()


class Overheard(Toy):
    """A spectator sees all numbers while they are secret."""

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        seen = super().view(seat)
        return {**seen, "numbers": list(self.numbers)} if seat is None else seen


class Whispering(Toy):
    """The legal moves depend on the cards of other seats."""

    def compute_legal_moves(self) -> list[str]:
        others = [card for seat, card in enumerate(self.hands) if seat != self.to_act]
        return (
            ["one", "two"] if any(card > "5" for card in others) else super().compute_legal_moves()
        )


class Dropping(Toy):
    """Determinization loses the nine."""

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = self.copy()
        hidden = sorted({*self.deck, *self.hands} - {"9", "", self.hands[seat]})
        for who, card in enumerate(self.hands):
            if who != seat and card:
                other.hands[who] = hidden.pop()
                other.numbers[who] = self.numbers[who] and rng.pick(["one", "two", "three"])
        other.deck, other.rng = hidden, rng.fork()
        return other


class Pushing(Toy):
    """Determinization gives the observing seat the decision, and no view shows whose it is."""

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        seen = super().view(seat)
        del seen["pending"]
        return seen

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = super().determinize(seat, rng)
        if other.pending:
            other.pending = (*other.pending[:-1], Step("commit", seat))
        return other


class Boastful(Toy):
    """Values a position higher than a win."""

    def evaluate(self) -> tuple[float, ...]:
        return tuple(1.5 for _ in self.points)


class Hasty(Toy):
    """Calls every move certain, though its value depends on the secret choices of others."""

    def is_certain_after(self, before: Self) -> bool:
        return True


class Stuttering(Toy):
    """Lists a move twice."""

    def compute_legal_moves(self) -> list[str]:
        return ["one", "two", "three", "one"]


class Obliging(Toy):
    """Accepts a move after the end of the game."""

    def apply(self, move: str) -> list[Event]:
        return [] if self.outcome else super().apply(move)


class Aging(Toy):
    """Has an attribute that is not saved."""

    __slots__ = ("age",)
    age: int

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        super().apply_decision(step, move, events)
        self.age = getattr(self, "age", 0) + 1

    def copy(self) -> Self:
        other = super().copy()
        other.age = getattr(self, "age", 0)
        return other

    def to_data(self) -> dict[str, JsonValue]:
        return {**super().to_data(), "age": getattr(self, "age", 0)}


class Dying(Toy):
    """Kills its process, unless that is the process of the tests."""

    def reveal(self, events: list[Event]) -> None:
        super().reveal(events)
        if multiprocessing.parent_process():
            os._exit(1)


class DyingGame(ToyGame):
    """The toy game with dying states."""

    state = Dying
