"""Putting in place: the files of a finished tree go into a folder, all of them or none.

Where the folder has nothing but what is ours, the tree takes its place in one step, so that nobody
ever sees old files beside new ones.  Where it has a user's own files too, or where the system cannot
exchange folders, the files are moved one by one under a journal in a folder of the user's: what a
killed program had begun, the next command finishes (`finish_begun`).
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import shutil
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from platform import node
from typing import Any

from generator.base import locations
from generator.base.text_files import MAX_BYTES, bytes_of

ASIDE = ".unfinished-"
UNFINISHED = shutil.ignore_patterns(f"{ASIDE}*")
"""What is left out where a folder is copied: it may be gone the next moment."""
_JOURNALS = "journals"
_EXCHANGE = 2
"""`RENAME_EXCHANGE` of renameat2(2)."""
_FORGOTTEN = 24 * 60 * 60
"""Seconds after which something unfinished is removed whose program may still run, on another machine."""
_HERE = -100
"""`AT_FDCWD`: paths are as they stand."""


@dataclass(frozen=True, slots=True)
class Move:
    """Files to go from one folder, `aside`, into another, and files to be removed from that."""

    aside: str
    folder: str
    names: tuple[str, ...]
    gone: tuple[str, ...]

    def carry_out(self) -> None:
        """Move and remove what is not moved and removed yet."""
        folder = Path(self.folder)
        for name in self.names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # it is there already
                _move(Path(self.aside, name), folder / name)
        for name in self.gone:
            (folder / name).unlink(missing_ok=True)
            drop_empty((folder / name).parent, folder)


def _move(path: Path, to: Path) -> None:
    """Move a file; to another disk as a copy, which takes its place whole.  Raises OSError."""
    try:
        os.replace(path, to)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        clear(to.parent, folders=False)  # of a killed program: one may be what is moved from
        copy = to.with_name(aside_name(to.name))
        try:
            write_new(copy, bytes_of(path), through=True)
            os.replace(copy, to)
        finally:
            copy.unlink(missing_ok=True)
        path.unlink()


def put_in_place(aside: Path, folder: Path, names: Sequence[str], gone: Sequence[str]) -> None:
    """Move the files `names` from `aside`, which holds nothing else, and remove those `gone`."""
    stay = set(_files(folder)) - {*names, *gone}
    shutil.copymode(folder, aside)
    if not any(folder.iterdir()) and not _is_held(folder):
        os.rename(aside, folder)
    elif not stay and not _is_held(folder) and _exchange(aside, folder):
        pass  # what was there is aside now, and goes with it
    else:
        move = Move(str(aside.absolute()), str(folder.absolute()), tuple(names), tuple(gone))
        journal = _written(move) if len(names) + len(gone) > 1 else None
        try:
            move.carry_out()
        except (
            BaseException
        ):  # the interrupt key, perhaps: it is too late to leave things as they were
            move.carry_out()
            raise
        finally:
            if journal:
                journal.unlink(missing_ok=True)


def finish_begun() -> None:
    """Finish what killed programs had begun.  Every command does so first."""
    with suppress(OSError):
        for journal in sorted((locations.state_root() / _JOURNALS).iterdir()):
            if is_alive(journal.name):
                continue
            with suppress(OSError):
                move = _read(journal)
                if move and os.path.isdir(move.folder):
                    with alone(Path(move.folder)):
                        move.carry_out()
                if move:
                    shutil.rmtree(move.aside, ignore_errors=True)
                journal.unlink()


def drop_empty(folder: Path, top: Path) -> None:
    """Remove the folder, and those above it up to `top`, while they are empty."""
    with suppress(OSError):  # the first that holds something ends it
        while folder != top:
            folder.rmdir()
            folder = folder.parent


def aside_name(what: str) -> str:
    """The name of something unfinished of this process."""
    return f"{ASIDE}{_machine()}-{os.getpid()}-{zlib.crc32(what.encode(errors='replace')):08x}"


def is_alive(name: str) -> bool:
    """Whether the process of such a name may still run; None can tell for those of other machines."""
    machine, _, rest = name.removeprefix(ASIDE).partition("-")
    number = rest.partition("-")[0]
    if machine != _machine() or not number.isdecimal() or sys.platform == "win32":
        return True
    try:
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass  # it is another user's
    return True


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock: no other program moves files into the folder meanwhile, if the system supports it."""
    if sys.platform == "win32":
        yield
        return
    from fcntl import LOCK_EX, flock

    while True:
        number = os.open(folder, os.O_RDONLY)
        try:
            with suppress(OSError):  # not every disk in a network can do it
                flock(number, LOCK_EX)
            if not os.path.samestat(os.fstat(number), os.stat(folder)):
                continue  # another folder has taken its place meanwhile
            yield
            return
        finally:
            os.close(number)


@cache
def _machine() -> str:
    return f"{zlib.crc32(node().encode()):08x}"


def _files(folder: Path) -> Iterator[str]:
    """Everything below a folder that is no folder, and folders that are empty, by name."""
    for here, folders, files in os.walk(folder):
        at = Path(here).relative_to(folder)
        folders[:] = [name for name in folders if not name.startswith(ASIDE)]
        linked = [name for name in folders if os.path.islink(os.path.join(here, name))]
        yield from ((at / name).as_posix() for name in [*files, *linked])
        if not folders and not files and at.parts:
            yield at.as_posix()


def _is_held(folder: Path) -> bool:
    """Whether others hold on to the folder: as a link, a mount, where they are, or to write to it."""
    at_work = any(folder.glob(f"{ASIDE}*"))
    here = Path.cwd()
    return (
        at_work or folder.is_symlink() or folder.is_mount() or here.is_relative_to(folder.resolve())
    )


def _exchange(one: Path, other: Path) -> bool:
    """Let two folders change their places in one step; False if the system cannot."""
    sys.audit("generator.exchange", str(one), str(other))
    rename = _renameat2()
    if rename is None:
        return False
    done: int = rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE)
    sys.audit("generator.exchanged", str(one), str(other))
    return done == 0


@cache
def _renameat2() -> Any:
    """The function of the C library; None where there is none."""
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None), "renameat2", None)


def _written(move: Move) -> Path | None:
    """The journal of a move, on the disk; None if there is no room for one."""
    journal = locations.state_root() / _JOURNALS / aside_name(move.aside).removeprefix(ASIDE)
    unfinished = journal.with_name(f"{journal.name}.new")
    try:
        journal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_new(unfinished, json.dumps(asdict(move)).encode(), through=True)
        os.replace(unfinished, journal)
    except OSError:
        return None
    return journal


def _read(journal: Path) -> Move | None:
    """A journal that was written whole."""
    try:
        found = json.loads(bytes_of(journal, MAX_BYTES))
        move = Move(
            str(found["aside"]), str(found["folder"]), tuple(found["names"]), tuple(found["gone"])
        )
    except (ValueError, TypeError, LookupError):
        return None
    return None if journal.suffix else move


def write_new(path: Path, content: bytes, *, through: bool = False) -> None:
    """Write a new file, with `through` to the disk itself.

    Nothing is there yet, so that no link is followed.  Raises OSError.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    with open(os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666), "wb") as file:
        file.write(content)
        if through:
            file.flush()
            os.fsync(file.fileno())


def clear(folder: Path, *, folders: bool = True) -> None:
    """Remove what dead programs have left unfinished in a folder: files, and folders unless told not to."""
    for left in folder.glob(f"{ASIDE}*"):
        with suppress(OSError):  # another may just have removed it
            if is_alive(left.name) and time.time() - left.lstat().st_mtime < _FORGOTTEN:
                continue
            if not left.is_dir() or left.is_symlink():
                left.unlink()
            elif folders:
                shutil.rmtree(left, ignore_errors=True)
