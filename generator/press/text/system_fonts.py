"""System fonts: the fonts installed on a computer, by family name."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Set
from functools import cache
from pathlib import Path

from fontTools.ttLib import TTFont

from generator.base.errors import KitError, did_you_mean
from generator.base.text_files import open_plain

_SUFFIXES = (".ttf", ".otf")
_FAMILY, _STYLE, _WHOLE_FAMILY, _WHOLE_STYLE = 1, 2, 16, 17
"""Ids of the names in a font (OpenType table "name")."""
_STYLES = {
    "regular": "regular", "book": "regular", "roman": "regular", "normal": "regular",
    "bold": "bold", "italic": "italic", "oblique": "italic",
    "bold italic": "bold-italic", "bold oblique": "bold-italic",
}  # fmt: skip


def system_family(name: str) -> Mapping[str, Path]:
    """The files of an installed family, by style.  Raises KitError if there is no such family."""
    families = _families(_folders())
    found = families.get(name.casefold())
    if found is None:
        add = "install it, or add its file to the kit's data and name it under font-files"
        hint = did_you_mean(name.casefold(), families) or add
        raise KitError(f'this computer has no font "{name}"', hint=hint, check="unknown-font")
    return found


def families_with(letters: Set[str]) -> tuple[list[str], set[str]]:
    """Installed families that together cover as many letters as possible, and the letters left over.

    The family that covers the most comes first; ties go by name.
    """
    missing = set(letters)
    covered: dict[str, tuple[str, set[str]]] = {}
    for key, styles in sorted(_families(_folders()).items()):
        try:
            with open_plain(styles["regular"]) as file, TTFont(file, lazy=True) as font:
                if "glyf" in font or "CFF " in font:  # pictures are not letters
                    names, codes = font["name"], font.getBestCmap()
                    name = names.getDebugName(_WHOLE_FAMILY) or names.getDebugName(_FAMILY)
                    covered[key] = name, {each for each in missing if ord(each) in codes}
        except Exception:  # no regular style, or a broken font of another program
            continue
    families: list[str] = []
    while missing and covered:
        name, letters_of = max(covered.values(), key=lambda one: len(one[1] & missing))
        if not letters_of & missing:
            break
        families.append(name)
        missing -= letters_of
    return families, missing


def _folders() -> tuple[Path, ...]:
    """Where this system keeps its fonts."""
    home = Path.home()
    if sys.platform == "win32":
        windows = Path(os.environ.get("WINDIR", "C:/Windows"))
        return windows / "Fonts", home / "AppData/Local/Microsoft/Windows/Fonts"
    if sys.platform == "darwin":
        return Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"
    return (
        Path("/usr/share/fonts"), Path("/usr/local/share/fonts"),
        home / ".local/share/fonts", home / ".fonts",
    )  # fmt: skip


@cache
def _families(folders: tuple[Path, ...]) -> Mapping[str, Mapping[str, Path]]:
    """All families, in lower case; of two files for a style the first by name wins."""
    families: dict[str, dict[str, Path]] = {}
    for path in _files(folders):
        try:
            with open_plain(path) as file, TTFont(file, lazy=True) as font:
                names = font["name"]
                family = names.getDebugName(_WHOLE_FAMILY) or names.getDebugName(_FAMILY)
                style = names.getDebugName(_WHOLE_STYLE) or names.getDebugName(_STYLE)
        except Exception:  # another program's broken font is not our business
            continue
        style_name = _STYLES.get((style or "").casefold())
        if family and style_name:
            families.setdefault(family.casefold(), {}).setdefault(style_name, path)
    return families


def _files(folders: tuple[Path, ...]) -> Iterator[Path]:
    for folder in folders:
        for place, _, names in sorted(os.walk(folder)):
            yield from (
                Path(place, name) for name in sorted(names) if name.lower().endswith(_SUFFIXES)
            )
