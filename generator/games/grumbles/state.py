"""Game state of Grumbles and Goofs: squares, teams, pile and captures.

Neither seat can tell drawn Goofs apart, or knows the order of the pile (`goof-knowledge`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import Self

from generator.engine.fields.codecs import (
    DICT,
    LIST,
    Id,
    Number,
    Optional,
    PerHolder,
    Pile,
    Row,
    Text,
)
from generator.engine.fields.entries import COUNTED, OPTIONS, field, follows, stored
from generator.engine.game import Game
from generator.engine.outcome import Outcome
from generator.engine.state import State
from generator.games.grumbles.board import COLORS, EMPTY
from generator.games.grumbles.content import DOOM, GOOFS, MatchConfig
from generator.games.grumbles.entries import GoofsOnBoard, Team
from generator.games.grumbles.moves import Move

RED, GREEN = range(2)


def player(turn: int) -> int:
    """`green-first`, `turns-alternate`: Green has the odd turns, Red the even ones."""
    return GREEN if turn % 2 else RED


class GrumblesState(State[Move]):
    """A game of Grumbles and Goofs in progress."""

    game: Game[Self]
    config: MatchConfig

    options = OPTIONS
    turn: int = field(Number())
    """Number of turns begun; 0 during the draft."""
    player = follows(
        lambda state: None if state.to_act is None else COLORS[state.to_act],
        check="turns-alternate",
        optional=True,
    )
    spent: tuple[str, ...] = field(Row(Text()), key="activated")
    """The Grumbles activated this turn."""
    board: list[str] = stored(lambda config: config.board.blank[:], LIST)
    """The piece on each square: a Grumble's id, a Goof's kind, or EMPTY."""
    occupied: int = stored(lambda config: 0)
    """The occupied squares, as a bit mask."""
    at: dict[str, int] = stored(lambda config: {}, DICT)
    """The square of every Grumble on the board."""
    teams: list[tuple[str, ...]] = stored(lambda config: [(), ()], LIST)
    """The Grumbles of each seat."""
    red, green = Team(RED), Team(GREEN)
    unused: str = field(Optional(Id("powers", "Grumble"), ""))
    """The Grumble off the board; empty during the draft."""
    goofs_on_board = GoofsOnBoard()
    pile: list[str] = field(Pile(Id("copies", "Goof")), view=COUNTED)
    """The Goofs not yet on the board; the last one is drawn next."""
    captured: list[tuple[str, ...]] = field(PerHolder("people", Row(Id("points", "Goof"))))
    """The Goofs each seat has captured."""
    score = follows(
        lambda state: dict(zip(COLORS, state.points(), strict=True)), key="points", check="P-score"
    )
    outcome: Outcome | None = follows(
        lambda state: state.outcome.as_data() if state.outcome else None, optional=True
    )

    def goof_squares(self) -> Iterator[int]:
        """The squares with a Goof, in order."""
        # Most squares hold none; `compress` skips those without running Python code for each.
        return compress(range(len(self.board)), map(GOOFS.__contains__, self.board))

    def goofs(self) -> dict[int, str]:
        """The Goofs on the board by square."""
        return {square: self.board[square] for square in self.goof_squares()}

    def all_goofs(self) -> list[str]:
        """Every Goof: on the board, in the pile, and captured."""
        return [*self.goofs().values(), *self.pile, *self.captured[0], *self.captured[1]]

    def goofs_left(self) -> int:
        """Number of Goofs in play: on the board and in the pile (`last-chance-count`)."""
        return sum(piece in GOOFS for piece in self.board) + len(self.pile)

    def points(self) -> tuple[int, int]:
        """The points of each seat, possibly negative (`negative-points`)."""
        worth = self.config.points.__getitem__
        red, green = [sum(map(worth, took)) for took in self.captured]
        if DOOM in self.captured[0] + self.captured[1] and self.goofs_left() == 0:
            # `last-chance`: nothing follows Doom, so if none are left now it was the last one.
            more = self.config.last_chance - self.config.points[DOOM]
            return (red + more, green) if DOOM in self.captured[0] else (red, green + more)
        return red, green

    def spare(self) -> list[str]:
        """The Grumbles that nobody has picked yet; none after the draft."""
        if self.unused:
            return []
        return [name for name in self.config.powers if name not in self.at]

    def put(self, piece: str, square: int) -> None:
        """Put a piece on an empty square."""
        assert self.board[square] == EMPTY
        self.board[square] = piece
        self.occupied |= 1 << square
        if piece not in GOOFS:
            self.at[piece] = square

    def lift(self, square: int) -> str:
        """Take the piece off a square."""
        piece = self.board[square]
        self.board[square] = EMPTY
        self.occupied &= ~(1 << square)
        return piece
