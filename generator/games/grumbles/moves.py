"""Moves of Grumbles and Goofs and their notation.

The notation, with `shove` standing for any Grumble and N for any direction (N, E, S or W)::

    pick shove d2              take a Grumble in the draft and put it on d2
    shove stay                 an activation without step or power
    shove step N               a step, which for Push may be a push
    pull step N pull 2         a step of Pull that two pieces follow
    shove shove E              a power without a step: shove, yank, swap, throw
    shove step N shove E       a step, then the power: shove, yank
    swing swing N to E         the piece on side N goes to side E
    trade shove                take this Grumble off for the unused one
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from generator.base.errors import did_you_mean
from generator.engine.game import IllegalMoveError
from generator.games.grumbles.board import WAYS

COUNTS = tuple(map(str, range(100)))
DIAGONALS = ("NE", "SE", "SW", "NW")


class Move(NamedTuple):
    """One decision.  Fields that do not apply are empty."""

    what: str
    """`pick`, `activate` or `trade`."""
    grumble: str
    step: str = ""
    """Direction of the step."""
    pull: int = 0
    """Number of pieces that follow the step."""
    power: str = ""
    """The power used after the step or instead of it."""
    side: str = ""
    """The side of the piece that the power moves."""
    to: str = ""
    """Destination: of a swung piece a side, of a picked Grumble a square."""

    def __str__(self) -> str:
        if self.what == "pick":
            return f"pick {self.grumble} {self.to}"
        if self.what == "trade":
            return f"trade {self.grumble}"
        words = [self.grumble]
        if self.step:
            words += ["step", self.step]
        if self.pull:
            words += ["pull", str(self.pull)]
        if self.power:
            words += [self.power, self.side]
            words += ["to", self.to] if self.to else []
        return " ".join(words) if len(words) > 1 else f"{self.grumble} stay"


_Refuse: TypeAlias = Callable[[str, str], IllegalMoveError]
"""Makes the error of a move that is none, by the rule and the reason."""


def read_move(
    text: str, powers: Mapping[str, str], names: Mapping[str, str], squares: Mapping[str, int]
) -> Move:
    """Parse a move; `powers` and `names` are those of the Grumbles, and `squares` has their names.

    Raises IllegalMoveError for text that is no move in any position, citing the rule it breaks.
    """
    first, *words = text.split() or [""]

    def refuse(rule: str, message: str) -> IllegalMoveError:
        return IllegalMoveError.under(rule, message, text)

    def grumble(name: str, rule: str) -> str:
        if name in powers:
            return name
        hint = did_you_mean(name, powers)
        raise refuse(rule, f'there is no Grumble "{name}"' + (f"; {hint}" if hint else ""))

    if first == "pick":
        if len(words) != 2 or words[1] not in squares:
            raise refuse("draft-place", 'a pick names a Grumble and a square: "pick push d2"')
        return Move("pick", grumble(words[0], "draft-order"), to=words[1])
    if first == "trade":
        if len(words) != 1:
            raise refuse("trade", 'a trade names one Grumble: "trade push"')
        return Move("trade", grumble(words[0], "trade"))
    name = grumble(first, "turn-shape")
    return _read_action(name, names[name], powers[name], words, refuse)


def _read_action(name: str, title: str, power: str, words: list[str], refuse: _Refuse) -> Move:
    """Parse the activation of a Grumble with this power; `words` are those after its name."""
    rest = iter(words)
    step, pull, used, side, to = "", 0, "", "", ""
    for word in rest:
        if word == "stay" and words == ["stay"]:
            break
        if word == "step":
            if used:
                rule = "power-after-step" if power in ("shove", "yank") else "instead-of-step"
                raise refuse(rule, f"{title} does not step after its power")
            if step:
                raise refuse("one-step", f"{title} steps only once, and only one square")
            step = _read_way(rest, "sides-only", refuse)
        elif word == power == "pull" and step and not pull:
            count = next(rest, "")
            if count not in COUNTS:
                raise refuse("pull-count", f'say how many pieces follow {title}: "pull 1"')
            pull = int(count)
        elif word == power and power not in ("push", "pull") and not used:
            if step and power not in ("shove", "yank"):
                raise refuse("instead-of-step", f"{title} steps or uses its power, not both")
            used, side = word, _read_way(rest, "orthogonal", refuse)
            to = _read_goal(rest, refuse) if power == "swing" else ""
        else:
            raise refuse("activation", f'"{word}" is not what {title} can do here')
    if not words:
        raise refuse("activation", f'say what {title} does, if only "{name} stay"')
    return Move("activate", name, step, pull, used, side, to)


def _read_way(words: Iterator[str], rule: str, refuse: _Refuse) -> str:
    word = next(words, "")
    if word in DIAGONALS:
        raise refuse(rule, "nothing goes diagonally: the ways are N, E, S and W")
    if word not in WAYS:
        raise refuse(rule, f'"{word}" is not a way: write N, E, S or W')
    return word


def _read_goal(words: Iterator[str], refuse: _Refuse) -> str:
    """Parse the side to which a piece is swung."""
    if next(words, "") != "to":
        raise refuse("swing", 'say where the piece goes: "swing N to E"')
    return _read_way(words, "orthogonal", refuse)
