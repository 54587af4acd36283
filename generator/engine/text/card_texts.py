"""Card texts: the text of a row of a kit's tables for players, in lines.

First a line of facts (`cost 5, Mean 3`), then every sentence of the row, then the texts of rows
that it refers to and that no piece explains: the ability of a limb, the threats of a card.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from generator.engine.text.rule_texts import Rule
from generator.kit.tables.records import Record, Table, Tables
from generator.kit.words import UNTRANSLATED, Translator

TITLES = ("id", "name")
"""Fields that the title of a row contains."""
SENTENCE = re.compile(r".*[.!?…]”?", re.DOTALL)
PLACEHOLDER = re.compile(r"\{([a-z-]+)\}")
"""Placeholder for a figure of the kit or of the referring row: `Attack up to {k} hexes away.`"""
MARKS = re.compile(
    r"\\([*_:{\\])|:([a-z][a-z0-9-]*):(?:\{[^{}]*\})?|\[([^\[\]]*)\]\{[^{}]*\}"
    r"|(?<!\w)[*_]+(?=\w)|(?<=[\w.,!?])[*_]+(?!\w)"
)
"""Marks of a printed text: a plain character, an icon, words with a look, bold and italic."""
NO_FIELDS: Mapping[str, Any] = {}


class CardTexts:
    """The words for the rows of one kit."""

    def __init__(
        self,
        tables: Tables,
        rules: Mapping[str, Rule],
        kit_file: Any,
        unprinted: Collection[str],
        words: Translator = UNTRANSLATED,
    ) -> None:
        """`unprinted`: fields that players never read.  Without a manifest, references appear as ids."""
        self._tables, self._rules, self._unprinted = tables, rules, unprinted
        self._translator = words
        self._specs = kit_file.tables if kit_file else {}
        components = kit_file.components if kit_file else ()
        self._pieces = {each.each for each in components}
        self._copies = {(each.each, each.copies) for each in components}
        """The fields with numbers of copies, each with its table."""

    def lines(self, table: Table, row: Record) -> Iterator[str]:
        """Return all lines for a row."""
        facts, sentences, slugs = [], [], []
        specs = self._fields(table.name)
        for field, value in row.items():
            spec = specs.get(field)
            unread = field in self._unprinted or (table.name, field) in self._copies
            if field in TITLES or unread or _is_data(spec):
                continue
            if isinstance(value, str) and value in self._rules:
                slugs.append(value)
            elif isinstance(value, str) and SENTENCE.fullmatch(value):
                sentences.append(self._filled(value, row))
            elif told := [part for part in _each(value) if isinstance(part, Record)]:
                sentences.append(self._part(field, told, spec))
            elif value is True:
                facts.append(self._label(field))
            elif value is not False and value not in (None, "", ()):
                facts.append(f"{self._label(field)} {self._words(value, spec)}")
        if facts:
            yield ", ".join(facts)
        yield from sentences
        yield from dict.fromkeys(self._explained(table.name, row))
        if slugs:
            yield f"({', '.join(slugs)})"

    def _label(self, field: str) -> str:
        return self._translator.text(field.replace("-", " ").replace("_", " "))

    def _filled(self, text: str, row: Record) -> str:
        """A text in plain words, with the figures of its row or the kit, or `n` where they vary."""
        single = [each for each in self._tables.values() if isinstance(each, Record)]

        def figure(match: re.Match[str]) -> str:
            return str(next((each[match[1]] for each in (row, *single) if match[1] in each), "n"))

        return PLACEHOLDER.sub(figure, without_marks(text))

    def _fields(self, table: str) -> Mapping[str, Any]:
        return self._specs[table].fields if table in self._specs else NO_FIELDS

    def _words(self, value: Any, spec: Any) -> str:
        """A value without nested records, in words; references appear as titles."""
        if isinstance(value, tuple):
            return " and ".join(self._words(part, getattr(spec, "of", None)) for part in value)
        found = self._target(value, spec)
        return str(found.get("name") or value) if found is not None else str(value)

    def _part(self, field: str, parts: list[Record], spec: Any) -> str:
        """Records inside a row, each as `Name: text.`, or as its values."""
        specs = getattr(getattr(spec, "of", spec), "fields", NO_FIELDS)
        told = []
        for part in parts:
            if "text" in part:
                told.append(" ".join(filter(None, [f"{part.get('name')}:", part["text"]])))
                continue
            values = [(key, value) for key, value in part.items() if value not in (None, "", ())]
            told.append(
                ", ".join(f"{self._label(key)} {value}" for key, value in values)
                if all(isinstance(value, int) for _, value in values)
                else " ".join(self._words(value, specs.get(key)) for key, value in values)
            )
        sentence = all("text" in part for part in parts)
        return " ".join(told) if sentence else f"{self._label(field)}: {'; '.join(told)}"

    def _target(self, value: Any, spec: Any) -> Record | None:
        """The row that a value refers to, if any."""
        table = self._tables.get(spec.to) if getattr(spec, "type", "") == "ref" else None
        return table[value] if isinstance(table, Table) and value in table else None

    def _explained(self, table: str, row: Record, within: bool = False) -> Iterator[str]:
        """The texts that a row refers to, including those of its nested records."""
        for field, value in row.items():
            spec = self._fields(table).get(field)
            for part, of, inner in _references(value, spec):
                found = self._target(part, of)
                if found is None or field in self._unprinted:
                    continue
                if of.to not in self._pieces:
                    text = self._filled(_text(found), row)
                    owner = f"{row.get('name')}, " if within and text else ""
                    yield from [f"{owner}{found.get('name') or part}: {text}"] if text else []
                elif inner and not within:
                    yield from self._explained(of.to, found, within=True)


def without_marks(text: str) -> str:
    """A printed text as plain words: `*+2* :gold-coin:` -> `+2 gold coin`."""

    def words(match: re.Match[str]) -> str:
        plain, icon, with_look = match.groups()
        return plain or with_look or (icon or "").replace("-", " ")

    return MARKS.sub(words, text)


def _references(value: Any, spec: Any, inner: bool = False) -> Iterator[tuple[Any, Any, bool]]:
    """The values in a field that may refer to a row, each with its type and whether it is nested."""
    if isinstance(value, tuple):
        for part in value:
            yield from _references(part, getattr(spec, "of", None), inner)
    elif isinstance(value, Record):
        for key, part in value.items():
            yield from _references(part, getattr(spec, "fields", NO_FIELDS).get(key), True)
    else:
        yield value, spec, inner


def _each(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _is_data(spec: Any) -> bool:
    """Whether a field holds data that only the engine uses."""
    return "data" in (getattr(spec, "type", ""), getattr(getattr(spec, "of", None), "type", ""))


def _text(row: Record) -> str:
    """The text of a row that explains another row."""
    return str(row.get("text") or row.get("says") or "")
