"""Find and replace: the places of a text in all tables and files of a kit, and their replacement."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from contextlib import suppress
from itertools import chain, groupby
from pathlib import Path
from typing import NamedTuple

from generator.base.errors import KitError, Place, short
from generator.base.load_document import shown_name
from generator.base.text_files import check_visible, read_bytes
from generator.kit.edit.line_ends import decoded, plain, with_plain_text
from generator.kit.edit.tables import TableFile
from generator.studio.open_kit import OpenKit

DRAWING = ".svg"
"""Files of numbers and ids more than of words, which are not searched."""


class Search(NamedTuple):
    """What is looked for, and what replaces it."""

    find: str
    by: str = ""
    match_case: bool = False
    """Otherwise `by` gets the capitals of what it replaces."""
    whole_words: bool = False

    def pattern(self) -> re.Pattern[str]:
        text = re.escape(self.find)
        if self.whole_words:
            text = rf"(?<![\w-]){text}(?![\w-])"  # an id is one word
        return re.compile(text, 0 if self.match_case else re.IGNORECASE)

    def replaced(self, text: str) -> str:
        """A text with all that is found in it replaced."""
        return self.pattern().sub(lambda found: self._like(found[0]), text)

    def _like(self, found: str) -> str:
        if not self.match_case and found != self.find:
            if found.isupper() and len(found) > 1:
                return self.by.upper()
            if found[:1].isupper():
                return self.by[:1].upper() + self.by[1:]
        return self.by


class Hit(NamedTuple):
    """A place of the text: a cell of a table, or a line of a file."""

    file: str
    """The name of the file, as the editor lists it; that of a table for its cells."""
    place: Place
    """The line in the file; of a cell that of its row."""
    text: str
    """The whole cell or line."""
    field: str = ""
    """The field of a cell."""
    row: str = ""
    """The row of a cell: its id, or else its number."""
    row_index: int = -1

    @property
    def title(self) -> str:
        return (
            f"{self.file}: {self.row}: {self.field}"
            if self.field
            else f"{self.file}:{self.place.line}"
        )


def find_hits(kit: OpenKit, search: Search) -> list[Hit]:
    """All places of the text: first those in tables of cells, then those in other files."""
    if not search.find:
        return []
    finds = search.pattern().search
    tables = list(_tables_of_cells(kit))
    cells = (hit for table in tables for hit in _cells(table))
    lines = _lines(kit, {table.path for table in tables})
    return [hit for hit in chain(cells, lines) if finds(hit.text)]


def replace_hits(kit: OpenKit, search: Search, hits: Iterable[Hit]) -> None:
    """Replace the text in these places, as one edit.

    Raises KitError, with nothing written, if one of them has changed since it was found.
    """
    contents: dict[Path, tuple[bytes | None, bytes]] = {}
    hits = [*hits]
    for hit in hits[:1]:
        check_visible(search.by, hit.place)
    for (file, in_cells), found in groupby(hits, lambda hit: (hit.file, bool(hit.field))):
        if in_cells:
            table = kit.table(file)
            texts = {(_index(table, hit), hit.field): search.replaced(hit.text) for hit in found}
            # Another table may be a sheet of the same spreadsheet.
            start, edited = contents.get(table.path, (table.content, table.content))
            contents[table.path] = start, table.with_content(edited).with_cells(texts)
            continue
        path = kit.path(file)
        before = read_bytes(path, shown_name(path))
        text = decoded(before, shown_name(path))
        lines = plain(text).split("\n")
        for hit in found:
            number = hit.place.line or 0
            if lines[number - 1 : number] != [hit.text]:
                raise _changed(hit.place)
            lines[number - 1] = search.replaced(hit.text)
        contents[path] = before, with_plain_text(text, "\n".join(lines)).encode()
    kit.write_all(f'replace "{short(search.find)}" by "{short(search.by)}"', contents)


def _tables_of_cells(kit: OpenKit) -> Iterator[TableFile]:
    """The tables in CSV files and spreadsheets: others are found as the lines of their files."""
    for table in kit.tables().values():
        if isinstance(table, TableFile) and table.spec.has_cells:
            yield table


def _cells(table: TableFile) -> Iterator[Hit]:
    for row, stated in zip(table.rows, table.document.data, strict=True):
        for field, text in row.cells.items():
            if field in stated and text:
                name = row.id or str(row.index + 1)
                yield Hit(table.name, row.place, text, field, name, row.index)


def _lines(kit: OpenKit, apart: Container[Path]) -> Iterator[Hit]:
    """The lines of all files but some, and but those that the editor cannot open."""
    for name in kit.files():
        path = kit.path(name)
        if path in apart or name.endswith(DRAWING):
            continue
        shown = shown_name(path)
        with suppress(KitError):
            for number, line in enumerate(kit.read(name).split("\n"), 1):
                yield Hit(name, Place(shown, number), line)


def _index(table: TableFile, hit: Hit) -> int:
    """The row of a cell, if it still has the same text."""
    if hit.row_index < len(table.rows):
        row = table.rows[hit.row_index]
        if row.cells.get(hit.field) == hit.text:
            return hit.row_index
    raise _changed(hit.place)


def _changed(place: Place) -> KitError:
    message = "has changed since it was searched; nothing was replaced"
    return KitError(message, place=place, hint="search again", check="edit-conflict")
