"""Translator interface: gives the printed form of every message of a kit.

`UNTRANSLATED` gives back what it gets; a `Catalogue` (in `generator.i18n`) gives what a translator
has written instead.

A message may hold facts that are filled in last, so that a translator can move them: `{seat} picks
{grumble}.`  A context distinguishes equal messages that other languages word differently, such as
the object and the subject of a verb.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from generator.base.errors import KitError, Place

CATALOGUES = "languages"
"""The folder of a kit's data that holds a catalogue for each other language."""
FACT = re.compile(r"\{([A-Za-z][\w-]*)\}")
"""A fact in a message.  Nothing but a name: `str.format` would reach into what it is given."""
MAX_FACTS = 100_000
"""Most characters that the facts of one message may have together."""
DECIMAL_MARK = ("decimal mark", ".")
"""The context and the message that a language writes its decimal mark as."""
_PICTURE = re.compile(r"\S+\.(png|jpe?g|svg|webp|tiff?|gif)", re.IGNORECASE)
_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")


class Translator:
    """Translates into the language that a kit is written in: each message into itself."""

    language = ""
    """The code of the language ("de"), if it is not the kit's own."""
    draft = False
    """Whether messages without a translation are printed as they are, and marked."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that translations are read from, present or not."""
        return ()

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        """The translation of a message, its facts still in braces; `place` is where it is written."""
        return message

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        """The translation of a counted message, in the form that goes with the number."""
        return one if number == 1 else many

    def translate(self, text: str, place: Place | None) -> str:
        """The translation of a text of the kit's data.

        A text without a letter, or a picture's file name, is the same in every language.
        """
        if not any(map(str.isalpha, text)) or _PICTURE.fullmatch(text):
            return text
        return self.find(text, place=place)

    def text(self, message: str, context: str = "", **facts: object) -> str:
        """The translation of a message, its facts filled in.  An empty message stays empty."""
        return fill_in(self.find(message, context), facts) if message else ""

    def count(self, one: str, many: str, number: int, **facts: object) -> str:
        """The translation of a counted message, facts filled in; the number is the fact `{n}`."""
        return fill_in(self.find_plural(one, many, number), {"n": number, **facts})

    def prove(self) -> None:
        """Raise CheckFailed for messages that were needed and have no translation."""

    def figure(self, text: str) -> str:
        """Numbers in a text with the language's decimal mark: "63,5 × 88,9 mm"."""
        if not _DECIMAL.search(text):
            return text
        context, point = DECIMAL_MARK
        mark = self.find(point, context)
        return _DECIMAL.sub(lambda _: mark, text)


UNTRANSLATED = Translator()


class Message(NamedTuple):
    """A text to translate, as it is written: `many` is its plural if it is counted."""

    message: str
    many: str = ""
    context: str = ""


def fill_in(pattern: str, facts: dict[str, object]) -> str:
    """A message with its facts filled in; an unknown fact stays as written.

    Raises KitError for a text longer than MAX_FACTS: a template may come from a stranger.
    """
    values = {name: str(value) for name, value in facts.items()}
    used = [values.get(fact[1], fact[0]) for fact in FACT.finditer(pattern)]
    if sum(map(len, used)) > MAX_FACTS:
        raise KitError(
            f"a message with its facts would be longer than {MAX_FACTS:,} characters",
            check="template-fails",
        )
    return FACT.sub(lambda fact: values.get(fact[1], fact[0]), pattern)
