"""Translation of kits: their texts as messages, catalogues of translations, and translated kits."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator.kit.load import Kit
from generator.kit.words import UNTRANSLATED, Translator


def in_language(kit: Kit, language: str, *, draft: bool = False, most: int | None = None) -> Kit:
    """The kit translated; the same kit for "" or the language that it is written in.

    Raises as `translate.translated` does, whose libraries take long to load.
    """
    if language in ("", kit.file.language):
        return kit
    from generator.i18n.translate import translated

    return translated(kit, language, draft=draft, most=most)


def shared_words(language: str, shared: Iterable[Path]) -> Translator:
    """A translator, from English, for what belongs to no kit: `shared` are the folders of data.

    Raises KitError for an unknown language, or a catalogue that cannot be read.
    """
    if language in ("", "en"):
        return UNTRANSLATED
    from generator.i18n.translate import shared_catalogue

    return shared_catalogue(language, shared)
