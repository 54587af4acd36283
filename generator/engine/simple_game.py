"""Simple games: a position that is one dictionary, and a few plain functions that change it.

Stacks of pending steps and declared fields are not needed for a first game.  Here the whole position
is one dictionary of plain data (numbers, texts, true and false, None, and lists and dictionaries of
those), and a game defines five methods:

- `set_up`: the position at the start, shuffled and dealt;
- `moves`: the texts of all moves that the seat to act can make;
- `apply`: carries out one of them on the position, and yields events;
- `view`: the part of the position that a seat can see;
- `outcome`: how the game ended, or None.  The engine adds an event for the end, unless `apply` has
  yielded one under the same rule.

Two keys of the position have a meaning: `seat` is the seat to act, counted from 0, and `turn` is the
number of turns that have begun.  A game with hidden information also defines `imagine`, which draws
what a seat cannot see; a game for bots that plan defines `value`, how good a position is.  All other
methods of `Game` can be overridden, too.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, TypeAlias

from generator.base.errors import Fault, errors_at, some_of
from generator.engine.events import Event, JsonValue
from generator.engine.fields.codecs import copy_plain
from generator.engine.fields.contract import (
    COMPONENTS,
    EVENTS,
    OUTCOME,
    VIEW,
    are_components,
    are_numbers,
    are_texts,
    broken,
    check_to_act,
    given,
    is_event,
    is_number,
    is_outcome,
    is_plain,
)
from generator.engine.fields.derive import private_knowledge
from generator.engine.fields.entries import CHANCE, OPTIONS, PLAYERS, Data, Entry, stored
from generator.engine.fields.reader import PositionReader, no_such_key
from generator.engine.game import (
    Game,
    IllegalMoveError,
    Locator,
    Outcome,
    PositionFault,
    Records,
    State,
    no_location,
)
from generator.engine.options import Options
from generator.engine.pending import Decision, Step
from generator.engine.rng import Rng
from generator.engine.text.default_text import event_sentence, move_sentence, position_text, titled
from generator.engine.text.move_forms import GAMES, form_of, forms_of, random_moves

Position: TypeAlias = dict[str, Any]
"""Everything there is to know of a game in progress but its random generator, as plain data."""

MOST_LETTERS = 200
"""Most letters of the forms of moves in a message."""
RESERVED = ("players", "options", "chance")
"""Keys that a position cannot use, because a saved game uses them itself."""


@dataclass(frozen=True, eq=False)
class MatchConfig:
    """Options and players of one match."""

    options: Options
    people: tuple[str, ...]


class PlainEntry(Entry):
    """The dictionary of a simple game, written beside the keys of the engine."""

    keys = ("outcome",)  # derived from the position, so it is not written
    copy = "self.game.copied({})"

    def begin(self, state: Any) -> Position:
        return {}

    def write(self, state: Any, data: Data) -> None:
        data.update(state.game.copied(state.position))


PLAIN_POSITION: Any = PlainEntry()


class SimpleState(State[str]):
    """State of a simple game: its methods pass the dictionary to those of the game."""

    game: SimpleGame
    players = PLAYERS
    options = OPTIONS
    chance = CHANCE
    position: Position = PLAIN_POSITION
    spent: int = stored(lambda config: 0)
    """Steps that led to the position, if the game counts them (`Game.work`)."""
    weighed: int = stored(lambda config: 0)
    """Steps that bots without a budget have spent on weighing moves so far, if the game counts them."""

    used: frozenset[Any] | None = stored(lambda config: frozenset())
    """What seats have used so far, if the game notes it, secrets included; None if imagined by a bot."""

    def follow(self, method: Callable[..., Any]) -> None:
        """Derive the outcome and the next decision from the position, as a method has left it."""
        players, outcome = len(self.config.people), self.game.outcome(self.position)
        right = outcome is None or is_outcome(outcome, players)
        self.outcome = given(self.game.outcome, outcome, right, OUTCOME)
        if not outcome:
            check_to_act(method, self.position, players)
        self.pending = () if self.outcome else (Step("move", self.position["seat"]),)

    @property
    def turn(self) -> int:
        return int(self.position["turn"])

    def explain_illegal(self, move: str) -> tuple[str, str]:
        if self.outcome:
            return self.outcome.rule, "the game is over"
        return self.game.explain_illegal(self.position, move)

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        view = self.game.view(self.game.copied(self.position), seat)
        return given(self.game.view, view, isinstance(view, dict) and is_plain(view), VIEW)

    def pieces(self) -> list[str]:
        pieces = self.game.pieces(self.position)
        return sorted(given(self.game.pieces, pieces, are_texts(pieces), "a list of texts"))

    def components_by_seat(self) -> Mapping[str, Mapping[str, Sequence[int]]]:
        found, players = self.game.components_by_seat(self.position), len(self.config.people)
        right = are_components(found, players)
        return given(self.game.components_by_seat, found, right, COMPONENTS)

    def metrics(self) -> Mapping[str, float]:
        found = self.game.metrics(self.position)
        right = isinstance(found, Mapping) and all(map(is_number, found.values()))
        return given(self.game.metrics, found, right, "a number for each name")

    def text(self) -> str:
        view = self.view(None)
        names = self.game.seat_names(len(self.config.people))
        return self.game.text(view) or position_text(view, names, self.game.row_titles)

    def prompt(self) -> str:
        return "" if self.outcome else self.game.prompt(self.position)

    def describe_move(self, move: str) -> str:
        return self.game.describe_move(self.position, move)


def _moves(state: SimpleState, _: Step) -> list[str]:
    moves = state.game.moves(state.position)
    right = isinstance(moves, list) and are_texts(moves)
    return given(state.game.moves, moves, right, "a list of texts")


def _apply(state: SimpleState, step: Step, move: str, events: list[Event]) -> None:
    game, told, players = state.game, len(events), len(state.config.people)
    found = game.apply(state.position, move, state.rng)
    events += given(game.apply, found, isinstance(found, Iterable), EVENTS)
    for event in events[told:]:
        given(game.apply, event, is_event(event, players), EVENTS)
    state.follow(game.apply)
    outcome = state.outcome
    if outcome and not any(event.rule == outcome.rule for event in events):
        events.append(Event("end", outcome.rule, None, {"result": outcome.result}))


class SimpleGame(Game[Any]):
    """Base class of games whose position is plain data and whose moves are texts; see the module."""

    state_class = SimpleState
    decisions = {"move": Decision(_moves, _apply)}  # noqa: RUF012 - read by the engine only
    decision_limit: ClassVar[int] = 10_000
    """An upper bound on the number of decisions in one game; a longer one is stopped with an error."""

    def __init__(self, records: Records) -> None:
        super().__init__(records)
        self._forms: dict[tuple[int, str], frozenset[str]] = {}
        """How moves are written, by the number of players and the options."""

    # What a game must define

    @abstractmethod
    def set_up(self, players: int, options: Options, rng: Rng) -> Position:
        """The position at the start, with its `seat` and its `turn`."""

    @abstractmethod
    def moves(self, position: Position) -> list[str]:
        """All moves of the seat to act, each once.  Must not change the position."""

    @abstractmethod
    def apply(self, position: Position, move: str, rng: Rng) -> Iterator[Event]:
        """Change the position as the move does, and yield what happens.  The move is legal."""

    @abstractmethod
    def view(self, position: Position, seat: int | None) -> Position:
        """What a seat can see (None: what everybody can); `position` is a copy you may change."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """How the game ended; None while it goes on."""

    # What a game may define

    def copied(self, position: Position) -> Position:
        """An equal position; to change either leaves the other as it is."""
        try:
            copy: Position = copy_plain(position)
        except RecursionError:
            message = "or `apply` makes a position that contains itself"
            raise broken(self.set_up, message, "copy what it holds: `list(cards)`") from None
        return copy

    def imagine(self, position: Position, seat: int, rng: Rng) -> Position:
        """A position that the seat cannot tell from this one, with all it cannot see drawn again.

        `position` is a copy.  The result must not depend on how hidden things really lie, so sort
        them before you shuffle them: `rng.shuffled(sorted(deck))`.  Without it, bots that plan see
        everything.
        """
        return position

    def fitted(self, position: Position, stated: Position) -> Position:
        """A position of which only the part `stated` was given, with the rest adapted to it."""
        return position

    def value(self, position: Position) -> tuple[float, ...] | None:
        """How good the position is for each seat, from 0 to 1; None if the game cannot say."""
        return None

    def explain_illegal(self, position: Position, move: str) -> tuple[str, str]:
        """The slug of the rule that forbids a move, or "", and the reason."""
        return "", self.legal_moves_text(position)

    def legal_moves_text(self, position: Position) -> str:
        """The legal moves of a position, as players would say them."""
        legal = [move_sentence(move, self.row_titles) for move in self.moves(position)]
        return f"the legal moves are: {some_of(legal, MOST_LETTERS)}"

    def pieces(self, position: Position) -> list[str]:
        """Every physical piece, wherever it is; always the same ones, or a piece was lost."""
        return []

    def impossible(self, position: Position) -> Iterator[str]:
        """Why the position can never come up in play, one sentence for each reason."""
        yield from ()

    def components_by_seat(self, position: Position) -> Mapping[str, Mapping[str, Sequence[int]]]:
        """The seats that had each printed thing, by how they had it: `{"played": {"c3": [0]}}`."""
        return {}

    def metrics(self, position: Position) -> Mapping[str, float]:
        """Figures of a finished game of which `simulate` reports the average."""
        return {}

    def text(self, view: Position) -> str:
        """What everybody sees, as lines of text.

        By default every field, each on a line, with the titles of rows in place of their ids.  A whole
        number called `seat`, `player`, `leader`, `dealer` or `winner` is the name of a seat; of a list
        of lists, each has its owner before it.
        """
        return ""

    def seat_text(self, view: Position) -> str:
        """What a seat sees, as lines of text, its own hidden things by their names.

        By default the public text, followed by what only this seat's view contains.
        """
        return ""

    def prompt(self, position: Position) -> str:
        """What is to be decided, in a few words; needless if the moves make it clear."""
        return ""

    def describe_move(self, position: Position, move: str) -> str:
        """What a legal move leads to, in a few words."""
        return ""

    def move_sentence(self, state: SimpleState, move: str) -> str:
        """A legal move as players would say it: by default its text, ids of rows by their titles."""
        return move_sentence(move, self.row_titles)

    def describe_event(self, event: Event, who: str) -> str:
        """The event as a sentence; `who` is the name of the seat that caused it, or ""."""
        names = self.seat_names(self.seats[-1])
        return event_sentence(event, who, names, self.shown_tables, self.row_title, self.words)

    # Derived from these methods

    def printed_pieces(self) -> list[str]:
        state: SimpleState = self.begin(Rng(1), self.seats[0], self.read_options({}), [])
        return state.pieces()

    def max_decisions(self, options: Options) -> int:
        return self.decision_limit

    def configure(self, players: int, options: Options) -> MatchConfig:
        return MatchConfig(options, self.seat_names(players))

    def prepare(self, state: SimpleState, events: list[Event]) -> None:
        players = len(state.config.people)
        position = self.set_up(players, state.config.options, state.rng)
        right = isinstance(position, dict) and {"seat", "turn"} <= position.keys()
        expected = 'a dictionary with "seat" and "turn"'
        state.position = given(self.set_up, position, right, expected)
        state.follow(self.set_up)
        events.append(Event("set up", self.seats_rule, None, {"players": players}))

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> SimpleState:
        """Load a position, or any part of it; the rest is as in a new game.  Raises KitError."""
        reader = PositionReader(data, where)
        options = reader.options(self)
        with errors_at(where("players")):
            players = self.player_count(data.get("players"), self.seats_with(options))
        state: SimpleState = self.begin(Rng(reader.number("chance", 1)), players, options, [])
        if reader.given("chance"):
            state.rng = Rng(reader.number("chance", 1))
        stated = {key: copy_plain(value) for key, value in data.items() if key not in RESERVED}
        reader.faults += _misfits(state.position, stated, where)
        if isinstance(seat := stated.get("seat"), int) and not 0 <= seat < players:
            message = f'"seat" must be from 0 to {players - 1}, but is {seat}'
            reader.faults.append(Fault(message, where("seat"), check="out-of-range"))
        reader.stop_at_faults()
        state.position = self.fitted(_merged(state.position, stated), stated)
        state.follow(self.fitted)
        reader.stop_at_broken(self.broken(state))
        return state

    def redraw(self, state: SimpleState, seat: int, rng: Rng) -> None:
        position = self.imagine(state.position, seat, rng)
        state.position = given(self.imagine, position, isinstance(position, dict), "a dictionary")

    def invariants(self, state: SimpleState) -> Iterable[PositionFault]:
        return (("", (), reason) for reason in self.impossible(state.position))

    def evaluate(self, state: SimpleState) -> tuple[float, ...]:
        value, players = self.value(state.position), len(state.config.people)
        right = value is None or are_numbers(value, players)
        expected = "a number for each player, or None"
        return given(self.value, value, right, expected) or (0.5,) * players

    def text_for(self, state: SimpleState, seat: int) -> str:
        own = state.view(seat)
        if text := self.seat_text(own):
            return text
        views = (titled(view, self.row_titles) for view in (state.view(None), own))
        return "\n".join([state.text(), *private_knowledge(*views)])

    def read_move(self, text: str) -> str:
        return text.strip()

    def read_typed(self, state: SimpleState, text: str) -> str:
        # `read_move` takes any text, but `explain_illegal` is only asked about moves of the game.
        move = self.read_move(text)
        players, options = len(state.config.people), state.config.options
        key, tables = (players, repr(options)), self.records.tables
        if key not in self._forms:
            games = (self.start(seed, players, options)[0] for seed in range(GAMES))
            self._forms[key] = forms_of(random_moves(games), tables)
        forms = self._forms[key] | forms_of(state.legal_moves(), tables)
        if form_of(move, tables) in forms:
            return move
        shown = some_of([f'"{form}"' for form in sorted(forms)], MOST_LETTERS)
        message = f'"{move}" is not written like the moves of this game; seen so far are {shown}'
        raise IllegalMoveError.under("", message, move)

    def describe(self, event: Event) -> str:
        names = self.seat_names(self.seats[-1])
        text = self.describe_event(event, "" if event.seat is None else names[event.seat])
        return given(self.describe_event, text, isinstance(text, str), "a text")


def _merged(whole: Any, stated: Any) -> Any:
    """`whole`, with `stated` in place of its parts; dictionaries are merged key by key."""
    if isinstance(whole, dict) and isinstance(stated, dict):
        return {**whole, **{name: _merged(whole.get(name), stated[name]) for name in stated}}
    return stated


def _misfits(whole: Position, stated: Position, where: Locator) -> Iterator[Fault]:
    """Faults for keys that the position does not have, and for values of another type."""
    for name, value in stated.items():
        if name not in whole:
            yield no_such_key(name, whole, where)
        elif None not in (value, whole[name]) and type(value) is not type(whole[name]):
            kind = type(whole[name]).__name__
            yield Fault(f'"{name}" must be of the kind {kind}, not {value!r}', where(name))
