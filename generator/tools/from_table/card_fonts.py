"""Fallback fonts of a new kit, for letters that the title or body font lacks."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path

from generator.base import locations
from generator.base.errors import KitError, Place, some_of
from generator.base.text_files import shown_name
from generator.press.library import fonts
from generator.press.text.system_fonts import families_with

BODY = "Source Sans Pro"
FALLBACKS = (BODY, "Source Serif Pro", "Roboto", "Manrope", "Amatic SC")
"""Fallback families, the plainest first."""


@dataclass(frozen=True, slots=True)
class Fallbacks:
    """Fallback families, and those of them that are system fonts."""

    families: tuple[str, ...] = ()
    system: tuple[str, ...] = ()


def fallbacks_for(words: str, body: str = BODY, source: Path | None = None) -> Fallbacks:
    """The fallback families that the letters of words need, such as those of a table in a file.

    Raises KitError if neither Grimoire nor the system has a font for some of them.
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
        letters = some_of([f'"{each}" (U+{ord(each):04X})' for each in sorted(missing)], 60)
        message = f"no font of Grimoire's or of this computer has {letters}"
        place = Place(shown_name(source)) if source else None
        hint = "install a font with these letters, or write them another way"
        raise KitError(message, place=place, hint=hint, check="missing-glyph")
    return Fallbacks((*families, *system) if families != [body] or system else (), tuple(system))


def is_mark_or_space(character: str) -> bool:
    """Whether a character is a space, combining mark or control character, which needs no glyph."""
    return character.isspace() or unicodedata.category(character)[0] in "MC"
