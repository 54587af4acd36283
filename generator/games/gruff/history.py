"""History of a match: results of finished games, and counters for statistics."""

from __future__ import annotations

from typing import Any, NamedTuple

from generator.engine.events import JsonValue
from generator.engine.fields.codecs import Codec
from generator.engine.fields.reader import PositionReader

COUNTS = ("cards", "kills", "blocked", "attacks", "life_lost")
"""Counters for the statistics."""
CARDS, KILLS, BLOCKED, ATTACKS, LIFE_LOST = range(len(COUNTS))

REASONS = ("gruffs", "life", "both", "cap")
"""Reasons for the end of a game."""


class Result(NamedTuple):
    """Result of a game."""

    first: int
    """Seat that went first."""
    second: int
    score: float
    """Score of the first: 1 for a win, 0.5 for a draw, 0 for a loss."""
    reason: str


class ResultCodec(Codec):
    """The result of a finished game, written as `[0, 3, 1.0, life]`."""

    def initial(self, config: Any) -> Result:
        return Result(0, 1, 0.5, "cap")

    def dump(self, value: Result, config: Any) -> JsonValue:
        return list(value)

    def load(self, value: Any, reader: PositionReader, *path: str | int) -> Result:
        if _is_result(value, len(reader.config.people)):
            return Result(*value)
        message = "a result has the numbers of two seats, the score of the first and a reason"
        reader.fault(message, *path)
        return self.initial(reader.config)


def _is_result(row: Any, seats: int) -> bool:
    if not isinstance(row, (list, tuple)) or len(row) != 4:
        return False
    pair = [seat for seat in row[:2] if type(seat) is int and 0 <= seat < seats]
    scores = isinstance(row[2], (int, float)) and row[2] in (0, 0.5, 1)
    return len(set(pair)) == 2 and scores and row[3] in REASONS
