"""Translated texts: words of a table in another language, which know what is written there.

The words that a template marks (`_("Star")`) are such texts, too.  A template that compares one with
what is written (`row.kind == "Star"`), or looks one up by the other, would silently take another branch
in another language.  While a template is drawn, the comparison is an error instead.  Code may compare
whatever it likes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Self

from generator.base.errors import KitError, short
from generator.kit.tables.field_types import LooseText
from generator.kit.tables.records import Table

_STRICT: ContextVar[bool] = ContextVar("_STRICT", default=False)
"""Whether a template is being drawn."""


class TranslatedText(str):
    """A text in another language than its `original`."""

    __slots__ = ("original",)
    original: str

    def __new__(cls, text: str, original: str = "") -> Self:
        translated = super().__new__(cls, text)
        translated.original = original
        return translated

    def __getnewargs__(self) -> tuple[str, str]:  # type: ignore[override]  # for pickle
        return str(self), self.original

    def __eq__(self, other: object) -> bool:
        """Whether the words are equal.  Raises KitError in a template for those of the original."""
        if str.__eq__(self, other) is True:
            return True
        words = None if isinstance(other, TranslatedText) else other
        if str.__eq__(self.original, words) is True and _STRICT.get():
            raise _mistaken(self)
        return False

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = str.__hash__


class TranslatedLooseText(TranslatedText, LooseText):
    """A text in another language in which a mark that is never closed is literal."""

    __slots__ = ()


def in_other_words(original: str, translation: str) -> str:
    """The translation of a text in a table, as a text of the same kind."""
    loose = isinstance(original, LooseText)
    if original == translation:
        return original
    return (TranslatedLooseText if loose else TranslatedText)(translation, str(original))


@contextmanager
def strictly_compared() -> Iterator[None]:
    """Refuse comparisons of translated texts with their originals inside the block."""
    token = _STRICT.set(True)
    try:
        yield
    finally:
        _STRICT.reset(token)


def check_key(known: object, key: object) -> None:
    """Raise KitError if a key is unknown only because it, or a known key, is translated."""
    if isinstance(known, Table):
        known = known.column("id")
    if not isinstance(known, Mapping) or not isinstance(key, str) or key in known:
        return
    # A translation may be the same word as another original: both know what is written.
    if isinstance(key, TranslatedText):
        written = (each for each in known if not isinstance(each, TranslatedText))
        if key.original in written:
            raise _mistaken(key)
        return
    for each in known:
        if isinstance(each, TranslatedText) and each.original == key:
            raise _mistaken(each)


def _mistaken(text: TranslatedText) -> KitError:
    written = short(text.original)
    message = f'the template looks for "{written}", which is "{short(text)}" in this language'
    hint = f'write _("{written}"), or `translate: false` at the field of the table if it is a code'
    return KitError(message, hint=hint, check="translated-word")
