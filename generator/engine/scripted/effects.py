"""Effects: the words of a card's field, `gain 2 coins; take 1 from the leader`, as phrases with values.

The author of a game says in `effects` what a phrase does: a pattern with names in braces, and steps
that use those names.  A cell holds one phrase or several, with semicolons between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.base.errors import Fault, Place, did_you_mean, short
from generator.engine.scripted.schema import Script
from generator.engine.scripted.setup import MEANT, Content
from generator.engine.scripted.step_schema import WHOSE
from generator.kit.tables.records import Record, Table

_NAME = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_VALUE = r"([\w-]+)"


@dataclass(frozen=True)
class Effect:
    """One phrase as a cell has it."""

    phrase: str
    """The pattern, as `effects` has it."""
    text: str
    """What the cell says."""
    words: Mapping[str, str]
    """The words of the cell by the names in the pattern."""
    place: Place

    @cached_property
    def values(self) -> dict[str, Any]:
        """The same in expressions: numbers as numbers."""
        return {
            name: int(word) if re.fullmatch("[0-9]{1,6}", word) else word
            for name, word in self.words.items()
        }


class Phrases:
    """The phrases of a script; `faults` lists those that cannot be told apart or have no words."""

    def __init__(self, script: Script) -> None:
        self.faults: list[Fault] = []
        self._patterns: dict[str, tuple[re.Pattern[str], list[str]]] = {}
        for phrase in script.effects:
            names = _NAME.findall(phrase)
            place = script.place("effects", phrase)
            for name in names:
                if name in MEANT or name in WHOSE or names.count(name) > 1:
                    message = f'the effect "{phrase}" cannot call a value "{name}"'
                    hint = "choose another name"
                    self.faults.append(Fault(message, place, "", hint, "name-taken"))
            shape = _VALUE.join(map(re.escape, _plain(_NAME.sub("\0", phrase)).split("\0")))
            self._patterns[phrase] = re.compile(shape), names

    def read(self, text: str, place: Place) -> tuple[list[Effect], list[Fault]]:
        """The effects that the words of a cell stand for, and what is wrong with them."""
        effects, faults = [], []
        for part in filter(None, (each.strip() for each in text.split(";"))):
            for phrase, (pattern, names) in self._patterns.items():
                if found := pattern.fullmatch(_plain(part)):
                    words = dict(zip(names, found.groups(), strict=True))
                    effects.append(Effect(phrase, part, words, place))
                    break
            else:
                message = f'no effect is worded "{short(part)}"'
                hint = did_you_mean(part, self._patterns) or "say under effects what it does"
                faults.append(Fault(message, place, "", hint, "unknown-effect"))
        return effects, faults


def cells(content: Content, kind: str, of: str, field: str) -> dict[str, Place]:
    """Every text in a field of what a name may stand for, with the place of the first such cell."""
    rows: list[Any] = []
    if kind == "card":
        rows = list(content.cards.values())
    elif kind == "space":
        rows = list(content.spaces[of])
    elif kind == "row" and isinstance(table := content.tables.get(of), Table):
        rows = list(table)
    found: dict[str, Place] = {}
    for row in rows:
        if isinstance(row, Record) and isinstance(text := row.get(field), str) and text.strip():
            found.setdefault(text, row.place_of(field))
    return found


def _plain(text: str) -> str:
    """Words without capitals, a full stop or double spaces, and without `the` before one."""
    return " ".join(text.lower().rstrip(". ").split())
