"""Documents: plain values of a data file, with the line of each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from generator.base.errors import Place

Key: TypeAlias = str | int


@dataclass(frozen=True, slots=True)
class Mark:
    """Source position of a value (of its key, if it has one) and of the values inside it.

    `line` is None for a value that comes from no file.  `lost` is the comment after an empty value
    if the "#" has no blank after it, such as "#222222": an unquoted colour is a comment.  `cell`
    names sheet, row and column of a value in a spreadsheet, whose line is a row.
    """

    line: int | None
    inside: Mapping[Key, Mark] = field(default_factory=dict)
    lost: str = ""
    cell: str = ""

    def place(self, file: str) -> Place:
        """Return the place of the value in the file with that name."""
        return Place(file, self.line, self.cell)

    def at(self, *path: Key) -> Mark:
        """Return the mark at the end of a path of keys and indices, or the nearest one above it."""
        mark = self
        for key in path:
            if key not in mark.inside:
                break
            mark = mark.inside[key]
        return mark


@dataclass(frozen=True, slots=True)
class Document:
    """A data file as plain values (dict, list, str, int, float, bool, None) and their lines."""

    data: Any
    file: str
    """The file's name as the user knows it."""
    lines: Mark
    columns: tuple[str, ...] = ()
    """Names of the columns, if its rows are cells below a header."""

    def place(self, *path: Key) -> Place:
        """Return the place of a value: `place(3, "fat")` is the line of `fat` in the fourth record.

        A missing value has the place of the mapping that lacks it.
        """
        return self.lines.at(*path).place(self.file)
