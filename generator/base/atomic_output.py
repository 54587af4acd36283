"""Atomic output: files appear whole under their final names, all of them or none.

Files are written to a hidden folder next to their destination, and moved into place only when all
of them are complete and proved.  A build that fails, is interrupted or is killed leaves the last
good output unchanged.

Every file that Grimoire writes is written here or in `put_in_place`, so no link leads a file out of
the folder it was meant for.
"""

from __future__ import annotations

import errno
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import TypeAlias

from generator.base.errors import Fault, KitError, Place
from generator.base.put_in_place import (
    ASIDE,
    Move,
    alone,
    aside_name,
    carry_out,
    clear,
    keep_mode,
    put_in_place,
    write_new,
)
from generator.base.text_files import bytes_of, inside, shown_name

_DISK_FULL = (errno.ENOSPC, errno.EDQUOT)
_FORBIDDEN = (errno.EACCES, errno.EPERM)

Listed: TypeAlias = Callable[[Path], Iterable[str]]
"""Reads the names of files from a file that lists them."""


class Staging:
    """Staging area: files that will be moved together into one output folder."""

    def __init__(self, folder: Path, aside: Path) -> None:
        self.folder = folder
        """The final folder."""
        self.aside = aside
        """The folder of the unfinished files."""

    def write(self, name: str, content: bytes) -> None:
        """Keep a file under its name ("maps/board.svg") until `finish`."""
        path = inside(self.aside, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, content, through=True)

    def shown(self, fault: Fault) -> Fault:
        """Return a fault of an unfinished file with the place of the file that it would become.

        `staging` does so with all faults of a KitError.
        """
        aside = self.aside.absolute()
        if fault.place is None or not Path(fault.place.file).absolute().is_relative_to(aside):
            return fault
        path = self.folder / Path(fault.place.file).absolute().relative_to(aside)
        return replace(fault, place=replace(fault.place, file=shown_name(path)))

    def finish(self, last: str, listed: Listed | None = None) -> tuple[str, ...]:
        """Move every file into place, `last` as the last one, and remove obsolete files.

        The files of the previous build are those `listed` in the file that `last` replaces.  Return
        the names of the removed files; folders that become empty are removed, too.
        """
        with alone(self.folder):
            names = self.checked_names(last)
            listing = self.folder / last
            earlier = listed(listing) if listed and listing.is_file() else ()
            obsolete = tuple(
                name
                for name in dict.fromkeys(earlier)
                if name not in names and inside(self.folder, name).is_file()
            )
            put_in_place(self.aside, self.folder, names, obsolete)
        return obsolete

    def checked_names(self, last: str) -> list[str]:
        """Return the names of all files, `last` as the last one, once each can be put in its place."""
        names = sorted(
            path.relative_to(self.aside).as_posix()
            for path in self.aside.rglob("*")
            if path.is_file()
        )
        names.sort(key=lambda name: name == last)
        for name in names:
            target = self.folder / name
            if not target.parent.resolve().is_relative_to(self.folder.resolve()):
                raise _leads_out(target.parent, "choose another folder with -o")
            if not target.is_symlink() and target.is_dir():
                raise IsADirectoryError(
                    errno.EISDIR, "a folder of that name is in the way", str(target)
                )
        return names


@contextmanager
def staging(
    folder: Path,
    within: Path | None = None,
    beside: bool = True,
    hint: str = "choose another folder with -o",
) -> Iterator[Staging]:
    """Context of a `Staging` for an output folder, which is created if missing and unchanged on failure.

    Unfinished files are kept `beside` it if possible, or else inside it.  Raises KitError if the
    folder cannot be written, the disk is full, or a link leads the folder out of the one that it
    must lie `within`.  `hint` says what to choose instead.
    """
    created: list[Path] = []
    asides: list[Path] = []
    try:
        for path in (folder, *folder.parents):
            if path.is_symlink() and not path.exists():
                raise FileNotFoundError(errno.ENOENT, "the link is broken", str(path))
        if within:
            _check_within(folder, within)
        created += [path for path in (folder, *folder.parents) if not path.exists()]
        folder.mkdir(parents=True, exist_ok=True)
        stage = Staging(folder, _staging_folder(folder, beside, asides))
        try:
            yield stage
        except KitError as error:
            raise type(error)(map(stage.shown, error.faults)) from error
    except OSError as error:
        raise unwritable(error, _place(error, folder), hint) from None
    finally:
        try:
            _clean_up(asides, created)
        except BaseException:  # the interrupt key, which may be pressed now as well
            _clean_up(asides, created)
            raise


def _clean_up(asides: Iterable[Path], created: Iterable[Path]) -> None:
    for path in asides:
        shutil.rmtree(path, ignore_errors=True)
    for path in created:
        with suppress(OSError):  # removes only empty folders; some may not exist yet
            path.rmdir()


def _staging_folder(folder: Path, beside: bool, asides: list[Path]) -> Path:
    """Create a folder for unfinished files, next to the final one or, if that fails, inside it.

    Each path is added to `asides` before it is created, since a signal may end this at any moment.
    """
    clear(folder)
    clear(folder.parent)
    with suppress(OSError):
        if beside and not folder.is_symlink() and not folder.is_mount():
            return _new_folder(folder.parent, asides)
    return _new_folder(folder, asides)


def _new_folder(parent: Path, asides: list[Path]) -> Path:
    path = parent / f"{aside_name('')}-{os.urandom(4).hex()}"
    asides.append(path)
    path.mkdir(mode=0o700)
    return path


def unwritable(error: OSError | ValueError, path: Path, hint: str = "") -> KitError:
    """Return the error for a file or folder that cannot be written; the hint is what to choose instead."""
    number = error.errno if isinstance(error, OSError) else None
    reason = (error.strerror or error) if isinstance(error, OSError) else "its name is not valid"
    message, place = f"cannot be written: {reason}", Place(shown_name(path))
    if number in _DISK_FULL:
        hint = ", or ".join(filter(None, ("free some space", hint)))
        return KitError(message, place=place, hint=hint, check="disk-full")
    if number in _FORBIDDEN:
        hint = ", or ".join(filter(None, ("change its permissions", hint)))
    return KitError(message, place=place, hint=hint, check="file-not-writable")


def check_can_write(path: Path) -> None:
    """Raise KitError if a file could not be written later.  Writes nothing."""
    message = ""
    if path.is_dir():
        message = "is a folder, not a file"
    elif path.exists() and not path.is_file():
        message = "is a device or a pipe, not a file"
    elif not path.parent.is_dir():
        message = "cannot be written: its folder does not exist"
    elif not os.access(path.parent, os.W_OK):
        message = "cannot be written: its folder is write-protected"
    if message:
        hint = "choose another file"
        raise KitError(message, place=Place(shown_name(path)), hint=hint, check="file-not-writable")


def write_whole(
    path: Path, content: bytes, within: Path | None = None, *, private: bool = False
) -> None:
    """Write one file, whole or not at all; missing folders `within` a folder are created.

    A `private` file is this user's alone, whatever was there before; others keep its permissions.
    Raises KitError if it cannot be written, or if a link leads it out of the folder that it must
    lie `within`.
    """
    if within:
        _check_within(path, within)
    aside = path.with_name(aside_name(path.name))  # the name may have the greatest length allowed
    try:
        if within:
            path.parent.mkdir(parents=True, exist_ok=True)
        clear(path.parent)
        write_new(aside, content, private=private)
        keep_mode(path, aside, private=private)
        os.replace(aside, path)
    except (OSError, ValueError) as error:  # a ValueError: no file can have such a name
        raise unwritable(error, path, "" if within else "choose another file") from None
    finally:
        with suppress(OSError, ValueError):  # exists only if it was not moved
            aside.unlink()


def rewrite(folder: Path, edit: Callable[[], tuple[Path, bytes]]) -> None:
    """Write one file of a folder, whole or not at all, with a content that depends on what is there.

    Others who rewrite files of this folder wait, so that none undoes what another has just written.
    Raises KitError.
    """
    try:
        with alone(folder):
            write_whole(*edit())
    except OSError as error:  # the folder is gone
        raise unwritable(error, folder) from None


def write_together(files: Mapping[Path, bytes], *folders: Path) -> None:
    """Write files of one or more folders, all of them or none; the last file goes last in its folder.

    If the program is killed while moving them into place, the next command finishes.  Raises KitError
    as `staging` does.
    """
    left, moves = dict(files), []
    with ExitStack() as held:
        for folder in folders:
            names = [path for path in left if path.is_relative_to(folder)]
            if not names:
                continue
            # A folder beside a kit would be taken for another kit.
            stage = held.enter_context(staging(folder, beside=False, hint=""))
            for path in names:
                name = path.relative_to(folder).as_posix()
                stage.write(name, left.pop(path))
                keep_mode(path, stage.aside / name)
            held.enter_context(alone(folder))
            last = names[-1].relative_to(folder).as_posix()
            moves.append(Move.of(stage.aside, folder, stage.checked_names(last)))
        carry_out(moves)


def make_folder(path: Path) -> None:
    """Create a folder that a user has named, and its parents.  Raises KitError."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise unwritable(error, path, "choose another folder") from None


def make_private(path: Path) -> None:
    """Close a file to all other users, and its folder, which is created if missing.  Raises KitError."""
    make_folder(path.parent)
    with suppress(OSError):  # they are somebody else's
        path.parent.chmod(0o700)
        if not path.is_symlink():  # what it leads to may be anything
            path.chmod(0o600)


def copy_folder(folder: Path, copy: Path) -> None:
    """Copy a folder that other programs may be changing, without unfinished files.

    Links that lead nowhere, as some editors leave beside an open file, are left out, and so is what
    disappears meanwhile.  Raises KitError.
    """

    def copy_file(path: str, to: str) -> None:
        with suppress(FileNotFoundError):
            write_new(Path(to), bytes_of(Path(path)))

    try:
        shutil.copytree(
            folder, copy, ignore=shutil.ignore_patterns(f"{ASIDE}*"), copy_function=copy_file
        )
    except shutil.Error as error:
        path, _, reason = error.args[0][0]
        place = Place(shown_name(Path(path)))
        raise KitError(
            f"cannot be copied: {reason}", place=place, check="file-not-readable"
        ) from None
    except OSError as error:
        raise unwritable(error, copy, "make this folder writable") from None


@contextmanager
def scratch() -> Iterator[Path]:
    """Temporary folder.  Folders left by killed programs are removed first."""
    top = Path(tempfile.gettempdir())
    clear(top)
    folders: list[Path] = []
    try:
        yield _new_folder(top, folders)
    finally:
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)


def open_log(path: Path) -> FileIO:
    """Open a file that a user has named, to be written line by line.  Raises OSError."""
    return FileIO(path, "wb")


def remove(folder: Path, names: Iterable[str]) -> None:
    """Remove obsolete files of a folder."""
    for name in names:
        with suppress(OSError):  # it is gone, or in use
            inside(folder, name).unlink()


def _check_within(path: Path, folder: Path) -> None:
    """Raise KitError unless a file or folder lies inside that folder, with all links followed."""
    if not path.resolve().is_relative_to(folder.resolve()):
        raise _leads_out(path, "delete it")


def _leads_out(path: Path, hint: str) -> KitError:
    message = "is a link that points outside the folder to be written"
    place = Place(shown_name(path))
    return KitError(message, place=place, hint=hint, check="file-not-writable")


def _place(error: OSError, folder: Path) -> Path:
    """Return the place that could not be written; the names of unfinished files are not shown."""
    path = Path(error.filename or folder)
    return folder if any(part.startswith(ASIDE) for part in path.parts) else path
