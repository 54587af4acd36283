"""Columns of an imported deck: the values that differ from card to card, for its templates."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from io import StringIO
from xml.sax.saxutils import escape as xml_escape

from generator.kit.tables.guess import FEW, NAMES, FieldGuess, guess_field
from generator.tools.from_deck.design import DesignDeck, DesignElement, Value, value_at

_BRACES = re.compile(r"\{(?=[{%#])|(?<=[}%#])\}")
_QUOTE = {'"': "&quot;"}


def literal(words: str) -> str:
    """Escape words so that a template prints them literally, in an attribute or between tags."""
    return _BRACES.sub(lambda brace: f'{{{{ "{brace[0]}" }}}}', xml_escape(words, _QUOTE))


@dataclass(slots=True)
class Columns:
    """The table of a deck, which grows by the columns that its templates need."""

    deck: DesignDeck
    own: list[str] = field(default_factory=list)
    """Headings of the deck's own columns."""
    guesses: dict[str, FieldGuess] = field(default_factory=dict)
    """Field of each column, by heading."""

    def __post_init__(self) -> None:
        """Guess the fields of the deck's own columns."""
        self.own = list(self.deck.columns)
        for heading in self.own:
            self._guess(heading)

    def _guess(self, heading: str) -> FieldGuess:
        cells = self.deck.columns[heading]
        taken = [guess.name for guess in self.guesses.values()]
        guess = guess_field(heading, cells, taken)
        if guess.name == "id":
            guess = guess_field(heading, cells, ["id", *taken])
        if heading == self.deck.copies:
            whole = all(cell.isdecimal() for cell in cells if cell)
            copies = {"type": "integer", "from": 0, "default": 1}
            guess = replace(guess, role="copies", settings=copies) if whole else guess
            self.deck.copies = heading if whole else ""
        elif not _prints_as_written(guess, cells):
            translated = {} if guess.role in ("words", "word", "long") else {"translate": False}
            optional = {"optional": True} if "" in cells else {}
            guess = replace(guess, settings={"type": "text", **translated, **optional})
        self.guesses[heading] = guess
        return guess

    def name(self, heading: str) -> str:
        """The field of a column as an expression of a template."""
        return f"row.{self.guesses[heading].name.replace('-', '_')}"

    def add(self, stem: str, cells: list[str]) -> str:
        """Add a column named `stem`, numbered if that is taken; return its heading."""
        heading, number = stem, 2
        while heading.lower() in {each.lower() for each in self.deck.columns} | {"id"}:
            heading, number = f"{stem} {number}", number + 1
        self.deck.columns[heading] = cells
        self._guess(heading)
        return heading

    def expression(self, value: Value, element: DesignElement, stem: str) -> str:
        """A value in a template: literal words, a column, or words around a column."""
        if isinstance(value, str):
            return literal(value)
        on = [index for index in range(self.deck.cards) if element.on(index)]
        if len(same := {value[index] for index in on}) == 1:
            return literal(same.pop())
        for heading, cells in self.deck.columns.items():
            if (affixes := _affixes([(value[index], cells[index]) for index in on])) is not None:
                before, after = affixes
                return f"{literal(before)}{{{{ {self.name(heading)} }}}}{literal(after)}"
        cells = [cell if element.on(index) else "" for index, cell in enumerate(value)]
        return f"{{{{ {self.name(self.add(stem, cells))} }}}}"

    def condition(self, element: DesignElement) -> str:
        """The condition for the rows whose cards have the element; "" if all have it."""
        mask = element.cards
        if mask is None or all(mask):
            return ""
        shown = element.words if element.kind == "text" else element.attributes.get("src", "")
        columns = {heading: self.deck.columns[heading] for heading in self.own or self.deck.columns}
        own = [
            heading
            for heading, cells in columns.items()
            if all(cell in value_at(shown, n) for n, cell in enumerate(cells) if mask[n])
            and any(cells)
        ]
        often = [
            heading
            for heading, cells in columns.items()
            if len(set(cells)) < len(cells) and self.guesses[heading].role != "picture"
        ]
        for with_cells, with_values in ((own, often), (columns, columns)):
            found = [self._filled_condition(heading, mask) for heading in with_cells]
            found += [self._value_condition(heading, mask) for heading in with_values]
            if any(found):
                return next(filter(None, found))
        stem = f"has {element.box or element.kind}"
        return f"{self.name(self.add(stem, ['x' if on else '' for on in mask]))} is not none"

    def _filled_condition(self, heading: str, mask: Sequence[bool]) -> str:
        """The condition that a column is filled, if it selects exactly these cards; else ""."""
        filled = [bool(cell) for cell in self.deck.columns[heading]]
        optional = self.guesses[heading].settings.get("optional")
        return f"{self.name(heading)} is not none" if optional and filled == list(mask) else ""

    def _value_condition(self, heading: str, mask: Sequence[bool]) -> str:
        """The condition that a column has one of a few words, if it selects these cards; else ""."""
        cells = self.deck.columns[heading]
        on = {cell for cell, drawn in zip(cells, mask, strict=True) if drawn}
        off = {cell for cell, drawn in zip(cells, mask, strict=True) if not drawn}
        if on & off or "" in on or len(on) > FEW or heading == self.deck.copies:
            return ""
        whole = self.guesses[heading].settings["type"] == "integer"
        words = [cell if whole else json.dumps(cell, ensure_ascii=False) for cell in sorted(on)]
        if any("{" in word or "}" in word for word in words):
            return ""
        name = self.name(heading)
        return f"{name} == {words[0]}" if len(words) == 1 else f"{name} in [{', '.join(words)}]"

    def titles(self) -> str:
        """The field from which ids are made; "" without columns."""
        texts = [g for g in self.guesses.values() if g.settings["type"] == "text" and g.different]
        named = [g for g in texts if g.name in NAMES]
        best = named or sorted(texts or self.guesses.values(), key=lambda g: -g.different)
        return best[0].name if best else ""

    def csv(self) -> str:
        """The table as a CSV file."""
        out = StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.deck.columns)
        writer.writerows(zip(*self.deck.columns.values(), strict=True))
        return out.getvalue()


def _prints_as_written(guess: FieldGuess, cells: list[str]) -> bool:
    """Whether a field of the guessed kind prints its cells unchanged."""
    if guess.role == "whole":
        return all(str(int(cell)) == cell for cell in cells if cell)
    return guess.settings["type"] == "text"


def _affixes(pairs: list[tuple[str, str]]) -> tuple[str, str] | None:
    """The words before and after the cell in every value; None if they differ."""
    value, cell = pairs[0]
    if not cell or cell not in value:
        return None
    before, _, after = value.partition(cell)
    fits = all(cell and value == f"{before}{cell}{after}" for value, cell in pairs)
    return (before, after) if fits else None


def words_of(deck: DesignDeck, elements: list[DesignElement]) -> list[tuple[DesignElement, str]]:
    """Every text that a deck prints, with its element."""
    return [
        (element, value_at(element.words, index))
        for element in elements
        if element.kind == "text"
        for index in range(1 if isinstance(element.words, str) else deck.cards)
    ]
