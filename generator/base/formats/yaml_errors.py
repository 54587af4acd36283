"""Turns what the YAML parser complains of into one line that a person can act on.

The parser speaks of tokens and blocks.  The table gives, for a part of its complaint, which of its
two lines to name (where it gave up, or where the unfinished thing began), what is wrong, and what
to do.  The first row that fits is taken.
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from ruamel.yaml.error import MarkedYAMLError

from generator.base.errors import KitError, Place
from generator.base.wording import short


class _Row(NamedTuple):
    complaint: str
    line: Literal["end", "start"]
    message: str
    hint: str


_QUOTES = "put the whole text in quotes"
_CLOSE = "close it, or double a quote that is part of the text"
_AFTER_QUOTE = _Row(
    r"<block end>, but found '<scalar>'",
    "end",
    "text follows where a value has already ended",
    "double a quote that is part of quoted text, or quote the text with the other kind",
)
_ROWS = (
    _Row(
        r"found character '\\t'",
        "end",
        "a tab stands where spaces are needed",
        "indent with spaces only",
    ),
    _Row(
        r"found character '(?P<sign>.)' that cannot start",
        "end",
        'text cannot begin with "{sign}"',
        _QUOTES,
    ),
    _Row(
        r"mapping values are not allowed",
        "end",
        "a colon stands where none can be",
        'put text that holds ": " in quotes; else look at the indentation of this line and at '
        "the end of the line before",
    ),
    _Row(
        r"could not find expected ':'",
        "start",
        "this line has no colon",
        'write "name: value", or "- value" in a list',
    ),
    _Row(
        r"quoted.*unexpected end of stream",
        "start",
        "a quote is opened and never closed",
        _CLOSE,
    ),
    _Row(
        r"unknown escape character '(?P<sign>.)'",
        "end",
        'in double quotes, "\\{sign}" has no meaning',
        'write "\\\\" for a backslash, or use single quotes',
    ),
    _Row(
        r"flow sequence",
        "start",
        'a list is opened with "[" and not closed, or lacks a comma',
        'write it as "[one, two, three]"',
    ),
    _Row(
        r"flow (mapping|node)",
        "start",
        'a "{{" or "[" is opened and not closed, or a comma is lacking after it',
        'write "{{name: value, name: value}}" or "[one, two]"; text in it that holds one of {{ }} [ ] , '
        "stands in quotes",
    ),
    _AFTER_QUOTE,
    _Row(
        r"<block end>, but found '(-|\?)'",
        "end",
        "a list and named values are mixed",
        'begin every line of a list with "- ", and none of the others',
    ),
    _Row(
        r"<block end>|<document start>|sequence entries are not allowed",
        "end",
        "the indentation does not fit the lines above",
        "begin this line in the same column as its neighbours",
    ),
    _Row(
        r"scanning an (alias|anchor)",
        "end",
        'text cannot begin with "*" or "&"',
        _QUOTES,
    ),
    _Row(
        r"block node.*found '(?P<sign>[\]},])'",
        "end",
        'a "{sign}" closes nothing',
        f"delete it, or {_QUOTES}",
    ),
)


_NO_BLANK = re.compile(r"\s*(?:- +)?([A-Za-z][\w-]*):([^\s:/].*)")


def in_plain_words(error: MarkedYAMLError, file: str, text: str = "") -> KitError:
    """The KitError that tells a user of `file` what the parser found, on the line to look at."""
    complaint = f"{error.context or ''}: {error.problem or ''}"
    end = error.problem_mark or error.context_mark
    start = error.context_mark or error.problem_mark
    for row in _ROWS:
        match = re.search(row.complaint, complaint)
        if match:
            mark = start if row.line == "start" else end
            message, hint = (words.format(**match.groupdict()) for words in (row.message, row.hint))
            if row is _AFTER_QUOTE and end and (opened := _left_open(text, end.line)) is not None:
                says = f"a quote is opened and not closed before line {end.line + 1}"
                return KitError(says, place=Place(file, opened + 1), hint=_CLOSE)
            place = _place(file, mark)
            lines = text.split("\n")
            line = lines[place.line - 1] if place.line and place.line <= len(lines) else ""
            if row.message.endswith("no colon") and (tight := _NO_BLANK.fullmatch(line)):
                message = "a blank is missing after the colon"
                hint = f'write "{tight[1]}: {short(tight[2])}"'
            return KitError(message, place=place, hint=hint)
    return KitError(f"is not YAML: {error.problem}", place=_place(file, end))


def _left_open(text: str, end: int) -> int | None:
    """The line that opens the quote which a quote on line `end` closes, if that is another line.

    Lines are counted from 0.  That quote was meant to open, or to be a part of other text.
    """
    lines = text.split("\n")
    for sign in "\"'":
        before = [number for number in range(end) if sign in lines[number]]
        if before and sign in lines[end] and _opens(lines[before[-1]], sign):
            return before[-1]
    return None


def _opens(line: str, sign: str) -> bool:
    """Whether a value begins with this quote, which is still open where the line ends."""
    value = re.fullmatch(rf"""\s*(?:- +)*(?:[^\s"'#][^"']*?: +)?{sign}(.*)""", line)
    if value is None:
        return False
    rest = re.sub(r"\\.", "", value[1]) if sign == '"' else value[1]
    return sign not in rest.replace(2 * sign, "")


def _place(file: str, mark: object) -> Place:
    line = getattr(mark, "line", None)
    return Place(file, None if line is None else int(line) + 1)
