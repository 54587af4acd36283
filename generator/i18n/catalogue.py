"""Catalogue: translations of a kit's messages, read from gettext's .po files.

A kit's own file comes first, then the shared one, which translates what every kit prints: the
instruction page, and the captions along the edges of sheets.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

from babel.core import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po

from generator.base.errors import CheckFailed, Fault, KitError, Place, collected, raise_faults
from generator.base.text_files import inside, read_text, shown_name
from generator.i18n.catalogue_lint import check_catalogue_text
from generator.kit.locate import languages_in
from generator.kit.words import CATALOGUES, FACT, LANGUAGE_CODE, Translator
from generator.press.templates.messages import ICON, VALUE

Key = tuple[str, str]
"""Key of a message: its context or "", and its text."""


@dataclass(frozen=True, slots=True)
class CatalogueEntry:
    """Entry of a message in a catalogue."""

    message: str
    context: str
    many: str
    """Plural of a counted message; "" for other messages."""
    translations: tuple[str, ...]
    """The translation; for a counted message, one for each plural form of the language."""
    fuzzy: bool
    place: Place

    @property
    def usable(self) -> bool:
        return all(map(str.strip, self.translations)) and not self.fuzzy


@dataclass(frozen=True)
class CatalogueFile:
    """A .po file and its entries; none if the file does not exist."""

    path: Path
    entries: Mapping[Key, CatalogueEntry]
    form: Callable[[int], int]
    """Index of the plural form for a number."""


def catalogue_path(data: Path, language: str) -> Path:
    """The path of a language's catalogue in a data folder.

    Raises KitError if a link leads out of that folder, or if a file is in place of the folder of
    catalogues.
    """
    if (data / CATALOGUES).is_file():
        message = "is a file, not a folder for the catalogues of languages"
        place = Place(shown_name(data / CATALOGUES))
        raise KitError(message, place=place, hint="rename it", check="file-not-readable")
    return inside(data, f"{CATALOGUES}/{language}.po")


def locale_of(code: str) -> Locale:
    """The language of a code.  Raises KitError if there is none."""
    locale = _locale(code)
    if locale is None:
        hint = 'use a code such as "de", "fr" or "pt-BR"'
        language, *region = code.lower().replace("_", "-").split("-")
        near = "-".join((language, *map(str.upper, region)))
        if _locale(near):
            hint = f'did you mean "{near}"?'
        raise KitError(f'there is no language "{code}"', hint=hint, check="unknown-language")
    return locale


def check_language(code: str) -> None:
    """Raise KitError if the language is unknown, or a kit cannot be translated into it."""
    locale = locale_of(code)
    if locale.text_direction == "rtl":
        name = f"{locale.english_name} ({code})"
        message = f"{name} is written from right to left, which is not supported"
        hint = "choose a language that is written from left to right"
        raise KitError(message, hint=hint, check="unknown-language")


def _locale(code: str) -> Locale | None:
    """The language of a code, if there is one."""
    try:
        return Locale.parse(code.replace("-", "_")) if LANGUAGE_CODE.fullmatch(code) else None
    except (UnknownLocaleError, ValueError):
        return None


def read_catalogue(path: Path) -> Catalog:
    """Read a .po file with Babel.  Raises KitError with the line of the fault."""
    text = read_text(path, shown_name(path))
    check_catalogue_text(text, path)
    try:
        catalog = read_po(StringIO(text), abort_invalid=True)
        catalog.charset = "utf-8"  # as it is read and written, whatever the header says
        _check_header(catalog, text, path)
        return catalog
    except KitError:
        raise
    except PoFileError as error:
        message = f"the catalogue cannot be read: {str(error).partition(' on ')[0]}"
        raise KitError(
            message, place=Place(shown_name(path), int(error.lineno) + 1), check="catalogue-syntax"
        ) from None
    except Exception as error:  # Babel raises many kinds of errors for bad headers
        message = f"the header of the catalogue cannot be read: {error}"
        hint = "copy the header of another catalogue"
        place = Place(shown_name(path), _header_line(text, str(error)))
        raise KitError(message, place=place, hint=hint, check="catalogue-syntax") from None


def _header_line(text: str, error: str) -> int:
    """The line of the header whose value an error quotes; the first if it quotes none."""
    quoted = re.search("'([^']+)'", error)
    before, found, _ = text.partition(f": {quoted[1]}") if quoted else ("", "", "")
    return before.count("\n") + 1 if found else 1


def _check_header(catalog: Catalog, text: str, path: Path) -> None:
    """Raise KitError if the header of a catalogue names another language than its file."""
    stated, named = (str(code).replace("-", "_") for code in (catalog.locale_identifier, path.stem))
    if catalog.locale_identifier and stated != named:
        before = text.partition('"Language:')[0]
        message = f'the header says that the language is "{catalog.locale_identifier}"'
        place = Place(shown_name(path), before.count("\n") + 1)
        hint = f'write "Language: {named}", or rename the file'
        raise KitError(message, place=place, hint=hint, check="catalogue-syntax")


def check_catalogues(data: Path) -> None:
    """Check the name and the form of each catalogue in a kit's data folder, whoever uses it.

    Raises KitError with the faults of all.
    """
    faults: list[Fault] = []
    for path in sorted((data / CATALOGUES).glob("*.po")):
        with collected(faults, place=Place(shown_name(path))):
            check_language(path.stem)
            read_catalogue(inside(data, f"{CATALOGUES}/{path.name}"))
    raise_faults(faults)


def load_catalogue(path: Path) -> CatalogueFile:
    """Load a catalogue file; one that does not exist has no entries.  Raises KitError if it is invalid."""
    if not path.is_file():
        return CatalogueFile(path, {}, lambda number: int(number != 1))
    catalog = read_catalogue(path)
    form = _form(catalog)
    entries = [_entry(message, path) for message in catalog if message.id]
    return CatalogueFile(path, {(each.context, each.message): each for each in entries}, form)


def load_shared_catalogue(data: Path, language: str) -> CatalogueFile:
    """Load a catalogue of what Grimoire itself says.

    That is written in English, so English translates every message that the others have by itself.
    Raises KitError if a catalogue is invalid.
    """
    path = catalogue_path(data, language)
    if language != "en" or path.is_file():
        return load_catalogue(path)
    others = (load_catalogue(catalogue_path(data, code)) for code in languages_in(data))
    entries = {
        key: replace(entry, translations=(entry.message, entry.many or entry.message), fuzzy=False)
        for other in others
        for key, entry in other.entries.items()
    }
    return CatalogueFile(path, entries, lambda number: int(number != 1))


def _form(catalog: Catalog) -> Callable[[int], int]:
    """A function from a number to its plural form: the last form where the header gives no valid one."""
    plural_index, last = gettext.c2py(catalog.plural_expr), catalog.num_plurals - 1

    def form(number: int) -> int:
        try:
            one = plural_index(number)
        except ArithmeticError:
            return last
        return one if 0 <= one <= last else last

    return form


def _entry(message: Message, path: Path) -> CatalogueEntry:
    one, many = message.id if isinstance(message.id, tuple) else (message.id, "")
    texts = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    place = Place(shown_name(path), message.lineno)
    translations = tuple(part or "" for part in texts)
    return CatalogueEntry(
        str(one), message.context or "", str(many), translations, message.fuzzy, place
    )


class Catalogue(Translator):
    """Catalogue: a translator into one language; the first file with a message translates it."""

    def __init__(
        self,
        language: str,
        files: Iterable[CatalogueFile],
        *,
        draft: bool = False,
        marked: bool = True,
    ) -> None:
        """In a `draft`, translations may be missing; their messages are `marked`: `like??`."""
        self.draft, self.marked = draft, marked
        self.language = language
        self.files = tuple(files)
        self.missing: dict[Key, Place | None] = {}
        """Messages that were looked up but not translated, each with the place where it is written."""

    @property
    def paths(self) -> tuple[Path, ...]:
        return tuple(file.path for file in self.files)

    def entry(self, message: str, context: str = "") -> tuple[CatalogueEntry, CatalogueFile] | None:
        """The usable entry of a message, with its file; None if there is none."""
        for file in self.files:
            entry = file.entries.get((context, message))
            if entry and entry.usable:
                return entry, file
        return None

    def find(self, message: str, context: str = "", place: Place | None = None) -> str:
        found = self.entry(message, context)
        return found[0].translations[0] if found else self._mark_missing(message, context, place)

    def find_plural(self, one: str, many: str, number: int, place: Place | None = None) -> str:
        found = self.entry(one)
        if not found:
            return self._mark_missing(one if number == 1 else many, "", place, key=one)
        entry, file = found
        return entry.translations[min(file.form(abs(number)), len(entry.translations) - 1)]

    def check(self) -> None:
        if self.missing and not self.draft:
            what = f"is not translated ({self.language})"
            raise CheckFailed(
                Fault(what, place, quoted(message), check="not-translated")
                for (_, message), place in self.missing.items()
            )

    def _mark_missing(self, message: str, context: str, place: Place | None, key: str = "") -> str:
        """The untranslated message, marked so that nobody takes it for a translation.

        If it ends with a word, the mark replaces the end of that word, so that the message still fits
        its box. An icon stays whole.
        """
        if not self.marked:
            return message
        self.missing.setdefault((context, key or message), place)
        word = _LAST_WORD.search(message)
        if not word:
            return f"{message}??"
        letters = len(word[1])
        cut = 4 if letters > 5 else min(letters, 2)
        return message[: word.end(1) - cut] + "??"[:cut]


_LAST_WORD = re.compile(r"(?<!:)\b([^\W\d_]+)[.,;!?]*$")
_MARKS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("the value", re.compile(VALUE)),
    ("the icon", re.compile(ICON)),
    ("the link", re.compile(r"\]\(#rule-[^()]*+\)")),
)
_BOLD = re.compile(r"(?<!\\)\*")
_CODE = re.compile(r"\{%|\{#|%\}|#\}|</?[a-z]|[\x00-\x08\n]")


def markup_faults(entry: CatalogueEntry) -> Iterator[Fault]:
    """Yield faults in the values, icons, links, facts and marks of a translation."""
    for form, translation in enumerate(entry.translations):
        source = entry.many if entry.many and form else entry.message
        for what, pattern in _MARKS:
            yield from _differences(
                entry, what, pattern.findall(source), pattern.findall(translation)
            )
        original, translated = (_MARKS[0][1].sub("", text) for text in (source, translation))
        actual = [fact[0] for fact in FACT.finditer(translated)]
        expected = [fact[0] for fact in FACT.finditer(original)]
        if entry.many:  # "one page" needs no number
            actual, expected = (sorted(set(each) - {"{n}"}) for each in (actual, expected))
        yield from _differences(entry, "the placeholder", expected, actual)
        if len(_BOLD.findall(original)) != len(_BOLD.findall(translated)):
            yield _marks_fault(entry, "does not have as many *bold* marks as the original")
        code = _CODE.search(translated)
        if code and code[0] not in source:
            message = f'contains "{code[0].strip() or "a new line"}", which is not allowed in a translation'
            yield _marks_fault(entry, message)


def _differences(
    entry: CatalogueEntry, what: str, expected: list[str], actual: list[str]
) -> Iterator[Fault]:
    for mark in sorted(set(expected) | set(actual)):
        if expected.count(mark) > actual.count(mark):
            yield _marks_fault(entry, f"lacks {what} {mark}")
        elif expected.count(mark) < actual.count(mark):
            hint = "copy it from the original unchanged"
            yield _marks_fault(entry, f"has {what} {mark}, unlike the original", hint)


def _marks_fault(entry: CatalogueEntry, message: str, hint: str = "") -> Fault:
    return Fault(message, entry.place, quoted(entry.message), hint, "translation-marks")


def quoted(message: str) -> str:
    """A message in quotation marks, shortened to 50 letters."""
    return f'"{message if len(message) <= 50 else message[:49].rstrip() + "…"}"'
