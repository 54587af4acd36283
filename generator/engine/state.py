"""Turns one position and the moves made in it into the next: what the states of all games share.

What a game has to write stands in `core`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from typing import ClassVar, Generic, Self, TypeVar

from generator.base.errors import Fault, KitError
from generator.engine.events import Event, JsonValue
from generator.engine.hooks import StateExtras
from generator.engine.outcome import Outcome, Refusal
from generator.engine.pending import Stack, Step
from generator.engine.rng import Rng
from generator.engine.view_diff import private_knowledge

M = TypeVar("M", bound=Hashable)
"""The moves of a game."""


class IllegalMoveError(KitError):
    """A move that the rules forbid; its one fault cites the rule."""

    @classmethod
    def under(cls, rule: str, message: str, move: object) -> Self:
        """The refusal of `move` under a rule, with the reason in plain words."""
        return cls(Fault(message, item=f'move "{move}"', check=rule))

    @property
    def rule(self) -> str:
        return self.faults[0].check


class State(StateExtras, ABC, Generic[M]):
    """One position of a game in progress; see the module for what a game has to write."""

    __slots__ = ("_legal", "outcome", "pending", "rng")

    rng: Rng
    pending: Stack
    outcome: Outcome | None
    """How the game ended; None while it goes on."""
    _legal: Sequence[M] | None
    """The legal moves, once somebody has asked for them."""

    determinizations: ClassVar[int] = 6
    """In how many possible states a bot tries its moves out, if it looks one move ahead.

    A game in which little that is hidden bears on the next move may do with fewer.
    """

    def __init__(self, rng: Rng) -> None:
        """A state in which nothing waits and nothing is over; a game adds what lies on its table."""
        self.rng = rng
        self.pending = ()
        self.outcome = None
        self._legal = None

    def base_copy(self) -> Self:
        """A state of the same kind with its own copy of what every state has, and no more.

        A game's `copy` adds what lies on its table.
        """
        other = object.__new__(type(self))
        other.rng = Rng(self.rng.state)
        other.pending = self.pending
        other.outcome = self.outcome
        other._legal = self._legal
        return other

    def clear_legal_moves(self) -> None:
        """To be called by whoever changes a state otherwise than by `apply`: its moves may differ."""
        self._legal = None

    def set_legal_moves(self, moves: Sequence[M]) -> None:
        """Spares `find_moves` its work, where the moves of the decision on top are known already."""
        self._legal = moves

    @property
    def to_act(self) -> int | None:
        """The seat whose decision it is; None when the game is over."""
        return self.pending[-1].seat if self.pending else None

    def legal_moves(self) -> Sequence[M]:
        """Every move the seat to act may make, each once, always in the same order.

        Empty when the game is over, never before.  The list belongs to the state: do not change it.
        """
        if self._legal is None:
            self._legal = self.compute_legal_moves() if self.pending else ()
        return self._legal

    def apply(self, move: M) -> list[Event]:
        """Makes the move, and all that follows from it up to the next decision.

        Returns what happened, in order.  Raises IllegalMoveError, with the state unchanged.
        """
        if move not in self.legal_moves():
            raise IllegalMoveError.under(*self.explain_illegal(move), move)
        events: list[Event] = []
        step = self.pending[-1]
        self.pending = self.pending[:-1]
        self._legal = None
        self.apply_decision(step, move, events)
        self.advance(events)
        return events

    def advance(self, events: list[Event]) -> None:
        """Does the automatic steps on top of the stack until a decision comes up."""
        while self.pending and self.pending[-1].seat is None:
            step = self.pending[-1]
            self.pending = self.pending[:-1]
            self.run_step(step, events)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]

    @property
    @abstractmethod
    def turn(self) -> int:
        """How many turns (or rounds, where the game counts those) have begun."""

    @abstractmethod
    def compute_legal_moves(self) -> Sequence[M]:
        """The legal moves of the decision on top of the stack."""

    @abstractmethod
    def apply_decision(self, step: Step, move: M, events: list[Event]) -> None:
        """Carries out a legal move; `step` has been taken off the stack already."""

    def run_step(self, step: Step, events: list[Event]) -> None:
        """Carries out an automatic step, which has been taken off the stack already."""
        raise NotImplementedError(f"no automatic step {step.name}")

    @abstractmethod
    def explain_illegal(self, move: M) -> Refusal:
        """The slug of the rule that forbids an illegal move, and the reason in plain words."""

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, JsonValue]:
        """What a seat may know; None: what anybody may know."""

    @abstractmethod
    def determinize(self, seat: int, rng: Rng) -> Self:
        """A copy that the seat cannot tell from this state: all that is hidden from it, and the
        state's own chance, are drawn anew from `rng`.
        """

    @abstractmethod
    def copy(self) -> Self:
        """An equal state; changing either leaves the other as it is."""

    @abstractmethod
    def to_data(self) -> dict[str, JsonValue]:
        """The whole state, hidden things included."""

    @abstractmethod
    def evaluate(self) -> tuple[float, ...]:
        """How good the position looks for each seat, from 0 (lost) to 1 (won)."""

    @abstractmethod
    def pieces(self) -> list[str]:
        """Every physical piece of the game, sorted."""

    @abstractmethod
    def faults(self) -> list[Fault]:
        """What is wrong with the position; each fault cites the check."""

    @abstractmethod
    def text(self) -> str:
        """The position as lines of text, as everybody sees it."""

    def text_for(self, seat: int) -> str:
        """The position as lines of text, as one seat sees it: no more than `view(seat)` has.

        If a game does not say it better, what everybody sees and then, as `view` calls it, what
        this seat knows besides.
        """
        return "\n".join([self.text(), *private_knowledge(self.view(None), self.view(seat))])

    def describe_move(self, move: M) -> str:
        """A legal move in a few words, where its text has no more than ids: `Rain+Mask`."""
        return ""

    def prompt(self) -> str:
        """What the seat to act has to decide, in a few words: `activate one of your Grumbles`."""
        return self.prompts.get(self.pending[-1].name, "") if self.pending else ""

    def components_by_seat(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """The seats that had each printed thing, by how they had it: `{"played": {"c3": [0]}}`.

        Asked for when a game is over, to tell what winning goes with.  A seat that had a thing
        several times stands there once.  Ways and things are called as in `Game.part_names`.
        """
        return {}

    def metrics(self) -> Mapping[str, float]:
        """Figures of a game that is over which are worth an average: `{"limbs torn": 3}`."""
        return {}

    def component_usage(self) -> Mapping[str, int]:
        """How many of each kind of component the position needs, quickly: `{"power-token": 7}`.

        A kind is called by the id of its component, or that and the id of its row: `token/hit`.
        """
        return {}
