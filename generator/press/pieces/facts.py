"""Facts of a piece: the short values in its row, for people who listen to a page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from generator.kit.load import Kit
from generator.kit.tables.field_types import (
    BooleanField,
    ChoiceField,
    IntegerField,
    NumberField,
    RefField,
    TextField,
)
from generator.kit.tables.fields import ListField, RecordField
from generator.kit.tables.records import Record, Table

Fact: TypeAlias = tuple[str, str]
"""A field's name and value, as people say them."""

NAMES = ("id", "name", "title")
"""Fields that hold the name of a piece."""
_SHORT = 30
_MARKS = set("*_:[]{}.!?")
"""Texts with one of these marks, or with more than `_SHORT` letters, are read out as printed."""
_WORD = re.compile(r"\w+")


def facts_of(kit: Kit, table: str | None, row: Record | None) -> tuple[Fact, ...]:
    """The facts of a row in the order of its fields; none in a translation, which lacks words for them."""
    if row is None or table is None or kit.words.language:
        return ()
    fields = kit.file.tables[table].fields
    return tuple(_facts(kit, {name: fields[name] for name in fields if name not in NAMES}, row))


def _facts(kit: Kit, fields: Mapping[str, Any], row: Mapping[str, Any]) -> Iterator[Fact]:
    for name, spec in fields.items():
        value = row.get(name)
        if isinstance(spec, RecordField) and value is not None:
            yield from _facts(kit, spec.fields, value)
        elif isinstance(spec, BooleanField):
            if value:
                yield "", name.replace("-", " ")
        else:
            spoken = _spoken(kit, spec, value)
            if spoken:
                yield name.replace("-", " "), spoken


def _spoken(kit: Kit, spec: Any, value: Any) -> str:
    """A value as people say it; "" if it is no fact."""
    if value is None:
        return ""
    match spec:
        case ListField():
            return " and ".join(filter(None, (_spoken(kit, spec.of, each) for each in value)))
        case IntegerField() | NumberField():
            return f"{value:g}".replace("-", "−")
        case ChoiceField():
            return str(value).replace("-", " ")
        case RefField():
            return _name_of(kit, spec.to, value)
        case TextField():
            return value if len(value) <= _SHORT and not _MARKS & set(value) else ""
    return ""


def _name_of(kit: Kit, table: str, row: str) -> str:
    """The name of a row of another table."""
    rows = kit.tables[table]
    found: Mapping[str, Any] = rows[row] if isinstance(rows, Table) else {}
    return next((found[key] for key in NAMES[1:] if isinstance(found.get(key), str)), row)


def sentence(name: str, kind: str, facts: tuple[Fact, ...], printed: list[str]) -> str:
    """A piece in a sentence, then what else is `printed` on its face: "Ada (Cards): cost 3. Draw."

    A fact that is not printed on the face is left out.
    """
    words = [*map(_words, printed)]
    seen = set().union(*words)
    shown = [fact for fact in facts if _words(fact[1]) <= seen]
    if not shown:
        return ""
    known = _words(" ".join((name, *map(" ".join, shown))))
    others = [line for line, said in zip(printed, words, strict=True) if not said <= known]
    spoken = f"{name} ({kind}): " + ", ".join(" ".join(filter(None, fact)) for fact in shown) + "."
    return " ".join((spoken, *others))


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold().replace("\u00ad", "")))
