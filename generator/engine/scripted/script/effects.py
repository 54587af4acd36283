"""Effects: the words of a card's field, `gain 2 coins; take 1 from the leader`, as phrases with values.

The author of a game defines in `effects` what a phrase does: a pattern with names in braces, and
steps that use those names.  A cell holds one phrase or several, with semicolons between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from generator.base.errors import Fault, Place, did_you_mean, short
from generator.engine.scripted.script.schema import Script
from generator.engine.scripted.script.setup import MEANT, Content
from generator.engine.scripted.script.step_schema import WHOSE, StepSpec
from generator.kit.tables.records import Record, Table

_NAME = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_VALUE = re.compile(r"[\w-]+")
NAMING = (
    *("who", "each", "eliminate"),
    *("gain", "lose", "set", "bid", "take", "give", "swap", "move"),
)
"""The keys of a step that may name a word of a cell: `{gain: good}`."""
FOR_CARDS = ("pile", "hand", "row")
"""What no word of a cell stands for: what is hidden depends on where steps move cards."""
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

    def said(self, step: StepSpec, kinds: Mapping[str, str]) -> StepSpec:
        """A step with words of the cell in place of names for players, counters and tokens.

        `kinds` has the kind of each thing on the table; its own name means that thing.
        """
        given = {key: getattr(step, key) for key in NAMING}
        said = {
            key: self.words[name]
            for key, name in given.items()
            if name in self.words and name not in kinds
            if kinds.get(self.words[name]) not in FOR_CARDS
        }
        return step.model_copy(update=said) if said else step


class Phrases:
    """The phrases of a script; `faults` lists those that are ambiguous or have no words."""

    def __init__(self, script: Script) -> None:
        self.faults: list[Fault] = []
        self._synonyms = {word.lower(): meant.lower() for word, meant in script.synonyms.items()}
        self._patterns = {phrase: self._plain(phrase) for phrase in script.effects}
        self._read: dict[str, tuple[list[Effect], list[Fault]]] = {}
        for word, meant in script.synonyms.items():
            if any(len(each.split()) != 1 for each in (word, meant)):
                message = f'the synonym "{word}: {meant}" is not one word for another'
                place, hint = script.place("synonyms", word), "write it as an effect"
                self.faults.append(Fault(message, place, "", hint, "turns-step"))
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
                (phrase, _values(words, self._plain(part)))
                for phrase, words in self._patterns.items()
            )
            found = next(((phrase, words) for phrase, words in matches if words is not None), None)
            if found:
                effects.append(Effect(found[0], part, found[1], place))
            else:
                message = f'there is no effect "{short(part)}"'
                known = did_you_mean(part, self._patterns)
                hint = "; or ".join(
                    filter(None, (known, "define it under `effects` in turns.yaml"))
                )
                faults.append(Fault(message, place, "", hint, "unknown-effect"))
        return effects, faults

    def _plain(self, text: str) -> list[str]:
        """The words of a phrase in lower case, without a full stop at the end and without synonyms."""
        words = text.lower().rstrip(". ").split()
        return [self._synonyms.get(word, word) for word in words]


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


def cells(content: Content, kind: str, of: str, fields: Sequence[str]) -> dict[str, Place]:
    """Every text in some fields of the things that a name can stand for, with its first place."""
    found: dict[str, Place] = {}
    for row, field in product(_records(content, kind, of), fields):
        if isinstance(text := row.get(field), str) and text.strip():
            found.setdefault(text, row.place_of(field))
        if len(found) > MAX_TEXTS:
            break
    return found


def lacking(content: Content, kind: str, of: str, fields: Sequence[str]) -> Sequence[str]:
    """The fields that none of these things has; the first one if there is no text in any field."""
    if kind and not cells(content, kind, of, fields):
        return fields[:1]
    rows = _records(content, kind, of)
    return [field for field in fields if rows and not any(field in row for row in rows)]


def _records(content: Content, kind: str, of: str) -> list[Record]:
    """The things that a name of a kind can stand for, as far as they have fields."""
    things: Iterable[object] = ()
    if kind == "card":
        things = content.cards.values()
    elif kind == "space":
        things = content.spaces[of]
    elif kind == "row" and isinstance(table := content.tables.get(of), Table):
        things = table
    return [thing for thing in things if isinstance(thing, Record)]
