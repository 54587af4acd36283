"""Game: the rules of one kit, which begin games, load positions and read moves.

A game is written by extending two classes, `State` and `Game`; `fields` says what to declare.

A **State** is one position of a game in progress, with everything that is hidden in it. It changes
through `apply` alone, which takes one decision of one seat, and every random number it needs comes
from its own `rng`; so the same seed and the same moves make the same game. What still has to be
done stands on its stack of `pending` steps (see `pending`), and whose turn it is follows from that.
It *may not* keep anything outside of what its fields declare.

A **Game** says how its states go on, who sees what, and how they are shown (`state.Rules`); it
reads the kit's records once, begins games, loads positions, and reads moves. Besides, it says which
pieces the records list (`printed_pieces`) and what they promise to happen in play
(`promised_events`), so that print and play can be held against each other.

A **move** is any hashable value whose `str` is its text in the notation of the game;
`Game.read_move` turns that text back into an equal move. Whether it is legal nobody has to check:
`State.apply` looks it up among the legal moves, and so the two cannot disagree.

Seats are counted from 0.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Generic

from generator.base.errors import Fault, KitError, Place
from generator.base.option import Option
from generator.base.text_files import shown_name
from generator.engine.events import Event, JsonValue
from generator.engine.fields.reader import Locator as Locator
from generator.engine.fields.reader import PositionReader
from generator.engine.fields.reader import no_location as no_location
from generator.engine.options import Options, Value, read_options
from generator.engine.outcome import NewMap as NewMap
from generator.engine.outcome import Outcome as Outcome
from generator.engine.outcome import PositionFault as PositionFault
from generator.engine.outcome import Records as Records
from generator.engine.outcome import Refusal as Refusal
from generator.engine.rng import Rng
from generator.engine.state import IllegalMoveError as IllegalMoveError
from generator.engine.state import Rules as Rules
from generator.engine.state import S
from generator.engine.state import State as State
from generator.kit.words import UNTRANSLATED, Message, Translator

OUTSIDE = "grimoire_games"
"""Packages in a user's folder are called this inside Python, with a number and a name behind it."""


class Game(Rules[S], Generic[S]):
    """The rules of one kit, ready to be played."""

    name: ClassVar[str]
    """As its folder is called."""
    seats_rule: ClassVar[str]
    """Slug of the rule that says how many can play."""
    state_class: Any
    """The class of its states."""
    cooperative: ClassVar[bool] = False
    """Whether all seats win or lose together."""
    time_fields: ClassVar[tuple[str, ...]] = ("turn",)
    """The entries of `State.to_data` that only tell how long a game has gone on.

    Two positions that differ in nothing else are the same position reached again.
    """
    source_folder: str | None = None
    """The folder of a user's own games that it was found in, if it was."""
    finder: Callable[..., Any] | None = None
    """What finds its class again in another process, where that cannot simply be imported."""
    map_options: Mapping[str, Option] = MappingProxyType({})
    """What can be asked of a map that the game generates, besides its seed and number of players."""
    translator: Translator = UNTRANSLATED
    """The language in which `describe` words its sentences."""

    def __init__(self, records: Records) -> None:
        """Raises KitError if the records do not make a game that can be played."""
        self.records = records
        self.rules = records.rules
        self._configs: dict[tuple[Any, ...], Any] = {}
        self._blank: dict[Any, S] = {}

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        if self.finder is None:
            return type(self), (self.records,)
        return self.finder, (self.name, self.source_folder, self.records)

    @property
    def title(self) -> str:
        """What people call it; its name, if nothing says it better."""
        return self.records.title or self.name

    @property
    def seats(self) -> range:
        """How many can play."""
        return self.records.seats

    def start(
        self, seed: int = 1, players: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[S, list[Event]]:
        """A new game at its first decision, and the events of setting it up.

        Raises KitError for a number of players or an option that the game does not have.
        """
        chosen = self.read_options(options or {})
        seats = self.seats_with(chosen)
        named = ", ".join(f"{name} {value}" for name, value in (options or {}).items())
        so = "" if seats == self.seats else f" with {named or 'the usual options'}"
        players = self.player_count(players, seats, so)
        events: list[Event] = []
        state = self.begin(Rng(seed), players, chosen, events)
        state.advance(events)
        return state, events

    def player_count(self, players: int | None, seats: range, so: str = "") -> int:
        """How many play: as many as wished, or the fewest of `seats`; `so` says when it is these.

        Raises KitError for a number that is not among them.
        """
        players = seats[0] if players is None else players
        if players in seats:
            return players
        few, many = seats[0], seats[-1]
        allowed = f"{few}" if few == many else f"{few} to {many}"
        raise KitError(
            f"{self.name} is for {allowed} players{so}, not {players}",
            check=self.seats_rule,
            hint="so many need another --option" if players in self.seats else "",
        )

    def seats_with(self, options: Options) -> range:
        """How many can play with these options; the same as always, unless a game says otherwise."""
        return self.seats

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Every option of the game with its value.  Raises KitError naming all that are wrong."""
        return read_options(self.records.options, given)

    @abstractmethod
    def printed_pieces(self) -> list[str]:
        """Every physical piece that the records list, sorted, as `State.pieces` has them."""

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """What the records promise will happen in play: what has it, and part of such an event."""
        return {}

    @abstractmethod
    def seat_names(self, players: int) -> tuple[str, ...]:
        """What each seat is called: Red, Green."""

    @abstractmethod
    def max_decisions(self, options: Options) -> int:
        """More decisions than this no game with these options can have."""

    def configure(self, players: int, options: Options) -> Any:
        """Make the configuration of a match: all that stays the same while it is played.

        It has the `options` and, as `people`, the name of every seat in positions.
        """
        raise NotImplementedError

    def config(self, players: int, options: Options) -> Any:
        """The configuration for these players and options, made when it is first asked for."""
        key = players, tuple(sorted(options.items()))
        if key not in self._configs:
            self._configs[key] = self.configure(players, options)
        return self._configs[key]

    def new_state(self, config: Any, rng: Rng) -> S:
        """A state in which every field has its first value.

        Short games begin often, so a state of each configuration is kept and copied.
        """
        if config not in self._blank:
            self._blank[config] = self.state_class(rng, self, config)
        state = self._blank[config].copy()
        state.rng = rng
        return state

    @property
    def usual_config(self) -> Any:
        """The configuration for the fewest players and the default options."""
        return self.config(self.seats[0], self.read_options({}))

    def begin(self, rng: Rng, players: int, options: Options, events: list[Event]) -> S:
        """A new game, set up as far as it goes without a decision or an automatic step."""
        state = self.new_state(self.config(players, options), rng)
        self.prepare(state, events)
        return state

    def prepare(self, state: S, events: list[Event]) -> None:
        """Set up a new game: shuffle, deal, and say what has to be done first."""
        raise NotImplementedError

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> S:
        """The state that `to_data` wrote, or any part of it: what is left out is as in a new game.

        Raises KitError with every fault found, each at its place.
        """
        reader = PositionReader(data, where)
        entries = self.state_class.entries
        reader.only_keys(key for entry in entries for key in entry.keys)
        reader.config = self.read_config(reader)
        state: S = self.state_class(Rng(reader.number("chance", 1)), self, reader.config)
        reader.filling = Rng(state.rng.state, stream=1)
        for entry in entries:
            entry.read(reader, state)
        self.complete(state, reader)
        reader.decision(state.pending)
        reader.stop_at_faults()
        outcome = reader.mapping("outcome")
        if outcome:
            self.restore_outcome(state, str(outcome.get("result")), str(outcome.get("rule")))
        reader.stop_at_broken(self.broken(state))
        for entry in entries:
            entry.verify(reader, state)
        reader.stop_at_faults()
        return state

    def read_config(self, reader: PositionReader) -> Any:
        """The configuration that a position is played with.  Raises KitError at once."""
        options = reader.options(self)
        seats = self.seats_with(options)
        players = reader.number("players", seats[0])
        if players not in seats:
            reader.fault(f"{players} cannot play this game", "players", check=self.seats_rule)
        reader.stop_at_faults()
        return self.config(players, options)

    @abstractmethod
    def read_move(self, text: str) -> Any:
        """The move with this text.  Raises IllegalMoveError for what no player could ever do."""

    @abstractmethod
    def describe(self, event: Event) -> str:
        """The event as one sentence."""

    def component_names(self) -> Mapping[str, Sequence[str]]:
        """Everything that a seat could have, by the ways of having it: `{"played": ["c1", "c2"]}`.

        `State.components_by_seat` uses these names. A way that is not listed is reported, too, but
        only what somebody had: what nobody ever did cannot be named then.
        """
        return {}

    def component_title(self, component: str) -> str:
        """What a person calls a component that `State.components_by_seat` names by an id."""
        return component

    @property
    def extra_definition(self) -> JsonValue:
        """What defines the game besides its records, as plain data: turns that are written down."""
        return None

    def translatable_sentences(self) -> Sequence[Message]:
        """All messages that `describe` words through `translator`."""
        return ()

    def check_deck(self, path: Path) -> list[Fault]:
        """What is wrong with a deck that a user has written down in a file.

        Raises KitError if it cannot be read, as does a game without decks to build.
        """
        raise KitError(f"{self.name} has no decks to build", hint="leave out --deck")

    def new_map(self, seed: int, players: int, options: Options) -> NewMap:
        """A map that nobody has drawn yet.  Raises KitError, as a game that has none to offer."""
        raise KitError(f"{self.name} makes up no maps", hint="leave out --random and --seed")


# Errors in a user's game


def own_line(error: BaseException) -> Place | None:
    """The last line of a user's own game on the way to an error; None: it is none of theirs."""
    place, trace = None, error.__traceback__
    while trace:
        if str(trace.tb_frame.f_globals.get("__name__", "")).startswith(f"{OUTSIDE}_"):
            place = Place(shown_name(Path(trace.tb_frame.f_code.co_filename)), trace.tb_lineno)
        trace = trace.tb_next
    return place


def error_text(error: BaseException) -> str:
    """The error's kind, what it says and, in a user's own game, where: `… (games/duel.py:7)`."""
    place = own_line(error)
    return f"{type(error).__name__}: {error}" + (f" ({place})" if place else "")
