"""Game state: one position of a game in progress, and what it asks the rules of its game.

What a game has to declare and say stands in `fields`.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar

from generator.base.errors import Fault, KitError
from generator.engine.events import Event, JsonValue
from generator.engine.fields import derive
from generator.engine.fields.entries import Entry
from generator.engine.fields.reader import PositionReader
from generator.engine.outcome import Outcome, PositionFault, Refusal
from generator.engine.pending import (
    Automatic,
    Decision,
    Stack,
    Step,
    Words,
    read_words,
    write_words,
)
from generator.engine.rng import Rng

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


class State(Generic[M], metaclass=derive.StateMeta):
    """One position of a game in progress; see `fields` for what a game declares of it.

    Its methods ask the game it belongs to. A state may answer by itself instead, by overriding them.
    """

    __slots__ = ("_legal", "config", "game", "outcome", "pending", "rng")

    entries: ClassVar[tuple[Entry, ...]] = ()
    """Every declared entry, in the order in which positions are written."""
    game: Rules[Any]
    config: Any
    """All that stays the same while the game is played."""
    rng: Rng
    pending: Stack
    outcome: Outcome | None
    """How the game ended; None while it goes on."""
    _legal: Sequence[M] | None
    """The legal moves, once somebody has asked for them."""

    def __init__(self, rng: Rng, game: Any = None, config: Any = None) -> None:
        """A state in which nothing waits, nothing is over, and every field has its first value."""
        self.game = NO_RULES if game is None else game
        self.config = config
        self.rng = rng
        self.pending = ()
        self.outcome = None
        self._legal = None
        derive.begin(self)

    # Play

    @property
    def to_act(self) -> int | None:
        """The seat whose decision it is; None when the game is over."""
        return self.pending[-1].seat if self.pending else None

    def legal_moves(self) -> Sequence[M]:
        """Every move the seat to act may make, each once, always in the same order.

        Empty when the game is over, never before. The list belongs to the state: do not change it.
        """
        if self._legal is None:
            self._legal = self.compute_legal_moves() if self.pending else ()
        return self._legal

    def apply(self, move: M) -> list[Event]:
        """Make the move, and all that follows from it up to the next decision.

        Returns what happened, in order. Raises IllegalMoveError, with the state unchanged.
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
        """Do the automatic steps on top of the stack until a decision comes up."""
        while self.pending and self.pending[-1].seat is None:
            step = self.pending[-1]
            self.pending = self.pending[:-1]
            self.run_step(step, events)

    def compute_legal_moves(self) -> Sequence[M]:
        """The legal moves of the decision on top of the stack."""
        step = self.pending[-1]
        return self.game.decisions[step.name].moves(self, step)

    def apply_decision(self, step: Step, move: M, events: list[Event]) -> None:
        """Carry out a legal move; `step` has been taken off the stack already."""
        self.game.decisions[step.name].apply(self, step, move, events)

    def run_step(self, step: Step, events: list[Event]) -> None:
        """Carry out an automatic step, which has been taken off the stack already."""
        self.game.automatic[step.name].run(self, step, events)

    def clear_legal_moves(self) -> None:
        """To be called by whoever changes a state otherwise than by `apply`: its moves may differ."""
        self._legal = None

    def set_legal_moves(self, moves: Sequence[M]) -> None:
        """Spare `compute_legal_moves` its work, where the moves of the top decision are known."""
        self._legal = moves

    @property
    def turn(self) -> int:
        """How many turns (or rounds, where the game counts those) have begun."""
        raise NotImplementedError

    # Copies and plain data

    def base_copy(self) -> Self:
        """A state with its own copy of what every state has, for a game that copies by itself."""
        other = object.__new__(type(self))
        other.game, other.config = self.game, self.config
        other.rng = Rng(self.rng.state)
        other.pending, other.outcome, other._legal = self.pending, self.outcome, self._legal
        return other

    def copy(self) -> Self:
        """An equal state; changing either leaves the other as it is."""
        raise NotImplementedError("a state without declared fields copies itself")

    def to_data(self) -> dict[str, JsonValue]:
        """The whole state, hidden things included; `Game.load` reads it back."""
        return derive.to_data(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]

    # What the game says of it

    @property
    def determinizations(self) -> int:
        """In how many possible states a bot tries its moves out, if it looks one move ahead."""
        return self.game.determinizations

    @property
    def legend(self) -> str:
        """What the signs in the position's text mean."""
        return self.game.legend

    def explain_illegal(self, move: M) -> Refusal:
        """The slug of the rule that forbids an illegal move, and the reason in plain words."""
        return self.game.explain_illegal(self, move)

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        """What a seat may know; None: what anybody may know."""
        return self.game.view(self, seat)

    def determinize(self, seat: int, rng: Rng) -> Self:
        """A copy that the seat cannot tell from this state: all that is hidden from it, and the
        state's own generator, are drawn from `rng`.
        """
        other = self.copy()
        self.game.redraw(other, seat, rng)
        other.rng = rng.fork()
        if seat != other.to_act:
            other.clear_legal_moves()
        return other

    def evaluate(self) -> tuple[float, ...]:
        """How good the position looks for each seat, from 0 (lost) to 1 (won)."""
        return self.game.evaluate(self)

    def pieces(self) -> list[str]:
        """Every physical piece of the game, sorted."""
        return self.game.pieces(self)

    def faults(self) -> list[Fault]:
        """What is wrong with the position; each fault cites the check."""
        return [Fault(message, check=check) for check, _, message in self.game.broken(self)]

    def text(self) -> str:
        """The position as lines of text, as everybody sees it."""
        return self.game.text(self)

    def text_for(self, seat: int) -> str:
        """The position as lines of text, as one seat sees it: no more than `view(seat)` has."""
        return self.game.text_for(self, seat)

    def describe_move(self, move: M) -> str:
        """A legal move in a few words, where its text has no more than ids: `Rain+Mask`."""
        return self.game.describe_move(self, move)

    def prompt(self) -> str:
        """What the seat to act has to decide, in a few words."""
        return self.game.prompt(self) if self.pending else ""

    def components_by_seat(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """The seats that had each printed thing, by how they had it: `{"played": {"c3": [0]}}`."""
        return self.game.components_by_seat(self)

    def metrics(self) -> Mapping[str, float]:
        """Figures of a game that is over which are worth an average: `{"limbs torn": 3}`."""
        return self.game.metrics(self)

    def component_usage(self) -> Mapping[str, int]:
        """How many of each kind of component the position needs: `{"power-token": 7}`."""
        return self.game.component_usage(self)

    def remaining_supply(self) -> Mapping[str, Sequence[int]]:
        """How much is left to take from every pile and pool, by name: `{"deck": (12, 9)}`."""
        return self.game.remaining_supply(self)


S = TypeVar("S", bound=State[Any])
"""The states of a game."""


class Rules(ABC, Generic[S]):
    """What a state asks its game: how it goes on, who sees what, and how it is shown and judged."""

    decisions: ClassVar[Mapping[str, Decision]] = MappingProxyType({})
    """What can be decided, by the name of the step."""
    automatic: ClassVar[Mapping[str, Automatic]] = MappingProxyType({})
    """What happens by itself, by the name of the step."""
    determinizations: ClassVar[int] = 6
    """In how many possible states a bot tries its moves out, if it looks one move ahead.

    A game in which little that is hidden bears on the next move may do with fewer.
    """
    legend: ClassVar[str] = ""
    """What the signs in the position's text mean, for somebody who sees them for the first time."""

    def explain_illegal(self, state: S, move: Any) -> Refusal:
        """The slug of the rule that forbids an illegal move, and the reason in plain words."""
        raise NotImplementedError

    # What is hidden

    def view(self, state: S, seat: int | None) -> dict[str, JsonValue]:
        """What a seat may know; None: what anybody may know."""
        return derive.view(state, seat)

    def redraw(self, state: S, seat: int, rng: Rng) -> None:
        """Draw anew, in place, all that the seat does not know: the hidden pieces of every pool."""
        for pool in derive.pools(state):
            derive.reshuffle(state, seat, pool, rng)

    # Positions

    def pieces(self, state: S) -> list[str]:
        """Every physical piece of the game, sorted: those of all pools, and those in the box."""
        found = [piece for pool in derive.pools(state) for piece in derive.contents(state, pool)]
        return sorted([*found, *self.boxed_pieces(state)])

    def boxed_pieces(self, state: S) -> Iterable[str]:
        """The pieces that are in no pool because they never leave the box, or lie beside it."""
        return ()

    def broken(self, state: S) -> Iterable[PositionFault]:
        """Every check that the position fails: pieces lost or doubled, and `invariants`."""
        for pool in derive.pools(state):
            if pool.check:
                yield from derive.conservation(state, pool)
        yield from self.invariants(state)

    def invariants(self, state: S) -> Iterable[PositionFault]:
        """What is wrong with a position besides lost or doubled pieces."""
        return ()

    def complete(self, state: S, reader: PositionReader) -> None:
        """Fill in what the data of a position leave out, as it is in a new game."""

    def restore_outcome(self, state: S, result: str, rule: str) -> None:
        """End a game that is over according to the data of its position."""

    def step_words(self, state: S) -> Words:
        """The words that steps are written in, by their kinds."""
        return {}

    def step_text(self, state: S, step: Step) -> str:
        """A step as words: `reply p2 night`. Where only one can play, no seat is named."""
        people = state.config.people
        seat = [people[step.seat]] if step.seat is not None and len(people) > 1 else []
        table = self.automatic if step.seat is None else self.decisions
        about = write_words(table[step.name].about, step.about, self.step_words(state))
        return " ".join([step.name, *seat, *about])

    def read_step(self, state: S, text: str) -> Step | None:
        """The step with this text; None if there is none."""
        name, *words = text.split() or [""]
        seat, people = None, list(state.config.people)
        if name in self.decisions:
            if len(people) > 1 and (not words or words[0] not in people):
                return None
            seat = people.index(words.pop(0)) if len(people) > 1 else 0
        elif name not in self.automatic:
            return None
        table = self.automatic if seat is None else self.decisions
        about = read_words(table[name].about, words, self.step_words(state))
        return None if about is None else Step(name, seat, about)

    # How it is judged and shown

    def evaluate(self, state: S) -> tuple[float, ...]:
        """How good the position looks for each seat, from 0 (lost) to 1 (won)."""
        raise NotImplementedError

    def text(self, state: S) -> str:
        """The position as lines of text, as everybody sees it."""
        raise NotImplementedError

    def text_for(self, state: S, seat: int) -> str:
        """The position as lines of text, as one seat sees it: no more than `view(seat)` has.

        By default what everybody sees, then, as `view` calls it, what this seat knows besides.
        """
        return "\n".join(
            [state.text(), *derive.private_knowledge(state.view(None), state.view(seat))]
        )

    def describe_move(self, state: S, move: Any) -> str:
        """A legal move in a few words, where its text has no more than ids: `Rain+Mask`."""
        return ""

    def prompt(self, state: S) -> str:
        """What the seat to act has to decide, in a few words."""
        step = state.pending[-1]
        return self.decisions[step.name].prompt if step.name in self.decisions else ""

    # Statistics

    def components_by_seat(self, state: S) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """The seats that had each printed thing, by how they had it: `{"played": {"c3": [0]}}`.

        Asked for when a game is over, to tell what winning goes with. A seat that had a thing
        several times stands there once. Ways and things are called as in `Game.component_names`.
        """
        return {}

    def metrics(self, state: S) -> Mapping[str, float]:
        """Figures of a game that is over which are worth an average: `{"limbs torn": 3}`."""
        return {}

    def component_usage(self, state: S) -> Mapping[str, int]:
        """How many of each kind of component the position needs, quickly: `{"power-token": 7}`.

        A kind is called by the id of its component, or that and the id of its row: `token/hit`.
        """
        return {}

    def remaining_supply(self, state: S) -> Mapping[str, Sequence[int]]:
        """How much is left to take from every pile and pool, by name: `{"deck": (12, 9)}`.

        One number for each pile that is called so: a deck a seat has several. Piles that nothing
        is drawn from (discards) do not belong here.
        """
        return {}


NO_RULES: Rules[Any] = Rules()
"""The rules of a state that answers everything by itself."""
