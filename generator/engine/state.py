"""Game state: a position of a game in progress, and the interface to its rules; see `fields`."""

from __future__ import annotations

from abc import ABC
from collections.abc import Hashable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Self, TypeVar

from generator.base.errors import Fault
from generator.engine.events import Event, JsonValue
from generator.engine.fields import derive
from generator.engine.fields.entries import Entry
from generator.engine.fields.reader import PositionReader
from generator.engine.outcome import NO_WEIGHTS, Outcome, PositionFault, SearchLimits, Weights
from generator.engine.pending import (
    Automatic,
    Decision,
    IllegalMoveError,
    Refusal,
    Refused,
    Stack,
    Step,
    Words,
    new_step,
    read_step,
    write_step,
)
from generator.engine.rng import Rng
from generator.kit.words import UNTRANSLATED, Message, Translator

M = TypeVar("M", bound=Hashable)
"""The moves of a game."""


class State(Generic[M], metaclass=derive.StateMeta):
    """One position of a game in progress; see `fields` for what a game declares.

    Most methods delegate to the game; a state can override them.
    """

    __slots__ = ("_legal", "config", "game", "outcome", "pending", "rng")

    entries: ClassVar[tuple[Entry, ...]] = ()
    """Every declared entry, in the order in which positions are written."""
    game: Rules[Any]
    config: Any
    """The configuration of the match, which does not change during play."""
    rng: Rng
    pending: Stack
    outcome: Outcome | None
    """How the game ended; None while it goes on."""
    _legal: Sequence[M] | None
    """The legal moves, once computed."""

    def __init__(self, rng: Rng, game: Any = None, config: Any = None) -> None:
        """A state with no pending steps and no outcome, in which every field has its initial value."""
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
        """The seat that decides next; None when the game is over."""
        return self.pending[-1].seat if self.pending else None

    def legal_moves(self) -> Sequence[M]:
        """Every legal move of the seat to act, each once, always in the same order.

        Empty only when the game is over. The list belongs to the state: do not change it.
        """
        if self._legal is None:
            self._legal = self.compute_legal_moves() if self.pending else ()
        return self._legal

    def apply(self, move: M) -> list[Event]:
        """Make a move, and run the automatic steps up to the next decision.

        Returns the events in order. Raises IllegalMoveError, and leaves the state unchanged.
        """
        if move not in (self._legal or self.legal_moves()):
            raise IllegalMoveError.under(*self.explain_illegal(move), move)
        events: list[Event] = []
        step = self.pending[-1]
        self.pending = self.pending[:-1]
        self._legal = None
        self.apply_decision(step, move, events)
        self.advance(events)
        return events

    def advance(self, events: list[Event]) -> None:
        """Run the automatic steps on top of the stack until the next decision."""
        while (pending := self.pending) and (step := pending[-1]).seat is None:
            self.pending = pending[:-1]
            run = self.game.automatic[step.name].run
            run(self, step, events)

    def run_next(self, name: str, *about: object) -> None:
        """Push an automatic step."""
        self.pending += (new_step(name, None, about),)

    def compute_legal_moves(self) -> Sequence[M]:
        """The legal moves of the decision on top of the stack."""
        step = self.pending[-1]
        moves = self.game.decisions[step.name].moves
        return moves(self, step)

    def apply_decision(self, step: Step, move: M, events: list[Event]) -> None:
        """Carry out a legal move; `step` has been popped off the stack."""
        apply = self.game.decisions[step.name].apply
        apply(self, step, move, events)

    def clear_legal_moves(self) -> None:
        """Discard the computed moves; call it after changing a state other than by `apply`."""
        self._legal = None

    def set_legal_moves(self, moves: Sequence[M]) -> None:
        """Set the legal moves of the decision on top of the stack, if they are already known."""
        self._legal = moves

    @property
    def turn(self) -> int:
        """The number of turns (or rounds, if the game counts those) that have begun."""
        raise NotImplementedError

    # Copies and plain data

    def copy(self) -> Self:
        """An equal, independent state."""
        raise NotImplementedError("a state without declared fields copies itself")

    def to_data(self) -> dict[str, JsonValue]:
        """The whole state as plain data, hidden information included; `Game.load` reads it back."""
        raise NotImplementedError("a state without declared fields writes itself")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.to_data() == other.to_data()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        """Where the game stands: `<GgtState: place, seat 2>`."""
        if not self.pending:
            return f"<{type(self).__name__}: {self.outcome.result if self.outcome else 'no steps'}>"
        step = self.pending[-1]
        seat = "" if step.seat is None else f", seat {step.seat + 1}"
        return f"<{type(self).__name__}: {step.name}{seat}>"

    # Answered by the game; see `Rules`

    def explain_illegal(self, move: M) -> Refusal:
        return self.game.explain_illegal(self, move)

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        return self.game.view(self, seat)

    def determinize(self, seat: int, rng: Rng) -> Self:
        """Return a copy consistent with what the seat knows; everything else is drawn from `rng`."""
        other = self.copy()
        self.game.redraw(other, seat, rng)
        other.rng = rng.fork()
        if seat != other.to_act:
            other.clear_legal_moves()
        return other

    def evaluate(self) -> tuple[float, ...]:
        return self.outcome.worth if self.outcome else self.game.evaluate(self)

    def judge(self, weights: Weights) -> tuple[float, ...]:
        """The value of the state by these weights; without any, by `evaluate`."""
        return self.game.judge(self, weights) if weights and not self.outcome else self.evaluate()

    def is_certain_after(self, before: Self) -> bool:
        return self.game.is_certain(before, self)

    def pieces(self) -> list[str]:
        return self.game.pieces(self)

    def faults(self) -> list[Fault]:
        """The faults of the position; each cites its check."""
        return [Fault(message, check=check) for check, _, message in self.game.broken(self)]

    def text(self) -> str:
        return self.game.text(self)

    def text_for(self, seat: int) -> str:
        return self.game.text_for(self, seat)

    def describe_move(self, move: M) -> str:
        return self.game.describe_move(self, move)

    def things(self, move: M) -> Sequence[str]:
        return tuple(self.game.things(self, move))

    def prompt(self) -> str:
        return self.game.prompt(self) if self.pending else ""

    def components_by_seat(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        return self.game.components_by_seat(self)

    def metrics(self) -> Mapping[str, float]:
        return self.game.metrics(self)

    def component_usage(self) -> Mapping[str, int]:
        return self.game.component_usage(self)

    def remaining_supply(self) -> Mapping[str, Sequence[int]]:
        return self.game.remaining_supply(self)


S = TypeVar("S", bound=State[Any])
"""The state class of a game."""


class Rules(ABC, Generic[S]):
    """The part of a game that its states use: flow, hidden information, text and evaluation."""

    decisions: Mapping[str, Decision] = MappingProxyType({})
    """Decisions, by the name of their step."""
    automatic: Mapping[str, Automatic] = MappingProxyType({})
    """Automatic steps, by name."""
    refusals: ClassVar[Mapping[str, Refused]] = MappingProxyType({})
    """Why moves are illegal, by the name of the step."""
    determinizations: ClassVar[int] = 6
    """Number of possible states in which a bot that looks one move ahead tries its moves."""
    search_limits: ClassVar[SearchLimits] = SearchLimits()
    """How far the bot `search` looks, and in how many possible states."""
    cooperative: ClassVar[bool] = False
    """Whether all seats win or lose together."""
    weights: ClassVar[Weights] = NO_WEIGHTS
    """The weights of its heuristic by name, as its author sets them."""
    trained: Weights = NO_WEIGHTS
    """The weights found by training, or else the author's."""
    legend: ClassVar[str] = ""
    """Explanation of the symbols in the text of a position."""
    place_titles: Mapping[str, Mapping[str, str]] = MappingProxyType({})
    """The titles of the places by which a field counts, or of its stacks, by their names in order."""
    messages: ClassVar[Sequence[Message]] = ()
    """Messages of its code; a game that lists them has all it says translated."""
    translator: Translator = UNTRANSLATED

    @property
    def words(self) -> Translator:
        """Translator of what players read while playing.

        For a game without `messages`, only that into the language that the kit is written in.
        """
        return self.translator if self.messages or not self.translator.language else UNTRANSLATED

    def explain_illegal(self, state: S, move: Any) -> Refusal:
        """The slug of the rule that forbids an illegal move, and the reason in plain words."""
        if state.outcome:
            return state.outcome.rule, "the game is over"
        step = state.pending[-1]
        return self.refusals[step.name].explain(state, step.decider, move)

    # What is hidden

    def view(self, state: S, seat: int | None) -> dict[str, JsonValue]:
        """The plain data that a seat can know; None: public information."""
        return derive.view(state, seat)

    def redraw(self, state: S, seat: int, rng: Rng) -> None:
        """Redraw, in place, what the seat does not know: the hidden pieces of every pool."""
        for pool in derive.pools(state):
            derive.reshuffle(state, seat, pool, rng)

    # Positions

    def pieces(self, state: S) -> list[str]:
        """Every physical piece of the game, sorted: those of all pools, and those left in the box."""
        found = [piece for pool in derive.pools(state) for piece in derive.contents(state, pool)]
        return sorted([*found, *self.boxed_pieces(state)])

    def boxed_pieces(self, state: S) -> Iterable[str]:
        """The pieces in no pool, because they never leave the box."""
        return ()

    def broken(self, state: S) -> Iterable[PositionFault]:
        """Every check that a position fails: lost or doubled pieces, and `invariants`."""
        for pool in derive.pools(state):
            if pool.check:
                yield from derive.conservation(state, pool)
        yield from self.invariants(state)

    def invariants(self, state: S) -> Iterable[PositionFault]:
        """Faults of a position besides lost or doubled pieces."""
        return ()

    def complete(self, state: S, reader: PositionReader) -> None:
        """Fill in what the data of a position leaves out, with the values of a new game."""

    def restore_outcome(self, state: S, result: str, rule: str) -> None:
        """Set the outcome of a position whose data contains one."""

    def step_words(self, state: S) -> Words:
        """The words for the arguments of steps, by kind."""
        return {}

    def step_text(self, state: S, step: Step) -> str:
        """The text of a step: `reply p2 night`. A game for one player names no seat."""
        table = self.automatic if step.seat is None else self.decisions
        words = self.step_words(state) if step.about else {}
        return write_step(step, state.config.people, table, words)

    def read_step(self, state: S, text: str) -> Step | None:
        """Read the text of a step; None if it is invalid."""
        people, words = state.config.people, self.step_words(state)
        return read_step(text, people, self.decisions, self.automatic, words)

    # How it is judged and shown

    def tries(self, state: S) -> int:
        """Number of tries for one decision of a bot without a budget."""
        return 600

    def evaluate(self, state: S) -> tuple[float, ...]:
        """A heuristic value of an unfinished game for each seat, from 0 (lost) to 1 (won)."""
        return self.judge(state, self.weights)

    def judge(self, state: S, weights: Weights) -> tuple[float, ...]:
        """The value for each seat by any weights; defining it and `weights` makes a game trainable."""
        raise NotImplementedError

    def judge_seat(self, state: S, seat: int, weights: Weights) -> float:
        """The value for one seat, for games that find it faster than those of all."""
        return state.judge(weights)[seat]

    def is_certain(self, before: S, after: S) -> bool:
        """Whether a move has the same value whatever is hidden: one try is enough.  Must be fast."""
        return False

    def is_deterministic(self, before: S, after: S) -> bool:
        """Whether neither chance nor hidden information affected the result of a move.  Must be fast."""
        return self.is_certain(before, after)

    def text(self, state: S) -> str:
        """The public text of a position, in lines."""
        raise NotImplementedError

    def text_for(self, state: S, seat: int) -> str:
        """The text of a position as one seat sees it: by default the public text and its own secrets."""
        return "\n".join(
            [state.text(), *derive.private_knowledge(state.view(None), state.view(seat))]
        )

    def move_sentence(self, state: S, move: Any) -> str:
        """A legal move as a plain order that no other legal move shares: `Play Rain`."""
        return str(move)

    def describe_move(self, state: S, move: Any) -> str:
        """What a legal move leads to, in a few words: the figures of a fight, the text of a card."""
        return ""

    def things(self, state: S, move: Any) -> Iterable[str]:
        """Things on the table (`table.xml`) that a legal move names, in the order of pointing at them."""
        return str(move).split()

    def prompt(self, state: S) -> str:
        """The decision of the seat to act, in a few words."""
        decision = self.decisions.get(state.pending[-1].name)
        return self.words.text(decision.prompt) if decision else ""

    # Statistics

    def components_by_seat(self, state: S) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """The seats that had each component, by how they had it: `{"played": {"c3": [0]}}`.

        Used when a game is over, to relate components to winning. Each seat is listed once; the
        names are those of `Game.component_names`.
        """
        return {}

    def metrics(self, state: S) -> Mapping[str, float]:
        """Figures of a finished game, to be averaged over games: `{"limbs torn": 3}`."""
        return {}

    def component_usage(self, state: S) -> Mapping[str, int]:
        """The number of components in use, by component id: `{"power-token": 7}`.

        A component with rows can be counted by row: `token/hit`. Must be fast.
        """
        return {}

    def remaining_supply(self, state: S) -> Mapping[str, Sequence[int]]:
        """What is left in the piles and pools to draw from, by name: `{"deck": (12, 9)}`.

        One number for each pile of that name, such as the decks of the seats.
        """
        return {}


NO_RULES: Rules[Any] = Rules()
"""The rules of a state that overrides every method."""
