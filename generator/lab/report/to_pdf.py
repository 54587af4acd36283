"""Turns a document into pages, in the look of its kit: by way of Markdown, as a rulebook is set."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from generator.base.errors import Place
from generator.base.units import Size
from generator.kit.load import Kit
from generator.lab.report.document import (
    Block,
    Cell,
    Code,
    Document,
    Heading,
    Picture,
    Remark,
    Table,
    Words,
)
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paper import Paper
from generator.press.rulebook.compose import compose
from generator.press.rulebook.layout.style import BookStyle
from generator.press.templates.renderer import Renderer

_MARKS = re.compile(r"([!-/:-@\[-`{-~])")
"""Every character that may mean something in Markdown."""

LONG_WORD = 24
"""Words with more letters may be parted."""
_JOINT = re.compile(r"([^\w\s]+|\w{20})(?=\S)")


def paint_pages(document: Document, kit: Kit, renderer: Renderer, paper: Paper) -> bytes:
    """The document as a PDF.  Raises KitError if something of it cannot be set."""
    book = compose(
        markdown(document),
        BookStyle.from_look(renderer.look),
        page=Size(paper.width, paper.height),
        renderer=renderer,
        place=Place("report"),
    )
    info = DocumentInfo(
        document.title, kit.file.language, "; ".join(kit.file.credits), document.summary[0].text
    )
    return paint_pdf(book.pages, info)


def markdown(document: Document) -> str:
    """The document as the Markdown of a book."""
    parts = [f"# {_plain(document.title)}"]
    for block in (*document.summary, *document.blocks):
        parts += _markdown(block)
    return "\n\n".join(parts) + "\n"


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case Heading(text=text, level=level):
            yield f"{'#' * level} {_plain(text)}"
        case Words(text=text, lead=lead):
            yield f"**{_plain(lead)}** {_plain(text)}" if lead else _plain(text)
        case Remark(text=text):
            yield f"> {_plain(text)}"
        case Table() if block.rows:
            yield "\n".join(_rows(block))
        case Picture(template=template, arg=arg, says=says):
            fence = {"template": template, "arg": arg, "caption": _plain(says)}
            yield f"```figure\n{json.dumps(fence, ensure_ascii=False)}\n```"


def _rows(table: Table) -> Iterator[str]:
    yield _row(table.head)
    yield _row_of("---:" if column in table.right else "---" for column in range(len(table.head)))
    yield from map(_row, table.rows)


def _row(cells: tuple[Cell, ...]) -> str:
    return _row_of(
        f"`{_breakable(cell.text)}`" if isinstance(cell, Code) else _plain(_breakable(cell))
        for cell in cells
    )


def _row_of(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _breakable(text: str) -> str:
    """The same words, the long ones with places at which a line may end: no table is too wide."""
    return " ".join(
        word if len(word) <= LONG_WORD else _JOINT.sub("\\1\u200b", word)
        for word in text.split(" ")
    )


def _plain(text: str) -> str:
    """A text in which nothing means anything to Markdown."""
    return _MARKS.sub(r"\\\1", " ".join(text.split(" ")))
