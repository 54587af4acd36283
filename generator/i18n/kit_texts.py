"""Texts of a kit's data: finds the values that are words, and translates them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from generator.base.errors import Place
from generator.kit.load import Kit
from generator.kit.manifest.load import Component, KitFile
from generator.kit.tables.field_types import TextField
from generator.kit.tables.fields import AnyField, ListField, MapField, RecordField
from generator.kit.tables.records import Record, Table, Tables, with_values
from generator.kit.tables.translated_texts import in_other_words
from generator.kit.words import Translator

PITCH = ("turn", "special")
"""The lists of texts in a pitch; whom to write to is the same in every language."""
_NAME = re.compile(r"[a-z0-9-]*|#[0-9A-Fa-f]+")


def translate_kit(kit: Kit, translator: Translator) -> Kit:
    """Translate the titles, notes and texts of tables of a kit.

    The untranslated kit is kept as `original`, for play.
    """
    return replace(
        kit,
        file=_file(kit.file, translator),
        tables=_tables(kit, translator),
        words=translator,
        original=kit,
    )


def part_titles(kit: Kit) -> Iterator[tuple[str, Place]]:
    """Yield the name of each part, with the place of its first component's part."""
    parts: dict[str, Place] = {}
    for component in kit.file.components:
        parts.setdefault(component.part, component.place_of("part"))
    yield from parts.items()


def _file(file: KitFile, translator: Translator) -> KitFile:
    def translated(text: str, *path: str | int) -> str:
        return translator.translate(text, file.place(*path))

    def lines(texts: Sequence[str], *path: str) -> tuple[str, ...]:
        return tuple(translated(text, *path, index) for index, text in enumerate(texts))

    components = tuple(
        _component(component, index, file, translator)
        for index, component in enumerate(file.components)
    )
    options = {
        name: option.model_copy(update={"says": translated(option.says, "options", name, "says")})
        for name, option in file.options.items()
    }
    return file.model_copy(
        update={
            "title": translated(file.title, "title"),
            "summary": translated(file.summary, "summary"),
            "credits": lines(file.credits, "credits"),
            "pitch": file.pitch.model_copy(
                update={
                    "hook": translated(file.pitch.hook, "pitch", "hook"),
                    **{name: lines(getattr(file.pitch, name), "pitch", name) for name in PITCH},
                }
            ),
            "questions": lines(file.questions, "questions"),
            "language": translator.language or file.language,
            "components": components,
            "options": options,
        }
    )


def _component(
    component: Component, index: int, file: KitFile, translator: Translator
) -> Component:
    def translated(text: str, *path: str) -> str:
        return translator.translate(text, file.place("components", index, *path))

    update = {name: translated(getattr(component, name), name) for name in ("title", "note")}
    optional = {"bag": component.bag, "instead": component.instead}
    update |= {name: translated(text, name) for name, text in optional.items() if text}
    arguments = {
        name: translated(value, "with", name)
        for name, value in component.given.items()
        if isinstance(value, str) and not _NAME.fullmatch(value)  # `deck-1` and `ink` are names
    }
    return component.model_copy(update=update).giving(arguments)


def _tables(kit: Kit, translator: Translator) -> Tables:
    tables: dict[str, Table | Record] = {}
    for name, table in kit.tables.items():
        fields = kit.file.tables[name].fields
        if isinstance(table, Record):
            tables[name] = _record(table, fields, translator)
        else:
            rows = tuple(_record(row, fields, translator) for row in table)
            tables[name] = replace(table, rows=rows)
    return tables


def _record(row: Record, fields: Mapping[str, AnyField], translator: Translator) -> Record:
    found = {name: spec for name, spec in fields.items() if name in row}
    values = {
        name: _value(row[name], spec, translator, row.place_of(name))
        for name, spec in found.items()
    }
    return with_values(row, values)


def _value(value: Any, spec: AnyField, translator: Translator, place: Place) -> Any:
    """Translate the texts in a value; ids, choices and colours are not texts."""
    match spec, value:
        case _, None:
            return None
        case TextField(translate=True), str():
            return in_other_words(value, translator.translate(value, place))
        case ListField(), tuple():
            return tuple(_value(part, spec.of, translator, place) for part in value)
        case RecordField(), Record():
            return _record(value, spec.fields, translator)
        case MapField(), Record():
            return with_values(
                value,
                {
                    key: _value(value[key], spec.values, translator, value.place_of(key))
                    for key in value
                },
            )
    return value
