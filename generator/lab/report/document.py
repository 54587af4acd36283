"""Document model of a report: blocks of plain text and numbers, for PDF, HTML and a terminal.

Blocks have no markup of any output format, so all outputs have the same content.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, NamedTuple, TypeAlias

HANGING: Mapping[str, Any] = {"initial_indent": " " * 4, "subsequent_indent": " " * 4}


@dataclass(frozen=True)
class ReportHeading:
    """The heading of a section (level 2) or subsection (level 3)."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class ReportText:
    """A paragraph, with the question that it answers, if any, as its lead."""

    text: str
    lead: str = ""

    @property
    def full(self) -> str:
        """Question and answer as one text."""
        return f"{self.lead} {self.text}".lstrip()


def answers(question: str, answers: Iterable[str]) -> Iterator[ReportText]:
    """A paragraph for each answer; the question leads the first one."""
    for number, answer in enumerate(answers):
        yield ReportText(answer, "" if number else question)


@dataclass(frozen=True)
class Remark:
    """A highlighted paragraph: a warning, or a limit of what the report can show."""

    text: str


@dataclass(frozen=True)
class CodeCell:
    """A table cell with a command to type."""

    text: str


@dataclass(frozen=True)
class GameCell:
    """A table cell about one game of a run: its seed, or the command that plays it."""

    text: str
    run: int
    seed: int
    is_code: bool = False


Cell: TypeAlias = str | CodeCell | GameCell


def cell_text(cell: Cell) -> tuple[str, bool]:
    """The text of a cell, and whether it is a command to type."""
    if isinstance(cell, str):
        return cell, False
    return cell.text, isinstance(cell, CodeCell) or cell.is_code


class Column(NamedTuple):
    """A column of a table: its heading and a cell for each row."""

    head: str
    cells: Sequence[Cell]
    is_number: bool = False


def text_column(head: str, cells: Iterable[Cell]) -> Column:
    """A left-aligned column."""
    return Column(head, list(cells))


def number_column(head: str, cells: Iterable[object]) -> Column:
    """A right-aligned column."""
    return Column(head, list(map(str, cells)), is_number=True)


@dataclass(frozen=True)
class ReportTable:
    """A table: rows as long as the head; the columns with indices in `right` contain numbers."""

    head: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    caption: str
    right: frozenset[int] = frozenset()

    @classmethod
    def of(cls, caption: str, *columns: Column) -> ReportTable:
        """Make a table of columns with equally many cells."""
        return cls(
            tuple(column.head for column in columns),
            list(zip(*(column.cells for column in columns), strict=True)),
            caption,
            frozenset(index for index, column in enumerate(columns) if column.is_number),
        )


@dataclass(frozen=True)
class ReportChart:
    """A chart: a template with its `arg`, and a caption."""

    template: str
    arg: Mapping[str, Any]
    caption: str


Block: TypeAlias = ReportHeading | ReportText | Remark | ReportTable | ReportChart


def section(title: str, body: Iterable[Block]) -> list[Block]:
    """A heading and the blocks below it; nothing if there are none."""
    blocks = list(body)
    return [ReportHeading(title), *blocks] if blocks else []


@dataclass(frozen=True)
class ReportDocument:
    """A whole report."""

    title: str
    summary: Sequence[ReportText]
    """Answers to the reader's main questions."""
    blocks: Sequence[Block]

    def text(self, width: int = 0) -> str:
        """Title and summary as lines, wrapped at `width` characters unless it is 0."""
        lines = [self.title]
        for each in self.summary:
            lines += [each.lead] * bool(each.lead)
            lines += wrap(each.text, width, **HANGING) if width else [f"    {each.text}"]
        return "\n".join(lines)
