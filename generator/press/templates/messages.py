"""Turns the source of a template into the words that it prints, and into a source in other words.

Whatever a template has written out between its tags is a message by itself, a line at a time, with
`{{ values }}` inside it: nobody has to mark it.  Only words inside an expression need it, since a
name looks no different there: `{{ _("Cut") }}`, `{{ _n("{n} page", "{n} pages", pages) }}`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from jinja2 import Environment, TemplateSyntaxError, nodes

from generator.press.templates.unmarked import unmarked

_VALUE = r"\{\{.*?\}\}"
_CODE = r"\{%.*?%\}|\{#.*?#\}"
_XML = re.compile(
    rf"(?P<value>{_VALUE})|{_CODE}|<!--.*?-->|</?[a-z](?:{_VALUE}|{_CODE}|.)*?>|\n", re.DOTALL
)
_MARKDOWN = re.compile(rf"(?P<value>{_VALUE})|{_CODE}|\n|(?P<cell>\|)", re.DOTALL)
_BLANK = re.compile(r"^(?:\s|\{\{-?\s*\"\s*\"\s*-?\}\})+|(?:\s|\{\{-?\s*\"\s*\"\s*-?\}\})+$")
_BEFORE = re.compile(r"(?:\s|>|[-+*]\s|\d+\.\s|#{1,6}\s)*")
_AFTER = re.compile(r"\s*\\?\s*$")
_NO_WORDS = re.compile(
    rf":[a-z0-9-]*{_VALUE}[a-z0-9-]*:|{_VALUE}|:[a-z][a-z0-9-]*:|\]\([^)]*\)|&#?\w+;", re.DOTALL
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_QUOTED = re.compile(rf'"((?:{_VALUE}|[^"])*)"')
_KEY = r"(?:^|[\s{,])(?:caption|title|summary): *"
_FACTS = re.compile(r"^[\s>]*facts: *\[")
_IN_BLOCK = re.compile(rf'{_KEY}(?:"((?:{_VALUE}|[^"])*)"|((?:{_VALUE}|[^"|>\[{{\s]).*?)\s*$)')
_IN_FLOW = re.compile(rf'{_KEY}(?:"((?:{_VALUE}|[^"])*)"|((?:{_VALUE}|[^"|>\[{{\s,}}])[^,}}]*))')
_FLOW = re.compile(r"^[\s>]*(?:- )?\{(?!\{)")

SAY, SAY_COUNTED = "_", "_n"
"""What words are wrapped in inside an expression: one message, or one and many."""


class TextSpan(NamedTuple):
    """A message in a source: from where to where it stands, and how it is written there."""

    start: int
    end: int
    message: str
    line: int
    in_yaml: bool = False
    """Inside a block of figures or a cover, where a text has to be quoted."""


def messages(source: str, *, markdown: bool) -> Iterator[TextSpan]:
    """Every message that a source has written out between its tags."""
    fenced = False
    start, line = 0, 1
    pattern = _MARKDOWN if markdown else _XML
    in_row = markdown and source.lstrip(" >").startswith("|")
    for match in [*pattern.finditer(source), None]:
        if match and (match["value"] or (match.re is _MARKDOWN and match["cell"] and not in_row)):
            continue
        end = match.start() if match else len(source)
        text = source[start:end]
        if text.strip():
            if markdown and text.lstrip(" >").startswith("```"):
                fenced = not fenced
            elif fenced:
                yield from _in_fence(text, start, line)
            else:
                yield from _in_text(text, start, line, markdown=markdown)
        if match is None:
            return
        line += source.count("\n", start, match.end())
        start = match.end()
        if markdown and match[0] == "\n":
            in_row = not fenced and source[start : start + 40].lstrip(" >").startswith("|")


def _in_text(text: str, start: int, line: int, *, markdown: bool) -> Iterator[TextSpan]:
    first, last = 0, len(text)
    if markdown:
        before, after = _BEFORE.match(text), _AFTER.search(text)
        first, last = before.end() if before else 0, after.start() if after else last
    inner = text[first:last]
    for blank in list(_BLANK.finditer(inner)):
        first, last = (first + blank.end(), last) if blank.start() == 0 else (first, last)
        last = last - len(blank[0]) if blank.end() == len(inner) else last
    message = text[first:last]
    if _has_words(message) and '="' not in _NO_WORDS.sub("", message):
        yield TextSpan(start + first, start + last, message, line)


def _in_fence(text: str, start: int, line: int) -> Iterator[TextSpan]:
    """The words of a block: its captions, its title, its facts."""
    pattern = _QUOTED if _FACTS.match(text) else _IN_FLOW if _FLOW.match(text) else _IN_BLOCK
    for found in pattern.finditer(text):
        group = 1 if found[1] is not None else 2
        message = found[group].strip()
        if _has_words(message):
            first, last = found.span(group)
            if group == 1:
                first, last = first - 1, last + 1  # the quotes
            else:
                last = first + len(message)
            yield TextSpan(start + first, start + last, message, line, in_yaml=True)


def _has_words(message: str) -> bool:
    return bool(_LETTERS.search(_NO_WORDS.sub(" ", message)))


def in_other_words(source: str, say: Callable[[str, int], str], *, markdown: bool) -> str:
    """The source with every message as `say` (message, line) words it; lines stay where they are."""
    pieces: list[str] = []
    end = 0
    for stretch in messages(source, markdown=markdown):
        said = say(stretch.message, stretch.line)
        pieces += [source[end : stretch.start], _as_yaml(said) if stretch.in_yaml else said]
        end = stretch.end
    return "".join([*pieces, source[end:]])


def _as_yaml(text: str) -> str:
    """A text in quotes; values inside it stay as they are."""
    parts = re.split(f"({_VALUE})", text)
    parts[::2] = [part.replace("\\", "\\\\").replace('"', '\\"') for part in parts[::2]]
    return f'"{"".join(parts)}"'


class Marked(NamedTuple):
    """Words inside an expression: `many` if they are counted, `context` if they have one."""

    message: str
    many: str
    context: str
    line: int


def marked(
    source: str, environment: Environment, *, markdown: bool
) -> tuple[list[Marked], list[tuple[str, int]]]:
    """The words that expressions say by `_` and `_n`, and those they say without it, with lines.

    Raises nothing for a source that does not parse: whoever renders it tells.
    """
    try:
        tree = environment.parse(source)
    except TemplateSyntaxError:
        return [], []
    found: list[Marked] = []
    for call in tree.find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name not in (SAY, SAY_COUNTED):
            continue
        texts = [arg.value for arg in call.args if isinstance(arg, nodes.Const)]
        words = [text for text in texts if isinstance(text, str)]
        if call.node.name == SAY_COUNTED and len(words) > 1:
            found.append(Marked(words[0], words[1], "", call.lineno))
        elif words:
            context = words[1] if len(words) > 1 else ""
            found.append(Marked(words[0], "", context, call.lineno))
    unsaid = unmarked(tree, (SAY, SAY_COUNTED), markdown=markdown)
    return found, [(const.value, const.lineno) for const in unsaid]
