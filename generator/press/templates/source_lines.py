"""Source lines: the template and line that a part of the rendered markup comes from.

Only opening tags carry their line, as an attribute.  To locate a fault in anything else, the
template is rendered once more with a mark before every piece of its text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from generator.base.errors import Place
from generator.press.markup.well_formed import SOURCE

_CODE = r"(?s:\{\{.*?(?:\}\}|\Z)|\{%.*?(?:%\}|\Z))"
_COLOR = r"\{#(?=[0-9a-fA-F]{3,8}(?: [^{}#\n]*)?\})"
"""The beginning of a look with a colour: `{#ff0000 underline}`."""
NO_TEXT = rf"{_CODE}|(?s:(?!{_COLOR})\{{#.*?(?:#\}}|\Z))"
"""Jinja code and comments, to their end or to that of the file, as a regular expression."""
NO_MARKUP = rf"{NO_TEXT}|(?s:<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?.*?(?:\?>|\Z))"
"""The same, and everything that XML does not read as markup."""
_TAGS = re.compile(rf"{NO_MARKUP}|(<[a-z][a-z0-9-]*)(?=[\s/>])")
"""Code and comments, and opening tags."""
_PIECES = re.compile(rf"{NO_TEXT}|(?P<text>[^\s{{](?:[^\n{{]|\{{(?![{{%#]))*+)")
"""Code, and text of one line from its first letter on."""

_LOOK = re.compile(rf"({_CODE})|{_COLOR}")
"""Code, or the beginning of a look."""

_SPECIAL = re.compile(r"[<>&\"{}%#]")
"""Characters that XML or Jinja would not accept in a file's name."""
_MARK = re.compile("\ue000([0-9]++):([^\ue000\ue001]*+)\ue001")


def with_looks(source: str) -> str:
    """The template with the colours of looks (`[words]{#ff0000}`) hidden from Jinja's comment syntax."""
    return _LOOK.sub(lambda found: found[1] or "{&#35;", source)


def opening_tags(source: str) -> Iterator[tuple[re.Match[str], int, int]]:
    """The beginnings of a template's opening tags: "<" and the name, the line, and the number in it."""
    end, line, number = 0, 1, 0
    for match in _TAGS.finditer(source):
        if match[1]:
            down = source.count("\n", end, match.start())
            line, number = line + down, 1 if down else number + 1
            yield match, line, number
            end = match.end()


def with_sources(source: str, shown: str) -> str:
    """The template with each opening tag annotated with its file and line.

    Further tags in the same line also get their number: "card.xml:12/2".
    """
    pieces: list[str] = []
    name = _quoted(shown)
    end = 0
    for match, line, number in opening_tags(source):
        at = f"{line}/{number}" if number > 1 else line
        pieces += [source[end : match.end()], f' {SOURCE}="{name}:{at}"']
        end = match.end()
    return "".join([*pieces, source[end:]])


def with_marks(source: str, shown: str) -> str:
    """The template with a mark before each piece of text; `place_at` reads the rendered marks."""
    pieces: list[str] = []
    end, line = 0, 1
    for match in _PIECES.finditer(source):
        if match["text"]:
            line += source.count("\n", end, match.start())
            pieces += [source[end : match.start()], f"\ue000{line}:{_quoted(shown)}\ue001"]
            end = match.start()
    return "".join([*pieces, source[end:]])


def place_at(marked: str, plain: str, offset: int) -> Place | None:
    """The place of an offset in the plain text; None if `marked` without its marks is another text."""
    if _MARK.sub("", marked) != plain:
        return None
    place, passed = None, 0
    for mark in _MARK.finditer(marked):
        if mark.start() - passed > offset:
            break
        passed += len(mark[0])
        place = Place(re.sub(r"&#(\d+);", lambda sign: chr(int(sign[1])), mark[2]), int(mark[1]))
    return place


def _quoted(shown: str) -> str:
    return _SPECIAL.sub(lambda sign: f"&#{ord(sign[0])};", shown)
