"""XML errors in plain words: what is wrong with the markup and how to correct it.

The XML parser speaks of entities and productions.  The first row that matches its message is used.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class XmlError(NamedTuple):
    """Message, hint, and the tag at fault with its line in the markup."""

    message: str
    hint: str
    tag: str = ""
    line: int = 0
    other: str = ""
    """The tag that closes it instead."""
    opens: str = ""
    closes: str = ""
    """The characters that end what was opened and never closed."""
    in_tag: bool = False
    """Whether the error is in a tag and is reported where the next one begins."""


class _Row(NamedTuple):
    complaint: str
    message: str
    hint: str
    opens: str = ""
    closes: str = ""
    in_tag: bool = False


_ROWS = (
    _Row(
        r"Opening and ending tag mismatch: (?P<tag>\S+) line (?P<line>\d+) and (?P<other>\S+)$",
        "a tag is not closed: <{tag}> is still open at </{other}>",
        'write "</{tag}>" where it ends, or "<{tag}/>" if it is empty',
    ),
    _Row(
        r"Premature end of data in tag (?P<tag>\S+) line (?P<line>\d+)",
        "a tag is not closed: <{tag}>",
        'write "</{tag}>" where it ends, or "<{tag}/>" if it is empty',
    ),
    _Row(
        r"xmlParseEntityRef|EntityRef: expecting",
        'a lone "&" is not allowed',
        'write "&amp;" for "&"',
    ),
    _Row(
        r"Entity '(?P<name>.*)' not defined",
        'there is no character "&{name};"',
        'write the character itself, or "&amp;" for "&"',
    ),
    _Row(r"StartTag: invalid element name", 'a "<" does not start a tag', 'write "&lt;" for "<"'),
    _Row(
        r"Unescaped '<' not allowed in attributes",
        'a "<" is inside quotes, or a quote before it is not closed',
        'close the quote, or write "&lt;" for "<"',
        in_tag=True,
    ),
    _Row(
        r"Attribute (?P<name>\S+) redefined",
        'the attribute "{name}" appears twice in one tag',
        "leave one of them out",
    ),
    _Row(
        r"AttValue: \" or ' expected|Specification mandates value for attribute",
        "an attribute has no value in quotes",
        'write name="value"',
    ),
    _Row(
        r"error parsing attribute name|attributes construct error|Couldn't find end of Start Tag"
        r"|AttValue: ' expected",
        'a tag has no closing ">", or a quote in it is not closed',
        'write <name one="value" two="value"> with every value in quotes',
        in_tag=True,
    ),
    _Row(
        r"Extra content at the end",
        "there is something after the closing tag of the piece",
        "put everything inside one tag, such as <card> … </card>",
    ),
    _Row(
        r"Document is empty|Start tag expected",
        "the template draws nothing",
        "begin with a tag such as <card>",
    ),
    _Row(
        r"CData section not finished",
        "<![CDATA[ is opened but never closed",
        'write "]]>" where it ends',
        opens="<![CDATA[",
        closes="]]>",
    ),
    _Row(
        r"Comment not terminated",
        "a comment is opened but never closed",
        'write "-->" where it ends',
        opens="<!--",
        closes="-->",
    ),
    _Row(
        r"Namespace prefix (?P<name>\S+) .*is not defined",
        'the prefix "{name}:" is not declared',
        "remove the prefix",
    ),
    _Row(
        r"Invalid character|PCDATA invalid Char|invalid in attribute value|xmlParseCharRef",
        "contains a character that XML does not allow",
        "delete it",
    ),
    _Row(
        r"[Ee]xcessive depth|Maximum entity|huge",
        "elements are nested too deeply",
        "use fewer levels",
    ),
    _Row(
        r"Double hyphen within comment|Comment must not contain",
        '"--" is not allowed inside a comment',
        "write a single hyphen there",
    ),
)


def explain_xml_error(complaint: str) -> XmlError:
    """Explain a message of the XML parser, given without its position, in plain words."""
    for row in _ROWS:
        match = re.search(row.complaint, complaint)
        if match:
            words = match.groupdict()
            message, hint = (text.format(**words) for text in (row.message, row.hint))
            tag, other = words.get("tag", ""), words.get("other", "")
            signs = row.opens, row.closes, row.in_tag
            return XmlError(message, hint, tag, int(words.get("line", 0)), other, *signs)
    return XmlError("the markup is not well formed", "look for a misplaced character")
