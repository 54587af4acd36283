"""Template parts: the elements and blocks of a template as ranges of its text, and what is beside what."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from generator.press.templates.source_lines import NO_MARKUP, opening_tags
from generator.studio.edit.elements.tag_edits import tag_of

_PIECES = re.compile(rf"{NO_MARKUP}|</(?P<closed>[^<>\s]*)[^<>]*>|<[a-z]")
"""Code, comments, closing tags, and beginnings of tags."""
_STATEMENT = re.compile(r"\{%[-+]?\s*(?P<end>end)?(?P<word>[a-z]+)")
_BLOCKS = {"if", "for", "call", "filter", "with", "block", "macro", "autoescape", "raw", "set"}
_UNDRAWN = {"macro", "set"}
"""Blocks that draw nothing where they stand."""


@dataclass(slots=True, eq=False)
class TemplatePart:
    """An element, a block of code, or code that may draw something."""

    name: str
    """That of the element, or the first word of the block; "" for the whole template."""
    start: int
    content: int
    """Where its content begins."""
    content_end: int = -1
    end: int = -1
    """Where the part ends; -1 if it begins and ends in different blocks."""
    is_code: bool = False
    is_balanced: bool = True
    """Whether everything that begins within it ends within it."""
    siblings: list[TemplatePart] = field(default_factory=list)
    """The parts of the same block, with this one, in the order in which they are drawn."""
    parts: list[TemplatePart] = field(default_factory=list)
    """Those within it; of a block with branches, those of the last one."""

    @property
    def is_whole(self) -> bool:
        return self.end >= 0

    def beside(self, step: int) -> TemplatePart | None:
        """The part drawn next (1) or just before (-1); None if it cannot change places with one."""
        at = self.siblings.index(self) + step
        found = self.siblings[at] if 0 <= at < len(self.siblings) else None
        return found if found and found.is_whole and self.is_whole else None


def element_parts(template: str) -> Mapping[int, TemplatePart]:
    """The elements of a template, by where they begin."""
    openings = {match.start(): match for match, *_ in opening_tags(template)}
    found: dict[int, TemplatePart] = {}
    open_parts = [TemplatePart("", 0, 0)]
    at = 0
    while piece := _PIECES.search(template, at):
        at = piece.end()
        around = open_parts[-1]
        if piece["closed"] is not None:
            _close(open_parts, piece["closed"], False, piece)
        elif piece.start() in openings:
            tag = tag_of(template, openings[piece.start()])
            part = TemplatePart(tag.name, tag.start, tag.end)
            found[part.start] = part
            _put(part, around)
            if tag.is_closed:
                part.content_end = part.end = tag.end
            else:
                open_parts.append(part)
            at = tag.end
        elif statement := _STATEMENT.match(piece[0]):
            _take_statement(open_parts, statement, piece)
        elif piece[0].startswith("{{"):
            _put(_code("", piece), around)
    return found


def _take_statement(
    open_parts: list[TemplatePart], statement: re.Match[str], piece: re.Match[str]
) -> None:
    """Take in a statement of code: the beginning of a block, one of its branches, or its end."""
    word, around = statement["word"], open_parts[-1]
    if statement["end"]:
        _close(open_parts, word, True, piece)
    elif word in ("else", "elif"):
        block = _innermost(open_parts, "", True)
        if block < len(open_parts) - 1:
            open_parts[block].is_balanced = False
            del open_parts[block + 1 :]
        open_parts[-1].parts = []
    elif word in _BLOCKS and not (word == "set" and "=" in piece[0]):
        block_part = TemplatePart(word, *piece.span(), is_code=True)
        if word not in _UNDRAWN:
            _put(block_part, around)
        open_parts.append(block_part)
    elif word == "include":
        _put(_code(word, piece), around)


def _code(name: str, piece: re.Match[str]) -> TemplatePart:
    """Code without content."""
    end = piece.end()
    return TemplatePart(name, piece.start(), end, end, end, is_code=True)


def _put(part: TemplatePart, around: TemplatePart) -> None:
    around.parts.append(part)
    part.siblings = around.parts


def _innermost(open_parts: list[TemplatePart], name: str, is_code: bool) -> int:
    """The number of the innermost open block ("" for any) or element; 0 if there is none.

    An element is looked for only within the innermost block.
    """
    for number in range(len(open_parts) - 1, 0, -1):
        part = open_parts[number]
        if part.is_code == is_code and name in ("", part.name):
            return number
        if part.is_code:
            return 0
    return 0


def _close(open_parts: list[TemplatePart], name: str, is_code: bool, piece: re.Match[str]) -> None:
    """End a block or an element.

    The end of something that does not begin in the same block separates the parts before and after.
    """
    number = _innermost(open_parts, name, is_code)
    if not number:
        open_parts[-1].is_balanced = False
        open_parts[-1].parts = []
        return
    part = open_parts[number]
    if part.is_balanced and open_parts[-1] is part:
        part.content_end, part.end = piece.span()
    del open_parts[number:]
