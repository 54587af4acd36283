r"""Inline marks of kit text (*bold*, _italic_, :icon:), parsed into paragraphs of spans and icons.

The marks, all of which may stand in a data file as well as in a template:

- `*bold*`, `_italic_`, `*_both_*`.  A mark opens before a letter and closes after one; inside a
  word or between spaces it is the plain character (`snake_case`, `2 * 3`).
- `:name:` is an icon; names are lower-case letters, digits and hyphens (`10:30` is just a time).
- `[words]{red underline 120%}` gives words a look: a colour, `underline`, `strike`, `caps` (small
  capitals) and a size; `:name:{red}` is an icon in a colour.
- A backslash makes the mark after it plain: `\*`, `\_`, `\:`, `\{`, `\\`.
- A new line is a new paragraph; blank lines are ignored.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeAlias

from generator.base.errors import KitError
from generator.press.text.looks import SMALL_CAPITALS, Look, parse_look


class BrokenMarkError(KitError):
    """A mark that is not closed, or closes nothing; `at` is its index in the paragraph."""

    at = 0


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of text in one style."""

    text: str
    bold: bool = False
    italic: bool = False
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon in the text, by name."""

    name: str
    look: Look | None = None


InlineText: TypeAlias = tuple[Span | Icon, ...]

_TOKEN = re.compile(
    r"\\[*_:{\\]|:[a-z][a-z0-9-]*:(?:\{[^{}]*\})?|\[(?=[^\[\]]*\]\{[^{}]*\})|\]\{[^{}]*\}|[*_]"
    r"|[^\\:*_\[\]]+|."
)
_LOWER = re.compile(r"([^\W\d_A-Z]+)")
_MARKS = str.maketrans({mark: f"\\{mark}" for mark in "\\*_:"})
_SETTINGS = re.compile(r"(?<=[\]:])\{")
_LOOK = re.compile(r"\[[^\[\]]*\]\{([^{}]*)\}")
_SPACES = re.compile(r"[ \t\f\v]+")
MAX_LOOSE = 100
"""Maximum number of broken marks that are corrected one by one; then whole lines become plain text."""
_STYLES = {"*": "bold", "_": "italic"}


@lru_cache(maxsize=1024)
def parse(source: str) -> tuple[InlineText, ...]:
    """The paragraphs of a text, in NFC.  Raises KitError naming the words near a broken mark."""
    return tuple(map(_paragraph, _lines(source)))


def _lines(source: str) -> list[str]:
    """The paragraphs of a text, unparsed."""
    text = unicodedata.normalize("NFC", source)
    lines = (_SPACES.sub(" ", line).strip(" ") for line in text.splitlines())
    return [line for line in lines if line]


def _paragraph(line: str) -> InlineText:
    pieces: list[Span | Icon] = []
    pending: list[str] = []
    opened: dict[str, int] = {}  # open marks, innermost last, and where they are
    look: Look | None = None

    def finish_span() -> None:
        if pending:
            span = Span("".join(pending), "*" in opened, "_" in opened, look)
            pieces.extend(_small_capitals(span) if look and look.caps else (span,))
            pending.clear()

    for match in _TOKEN.finditer(line):
        token, at = match[0], match.start()
        if token in _STYLES:
            before, after = line[:at][-1:], line[match.end() :][:1]
            if next(reversed(opened), "") == token and _closes(before, after):
                finish_span()
                del opened[token]
            elif _opens(before, after):
                if token in opened:
                    raise _broken(line, at, f"a second {token} opens before the first is closed")
                finish_span()
                opened[token] = at
            elif token in opened and _closes(before, after):
                raise _broken(line, at, f"{token} closes before a mark inside it is closed")
            else:
                pending.append(token)
        elif token[0] == "\\" and len(token) == 2:
            pending.append(token[1])
        elif token[0] == ":" and len(token) > 1:
            finish_span()
            name, _, own = token[1:].partition(":")
            pieces.append(Icon(name, parse_look(own[1:-1]) if own else look))
        elif token == "[" and (marked := _LOOK.match(line, at)):
            finish_span()
            look = parse_look(marked[1])
        elif token.startswith("]{") and look is not None:
            finish_span()
            look = None
        else:
            pending.append(token)
    if opened:
        mark, at = opened.popitem()
        raise _broken(line, at, f"{mark} is never closed")
    finish_span()
    return tuple(pieces)


def _small_capitals(span: Span) -> list[Span]:
    """The span with small capitals in place of its lower-case letters."""
    assert span.look
    small = replace(span.look, scale=span.look.scale * SMALL_CAPITALS)
    parts = _LOWER.split(span.text)
    return [
        replace(span, text=part.upper(), look=small) if index % 2 else replace(span, text=part)
        for index, part in enumerate(parts)
        if part
    ]


def _opens(before: str, after: str) -> bool:
    return bool(after) and not after.isspace() and not before.isalnum()


def _closes(before: str, after: str) -> bool:
    return not before.isspace() and not after.isalnum()


def _broken(line: str, at: int, problem: str) -> BrokenMarkError:
    """An error that shows the words around the mark at `at`."""
    start, end = max(0, at - 16), at + 24
    context = ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
    mark = line[at]
    error = BrokenMarkError(
        f'{problem}, near "{context}"',
        hint=f"write {mark}word{mark} for {_STYLES[mark]}, and \\{mark} for a plain {mark}; for text of a "
        "table, use `| plain`, or give its field `markup: loose`",
        check="text-markup",
    )
    error.at = at
    return error


def escape_broken(text: str) -> tuple[str, list[KitError]]:
    """A text with a backslash before each broken mark, and what is wrong with each of them."""
    lines: list[str] = []
    broken: list[KitError] = []
    for line in _lines(text):
        while True:
            try:
                _paragraph(line)
                break
            except BrokenMarkError as error:
                if len(broken) == MAX_LOOSE:
                    line = escape(line)
                    break
                broken.append(error)
                line = f"{line[: error.at]}\\{line[error.at :]}"
        lines.append(line)
    return "\n".join(lines), broken


def escape(text: object) -> str:
    """The text with its marks escaped, so that each stands for itself."""
    return _SETTINGS.sub(r"\\{", str(text).translate(_MARKS))


def anchor(title: object) -> str:
    """The anchor of a heading: its words in lower case, joined by hyphens."""
    return re.sub(r"[\W_]+", "-", str(title).lower()).strip("-") or "heading"
