"""Catalogue writer: lists every message of a kit in a .po file for a translator to fill in.

An existing catalogue keeps its translations.  A changed message is marked "fuzzy" with its old
translation; one that is no longer printed is moved to the end as obsolete.
"""

from __future__ import annotations

from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from generator.base.atomic_output import write_whole
from generator.base.errors import Fault, KitError
from generator.i18n.catalogue import (
    Catalogue,
    catalogue_path,
    load_catalogue,
    prove_language,
    read_catalogue,
)
from generator.i18n.extract import extract_messages
from generator.i18n.pseudo import PSEUDO
from generator.kit.load import Kit

_WIDTH = 100


@dataclass(frozen=True, slots=True)
class WordList:
    """Word list: a newly written catalogue, with its numbers of messages and of those that need work."""

    path: Path
    messages: int
    missing: int
    fuzzy: int
    unused: int
    faults: tuple[Fault, ...] = ()
    """Unmarked words in templates, which are missing from the catalogue."""


def write_word_list(kit: Kit, language: str) -> WordList:
    """Write or update a kit's catalogue of a language.

    Messages that the shared catalogue translates are omitted.  Raises KitError if the language is
    unknown or the kit's own, or a catalogue cannot be read.
    """
    if language == PSEUDO:
        wrong = f"{language} is made up of the kit's own words, so there is nothing to translate"
        hint = f"`grimoire check {kit.name} --language {language}` lists what cannot be translated"
        raise KitError(wrong, hint=hint, check="unknown-language")
    prove_language(language)
    if language == kit.file.language:
        raise KitError(
            f"{kit.file.title} is written in this language: {language}", check="unknown-language"
        )
    path = catalogue_path(kit.folders.data, language)
    locale = language.replace("-", "_")
    catalog = read_catalogue(path) if path.is_file() else _empty(locale, kit.file.title)
    shared = Catalogue(
        language,
        [load_catalogue(catalogue_path(each, language)) for each in kit.folders.shared],
    )
    recorder, faults = extract_messages(kit, language)
    if not catalog.locale:  # without one, Babel writes no plural forms
        catalog.locale = locale
    current = Catalog(project=kit.file.title, creation_date=catalog.creation_date)
    for key, found in recorder.messages.items():
        if shared.entry(key[1], key[0]):
            continue
        message = found.message
        current.add(
            (message.message, message.many) if message.many else message.message,
            locations=[(place.file, place.line) for place in found.places],  # type: ignore[misc]
            context=message.context or None,
        )
    catalog.update(current)
    text = BytesIO()
    write_po(text, catalog, width=_WIDTH, include_previous=True)
    write_whole(path, text.getvalue(), within=kit.folders.data)
    entries = load_catalogue(path).entries.values()
    return WordList(
        path,
        len(entries),
        sum(not entry.usable and not entry.fuzzy for entry in entries),
        sum(entry.fuzzy for entry in entries),
        len(catalog.obsolete),
        tuple(faults),
    )


def _empty(locale: str, title: str) -> Catalog:
    """A new catalogue with a minimal header."""
    head = f"# {title}: every text that is printed, and its translation."
    catalog = Catalog(locale, header_comment=head, project=title, version="1", fuzzy=False)
    catalog.msgid_bugs_address = catalog.last_translator = catalog.language_team = ""
    return catalog
