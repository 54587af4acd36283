"""Turns a kit into the same kit in other words: its titles, its tables' texts, its rules.

`in_words` says which values of a kit's data are words and which are not.  With a `Catalogue` it
translates them; whoever wants to know them all gives it words that remember what they are asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from generator.base.errors import Place
from generator.engine.rule_texts import Rule
from generator.kit.load import Kit
from generator.kit.manifest.load import Component, KitFile
from generator.kit.tables.field_types import TextField
from generator.kit.tables.fields import AnyField, ListField, MapField, RecordField
from generator.kit.tables.records import Record, Table, Tables, with_values
from generator.kit.words import Translator

Path = tuple[str | int, ...]
_NAME = re.compile(r"[a-z0-9-]*|#[0-9A-Fa-f]+")
_PICTURE = re.compile(r"\S+\.(png|jpe?g|svg)", re.IGNORECASE)


def in_words(kit: Kit, words: Translator) -> Kit:
    """The kit in these words.

    What is played stays the kit as it is written: `original` keeps it.
    """
    return replace(
        kit,
        file=_file(kit.file, words),
        tables=_tables(kit, words),
        words=words,
        original=kit,
    )


def rules_in_words(rules: Mapping[str, Rule], words: Translator) -> dict[str, Rule]:
    """Rules with their sections and texts in these words."""
    return {
        slug: rule._replace(
            section=_said(rule.section, words, rule.place),
            text=_said(rule.text, words, rule.place),
        )
        for slug, rule in rules.items()
    }


def _said(text: str, words: Translator, place: Place | None) -> str:
    """A text in these words.  One without a letter, or a picture's file, is the same in all."""
    if not any(map(str.isalpha, text)) or _PICTURE.fullmatch(text):
        return text
    return words.find(text, place=place)


def _file(file: KitFile, words: Translator) -> KitFile:
    def say(text: str, *path: str | int) -> str:
        return _said(text, words, file.place(*path))

    components = tuple(
        _component(component, words, ("components", index), file)
        for index, component in enumerate(file.components)
    )
    options = {
        name: option.model_copy(update={"says": say(option.says, "options", name, "says")})
        for name, option in file.options.items()
    }
    return file.model_copy(
        update={
            "title": say(file.title, "title"),
            "summary": say(file.summary, "summary"),
            "credits": tuple(say(each, "credits", i) for i, each in enumerate(file.credits)),
            "language": words.language or file.language,
            "components": components,
            "options": options,
        }
    )


def _component(component: Component, words: Translator, path: Path, file: KitFile) -> Component:
    def say(text: str, *where: str) -> str:
        return _said(text, words, file.place(*path, *where))

    said: dict[str, Any] = {
        "title": say(component.title, "title"),
        "note": say(component.note, "note"),
    }
    if component.bag:
        said["bag"] = say(component.bag, "bag")
    given = {
        name: say(value, "with", name)
        for name, value in component.given.items()
        if _is_words(value)
    }
    return component.model_copy(update=said).giving(given)


def _is_words(value: Any) -> bool:
    """Whether a value that a template is given is words; `deck-1` and `ink` are names."""
    return isinstance(value, str) and not _NAME.fullmatch(value)


def _tables(kit: Kit, words: Translator) -> Tables:
    tables: dict[str, Table | Record] = {}
    for name, table in kit.tables.items():
        fields = kit.file.tables[name].fields
        if isinstance(table, Record):
            tables[name] = _record(table, fields, words)
        else:
            rows = tuple(_record(row, fields, words) for row in table)
            tables[name] = replace(table, rows=rows)
    return tables


def _record(row: Record, fields: Mapping[str, AnyField], words: Translator) -> Record:
    return with_values(
        row,
        {
            name: _value(row[name], spec, words, row.place_of(name))
            for name, spec in fields.items()
            if name in row
        },
    )


def _value(value: Any, spec: AnyField, words: Translator, place: Place) -> Any:
    """A value with the texts in it in these words; ids, choices and colours are no words."""
    match spec, value:
        case _, None:
            return None
        case TextField(translate=True), str():
            return _said(value, words, place)
        case ListField(), tuple():
            return tuple(_value(part, spec.of, words, place) for part in value)
        case RecordField(), Record():
            return _record(value, spec.fields, words)
        case MapField(), Record():
            return with_values(
                value,
                {key: _value(value[key], spec.values, words, value.place_of(key)) for key in value},
            )
    return value


def part_titles(kit: Kit) -> Iterator[tuple[str, Place]]:
    """The name of each part, as a person reads it, and the line of a component of it."""
    told: dict[str, Place] = {}
    for component in kit.file.components:
        told.setdefault(component.part, component.place_of("part"))
    yield from told.items()
