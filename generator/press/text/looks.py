"""Looks: colour, size and lines of words within a text, and the fonts that set such words."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from generator.base.errors import KitError
from generator.press.text.fonts import Font, Word

SMALL_CAPITALS = 0.8
"""Size of small capitals relative to capitals."""
_SMALLEST, _LARGEST = 30, 300
"""Minimum and maximum size of words, in per cent."""
_HINT = "write [words]{red underline 120%}: a colour, underline, strike, caps, and a size"


@dataclass(frozen=True, slots=True)
class Look:
    """How some words differ from those around them; `color` is a name, or "#rrggbb", or ""."""

    color: str = ""
    underline: bool = False
    strike: bool = False
    caps: bool = False
    scale: float = 1.0


@lru_cache(maxsize=256)
def parse_look(text: str) -> Look:
    """Parse the look in braces.  Raises KitError."""
    stated: dict[str, Any] = {}
    for word in text.replace(",", " ").split():
        if word in ("underline", "strike", "caps"):
            stated[word] = True
        elif size := re.fullmatch(r"(\d{1,4})%", word):
            if not _SMALLEST <= int(size[1]) <= _LARGEST:
                message = f"{word} is not a size from {_SMALLEST}% to {_LARGEST}%"
                raise KitError(message, hint=_HINT, check="text-markup")
            stated["scale"] = int(size[1]) / 100
        elif "color" in stated:
            message = f'two colours are given: "{stated["color"]}" and "{word}"'
            raise KitError(message, hint=_HINT, check="text-markup")
        else:
            stated["color"] = word
    return Look(**stated)


class LookedFont(Font):
    """A font with a look: its words are scaled as the look says."""

    def __init__(self, plain: Font, look: Look) -> None:
        self.plain, self.look = plain, look
        self.family, self.style, self.path, self.name = (
            plain.family, plain.style, plain.path, plain.name,
        )  # fmt: skip
        self.data = plain.data
        self.units_per_em = plain.units_per_em
        self.space = plain.space * look.scale
        self._words: dict[str, Word] = {}

    def word(self, text: str) -> Word:
        """Shape a word, scaled relative to the plain font."""
        word = self._words.get(text)
        if word is None:
            plain, scale = self.plain.word(text), self.look.scale
            word = self._words[text] = replace(
                plain, font=self, width=plain.width * scale, top=plain.top * scale,
                bottom=plain.bottom * scale, left=plain.left * scale, right=plain.right * scale,
            )  # fmt: skip
        return word

    def plain_words(self, words: tuple[Word, ...]) -> tuple[Word, ...]:
        """The same words in the plain font, to be drawn."""
        return tuple(self.plain.word(word.text) for word in words)


@lru_cache(maxsize=1024)
def looked(font: Font, look: Look) -> LookedFont:
    """The one font of that look, so that its words join like those of any font."""
    return LookedFont(font, look)
