"""File changes: finds the files of a kit that have changed since the last poll.

Times and sizes are polled, since that works on every kind of disk, network disks included.
Temporary files of editors are ignored, and so are spreadsheets that are rewritten without a change:
spreadsheet programs touch a file several times when they save it.
"""

from __future__ import annotations

import hashlib
import os
import re
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeAlias

from generator.base.load_document import SPREADSHEETS
from generator.base.text_files import bytes_of
from generator.kit.locate import KitFolders
from generator.kit.manifest.head import named_rules

Stamps: TypeAlias = dict[str, tuple[int, ...]]
"""Paths of files, each with the times (ns) at which its content and its entry were changed, its size in
bytes and its inode.  Permissions, and a time that is set back, change the entry alone."""

POLL_SHARE = 0.05
"""Largest share of the time spent on polling, for slow disks and many files."""
IGNORED = re.compile(
    r"\..*|.*~|~\$.*|#.*#|.*\.(?:sw[a-p]|tmp|bak|part|crdownload)|4913|[0-9A-F]{8}|__pycache__",
    re.DOTALL,
)
"""File names to ignore: hidden files, and temporary files of other programs."""
EDITABLE = (".yaml", ".yml", ".csv", ".xml", ".md", ".j2", ".po", ".svg", ".txt")
"""Suffixes of the files that an editor opens."""
MAX_EDITABLE_BYTES = 400_000
"""Largest file that an editor opens; up to twice as much, escaped, is sent in one message."""


class Files:
    """Files that a kit can read, as of the last poll."""

    def __init__(self, folders: KitFolders, excluded: Path) -> None:
        """`excluded` is the output folder, which may be inside one of the kit's folders."""
        self._folders = folders
        self._excluded = os.path.abspath(excluded)
        roots = {os.path.abspath(path) for path in _roots(folders)}
        self._roots = sorted(
            root for root in roots if not any(map(Path(root).is_relative_to, roots - {root}))
        )
        self.poll_seconds = 0.0
        """Duration of the last poll in seconds."""
        self._stamps = self._current_stamps()
        self._digests = {path: _digest(path) for path in self._stamps if _is_sheet(path)}
        """Checksum of each spreadsheet when it was last reported."""

    def changed(self) -> tuple[Path, ...]:
        """Poll, and return the files that are new, deleted or changed since the last poll."""
        before, self._stamps = self._stamps, self._current_stamps()
        if before == self._stamps:
            return ()
        paths = before.keys() | self._stamps.keys()
        return tuple(
            Path(path)
            for path in sorted(paths)
            if before.get(path) != self._stamps.get(path) and self._is_changed(path)
        )

    def _is_changed(self, path: str) -> bool:
        """Whether to report a touched file; a spreadsheet only if its content has changed."""
        if not _is_sheet(path):
            return True
        known, self._digests[path] = self._digests.get(path), _digest(path)
        return known != self._digests[path]

    def short(self, path: Path) -> str:
        """A file's path relative to the kit's folder that contains it."""
        for root in _roots(self._folders):
            root = Path(os.path.abspath(root))
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return path.name

    def _current_stamps(self) -> Stamps:
        start = time.perf_counter()
        stamps: Stamps = {}
        for root in self._roots:
            self._scan(root, stamps)
        self.poll_seconds = time.perf_counter() - start
        return stamps

    def _scan(self, folder: str, stamps: Stamps) -> None:
        """Add all files below a folder, except those that vanish in the meantime or cannot be read."""
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except OSError:
            return
        for entry in entries:
            if IGNORED.fullmatch(entry.name):
                continue
            try:
                if entry.is_dir():
                    if entry.path != self._excluded and not entry.is_symlink():
                        self._scan(entry.path, stamps)
                else:
                    status = entry.stat()
                    times = status.st_mtime_ns, status.st_ctime_ns
                    stamps[entry.path] = (*times, status.st_size, status.st_ino)
            except OSError:
                continue


def _is_sheet(path: str) -> bool:
    return path.lower().endswith(SPREADSHEETS)


def _digest(path: str) -> str:
    """The SHA-256 of a file; "" while it cannot be read."""
    try:
        return hashlib.sha256(bytes_of(Path(path))).hexdigest()
    except OSError:
        return ""


def _roots(folders: KitFolders) -> Iterable[Path]:
    name = named_rules(folders) or folders.name
    rules = [folders.games / name] if folders.games else []
    return (folders.data, *folders.templates, *folders.shared, *rules)


def editable_files(folders: KitFolders) -> Iterator[tuple[str, Path]]:
    """The texts of a kit that an editor opens, by names that begin with data/ or templates/."""
    for top, root in (("data", folders.data), ("templates", folders.templates[0])):
        for path in sorted(root.rglob("*")):
            inner = path.relative_to(root)
            ignored = any(map(IGNORED.fullmatch, inner.parts))
            editable = not ignored and path.suffix.lower() in EDITABLE and path.is_file()
            if editable and path.stat().st_size <= MAX_EDITABLE_BYTES:
                yield f"{top}/{inner.as_posix()}", path
