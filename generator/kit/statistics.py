"""Table statistics: how many pieces have each value of each column.

Pieces are counted with their copies, by the component that prints most of the table; rows are counted
if none prints it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import floor, log10
from typing import Any, Literal, NamedTuple

from generator.base.errors import KitError, counted, did_you_mean
from generator.kit.decks import deal
from generator.kit.load import Kit
from generator.kit.manifest.spec import Component
from generator.kit.tables import field_types as types
from generator.kit.tables.fields import ListField, MapField, RecordField
from generator.kit.tables.records import Record, Table

MAX_BARS = 16
"""Most numbers of a column that are counted one by one; more are counted in ranges."""
RANGES = 10
"""Number of ranges, about."""
MAX_UNUSED = 30
"""Most rows of another table that are listed though nothing refers to them."""
MAX_KINDS = 12
"""Most different texts of a column whose texts are counted like the words of a choice."""
NONE = "none"
"""The label of a value that a row leaves out."""
SYMBOL = re.compile(r"(?<![\w:]):([a-z][a-z0-9-]*):")
"""A symbol in a text, as templates draw it: `:coin:`."""
SYMBOLS = "symbols in texts"
"""The name of the count of pieces whose texts have each symbol."""


class ValueCount(NamedTuple):
    """The number of pieces with one value, in each group."""

    label: str
    pieces: tuple[int, ...]

    @property
    def total(self) -> int:
        return sum(self.pieces)


@dataclass(frozen=True)
class ColumnStatistics:
    """How many pieces have each value of a column.

    Numbers are in order, words in the order of the choices or by how frequent they are.  A piece with
    several words in a cell counts for each.
    """

    name: str
    kind: Literal["number", "word", "text"]
    counts: tuple[ValueCount, ...]
    """Of a text: the pieces with one, and those without."""
    means: tuple[float | None, ...] = ()
    """The mean number in each group, last of all groups; None without any."""
    total: float = 0
    """The sum of all numbers, copies included."""
    longest: tuple[int, str] = (0, "")
    """The letters of the longest text, and what its row is called."""

    def title(self, pieces: int) -> str:
        """The column in words, of a table with this many pieces: all there is to say of a text."""
        if self.kind == "text":
            length, row = self.longest
            with_text = self.counts[0].total
            some = "" if with_text == pieces else f"on {with_text} of {counted(pieces, 'piece')}, "
            return f"{self.name}: {some}up to {counted(length, 'letter')} ({row})"
        if not self.means:
            return self.name
        return f"{self.name}: {self.means[-1]:.1f} on average, {_digits(self.total)} in all"


@dataclass(frozen=True)
class TableStatistics:
    """The columns of a table, counted."""

    table: str
    rows: int
    pieces: int
    component: Component | None
    """The component whose copies are counted; None if rows are."""
    by: str
    """The column whose values are the groups; "" if all pieces are one group."""
    groups: tuple[str, ...]
    columns: tuple[ColumnStatistics, ...]

    @property
    def title(self) -> str:
        """What is counted, in words."""
        rows = counted(self.rows, "row")
        if self.component is None:
            return f"{self.table}: {rows}"
        return f"{self.table}: {counted(self.pieces, 'piece')} of {self.component.title}, in {rows}"


class Column(NamedTuple):
    """A column that can be counted: its name, its kind of field, and the values that a row has there."""

    name: str
    spec: types.FieldSpec
    read: Callable[[Record], Sequence[Any]]


class Pieces(NamedTuple):
    """The pieces of a row: their number, and the groups that they are in."""

    row: Record
    number: int
    groups: Sequence[int]


def counted_tables(kit: Kit, printed: bool = False) -> list[str]:
    """The tables that have rows to count, first those of components; `printed`: no others."""
    of_components = [component.each for component in kit.file.components if component.each]
    names = dict.fromkeys([*of_components, *[name for name in kit.tables if not printed]])
    return [name for name in names if isinstance(kit.tables.get(name), Table)]


def group_columns(kit: Kit, table: str) -> list[str]:
    """The columns of a table by whose words its pieces can be grouped."""
    rows = _table(kit, table).rows
    return [column.name for column in _columns(kit, table, None) if _words(kit, column, rows)]


def table_statistics(kit: Kit, name: str, by: str = "") -> TableStatistics:
    """Count the columns of a table, for each word of the column `by` if one is given.

    Raises KitError if the kit has no such table, or the table no such column of words.
    """
    table = _table(kit, name)
    component, copies = _copies(kit, name)
    columns = {column.name: column for column in _columns(kit, name, component)}
    groups: Sequence[str] = [""]
    if by:
        groups = _words(kit, columns[by], table.rows) if by in columns else ()
        if not groups:
            hint = did_you_mean(by, group_columns(kit, name))
            message = f'"{name}" has no column of words called "{by}"'
            raise KitError(message, hint=hint, check="option-value")
    pieces = []
    for index, row in enumerate(table.rows):
        labels = (
            {_label(kit, columns[by], value) for value in columns[by].read(row)} if by else {""}
        )
        if copies[index]:
            pieces.append(Pieces(row, copies[index], [*map(groups.index, labels)]))
    found = [
        _statistics_of(kit, column, pieces, len(groups), table.label)
        for column in columns.values()
        if column.name != by
    ]
    found.append(_symbols(columns.values(), pieces, len(groups)))
    return TableStatistics(
        name,
        len(table),
        sum(copies),
        component,
        by,
        tuple(groups),
        tuple(column for column in found if column.counts),
    )


def _table(kit: Kit, name: str) -> Table:
    found = kit.tables.get(name)
    if isinstance(found, Table):
        return found
    hint = did_you_mean(name, counted_tables(kit))
    raise KitError(f'{kit.name} has no table "{name}"', hint=hint, check="unknown-table")


def _copies(kit: Kit, table: str) -> tuple[Component | None, list[int]]:
    """The component that prints most pieces of a table, and its copies of each row."""
    rows = _table(kit, table).rows
    best: tuple[Component | None, list[int]] = (None, [1] * len(rows))
    most = 0
    for component in kit.file.components:
        if component.each == table and not component.made:
            dealt = {id(row): copies for row, copies in deal(component, kit.tables)}
            copies = [dealt.get(id(row), 0) for row in rows]
            if sum(copies) > most:
                best, most = (component, copies), sum(copies)
    return best


def _columns(kit: Kit, table: str, component: Component | None) -> Iterator[Column]:
    """The columns of a table that can be counted, without the one that states the copies."""
    for name, spec in kit.file.tables[table].fields.items():
        if component is None or name != component.copies:
            yield from _flat(name, spec, (name,))


def _flat(name: str, spec: types.FieldSpec, path: tuple[str, ...]) -> Iterator[Column]:
    """The columns that a field is: those of its own fields for a record, one for each key of a map."""
    inside: Mapping[str, types.FieldSpec] = {}
    match spec:
        case RecordField():
            inside = spec.fields
        case MapField():
            inside = dict.fromkeys(getattr(spec.keys, "of", ()), spec.values)
        case ListField():
            if not isinstance(spec.of, (RecordField, MapField, ListField, types.DataField)):
                yield Column(name, spec.of, partial(_items, path))
        case types.IdField() | types.DataField():
            pass
        case _:
            yield Column(name, spec, partial(_items, path))
    for key, part in inside.items():
        yield from _flat(f"{name}.{key}", part, (*path, key))


def _items(path: Sequence[str], row: Record) -> Sequence[Any]:
    """The values of a row under a path: those of a list, or a single one."""
    value: Any = row
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value or (None,) if isinstance(value, tuple) else (value,)


def _words(kit: Kit, column: Column, rows: Sequence[Record]) -> tuple[str, ...]:
    """The words of a column in the order to list them; none for numbers and for texts that differ."""
    spec = column.spec
    values = [_label(kit, column, value) for row in rows for value in column.read(row)]
    counts = Counter(values)
    frequent = [word for word, _ in counts.most_common() if word != NONE]
    match spec:
        case types.IntegerField() | types.NumberField():
            return ()
        case types.BooleanField():
            words = ["yes", "no"]
        case types.ChoiceField():
            words = [*spec.of]
        case types.RefField():
            target = kit.tables.get(spec.to)
            known = [_name(row) for row in target.rows] if isinstance(target, Table) else []
            words = known if len(known) <= MAX_UNUSED else frequent
        case _:
            if not 1 < len(frequent) <= min(MAX_KINDS, len(values) // 2):
                return ()
            words = frequent
    return tuple(dict.fromkeys([*words, *[NONE] * (NONE in counts)]))


def _label(kit: Kit, column: Column, value: Any) -> str:
    """A value as it is listed."""
    if value is None:
        return NONE
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(column.spec, types.RefField):
        target = kit.tables.get(column.spec.to)
        if isinstance(target, Table) and value in target:
            return _name(target[value])
    return _digits(value) if isinstance(value, float) else str(value)


def _name(row: Record) -> str:
    return str(row.get("name") or row["id"])


def _statistics_of(
    kit: Kit, column: Column, pieces: Sequence[Pieces], groups: int, called: Callable[[Record], str]
) -> ColumnStatistics:
    """The statistics of one column."""
    rows = [each.row for each in pieces]
    if isinstance(column.spec, (types.IntegerField, types.NumberField)):
        return _numbers(column, pieces, groups)
    words = _words(kit, column, rows)
    if words:
        found = _tally(
            pieces, groups, lambda row: {_label(kit, column, value) for value in column.read(row)}
        )
        return ColumnStatistics(column.name, "word", _in_order(words, found, groups))
    if not isinstance(column.spec, types.TextField):
        return ColumnStatistics(column.name, "word", ())
    texts = {called(row): max(len(value or "") for value in column.read(row)) for row in rows}
    longest = max(texts, key=lambda row: texts[row], default="")
    found = _tally(pieces, groups, lambda row: ["with" if any(column.read(row)) else "without"])
    counts = _in_order(("with", "without"), found, groups)
    return ColumnStatistics(column.name, "text", counts, longest=(texts.get(longest, 0), longest))


def _numbers(column: Column, pieces: Sequence[Pieces], groups: int) -> ColumnStatistics:
    """The statistics of a column of numbers."""
    listed = [
        (each, [value for value in column.read(each.row) if value is not None]) for each in pieces
    ]
    numbers = sorted({value for _, values in listed for value in values})
    if not numbers:
        return ColumnStatistics(column.name, "number", ())
    labels = _ranges(numbers)
    found = _tally(
        pieces,
        groups,
        lambda row: {NONE if value is None else labels[value] for value in column.read(row)},
    )
    every = dict.fromkeys(labels.values()) | dict.fromkeys([NONE] * (NONE in found))

    def sum_and_mean(group: int | None = None) -> tuple[float, float | None]:
        """Of the pieces of a group, or of all."""
        chosen = [
            (each.number, values)
            for each, values in listed
            if group is None or group in each.groups
        ]
        total = sum(number * sum(values) for number, values in chosen)
        count = sum(number * len(values) for number, values in chosen)
        return total, total / count if count else None

    total, mean = sum_and_mean()
    means = [sum_and_mean(group)[1] for group in range(groups)]
    return ColumnStatistics(
        column.name, "number", _in_order([*every], found, groups), (*means, mean), total
    )


def _ranges(numbers: Sequence[float]) -> dict[float, str]:
    """The label of each number, in order: itself, or a range of round numbers.

    Whole numbers that lie close together have their gaps listed, too.
    """
    low, high = numbers[0], numbers[-1]
    whole = all(isinstance(number, int) for number in numbers)
    if whole and high - low < MAX_BARS:
        return {number: str(number) for number in range(int(low), int(high) + 1)}
    if len(numbers) <= MAX_BARS:
        return {number: _digits(number) for number in numbers}
    step = _round_step((high - low) / RANGES, whole)
    names = {
        at: f"{_digits(at * step)}–{_digits((at + 1) * step - whole)}"
        for at in range(floor(low / step), floor(high / step) + 1)
    }
    in_order = {at * step: name for at, name in names.items()}
    return {**in_order, **{number: names[floor(number / step)] for number in numbers}}


def _digits(number: float) -> str:
    """A number as people write it, without a power of ten."""
    return str(int(number)) if number == int(number) else f"{number:.10g}"


def _round_step(least: float, whole: bool) -> float:
    """The next of 1, 2, 5, 10, 20, ... from a number on."""
    unit: float = 10 ** floor(log10(least))
    step = next(unit * by for by in (1, 2, 5, 10) if unit * by >= least)
    return max(1, round(step)) if whole else step


def _symbols(columns: Any, pieces: Sequence[Pieces], groups: int) -> ColumnStatistics:
    """The pieces whose texts have each symbol, the most frequent first."""

    def symbols(row: Record) -> set[str]:
        texts = [
            value for column in columns for value in column.read(row) if isinstance(value, str)
        ]
        return {symbol for text in texts for symbol in SYMBOL.findall(text)}

    found = _tally(pieces, groups, symbols)
    order = sorted(found, key=lambda symbol: (-sum(found[symbol]), symbol))
    return ColumnStatistics(SYMBOLS, "word", _in_order(order, found, groups))


def _tally(
    pieces: Sequence[Pieces], groups: int, labels: Callable[[Record], Any]
) -> dict[str, list[int]]:
    """The number of pieces with each label, in each group."""
    found: dict[str, list[int]] = {}
    for each in pieces:
        for label in labels(each.row):
            counts = found.setdefault(label, [0] * groups)
            for group in each.groups:
                counts[group] += each.number
    return found


def _in_order(
    labels: Sequence[str], found: Mapping[str, Sequence[int]], groups: int
) -> tuple[ValueCount, ...]:
    return tuple(ValueCount(label, tuple(found.get(label, [0] * groups))) for label in labels)
