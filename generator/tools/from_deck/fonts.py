"""Fonts of an imported deck: one of Grimoire's families, or files next to the script, for each name."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from fontTools.ttLib import TTFont

from generator.base import locations
from generator.base.text_files import bytes_of
from generator.kit.tables.columns import slug_of
from generator.press.library import fonts
from generator.tools.from_table.card_fonts import BODY, FALLBACKS
from generator.tools.from_table.pictures import files_below

_SERIF = re.compile(r"serif|times|georgia|garamond|book|palatino|roman|cambria|baskerville|caslon")
_SANS = re.compile(r"sans")
_STYLES = {"Regular": "regular", "Bold": "bold", "Italic": "italic", "Bold Italic": "bold-italic"}
_MAX_BYTES = 20_000_000


class FontChoice:
    """Font choice: the font for each family that a script names; `roles` grows with every new one."""

    def __init__(self, folder: Path) -> None:
        """Find the font files in a folder and below it."""
        self.book = fonts((locations.data_root() / "shared",))
        self.found = _families(folder)
        self.roles: dict[str, str] = {"body": BODY}
        self.files: dict[str, dict[str, Path]] = {}
        self.replaced: dict[str, str] = {}
        """Missing families, each with the family that replaces it."""
        self.unknown: set[str] = set()
        """Characters that none of Grimoire's fonts has."""

    def role(self, names: str) -> str:
        """The role of the first available family in a list such as "True Crimes, Sans"."""
        families = [name.strip(" '\"") for name in names.split(",")]
        for name in filter(None, families):
            family = next((each for each in self.book.files if each.lower() == name.lower()), None)
            if family is None and name.lower() in self.found:
                family, self.files[family] = (known := self.found[name.lower()])[0], known[1]
            if family:
                return self._role(family)
        name = families[0] if families else ""
        serif = _SERIF.search(names.lower()) and not _SANS.search(names.lower())
        family = "Source Serif Pro" if serif else BODY
        if name.lower() not in ("", "sans", "serif", "sans-serif", "arial"):
            self.replaced[name] = family
        return self._role(family)

    def _role(self, family: str) -> str:
        for role, known in self.roles.items():
            if known == family:
                return role
        role = slug_of(family, "font")
        self.roles[role] = family
        return role

    def has(self, role: str, style: str) -> bool:
        """Whether the font of a role has a style, such as bold."""
        family = self.roles[role]
        return style in (self.files.get(family) or self.book.files.get(family, {}))

    def shown(self, words: str) -> str:
        """Words with "?" for characters that none of Grimoire's fonts has."""
        if words.isascii():
            return words
        self.unknown |= {each for each in words if self._is_unknown(each)}
        return "".join("?" if each in self.unknown else each for each in words)

    def _is_unknown(self, character: str) -> bool:
        if character.isspace() or character.isascii():
            return False
        if unicodedata.category(character)[0] in "MC":
            return unicodedata.category(character) != "Cf"
        return not any(self.book.font(each).has(character) for each in FALLBACKS)


def _families(folder: Path) -> dict[str, tuple[str, dict[str, Path]]]:
    """The families of the font files in and below a folder: name and styles, by name in lower case."""
    found: dict[str, tuple[str, dict[str, Path]]] = {}
    for path in files_below(folder):
        if path.suffix.lower() in (".ttf", ".otf"):
            for family, style in _names(path):
                found.setdefault(family.lower(), (family, {}))[1].setdefault(style, path)
    return {key: entry for key, entry in found.items() if "regular" in entry[1]}


def _names(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the family and style of a font file; nothing if it is not one."""
    try:
        font = TTFont(BytesIO(bytes_of(path, _MAX_BYTES)), lazy=True)
        family, style = font["name"].getDebugName(1), font["name"].getDebugName(2)
    except Exception:  # fontTools raises any kind of error for a damaged file
        return
    if family and style:
        yield family, _STYLES.get(style, "regular")
