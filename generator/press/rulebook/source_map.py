"""Source map of a rendered Markdown template: the template line of each line of text.

A template with loops and includes renders to text whose line numbers mean nothing to its author. So
while Jinja reads a template, `markdown_templates` writes a note with file and line at the start of
every line of prose; the notes pass through loops and includes, and `read_manuscript` strips them
again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jinja2.ext import Extension

from generator.base.errors import Fault, KitError, Place
from generator.base.load_document import shown_name
from generator.kit.tables.records import Table, Tables
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.templates.environment import Templates
from generator.press.templates.source_lines import NO_TEXT

# Private-use characters: none of our fonts has them, so no text contains them.
_OPEN, _CLOSE = "\ue000", "\ue001"
_NOTE = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*):([0-9]+){_CLOSE}")
_LINE_START = re.compile(r"^[ \t]*(?=[^\s])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Manuscript:
    """Markdown, and the place of each of its lines."""

    text: str
    places: tuple[Place, ...]
    words: Translator = UNTRANSLATED
    """Translations of text that its template does not contain."""
    differing: int = 0
    """Number of different pieces of its kit."""
    tables: Tables = field(default_factory=dict)
    """The tables of its kit, whose texts it prints."""

    def place(self, line: int) -> Place:
        """Where a line of the text, counted from 0, was written."""
        return self.places[min(line, len(self.places) - 1)]

    def row_on(self, line: int, words: str) -> str:
        """The row of a table from whose text a line has these words, as messages name it; or ""."""
        printed = self.text.split("\n")[line]
        for table in self.tables.values():
            for row, label in table.with_labels() if isinstance(table, Table) else ():
                if any(words in text and text in printed for text in _lines_in(row)):
                    return label
        return ""

    def placed(self, error: KitError) -> KitError:
        """An error whose faults name lines of the text, counted from 1, with their places instead."""
        return KitError(
            [
                Fault(fault.message, self.place(line - 1), fault.item, fault.hint, fault.check)
                for fault in error.faults
                for line in [fault.place.line if fault.place and fault.place.line else 1]
            ]
        )


def markdown_templates(folders: Sequence[Path], words: Translator = UNTRANSLATED) -> Templates:
    """The templates in `folders`, for Markdown: nothing is escaped, and every line is noted.

    A line with nothing but a tag leaves no empty line behind: that would end a table.
    """
    templates = Templates(folders, markup=False, words=words)
    templates.environment.trim_blocks = templates.environment.lstrip_blocks = True
    templates.environment.add_extension(_NoteLines)
    return templates


def read_manuscript(
    source: str,
    place: Place,
    words: Translator = UNTRANSLATED,
    differing: int = 0,
    tables: Tables | None = None,
) -> Manuscript:
    """Strip the notes from rendered Markdown; each line keeps its place.

    A line without a note came out of the line before it; in a text without any notes, lines are
    those of `place`'s file.
    """
    lines: list[str] = []
    places: list[Place] = []
    noted = _OPEN in source
    for number, line in enumerate(source.split("\n"), start=1):
        notes = _NOTE.findall(line)
        if notes:
            place = Place(notes[-1][0], int(notes[-1][1]))
        elif not noted:
            place = Place(place.file, number)
        lines.append(_NOTE.sub("", line))
        places.append(place)
    return Manuscript("\n".join(lines), tuple(places), words, differing, tables or {})


def _lines_in(value: Any) -> Iterator[str]:
    """Yield each line of each text in a value of a table."""
    if isinstance(value, str):
        yield from value.split("\n")
    elif isinstance(value, (tuple, Mapping)):
        for part in value.values() if isinstance(value, Mapping) else value:
            yield from _lines_in(part)


class _NoteLines(Extension):
    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return source if filename is None else noted(source, shown_name(Path(filename)))


def noted(source: str, file: str) -> str:
    """A template with a note before the first word of each line that starts with text.

    Lines that start with a tag are left alone (their blanks may be Jinja's to remove), except those
    that start with a plain `{{`, which print something.
    """
    tags = [match.span() for match in re.finditer(NO_TEXT, source)]
    pieces: list[str] = []
    end, line, tag = 0, 1, 0
    for match in _LINE_START.finditer(source):
        at = match.end()
        while tag < len(tags) and tags[tag][1] <= at:
            tag += 1
        start = tags[tag][0] if tag < len(tags) else len(source)
        words = at < start or (at == start and re.match(r"\{\{(?!-)", source[at:]))
        if words:
            line += source.count("\n", end, at)
            pieces += [source[end:at], f"{_OPEN}{file}:{line}{_CLOSE}"]
            end = at
    return "".join([*pieces, source[end:]])
