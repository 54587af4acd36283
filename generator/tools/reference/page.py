"""Pages of the reference: Markdown rendered from templates, with sections, tables and links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined

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
