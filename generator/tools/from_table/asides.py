"""Asides of a sheet: columns that no card shows, as they translate others or are notes of the designer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import NamedTuple

from babel import Locale
from babel.messages.catalog import Catalog

from generator.base.errors import KitError
from generator.i18n.catalogue import check_language
from generator.i18n.write_catalogue import empty_catalogue
from generator.kit.tables.columns import slug_of
from generator.kit.tables.guess import NAMES, PICTURES, FieldGuess

_TEXTS = ("name", "word", "words", "long")
"""Roles of columns with texts to translate."""
_TAGGED = re.compile(
    r"(?P<stem>.*\w)"
    r"(?:\s*[(\[]\s*(?P<inner>[\w -]+?)\s*[)\]]"
    r"|[\s:_/.-]+(?P<last>[A-Z]{2}|[A-Z][a-z]{3,})|_(?P<low>[a-z]{2}))"
)
"""A heading with a language: `Text (DE)`, `Text [pt-BR]`, `Text German`, `text_de`."""
_NOTES = re.compile(
    r"(?:(?:designers?|design|dev|developer|internal|playtest|play-test|my|private)-)?"
    r"(?:notes?|comments?)|to-?do|remarks?"
)
"""Headings of notes that the designer takes; `note` alone may be a text of the card."""


_WEB_ADDRESS = re.compile(r'(?:=\s*IMAGE\s*\(\s*")?https?://\S+.*', re.I | re.S)
_OF_PICTURES = re.compile(
    r"(^|-)(images?|img|pictures?|pics?|art|artwork|illustrations?|photos?|bild|bilder)($|-)"
)
"""Headings of pictures."""


class Translation(NamedTuple):
    """A column that translates another one."""

    heading: str
    language: str
    of: str
    """The heading of the column that it translates."""


def is_note(heading: str) -> bool:
    """Whether a column holds notes of the designer."""
    slug = slug_of(heading)
    return slug != "note" and bool(_NOTES.fullmatch(slug))


def is_web_pictures(heading: str, cells: Iterable[str]) -> bool:
    """Whether a column holds addresses of pictures on the web, which are not fetched."""
    filled = [cell for cell in cells if cell]
    is_picture = _OF_PICTURES.search(slug_of(heading)) or all(map(_names_picture, filled))
    return bool(filled and is_picture and all(map(_WEB_ADDRESS.fullmatch, filled)))


def _names_picture(cell: str) -> bool:
    return cell.startswith("=") or PurePosixPath(cell.partition("?")[0]).suffix.lower() in PICTURES


def translations(guesses: Sequence[FieldGuess], language: str = "en") -> list[Translation]:
    """The columns that translate other columns of texts into languages other than the kit's own."""
    texts = [guess.heading for guess in guesses if guess.role in _TEXTS or not guess.different]
    tagged = {heading: tag for heading in texts if (tag := _tagged(heading))}
    originals = {slug_of(heading): heading for heading in texts if heading not in tagged}
    for heading, (stem, code) in tagged.items():
        if code == language:
            originals.setdefault(stem, heading)
    name = next((originals[slug] for slug in NAMES if slug in originals), None)
    found = []
    for heading, (stem, code) in tagged.items():
        of = originals.get(stem) or (name if stem in NAMES else None)
        if of and code != language:
            found.append(Translation(heading, code, of))
    return found


def catalogs_of(
    title: str, tables: Iterable[tuple[Sequence[Mapping[str, str]], Iterable[Translation]]]
) -> tuple[dict[str, Catalog], list[str]]:
    """The catalogue of each language with what the rows of some tables say in it, and messages.

    A catalogue has one translation of a text: the first.
    """
    catalogs: dict[str, Catalog] = {}
    messages: dict[str, None] = {}
    for rows, columns in tables:
        for column in columns:
            name = column.language.replace("-", "_")
            catalog = catalogs.setdefault(column.language, empty_catalogue(name, title))
            for row in rows:
                text, translation = row[column.of], row[column.heading]
                known = catalog.get(text)
                if known and translation not in ("", known.string):
                    messages[
                        f'two translations ({column.language}) of "{text}": "{known.string}", which '
                        f'is taken, and "{translation}"'
                    ] = None
                elif text and translation:
                    catalog.add(text, translation)
    return catalogs, [*messages]


def _tagged(heading: str) -> tuple[str, str] | None:
    """The slug and the language of a heading such as `Text (DE)`; None if it names none."""
    match = _TAGGED.fullmatch(heading.strip())
    if not match:
        return None
    word = str(match["inner"] or match["last"] or match["low"])
    codes = {str(name): str(code) for code, name in Locale("en").languages.items()}
    language, _, region = codes.get(word.title(), word).replace("_", "-").partition("-")
    code = f"{language.lower()}-{region.upper()}" if region else language.lower()
    try:
        check_language(code)
    except KitError:
        return None
    return slug_of(match["stem"]), code
