"""Turns a few plain functions into a game that can be played, checked and simulated like any other.

Whoever writes a first game need not know of steps that wait on a stack, nor of states that copy
themselves.  Here the whole position is one dictionary of plain data (numbers, texts, true and
false, None, and lists and dictionaries of those), and a game says five things about it:

- `set_up`: the position at the start, once everything is shuffled and dealt;
- `moves`: the texts of all that the seat to act may do;
- `apply`: what one of them does to the position, telling events on the way;
- `view`: what a seat may know of the position;
- `outcome`: how the game ended, once it has; that it did is told by itself, unless `apply` has told
  an event under the same rule.

Two names in the position mean something here: `seat` is the seat to act, counted from 0, and `turn`
how many turns have begun.  A game that hides something also says how it might be for all that a
seat knows (`imagine`); one whose players should plan says how good a position looks (`value`).
Whatever else a `Game` may say can be said, too.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeAlias

from generator.base.errors import Fault, KitError, did_you_mean
from generator.engine.events import Event, JsonValue
from generator.engine.game import Game, Locator, Outcome, Rules, State, no_location
from generator.engine.options import Options
from generator.engine.pending import Step
from generator.engine.rng import Rng

Position: TypeAlias = dict[str, Any]
"""Everything there is to know of a game in progress but its chance, as plain data."""

OWN = ("players", "options", "chance")
"""What a saved game holds besides the position: these names mean nothing in a position."""


class SimpleState(State[str]):
    """A position with the game it belongs to; all it is asked is answered by the game."""

    __slots__ = ("options", "players", "position")

    game: SimpleGame

    def __init__(
        self, game: SimpleGame, players: int, options: Options, rng: Rng, position: Position
    ) -> None:
        super().__init__(rng, game)
        self.players, self.options = players, options
        self.position = position
        self._look()

    def _look(self) -> None:
        """Whose decision comes next follows from the position."""
        self.outcome = self.game.outcome(self.position)
        self.pending = () if self.outcome else (Step("move", self.position["seat"]),)

    @property
    def turn(self) -> int:
        return int(self.position["turn"])

    def compute_legal_moves(self) -> Sequence[str]:
        return self.game.moves(self.position)

    def apply_decision(self, step: Step, move: str, events: list[Event]) -> None:
        events += self.game.apply(self.position, move, self.rng)
        self._look()
        if self.outcome and not any(event.rule == self.outcome.rule for event in events):
            facts = {"result": self.outcome.result}
            events.append(Event("end", self.outcome.rule, None, facts))

    def explain_illegal(self, move: str) -> tuple[str, str]:
        if self.outcome:
            return self.outcome.rule, "the game is over"
        return self.game.explain_illegal(self.position, move)

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        return self.game.view(copied(self.position), seat)

    def determinize(self, seat: int, rng: Rng) -> Self:
        other = self.copy()
        other.position = self.game.imagine(other.position, seat, rng)
        other.rng = rng.fork()
        return other

    def copy(self) -> Self:
        other = self.base_copy()
        other.players, other.options = self.players, self.options
        other.position = copied(self.position)
        return other

    def to_data(self) -> dict[str, JsonValue]:
        own = {"players": self.players, "options": dict(self.options), "chance": self.rng.state}
        return {**own, **copied(self.position)}

    def evaluate(self) -> tuple[float, ...]:
        if self.outcome:
            return self.outcome.worth
        return self.game.value(self.position) or (0.5,) * self.players

    def pieces(self) -> list[str]:
        return sorted(self.game.pieces(self.position))

    def faults(self) -> list[Fault]:
        return [Fault(says) for says in self.game.impossible(self.position)]

    def components_by_seat(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        return self.game.components_by_seat(self.position)

    def metrics(self) -> Mapping[str, float]:
        return self.game.metrics(self.position)

    def text(self) -> str:
        return self.game.text(self.game.view(copied(self.position), None))

    def text_for(self, seat: int) -> str:
        own = self.game.text_for(self.game.view(copied(self.position), seat))
        return own or Rules.text_for(self.game, self, seat)

    def prompt(self) -> str:
        return "" if self.outcome else self.game.prompt(self.position)

    def describe_move(self, move: str) -> str:
        return self.game.describe_move(self.position, move)


class SimpleGame(Game[Any]):
    """A game whose position is plain data and whose moves are texts; see the module."""

    decision_limit: ClassVar[int] = 1000
    """More decisions than this no game can have."""

    # What a game must say

    @abstractmethod
    def set_up(self, players: int, options: Options, rng: Rng) -> Position:
        """The position at the start, with its `seat` and its `turn`."""

    @abstractmethod
    def moves(self, position: Position) -> list[str]:
        """All that the seat to act may do, each once.  The position is not to be changed."""

    @abstractmethod
    def apply(self, position: Position, move: str, rng: Rng) -> Iterator[Event]:
        """Changes the position as the move does, and tells what happens.  The move is legal."""

    @abstractmethod
    def view(self, position: Position, seat: int | None) -> Position:
        """What a seat may know (None: what everybody may); `position` is a copy to be changed."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended; None while it goes on."""

    # What a game may say

    def imagine(self, position: Position, seat: int, rng: Rng) -> Position:
        """How it might be for all the seat knows: what is hidden from it drawn anew.

        `position` is a copy.  What comes of it may not hang on what is hidden, so hidden things are
        put in order before they are shuffled: `rng.shuffled(sorted(deck))`.
        """
        return position

    def fitted(self, position: Position, stated: Position) -> Position:
        """A position of which only a part was stated, with the rest made to fit that part."""
        return position

    def value(self, position: Position) -> tuple[float, ...] | None:
        """How good the position looks for each seat, from 0 to 1; None: nobody can say."""
        return None

    def explain_illegal(self, position: Position, move: str) -> tuple[str, str]:
        """The slug of the rule that forbids a move, and the reason."""
        legal = ", ".join(self.moves(position))
        return self.seats_rule, f"these are the moves: {legal}"

    def pieces(self, position: Position) -> list[str]:
        """Every physical piece, wherever it is; `printed` tells the same of a new box."""
        return []

    def impossible(self, position: Position) -> Iterator[str]:
        """What keeps the position from being one that can come up, a sentence for each."""
        yield from ()

    def components_by_seat(self, position: Position) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """The seats that had each printed thing in a game that is over, as `State.parts` tells."""
        return {}

    def metrics(self, position: Position) -> Mapping[str, float]:
        """Figures of a game that is over which are worth an average."""
        return {}

    def text(self, view: Position) -> str:
        """What everybody sees, as lines of text."""
        return "\n".join(f"{name}: {_words(value)}" for name, value in view.items())

    def text_for(self, view: Position) -> str:  # type: ignore[override]
        """What a seat sees, as lines of text, its own hidden things by their names.

        Left out, it is what everybody sees, and then what the seat's view has besides.
        """
        return ""

    def prompt(self, position: Position) -> str:
        """What is to be decided, in a few words; left out if the moves say it."""
        return ""

    def describe_move(self, position: Position, move: str) -> str:
        """A legal move in a few words, where its text has no more than ids."""
        return ""

    def told(self, event: Event, who: str) -> str:
        """The event as a sentence; `who` is whose doing it was, or ""."""
        if (event.kind, [*event.facts]) == ("end", ["result"]):
            return f"The game is over: {event.facts['result']}."
        facts = ", ".join(f"{name} {_words(value)}" for name, value in event.facts.items())
        return " ".join(filter(None, [f"{who}:" if who else "", event.kind, facts])) + "."

    def seat_names(self, players: int) -> tuple[str, ...]:
        return tuple(f"Player {seat + 1}" for seat in range(players))

    def printed_pieces(self) -> list[str]:
        return sorted(self.pieces(self.begin(Rng(1), self.seats[0], self._usual, []).position))

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        return {}

    def max_decisions(self, options: Options) -> int:
        return self.decision_limit

    # What follows from that

    @property
    def _usual(self) -> Options:
        return self.read_options({})

    def begin(self, rng: Rng, players: int, options: Options, events: list[Event]) -> SimpleState:
        position = self.set_up(players, options, rng)
        facts = {"players": players}
        events.append(Event("set up", self.seats_rule, None, facts))
        return SimpleState(self, players, options, rng, position)

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> SimpleState:
        """A position, or any part of it; what is left out is as in a new game."""
        try:
            options = self.read_options(data.get("options") or {})
            players = self.player_count(data.get("players"), self.seats_with(options))
        except KitError as error:
            raise error.within(place=where()) from None
        rng = Rng(data.get("chance", 1))
        position = self.set_up(players, options, rng)
        if "chance" in data:
            rng = Rng(data["chance"])
        stated = {name: copied(value) for name, value in data.items() if name not in OWN}
        faults = list(_unlike(position, stated, where))
        if faults:
            raise KitError(faults)
        whole = self.fitted(_merged(position, stated), stated)
        state = SimpleState(self, players, options, rng, whole)
        if state.faults():
            raise KitError(Fault(fault.message, where()) for fault in state.faults())
        return state

    def read_move(self, text: str) -> str:
        return text.strip()

    def describe(self, event: Event) -> str:
        names = self.seat_names(self.seats[-1])
        return self.told(event, "" if event.seat is None else names[event.seat])


def copied(value: Any) -> Any:
    """Plain data, copied: changing either leaves the other as it is.  Tuples become lists."""
    if isinstance(value, dict):
        return {name: copied(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [copied(part) for part in value]
    return value


def _merged(whole: Any, stated: Any) -> Any:
    """The whole with what is stated in its place; of a dictionary, name by name."""
    if isinstance(whole, dict) and isinstance(stated, dict):
        return {**whole, **{name: _merged(whole.get(name), stated[name]) for name in stated}}
    return stated


def _unlike(whole: Position, stated: Position, where: Locator) -> Iterator[Fault]:
    """Faults for names that the position does not have, and values of another kind."""
    for name, value in stated.items():
        if name not in whole:
            yield Fault(f'a position has no "{name}"', where(name), hint=did_you_mean(name, whole))
        elif None not in (value, whole[name]) and type(value) is not type(whole[name]):
            kind = type(whole[name]).__name__
            yield Fault(f'"{name}" must be of the kind {kind}, not {value!r}', where(name))


def _words(value: JsonValue) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_words(part)}" for name, part in value.items()) or "none"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return ", ".join(map(_words, value)) or "none"
    return "none" if value is None else str(value)
