"""Search in the reference: finds sections, table rows and paragraphs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from generator.base.errors import KitError, nearest
from generator.tools.reference.page import FENCE, ReferencePage, Section, cells, rows

_MARKED = re.compile(r"`([^`]*)`")
_IGNORED = re.compile(r"[<>`]|^(the|an?|grimoire) |--")


def look_up(words: Sequence[str], pages: Sequence[ReferencePage]) -> list[Section]:
    """Find a topic, or sections with that title and rows with that name, or any mention of the words.

    If the first word is a topic, only its page is searched.  Of other sections, only the matching
    rows or paragraphs are returned.  Raises KitError if nothing is found.
    """
    named = [page for page in pages if words and page.topic == words[0].lower()]
    query = " ".join(words[1:] if named else words)
    searched = named or pages
    sections = [section for page in searched for section in page.sections]
    if not query:
        return sections
    titled = [section for section in sections if _plain(section.title) == _plain(query)]
    others = [section for section in sections if section not in titled]
    found = titled + [part for each in others if (part := _rows(each, query))]
    if not found:
        found = [part for each in others if (part := _parts(each, query))]
    if not found:
        hint = (
            nearest(_plain(query), _names(sections))
            or f"known topics: {', '.join(page.topic for page in pages)}"
        )
        message = f'the reference says nothing about "{query}"'
        raise KitError(message, hint=hint, check="unknown-topic")
    return found


def _plain(name: str) -> str:
    """Normalize a typed name: `<card>`, `--backs` and `A check` become card, backs and check."""
    return _IGNORED.sub("", " ".join(name.lower().split())).strip()


def _keys(head: list[str], row: str) -> list[str]:
    """The names that a row describes: those in its first cell, and in its second if that is a key."""
    named = cells(row)[: 2 if cells(head[0])[1:2] == ["key"] else 1]
    marked = [name for cell in named for name in _MARKED.findall(cell)]
    return [_plain(name) for name in marked or named]


def _rows(section: Section, query: str) -> Section | None:
    """The section with only the rows that describe a name; None if there are none."""
    lines: list[str] = []
    for head, row in rows(section.text):
        if _plain(query) in _keys(head, row):
            lines += [] if head[0] in lines else ["", *head]
            lines.append(row)
    return _with(section, lines)


def _parts(section: Section, query: str) -> Section | None:
    """The section with only the blocks and rows that contain the words; None if there are none."""
    lines: list[str] = []
    for block in _blocks(section):
        if query.lower() not in block.lower():
            continue
        lines.append("")
        if block.startswith("|"):
            head, body = block.splitlines()[:2], block.splitlines()[2:]
            lines += head + [line for line in body if query.lower() in line.lower()]
        else:
            lines += block.splitlines()
    return _with(section, lines)


def _with(section: Section, lines: list[str]) -> Section | None:
    """The section with only these lines below its heading; None without lines."""
    heading = section.text.splitlines()[0]
    text = "\n".join([heading, *lines]) + "\n"
    return Section(section.topic, section.title, text) if lines else None


def _blocks(section: Section) -> Iterator[str]:
    """Yield the blocks between empty lines; a fenced example is one block."""
    block: list[str] = []
    fenced = False
    for line in section.text.splitlines()[1:]:
        fenced ^= line.startswith(FENCE)
        if line or fenced:
            block.append(line)
        elif block:
            yield "\n".join(block)
            block = []
    if block:
        yield "\n".join(block)


def _names(sections: Sequence[Section]) -> Iterator[str]:
    """Yield every name that can be looked up."""
    for section in sections:
        yield _plain(section.title)
        for head, row in rows(section.text):
            yield from _keys(head, row)
