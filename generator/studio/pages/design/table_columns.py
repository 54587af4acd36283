"""Columns of a table in the grid: how each is shown and edited, by the kind of its field."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from generator.base.errors import KitError
from generator.kit.edit.tables import TableFile, choices_of
from generator.kit.tables.field_types import (
    ColorField,
    FieldSpec,
    IntegerField,
    NumberField,
    RefField,
    TextField,
)
from generator.kit.tables.fields import ListField
from generator.studio.edit.cell_pictures import CellPictures

LONG = 40
"""Characters from which a text is edited in a box of its own."""
NARROW, WIDE, FULL_WIDTH = "fijlrtI .,;:!'|-", "mwMW", "\u2e80"
"""Letters by their width; from the last one on, they are as wide as high, as in Chinese."""
PADDING, PICTURE, MAX_WIDTH, LONG_WIDTH = 22, 30, 160, 140
"""Pixels of the edges of a cell, of a picture in it; the most of a short text, the least of a long one."""
MAX_SHARE = 120
"""Characters from which a longer text gets no more room than others."""
TITLES = ("name", "title")
"""Fields of short texts, which are edited in their cells unless one is long."""
Column = dict[str, Any]


@dataclass(frozen=True, slots=True)
class ColumnLook:
    """Context of columns: the kit's name, pictures and colours, and the rows to refer to."""

    kit: str
    pictures: CellPictures
    colors: Mapping[str, str]
    rows: Mapping[str, Mapping[str, str]]
    """The names of the rows of each table, by id."""
    hidden: Collection[str] = field(default=())
    read_only: bool = False


def columns_of(
    table: TableFile, look: ColumnLook, rows: Sequence[Mapping[str, Any]]
) -> list[Column]:
    """The columns of a table, the one with the faults first."""
    return [_mark_column(), *(_column(table, name, look, rows) for name in table.fields)]


def row_names(tables: Mapping[str, TableFile | KitError]) -> dict[str, dict[str, str]]:
    """The names of the rows of all readable tables, by id."""
    return {
        name: {
            row.id: next((row.cells[word] for word in TITLES if row.cells.get(word)), "")
            for row in table.rows
        }
        for name, table in tables.items()
        if isinstance(table, TableFile)
    }


def _mark_column() -> Column:
    return {
        "headerName": "", "field": "_all", "width": 22, "minWidth": 22, "maxWidth": 22,
        "pinned": "left", "sortable": True, "filter": False, "resizable": False, "cellClass": "mark",
        ":valueFormatter": "(p) => p.value ? '!' : ''", ":tooltipValueGetter": "(p) => p.value",
        "headerTooltip": "Faults",
    }  # fmt: skip


def _column(
    table: TableFile, name: str, look: ColumnLook, rows: Sequence[Mapping[str, Any]]
) -> Column:
    spec = table.fields[name]
    cells = [str(row[name]) for row in rows]
    longest = max(map(len, cells), default=0)
    column: Column = {
        "headerName": name,
        "field": name,
        "hide": name in look.hidden,
        ":editable": "false"
        if look.read_only
        else f"(p) => !p.data._fixed.includes({json.dumps(name)})",
        ":tooltipValueGetter": f"(p) => p.data._bad[{json.dumps(name)}]",
        ":cellClassRules": "{bad: (p) => p.colDef.field in p.data._bad,"
        " fixed: (p) => p.data._fixed.includes(p.colDef.field)}",
        "initialWidth": _width(name, cells),
        "headerTooltip": getattr(spec, "type", ""),
    }
    if isinstance(spec, (IntegerField, NumberField)):
        column |= {
            "type": "rightAligned", "filter": "agNumberColumnFilter",
            ":comparator": "(a, b) => Number(a) - Number(b)",
            ":filterValueGetter": f"(p) => Number(p.data[{json.dumps(name)}])",
        }  # fmt: skip
        return column
    if any(name in row.get("_fixed", ()) for row in rows):  # data that is edited in its file
        return column
    wrapped: Column = {"wrapText": True, "autoHeight": True}
    if longest > LONG:  # shares the room that the others leave
        wrapped |= {"initialFlex": min(longest, MAX_SHARE), "minWidth": LONG_WIDTH}
    return column | wrapped | _completed(name, spec, look, cells, longest)


def _width(name: str, cells: Sequence[str], beside: int = 0) -> int:
    """The width of a column whose texts are wrapped, in pixels; `beside` is the room of pictures."""
    word = max(
        (_pixels(word) for cell in cells for word in re.findall(r"[^\s-]+-?", cell)), default=0
    )
    # No short text has more than three or four lines.
    third = max(map(_pixels, cells), default=0) / 3
    return round(min(max(word + beside, third + beside, _pixels(name)), MAX_WIDTH) + PADDING)


def _pixels(text: str) -> float:
    """About the width of a text on the screen."""
    return sum(
        4.5 if letter in NARROW else 11 if letter in WIDE else 8 if letter < FULL_WIDTH else 16
        for letter in text
    )


def _completed(
    name: str, spec: FieldSpec, look: ColumnLook, cells: Sequence[str], longest: int
) -> Column:
    """How a column is shown and completed whose cells name something known."""
    many = isinstance(spec, ListField)
    one = spec.of if isinstance(spec, ListField) else spec
    rows = look.rows.get(one.to, {}) if isinstance(one, RefField) else {}
    choices = choices_of(one, {one.to: [*rows]} if isinstance(one, RefField) else {})
    used = {part.strip() for cell in cells for part in (cell.split(";") if many else [cell])}
    color = isinstance(one, ColorField)
    words = isinstance(one, TextField) and not many
    prose = isinstance(one, TextField) and one.translate and name not in TITLES
    pictures = look.pictures.of(name, {*(choices or ()), *used}) if choices or words or many else {}
    colors = look.colors if color else {}
    if choices is None:
        choices = [*(["", *pictures] if pictures else colors)]
    shown: Column = {}
    if pictures or color:
        shown = {  # pairs: what a key with a colon in front is for, the grid takes for a script
            "initialWidth": _width(name, cells, PICTURE),
            ":cellRenderer": "PictureCell",
            "cellRendererParams": {
                "kit": look.kit, "pictures": [*pictures.items()], "colors": [*colors.items()],
                "many": many, "color": color,
            },
        }  # fmt: skip
    if choices or colors:
        options = [_option(each, rows, pictures, colors) for each in choices]
        strict = choices_of(one, {}) is not None
        return shown | _editor(look.kit, "list" if many else "one", options, strict=strict)
    if words and (longest > LONG or prose):
        icons = [_option(each, {}, look.pictures.icons, {}) for each in look.pictures.icons]
        return shown | _editor(look.kit, "words", icons, strict=False)
    return shown


def _editor(kit: str, mode: str, options: list[Column], *, strict: bool) -> Column:
    return {
        ":cellEditor": "CompletingEditor",
        "cellEditorPopup": True,
        "cellEditorParams": {"kit": kit, "mode": mode, "options": options, "strict": strict},
    }


def _option(
    value: str, rows: Mapping[str, str], pictures: Mapping[str, str], colors: Mapping[str, str]
) -> Column:
    """A choice, with what distinguishes it."""
    found = {"label": rows.get(value), "picture": pictures.get(value), "color": colors.get(value)}
    return {"value": value} | {name: each for name, each in found.items() if each}
