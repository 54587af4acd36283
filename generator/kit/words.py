"""Turns words as they are written in a kit into the words that are printed: here, into themselves.

Every sentence that is printed goes through a `Words`.  `UNTRANSLATED` gives back what it gets; a
`Catalogue` (in `catalogue`) gives what a translator has written instead.

A message may hold facts that are filled in last, so that a translator can move them about:
`{seat} picks {grumble}.`  A context tells apart messages of the same letters that other languages
word differently: the object of a verb, say, from its subject.
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
MOST = 100_000
"""Characters of all facts of a message together."""
DECIMAL_MARK = ("decimal mark", ".")
"""The context and the message that a language writes its decimal mark as."""
_DECIMAL = re.compile(r"(?<=\d)\.(?=\d)")


class Words:
    """Words in the language that a kit is written in."""

    language = ""
    """The code of the language ("de"), if it is not the kit's own."""
    draft = False
    """Whether words that nothing stands for are printed as they are, and marked."""

    @property
    def paths(self) -> tuple[Path, ...]:
        """The files that they are read from, there or not."""
        return ()

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        """What stands for a message, its facts still in braces; `place` is where it is written."""
        return message

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        """What stands for the one of two messages that goes with a number."""
        return one if number == 1 else many

    def text(self, message: str, context: str = "", **facts: object) -> str:
        """What stands for a message, with its facts.  An empty one stays empty."""
        return filled(self.find(message, context), facts) if message else ""

    def count(self, one: str, many: str, number: int, **facts: object) -> str:
        """The same for what is counted; the number is the fact `{n}`."""
        return filled(self.find_plural(one, many, number), {"n": number, **facts})

    def prove(self) -> None:
        """Raise CheckFailed for messages that came up, and that nothing stands for."""

    def figure(self, text: str) -> str:
        """Numbers in a text with the decimal mark of the language: "63,5 × 88,9 mm"."""
        if not _DECIMAL.search(text):
            return text
        context, point = DECIMAL_MARK
        mark = self.find(point, context)
        return _DECIMAL.sub(lambda _: mark, text)


UNTRANSLATED = Words()


class Message(NamedTuple):
    """Something to be said, as it is written: `many` if it is counted."""

    message: str
    many: str = ""
    context: str = ""


def filled(pattern: str, facts: dict[str, object]) -> str:
    """A message with its facts; one that is not known stays as it is written.

    Raises KitError for a text that is too long to be one: a template may come from a stranger.
    """
    said = {name: str(value) for name, value in facts.items()}
    found = [said.get(fact[1], fact[0]) for fact in FACT.finditer(pattern)]
    if sum(map(len, found)) > MOST:
        raise KitError(f"a message with its facts would be longer than {MOST:,} characters")
    return FACT.sub(lambda fact: said.get(fact[1], fact[0]), pattern)
