"""Broken walks: games with one known gap each, with a known shortest game that shows it.

One or two players walk along a row of squares: `left`, `right` or `rest`; each step takes a token
from the pool while there are any.  Reaching the end of the row ends the game.  The class of states
determines what else happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from generator.base.errors import Fault
from generator.base.option import Option
from generator.engine.events import Event, JsonValue
from generator.engine.game import (
    Game,
    IllegalMoveError,
    Locator,
    Outcome,
    Records,
    State,
    no_location,
)
from generator.engine.options import Options
from generator.engine.pending import Step
from generator.engine.rng import Rng
from generator.engine.text.rule_texts import Rule
from tests.engine import stack_data

END = 8
"""The square that ends the game."""
RULES = {
    "seats": Rule("seats", "All", "One or two play.", forbids=True),
    "step": Rule("step", "All", "Go left or right, or rest."),
    "edge": Rule("edge", "All", "Nobody leaves the row.", forbids=True),
    "goal": Rule("goal", "All", "The end of the row is the end.", answers=("empty pool",)),
    "stop": Rule("stop", "All", "After 200 turns a program stops.", answers=("loop",)),
}


class Walk(State[str]):
    """A walk without gaps."""

    __slots__ = ("at", "pool", "turn")
    turn: int

    def __init__(self, rng: Rng, players: int, pool: int) -> None:
        super().__init__(rng)
        self.at, self.pool, self.turn = [0] * players, pool, 0
        self.pending = (Step("walk", 0),)

    def compute_legal_moves(self) -> list[str]:
        seat = self.to_act
        assert seat is not None
        return ["rest", "right"] if not self.at[seat] else ["rest", "left", "right"]

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        assert step.seat is not None
        self.turn += 1
        self.at[step.seat] += {"left": -1, "right": 1, "rest": 0}[move]
        if move != "rest" and self.pool:
            self.pool -= 1
        events.append(Event(move, "step", step.seat, {}))
        self.pending = (Step("walk", (step.seat + 1) % len(self.at)),)
        self.end_if_over(events)

    def end_if_over(self, events: list[Event]) -> None:
        """End the game at the end of the row, or when it takes too long."""
        if END in self.at or self.turn == 200:
            rule = "goal" if END in self.at else "stop"
            worth = tuple(float(at == END) for at in self.at)
            self.outcome, self.pending = Outcome(rule, rule, worth, {}), ()
            events.append(Event("end", rule, None, {}))

    def explain_illegal(self, move: str) -> tuple[str, str]:
        return "edge", "there is no square"

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        return {"at": self.at[:], "pool": self.pool, "turn": self.turn}

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = self.copy()
        other.rng = rng.fork()
        return other

    def copy(self) -> Self:
        other = stack_data.base_copy(self)
        other.at, other.pool, other.turn = self.at[:], self.pool, self.turn
        return other

    def to_data(self) -> dict[str, JsonValue]:
        return {
            **{"at": self.at[:], "pool": self.pool, "turn": self.turn},
            **{"pending": stack_data.to_data(self.pending), "chance": self.rng.state},
            "outcome": self.outcome and list(self.outcome),
        }

    def evaluate(self) -> tuple[float, ...]:
        return tuple(at / END for at in self.at)

    def remaining_supply(self) -> dict[str, tuple[int, ...]]:
        return {"pool": (self.pool,)}

    def pieces(self) -> list[str]:
        return ["pawn"] * len(self.at)

    def faults(self) -> list[Fault]:
        return []

    def text(self) -> str:
        return str(self.at)


class WalkGame(Game[Walk]):
    """The walk, which needs no data files."""

    name = "walk"
    seats_rule = "seats"
    state: type[Walk] = Walk
    rows: Mapping[str, Rule] = RULES

    @classmethod
    def new(cls, state: type[Walk] = Walk, rules: Mapping[str, Rule] = RULES) -> WalkGame:
        """The walk with this class of states and these rules."""
        option = Option(4, low=3, high=5)
        game = cls(Records({}, rules, {"pool": option}, range(1, 3)))
        game.state = state
        return game

    def seat_names(self, players: int) -> tuple[str, ...]:
        return ("Ann", "Ben")[:players]

    def max_decisions(self, options: Options) -> int:
        return 200

    def begin(self, rng: Rng, players: int, options: Options, events: list[Event]) -> Walk:
        return self.state(rng, players, int(options["pool"]))

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> Walk:
        state = self.state(Rng(data["chance"]), len(data["at"]), data["pool"])
        state.at, state.turn = list(data["at"]), data["turn"]
        state.pending = stack_data.from_data(data["pending"])
        if data["outcome"]:
            result, rule, worth, facts = data["outcome"]
            state.outcome = Outcome(result, rule, tuple(worth), facts)
        return state

    def printed_pieces(self) -> list[str]:
        return ["pawn"]

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        return {}

    def read_move(self, text: str) -> str:
        return text

    def describe(self, event: Event) -> str:
        return event.kind


class Stuck(Walk):
    """Square 3 has no legal move."""

    def compute_legal_moves(self) -> list[str]:
        seat = self.to_act
        assert seat is not None
        return [] if self.at[seat] == 3 else super().compute_legal_moves()


class Crashing(Walk):
    """Going left from square 2 raises an error."""

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        assert step.seat is not None
        if move == "left" and self.at[step.seat] == 2:
            raise ZeroDivisionError("no such square")
        super().apply_decision(step, move, events)


class Trapped(Walk):
    """After resting on square 1 a player can only rest, and nothing ends that."""

    def compute_legal_moves(self) -> list[str]:
        seat = self.to_act
        assert seat is not None
        return ["rest"] if self.at[seat] < 0 else super().compute_legal_moves()

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        assert step.seat is not None
        if move == "rest" and self.at[step.seat] == 1:
            self.at[step.seat] = -1
        super().apply_decision(step, move, events)

    def end_if_over(self, events: list[Event]) -> None:
        if self.turn < 200:
            super().end_if_over(events)


class Torn(Walk):
    """On square 2 one rule allows going right, and another, checked on applying it, forbids it."""

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        assert step.seat is not None
        if move == "right" and self.at[step.seat] == 2:
            raise IllegalMoveError.under("edge", "the row ends at square 2", move)
        super().apply_decision(step, move, events)


class Forgetful(Walk):
    """The token pool is not saved, and with an empty one nobody may go right."""

    def compute_legal_moves(self) -> list[str]:
        return [move for move in super().compute_legal_moves() if self.pool or move != "right"]

    def to_data(self) -> dict[str, JsonValue]:
        return {**super().to_data(), "pool": 0}


class Citing(Walk):
    """Resting on square 2 cites a rule that never applies, on square 1 none."""

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        assert step.seat is not None
        super().apply_decision(step, move, events)
        at = self.at[step.seat]
        if move == "rest" and at in (1, 2):
            events.append(Event("nap", "edge" if at == 2 else "naps", step.seat, {}))


class Losing(Walk):
    """A pawn is lost on square 2."""

    def pieces(self) -> list[str]:
        return super().pieces()[(2 in self.at) :]


class Endless(Walk):
    """The game has no end."""

    def end_if_over(self, events: list[Event]) -> None:
        if END in self.at:
            super().end_if_over(events)
