"""Faults of markup that is not well formed: what is wrong, and where."""

from __future__ import annotations

import re

from lxml import etree

from generator.base.errors import KitError, Place, nearest
from generator.base.formats.xml_errors import XmlError, explain_xml_error
from generator.press.markup.elements import ELEMENTS

SOURCE = "_src"
"""The attribute that holds the place in the template: "templates/demo/card.xml:12"."""

_SOURCES = re.compile(rf' {SOURCE}="[^"]*(?:"|\Z)')
_LONGEST_LINE = 20_000
"""Most characters of a line that are examined to show the fault."""
_TAGS = re.compile(
    r"<!--(?s:.*?)(?:-->|\Z)|<!\[CDATA\[(?s:.*?)(?:\]\]>|\Z)|<\?(?s:.*?)(?:\?>|\Z)"
    r"|<(/?)([A-Za-z][\w.-]*)(?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+>"
)
"""Tags; comments and the like match without a name."""


class MarkupFault(KitError):
    """A fault in the markup that no element's place tells; `offset` says where, or is -1.

    Its place is that of the last tag before it, until the template's own line is found.
    """

    offset = -1


def explain(xml: str, error: etree.XMLSyntaxError, template: str) -> MarkupFault:
    """The error for malformed XML, with the markup near it and the nearest place known."""
    told = explain_xml_error(re.split(r", line \d+, column", str(error.msg))[0])
    start = len(xml) - len(xml.lstrip())
    text = xml.strip()
    line, column = error.position
    lines = text.split("\n")
    line = max(1, min(line, len(lines)))
    at = sum(len(each) + 1 for each in lines[: line - 1])
    end = min(at + max(column - 1, 0), at + len(lines[line - 1]))
    if told.opens:  # the parser read to the end
        end = max(text.find(told.opens, text.rfind(told.closes) + 1), 0)
    elif told.other:
        end = text.rfind("</", 0, end + 1)
    elif told.in_tag:  # the tag before it has not ended
        end = text.rfind("<", 0, end)
    item, offset = " ".join(lines[line - 1].split()), start + end
    known = told.tag in ELEMENTS
    if told.other in ELEMENTS and known and told.other not in _open(text[:end]):
        told = XmlError(
            f"</{told.other}> closes nothing",
            f'delete it, or write "<{told.other}>" where it begins',
        )
    elif told.tag and (not told.other or told.other in ELEMENTS):  # reported where it is opened
        if hint := "" if known else nearest(told.tag, [told.other]):
            message = f"<{told.tag}> is opened here, and </{told.other}> closes it"
            told = told._replace(message=message, hint=hint)
        opening = "\n".join(lines[: told.line]).rfind(f'<{told.tag} {SOURCE}="')
        end, offset = (opening + len(told.tag) + 2, -1) if opening >= 0 else (end, offset)
    elif told.in_tag:
        end, offset = text.find(SOURCE, end) + len(SOURCE), -1
    found = MarkupFault(
        told.message,
        place=_last_place(text, end, template),
        item=_without_source(item),
        hint=told.hint,
        check="markup-syntax",
    )
    found.offset = offset
    return found


def _open(markup: str) -> list[str]:
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


def stray(xml: str, tree: etree._Element, place: Place, item: str, *, behind: bool) -> MarkupFault:
    """The error for text inside an element that takes none, or after one."""
    words = str(tree.tail if behind else tree.text).split()
    found = MarkupFault(
        f'the words "{" ".join(words)[:40]}" are outside any <text>',
        place=place,
        item=item,
        hint="put them into a <text>",
        check="text-outside-text",
    )
    elements = tree.getroottree().getroot().iter()
    before = next(number for number, each in enumerate(elements) if each is tree)
    found.offset = xml.find(words[0], _end(xml, before, whole=behind))
    return found


def _end(xml: str, before: int, *, whole: bool) -> int:
    """The end of the opening tag, or of the whole element, that has so many elements before it."""
    depth = 0
    for tag in _TAGS.finditer(xml):
        if not tag[2]:
            continue
        single = tag[0].endswith("/>")
        if before > 0:
            before -= not tag[1]
            continue
        if not depth and tag[1]:  # of an element before
            continue
        depth += -1 if tag[1] else 0 if single else 1
        if not whole or not depth:
            return tag.end()
    return 0


def _last_place(text: str, end: int, template: str) -> Place:
    """The place of the last tag opened before an offset."""
    mark = text.rfind(f'{SOURCE}="', 0, end + len(SOURCE) + 2)
    if mark >= 0:
        file, _, number = text[mark + len(SOURCE) + 2 :].partition('"')[0].rpartition(":")
        if file and number.isdigit():
            return Place(file, int(number))
    return Place(template)


def _without_source(text: str) -> str:
    text = _SOURCES.sub("", text[:_LONGEST_LINE])
    return text if len(text) <= 70 else f"{text[:69]}…"
