"""Turns a file of a kit into one that is broken in a few places, at random or maliciously.

The same random numbers give the same changes, so that every finding can be reproduced.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

Change = Callable[[str, str, Random], str]
"""(the text, another file's text, random generator) -> the broken text."""

NUMBERS = (
    "0", "-1", "1e9", "1000000000", "99999999999999999999999", "-0.0", "1e-9", "nan", ".inf", "1e999",
    "0x7fffffff", "1/0", "3.14159265358979", "2024-01-01", "1_000", "09",
)  # fmt: skip
VALUES = (
    "null", "~", "true", "[]", "{}", "[1, [2, [3]]]", "{a: {b: c}}", "''", '"', "'", "|", ">", "&a", "*a",
    "!!python/object:os.system", "<<", "- ", "? ", ": ", "#", "%", "@", "`", "/etc/passwd",
    "../../etc/passwd",
    "con", "..", ".", "a" * 300, "id", "row", "self", "None", "__class__",
)  # fmt: skip
SIGNS = (
    "\x00", "\x07", "\ufeff", "\u200b", "\u202e", "\u2028", "\ud7ff", "é", "ß", "😀", "שלום", "한", "\u0301",
    "\t", "\r", "\n\n", "&", "<", ">", "{{", "}}", "{%", "%}", "{#", "*", "_", ":", "[", "](", "`", "|", "\\",
    "&#0;", "&amp;", "]]>", "<!--", "<?", "\ue000", "\ue001",
)  # fmt: skip
CODE = (
    "{{ row }}", "{{ tables }}", "{{ 1 // 0 }}", "{{ [1] * 9999 }}", "{% for i in range(99) %}",
    "{% endfor %}", "{% if %}", "{% include 'shared' %}", "{% macro f(f) %}{{ f }}{% endmacro %}",
    "{{ loop }}", "{{ self }}", "{{ caller() }}", "{% set row = 1 %}", "{{ ''.join }}", "{{ x|map }}",
    "{% block a %}{% endblock %}", "{% extends 'x' %}", "{% call f() %}", "<rect/>", "<text>", "</text>",
    "<use component='x'/>", "<group>", "<icon name='x'/>", "<board>", "<row><text/></row>", "<link to='#'/>",
)  # fmt: skip
_NUMBER = re.compile(r"-?\d+(\.\d+)?")
_WORD = re.compile(r"[A-Za-z][\w-]*")
_QUOTED = re.compile(r'"[^"\n]*"|\'[^\'\n]*\'')


def broken(text: str, other: str, rng: Random) -> str:
    """The text with one to four changes; `other` is the text of another file, to splice in."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 4))):
        text = rng.choice(CHANGES)(text, other, rng)
    return text


def broken_bytes(data: bytes, rng: Random) -> bytes:
    """Bytes with some changed, truncated or duplicated."""
    changed = bytearray(data)
    for _ in range(rng.choice((1, 3, 30))):
        if changed:
            changed[rng.randrange(len(changed))] = rng.choice((0, 255, rng.randrange(256)))
    cut = rng.choice((len(changed), len(changed), rng.randrange(len(changed) + 1)))
    return bytes(changed[:cut])


def _lines(change: Callable[[list[str], Random], None]) -> Change:
    def changed(text: str, other: str, rng: Random) -> str:
        lines = text.split("\n")
        change(lines, rng)
        return "\n".join(lines)

    return changed


def _delete(lines: list[str], rng: Random) -> None:
    start = rng.randrange(len(lines))
    del lines[start : start + rng.choice((1, 1, 1, 3, 20))]


def _repeat(lines: list[str], rng: Random) -> None:
    start = rng.randrange(len(lines))
    block = lines[start : start + rng.choice((1, 1, 4, 30))]
    lines[start:start] = block * rng.choice((1, 1, 1, 5, 200))


def _swap(lines: list[str], rng: Random) -> None:
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def _indent(lines: list[str], rng: Random) -> None:
    at = rng.randrange(len(lines))
    lines[at] = rng.choice(("  ", "\t", "- ", "  - ")) + lines[at].lstrip(rng.choice(" -"))


def _replaced(pattern: re.Pattern[str], options: tuple[str, ...]) -> Change:
    def changed(text: str, other: str, rng: Random) -> str:
        found = list(pattern.finditer(text))
        if not found:
            return text
        match = rng.choice(found)
        return text[: match.start()] + rng.choice(options) + text[match.end() :]

    return changed


def _inserted(options: tuple[str, ...]) -> Change:
    def changed(text: str, other: str, rng: Random) -> str:
        at = rng.randrange(len(text) + 1)
        return text[:at] + rng.choice(options) + text[at:]

    return changed


def _misspelt(text: str, other: str, rng: Random) -> str:
    """Replace a word by another of the same file: keys, references, names of elements."""
    words = list(_WORD.finditer(text))
    if not words:
        return text
    match, instead = rng.choice(words), rng.choice(words)[0]
    if rng.random() < 0.3:
        instead = match[0][:-1]
    return text[: match.start()] + instead + text[match.end() :]


def _without(text: str, other: str, rng: Random) -> str:
    at = rng.randrange(len(text) + 1)
    return text[:at] + text[at + rng.choice((1, 1, 5, 80)) :]


def _cut(text: str, other: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)]


def _spliced(text: str, other: str, rng: Random) -> str:
    start, at = rng.randrange(len(other) + 1), rng.randrange(len(text) + 1)
    return text[:at] + other[start : start + rng.choice((5, 50, 500))] + text[at:]


def _half_of_each(text: str, other: str, rng: Random) -> str:
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


CHANGES: tuple[Change, ...] = (
    _lines(_delete), _lines(_repeat), _lines(_swap), _lines(_indent),
    _replaced(_NUMBER, NUMBERS), _replaced(_NUMBER, NUMBERS), _replaced(_WORD, VALUES),
    _replaced(_QUOTED, VALUES), _replaced(_QUOTED, NUMBERS),
    _inserted(SIGNS), _inserted(CODE), _inserted(VALUES),
    _misspelt, _misspelt, _without, _cut, _spliced, _half_of_each,
)  # fmt: skip
