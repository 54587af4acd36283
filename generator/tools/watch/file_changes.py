"""Turns folders into what has changed in them since one last looked.

It looks at times and sizes, again and again, since that works on every kind of disk, those in a
network too.  What editors leave beside a file while they save it is passed over.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from generator.kit.locate import KitFolders

Stamps: TypeAlias = dict[str, tuple[int, int, int]]
"""Paths of files, each with its time (ns), its size and its number on the disk."""

PASSED_OVER = re.compile(
    r"\..*|.*~|~\$.*|#.*#|.*\.(?:sw[a-p]|tmp|bak|part|crdownload)|4913|__pycache__", re.DOTALL
)
"""Names that are no part of a kit: hidden files, and what programs write before they rename it."""


class Files:
    """The files that a kit may read, as they were when one last looked."""

    def __init__(self, folders: KitFolders, without: Path) -> None:
        """`without` is the folder of finished files, which may lie among the kit's own."""
        self._folders = folders
        self._without = os.path.abspath(without)
        roots = {os.path.abspath(path) for path in _roots(folders)}
        self._roots = sorted(
            root for root in roots if not any(map(Path(root).is_relative_to, roots - {root}))
        )
        self.took = 0.0
        """Seconds that the last look took."""
        self._seen = self._now()

    def changed(self) -> tuple[Path, ...]:
        """The files that are new, gone or other than when one last looked."""
        before, self._seen = self._seen, self._now()
        if before == self._seen:
            return ()
        paths = before.keys() | self._seen.keys()
        return tuple(
            Path(path) for path in sorted(paths) if before.get(path) != self._seen.get(path)
        )

    def short(self, path: Path) -> str:
        """A file's name as one calls it at the table: from the kit's own folder on."""
        for root in _roots(self._folders):
            root = Path(os.path.abspath(root))
            if path.is_relative_to(root):
                return path.relative_to(root).as_posix()
        return path.name

    def _now(self) -> Stamps:
        start = time.perf_counter()
        stamps: Stamps = {}
        for root in self._roots:
            self._look(root, stamps)
        self.took = time.perf_counter() - start
        return stamps

    def _look(self, folder: str, stamps: Stamps) -> None:
        """Adds all files below a folder; what vanishes meanwhile, or cannot be read, is not there."""
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except OSError:
            return
        for entry in entries:
            if PASSED_OVER.fullmatch(entry.name):
                continue
            try:
                if entry.is_dir():
                    if entry.path != self._without and not entry.is_symlink():
                        self._look(entry.path, stamps)
                else:
                    status = entry.stat()
                    stamps[entry.path] = status.st_mtime_ns, status.st_size, status.st_ino
            except OSError:
                continue


def _roots(folders: KitFolders) -> Iterable[Path]:
    return (folders.data, *folders.templates, *folders.shared)
