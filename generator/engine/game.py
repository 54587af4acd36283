"""Turns the rules of a game into something that can be played: the protocol of games and states.

A game is written by extending two classes.

A **State** is one position of a game in progress, with everything that is hidden in it.  It changes
through `apply` alone, which takes one decision of one seat, and every random number it needs comes
from its own `rng`; so the same seed and the same moves make the same game.  What still has to be
done stands on its stack of `pending` steps (see `pending`), and whose turn it is follows from that.

A state *must* say

- `find_moves()`: every legal move of the seat that has to decide, each once;
- `decide(step, move, events)`: what such a move does, adding to `events` what happens;
- `proceed(step, events)`: what an automatic step does, if the game has any;
- `why_not(move)`: the rule that forbids a move, for one that is not legal;
- `view(seat)`: what that seat may know, as plain data (`view(None)`: what everybody may know);
- `determinize(seat, chance)`: a copy in which all that the seat does not know is drawn anew;
- `copy()`: a state that is equal and independent, cheaply (`base_copy` begins one);
- `to_data()`: all of it as plain data, which `Game.load` reads back;
- `evaluate()`: how good the position looks for each seat;
- `pieces()`: every physical piece, wherever it is, so that none can get lost;
- `faults()`: what is wrong with the position, if anything;
- `turn` and `text()`: how far the game is, and the position as a person would draw it.

It *need not* care whether a move is legal: `apply` looks it up among the legal moves, and so the
two cannot disagree.  It *may not* keep anything outside of what `to_data` writes.

A **Game** makes states: it reads the kit's records once, begins games, loads states, and reads
moves.  Besides, it says which pieces the records list (`printed`) and what they promise to happen
in play (`shows`), so that print and play can be held against each other.

For statistics a state *may* tell the `parts` that seats had, `measures` of the finished game, and
how many components are `in_use`; then its game *may* list which parts there are to be had
(`part_names`), so that those nobody ever had can be named.  And a game may make up maps
(`new_map`), read decks that users build (`check_deck`), and be for others than usual with some
options (`seats_with`).

For a person who plays at a terminal a state *may* say more: the position as one seat sees it, its
own hidden things by their names (`text_for`), what is to be decided (`asks`), what the signs in its
text mean (`signs`), and a move in words (`gloss`).

A **move** is any hashable value whose `str` is its text in the notation of the game;
`Game.read_move` turns that text back into an equal move.

Seats are counted from 0.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Generic

from generator.base.errors import Fault, KitError, Place
from generator.base.option import Option
from generator.engine.events import Event, JsonValue
from generator.engine.game_text import Spoken
from generator.engine.hooks import GameExtras
from generator.engine.options import Options, Value, read_options
from generator.engine.outcome import NewMap as NewMap
from generator.engine.outcome import Outcome as Outcome
from generator.engine.outcome import PositionFault as PositionFault
from generator.engine.outcome import Records as Records
from generator.engine.outcome import Refusal as Refusal
from generator.engine.rng import Rng
from generator.engine.state import IllegalMoveError as IllegalMoveError
from generator.engine.state import M
from generator.engine.state import State as State

Locator = Callable[..., Place | None]
"""Turns a path into loaded data (`"goofs", "c3"`) into the place where it is written."""


def no_location(*path: str | int) -> None:
    """The `Locator` of data that no file holds."""


class Game(GameExtras, Spoken, ABC, Generic[M]):
    """The rules of one kit, ready to be played; what it may say of languages is in `Spoken`."""

    name: ClassVar[str]
    """As its folder is called."""
    seats_rule: ClassVar[str]
    """Slug of the rule that says how many can play."""

    source_folder: str | None = None
    """The folder of a user's own games that it was found in, if it was."""

    map_options: Mapping[str, Option] = MappingProxyType({})
    """What can be asked of a map that the game makes up, besides its seed and number of players."""

    def __init__(self, records: Records) -> None:
        """Raises KitError if the records do not make a game that can be played."""
        self.records = records
        self.rules = records.rules

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        if self.source_folder is None:
            return type(self), (self.records,)
        from generator.engine.registry import unpickle_game  # which imports this module

        return unpickle_game, (self.name, self.source_folder, self.records)

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
    ) -> tuple[State[M], list[Event]]:
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

    @abstractmethod
    def promised_events(self) -> Mapping[str, Mapping[str, JsonValue]]:
        """What the records promise will happen in play: what has it, and part of such an event."""

    @abstractmethod
    def seat_names(self, players: int) -> tuple[str, ...]:
        """What each seat is called: Red, Green."""

    @abstractmethod
    def max_decisions(self, options: Options) -> int:
        """More decisions than this no game with these options can have."""

    @abstractmethod
    def begin(
        self,
        rng: Rng,
        players: int,
        options: Options,
        events: list[Event],
    ) -> State[M]:
        """A new game, set up as far as it goes without a decision or an automatic step."""

    @abstractmethod
    def load(self, data: Mapping[str, Any], where: Locator = no_location) -> State[M]:
        """The state that `to_data` wrote, or any part of it: what is left out is as in a new game.

        Raises KitError with every fault found, each at its place.
        """

    @abstractmethod
    def read_move(self, text: str) -> M:
        """The move with this text.  Raises IllegalMoveError for what no player could ever do."""

    @abstractmethod
    def describe(self, event: Event) -> str:
        """The event as one sentence."""

    def component_names(self) -> Mapping[str, Sequence[str]]:
        """Everything that a seat could have, by the ways of having it: `{"played": ["c1", "c2"]}`.

        In these names `State.parts` tells what was had.  A way that is not listed is told, too, but
        only of what somebody had; nothing tells then what nobody ever did.
        """
        return {}

    def check_deck(self, path: Path) -> list[Fault]:
        """What is wrong with a deck that a user has written down in a file.

        Raises KitError if it cannot be read, as does a game without decks to build.
        """
        raise KitError(f"{self.name} has no decks to build", hint="leave out --deck")

    def new_map(self, seed: int, players: int, options: Options) -> NewMap:
        """A map that nobody has drawn yet.  Raises KitError, as a game that has none to offer."""
        raise KitError(f"{self.name} makes up no maps", hint="leave out --random and --seed")
