"""Fallback fonts of a new kit, for letters that the title or body font lacks."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from generator.base import locations
from generator.base.errors import Fault, KitError, Place, some_of
from generator.kit.tables.columns import slug_of
from generator.press.library import fonts
from generator.press.text.system_fonts import families_with
from generator.tools.looks import Look

BODY = "Source Sans Pro"
FALLBACKS = (BODY, "Source Serif Pro", "Roboto", "Manrope", "Amatic SC")
"""Fallback families, the plainest first."""

_PLAINER = "install a font with these letters, or choose a plainer title"


@dataclass(frozen=True, slots=True)
class Fallbacks:
    """Fallback families, and those of them that are system fonts."""

    families: tuple[str, ...] = ()
    system: tuple[str, ...] = ()


def fallbacks_for(
    words: str, body: str = BODY, place_of: Callable[[str], Place | None] = lambda letter: None
) -> Fallbacks:
    """The fallback families that the letters of words need, such as those of a table in a file.

    Raises KitError if neither Grimoire nor the system has a font for some of them, with the places
    where they are first, or saying so of the title of the kit where there is no place.
    """
    book = fonts((locations.data_root() / "shared",))
    missing = {each for each in words if not each.isascii() and not is_mark_or_space(each)}
    families: list[str] = []
    for family in FALLBACKS:
        font = book.font(family)
        if found := {each for each in missing if font.has(each)}:
            families.append(family)
            missing -= found
    system, missing = families_with(missing) if missing else ([], missing)
    if missing:
        raise KitError(_missing(missing, place_of))
    return Fallbacks((*families, *system) if families != [body] or system else (), tuple(system))


def title_fallbacks(title: str, look: Look) -> Fallbacks:
    """The fallback families for the letters of a title that the fonts of a look lack.

    Raises KitError as `fallbacks_for` does.
    """
    book = fonts((locations.data_root() / "shared",))
    used = [book.font(name) for name in (look.title_font(title), look.body)]
    lacking = "".join(each for each in title if not all(font.has(each) for font in used))
    return fallbacks_for(lacking, look.body)


def is_mark_or_space(character: str) -> bool:
    """Whether a character is a space, combining mark or control character, which needs no glyph."""
    return character.isspace() or unicodedata.category(character)[0] in "MC"


def _missing(letters: Iterable[str], place_of: Callable[[str], Place | None]) -> list[Fault]:
    """A fault for each place with letters that no font has; pictograms can be drawn as icons."""
    found: dict[Place | None, list[str]] = {}
    for letter in sorted(letters):
        found.setdefault(place_of(letter), []).append(letter)
    faults = []
    for place, missing in sorted(found.items(), key=lambda each: _order(each[0])):
        names = some_of([f'"{each}" (U+{ord(each):04X})' for each in missing], 60)
        hint = "install a font with these letters, or write them another way"
        if all(unicodedata.category(each) == "So" for each in missing):
            slug = slug_of(unicodedata.name(missing[0], ""), "sign")
            hint = f"write an icon instead, such as :{slug}: for {missing[0]}, and draw it as {slug}.svg"
        message = f"no font of Grimoire's or of this computer has {names}"
        if place is None:
            message, hint = f"the title cannot be printed: {message}", _PLAINER
        faults.append(Fault(message, place, hint=hint, check="missing-glyph"))
    return faults


def _order(place: Place | None) -> tuple[int, str]:
    return (place.line or 0, place.cell) if place else (0, "")
