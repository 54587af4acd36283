"""Options of a game and ranges of numbers: what is allowed, and how messages word it.

Kept apart from the schemas of the files, so that a game can be played without importing those.
"""

from __future__ import annotations

from dataclasses import dataclass


class Range:
    """A lowest and a highest number allowed, both included; None is no limit."""

    __slots__ = ()
    low: float | None
    high: float | None

    @property
    def limited(self) -> bool:
        return self.low is not None or self.high is not None

    def allow(self, value: float) -> bool:
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    @property
    def in_words(self) -> str:
        """`1..5`, `1 or more`, `5 or less`, or `5` where no other number is allowed."""
        if self.low == self.high:
            return str(self.low)
        if self.low is None:
            return f"{self.high} or less"
        return f"{self.low} or more" if self.high is None else f"{self.low}..{self.high}"


@dataclass(frozen=True)
class Option(Range):
    """A choice the players have: one of some words, a whole number, or true and false.

    The type of the default is the type of the option.
    """

    default: str | int | bool
    """The value played if nobody chooses."""
    choices: tuple[str, ...] = ()
    """The words to choose from."""
    low: float | None = None
    high: float | None = None
    says: str = ""
    """What the option is about, for people."""
