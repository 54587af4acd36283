"""Messages of a template: its literal texts, and their translation in place.

Text between tags is a message without any marking, one for each line, including its `{{ values }}`.
Only words inside an expression are marked, since names look just like them there: `{{ _("Cut") }}`,
`{{ _n("{n} page", "{n} pages", pages) }}`.

Jinja's lexer tells code from text.  `mask_code` replaces each tag with as many placeholders, so
that plain patterns can search the rest while offsets stay those of the source.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from jinja2 import Environment, TemplateSyntaxError, nodes, pass_context
from jinja2.ext import extract_from_ast
from jinja2.lexer import Lexer
from jinja2.runtime import Context

from generator.kit.expressions.sandbox import MAX_TOKENS
from generator.kit.tables.translated_texts import in_other_words
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.templates.unmarked import SENTENCE

SAY, SAY_COUNTED = "_", "_n"
"""The functions that mark words inside an expression: one message, or singular and plural."""
VALUE = r"\{\{(?s:.*?)(?:\}\}|\Z)"
"""An expression in a message, as a pattern."""
ICON = r":[a-z0-9-]*+(?:\{\{[^{}:]*+\}\})?+[a-z0-9-]*+:"
"""An icon in a message, as a pattern; its name may contain an expression."""

_VALUE, _CODE, _CAPTURE, _CAPTURED = "\ue000", "\ue001", "\ue002", "\ue003"
"""Placeholders: for an expression, for other code, and for the start and end of a captured block."""
_PRIVATE = dict.fromkeys(map(ord, (_VALUE, _CODE, _CAPTURE, _CAPTURED)), " ")
_CODE_BREAK = f"{_CODE}++|[{_CAPTURE}{_CAPTURED}]"
_MARKUP_BREAK = re.compile(
    rf"(?P<tag></?[a-z][^>]*+(?:>|\Z))|<!--(?s:.*?)(?:-->|\Z)|{_CODE_BREAK}|\n"
)
_MARKDOWN_BREAK = re.compile(rf"(?P<tag>(?!))|{_CODE_BREAK}|\n")
_TABLE_ROW = re.compile(r"^[ >]*\|.*", re.MULTILINE)
_BULLET = re.compile(r"(?:\s|>|[-+*]\s|\d+\.\s|#{1,6}\s)*+")
_NO_WORDS = re.compile(
    rf":[a-z0-9-]*+{_VALUE}++[a-z0-9-]*+:|{_VALUE}++|:[a-z][a-z0-9-]*+:|\]\([^()\s]*+\)|&#?\w++;"
)
_LETTERS = re.compile(r"[^\W\d_]{2,}")
_KEY = r"(?:^|[\s{,])(?:caption|title|summary): *+"
_FACTS = re.compile(r"[\s>]*facts: *\[")
_QUOTED = re.compile(r'"([^"]*)"()')
_IN_BLOCK = re.compile(rf'{_KEY}(?:"([^"]*)"\s*$|([^"|>\[{{\s].*))')
_IN_FLOW = re.compile(rf'{_KEY}(?:"([^"]*)"|([^"|>\[{{\s,}}][^,}}]*))')
_FLOW = re.compile(r"[\s>]*(?:- )?\{")


def set_language(environment: Environment, words: Translator) -> None:
    """Give an environment the functions and filters that translate.

    The filters take the context so that Jinja computes none of them while it compiles: compiled
    code is the same in every language.
    """

    @pass_context
    def figure(_: Context, number: float) -> str:
        return words.figure(f"{number:g}")

    @pass_context
    def number(_: Context, *values: Any, **named: Any) -> str:
        return words.number(*values, **named)

    def say(message: str, context: str = "", **facts: object) -> str:
        text = words.text(message, context, **facts)
        return text if facts else in_other_words(message, text)

    environment.filters |= {"figure": figure, "number": number}
    environment.globals |= {
        SAY: words.text if words is UNTRANSLATED else say,
        SAY_COUNTED: words.count,
    }


class TextSpan(NamedTuple):
    """A message in a source: `source[start:end]`, including its quotes in YAML."""

    start: int
    end: int
    message: str
    line: int
    in_yaml: bool = False
    """Whether it is in a YAML block (figures, a cover), where a text must be quoted."""


class MarkedString(NamedTuple):
    """Words marked in an expression: `many` if they are counted, `context` if they have one."""

    message: str
    many: str
    context: str
    line: int


def mask_code(source: str, lexer: Lexer) -> str:
    """The source at the same length with all code masked; entirely masked if it will not compile.

    An expression that is only a blank (`{{ " " }}`) becomes blanks.
    """
    pieces: list[str] = []
    tag: list[tuple[str, str]] = []
    at = begin = end = 0
    try:
        for number, (_, kind, value) in enumerate(lexer.tokeniter(source, None)):
            if number > 2 * MAX_TOKENS:  # blanks are tokens here, but not for the sandbox
                return _CODE * len(source)
            at = source.index(value, at)  # the lexer drops blanks before `{%-`
            if kind == "data":
                pieces += source[end:at], value.translate(_PRIVATE)
                end = at = at + len(value)
                continue
            if not tag:
                begin = at
            if kind != "whitespace":
                tag.append((kind, value))
            at += len(value)
            if kind.endswith("_end") or kind == "raw_begin":
                code = source[begin:at]
                length = len(code.rstrip())
                pieces += source[end:begin], _placeholder(tag, length), code[length:]
                tag, end = [], at
    except TemplateSyntaxError:
        return _CODE * len(source)
    return _CODE * len(source) if tag else "".join([*pieces, source[end:]])


def _placeholder(tag: list[tuple[str, str]], length: int) -> str:
    """The placeholder for the tokens of one tag, without its whitespace."""
    inner = tag[1:-1]
    if tag[0][0] == "variable_begin":
        blank = len(inner) == 1 and inner[0][0] == "string" and not inner[0][1][1:-1].strip()
        return (" " if blank else _VALUE) * length
    name = inner[0][1] if inner and tag[0][0] == "block_begin" else ""
    sign = _CODE
    if name in ("macro", "call") or (name == "set" and ("operator", "=") not in inner):
        sign = _CAPTURE
    elif name in ("endmacro", "endcall", "endset"):
        sign = _CAPTURED
    return sign + _CODE * (length - 1)


def text_spans(source: str, environment: Environment, *, markdown: bool) -> tuple[TextSpan, ...]:
    """Every message written out between the tags of a source, found once for each source.

    A macro or a `set` block may capture a name or a unit, so a text there that is in no element of
    its own counts only if it reads like a sentence.
    """
    return _text_spans(source, environment.lexer, markdown)


@lru_cache(maxsize=256)
def _text_spans(source: str, lexer: Lexer, markdown: bool) -> tuple[TextSpan, ...]:
    return tuple(_find_text_spans(source, mask_code(source, lexer), markdown))


def _find_text_spans(source: str, masked: str, markdown: bool) -> Iterator[TextSpan]:
    if markdown:
        masked = _TABLE_ROW.sub(lambda row: row[0].replace("|", _CODE), masked)
    pattern = _MARKDOWN_BREAK if markdown else _MARKUP_BREAK
    captures: list[bool] = []
    fenced = in_element = False
    start, line = 0, 1
    for found in [*pattern.finditer(masked), None]:
        text = masked[start : found.start() if found else None]
        if markdown and text.lstrip(" >").startswith("```"):
            fenced = not fenced
        elif text.strip():
            spans = _in_block(text) if fenced else _in_prose(text, markdown=markdown)
            for first, last in spans:
                quoted = fenced and text[first] == text[last - 1] == '"'
                message = source[start + first + quoted : start + last - quoted]
                if in_element or not captures or any(map(SENTENCE.search, text.split(_VALUE))):
                    yield TextSpan(start + first, start + last, message, line, fenced)
        if found is None:
            return
        if found["tag"]:
            in_element = not (found[0].startswith("</") or found[0].endswith("/>"))
        elif found[0] == _CAPTURE:
            captures.append(in_element)
            in_element = False
        elif found[0] == _CAPTURED and captures:
            in_element = captures.pop()
        line += source.count("\n", start, found.end())
        start = found.end()


def _in_prose(text: str, *, markdown: bool) -> Iterator[tuple[int, int]]:
    """Where the message of a line begins and ends, if it has one."""
    bullet = _BULLET.match(text) if markdown else None
    first, last = bullet.end() if bullet else 0, len(text)
    if markdown:
        last = len(text.rstrip().removesuffix("\\"))
    first += len(text[first:last]) - len(text[first:last].lstrip())
    last = len(text[:last].rstrip())
    message = _NO_WORDS.sub(" ", text[first:last])
    if _LETTERS.search(message) and '="' not in message:
        yield first, last


def _in_block(text: str) -> Iterator[tuple[int, int]]:
    """Where captions, title and facts begin and end in a line of a block."""
    pattern = _QUOTED if _FACTS.match(text) else _IN_FLOW if _FLOW.match(text) else _IN_BLOCK
    for found in pattern.finditer(text):
        group = 1 if found[1] is not None else 2
        first, last = found.span(group)
        if _LETTERS.search(_NO_WORDS.sub(" ", found[group])):
            yield (first - 1, last + 1) if group == 1 else (first, len(text[:last].rstrip()))


def translate_template(
    source: str, environment: Environment, translate: Callable[[str, int], str], *, markdown: bool
) -> str:
    """The source with `translate(message, line)` for every message; lines stay where they are."""
    pieces: list[str] = []
    end = 0
    for span in text_spans(source, environment, markdown=markdown):
        text = translate(span.message, span.line)
        pieces += [source[end : span.start], _as_yaml(text, environment) if span.in_yaml else text]
        end = span.end
    return "".join([*pieces, source[end:]])


def _as_yaml(text: str, environment: Environment) -> str:
    """A text in quotes; values inside it stay as they are."""
    masked = mask_code(text, environment.lexer)
    signs = (
        f"\\{sign}" if sign in '"\\' and sign == mask else sign
        for sign, mask in zip(text, masked, strict=True)
    )
    return f'"{"".join(signs)}"'


def marked_strings(tree: nodes.Template) -> Iterator[MarkedString]:
    """The words marked by `_` and `_n` in expressions."""
    for line, function, found in extract_from_ast(tree, (SAY, SAY_COUNTED), babel_style=False):
        message, second = (*(text or "" for text in found or ()), "")[:2]
        if function == SAY_COUNTED and second:
            yield MarkedString(message, second, "", line)
        elif message:
            yield MarkedString(message, "", second, line)
