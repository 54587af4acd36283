"""Dice notation (`d6`, `2d6`, `d%`): the number, sides and results of dice."""

from __future__ import annotations

import re
from typing import NamedTuple

MAX_DICE = 100
MAX_SIDES = 1000
EXAMPLES = 'dice such as "d6" or "2d6"'


class Dice(NamedTuple):
    """Equal dice, rolled together and summed."""

    number: int
    sides: int

    @property
    def results(self) -> range:
        """All possible sums."""
        return range(self.number, self.number * self.sides + 1)

    def __str__(self) -> str:
        return f"{self.number if self.number > 1 else ''}d{self.sides}"


def read_dice(text: str) -> Dice | None:
    """Parse dice; None for any other text."""
    found = re.fullmatch(r"([1-9][0-9]{0,2})?[dD]([1-9][0-9]{0,3}|%)", text.strip())
    if not found:
        return None
    number, sides = found.groups()
    dice = Dice(int(number or 1), 100 if sides == "%" else int(sides))
    return dice if dice.number <= MAX_DICE and 2 <= dice.sides <= MAX_SIDES else None
