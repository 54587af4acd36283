"""Translation of kits: message extraction, catalogues of translations, and translated kits."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from generator.kit.load import Kit
from generator.kit.words import UNTRANSLATED, Translator


def in_language(kit: Kit, language: str, *, draft: bool = False, all_faults: bool = False) -> Kit:
    """Translate a kit, as `translate.translated` does; that is imported late since its libraries load
    slowly.
    """
    if language in ("", kit.file.language) and kit.file.language == "en":
        return kit
    from generator.i18n.translate import translated

    return translated(kit, language, draft=draft, all_faults=all_faults)


def shared_words(language: str, shared: Iterable[Path]) -> Translator:
    """A translator from English for texts that belong to no kit; `shared` are the data folders.

    Raises KitError if the language is unknown or a catalogue cannot be read.
    """
    if language in ("", "en"):
        return UNTRANSLATED
    from generator.i18n.translate import shared_catalogue

    return shared_catalogue(language, shared)


def screen_words(language: str, folders: Iterable[Path]) -> Translator:
    """A translator from English for a program's screens; texts without a translation stay English.

    The catalogues are in these data folders; the first one that has a text translates it.

    Raises KitError if the language is unknown or a catalogue cannot be read.
    """
    if language in ("", "en"):
        return UNTRANSLATED
    from generator.i18n.translate import screen_catalogue

    return screen_catalogue(language, folders)


def language_name(code: str) -> str:
    """What a language is called in that language: "Deutsch"; the code of one that has no name."""
    from babel.core import Locale, UnknownLocaleError

    try:
        name = Locale.parse(code.replace("-", "_")).get_display_name()
    except (UnknownLocaleError, ValueError):
        name = None
    return f"{name[:1].upper()}{name[1:]}" if name else code
