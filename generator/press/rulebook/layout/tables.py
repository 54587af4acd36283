"""Table layout: one fragment a row, with columns as wide as their cells need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from generator.base.errors import KitError
from generator.base.units import Matrix, Rect, mm
from generator.press.rulebook.blocks import TableBlock
from generator.press.rulebook.inline import Prose
from generator.press.rulebook.layout.fragments import (
    Fragment,
    as_artifact,
    avoid_orphans,
    stacked,
    tagged,
)
from generator.press.rulebook.layout.paragraphs import ParagraphLayout
from generator.press.rulebook.layout.style import BookStyle, Face
from generator.press.scene.items import Group, Item, Path, Stroke, Tag
from generator.press.scene.paths import rectangle

_SIDE = 5.0
"""Space on both sides of a cell's words."""
_TOP = 2.0


def table_fragments(
    table: TableBlock, width: float, paragraphs: ParagraphLayout, style: BookStyle
) -> list[Fragment]:
    """The rows of a table that fills `width` points; the header stays with the rows after it."""
    faces = [replace(style.text, bold=True)] + [style.text] * (len(table.rows) - 1)
    columns = _columns(table, faces, width, paragraphs)
    rows = [
        _row(table, cells, face, columns, paragraphs, style)
        for cells, face in zip(table.rows, faces, strict=True)
    ]
    ground = as_artifact(Path(rectangle(Rect(0, 0, width, rows[0].height), 2.0), style.tint))
    header = (*((ground,) if style.tint else (_line(rows[0].height, width, style, 1.0),)),)
    lined = [replace(rows[0], items=(*header, *rows[0].items), keep=len(rows) > 1)]
    for row in rows[1:]:
        lined.append(replace(row, items=(*row.items, _line(row.height, width, style, 0.4))))
    repeated_header = replace(lined[0], items=(as_artifact(*lined[0].items),), keep=True, tags=())
    table_rows = tagged([lined[0], *avoid_orphans(lined[1:])], Tag("Table"))
    return table_rows[:2] + [
        replace(row, repeated_header=repeated_header) for row in table_rows[2:]
    ]


def _line(y: float, width: float, style: BookStyle, thickness: float) -> Item:
    return as_artifact(Path((("M", 0.0, y), ("L", width, y)), None, Stroke(style.muted, thickness)))


def _columns(
    table: TableBlock, faces: Sequence[Face], width: float, paragraphs: ParagraphLayout
) -> list[float]:
    """The widths of the columns: each has room for its longest word, then as its lines need.

    Raises KitError if the longest words do not fit side by side.
    """
    measures = [
        [paragraphs.measures(cell, face) for cell in cells]
        for cells, face in zip(table.rows, faces, strict=True)
    ]
    across = range(len(table.aligns))
    min_widths = [max(row[column][0] for row in measures) + 2 * _SIDE for column in across]
    natural_widths = [max(row[column][1] for row in measures) + 2 * _SIDE for column in across]
    if sum(min_widths) > width:
        raise KitError(
            f"the table is too wide: its longest words need {mm(sum(min_widths)):.0f} mm, "
            f"the column is {mm(width):.0f} mm wide",
            place=table.place,
            hint="shorten words, or leave out a column",
            check="block-too-large",
        )
    if sum(natural_widths) <= width:
        return [column * width / sum(natural_widths) for column in natural_widths]
    spare = width - sum(min_widths)
    growth = [want - low for want, low in zip(natural_widths, min_widths, strict=True)]
    return [low + spare * ask / sum(growth) for low, ask in zip(min_widths, growth, strict=True)]


def _row(
    table: TableBlock,
    cells: Sequence[Prose],
    face: Face,
    columns: Sequence[float],
    paragraphs: ParagraphLayout,
    style: BookStyle,
) -> Fragment:
    items: list[Item] = []
    x = height = 0.0
    for cell, column, align in zip(cells, columns, table.aligns, strict=True):
        words, cell_height = stacked(paragraphs.lines(cell, column - 2 * _SIDE, face, align))
        cell_tag = Tag("TH" if face.bold else "TD")
        items.append(Group(words, Matrix.move(x + _SIDE, _TOP), tags=(cell_tag,)))
        x += column
        height = max(height, cell_height)
    place = next((cell.place for cell in cells), table.place)
    row_height = max(height, style.text.leading) + 2 * _TOP
    return Fragment(row_height, tuple(items), place, tags=(Tag("TR"),))
