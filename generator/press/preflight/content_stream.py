"""PDF content streams: reads instructions, each an operator with its operands (ISO 32000-1, 7.8.2).

Most instructions are numbers followed by an operator, which one pattern reads in one go.  Of other
operands only names are kept: the contents of strings and dictionaries do not affect positions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pikepdf

_BLANK = r"[\0\t\n\f\r ]"
_NUMBER = r"[-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)"
_SIGN = r"[A-Za-z0-9*'\"]"
_SIMPLE = rf"""(?:
    {_NUMBER}
  | /[^\0\t\n\f\r ()<>\[\]{{}}/%]*+     # a name
  | \[[^\[\]()%]*+\]                    # an array without texts, such as coded letters
  | <[0-9A-Fa-f\0\t\n\f\r ]*+>          # a text as hexadecimal digits
  | <<[^()<>%]*+>>                      # a dictionary without texts
)"""
_OTHER = re.compile(
    rf"""{_BLANK}*+(?: ({_SIMPLE}) | (\()   # the start of a text
      | %[^\r\n]*+                          # a comment
      | (\[) | \] | << | >> | [{{}}]
    )""",
    re.VERBOSE,
)
_IN_TEXT = re.compile(r"\\.|[()]", re.DOTALL)
_IMAGE = "ID"
"""The operator followed by the samples of an inline image, up to the next `EI`."""
_IMAGE_END = re.compile(rf"{_BLANK}EI(?={_BLANK}|$)")


@cache
def _instruction_pattern(operators: frozenset[str]) -> re.Pattern[str]:
    """Unwanted instructions, then a wanted one or the beginning of an image, if that comes next."""
    signs = "|".join(map(re.escape, sorted({*operators, _IMAGE}, reverse=True)))
    operands = rf"(?:{_SIMPLE}{_BLANK}*+)*+"
    one = rf"(?:{signs})(?!{_SIGN})"
    others = rf"(?:{_BLANK}*+{operands}(?!{one})[A-Za-z'\"]{_SIGN}*+)*+"
    return re.compile(rf"({others})(?:{_BLANK}*+({operands})({one}))?", re.VERBOSE)


def instructions(
    source: pikepdf.Object, operators: frozenset[str]
) -> Iterator[tuple[str, list[Any]]]:
    """The instructions with one of the `operators`: the numbers and names ("/S1") before each.

    `source` is a stream, or an array of streams that form one.  Anything that is not valid in a
    stream ends it.
    """
    next_of = _instruction_pattern(operators)
    parts = source if isinstance(source, pikepdf.Array) else [source]
    data = "\n".join(part.read_bytes().decode("latin-1") for part in parts)
    operands_before: list[float | str] = []
    position, in_array = 0, False
    while found := next_of.match(data, position):
        others, operands, operator = found.groups()
        position = found.end()
        if others:
            operands_before = []
        if operator == _IMAGE:
            image = _IMAGE_END.search(data, position)
            position = image.end() if image else len(data)
        elif operator:
            yield operator, operands_before + _values(operands) if operands else operands_before
            operands_before = []
        elif other := _OTHER.match(data, position):
            operand, text, array = other.groups()
            position = _text_end(data, other.end()) if text else other.end()
            in_array = (in_array and other[0][-1] != "]") or bool(array)
            operands_before += _values(operand or "") if not in_array else []
        else:
            return


def _values(operands: str) -> list[float | str]:
    """The numbers and names among simple operands."""
    if "[" in operands or "<" in operands:  # encoded letters, for example
        return []
    if "/" not in operands:
        return [*map(float, operands.split())]
    return [part if part[0] == "/" else float(part) for part in operands.split()]


def _text_end(data: str, at: int) -> int:
    """The end of a string in parentheses, which may contain nested ones."""
    depth = 1
    while depth:
        found = _IN_TEXT.search(data, at)
        if not found:
            return len(data)
        at = found.end()
        depth += {"(": 1, ")": -1}.get(found[0], 0)
    return at
