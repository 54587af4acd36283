"""Atomic output: files appear whole under their final names, all of them or none.

Files are written aside, into a hidden folder next to where they will lie, and moved in place only
when every one of them is there and proved.  A build that fails, is interrupted or is killed leaves
the last good output as it was.
"""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from generator.base.errors import Fault, KitError, Place
from generator.base.text_files import inside, shown_name

ASIDE = ".unfinished-"
REPLACED = ".replaced-"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_FORGOTTEN = 24 * 60 * 60
"""Seconds after which the leftovers of a killed program are removed."""

Listed: TypeAlias = Callable[[Path], Iterable[str]]
"""Reads the names of files out of a file that lists them."""


class Staging:
    """Files to be moved into one output folder."""

    def __init__(self, folder: Path, aside: Path) -> None:
        self.folder = folder
        """The final folder."""
        self.aside = aside
        """The folder of the unfinished files."""

    def write(self, name: str, content: bytes) -> None:
        """Keep a file under its name ("maps/board.svg") until `finish`."""
        path = self.aside / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def shown(self, fault: Fault) -> Fault:
        """A fault in an unfinished file, placed in the file that it would become."""
        if fault.place is None or not Path(fault.place.file).is_relative_to(self.aside):
            return fault
        path = self.folder / Path(fault.place.file).relative_to(self.aside)
        return replace(fault, place=replace(fault.place, file=shown_name(path)))

    def finish(self, last: str, listed: Listed | None = None) -> tuple[str, ...]:
        """Move every file in place, `last` as the last one, and remove those no longer made.

        What was made before is `listed` in the file that `last` takes the place of.  Returns the
        names of those that were removed; a folder that this leaves empty goes too.
        """
        with _alone(self.folder):
            return self._finish(last, listed)

    def _finish(self, last: str, listed: Listed | None) -> tuple[str, ...]:
        names = sorted(
            path.relative_to(self.aside).as_posix()
            for path in self.aside.rglob("*")
            if path.is_file()
        )
        names.sort(key=lambda name: name == last)
        for name in names:
            target = self.folder / name
            if not target.parent.resolve().is_relative_to(self.folder.resolve()):
                raise KitError(
                    "is a link that leads out of the folder that is built",
                    place=Place(shown_name(target.parent)),
                    hint="delete the link, or choose another folder with -o",
                    check="file-not-writable",
                )
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "a folder stands in its place", str(target))
        final, replaced = _now_and_before(self.folder, last)
        earlier = map(listed, lists(self.folder, last)) if listed else ()
        gone = {
            name: path
            for name in chain.from_iterable(earlier)
            if name not in names and (path := inside(self.folder, name)).is_file()
        }
        # What is left of an earlier build has no manifest from here on: none is better than one
        # that speaks of other files than those beside it.  It is kept aside until all is done, for
        # whoever comes after a program that was killed here.
        with suppress(FileNotFoundError):
            os.replace(final, replaced)
        for name in names:
            os.replace(self.aside / name, self.folder / name)
        for path in gone.values():
            path.unlink()
            _drop_empty(path.parent, self.folder)
        replaced.unlink(missing_ok=True)
        return tuple(gone)


def lists(folder: Path, last: str) -> list[Path]:
    """The files named `last` in a folder; a second one is of a program that was killed."""
    return [path for path in _now_and_before(folder, last) if path.is_file()]


def _now_and_before(folder: Path, last: str) -> tuple[Path, Path]:
    return folder / last, folder / f"{REPLACED}{last}"


@contextmanager
def staging(folder: Path) -> Iterator[Staging]:
    """A `Staging` for an output folder, which is made if need be and left as it was on failure.

    Raises KitError when the folder cannot be written or the disk is full.
    """
    made: list[Path] = []
    aside: Path | None = None
    try:
        for path in (folder, *folder.parents):
            if path.is_symlink() and not path.exists():
                raise FileNotFoundError(errno.ENOENT, "a link that leads nowhere", str(path))
        made += [path for path in (folder, *folder.parents) if not path.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        aside = Path(tempfile.mkdtemp(prefix=ASIDE, dir=folder))
        yield Staging(folder, aside)
    except OSError as error:
        raise unwritable(error, _place(error, folder), "choose another folder with -o") from None
    finally:
        if aside:
            shutil.rmtree(aside, ignore_errors=True)
        for path in made:
            with suppress(OSError):  # only empty ones go, and not all need have been made
                path.rmdir()


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Lock: no other program moves files into the folder meanwhile, if the system supports it."""
    if sys.platform == "win32":
        yield
        return
    from fcntl import LOCK_EX, flock

    number = os.open(folder, os.O_RDONLY)
    try:
        with suppress(OSError):  # not every disk in a network can do it
            flock(number, LOCK_EX)
        yield
    finally:
        os.close(number)


def unwritable(error: OSError | ValueError, path: Path, hint: str) -> KitError:
    """The error for a file or folder that cannot be written; the hint is what else to choose."""
    full = isinstance(error, OSError) and error.errno in _NO_ROOM
    return KitError(
        f"cannot be written: {getattr(error, 'strerror', None) or error}",
        place=Place(shown_name(path)),
        hint=f"free some room, or {hint}" if full else hint,
        check="disk-full" if full else "file-not-writable",
    )


def prove_writable(path: Path) -> None:
    """Raise KitError now if a file could not be written later.  Nothing is written yet."""
    message = ""
    if path.is_dir():
        message = "is a folder; a file is needed here"
    elif path.exists() and not path.is_file():
        message = "is a device or a pipe; a file is needed here"
    elif not path.parent.is_dir():
        message = "cannot be written: there is no such folder"
    elif not os.access(path.parent, os.W_OK):
        message = "cannot be written: its folder may not be written to"
    if message:
        hint = "choose another file"
        raise KitError(message, place=Place(shown_name(path)), hint=hint, check="file-not-writable")


def write_whole(path: Path, content: bytes) -> None:
    """Write one file, whole or not at all.  Raises KitError if it cannot be written."""
    number = zlib.crc32(os.fsencode(path.name))  # the name may be as long as names can be
    aside = path.with_name(f"{ASIDE}{os.getpid()}-{number:08x}")
    try:
        _sweep(path.parent)
        aside.write_bytes(content)
        os.replace(aside, path)
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        raise unwritable(error, path, "name another file") from None
    finally:
        with suppress(OSError, ValueError):  # it is there only if it was not moved
            aside.unlink()


def _drop_empty(folder: Path, top: Path) -> None:
    """Remove the folder, and those above it up to `top`, while they are empty."""
    with suppress(OSError):  # the first that holds something ends it
        while folder != top:
            folder.rmdir()
            folder = folder.parent


def _place(error: OSError, folder: Path) -> Path:
    """What could not be written; files aside have names that nobody needs to know."""
    path = Path(error.filename or folder)
    return folder if any(part.startswith(ASIDE) for part in path.parts) else path


def _sweep(folder: Path) -> None:
    for left in folder.glob(f"{ASIDE}*"):
        with suppress(OSError):  # another build may just have finished, or be somebody else's
            if time.time() - left.stat().st_mtime > _FORGOTTEN:
                if left.is_dir() and not left.is_symlink():
                    shutil.rmtree(left, ignore_errors=True)
                else:
                    left.unlink()
