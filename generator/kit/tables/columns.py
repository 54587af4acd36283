"""Columns of a table of cells: maps headings to fields, and makes ids from a field."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from generator.base.document import Document
from generator.base.errors import KitError
from generator.base.schema import filename_problem
from generator.kit.tables.field_types import FieldSpec

MAX_ID_LETTERS = 60
"""Most characters of an id made from a name."""

_LETTERS = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
    | dict.fromkeys("'’‘`", "")
)
"""Letters that do not decompose to a plain letter and a mark, with their replacements in an id."""


def slug_of(words: str, other: str = "") -> str:
    """Turn words into an id: "Zoë's Élan" -> "zoes-elan"; `other` if they have no usable letter."""
    plain = unicodedata.normalize("NFKD", words.casefold().translate(_LETTERS))
    slug = "-".join(re.findall("[a-z0-9]+", plain.encode("ascii", "ignore").decode()))
    slug = slug[:MAX_ID_LETTERS].strip("-")
    if not slug:
        return other
    return f"{slug}-{other}" if filename_problem(slug) else slug


def named_by_fields(document: Document, fields: Mapping[str, FieldSpec]) -> Document:
    """Replace the headings of columns by the names of their fields.

    Raises KitError if two columns are for the same field.
    """
    names = {spec.column: name for name, spec in fields.items() if spec.column}
    if not names or not document.columns:
        return document
    headings = document.columns
    named = {heading: names.get(heading, heading) for heading in headings}
    twins = {name for heading, name in names.items() if heading in headings and heading != name}
    if twice := next((name for name in headings if named[name] == name in twins), ""):
        message = (
            f'the columns "{fields[twice].column}" and "{twice}" are both for the field "{twice}"'
        )
        hint = "rename one of them"
        raise KitError(message, place=document.place(), hint=hint, check="column-name")
    data = [{named[heading]: cell for heading, cell in row.items()} for row in document.data]
    marks = {
        row: replace(mark, inside={named.get(str(key), key): at for key, at in mark.inside.items()})
        for row, mark in document.lines.inside.items()
    }
    lines = replace(document.lines, inside=marks)
    return Document(data, document.file, lines, tuple(named.values()))


def with_made_ids(document: Document, sources: Sequence[str], one: str) -> Document:
    """Give each row of cells an id: its own, or one made from the fields `sources`.

    Ids depend on the content of rows and never on their order, so that a moved row keeps its id.
    Rows with the same name are numbered: "owl", "owl-2".  A row without a name is named after `one`,
    the word for a row in messages.
    """
    rows: list[dict[str, str]] = document.data
    ids = {index: row["id"] for index, row in enumerate(rows) if row.get("id")}
    stems: defaultdict[str, list[int]] = defaultdict(list)
    other = slug_of(one, "row")
    for index, row in enumerate(rows):
        if index not in ids:
            words = " ".join(row.get(source, "") for source in sources)
            stems[slug_of(words, other)].append(index)
    taken = {*ids.values(), *stems}
    for stem, indexes in sorted(stems.items()):
        indexes.sort(key=lambda index: sorted(rows[index].items()))
        free = stem not in ids.values()
        number = 2
        for position, index in enumerate(indexes):
            id = stem
            while (position or not free) and (id := f"{stem}-{number}") in taken:
                number += 1
            ids[index] = id
            taken.add(id)
    data = [{"id": ids[index], **row, **{"id": ids[index]}} for index, row in enumerate(rows)]
    columns = tuple(dict.fromkeys(("id", *document.columns)))
    return replace(document, data=data, columns=columns)
