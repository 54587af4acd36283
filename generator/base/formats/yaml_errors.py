"""YAML syntax errors in plain words: one line that names the place, the mistake and the remedy.

The parser speaks of tokens and blocks.  For a part of its message, the table gives which of its two
lines to name (where it gave up, or where the unfinished construct began), the mistake, and the
remedy.  The first row that matches is used. libyaml and PyYAML's own parser word some messages
differently; the rows match both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal, NamedTuple

from yaml import MarkedYAMLError

from generator.base.errors import KitError, Place, short


class _Row(NamedTuple):
    complaint: str
    line: Literal["end", "start"]
    message: str
    hint: str


_MISPLACED = r"expected (<block end>|key|'-' indicator)"
_QUOTES = "put the whole text in quotes"
_CLOSE = "close it, or double a quote that is part of the text"
_AFTER_VALUE = _Row(
    rf"{_MISPLACED}.*\n.*[^\s-].*\n",
    "end",
    "there is text after the end of a value",
    "double a quote that is part of quoted text, or use the other kind of quotes around it",
)
_NO_COLON = _Row(
    r"could not find expected ':'",
    "start",
    "this line has no colon",
    'write "name: value", or "- value" in a list',
)
_ROWS = (
    _Row(
        r"cannot start any token.*\n.*\n\t|found a tab",
        "end",
        "a tab is used where spaces are needed",
        "indent with spaces only",
    ),
    _Row(
        r"cannot start any token.*\n.*\n(?P<sign>.)",
        "end",
        'text cannot begin with "{sign}"',
        _QUOTES,
    ),
    _Row(
        r"mapping values are not allowed|unexpected ':'",
        "end",
        "a colon is not allowed here",
        'put text that contains ": " in quotes; otherwise check the indentation of this line '
        "and the end of the line above",
    ),
    _NO_COLON,
    _Row(
        r"quoted.*unexpected end of stream", "start", "a quote is opened but never closed", _CLOSE
    ),
    _Row(
        r"unknown escape character.*\n.*\n\\?(?P<sign>.)",
        "end",
        'in double quotes, "\\{sign}" has no meaning',
        'write "\\\\" for a backslash, or use single quotes',
    ),
    _Row(
        r"scanning a block scalar",
        "start",
        'text cannot follow "|" or ">" on the same line',
        f"{_QUOTES}, or start it on the next line",
    ),
    _Row(
        r"escape (code|sequence)|hexdecimal",
        "end",
        "an escape sequence is not valid",
        'look for "\\x", "\\u" or "\\U" in double quotes',
    ),
    _Row(
        r"flow sequence",
        "start",
        'a list that starts with "[" is not closed, or lacks a comma',
        'write it as "[one, two, three]"',
    ),
    _Row(
        r"flow (mapping|node)",
        "start",
        'a "{{" or "[" is not closed, or a comma is missing after it',
        'write "{{name: value, name: value}}" or "[one, two]"; put text in quotes if '
        'it contains any of {{ }} [ ] , and colours, such as "#884422"',
    ),
    _AFTER_VALUE,
    _Row(
        rf"{_MISPLACED}.*same column",
        "end",
        'list items and "name: value" lines are mixed',
        'start every item of a list with "- ", and no other line',
    ),
    _Row(
        rf"{_MISPLACED}|<document start>|sequence entries are not allowed",
        "end",
        "the indentation does not match the lines above",
        "start this line in the same column as its neighbours",
    ),
    _Row(r"scanning an (alias|anchor)", "end", 'text cannot begin with "*" or "&"', _QUOTES),
    _Row(
        r"block node.*\n.*\n(?P<sign>[\]},])",
        "end",
        'a "{sign}" has no opening bracket',
        f"delete it, or {_QUOTES}",
    ),
)


_NO_BLANK = re.compile(r"\s*(?:- +)?([A-Za-z][\w-]*):([^\s:/].*)")


def explain_yaml_error(error: MarkedYAMLError, file: str, text: str) -> KitError:
    """Explain a syntax error found in `text`, the content of `file`, to its author."""
    lines = [*text.split("\n"), ""]
    end = error.problem_mark or error.context_mark
    start = error.context_mark or error.problem_mark
    if end is None or start is None:  # does not occur
        return KitError(
            f"is not valid YAML: {error.problem}", place=Place(file), check="yaml-syntax"
        )
    complaint = _with_surroundings(error, start.column == end.column, lines[end.line], end.column)
    for row in _ROWS:
        if match := re.search(row.complaint, complaint):
            break
    else:
        message, place = f"is not valid YAML: {error.problem}", Place(file, end.line + 1)
        return KitError(message, place=place, check="yaml-syntax")
    number = start.line if row.line == "start" else end.line
    message, hint = (words.format(**match.groupdict()) for words in (row.message, row.hint))
    if row is _AFTER_VALUE and (opened := _left_open(lines, end.line)) is not None:
        message = f"a quote is not closed before line {end.line + 1}"
        number, hint = opened, _CLOSE
    elif row is _NO_COLON and (tight := _NO_BLANK.fullmatch(lines[number])):
        message = "a space is missing after the colon"
        hint = f'write "{tight[1]}: {short(tight[2])}"'
    return KitError(message, place=Place(file, number + 1), hint=hint, check="yaml-syntax")


def _with_surroundings(error: MarkedYAMLError, aligned: bool, line: str, column: int) -> str:
    """The text that the rows are matched with: the message, then its line up to the place, then the rest.

    libyaml does not name the character at fault.
    """
    aligns = ", same column" if aligned else ""
    problem = f"{error.context or ''}: {error.problem or ''}{aligns}"
    return f"{problem}\n{line[:column]}\n{line[column:]}"


def _left_open(lines: Sequence[str], end: int) -> int | None:
    """The line that opens the quotation which a quote on line `end` closes, if it is another line.

    Lines are counted from 0.  That quote was meant to open a value, or to be part of other text.
    """
    for sign in "\"'":
        before = [number for number in range(end) if sign in lines[number]]
        if before and sign in lines[end] and _opens(lines[before[-1]], sign):
            return before[-1]
    return None


def _opens(line: str, sign: str) -> bool:
    """Whether a value begins with this quote, which is still open at the end of the line."""
    value = re.fullmatch(rf"""\s*(?:- +)*(?:[^\s"'#][^"']*?: +)?{sign}(.*)""", line)
    if value is None:
        return False
    rest = re.sub(r"\\.", "", value[1]) if sign == '"' else value[1]
    return sign not in rest.replace(2 * sign, "")
