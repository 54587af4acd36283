"""Turns finished files into files on disk: all of them whole under their final names, or none.

Files are written aside, into a hidden folder next to where they will lie, and moved in place only
when every one of them is there and proved.  A build that fails, is interrupted or is killed leaves
the last good output as it was.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from generator.errors import Fault, KitError, Place
from generator.model.read import inside, shown_name

ASIDE = ".unfinished-"
_FORGOTTEN = 24 * 60 * 60
"""Seconds after which a folder that a killed build left behind is swept away."""


class Staging:
    """Files on their way into one output folder."""

    def __init__(self, folder: Path, aside: Path) -> None:
        self.folder = folder
        """Where the files will lie."""
        self.aside = aside
        """Where they lie until `finish`."""

    def write(self, name: str, content: bytes) -> None:
        """Keep a file under its name ("maps/board.svg") until `finish`."""
        path = self.aside / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def shown(self, fault: Fault) -> Fault:
        """A fault found in a file aside, told of the place where the file would lie."""
        if fault.place is None or not Path(fault.place.file).is_relative_to(self.aside):
            return fault
        path = self.folder / Path(fault.place.file).relative_to(self.aside)
        return replace(fault, place=replace(fault.place, file=shown_name(path)))

    def finish(self, last: str, stale: tuple[str, ...] = ()) -> None:
        """Move every file in place, `last` as the last one, and remove the `stale` ones."""
        names = sorted(
            path.relative_to(self.aside).as_posix()
            for path in self.aside.rglob("*")
            if path.is_file()
        )
        names.sort(key=lambda name: name == last)
        for name in names:
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if target.is_dir():
                raise IsADirectoryError(errno.EISDIR, "a folder stands in its place", str(target))
        gone = [inside(self.folder, name) for name in stale if name not in names]
        # What is left of an earlier build has no manifest from here on: none is better than one
        # that speaks of other files than those beside it.
        (self.folder / last).unlink(missing_ok=True)
        for name in names:
            os.replace(self.aside / name, self.folder / name)
        for path in gone:
            path.unlink(missing_ok=True)


@contextmanager
def staging(folder: Path) -> Iterator[Staging]:
    """A `Staging` for an output folder, which is made if need be and left as it was on failure.

    Raises KitError when the folder cannot be written or the disk is full.
    """
    made: list[Path] = []
    aside: Path | None = None
    try:
        made += [path for path in (folder, *folder.parents) if not path.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        _sweep(folder)
        aside = Path(tempfile.mkdtemp(prefix=ASIDE, dir=folder))
        yield Staging(folder, aside)
    except OSError as error:
        raise KitError(
            f"cannot be written: {error.strerror or error}",
            place=Place(shown_name(_place(error, folder))),
            hint="free some room, or choose another folder with -o",
        ) from None
    finally:
        if aside:
            shutil.rmtree(aside, ignore_errors=True)
        for path in made:
            try:
                path.rmdir()  # only empty ones go
            except OSError:
                break


def write_whole(path: Path, content: bytes) -> None:
    """One file on its own, whole or not at all.  Raises KitError when it cannot be written."""
    try:
        with tempfile.NamedTemporaryFile(prefix=ASIDE, dir=path.parent, delete=False) as file:
            file.write(content)
        os.replace(file.name, path)
    except OSError as error:
        says = f"cannot be written: {error.strerror or error}"
        raise KitError(says, place=Place(shown_name(path))) from None


def _place(error: OSError, folder: Path) -> Path:
    """What could not be written; files aside have names that nobody needs to know."""
    path = Path(error.filename or folder)
    return folder if any(part.startswith(ASIDE) for part in path.parts) else path


def _sweep(folder: Path) -> None:
    for left in folder.glob(f"{ASIDE}*"):
        with suppress(FileNotFoundError):  # another build may just have finished
            if time.time() - left.stat().st_mtime > _FORGOTTEN:
                shutil.rmtree(left, ignore_errors=True)
