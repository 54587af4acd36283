"""Texts of a template: its messages, its words that lack a mark, and the templates that it names.

They depend on nothing but the source, so a process reads each source once: kits share templates,
and a kit may be translated into several languages.
"""

from __future__ import annotations

import re
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from jinja2 import TemplateSyntaxError, meta, nodes
from jinja2.exceptions import SecurityError

from generator.kit.expressions.sandbox import ChargedTokens, Sandbox
from generator.press.templates.messages import (
    SAY,
    SAY_COUNTED,
    MarkedString,
    TextSpan,
    marked_strings,
    text_spans,
)
from generator.press.templates.unmarked import unmarked

_NAMED = re.compile(r'(?:template="|template: *"?|picture: *"?)([a-z0-9-]+\.xml)')
_CITATIONS = re.compile(r"(\[\[[a-z0-9, -]+\]\]\s*)+")
"""Citations of rules, which are not translated."""


class UnmarkedWords(NamedTuple):
    """Words in an expression that nothing marks, so that they cannot be translated."""

    words: str
    line: int


class TemplateTexts(NamedTuple):
    """What a template says; only what its text tells if it is invalid, reported when it is drawn."""

    spans: tuple[TextSpan, ...]
    templates: tuple[str, ...]
    marked: tuple[MarkedString, ...] = ()
    unmarked: tuple[UnmarkedWords, ...] = ()
    spells_numbers: bool = False


@lru_cache(maxsize=256)
def read_template(source: str, *, markdown: bool) -> TemplateTexts:
    """The texts of the template with that source."""
    environment = Sandbox(autoescape=True, extensions=[ChargedTokens])
    spans = text_spans(source, environment, markdown=markdown)
    named = _NAMED.findall(source)
    with suppress(TemplateSyntaxError, SecurityError, RecursionError):
        tree = environment.parse(source)
        named += [name for name in meta.find_referenced_templates(tree) if name]
        return TemplateTexts(  # not too deep to be walked
            spans,
            tuple(named),
            tuple(marked_strings(tree)),
            tuple(
                UnmarkedWords(words, const.lineno)
                for const in unmarked(tree, (SAY, SAY_COUNTED), markdown=markdown)
                if not _CITATIONS.fullmatch(words := const.value.strip())
            ),
            any(each.name == "number" for each in tree.find_all(nodes.Filter)),
        )
    return TemplateTexts(spans, tuple(named))
