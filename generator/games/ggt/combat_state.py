"""Tests and combats in progress: immutable values, shared by copies of a state."""

from __future__ import annotations

from typing import NamedTuple

NOBODY = -1
"""No seat; also an object's side of a Test."""
UNCOMMITTED, FLIP, NOTHING = -1, -2, -3
"""Commitments to a Test other than a card: none yet, the flip, or nothing."""
WITHOUT_CARD = {"flip": FLIP, "nothing": NOTHING}
"""Commitments other than a card, by their words in moves and positions."""
UNANSWERED = -1
"""A secret answer that is still to come."""


class Contest(NamedTuple):
    """A Test in progress."""

    why: str
    """Purpose: `combat`, `escape`, `push`, or `object` for pushing an object."""
    sides: tuple[int, int]
    """The two seats, first the one that began the Test."""
    attribute: int
    target: int = NOBODY
    """The pushed object, as an index into the board's objects."""
    sums: tuple[int, int] = (0, 0)
    """Sums of the numbered cards of both sides so far."""
    shown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The revealed cards of both sides."""
    secret: tuple[int, int] = (UNCOMMITTED, UNCOMMITTED)
    """Commitments of both sides to the next pair."""
    last: tuple[int, int] = (NOTHING, NOTHING)
    """The last revealed pair, until the next is committed (`deciding-pair`)."""
    tied: bool = False
    """Whether an earlier pair was revealed and tied (`exhausted-tie`)."""


class Fight(NamedTuple):
    """A combat in progress."""

    sides: tuple[int, int]
    """The attacker and the target (`targets`)."""
    ranged: bool
    exchange: int = 1
    heals: tuple[int, int] = (UNANSWERED, UNANSWERED)
    """Power that each side has committed to healing."""
    wants: tuple[int, int] = (UNANSWERED, UNANSWERED)
    """Whether each side wants to continue: 0 no, 1 yes."""

    def other(self, seat: int) -> int:
        """The opponent of a seat."""
        return self.sides[1 - self.sides.index(seat)]


class Tally(NamedTuple):
    """Counters for the statistics."""

    torn: int = 0
    attached: int = 0
    power: int = 0
    """Most Power tokens that players had at one time, together."""
    combats: int = 0
    exchanges: int = 0
