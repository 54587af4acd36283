"""Match configuration: what the kit's records and the options determine for a whole match."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.options import Options
from generator.games.grumbles.board import COLORS, Board
from generator.games.grumbles.moves import Move
from generator.games.grumbles.rules.actions import Actions
from generator.games.grumbles.rules.powers import POWERS

STARTER = "starter"
"""Kind of a regular Goof that both seats know, because it started on a star (`goof-knowledge`)."""
REGULAR, SUPER, DOOM = "regular", "super", "doom"
"""Kinds of Goofs in the kit's records; on the board, they are Goofs drawn from the pile."""
DRAWN = frozenset((REGULAR, SUPER, DOOM))
GOOFS = frozenset((STARTER, *DRAWN))


def shown(piece: str) -> str:
    """The public kind of a piece: a Goof drawn from the pile is only "drawn"."""
    return "drawn" if piece in DRAWN else piece


class MatchConfig:
    """Board, Grumbles, Goofs and options of one match, immutable."""

    def __init__(self, tables: Mapping[str, Any], options: Options) -> None:
        self.options = dict(options)
        self.people = COLORS
        self.turn_cap = int(options["turn-cap"])
        self.board = Board(tables["board"], str(options["board"]))
        self.powers: dict[str, str] = tables["grumbles"].column("power")
        """The power of each Grumble."""
        goofs = {row["id"]: row for row in tables["goofs"]}
        self.copies: dict[str, int] = {kind: int(row["copies"]) for kind, row in goofs.items()}
        self.goofs = sum(self.copies.values())
        self.points: dict[str, int] = {kind: int(row["points"]) for kind, row in goofs.items()}
        self.last_chance = int(goofs[DOOM]["last-chance"])
        self.names: dict[str, str] = {
            row["id"]: row["name"] for row in [*tables["grumbles"], *tables["goofs"]]
        }
        """The printed names of Grumbles and Goofs."""
        self.points[STARTER], self.names[STARTER] = self.points[REGULAR], self.names[REGULAR]
        unknown = sorted(set(self.powers.values()) - set(POWERS))
        if unknown:
            raise LookupError(f"a power called {unknown[0]}")
        self.actions = {
            name: Actions(self.board, name, power) for name, power in self.powers.items()
        }
        self.picks = {
            (name, square): Move("pick", name, to=self.board.names[square])
            for name in self.powers
            for starts in self.board.starts
            for square in starts
        }
        self.trades = {name: Move("trade", name) for name in self.powers}

    @property
    def pile(self) -> list[str]:
        """The Goofs that do not start on a star (`pile-face-down`), in the order of the records."""
        copies = dict(self.copies)
        copies[REGULAR] -= len(self.board.stars)
        return [kind for kind, count in copies.items() for _ in range(count)]
