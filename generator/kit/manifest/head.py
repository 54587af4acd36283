"""Head of a kit's manifest: title, version, players and summary, read without checking the rest."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from generator.base.errors import KitError
from generator.base.load_document import load_yaml
from generator.base.text_files import inside
from generator.kit.locate import MANUAL, KitFolders


@dataclass(frozen=True, slots=True)
class KitHead:
    """Head of a kit, for lists of kits."""

    title: str
    version: str
    players: tuple[int, int]
    """Fewest and most players."""
    summary: str = ""
    language: str = "en"


def load_head(folders: KitFolders) -> KitHead:
    """Read the head of a kit's manifest, in a fraction of the time of `load_manual`.

    Raises KitError for invalid YAML, and with every fault of the file if the head is invalid.
    """
    match load_yaml(inside(folders.data, MANUAL)).data:
        case {"title": str(title), "version": str(version), "players": players, **rest} if title:
            match players, rest.get("summary", ""), rest.get("language", "en"):
                case [[int(low), int(high)], str(summary), str(language)] if 1 <= low <= high:
                    return KitHead(title, version, (low, high), summary, language)
    from generator.kit.load import load_manual  # slow to import: checks everything, as `check` does

    file = load_manual(folders)
    return KitHead(file.title, file.version, file.players, file.summary, file.language)


def named_rules(folders: KitFolders) -> str:
    """The game that `rules:` of a kit's manifest names; "" for none, or an unreadable manifest."""
    with suppress(KitError):
        match load_yaml(inside(folders.data, MANUAL)).data:
            case {"rules": str(rules)}:
                return rules
    return ""
