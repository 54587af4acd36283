"""PDF output of a report: pages in the kit's style, composed from Markdown like a rulebook."""

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
    Remark,
    ReportChart,
    ReportDocument,
    ReportHeading,
    ReportTable,
    ReportText,
    cell_text,
)
from generator.press.paint.pdf.document import DocumentInfo
from generator.press.paint.pdf.painter import paint_pdf
from generator.press.paper import Paper
from generator.press.rulebook.compose import compose
from generator.press.rulebook.layout.style import BookStyle
from generator.press.templates.renderer import Renderer

_SPECIAL = re.compile(r"([!-/:-@\[-`{-~])")
"""Characters that can be Markdown markup."""

LONG_WORD = 24
"""Words with more letters than this may be broken."""
_BREAK = re.compile(r"([^\w\s]+|\w{20})(?=\S)")


def report_pdf(document: ReportDocument, kit: Kit, renderer: Renderer, paper: Paper) -> bytes:
    """The document as a PDF.  Raises KitError if something does not fit its page."""
    book = compose(
        markdown(document),
        BookStyle.from_style(renderer.style),
        page=Size(paper.width, paper.height),
        renderer=renderer,
        place=Place("report"),
    )
    info = DocumentInfo(
        document.title, kit.file.language, "; ".join(kit.file.credits), document.summary[0].text
    )
    return paint_pdf(book.pages, info)


def markdown(document: ReportDocument) -> str:
    """The document as Markdown."""
    parts = [f"# {_escaped(document.title)}"]
    for block in (*document.summary, *document.blocks):
        parts += _markdown(block)
    return "\n\n".join(parts) + "\n"


def _markdown(block: Block) -> Iterator[str]:
    match block:
        case ReportHeading(text=text, level=level):
            yield f"{'#' * level} {_escaped(text)}"
        case ReportText(text=text, lead=lead):
            yield f"**{_escaped(lead)}** {_escaped(text)}" if lead else _escaped(text)
        case Remark(text=text):
            yield f"> {_escaped(text)}"
        case ReportTable() if block.rows:
            yield "\n".join(_rows(block))
        case ReportChart(template=template, arg=arg, caption=caption):
            fence = {"template": template, "arg": arg, "caption": _escaped(caption)}
            yield f"```figure\n{json.dumps(fence, ensure_ascii=False)}\n```"


def _rows(table: ReportTable) -> Iterator[str]:
    yield _row(table.head)
    yield _row_of("---:" if column in table.right else "---" for column in range(len(table.head)))
    yield from map(_row, table.rows)


def _row(cells: tuple[Cell, ...]) -> str:
    return _row_of(
        f"`{_breakable(text)}`" if is_code else _escaped(_breakable(text))
        for text, is_code in map(cell_text, cells)
    )


def _row_of(cells: Iterator[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _breakable(text: str) -> str:
    """The text with line break opportunities in long words, so that no table is too wide."""
    return " ".join(
        word if len(word) <= LONG_WORD else _BREAK.sub("\\1\u200b", word)
        for word in text.split(" ")
    )


def _escaped(text: str) -> str:
    """A text with Markdown's special characters escaped."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split(" ")))
