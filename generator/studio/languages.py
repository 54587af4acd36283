"""Languages of the studio: the one in which each kit is played and printed, for the pages around it too."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from generator.base.errors import KitError
from generator.i18n import language_name, screen_words
from generator.i18n.pseudo import PSEUDO
from generator.kit.load import load_manifest
from generator.kit.locate import KIT_MANIFEST, KitFolders
from generator.kit.words import UNTRANSLATED, Translator


class Languages:
    """The languages that were chosen; "" is a kit's own."""

    def __init__(self) -> None:
        self._chosen: dict[str, str] = {}
        self._written: dict[Path, tuple[int, str]] = {}
        """The language of each manifest, with the time of its last change."""

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
        catalogues = (folders.data, *folders.shared)
        try:
            return screen_words(self.chosen(folders.name) or self._own(folders), catalogues)
        except KitError:
            return UNTRANSLATED

    def _own(self, folders: KitFolders) -> str:
        """The language in which a kit is written; English as long as its manifest has faults."""
        path = folders.data / KIT_MANIFEST
        try:
            changed = path.stat().st_mtime_ns
            if self._written.get(path, (0, ""))[0] != changed:
                self._written[path] = changed, load_manifest(folders).language
        except (KitError, OSError):
            return "en"
        return self._written[path][1]
