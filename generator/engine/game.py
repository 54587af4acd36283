"""Game: the rules of one kit, which begin games, load positions and read moves.

A game extends two classes, `State` and `Game`; `fields` explains what to declare.

A **State** is one position of a game in progress, hidden information included. Only `apply` changes
it, by one decision of one seat, and all random numbers come from its own `rng`, so the same seed and
moves give the same game. What is left to do is its stack of `pending` steps (see `pending`), which
also determines whose turn it is. It *must not* store anything that its fields do not declare.

A **Game** defines how its states go on, who sees what, and how they are shown (`state.Rules`); it
reads the kit's records, begins games, loads positions, and reads moves. It also lists the pieces in
the records (`printed_pieces`) and the events they promise (`promised_events`), so that print and play
can be compared.

A **move** is any hashable value whose `str` is its text in the notation of the game;
`Game.read_move` reads that text as an equal move. Games never check whether a move is legal:
`State.apply` looks it up among the legal moves, so the two cannot disagree.

Seats are counted from 0.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from generator.base.errors import Fault, KitError, Place, raise_faults
from generator.base.option import Option
from generator.engine.events import Event, JsonValue
from generator.engine.fields.reader import Locator as Locator
from generator.engine.fields.reader import PositionReader
from generator.engine.fields.reader import no_location as no_location
from generator.engine.options import Options, Value, read_options
from generator.engine.outcome import NewMap as NewMap
from generator.engine.outcome import Outcome as Outcome
from generator.engine.outcome import PositionFault as PositionFault
from generator.engine.outcome import Records as Records
from generator.engine.pending import IllegalMoveError as IllegalMoveError
from generator.engine.pending import Refusal as Refusal
from generator.engine.pending import Refused as Refused
from generator.engine.rng import Rng
from generator.engine.state import Rules as Rules
from generator.engine.state import S
from generator.engine.state import State as State
from generator.engine.text.card_texts import CardTexts
from generator.engine.text.default_text import row_titles
from generator.engine.text.event_text import (
    Narrator,
    Sentence,
    SeriesTable,
    Together,
    Wording,
    with_capitals,
    wording_of,
)
from generator.kit.tables.records import Record, Table, Tables
from generator.kit.words import Message

if TYPE_CHECKING:
    from generator.kit.manifest.spec import KitFile

TURN_ORDER, FIRST = "turn order", "first player"
"""Usage and component under which statistics list the seat with the first turn."""

PLAYER = "Player {n}"


class Game(Rules[S], Generic[S]):
    """The rules of one kit, ready to be played."""

    name: str
    """The name of its kit, which need not be that of the package with its class."""
    seat_titles: ClassVar[Sequence[str]] = ()
    """What the seats are called, in order, if not Player 1 and so on."""
    seats_rule: ClassVar[str]
    """Slug of the rule for the number of players."""
    state_class: Any
    """Class of its states."""
    turn_event: ClassVar[str] = ""
    """The kind of event with which a seat's turn begins, if any seat may have the first one."""
    seats_differ: ClassVar[str] = ""
    """What distinguishes the seats in every game, as a sentence: who has the first turn."""
    picks: ClassVar[Collection[str]] = ()
    """Steps at which seats pick what they play with; training learns the value of each such move."""
    bots: ClassVar[Mapping[str, Callable[[Any, Rng], Any]]] = {}
    """Bots for this game alone, by name (`generator.engine.bots.Bot`)."""
    default_messages: ClassVar[Sequence[Message]] = ()
    """What it tells in the language that its kit is written in, though nothing else is translated."""
    names_rules: ClassVar[bool] = False
    """Whether its turns name the rules themselves, so that the kit needs no `rules.yaml`."""
    time_fields: ClassVar[tuple[str, ...]] = ("turn",)
    """Keys of `State.to_data` that only count time; positions that differ in nothing else are repeats."""
    source_folder: str | None = None
    """The user's folder of games in which it was found, if any."""
    finder: Callable[..., Any] | None = None
    """Function that finds its class in another process, if it cannot be imported by name."""
    kit_file: KitFile | None = None
    """The manifest of its kit, with the checks it declares; None in other processes."""
    map_options: Mapping[str, Option] = MappingProxyType({})
    """Options of generated maps, besides seed and number of players."""
    unprinted: ClassVar[Collection[str]] = ()
    """Fields of the records that players never read: only pictures or the engine use them."""
    shown_tables: Tables
    """The records' tables in the language of play, for the names and texts of pieces."""

    def __init__(self, records: Records) -> None:
        """Raises KitError if the records do not make a playable game."""
        faults = [*self.unplayable(records)]
        raise_faults(faults)
        self.decisions, self.automatic = self.decisions, self.automatic  # quicker to find here
        self.records = records
        self.rules = records.rules
        self.shown_tables = records.tables
        self.trained = {**self.weights, **records.weights}
        self._configs: dict[tuple[Any, ...], Any] = {}
        self._blank: dict[Any, S] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        own = {"name": self.name}
        if self.finder is None:
            return type(self), (self.records,), own
        return self.finder, (self.source_folder, self.records), own

    @staticmethod
    def unplayable(records: Records) -> Iterable[Fault]:
        """Every fault in the records that makes it impossible to set up the game."""
        return ()

    @property
    def title(self) -> str:
        """The title of the kit, or its name."""
        return self.records.title or self.name

    @property
    def seats(self) -> range:
        """Possible numbers of players."""
        return self.records.seats

    def start(
        self, seed: int = 1, players: int | None = None, options: Mapping[str, object] | None = None
    ) -> tuple[S, list[Event]]:
        """Begin a game: return the state at its first decision, and the events of the set-up.

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
        """Return `players`, or by default the fewest of `seats`.

        Raises KitError for a number that is not among them; the message has `so` after the allowed
        numbers.
        """
        players = seats[0] if players is None else players
        if players in seats:
            return players
        few, many = seats[0], seats[-1]
        allowed = f"{few}" if few == many else f"{few} to {many}"
        raise KitError(
            f"{self.name} is for {allowed} players{so}, not {players}",
            check=self.seats_rule,
            hint="that number needs another --option" if players in self.seats else "",
        )

    @property
    def work(self) -> int:
        """Steps taken so far by all its games, of about 10 microseconds each; 0 if it counts none."""
        return 0

    def seats_with(self, options: Options) -> range:
        """Possible numbers of players with these options; `seats` by default."""
        return self.seats

    def read_options(self, given: Mapping[str, object]) -> dict[str, Value]:
        """Return every option with its value.  Raises KitError with every fault."""
        return read_options(self.records.options, given)

    @abstractmethod
    def printed_pieces(self) -> list[str]:
        """Every physical piece in the records, sorted, named as in `State.pieces`."""

    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """Events that the records promise: by printed thing, part of the event's data."""
        return {}

    def seat_names(self, players: int) -> tuple[str, ...]:
        """The names of the seats: Red, Green."""
        titles = [self.words.text(title) for title in self.seat_titles[:players]]
        return tuple(titles or [self.words.text(PLAYER, n=n + 1) for n in range(players)])

    def people(self, state: Any) -> Mapping[str, str]:
        """The display name of each seat by its name in positions; empty if positions name no seats."""
        people: Sequence[str] = getattr(getattr(state, "config", None), "people", ())
        return dict(zip(people, self.seat_names(len(people)), strict=False)) if people else {}

    @abstractmethod
    def max_decisions(self, options: Options) -> int:
        """An upper bound on the number of decisions in a game with these options."""

    def configure(self, players: int, options: Options) -> Any:
        """Make the configuration of a match: everything that does not change during play.

        It has the attributes `options` and `people`, the names of the seats in positions.
        """
        raise NotImplementedError

    def config(self, players: int, options: Options) -> Any:
        """The configuration for these players and options, made once."""
        key = players, tuple(sorted(options.items()))
        if key not in self._configs:
            try:
                self._configs[key] = self.configure(players, options)
            except (AttributeError, LookupError, TypeError) as error:
                place = self.kit_file.place() if self.kit_file else None
                raise self.lacking(error, place) from error
        return self._configs[key]

    @staticmethod
    def lacking(error: Exception, place: Place | None) -> KitError:
        """The error for tables that lack something the rules need."""
        message = f"the tables lack what the rules need: {error}"
        return KitError(message, place=place, check="check-data")

    def new_state(self, config: Any, rng: Rng) -> S:
        """A state in which every field has its initial value.

        Simulations begin many games, so one state of each configuration is kept and copied.
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
        """A new game after `prepare`, before its first automatic step."""
        state = self.new_state(self.config(players, options), rng)
        self.prepare(state, events)
        return state

    def prepare(self, state: S, events: list[Event]) -> None:
        """Set up a new game: shuffle, deal, and push the first steps."""
        raise NotImplementedError

    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> S:
        """Load the output of `to_data`, or any part of it; the rest is as in a new game.

        Raises KitError with every fault, each at its place.
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
        if outcome := reader.mapping("outcome"):
            self.restore_outcome(state, str(outcome.get("result")), str(outcome.get("rule")))
        reader.stop_at_broken(self.broken(state))
        for entry in entries:
            entry.verify(reader, state)
        reader.stop_at_faults()
        return state

    def read_config(self, reader: PositionReader) -> Any:
        """Read the configuration of a position.  Raises KitError at once."""
        options = reader.options(self)
        seats = self.seats_with(options)
        players = reader.number("players", seats[0])
        if players not in seats:
            reader.fault(f"{players} cannot play this game", "players", check=self.seats_rule)
        reader.stop_at_faults()
        return self.config(players, options)

    @abstractmethod
    def read_move(self, text: str) -> Any:
        """Read the text of a move.  Raises IllegalMoveError for a text that is never a move."""

    def read_typed(self, state: S, text: str) -> Any:
        """Read a move that a person has typed; it may be refused where `read_move` accepts any text."""
        return self.read_move(text)

    sentences: ClassVar[Mapping[str, Wording]] = {}
    """The sentence for each kind of event, or `kind/rule`; `kind?fact` for those with that fact."""
    together: ClassVar[Together] = {}
    """Sentences for events that are reported as one, or not at all."""
    series: ClassVar[SeriesTable] = {}
    """Sentences for events of one kind in a row."""

    def describe(self, event: Event) -> str:
        """The event as one sentence."""
        words = self.event_words(event)
        wording = wording_of(self.sentences, event, words)
        if callable(wording):
            return wording(words)
        return self.words.text(wording, **words)

    def event_words(self, event: Event) -> Mapping[str, Any]:
        """The facts of an event in the words of a sentence."""
        return with_capitals(event.facts)

    def narrate(self, events: Sequence[Event]) -> tuple[Sentence, ...]:
        """The sentences for the events of one move, as the terminal and the rulebook show them."""
        return self.story([events])[0]

    def story(self, moves: Sequence[Sequence[Event]]) -> list[tuple[Sentence, ...]]:
        """The sentences for each move; a sentence for several moves is listed with the first."""
        # Without translations of a game's sentences, the caller translates each sentence as a whole.
        teller = Narrator(self.together, self.series, self.event_words, self.describe, self.words)
        return teller.tell(moves)

    def component_names(self) -> Mapping[str, Sequence[str]]:
        """All components, by how a seat can have them: `{"played": ["c1", "c2"]}`.

        `State.components_by_seat` uses these names. For a way that is not listed, reports cannot
        name the components that nobody had.
        """
        return {}

    def component_conditions(self, usage: str, component: str) -> Sequence[tuple[str, str]]:
        """Conditions for having a component in this way: (usage, component), of which a seat needs one.

        `("in the deck", "c1")` for `"drawn", "c1"`. Statistics compare only seats that could have
        had it. Empty if every seat can.
        """
        return ()

    def component_title(self, component: str) -> str:
        """The title of a component that `State.components_by_seat` names by its id."""
        return component

    def row_title(self, table: Table, row: Record) -> str:
        """What players call a row of a table: a card, a figure, an ability."""
        return str(row.get("name") or row.get("sign") or self.component_title(row["id"]))

    def row_text(self, table: Table, row: Record) -> Sequence[str]:
        """The text of a row for players, in lines: by default its figures and its texts."""
        kit_file, hidden = self.kit_file, self.unprinted
        return [
            *CardTexts(self.shown_tables, self.rules, kit_file, hidden, self.words).lines(
                table, row
            )
        ]

    @cached_property
    def row_titles(self) -> Mapping[str, str]:
        """The title of each row by its id."""
        return row_titles(self.shown_tables, self.row_title)

    def thing_titles(self, state: Any) -> Mapping[str, str]:
        """What players call the things on the table, by their names in positions and moves.

        Every seat reads the same titles, so none may depend on what is hidden. A name without a title
        is shown itself, like that of a square; one whose title is "" is not shown.
        """
        return {**self.row_titles, **self.people(state)}

    @property
    def extra_definition(self) -> JsonValue:
        """Plain data that define the game besides its records, such as the turns of `turns.yaml`."""
        return None

    def translatable_sentences(self) -> Sequence[Message]:
        """All messages that are translated with `translator`: none, or those of code and tables."""
        reasons = [reason for each in self.refusals.values() for reason in each.reasons]
        prompts = [decision.prompt for decision in self.decisions.values()]
        told = [self.legend, *self.seat_titles, *prompts, *reasons]
        return (*self.messages, *map(Message, filter(None, told))) if self.messages else ()

    def check_deck(self, path: Path) -> list[Fault]:
        """Return the faults of a deck in a user's file.

        Raises KitError if the file cannot be read, or if the game has no decks to build.
        """
        raise KitError(f"{self.name} has no decks to build", hint="leave out --deck")

    def new_map(self, seed: int, players: int, options: Options) -> NewMap:
        """Generate a map.  Raises KitError if the game or the number of players has none."""
        raise KitError(f"{self.name} does not generate maps", hint="leave out --random and --seed")
