"""YAML syntax errors in plain words: one line that names the place, the mistake and the remedy."""

from __future__ import annotations

import re
from collections.abc import Sequence

from yaml import MarkedYAMLError

from generator.base.errors import KitError, Place, short
from generator.base.formats.syntax_errors import explain_syntax_error

_CLOSE = "close it, or double a quote that is part of the text"
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
    found = explain_syntax_error("yaml", complaint, problem=error.problem)
    message, hint, number = found.message, found.hint, (start if found.at_start else end).line
    if found.or_else == "quote" and (opened := _left_open(lines, end.line)) is not None:
        message = f"a quote is not closed before line {end.line + 1}"
        number, hint = opened, _CLOSE
    elif found.or_else == "colon" and (tight := _NO_BLANK.fullmatch(lines[number])):
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
