"""A Test and a combat under way, as values that a state holds and its copies share."""

from __future__ import annotations

from typing import NamedTuple

NOBODY = -1
"""No seat; also an object's side of a Test."""
UNCOMMITTED, FLIP, NOTHING = -1, -2, -3
"""What a side has committed to a Test if not a card: nothing yet, the flip, or nothing."""
WITHOUT_CARD = {"flip": FLIP, "nothing": NOTHING}
"""What can be committed that is not a card, by its word in moves and positions."""
UNANSWERED = -1
"""A secret answer that has not been given."""


class Contest(NamedTuple):
    """A Test in progress."""

    why: str
    """`combat`, `escape`, `push`, or `object` for pushing one."""
    sides: tuple[int, int]
    """The two seats, the one who began it first."""
    attribute: int
    target: int = NOBODY
    """The object that is pushed, by its place in the board's row of objects."""
    sums: tuple[int, int] = (0, 0)
    """The numbered cards of both sides so far."""
    shown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """The cards that lie open on the table."""
    secret: tuple[int, int] = (UNCOMMITTED, UNCOMMITTED)
    """What both have committed to the next pair."""
    last: tuple[int, int] = (NOTHING, NOTHING)
    """The pair just turned up, until the next is committed (`deciding-pair`)."""
    tied: bool = False
    """Whether a pair has been turned up before, and was a tie (`exhausted-tie`)."""


class Fight(NamedTuple):
    """A combat in progress."""

    sides: tuple[int, int]
    """The attacker and the target (`targets`)."""
    ranged: bool
    exchange: int = 1
    heals: tuple[int, int] = (UNANSWERED, UNANSWERED)
    """The Power both have committed to healing."""
    wants: tuple[int, int] = (UNANSWERED, UNANSWERED)
    """Whether both want to go on: 0 no, 1 yes."""

    def other(self, seat: int) -> int:
        """The opponent of one side."""
        return self.sides[1 - self.sides.index(seat)]


class Tally(NamedTuple):
    """What is counted for the statistics."""

    torn: int = 0
    attached: int = 0
    power: int = 0
    """The most Power there was in pools at one time."""
    combats: int = 0
    exchanges: int = 0
