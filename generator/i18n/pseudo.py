"""Pseudo-language: English with accents on many letters, to test translation.

It needs no human translator, so any kit can be printed in it at once.  Text that is still plain
English in print cannot be translated, and text that does not fit with longer words will not fit in
German or Finnish either.  The code `en-XA` is also used by Android.
"""

from __future__ import annotations

import re

from generator.base.errors import Place
from generator.kit.words import DECIMAL_MARK, FACT, Translator
from generator.press.templates.messages import ICON, VALUE

PSEUDO = "en-XA"
"""Code of the pseudo-language."""
LONGER = 1.4
"""Factor by which words are lengthened to test for room for German and Finnish."""

_ACCENTED = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
_VOWELS = "aeiouyAEIOUY"
_UNCHANGED = re.compile(
    rf"{ICON}|{VALUE}|\{{%(?s:.*?)(?:%\}}|\Z)|\]\([^()\s]*\)|\[\[[^\[\]]*\]\]|&#?\w+;"
    rf"|{FACT.pattern}|(?s:\\.)"
)
"""Unchanged parts of a message: values, icons, links, citations, entities, facts, escapes."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_SYLLABLE_END = re.compile(r"(?<=\w\w[áéíóúý])(?=[^\W\d_áéíóúý]\w\w)")
_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")


def plain_words(text: str) -> list[str]:
    """The words of a text in the pseudo-language that are still plain English."""
    return [word for word in _WORD.findall(text) if word != word.translate(_ACCENTED)]


def hyphenate(text: str) -> str:
    """The text with soft hyphens between the syllables of its accented words."""
    return _SYLLABLE_END.sub("\u00ad", text)


class Pseudo(Translator):
    """Translator into the pseudo-language; words are `longer` times as long as in English."""

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
        for unchanged in _UNCHANGED.finditer(message):
            pieces += [self._accented(message[end : unchanged.start()]), unchanged[0]]
            end = unchanged.end()
        return "".join([*pieces, self._accented(message[end:])])

    def _accented(self, text: str) -> str:
        text = _DECIMAL.sub(",", text)
        if self.longer > 1:
            text = _WORD.sub(lambda word: _lengthened(word[0], self.longer), text)
        return text.translate(_ACCENTED)


def _lengthened(word: str, times: float) -> str:
    """Repeat the vowels of a word until it is `times` as long; without vowels it is unchanged."""
    extra = round(len(word) * times) - len(word)
    vowels = [at for at, letter in enumerate(word) if letter in _VOWELS]
    if not vowels:
        return word
    return "".join(
        letter + letter.lower() * len(range(vowels.index(at), extra, len(vowels)))
        if at in vowels
        else letter
        for at, letter in enumerate(word)
    )
