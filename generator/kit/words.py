"""Translator interface: gives the printed form of every message of a kit.

`UNTRANSLATED` returns messages unchanged; a `Catalogue` (in `generator.i18n`) returns a translator's
words.

A message can contain facts that are filled in last, so that a translator can move them: `{seat}
picks {grumble}.`  A context distinguishes equal messages that other languages word differently, such
as the object and the subject of a verb.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from generator.base.errors import KitError, Place

CATALOGUES = "languages"
"""Folder in a kit's data with a catalogue for each other language."""
LANGUAGE_CODE = re.compile(r"[a-z]{2,3}(-[A-Z][A-Za-z]{1,3})?")
"""The form of a code for a language, perhaps with a region: "de", "pt-BR"."""
FACT = re.compile(r"\{([A-Za-z][\w-]*)\}")
"""A fact in a message: only a name, since `str.format` would allow access to attributes."""
MAX_FACTS = 100_000
"""Most characters of a message's facts together."""
DECIMAL_MARK = ("decimal mark", ".")
"""Context and message whose translation is a language's decimal mark."""


class Message(NamedTuple):
    """A text to translate; `many` is its plural if it is counted."""

    message: str
    many: str = ""
    context: str = ""


NUMBERS = tuple(
    Message(word, context="number")
    for word in (
        *("zero", "one", "two", "three", "four", "five", "six"),
        *("seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen"),
        *("fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
    )
)
"""Words for the numbers that texts spell out; others are printed as digits."""
_PICTURE = re.compile(r"\S+\.(png|jpe?g|svg|webp|tiff?|gif)", re.IGNORECASE)
_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")


class Translator:
    """Translator into the language that a kit is written in: returns each message unchanged."""

    language = ""
    """Code of the language ("de"); "" for the kit's own."""
    draft = False
    """Whether messages without a translation are printed untranslated, with a mark."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files from which translations are read, whether or not they exist."""
        return ()

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        """The translation of a message, with facts still in braces; `place` is where it is written."""
        return message

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        """The translation of a counted message, in the form for the number."""
        return one if number == 1 else many

    def translate(self, text: str, place: Place | None) -> str:
        """The translation of a text of the kit's data.

        A text without a letter, or a picture's file name, is the same in every language.
        """
        if not any(map(str.isalpha, text)) or _PICTURE.fullmatch(text):
            return text
        return self.find(text, place=place)

    def text(self, message: str, context: str = "", **facts: object) -> str:
        """The translation of a message, with facts filled in; "" for an empty message."""
        return fill_in(self.find(message, context), facts) if message else ""

    def count(self, one: str, many: str, number: int, **facts: object) -> str:
        """The translation of a counted message, with facts filled in; the number is the fact `{n}`."""
        return fill_in(self.find_plural(one, many, number), {"n": number, **facts})

    def number(self, number: int, one: str = "", many: str = "") -> str:
        """A number as a word, up to twenty: the filter `number` of texts and templates.

        With the words for `one` and `many` of what it counts, they follow in the form for the number.
        """
        word = str(number)
        if 0 <= number < len(NUMBERS):
            word = self.find(NUMBERS[number].message, NUMBERS[number].context)
        noun = one if number == 1 else many
        return f"{word} {noun}" if noun else word

    def check(self) -> None:
        """Raise CheckFailed for messages that were looked up and have no translation."""

    def figure(self, text: str) -> str:
        """A text with the language's decimal mark in its numbers: "63,5 × 88,9 mm"."""
        if not _DECIMAL.search(text):
            return text
        context, point = DECIMAL_MARK
        mark = self.find(point, context)
        return _DECIMAL.sub(lambda _: mark, text)


UNTRANSLATED = Translator()


def fill_in(pattern: str, facts: dict[str, object]) -> str:
    """Fill in the facts of a message; an unknown fact is left unchanged.

    Raises KitError if the facts are longer than MAX_FACTS: a template may be a stranger's.
    """
    values = {name: str(value) for name, value in facts.items()}
    used = [values.get(fact[1], fact[0]) for fact in FACT.finditer(pattern)]
    if sum(map(len, used)) > MAX_FACTS:
        raise KitError(
            f"a message with its values filled in would be longer than {MAX_FACTS:,} characters",
            check="template-fails",
        )
    return FACT.sub(lambda fact: values.get(fact[1], fact[0]), pattern)
