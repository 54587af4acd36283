"""Options of a game and ranges of numbers: the allowed values, and their wording in messages.

Separate from the schemas of files, so that a game can be played without importing those.
"""

from __future__ import annotations

from dataclasses import dataclass


class Range:
    """Range of allowed numbers, both ends included; None is no limit."""

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
        """The range in words: `1..5`, `1 or more`, `5 or less`, or `5` if no other number is allowed."""
        if self.low == self.high:
            return str(self.low)
        if self.low is None:
            return f"{self.high} or less"
        return f"{self.low} or more" if self.high is None else f"{self.low}..{self.high}"


def option_title(name: str) -> str:
    """What players call an option: `turn-cap` is "Turn cap"."""
    return name.replace("-", " ").capitalize()


@dataclass(frozen=True)
class Option(Range):
    """Option that players choose: one of some words, a whole number, or true and false.

    The type of the default is the type of the option.
    """

    default: str | int | bool
    """The value if nobody chooses."""
    choices: tuple[str, ...] = ()
    """The words to choose from."""
    low: float | None = None
    high: float | None = None
    says: str = ""
    """Description of the option for players."""
