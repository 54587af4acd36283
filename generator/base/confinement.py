"""Confinement of kits: a kit's folders hold plain files, and links only to one another.

A kit may come from a stranger.  Its links could lead to a private file or another folder, and
reading its devices or pipes would never end.  So its folders are checked before anything in them is
read.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.base.errors import Fault, KitError, Place, raise_faults
from generator.base.text_files import is_inside, shown_name

MAX_FILES = 100_000
MAX_BYTES = 2 * 1024**3
"""Most bytes of all files together: each of them is checksummed, and a sparse file can have any size."""
_UNREAD = (".git", "__pycache__")
"""Folders in which nothing is read or written."""


def check_confined(folders: Sequence[Path]) -> None:
    """Raise KitError for everything that a kit's folders must not hold, without opening a file."""
    roots = [folder.resolve() for folder in folders]
    faults: list[Fault] = []
    size = 0
    entries = (each for folder in folders for each in _entries(folder))
    for count, (path, found) in enumerate(entries, start=1):
        if stat.S_ISLNK(found.st_mode):
            if not is_inside(path, *roots):
                faults.append(
                    _fault(path, "is a link that points outside the kit's folders", "file-name")
                )
        elif stat.S_ISREG(found.st_mode):
            size += found.st_size
        else:
            faults.append(_fault(path, "is not a regular file", "file-not-readable"))
        if count > MAX_FILES or size > MAX_BYTES:
            most = f"more than {MAX_FILES:,} files, or more than {MAX_BYTES // 1024**3} GB"
            hint = "move files that are not part of it elsewhere"
            raise KitError(
                Fault(f"the kit has {most}", Place(shown_name(path)), "", hint, "file-too-large")
            )
    raise_faults(faults)


def _entries(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """Everything below a folder except folders, in order; links are not followed."""
    for here, folders, files in os.walk(folder):
        linked = [name for name in folders if os.path.islink(os.path.join(here, name))]
        folders[:] = sorted(name for name in folders if name not in _UNREAD)
        for name in sorted([*files, *linked]):
            path = Path(here, name)
            try:
                yield path, path.lstat()
            except OSError:
                continue  # removed in the meantime


def _fault(path: Path, message: str, check: str) -> Fault:
    return Fault(message, Place(shown_name(path)), hint="delete it", check=check)
