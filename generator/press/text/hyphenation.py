"""Hyphenation: soft hyphens where the dictionary of a language allows a break.

The patterns are those of LibreOffice, as pyphen reads them.  Only plain words are divided: none
that is short or endless, part of an address or of a hyphenated name, or spelled differently when divided.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from generator.press.text.fonts import Fonts
from generator.press.text.inline import InlineText, Span, parse
from generator.press.text.line_breaking import (
    MAX_WORD_LENGTH,
    IconWidth,
    Prepared,
    prepare_paragraph,
)

Hyphenate: TypeAlias = Callable[[str], str]
"""A text -> the text with soft hyphens in its words."""

SOFT_HYPHEN = "\u00ad"
ZONE = 3.0
"""Minimum shortfall of a line, in em, for which a word is divided: the depth of a ragged margin."""
LAST_RESORT = math.inf
"""The zone of headings: they divide only words that are wider than the column."""

_LEFT, _RIGHT = 3, 3  # minimum letters before and after a hyphen: two look lost
_WORD = re.compile(
    rf"(?<![\w\u00ad\u2010\u2011@./-])[^\W\d_]{{6,{MAX_WORD_LENGTH}}}"
    r"(?![\w\u00ad\u2010\u2011-]|[./@]\w)"
)
_USER_ASSIGNED = re.compile(r".*[-_]X[A-Z]")  # regions of pseudo-languages


def hyphenation(language: str) -> Hyphenate | None:
    """How to hyphenate texts in a language ("de"); None for one without a dictionary."""
    import pyphen  # slow to import, and few kits need it

    code = None if _USER_ASSIGNED.fullmatch(language) else pyphen.language_fallback(language)
    if code is None:
        return None
    dictionary = pyphen.Pyphen(lang=code, left=_LEFT, right=_RIGHT)

    @lru_cache(maxsize=8192)
    def divide(word: str) -> str:
        places = [at for at in dictionary.positions(word) if not at.data]  # `data`: respelled
        starts = [0, *places]
        ends = [*places, len(word)]
        return SOFT_HYPHEN.join(word[start:end] for start, end in zip(starts, ends, strict=True))

    return lambda text: _WORD.sub(lambda found: divide(found[0]), text)


def hyphenate_paragraph(paragraph: InlineText, hyphenate: Hyphenate) -> InlineText:
    """The paragraph with soft hyphens in the words of its spans."""
    return tuple(
        replace(piece, text=hyphenate(piece.text)) if isinstance(piece, Span) else piece
        for piece in paragraph
    )


def prepare_hyphenated(
    source: str, fonts: Fonts, icon_width: IconWidth, hyphenate: Hyphenate
) -> Prepared:
    """A marked text, hyphenated, cut and measured; raises KitError as `prepare` does."""
    prepared = (
        prepare_paragraph(hyphenate_paragraph(paragraph, hyphenate), fonts, icon_width, zone=ZONE)
        for paragraph in parse(source)
    )
    return tuple(paragraph for paragraph in prepared if paragraph.clusters)
