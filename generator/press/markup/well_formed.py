"""Faults of markup that is not well formed: what is wrong, and where."""

from __future__ import annotations

import re
from collections.abc import Collection

from lxml import etree

from generator.base.errors import KitError, Place, nearest, short
from generator.base.formats.syntax_errors import SyntaxFault, explain_syntax_error
from generator.press.markup.elements import ELEMENTS

SOURCE = "_src"
"""The attribute that holds the place in the template, with the number of the tag in its line if it is
not the first: "templates/demo/card.xml:12/2".
"""

_SOURCES = re.compile(rf' {SOURCE}="[^"]*(?:"|\Z)')
_MAX_LINE_LENGTH = 20_000
"""Maximum length of a line that is examined to show the fault, in characters."""
_TAGS = re.compile(
    r"<!--(?s:.*?)(?:-->|\Z)|<!\[CDATA\[(?s:.*?)(?:\]\]>|\Z)|<\?(?s:.*?)(?:\?>|\Z)"
    r"|<(/?)([A-Za-z][\w.-]*)(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+>"
)
"""Tags; comments and the like match without a name."""


class MarkupFault(KitError):
    """A fault in markup that cannot be located by an element; `offset` is its position, or -1.

    Its place is that of the last tag before it, until the template's own line is found.
    """

    offset = -1


def explain_malformed(xml: str, error: etree.XMLSyntaxError, template: str) -> MarkupFault:
    """The error for malformed XML, with the markup near it and the nearest place known."""
    cause = explain_syntax_error("xml", re.split(r", line \d+, column", str(error.msg))[0])
    start = len(xml) - len(xml.lstrip())
    text = xml.strip()
    line, column = error.position
    lines = text.split("\n")
    line = max(1, min(line, len(lines)))
    line_start = sum(len(each) + 1 for each in lines[: line - 1])
    end = min(line_start + max(column - 1, 0), line_start + len(lines[line - 1]))
    if cause.opens:  # the parser read to the end
        end = max(text.find(cause.opens, text.rfind(cause.closes) + 1), 0)
    elif cause.other:
        end = text.rfind("</", 0, end + 1)
    elif cause.in_tag:  # the tag before it has not ended
        end = text.rfind("<", 0, end)
    item, offset = " ".join(lines[line - 1].split()), start + end
    cause = _mismatch(cause, _open_elements(text[:end])) if cause.tag else cause
    if cause.tag and (not cause.other or cause.other in ELEMENTS):  # reported where it is opened
        opening = "\n".join(lines[: cause.line]).rfind(f'<{cause.tag} {SOURCE}="')
        end, offset = (opening + len(cause.tag) + 2, -1) if opening >= 0 else (end, offset)
    elif cause.in_tag:
        end, offset = text.find(SOURCE, end) + len(SOURCE), -1
    place = _last_place(text, end, template)
    item = short(_SOURCES.sub("", item[:_MAX_LINE_LENGTH]), 70, "…")
    fault = MarkupFault(
        cause.message, place=place, item=item, hint=cause.hint, check="markup-syntax"
    )
    fault.offset = offset
    return fault


def _mismatch(cause: SyntaxFault, opened: Collection[str]) -> SyntaxFault:
    """The error of an element that is not closed by its own tag, as its author sees it.

    `opened` are the elements that are open there.
    """
    is_known = cause.tag in ELEMENTS
    if cause.other in ELEMENTS and is_known and cause.other not in opened:
        return SyntaxFault(
            f"</{cause.other}> has no opening tag",
            f'delete it, or write "<{cause.other}>" where the element begins',
        )
    if cause.other in ELEMENTS and (hint := "" if is_known else nearest(cause.tag, [cause.other])):
        message = f"<{cause.tag}> is opened here, but closed with </{cause.other}>"
        return cause._replace(message=message, hint=hint)
    return cause


def _open_elements(markup: str) -> list[str]:
    """The names of the elements that are open at the end of some markup."""
    names: list[str] = []
    for tag in _TAGS.finditer(markup):
        if not tag[2]:
            continue
        if not tag[1] and not tag[0].endswith("/>"):
            names.append(tag[2])
        elif tag[1] and names and names[-1] == tag[2]:
            names.pop()
    return names


def stray_text_fault(
    xml: str, tree: etree._Element, place: Place, item: str, *, is_tail: bool
) -> MarkupFault:
    """The error for text inside an element that takes none, or after one."""
    words = str(tree.tail if is_tail else tree.text).split()
    message = f'the words "{" ".join(words)[:40]}" are outside any <text>'
    hint = "put them into a <text>"
    fault = MarkupFault(message, place=place, item=item, hint=hint, check="text-outside-text")
    elements = tree.getroottree().getroot().iter()
    before = next(number for number, each in enumerate(elements) if each is tree)
    fault.offset = xml.find(words[0], _element_end(xml, before, whole=is_tail))
    return fault


def _element_end(xml: str, before: int, *, whole: bool) -> int:
    """The end of the opening tag, or of the whole element, that comes after `before` other elements."""
    depth = 0
    for tag in _TAGS.finditer(xml):
        if not tag[2]:
            continue
        self_closing = tag[0].endswith("/>")
        if before > 0:
            before -= not tag[1]
            continue
        if not depth and tag[1]:  # the end of an element before it
            continue
        depth += -1 if tag[1] else 0 if self_closing else 1
        if not whole or not depth:
            return tag.end()
    return 0


def _last_place(text: str, end: int, template: str) -> Place:
    """The place of the last tag opened before an offset."""
    mark = text.rfind(f'{SOURCE}="', 0, end + len(SOURCE) + 2)
    if mark >= 0:
        return place_of_source(text[mark + len(SOURCE) + 2 :].partition('"')[0]) or Place(template)
    return Place(template)


def place_of_source(source: str) -> Place | None:
    """The place that the attribute `SOURCE` holds; None for a value that has no line."""
    file, _, at = source.rpartition(":")
    line = at.partition("/")[0]
    return Place(file, int(line)) if file and line.isdigit() else None
