"""The command `stats`: how many pieces of a kit have each value of each column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from shutil import get_terminal_size

from generator.cli.command import command
from generator.cli.options import Json, KitData, OneKit
from generator.cli.output import print_json
from generator.kit.load import load_kit
from generator.kit.statistics import (
    ColumnStatistics,
    TableStatistics,
    counted_tables,
    group_columns,
    table_statistics,
)

BAR = "█"
MAX_BAR = 40
"""The letters of a bar that stands for all pieces."""
MAX_WIDTH = 100
"""The width of a terminal that has none of its own."""
NO_PIECES = "·"


@command(
    "grimoire stats gruff",
    "grimoire stats gruff --table cards --by pool",
    "grimoire stats grudge --table standees --json",
    notes="Copies count: a card that is printed four times is four pieces. A table that no component "
    "prints is counted by its rows, if --table names it.",
    options="""
    table NAME: The table to count; if left out, each that a component prints.
    by COLUMN: Count once for each word of this column, such as the colour of a card.
    """,
)
def stats(
    *, name: OneKit, table: str = "", by: str = "", where: KitData, as_json: Json = False
) -> None:
    """Count what the pieces of a kit have: numbers, kinds, symbols and the longest texts."""
    kit = load_kit(where.search_path().find(name))
    tables = [table] if table else counted_tables(kit, printed=True) or counted_tables(kit)
    having = [each for each in tables if not by or by in group_columns(kit, each)]
    # Without any such column, the error names those of the first table.
    found = [table_statistics(kit, each, by) for each in having or tables[:1]]
    if as_json:
        print_json({"kit": name, "tables": [_as_data(each) for each in found]})
        return
    for number, each in enumerate(found):
        print("\n" * (number > 0) + "\n".join(_lines(each)))


def _lines(table: TableStatistics) -> Iterator[str]:
    yield table.title
    for column in table.columns:
        yield from _grid(column, table) if table.by else _bars(column, table.pieces)


def _bars(column: ColumnStatistics, pieces: int) -> Iterator[str]:
    """A column as a list of values with bars."""
    yield from ("", column.title(pieces))
    if column.kind == "text":
        return
    width = max(len(count.label) for count in column.counts)
    room = max(10, min(MAX_BAR, get_terminal_size((MAX_WIDTH, 24)).columns - width - 18))
    for label, (number,) in column.counts:
        share = number / pieces if pieces else 0.0
        bar = BAR * round(room * share) or NO_PIECES * (number == 0)
        yield f"  {label:{width}} {number:6} {share:6.0%}  {bar}".rstrip()


def _grid(column: ColumnStatistics, table: TableStatistics) -> Iterator[str]:
    """A column counted for each group: the groups are the lines, unless that would be too wide."""
    if column.kind == "text":
        return
    values = [[str(number or NO_PIECES) for number in count.pieces] for count in column.counts]
    heads = [count.label for count in column.counts]
    lines = [[value[group] for value in values] for group in range(len(table.groups))]
    if column.means:
        heads.append("average")
        for line, mean in zip(lines, column.means, strict=False):
            line.append("" if mean is None else f"{mean:.1f}")
    labels = [*table.groups]
    widest = get_terminal_size((MAX_WIDTH, 24)).columns
    if _width(heads, labels) > widest and _width(labels, heads) < _width(heads, labels):
        heads, labels, lines = labels, heads, [[*line] for line in zip(*lines, strict=True)]
    first = max(map(len, [*labels, column.name])) + 2
    yield ""
    yield column.title(table.pieces)
    yield f"{'':{first}}" + "".join(f"  {head:>4}" for head in heads)
    for label, line in zip(labels, lines, strict=True):
        cells = zip(line, heads, strict=True)
        yield f"  {label:{first - 2}}" + "".join(
            f"  {cell:>{max(4, len(head))}}" for cell, head in cells
        )


def _width(heads: Sequence[str], labels: Sequence[str]) -> int:
    return max(map(len, labels), default=0) + sum(2 + max(4, len(head)) for head in heads)


def _as_data(table: TableStatistics) -> dict[str, object]:
    return {
        "table": table.table,
        "component": table.component.id if table.component else None,
        "rows": table.rows,
        "pieces": table.pieces,
        "groups": list(table.groups) if table.by else [],
        "columns": [
            {
                "column": column.name,
                "kind": column.kind,
                "counts": {label: list(pieces) for label, pieces in column.counts},
                "average": column.means[-1] if column.means else None,
                "longest": {"letters": column.longest[0], "row": column.longest[1]}
                if column.kind == "text"
                else None,
            }
            for column in table.columns
        ],
    }
