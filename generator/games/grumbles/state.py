"""Turns what lies on the table into a state: squares, teams, pile, captures, and who sees what.

`rules` extends it with the procedure of play.
"""

from __future__ import annotations

from itertools import compress
from typing import Self

from generator.base.errors import Fault
from generator.engine.events import JsonValue
from generator.engine.game import State
from generator.engine.rng import Rng
from generator.games.grumbles.board import COLOURS, EMPTY
from generator.games.grumbles.content import DOOM, DRAWN, GOOFS, REGULAR, STARTER, MatchConfig
from generator.games.grumbles.display import text
from generator.games.grumbles.display.questions import QUESTIONS, SIGNS
from generator.games.grumbles.heuristic.evaluate import evaluate
from generator.games.grumbles.invariants import position_faults
from generator.games.grumbles.moves import Move


class GrumblesState(State[Move]):
    """Everything that lies on the table, and nothing about how it is played."""

    prompts = QUESTIONS
    legend = SIGNS

    __slots__ = ("at", "board", "captured", "config", "pile", "spent", "teams", "turn", "unused")

    def __init__(self, config: MatchConfig, rng: Rng) -> None:
        super().__init__(rng)
        self.config = config
        self.board: list[str] = list(config.board.blank)
        """What stands on each square: a Grumble's id, a Goof's kind, or EMPTY."""
        self.at: dict[str, int] = {}
        """The square of every Grumble on the board."""
        self.teams: tuple[list[str], list[str]] = ([], [])
        """The Grumbles of each seat."""
        self.unused: str = ""
        """The Grumble off the board; empty during the draft."""
        self.spent: tuple[str, ...] = ()
        """The Grumbles that have been activated this turn."""
        self.pile: list[str] = []
        """The Goofs not yet on the board, the next to be drawn last."""
        self.captured: tuple[list[str], list[str]] = ([], [])
        """The Goofs each seat has captured."""
        self.turn: int = 0
        """Turns begun; 0 during the draft."""

    def copy(self) -> Self:
        other = self.base_copy()
        other.config = self.config
        other.board = self.board[:]
        other.at = self.at.copy()
        red, green = self.teams
        other.teams = (red[:], green[:])
        other.unused = self.unused
        other.spent = self.spent
        other.pile = self.pile[:]
        red, green = self.captured
        other.captured = (red[:], green[:])
        other.turn = self.turn
        return other

    def goofs(self) -> dict[int, str]:
        """The Goofs on the board by their squares."""
        board = self.board
        # Most squares hold none, and this passes them by without a step of the interpreter each.
        found = compress(range(len(board)), map(GOOFS.__contains__, board))
        return {square: board[square] for square in found}

    def goofs_left(self) -> int:
        """How many Goofs are in play: on the board and in the pile (`last-chance-count`)."""
        return sum(piece in GOOFS for piece in self.board) + len(self.pile)

    def points(self) -> tuple[int, int]:
        """The points of each seat, which may be less than nothing (`negative-points`)."""
        red, green = (sum(map(self.config.points.__getitem__, took)) for took in self.captured)
        if DOOM in self.captured[0] + self.captured[1] and self.goofs_left() == 0:
            # `last-chance`: nothing comes after Doom, so none left now means it was the only one.
            more = self.config.last_chance - self.config.points[DOOM]
            return (red + more, green) if DOOM in self.captured[0] else (red, green + more)
        return red, green

    def determinize(self, seat: int, rng: Rng) -> Self:
        """Neither seat knows one drawn Goof from another (`goof-knowledge`): they are mixed."""
        other = self.copy()
        hidden = [square for square, piece in enumerate(self.board) if piece in DRAWN]
        # Sorted, so that the mix tells nothing about how the Goofs really lie.
        kinds = rng.shuffled(sorted([self.board[square] for square in hidden] + self.pile))
        for square in hidden:
            other.board[square] = kinds.pop()
        other.pile = kinds
        other.rng = rng.fork()
        return other

    def view(self, seat: int | None) -> dict[str, JsonValue]:
        """All of the state but what a drawn Goof is and how the pile lies; alike for both seats."""
        seen = self.to_data()
        names = self.config.board.names
        seen["goofs"] = {names[at]: text.shown(goof) for at, goof in self.goofs().items()}
        seen["pile"] = len(self.pile)
        del seen["chance"]
        return seen

    def to_data(self) -> dict[str, JsonValue]:
        names = self.config.board.names
        data: dict[str, JsonValue] = {"options": dict(self.config.options), "turn": self.turn}
        if self.to_act is not None:
            data["player"] = COLOURS[self.to_act]
        data["activated"] = list(self.spent)
        for colour, team in zip(COLOURS, self.teams, strict=True):
            data[colour] = {name: names[self.at[name]] for name in team}
        data["unused"] = self.unused or None
        data["goofs"] = {names[square]: goof for square, goof in self.goofs().items()}
        data["pile"] = self.pile[::-1]
        data["captured"] = dict(zip(COLOURS, map(list, self.captured), strict=True))
        data["points"] = dict(zip(COLOURS, self.points(), strict=True))
        if self.outcome:
            data["outcome"] = self.outcome.as_data()
        data["chance"] = self.rng.state
        return data

    def pieces(self) -> list[str]:
        goofs = [*self.goofs().values(), *self.pile, *self.captured[0], *self.captured[1]]
        goofs = [REGULAR if goof == STARTER else goof for goof in goofs]
        grumbles = set(self.config.powers) & {*self.at, self.unused, *self.spare()}
        return sorted([*grumbles, *goofs])

    def spare(self) -> list[str]:
        """The Grumbles nobody has picked yet; none after the draft."""
        if self.unused:
            return []
        return [name for name in self.config.powers if name not in self.at]

    def remaining_supply(self) -> dict[str, tuple[int, ...]]:
        return {"pile": (len(self.pile),)}

    def components_by_seat(self) -> dict[str, dict[str, list[int]]]:
        """The seats by the Grumbles in their teams at the end, and by the Goofs they captured."""
        parts: dict[str, dict[str, list[int]]] = {"in the team": {}, "captured": {}}
        for way, had in zip(parts, (self.teams, self.captured), strict=True):
            for seat, each in enumerate(had):
                for item in set(each):
                    name = REGULAR if item == STARTER else item
                    parts[way].setdefault(self.config.names[name], []).append(seat)
        return parts

    def component_usage(self) -> dict[str, int]:
        """Grumbles on the board, and Goofs that have been drawn."""
        return {"grumble": len(self.at), "goof": self.config.goofs - len(self.pile)}

    def evaluate(self) -> tuple[float, ...]:
        return evaluate(self)

    def faults(self) -> list[Fault]:
        return [Fault(says, check=check) for check, _, says in position_faults(self)]

    def text(self) -> str:
        return text.draw(self)

    def put(self, piece: str, square: int) -> None:
        """Puts a piece on an empty square."""
        assert self.board[square] == EMPTY
        self.board[square] = piece
        if piece in self.config.powers:
            self.at[piece] = square

    def start_goofs(self) -> None:
        """`starting-goofs`: a regular Goof on every star."""
        for star in self.config.board.stars:
            self.board[star] = STARTER
