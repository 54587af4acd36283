"""Inline markup of a script: turns tags such as <b>, and icons, into Grimoire's inline marks."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape

from generator.press.text.inline import escape

_TAG = re.compile(r"<(/?)(\w+)([^<>]*)>")
_PAIRS = {"b": "*", "strong": "*", "i": "_", "em": "_"}
_LOOKS = {"u": "underline", "s": "strike"}
_COLOR = re.compile(r"(?:color|foreground|fgcolor)\s*=\s*['\"]?(#[0-9a-fA-F]{6}|[a-zA-Z]\w*)")


def convert_marks(
    words: str, icons: Mapping[str, str], *, markup: bool, color: Callable[[str], str] = str
) -> tuple[str, list[str]]:
    """Words with tags and icons as marks, and the tags without a counterpart.

    `icons` maps the keys in the words to names of icons; `color` converts a colour.  Unbalanced
    closing tags are dropped.
    """
    parts: list[str] = []
    lost: list[str] = []
    open_tags: list[tuple[str, str]] = []
    at = 0
    for tag in _TAG.finditer(words) if markup else ():
        parts.append(_plain(words[at : tag.start()], icons))
        at = tag.end()
        name = tag[2].lower()
        colored = _COLOR.search(tag[3])
        if not tag[1]:
            start, end = _marks(name, color(colored[1]) if colored else "")
            if not start and name != "span":
                lost.append(f"<{name}>")
            elif name == "span" and tag[3].strip() and not colored:
                lost.append(f"<span{tag[3]}>")
            parts.append(start)
            open_tags.append((name, end))
        elif open_tags and open_tags[-1][0] == name:
            parts.append(open_tags.pop()[1])
    parts.append(_plain(words[at:], icons, unescaped=markup))
    parts += [end for _, end in reversed(open_tags)]
    return "".join(parts), lost


def italicized(words: str) -> str:
    """Put each line in italics, except lines that already have some."""
    lines = (line.strip() for line in words.split("\n"))
    return "\n".join(
        line if not line or re.search(r"(?<!\\)_", line) else f"_{line}_" for line in lines
    )


def _marks(name: str, color: str) -> tuple[str, str]:
    if name in _PAIRS:
        return _PAIRS[name], _PAIRS[name]
    look = _LOOKS.get(name, color)
    return ("[", f"]{{{look}}}") if look else ("", "")


def _plain(words: str, icons: Mapping[str, str], unescaped: bool = True) -> str:
    """Escape the marks in words, and replace the keys of icons."""
    words = unescape(words) if unescaped else words
    if not icons:
        return escape(words)
    keys = sorted(icons, key=len, reverse=True)
    parts = re.split("(" + "|".join(map(re.escape, keys)) + ")", words)
    return "".join(f":{icons[part]}:" if part in icons else escape(part) for part in parts)
