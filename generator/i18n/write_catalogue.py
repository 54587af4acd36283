"""Catalogue writer: lists every message of a kit in a .po file for a translator to fill in.

An existing catalogue keeps its translations.  A changed message is marked "fuzzy" with its old
translation; one that is no longer printed is moved to the end as obsolete.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import chain
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from generator.base.atomic_output import write_whole
from generator.base.errors import Fault, KitError, Place, raise_faults
from generator.base.text_files import shown_name
from generator.i18n.catalogue import (
    Catalogue,
    catalogue_path,
    check_language,
    load_catalogue,
    load_shared_catalogue,
    read_catalogue,
)
from generator.i18n.catalogue_lint import MAX_LETTERS, MAX_MESSAGES
from generator.i18n.extract import ExtractedMessage, extract_messages
from generator.i18n.pseudo import PSEUDO
from generator.kit.load import Kit

MAX_SOURCE_LETTERS = MAX_LETTERS // 5
"""Most characters of a kit's message: one that is written as five, `"\\n"` and its line, fits, too."""
_WIDTH = 100
_LONG_WORD = 200
"""Characters of a word from which on lines are not wrapped: Babel's time for it is their square."""


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
    """Write or update a kit's catalogue of a language; of its own, with what Grimoire adds to it.

    Messages that the shared catalogue translates are omitted.  Raises KitError if the language is
    unknown or both the kit's own and English, or a catalogue cannot be read.
    """
    _check_language(kit, language)
    path = catalogue_path(kit.folders.data, language)
    locale = language.replace("-", "_")
    catalog = read_catalogue(path) if path.is_file() else empty_catalogue(locale, kit.file.title)
    shared = Catalogue(
        language, [load_shared_catalogue(each, language) for each in kit.folders.shared]
    )
    own = language == kit.file.language
    recorder, faults = extract_messages(kit, language)
    _check_messages(recorder.messages.values())
    if not catalog.locale:  # without one, Babel writes no plural forms
        catalog.locale = locale
    current = Catalog(project=kit.file.title, creation_date=catalog.creation_date)
    for (context, text), found in recorder.messages.items():
        if not shared.entry(text, context) and not (own and _is_kits(found, kit)):
            _add(current, found)
    catalog.update(current)
    _check_number(catalog, path)
    write_whole(path, po_file(catalog), within=kit.folders.data)
    entries = load_catalogue(path).entries.values()
    return WordList(
        path,
        len(entries),
        sum(not entry.usable and not entry.fuzzy for entry in entries),
        sum(entry.fuzzy for entry in entries),
        len(catalog.obsolete),
        () if own else tuple(faults),
    )


def _is_kits(found: ExtractedMessage, kit: Kit) -> bool:
    """Whether a message is written in a file of the kit itself."""
    own = [*map(shown_name, (kit.folders.data, kit.folders.templates[0]))]
    return any(place.file.startswith(f"{folder}/") for place in found.places for folder in own)


def _check_language(kit: Kit, language: str) -> None:
    """Raise KitError for a language that is unknown, or that nobody translates the kit into."""
    if language == PSEUDO:
        problem = (
            f"{language} is generated from the kit's own words, so there is nothing to translate"
        )
        hint = f"`grimoire check {kit.name} --language {language}` lists what cannot be translated"
        raise KitError(problem, hint=hint, check="unknown-language")
    check_language(language)
    if language == kit.file.language == "en":
        problem = f"{kit.file.title} is already written in this language: {language}"
        raise KitError(problem, check="unknown-language")


def _add(catalog: Catalog, found: ExtractedMessage) -> None:
    """Add a message to a catalogue, with the places where it was found."""
    message = found.message
    catalog.add(
        (message.message, message.many) if message.many else message.message,
        locations=[(place.file, place.line) for place in found.places],  # type: ignore[misc]
        context=message.context or None,
    )


def po_file(catalog: Catalog) -> bytes:
    """The content of a catalogue's file."""
    text = BytesIO()
    write_po(text, catalog, width=_width(catalog), include_previous=True)
    return text.getvalue()


def _check_messages(messages: Iterable[ExtractedMessage]) -> None:
    """Raise KitError for messages of the kit that are too long for a catalogue."""
    what = f"a text to translate has more than {MAX_SOURCE_LETTERS:,} characters"
    faults = [
        Fault(what, next(iter(found.places), None), hint="split it", check="catalogue-syntax")
        for found in messages
        if max(len(found.message.message), len(found.message.many)) > MAX_SOURCE_LETTERS
    ]
    raise_faults(faults)


def _check_number(catalog: Catalog, path: Path) -> None:
    """Raise KitError for more messages than can be read again."""
    if len(catalog) + len(catalog.obsolete) > MAX_MESSAGES:
        message = f"would have more than {MAX_MESSAGES:,} messages"
        hint = "delete the unused messages at its end"
        raise KitError(message, place=Place(shown_name(path)), hint=hint, check="catalogue-syntax")


def _width(catalog: Catalog) -> int:
    """The width of lines; 0, so that none is wrapped, if a word is very long."""
    entries = chain(catalog, catalog.obsolete.values())
    texts = chain.from_iterable((*_forms(each.id), *_forms(each.string)) for each in entries)
    longest = max((len(word) for text in texts for word in text.split()), default=0)
    return _WIDTH if longest < _LONG_WORD else 0


def _forms(text: str | Sequence[str] | None) -> Sequence[str]:
    return [text] if isinstance(text, str) else text or ()


def empty_catalogue(locale: str, title: str) -> Catalog:
    """A new catalogue with a minimal header."""
    head = f"# {title}: every text that is printed, and its translation."
    catalog = Catalog(locale, header_comment=head, project=title, version="1", fuzzy=False)
    catalog.msgid_bugs_address = catalog.last_translator = catalog.language_team = ""
    return catalog
