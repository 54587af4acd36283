"""Pages of the reference: Markdown rendered from templates, with sections, tables and links; search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from generator.base.errors import KitError, nearest
from generator.base.units import mm

FENCE = "```"
_COMMENT = re.compile(r"<!--.*?-->\n*", re.DOTALL)
_PICTURE = re.compile(r"^!\[[^\]]*\]\([^)]*\)\n+", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s]*)\)")


def render(topic: str, **context: Any) -> str:
    """Render the page of a topic from its template in `pages/`.

    The templates use « and » as delimiters, since the examples contain the braces of Jinja.
    """
    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent / "pages"), undefined=StrictUndefined,
        block_start_string="«%", block_end_string="%»",
        variable_start_string="«", variable_end_string="»",
        comment_start_string="«#", comment_end_string="#»",
        trim_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip
    environment.filters["mm"] = lambda points: f"{mm(points):g}"
    return environment.get_template(f"{topic}.md.j2").render(context)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a page: its heading as plain text, and its Markdown, heading included."""

    topic: str
    title: str
    text: str

    @property
    def plain(self) -> str:
        """The Markdown without pictures and relative links."""
        return _LINK.sub(_unlinked, _PICTURE.sub("", self.text)).strip() + "\n"

    def as_data(self) -> dict[str, str]:
        return {"topic": self.topic, "title": self.title, "text": self.plain}


@dataclass(frozen=True)
class ReferencePage:
    """The page of a topic, rendered on first use.

    `file` is the page's path in the repository, if it has one.
    """

    topic: str
    description: str
    make: Callable[[], str]
    file: str = ""

    @cached_property
    def text(self) -> str:
        """The whole page in Markdown."""
        return self.make()

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """The sections in order; the first is everything before the first heading of level 2."""
        parts: list[list[str]] = [[]]
        fenced = False
        for line in _COMMENT.sub("", self.text).splitlines():
            fenced ^= line.startswith(FENCE)
            if line.startswith("## ") and not fenced:
                parts.append([])
            parts[-1].append(line)
        return tuple(Section(self.topic, _title(part[0]), "\n".join(part) + "\n") for part in parts)

    @property
    def title(self) -> str:
        return self.sections[0].title


def _title(heading: str) -> str:
    return heading.lstrip("# ").replace("`", "")


def _unlinked(link: re.Match[str]) -> str:
    """The text of a link; the address of an external one is kept."""
    words, target = link.groups()
    return f"{words} ({target})" if ":" in target else str(words)


def anchor(heading: str) -> str:
    """The anchor of a heading, as on GitHub: `A field` -> `a-field`."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def target(link: str, file: str) -> tuple[str, str]:
    """The file that a link on the page `file` points to, and the anchor in it."""
    path, _, place = link.partition("#")
    return normpath(join(dirname(file), path)) if path else file, place


def rows(text: str) -> Iterator[tuple[list[str], str]]:
    """Yield every row of the tables in a section: the head of its table, and the row, verbatim."""
    head: list[str] = []
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.startswith("|"):
            head = []
        elif not head:
            head = lines[number : number + 2]
        elif line not in head:
            yield head, line


def cells(row: str) -> list[str]:
    """The texts of the cells of a row."""
    return [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]


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
    found = titled + [part for each in others if (part := _matching_rows(each, query))]
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


def _matching_rows(section: Section, query: str) -> Section | None:
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
