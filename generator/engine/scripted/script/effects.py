"""Effects: the words of a card's field, `gain 2 coins; take 1 from the leader`, as phrases with values.

The author of a game defines in `effects` what a phrase does: a pattern with names in braces, and
steps that use those names.  A cell holds one phrase or several, with semicolons between them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from generator.base.errors import Fault, Place, did_you_mean, short
from generator.engine.scripted.script.schema import Script
from generator.engine.scripted.script.setup import MEANT, Content
from generator.engine.scripted.script.step_schema import WHOSE
from generator.kit.tables.records import Record, Table

_NAME = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_VALUE = re.compile(r"[\w-]+")
MAX_TEXTS, MAX_PARTS = 1000, 20
"""Most different texts in the cells of a column, and most phrases in a cell."""


@dataclass(frozen=True)
class Effect:
    """One phrase in a cell."""

    phrase: str
    """The pattern in `effects`."""
    text: str
    """The text of the cell."""
    words: Mapping[str, str]
    """The words of the cell, by the names in the pattern."""
    place: Place

    @cached_property
    def values(self) -> dict[str, Any]:
        """The words as values of expressions: numbers as numbers."""
        return {
            name: int(word) if re.fullmatch("[0-9]{1,6}", word) else word
            for name, word in self.words.items()
        }


class Phrases:
    """The phrases of a script; `faults` lists those that are ambiguous or have no words."""

    def __init__(self, script: Script) -> None:
        self.faults: list[Fault] = []
        self._patterns = {phrase: _plain(phrase) for phrase in script.effects}
        self._read: dict[str, tuple[list[Effect], list[Fault]]] = {}
        for phrase in script.effects:
            names = _NAME.findall(phrase)
            place = script.place("effects", phrase)
            for name in names:
                if name in MEANT or name in WHOSE or names.count(name) > 1:
                    message = f'the effect "{phrase}" cannot name a value "{name}"'
                    hint = "choose another name"
                    self.faults.append(Fault(message, place, "", hint, "name-taken"))
            if any(len(_NAME.findall(word)) > 1 for word in phrase.split()):
                message = f'the effect "{phrase}" has two values in one word'
                self.faults.append(Fault(message, place, "", "put a space between", "turns-step"))

    def read(self, text: str, place: Place) -> tuple[list[Effect], list[Fault]]:
        """Parse the words of a cell: its effects, and the faults."""
        if text not in self._read:
            self._read[text] = self._parsed(text, place)
        return self._read[text]

    def _parsed(self, text: str, place: Place) -> tuple[list[Effect], list[Fault]]:
        effects, faults = [], []
        parts = [part for part in map(str.strip, text.split(";")) if part]
        if len(parts) > MAX_PARTS:
            message = f"a cell has {len(parts)} effects, more than {MAX_PARTS}"
            return [], [
                Fault(message, place, "", "combine several into one phrase", "too-many-steps")
            ]
        for part in parts:
            matches = (
                (phrase, _values(words, _plain(part))) for phrase, words in self._patterns.items()
            )
            found = next(((phrase, words) for phrase, words in matches if words is not None), None)
            if found:
                effects.append(Effect(found[0], part, found[1], place))
            else:
                message = f'there is no effect "{short(part)}"'
                hint = did_you_mean(part, self._patterns) or "define it under effects"
                faults.append(Fault(message, place, "", hint, "unknown-effect"))
        return effects, faults


def _values(pattern: list[str], words: list[str]) -> dict[str, str] | None:
    """The words of a cell at the names of a pattern; None if the phrase does not match."""
    if len(pattern) != len(words):
        return None
    values = {}
    for shape, word in zip(pattern, words, strict=True):
        if not (name := _NAME.search(shape)):
            if shape != word:
                return None
            continue
        before, after = shape[: name.start()], shape[name.end() :]
        value = word.removeprefix(before).removesuffix(after)
        if before + value + after != word or not _VALUE.fullmatch(value):
            return None
        values[name[1]] = value
    return values


def cells(content: Content, kind: str, of: str, field: str) -> dict[str, Place]:
    """Every text in a field of the things that a name can stand for, with its first place."""
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
        if len(found) > MAX_TEXTS:
            break
    return found


def _plain(text: str) -> list[str]:
    """The words of a phrase in lower case, without a full stop at the end."""
    return text.lower().rstrip(". ").split()
