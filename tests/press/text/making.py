"""Fonts and typesetting helpers for tests of text."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from generator.base.load_document import load_yaml
from generator.press.layout.text import Block, set_text
from generator.press.text.fonts import FontBook, Fonts
from generator.press.text.line_breaking import ICON_SIZE, PreparedParagraph, prepare
from generator.press.text.line_placement import RunPiece, TextLine

SHARED = Path(__file__).parents[3] / "data" / "shared"

words = st.text("aAgjVTfi.,-", min_size=1, max_size=9)
texts = st.lists(words, min_size=1, max_size=30).map(" ".join)
"""Plain texts with kerning pairs, hyphens and descenders."""


@cache
def book() -> FontBook:
    families = load_yaml(SHARED / "fonts.yaml").data
    return FontBook.from_families(families, SHARED)


@cache
def fonts(family: str = "Source Serif Pro", style: str = "regular") -> Fonts:
    return Fonts(book(), family, style)


def square(name: str) -> float:
    """The width of an icon that is as wide as it is high."""
    return ICON_SIZE


def paragraph(source: str, family: str = "Source Serif Pro") -> PreparedParagraph:
    (only,) = prepare(source, fonts(family), square)
    return only


def typeset(source: str, **changes: Any) -> Block:
    """`source` set in a box of 200 points square, at 10 points by default."""
    options: dict[str, Any] = {"width": 200, "height": 200, "size_max": 10, "size_min": 10}
    options |= {"icon_width": square, "fonts": fonts()} | changes
    return set_text(source, options.pop("fonts"), **options)


def shown(line: TextLine) -> str:
    """The text of a line, with one space for any gap between two pieces."""
    text, end = "", 0.0
    for piece in line.pieces:
        text += " " if text and piece.x > end + 1e-6 else ""
        if isinstance(piece, RunPiece):
            text += " ".join(word.text for word in piece.words)
        else:
            text += f":{piece.name}:"
        end = piece.x + width(piece)
    return text


def width(piece: Any, size: float = 10) -> float:
    if not isinstance(piece, RunPiece):
        return float(piece.width)
    return sum(word.width for word in piece.words) * size + piece.gap * (len(piece.words) - 1)


def shown_lines(block: Block) -> list[str]:
    return [shown(line) for line in block.lines]
