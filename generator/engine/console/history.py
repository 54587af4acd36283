"""History of a game: its moves, for continuing, undoing, saving and loading.

Undo replays the game without its last moves, so a saved game is exactly what was played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from generator.engine.bots import Bot, choose_move
from generator.engine.game import Game, State
from generator.engine.playthrough import PlaythroughStep
from generator.engine.rng import Rng
from generator.engine.save_file import SavedGame, is_changed, replay, short_fingerprint


class History:
    """History: a game in progress, its steps so far and its position."""

    def __init__(self, game: Game[Any], saved: SavedGame) -> None:
        """Replay a saved game.  Raises KitError or CheckFailed if it cannot be continued."""
        self.game = game
        self.changed = is_changed(game, saved)
        """Whether the rules or the data have changed since the game was saved."""
        self._begun = replace(saved, moves=(), end={}, data=short_fingerprint(game), document=None)
        self.steps: list[PlaythroughStep] = []
        """The set-up, then every move with its sentence and events."""
        self._replay(saved)

    @classmethod
    def new(
        cls, game: Game[Any], seed: int, players: int, options: Mapping[str, object]
    ) -> History:
        """Start a new game.  Raises KitError for an impossible request."""
        chosen = dict(game.read_options(options))
        return cls(game, SavedGame(game.name, players, chosen, seed, (), {}))

    @property
    def players(self) -> int:
        return self._begun.players

    @property
    def state(self) -> State[Any]:
        """The current position; it changes with every move."""
        return self.steps[-1].state

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self.game.seat_names(self.players)

    @property
    def moves(self) -> list[str]:
        return [step.move for step in self.steps[1:]]

    def make(self, move: Any) -> None:
        """Make a move.  Raises IllegalMoveError, with nothing changed."""
        state, text = self.state, str(move)
        seat, sentence = state.to_act, self._sentence(text)
        self.steps.append(PlaythroughStep(seat, text, state.apply(move), state, sentence))

    def _sentence(self, text: str | None) -> str:
        """The sentence of a move of the current position; "" if there is no such move."""
        found = (move for move in self.state.legal_moves() if str(move) == text)
        return next((self.game.move_sentence(self.state, move) for move in found), "")

    def _replay(self, saved: SavedGame) -> None:
        """Take every step of a saved game.  Raises KitError or CheckFailed."""
        self.steps, sentence = [], ""
        for step, text in zip_longest(replay(self.game, saved), map(str, saved.moves)):
            self.steps.append(replace(step, sentence=sentence))
            sentence = self._sentence(text)  # before the replay makes it

    def ask(self, bot: Bot) -> Any:
        """Return the move that a bot makes.

        Its random numbers depend only on the game's seed and the number of moves, so the bot does
        the same after an undo, or after saving and loading.
        """
        return choose_move(bot, self.state, self.rng())

    def rng(self) -> Rng:
        """The random number generator of the current decision."""
        return Rng(self._begun.seed, stream=len(self.steps))

    def undo_to(self, number: int) -> None:
        """Undo the move with this number, counted from 1, and all later ones."""
        self._replay(replace(self._begun, moves=self.moves[: number - 1]))

    def saved(self) -> SavedGame:
        """Return the game as a save file.

        It is replayed first, since an interrupt may have come in the middle of a move.
        """
        whole = replace(self._begun, moves=self.moves)
        *_, last = replay(self.game, whole)
        return replace(whole, end=last.state.to_data())
