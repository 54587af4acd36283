"""Match: a game at the table from its set-up to its last move, with the player of each seat."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from generator.engine.bots import Observation, bot_named
from generator.engine.console.hint import hint
from generator.engine.console.history import History
from generator.engine.game import Game, State
from generator.engine.save_file import SavedGame, parse_saved
from generator.engine.text.event_text import Sentence
from generator.engine.text.move_sentences import is_told
from generator.kit.words import UNTRANSLATED, Translator

CACHE_INTERVAL = 20
"""Number of moves between two cached positions."""
PERSON = "person"
"""Name of a human player, in place of a bot's."""
BOT = "greedy"
"""The bot that plays the seats for which nobody has been chosen."""


def seated(chosen: Sequence[str], players: int, bots: Sequence[str] = ()) -> list[str]:
    """Who plays each seat: those chosen, and in further seats the bots in rotation.

    The bots are those chosen, or else `bots`; if there are none, people play all seats.
    """
    rotation = [who for who in chosen if who != PERSON] or [*bots] or [PERSON]
    further = (rotation[seat % len(rotation)] for seat in range(len(chosen), players))
    return [*chosen, *further][:players]


class StoryStep(NamedTuple):
    """One step of a game as a seat may know it."""

    number: int
    head: str
    """Who moved; with the move if it was the reader's own and the sentences do not tell it."""
    sentences: Sequence[Sentence]


class Match:
    """A game in progress.  `seats` are the players, a person or a bot by name; see `seated`."""

    def __init__(self, history: History, seats: Sequence[str]) -> None:
        self.history = history
        self.seats = seated(seats, history.players)
        self.version = 0
        """Grows with every change."""
        self._cached: dict[int, State[Any]] = {}
        """The positions after 0, 20, 40, ... moves; those between are replayed from them."""
        self._last_shown: tuple[int, State[Any]]
        """The position requested last, since the next one is often its neighbour."""
        self._rebuild_cache()

    @classmethod
    def new(
        cls,
        game: Game[Any],
        seats: Sequence[str],
        seed: int,
        players: int | None,
        options: Mapping[str, object],
    ) -> Match:
        """Start a game.  Raises KitError for an impossible request."""
        chosen = game.read_options(options)
        count = players or game.seats_with(chosen)[0]
        for bot in seats:
            if bot != PERSON:
                bot_named(bot, game.bots)
        return cls(History.new(game, seed, count, options), seats)

    @classmethod
    def of(cls, game: Game[Any], saved: SavedGame, seats: Sequence[str]) -> Match:
        """Continue a game.  Raises KitError or CheckFailed."""
        return cls(History(game, saved), seats)

    @classmethod
    def from_text(cls, game: Game[Any], text: str, seats: Sequence[str]) -> Match:
        """Continue a saved game.  Raises KitError or CheckFailed."""
        return cls.of(game, parse_saved(text, "the file"), seats)

    @property
    def state(self) -> State[Any]:
        return self.history.state

    @property
    def last(self) -> int:
        """The number of moves so far."""
        return len(self.history.steps) - 1

    @property
    def people(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(number for number, who in enumerate(self.seats) if who == PERSON)

    @property
    def bot_to_move(self) -> bool:
        """Whether a bot decides next."""
        seat = self.state.to_act
        return seat is not None and self.seats[seat] != PERSON

    def make(self, text: str) -> None:
        """Make a move.  Raises IllegalMoveError, with nothing changed."""
        self.history.make(self.history.game.read_move(text))
        self._changed()

    def step(self, bot: str = "") -> None:
        """Let a bot decide: the one whose seat it is, or another in its place."""
        seat = self.state.to_act
        assert seat is not None
        chosen = bot_named(bot or self.seats[seat], self.history.game.bots)
        self.history.make(self.history.ask(chosen))
        self._changed()

    def hint(self) -> str:
        """The move that a searching bot would make, after a second."""
        return str(hint(Observation(self.state), self.history.rng()))

    def undo(self, seats: Sequence[int]) -> bool:
        """Undo the last decision of these seats, and all after it; returns whether there was one."""
        for number in range(self.last, 0, -1):
            if self.history.steps[number].seat in seats:
                self.back_to(number - 1)
                return True
        return False

    def back_to(self, number: int) -> None:
        """Go back to the position after this many moves."""
        self.history.undo_to(number + 1)
        self._cached = {at: state for at, state in self._cached.items() if at <= number}
        self._last_shown = 0, self._cached[0]
        self.version += 1

    def story(
        self, seat: int | None, first: int, last: int, words: Translator = UNTRANSLATED
    ) -> list[StoryStep]:
        """The events between two steps, as a seat may know them; None: as everybody may."""
        names = self.history.names
        story = []
        for number in range(max(first, 0), min(last, self.last) + 1):
            step = self.history.steps[number]
            seen = [each for each in step.events if each.only is None or each.only == seat]
            sentences = self.history.game.narrate(seen)
            head = words.text("Set-up")
            if step.seat is not None:
                head, own = names[step.seat], step.seat == seat or not self.people
                if own and not is_told(step.sentence, step.seat, seen, sentences):
                    head += f": {step.sentence}"
            story.append(StoryStep(number, head, sentences))
        return story

    def rule_of(self, text: str, seat: int) -> str:
        """The rule behind a legal move: the first that its events cite, judged by the seat's knowledge."""
        state = self.state.determinize(seat, self.history.rng())
        events = state.apply(self.history.game.read_move(text))
        return events[0].rule if events else ""

    def saved(self) -> str:
        """The content of a file from which the game can be continued."""
        return self.history.saved().text()

    def view(self, number: int, seat: int | None) -> Mapping[str, Any]:
        """The view of a seat after this many moves."""
        return self.position(number).view(seat)

    def position(self, number: int) -> State[Any]:
        """The position after this many moves, not to be changed."""
        if number == self.last:
            return self.state
        cached = number - number % CACHE_INTERVAL
        candidates = [(cached, self._cached[cached])]
        if self._last_shown[0] <= number:
            candidates.append(self._last_shown)
        start, state = max(candidates, key=lambda each: each[0])
        if start < number:
            state = state.copy()
            for step in self.history.steps[start + 1 : number + 1]:
                state.apply(self.history.game.read_move(step.move))
        self._last_shown = number, state
        return state

    def as_example(self, number: int) -> str:
        """A file of an example: the position after this many moves, and the next move if there is one."""
        position = json.dumps(self.position(number).to_data(), ensure_ascii=False)
        moves = json.dumps(self.history.moves[number : number + 1], ensure_ascii=False)
        return (
            f"kit: {self.history.game.name}\nexamples:\n  - id: from-the-table\n"
            f"    title: A position from the table\n    position: {position}\n    moves: {moves}\n"
        )

    def _changed(self) -> None:
        self._cache(self.last, self.state)
        self.version += 1

    def _cache(self, number: int, state: State[Any]) -> None:
        if number % CACHE_INTERVAL == 0:
            self._cached[number] = state.copy()

    def _rebuild_cache(self) -> None:
        """Keep the positions that are needed: a history has only the last one."""
        history, moves = self.history, self.history.moves
        start = replace(history.saved(), moves=(), end={})
        replayed = History(history.game, start)
        self._cache(0, replayed.state)
        self._last_shown = 0, self._cached[0]
        for number, move in enumerate(moves, 1):
            replayed.make(history.game.read_move(move))
            self._cache(number, replayed.state)
