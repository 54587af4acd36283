"""CSV parser: records of text by the names in the header, with the line of each.

Cells are stripped of surrounding blanks, as in YAML. Rows in which every cell is empty, which
spreadsheets tend to leave behind, are skipped; so are such columns, if they have no name.  The
separator is the one of comma, semicolon and tab that is most frequent in the header, or the one that
a line "sep=;" before the header names.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO

from generator.base.document import Document, Mark
from generator.base.errors import Fault, KitError, Place, raise_faults

_SEPARATOR = re.compile(r"sep=([,;\t])\s*?[\r\n]")
"""The line that tells Excel the separator."""
_QUOTED = re.compile('"(?:[^"]|"")*"')
MAX_CELLS = 500_000
"""Most cells of one file."""
MAX_COLUMNS = 1_000
FORMULA_ERRORS = frozenset(
    [
        "#REF!",
        "#N/A",
        "#VALUE!",
        "#NAME?",
        "#DIV/0!",
        "#NUM!",
        "#NULL!",
        "#ERROR!",
        "#SPILL!",
        "#CALC!",
    ]
)
"""What spreadsheets write in place of the result of a faulty formula."""
MAX_FAULTS = 1_000
"""Most faulty rows that are reported before reading stops."""


def parse_csv(text: str, file: str) -> Document:
    """Return a list of one dict[str, str] per row; `file` is the name in messages.

    Raises KitError for text that is not CSV, a header that lacks or repeats a name, and every row
    with more or fewer cells than the header.
    """
    count = 0
    rows = _rows(text, file)
    header_line, header = next(rows, (1, []))
    if _SEPARATOR.match(text):  # for Excel, which does not show it
        header_line, header = next(rows, (2, []))
    if len(header) > MAX_COLUMNS:
        message = f"has {len(header):,} columns, more than {MAX_COLUMNS:,}"
        hint = "delete the empty columns"
        raise KitError(message, place=Place(file, header_line), hint=hint, check="file-too-large")
    if not header:
        hint = "begin with a row of column names"
        raise KitError("is empty", place=Place(file), hint=hint, check="file-empty")
    faults: list[Fault] = []
    nameless = [column for column, name in enumerate(header) if not name]
    unnamed: set[int] = set()  # those with a cell that is filled
    data: list[dict[str, str]] = []
    marks: dict[str | int, Mark] = {}
    for line, cells in rows:
        if len(cells) != len(header):
            faults.append(_length_fault(len(cells), len(header), Place(file, line)))
        if not FORMULA_ERRORS.isdisjoint(cells):
            error = next(cell for cell in cells if cell in FORMULA_ERRORS)
            message = f"a cell contains the formula error {error}"
            hint = "correct the formula, and save or publish the table again"
            faults.append(Fault(message, Place(file, line), hint=hint, check="wrong-type"))
        unnamed.update(column for column in nameless if any(cells[column : column + 1]))
        count += len(cells)
        if count > MAX_CELLS or len(faults) > MAX_FAULTS:
            break
        marks[len(data)] = Mark(line)
        data.append(dict(zip(header, cells, strict=False)))
        data[-1].pop("", None)
    raise_faults([*_header_faults(header, sorted(unnamed), Place(file, header_line)), *faults])
    if count > MAX_CELLS:
        message = f"has more than {MAX_CELLS:,} cells"
        hint = "delete what is not data, or split the file"
        raise KitError(message, place=Place(file), hint=hint, check="file-too-large")
    return Document(data, file, Mark(header_line, marks), tuple(filter(None, header)))


def _rows(text: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield every row that is not blank, with its first line."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=separator_of(text), strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as error:
            if "field limit" in str(error):
                message = f"a cell has more than {csv.field_size_limit():,} characters"
                hint = "shorten it, or close an unclosed quote"
                raise KitError(
                    message, place=Place(file, line), hint=hint, check="csv-syntax"
                ) from error
            message = "a quote is not closed, or text follows a closing quote"
            hint = 'quote the whole cell and double each quote in it: "say ""hi"""'
            raise KitError(
                message, place=Place(file, line), hint=hint, check="csv-syntax"
            ) from error
        if any(cells):
            yield line, cells


def separator_of(text: str) -> str:
    """The separator of a CSV text with plain line ends."""
    if stated := _SEPARATOR.match(text):
        return stated[1]
    header = next((line for line in text.split("\n") if line.strip()), "")
    bare = _QUOTED.sub("", header)
    return max(",;\t", key=bare.count)  # the comma, if several are as frequent


def _header_faults(header: list[str], unnamed: list[int], place: Place) -> list[Fault]:
    hint = "name it, or delete the column"
    faults = [
        Fault(f"column {column + 1} has no name", place, "", hint, "column-name")
        for column in unnamed
    ]
    faults += [
        Fault(f'two columns are named "{name}"', place, check="column-name")
        for number, name in enumerate(header)
        if name and name in header[:number]
    ]
    return faults


def _length_fault(cells: int, columns: int, place: Place) -> Fault:
    values = "1 value" if cells == 1 else f"{cells} values"
    hint = (
        "put a cell that contains the separator in quotes"
        if cells > columns
        else "add the missing cells"
    )
    return Fault(
        f"the row has {values}, but the header has {columns} columns", place, "", hint, "csv-syntax"
    )
