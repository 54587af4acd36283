"""Position entries of Grumbles and Goofs: the pieces on the board, by square."""

from __future__ import annotations

from typing import Any

from generator.engine.fields.entries import Data, Entry
from generator.engine.fields.reader import PositionReader
from generator.games.grumbles.board import COLORS, EMPTY
from generator.games.grumbles.content import GOOFS, shown


class Team(Entry):
    """The Grumbles of one seat with their squares: `red: {push: d2}`."""

    def __init__(self, seat: int) -> None:
        self.seat, self.keys = seat, (COLORS[seat],)

    def write(self, state: Any, data: Data) -> None:
        names, team = state.config.board.names, state.teams[self.seat]
        data[self.keys[0]] = {name: names[state.at[name]] for name in team}

    def read(self, reader: PositionReader, state: Any) -> None:
        (color,), powers = self.keys, state.config.powers
        for name, square in reader.mapping(color).items():
            if name not in powers:
                reader.unknown("Grumble", name, powers, color, name)
            elif name in state.at:
                reader.fault(f"{name} is on the board twice", color, name, check="P-grumbles")
            elif _put(reader, state, name, square, color, name):
                state.teams[self.seat] += (name,)


class GoofsOnBoard(Entry):
    """The Goofs on the board by their squares: `goofs: {d4: starter}`."""

    keys = ("goofs",)

    def write(self, state: Any, data: Data) -> None:
        names = state.config.board.names
        data["goofs"] = {names[square]: goof for square, goof in state.goofs().items()}

    def hide(self, state: Any, seat: int | None, data: Data) -> None:
        """Both seats know only that a Goof was drawn from the pile, not which one."""
        data["goofs"] = {square: shown(goof) for square, goof in data["goofs"].items()}

    def read(self, reader: PositionReader, state: Any) -> None:
        for square, goof in reader.mapping("goofs").items():
            if not isinstance(goof, str) or goof not in GOOFS:
                reader.unknown("Goof", str(goof), GOOFS, "goofs", square)
            else:
                _put(reader, state, goof, square, "goofs", square)


def _put(reader: PositionReader, state: Any, piece: str, name: object, *path: str | int) -> bool:
    """Put a piece on the square with this name, or report a fault if there is no room."""
    square = state.config.board.squares.get(str(name))
    if square is None:
        reader.unknown("square", str(name), (), *path, check="P-squares")
    elif state.board[square] != EMPTY:
        there = state.board[square]
        reader.fault(f"{piece} and {there} are both on {name}", *path, check="P-squares")
    else:
        state.put(piece, square)
        return True
    return False
