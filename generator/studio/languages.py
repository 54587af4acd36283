"""Languages of the studio: the one in which each kit is played and printed, for the pages around it too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.base.errors import KitError
from generator.base.locations import Stamp, stamp
from generator.i18n import language_name, screen_words
from generator.i18n.pseudo import PSEUDO
from generator.kit.load import load_manifest
from generator.kit.locate import KIT_MANIFEST, KitFolders
from generator.kit.words import CATALOGUES, UNTRANSLATED, Translator


class Languages:
    """The languages that were chosen; "" is a kit's own."""

    def __init__(self) -> None:
        self._chosen: dict[str, str] = {}
        self._written: dict[Path, tuple[Stamp, str]] = {}
        """The language of each manifest, with its stamp."""
        self._read: dict[tuple[str, Path], tuple[list[Stamp], Translator]] = {}
        """The translator of each language and kit, with the stamps of its catalogues."""

    def chosen(self, kit: str) -> str:
        """The code of the language in which a kit is shown."""
        return self._chosen.get(kit, "")

    def choose(self, folders: KitFolders, code: str) -> None:
        """Show a kit in another language; a code that the kit lacks is ignored."""
        if code in ("", PSEUDO, *folders.languages):
            self._chosen[folders.name] = code

    def offered(self, folders: KitFolders) -> Mapping[str, str]:
        """The names of a kit's languages by code."""
        codes = {code: language_name(code) for code in folders.languages}
        return {"": language_name(self._own(folders)), **codes}

    def words(self, folders: KitFolders) -> Translator:
        """The translator of a kit's texts and those around it; English if no catalogue does."""
        code = self.chosen(folders.name) or self._own(folders)
        sources = (folders.data, *folders.shared)
        changed = [stamp(source / CATALOGUES / f"{code}.po") for source in sources]
        key = code, folders.data
        if key not in self._read or self._read[key][0] != changed:
            try:
                self._read[key] = changed, screen_words(code, sources)
            except KitError:
                return UNTRANSLATED
        return self._read[key][1]

    def _own(self, folders: KitFolders) -> str:
        """The language in which a kit is written; English as long as its manifest has faults."""
        path = folders.data / KIT_MANIFEST
        try:
            changed = stamp(path)
            if path not in self._written or self._written[path][0] != changed:
                self._written[path] = changed, load_manifest(folders).language
        except (KitError, OSError):
            return "en"
        return self._written[path][1]
