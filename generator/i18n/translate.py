"""Translated kits: a kit in another language, or the faults of its catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from generator.base.errors import CheckFailed, Fault, KitError, Place
from generator.base.text_files import inside, shown_name
from generator.i18n.catalogue import (
    Catalogue,
    CatalogueFile,
    catalogue_path,
    check_language,
    load_catalogue,
    load_shared_catalogue,
    markup_faults,
    quoted,
)
from generator.i18n.extract import MessageRecorder, extract_messages
from generator.i18n.kit_texts import translate_kit
from generator.i18n.pseudo import PSEUDO, Pseudo
from generator.kit.load import Kit
from generator.kit.words import CATALOGUES, UNTRANSLATED, Translator

MAX_FAULTS = 5
"""Most faults of a catalogue that are reported, unless all are requested, as by a check."""


def translated(kit: Kit, language: str, *, draft: bool = False, all_faults: bool = False) -> Kit:
    """Translate a kit; "" and the kit's own language give the same kit, with what Grimoire adds in
    that language.

    Raises KitError if the language is unknown or a catalogue cannot be read, and CheckFailed with
    the first faults of the catalogue, or `all_faults`.  In a `draft`, translations may be missing.
    """
    if not language or language == kit.file.language:
        words = UNTRANSLATED if kit.words.paths else own_words(kit)
        return kit if words is UNTRANSLATED else replace(kit, words=words)
    if language == PSEUDO:
        return pseudo(kit)
    check_language(language)
    if not draft:
        _check_catalogue_exists(kit, language)
    catalogue = catalogue_of(kit, language, draft=draft)
    faults = [] if draft else list(catalogue_faults(kit, catalogue))
    if faults:
        raise CheckFailed(faults if all_faults else _summarize(faults, language))
    return translate_kit(kit, catalogue)


def pseudo(kit: Kit, longer: float = 1.0) -> Kit:
    """The kit in the pseudo-language, with words `longer` times as long."""
    return translate_kit(kit, Pseudo(longer))


def shared_catalogue(language: str, shared: Iterable[Path]) -> Translator:
    """The translator for `generator.i18n.shared_words` into a language other than English."""
    if language == PSEUDO:
        return Pseudo()
    check_language(language)
    files = (load_catalogue(catalogue_path(folder, language)) for folder in shared)
    return Catalogue(language, files)


def screen_catalogue(language: str, folders: Iterable[Path]) -> Translator:
    """The translator for `generator.i18n.screen_words` into a language other than English."""
    if language == PSEUDO:
        return Pseudo()
    check_language(language)
    paths = (catalogue_path(folder, language) for folder in folders)
    files = [load_catalogue(path) for path in paths if path.is_file()]
    return Catalogue(language, files, marked=False) if files else UNTRANSLATED


def own_words(kit: Kit) -> Translator:
    """The translator of what Grimoire adds to a kit, such as instructions, into the kit's own language.

    A text without a translation stays English, and whatever stands in the kit stays as it is.
    """
    code = kit.file.language
    folders = (kit.folders.data, *kit.folders.shared)
    paths = [inside(each, f"{CATALOGUES}/{code}.po") for each in folders]
    files = [load_catalogue(path) for path in paths if path.is_file()]
    return Catalogue("", files, marked=False) if files else UNTRANSLATED


def _check_catalogue_exists(kit: Kit, language: str) -> None:
    """Raise KitError if the kit has no catalogue of this language."""
    path = catalogue_path(kit.folders.data, language)
    if path.is_file():
        return
    others = kit.folders.languages
    known = f"; existing translations: {', '.join(others)}" if others else ""
    message = f"{kit.file.title} has not been translated into this language yet: {language}"
    hint = f"start with `grimoire words {kit.name} --language {language}`{known}"
    raise KitError(message, place=Place(shown_name(path)), hint=hint, check="no-catalogue")


def catalogue_of(kit: Kit, language: str, *, draft: bool = False) -> Catalogue:
    """A kit's catalogue of a language, with the shared ones after it.  Raises KitError if one is invalid."""
    own = load_catalogue(catalogue_path(kit.folders.data, language))
    shared = (load_shared_catalogue(each, language) for each in kit.folders.shared)
    return Catalogue(language, [own, *shared], draft=draft)


def catalogue_faults(kit: Kit, catalogue: Catalogue) -> Iterator[Fault]:
    """Yield a fault for each missing, outdated, invalid or unused entry of a kit's catalogue."""
    recorder, unmarked = extract_messages(kit, catalogue.language)
    yield from unmarked
    own = catalogue.files[0]
    yield from _untranslated(recorder, catalogue, own)
    for entry in own.entries.values():
        if (entry.context, entry.message) not in recorder.messages:
            hint = "delete it, or run `grimoire words` to set it aside"
            message = "is no longer printed"
            yield Fault(message, entry.place, quoted(entry.message), hint, "not-printed")
    for file in catalogue.files:
        for key, entry in file.entries.items():
            if entry.usable and key in recorder.messages:
                yield from markup_faults(entry)


def _untranslated(
    recorder: MessageRecorder, catalogue: Catalogue, own: CatalogueFile
) -> Iterator[Fault]:
    for key, found in recorder.messages.items():
        context, message = key
        if catalogue.entry(message, context):
            continue
        entry = next((file.entries[key] for file in catalogue.files if key in file.entries), None)
        if entry and entry.fuzzy:
            problem, place = "has changed since it was translated", entry.place
            hint = 'check it, and remove the word "fuzzy"'
        else:
            problem = "is not translated"
            hint = (
                f"fill it in at {entry.place}"
                if entry
                else "run `grimoire words` to list it in the catalogue"
            )
            place = found.places[0] if found.places else Place(shown_name(own.path))
        yield Fault(
            f"{problem} ({catalogue.language})", place, quoted(message), hint, "not-translated"
        )


def _summarize(faults: list[Fault], language: str) -> list[Fault]:
    """The first faults, and the number of the others."""
    if len(faults) <= MAX_FAULTS:
        return faults
    more = f"and {len(faults) - MAX_FAULTS} more: `grimoire check --language {language}` lists them all"
    hint = "`grimoire build --draft` prints them untranslated and marked"
    return [*faults[:MAX_FAULTS], Fault(more, hint=hint)]
