"""Turns what a report says into blocks that stand for themselves, to be set as pages or as HTML.

A block holds plain text and plain figures: no markup of either output, so that both say the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any, TypeAlias

HANGING: Mapping[str, Any] = {"initial_indent": " " * 4, "subsequent_indent": " " * 4}


@dataclass(frozen=True)
class Heading:
    """The title of a section; level 2 or 3, since the document's own title is the first."""

    text: str
    level: int = 2


@dataclass(frozen=True)
class Words:
    """A paragraph, and the question that it answers, if it answers one."""

    text: str
    lead: str = ""

    @property
    def told(self) -> str:
        """All of it as one text."""
        return f"{self.lead} {self.text}".lstrip()


def answers(question: str, answers: Iterable[str]) -> Iterator[Words]:
    """The answers to a question, a paragraph each; the first one bears the question."""
    for number, answer in enumerate(answers):
        yield Words(answer, "" if number else question)


@dataclass(frozen=True)
class Remark:
    """A paragraph that stands out: a warning, or how far what follows can be trusted."""

    text: str


@dataclass(frozen=True)
class Code:
    """What can be typed as it stands, in a cell of a table."""

    text: str


Cell: TypeAlias = str | Code


@dataclass(frozen=True)
class Table:
    """Rows of cells, all as long as the head; the columns named in `right` hold figures."""

    head: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    says: str
    """What it is a table of, for those who do not see it at a glance."""
    right: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Picture:
    """A chart: a template with its `arg`, and what it shows, in words."""

    template: str
    arg: Mapping[str, Any]
    says: str


Block: TypeAlias = Heading | Words | Remark | Table | Picture


@dataclass(frozen=True)
class Document:
    """A whole report."""

    title: str
    summary: Sequence[Words]
    """What matters most, in words: the questions that a reader comes with, answered."""
    blocks: Sequence[Block]

    def text(self, width: int = 0) -> str:
        """Title and summary as lines to read, none of them longer than `width`, if that is told."""
        lines = [self.title]
        for words in self.summary:
            lines += [words.lead] * bool(words.lead)
            lines += wrap(words.text, width, **HANGING) if width else [f"    {words.text}"]
        return "\n".join(lines)
