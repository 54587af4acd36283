"""Head of a kit's manifest: title, version, players and summary, read without checking the rest."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.base.errors import KitError
from generator.base.load_document import load_yaml
from generator.base.text_files import inside
from generator.kit.locate import KIT_MANIFEST, KitFolders

if TYPE_CHECKING:
    from generator.kit.manifest.spec import KitFile


@dataclass(frozen=True, slots=True)
class KitHead:
    """Head of a kit, for lists of kits."""

    title: str
    version: str
    players: tuple[int, int]
    """Fewest and most players."""
    summary: str = ""
    language: str = "en"
    player_counts: tuple[int, ...] = ()
    """The possible numbers of players; empty for all between the fewest and the most."""

    @property
    def for_players(self) -> str:
        """The numbers of players in words: `2 or 4 players`."""
        fewest, most = self.players
        numbers = f"{fewest} to {most}" if fewest < most else f"{most}"
        if self.player_counts:
            numbers = " or ".join(map(str, self.player_counts))
        return f"{numbers} {'players' if most > 1 else 'player'}"


def load_head(folders: KitFolders) -> KitHead:
    """Read the head of a kit's manifest, in a fraction of the time of `load_manifest`.

    Raises KitError for invalid YAML, and with every fault of the file if the head is invalid.
    """
    match load_yaml(inside(folders.data, KIT_MANIFEST)).data:
        case {"title": str(title), "version": str(version), "players": players, **others} if title:
            rest = {"summary": "", "language": "en", "player-counts": (), **others}
            match players, rest["summary"], rest["language"], rest["player-counts"]:
                case [[int(low), int(high)], str(summary), str(language), [*few]] if (
                    1 <= low <= high
                ):
                    counts = tuple(each for each in few if isinstance(each, int))
                    return KitHead(title, version, (low, high), summary, language, counts)
    from generator.kit.load import load_manifest  # slow to import: it checks everything

    return head_of(load_manifest(folders))


def head_of(file: KitFile) -> KitHead:
    """The head of a checked manifest."""
    return KitHead(
        file.title, file.version, file.players, file.summary, file.language, file.player_counts
    )


def named_rules(folders: KitFolders) -> str:
    """The game that `rules:` of a kit's manifest names; "" for none, or an unreadable manifest."""
    with suppress(KitError):
        match load_yaml(inside(folders.data, KIT_MANIFEST)).data:
            case {"rules": str(rules)}:
                return rules
    return ""
