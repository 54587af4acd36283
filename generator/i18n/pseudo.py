"""Turns words into the same words with an accent on each letter that can bear one: a made-up language.

Nobody speaks it, and it needs no translator, so any kit can be printed in it at once.  What is still
plain English in print is then what no translation can reach, and what does not fit once every word
is longer will not fit in German or Finnish either.  Android calls such a language `en-XA`, and so
does Grimoire.
"""

from __future__ import annotations

import re

from generator.base.errors import Place
from generator.kit.words import DECIMAL_MARK, FACT, Translator

PSEUDO = "en-XA"
"""The code of the made-up language."""
LONGER = 1.4
"""How many times as long its words are where room is tried: German's and Finnish's often are."""

_ACCENTED = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
_VOWELS = "aeiouyAEIOUY"
_KEPT = re.compile(
    r"\{\{.*?\}\}|\{%.*?%\}"
    r"|:[a-z0-9-]*(?:\{\{.*?\}\})?[a-z0-9-]*:"
    rf"|\]\([^)]*\)|&#?\w+;|{FACT.pattern}|\\.",
    re.DOTALL,
)
"""What is no word in a message: values, icons, links, entities, facts and escaped signs."""
_WORD = re.compile(r"[^\W\d_]{2,}")
_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")


def plain_words(text: str) -> list[str]:
    """The words in a text in the made-up language that are not in it."""
    return [word for word in _WORD.findall(text) if word != word.translate(_ACCENTED)]


class Pseudo(Translator):
    """Words in the made-up language, each `longer` times as long as it is written."""

    language = PSEUDO

    def __init__(self, longer: float = 1.0) -> None:
        self.longer = longer

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        return "," if (context, message) == DECIMAL_MARK else self._said(message)

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        return self._said(super().find_plural(one, many, number, place))

    def _said(self, message: str) -> str:
        pieces: list[str] = []
        end = 0
        for kept in _KEPT.finditer(message):
            pieces += [self._accented(message[end : kept.start()]), kept[0]]
            end = kept.end()
        return "".join([*pieces, self._accented(message[end:])])

    def _accented(self, text: str) -> str:
        text = _DECIMAL.sub(",", text)
        if self.longer > 1:
            text = _WORD.sub(lambda word: _stretched(word[0], self.longer), text)
        return text.translate(_ACCENTED)


def _stretched(word: str, times: float) -> str:
    """A word with its vowels drawn out until it is so many times as long; "mm" stays as it is."""
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
