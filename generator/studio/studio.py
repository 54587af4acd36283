"""Studio: the open kits, and the services that draw, store and watch them."""

from __future__ import annotations

import asyncio
import secrets
import time
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

from generator.base.errors import KitError
from generator.kit.decks import deal
from generator.kit.load import Kit, load_kit
from generator.kit.locate import KitFolders, KitSearchPath
from generator.press.cache.checksums import checksum
from generator.press.cache.store import Store
from generator.press.pieces.faces import FaceSet
from generator.press.request import BuildRequest, KitRef
from generator.press.scene.items import Scene
from generator.press.templates.style import style_of
from generator.studio.edit.journal import Journal
from generator.studio.full_check import FullCheck
from generator.studio.guest_entrance import GuestEntrance
from generator.studio.jobs import Jobs
from generator.studio.languages import Languages
from generator.studio.open_kit import OpenKit
from generator.studio.pictures import Pictures
from generator.studio.play.rooms import Rooms
from generator.studio.worker import Urgency, Worker
from generator.tools.watch.file_changes import POLL_SHARE

if TYPE_CHECKING:
    from generator.studio.lab.pairs import VersionPair

POLL_SECONDS = 0.25
"""Seconds between two checks for files that another program has saved."""
SHOWN_SECONDS = 5.0
"""Seconds for which a kit counts as shown after a page has looked at it, as pages do all the time."""
COVERS = 3
"""Number of faces on the cover of a kit."""


@dataclass(frozen=True, slots=True)
class StudioOptions:
    """Studio options: the folders of kits, results, cache and state."""

    data: Path | None = None
    templates: Path | None = None
    rules: Path | None = None
    out: Path = Path("output")
    cache: Path | None = None
    state: Path = Path()
    """The folder of the journals of edits."""

    def search_path(self) -> KitSearchPath:
        """The current search path: the user may have created a folder in the meantime."""
        return KitSearchPath.from_cwd(self.data, self.templates, self.rules)

    def is_shipped(self, folders: KitFolders) -> bool:
        """Whether a kit only comes with Grimoire."""
        return folders.is_shipped(self.data)


@dataclass
class Studio:
    """Studio: the state that all pages share."""

    options: StudioOptions
    worker: Worker = field(default_factory=Worker)
    pictures: Pictures = field(default_factory=Pictures)
    jobs: Jobs = field(default_factory=Jobs)
    """The last job of each kit."""
    rooms: Rooms = field(init=False)
    """The tables for playing."""
    languages: Languages = field(default_factory=Languages)
    """The language in which each kit is played and printed."""
    print_requests: dict[str, BuildRequest] = field(default_factory=dict)
    """What was last chosen for printing each kit."""
    entrance: GuestEntrance = field(init=False)
    """The way in for players at other devices; the server sets it."""
    reports: dict[str, bytes] = field(default_factory=dict)
    """The last report on each kit's games, as a page."""
    comparisons: dict[str, VersionPair] = field(default_factory=dict)
    """The last two versions of each kit that were compared."""
    _open: dict[str, OpenKit] = field(default_factory=dict)
    _checks: dict[str, FullCheck] = field(default_factory=dict)
    _covers: dict[str, list[Scene]] = field(default_factory=dict)
    _run: str = field(default_factory=lambda: secrets.token_hex(4))
    """Identifies the pictures of this run among those in a browser's cache."""

    def __post_init__(self) -> None:
        self.rooms = Rooms(self._state_file)

    def search_path(self) -> KitSearchPath:
        """The current search path of kits."""
        return self.options.search_path()

    def names(self) -> tuple[list[str], list[str]]:
        """The names of the user's own kits, and of those that come with Grimoire."""
        path = self.search_path()
        if path.others is None:
            return ([], path.names()) if path.data is None else (path.names(), [])
        own = path.names()
        return own, [name for name in path.others.names() if name not in own]

    async def kit(self, name: str, *, drawn: bool = True) -> OpenKit:
        """A kit, opened on first use, and drawn when its pieces are needed.

        Raises KitError for an unknown one.
        """
        kit = await self.worker.run(Urgency.LOOK, lambda: self._open_kit(name))
        if drawn and not kit.version:
            await self.worker.run(Urgency.LOOK, lambda: self._draw_first(kit))
        return kit

    def progress(self, name: str) -> tuple[int, int]:
        """The number of pieces that the drawing of a kit has reached, and of all; 0 before it begins."""
        return self._open[name].progress if name in self._open else (0, 0)

    def _draw_first(self, kit: OpenKit) -> None:
        if not kit.version:
            kit.draw()
            kit.check()

    def _open_kit(self, name: str) -> OpenKit:
        if name in self._open:
            return self._open[name]
        path = self.search_path()
        folders = path.find(name)
        request = BuildRequest(KitRef(name, path), self.options.out)
        journal = Journal(self._state_file(folders, ".jsonl"))
        kit = self._open[name] = OpenKit(
            request, Store(self.options.cache), journal, read_only=self.options.is_shipped(folders)
        )
        self._checks[name] = FullCheck(kit)
        return kit

    async def poll(self, kit: OpenKit) -> None:
        """Redraw what other programs have changed since the last poll.  Raises KitError.

        A page that shows an older state would refuse the first edit.
        """
        if kit.version:
            await self.worker.run(Urgency.LOOK, kit.poll)

    async def watch(self) -> None:
        """Redraw files saved by other programs, and check each kit, as long as the studio runs.

        Kits without an open page wait: `poll` looks at their files when one is opened.
        """
        while True:
            least = time.monotonic() - SHOWN_SECONDS
            shown = [kit for kit in self._open.values() if kit.shown_at >= least]
            polls = sum(kit.poll_seconds for kit in shown)
            await asyncio.sleep(max(POLL_SECONDS, polls / POLL_SHARE))
            for name in [kit.name for kit in shown]:
                with suppress(KitError, OSError):
                    await self.worker.run(Urgency.LOOK, partial(self._look_at, name))

    def _look_at(self, name: str) -> None:
        self._open[name].poll()
        self._checks[name].look()

    def _state_file(self, folders: KitFolders, suffix: str) -> Path:
        digest = checksum(str(folders.data.resolve()))[:16]
        return self.options.state / f"{folders.name}-{digest}{suffix}"

    def lab_store(self, name: str) -> Path:
        """The file with the games of a kit."""
        return self._state_file(self.search_path().find(name), "-games.sqlite")

    def lab_gaps(self, name: str) -> Path:
        """The file with the results of the search for gaps in a kit's rules."""
        return self.lab_store(name).with_suffix(".gaps.yaml")

    def lab_tuning(self, name: str) -> Path:
        """The file with the results of the last tuning of a kit."""
        return self.lab_store(name).with_suffix(".tuning.yaml")

    def lab_versions(self, name: str) -> Path:
        """The folder with the versions of a kit to compare."""
        return self.lab_store(name).with_suffix(".versions")

    def face_url(self, kit: OpenKit, piece: str, side: str) -> str:
        """The address of the picture of a face, which changes with the picture."""
        version = f"{self._run}-{kit.faces.get((piece, side), 0)}-{kit.request.edition!r}"
        query = {"piece": piece, "side": side, "v": checksum(version)[:12]}
        return f"/picture/{quote(kit.name)}/face?{urlencode(query)}"

    def stamp(self, kit: OpenKit) -> str:
        """Part of every address that changes once the kit is redrawn."""
        return f"{self._run}-{kit.version}"

    def cover_url(self, name: str, number: int) -> str:
        return f"/picture/{quote(name)}/cover?{urlencode({'n': number, 'v': self._run})}"

    async def cover(self, name: str, number: int) -> Scene | None:
        """A face from the cover of a kit."""
        if name not in self._covers:
            self._covers[name] = await self.worker.run(
                Urgency.THUMBNAIL, lambda: self._draw_covers(name)
            )
        found = self._covers[name]
        return found[number] if 0 <= number < len(found) else None

    def title_of(self, name: str) -> tuple[str, str]:
        """A kit's title and summary; its name if its manifest is unreadable."""
        from generator.kit.load import load_manifest

        try:
            manifest = load_manifest(self.search_path().find(name))
        except (KitError, OSError):
            return name, "Its game.yaml has faults: open it to see them."
        return manifest.title, manifest.summary

    def _draw_covers(self, name: str) -> list[Scene]:
        try:
            kit = load_kit(self.search_path().find(name))
            faces = FaceSet(kit, style_of(kit))
            return [faces.face(part, row, "front") for part, row in _cover_pieces(kit)]
        except (KitError, OSError):
            return []


def _cover_pieces(kit: Kit) -> list[tuple[str, str]]:
    """The pieces on a kit's cover: evenly spaced pieces of the most frequent component.

    Components that many people already own, such as ordinary cards, are avoided: they show little of
    the game.
    """
    parts = [each for each in kit.file.components if each.each and not each.made]
    rows = {
        component.id: [row["id"] for row, _ in deal(component, kit.tables) if row is not None]
        for component in [each for each in parts if not each.instead] or parts
    }
    if not rows:
        return []
    component = max(rows, key=lambda id: len(rows[id]))
    ids = rows[component]
    last = max(COVERS - 1, 1)
    picked = dict.fromkeys(ids[round(n * (len(ids) - 1) / last)] for n in range(COVERS) if ids)
    return [(component, id) for id in picked]
