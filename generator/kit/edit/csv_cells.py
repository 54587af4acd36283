"""CSV edits: one cell or one row of a CSV file changes, and every other character stays."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.base.formats.csv import separator_of
from generator.kit.edit.line_ends import newline_of


@dataclass(frozen=True, slots=True)
class CsvCell:
    """The position of a cell in its text, quotes included, and whether it has quotes."""

    start: int
    end: int
    quoted: bool


@dataclass(frozen=True, slots=True)
class CsvRow:
    """The position of a row in its text, its line end included, and its cells."""

    start: int
    end: int
    cells: tuple[CsvCell, ...]


class CsvText:
    """CSV text that `parse_csv` accepts, with the positions of its cells."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.newline = newline_of(text)
        self._separator = separator_of(text.lstrip("\ufeff").replace("\r\n", "\n"))
        stated = re.match("\ufeff?sep=", text)
        filled = [line for line in self._lines() if any(map(self.value, line.cells))]
        self.header, *self.rows = filled[1:] if stated else filled

    @property
    def columns(self) -> tuple[str, ...]:
        return tuple(self.value(cell) for cell in self.header.cells)

    def value(self, cell: CsvCell) -> str:
        """The value of a cell, as `parse_csv` reads it."""
        text = self.text[cell.start : cell.end]
        if cell.quoted:
            text = text.strip().removeprefix('"').removesuffix('"').replace('""', '"')
        return text.replace("\r\n", "\n").replace("\r", "\n").strip().removeprefix("\ufeff")

    def with_cells(self, values: Mapping[tuple[int, str], str]) -> str:
        """The text with other values in cells, by row and column; quoted as before or if needed."""
        columns = self.columns
        cells = {self.rows[row].cells[columns.index(column)]: value
                 for (row, column), value in values.items()}  # fmt: skip
        text = self.text
        for cell in sorted(cells, key=lambda cell: cell.start, reverse=True):
            text = text[: cell.start] + self._written(cells[cell], cell) + text[cell.end :]
        return text

    def with_rows(self, at: int, rows: Sequence[Sequence[str]]) -> str:
        """The text with rows added, the first of them at an index: a value for each column with a name."""
        lines = [
            self._separator.join(map(self._quoted_if_needed, self._line(values))) for values in rows
        ]
        words = self.newline.join(lines)
        start = self.rows[at].start if at < len(self.rows) else self._end
        if start == len(self.text) and not self.text.endswith(("\n", "\r")):
            return f"{self.text}{self.newline}{words}"
        return self._spliced(start, start, words + self.newline)

    def without_row(self, row: int) -> str:
        """The text without a row."""
        line = self.rows[row]
        return self._spliced(line.start, line.end, "")

    def with_row_moved(self, row: int, to: int) -> str:
        """The text with a row moved, as if deleted and then added at the index `to`."""
        line = self.rows[row]
        words = self.text[line.start : line.end].rstrip("\r\n")
        end = self.text[line.start + len(words) : line.end]
        rest = CsvText(self.without_row(row))
        start = rest.rows[to].start if to < len(rest.rows) else rest._end
        if start == len(rest.text) and not rest.text.endswith(("\n", "\r")):
            return f"{rest.text}{self.newline}{words}"
        moved = rest._spliced(start, start, words + (end or self.newline))
        return moved if end else moved.removesuffix(self.newline)

    def with_column(self, column: str, values: Sequence[str]) -> str:
        """The text with a column after the last one, and these values in its rows."""
        text = self.text
        lines = zip((self.header, *self.rows), (column, *values), strict=True)
        for line, value in reversed([*lines]):
            end = line.cells[-1].end
            text = text[:end] + self._separator + self._quoted_if_needed(value) + text[end:]
        return text

    def without_column(self, column: str) -> str:
        """The text without one of several columns."""
        text, at = self.text, self.columns.index(column)
        for line in reversed((self.header, *self.rows)):
            start = line.cells[at - 1].end if at else line.cells[0].start
            end = line.cells[at].end if at else line.cells[1].start
            text = text[:start] + text[end:]
        return text

    def _line(self, values: Sequence[str]) -> Iterator[str]:
        """The cells of a row, those of columns without a name included, which stay empty."""
        rest = iter(values)
        return (next(rest) if name else "" for name in self.columns)

    @property
    def _end(self) -> int:
        """The position after the last row."""
        return self.rows[-1].end if self.rows else self.header.end

    def _spliced(self, start: int, end: int, new: str) -> str:
        return self.text[:start] + new + self.text[end:]

    def _written(self, value: str, cell: CsvCell) -> str:
        old = self.text[cell.start : cell.end]
        if cell.quoted:
            return self._quoted(value)
        written, bare = self._quoted_if_needed(value), old.strip()
        return written.join(old.split(bare, 1)) if bare else written

    def _quoted_if_needed(self, value: str) -> str:
        return self._quoted(value) if re.search(f'["\r\n{self._separator}]', value) else value

    def _quoted(self, value: str) -> str:
        return '"' + value.replace('"', '""').replace("\n", self.newline) + '"'

    def _lines(self) -> Iterator[CsvRow]:
        """Yield every row, blank ones included, as Python's csv module finds them."""
        text = self.text
        position = 1 if text.startswith("\ufeff") else 0
        stop = re.compile(f"[\r\n{self._separator}]")
        while position < len(text):
            start = position
            cells: list[CsvCell] = []
            while True:
                begin = position
                quoted = text.startswith('"', begin)
                if quoted:
                    closing = re.compile('"(?:[^"]|"")*"').match(text, begin)
                    position = closing.end() if closing else len(text)
                found = stop.search(text, position)
                position = found.start() if found else len(text)
                cells.append(CsvCell(begin, position, quoted))
                if found is None or found[0] != self._separator:
                    break
                position += 1
            position += 2 if text.startswith("\r\n", position) else 1
            yield CsvRow(start, min(position, len(text)), tuple(cells))
