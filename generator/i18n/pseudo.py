"""Pseudo-language: English with an accent on each letter that can bear one, to test translation.

It needs no human translator, so any kit can be printed in it at once.  What is still plain English
in print is what no translation can reach, and what does not fit once every word is longer will not
fit in German or Finnish either.  The code `en-XA` is the one that Android uses.
"""

from __future__ import annotations

import re

from generator.base.errors import Place
from generator.kit.words import DECIMAL_MARK, FACT, Translator
from generator.press.templates.messages import ICON, VALUE

PSEUDO = "en-XA"
"""The code of the pseudo-language."""
LONGER = 1.4
"""Factor by which words are lengthened to test for room, as in German and Finnish."""

_ACCENTED = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
_VOWELS = "aeiouyAEIOUY"
_KEPT = re.compile(
    rf"{ICON}|{VALUE}|\{{%(?s:.*?)(?:%\}}|\Z)|\]\([^()\s]*\)|\[\[[^\[\]]*\]\]|&#?\w+;"
    rf"|{FACT.pattern}|(?s:\\.)"
)
"""Parts of a message that stay: values, icons, links, citations, entities, facts and escaped characters."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")


def plain_words(text: str) -> list[str]:
    """The words of a text in the pseudo-language that have been left in English."""
    return [word for word in _WORD.findall(text) if word != word.translate(_ACCENTED)]


class Pseudo(Translator):
    """Translator into the pseudo-language, with words `longer` times as long as in English."""

    language = PSEUDO

    def __init__(self, longer: float = 1.0) -> None:
        self.longer = longer

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        return "," if (context, message) == DECIMAL_MARK else self._translated(message)

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        return self._translated(super().find_plural(one, many, number, place))

    def _translated(self, message: str) -> str:
        pieces: list[str] = []
        end = 0
        for kept in _KEPT.finditer(message):
            pieces += [self._accented(message[end : kept.start()]), kept[0]]
            end = kept.end()
        return "".join([*pieces, self._accented(message[end:])])

    def _accented(self, text: str) -> str:
        text = _DECIMAL.sub(",", text)
        if self.longer > 1:
            text = _WORD.sub(lambda word: _lengthened(word[0], self.longer), text)
        return text.translate(_ACCENTED)


def _lengthened(word: str, times: float) -> str:
    """A word with its vowels repeated until it is `times` as long; "mm" stays as it is."""
    more = round(len(word) * times) - len(word)
    places = [at for at, letter in enumerate(word) if letter in _VOWELS]
    if not places:
        return word
    return "".join(
        letter + letter.lower() * len(range(places.index(at), more, len(places)))
        if at in places
        else letter
        for at, letter in enumerate(word)
    )
