"""Moves into place: the files of a finished tree go into a folder, all of them or none.

If the folder holds only files of ours, the tree replaces it in one step, so nobody ever sees old
files next to new ones.  If it also holds files of the user, or if the system cannot exchange
folders, the files are moved one by one under a journal in a folder of the user: the next command
finishes what a killed program had begun (`finish_begun`).
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
_JOURNALS = "journals"
_RENAME_EXCHANGE = 2
"""Flag of renameat2(2)."""
_ABANDONED = 24 * 60 * 60
"""Seconds after which unfinished files are removed although their program may still run on another
machine."""
_AT_FDCWD = -100
"""Directory argument of renameat2(2): relative paths start at the working directory."""


@dataclass(frozen=True, slots=True)
class Move:
    """Move: files to move from one folder, `aside`, to another, and files to remove from that one."""

    aside: str
    folder: str
    names: tuple[str, ...]
    gone: tuple[str, ...]

    @classmethod
    def of(cls, aside: Path, folder: Path, names: Sequence[str], gone: Sequence[str] = ()) -> Move:
        """A move between these folders, wherever the program that finishes it may run."""
        return cls(str(aside.absolute()), str(folder.absolute()), tuple(names), tuple(gone))

    def carry_out(self) -> None:
        """Do the moves and removals that are not done yet."""
        folder = Path(self.folder)
        for name in self.names:
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            with suppress(FileNotFoundError):  # it is already there
                _move(Path(self.aside, name), folder / name)
        for name in self.gone:
            (folder / name).unlink(missing_ok=True)
            drop_empty((folder / name).parent, folder)


def _move(path: Path, to: Path) -> None:
    """Move a file; to another disk by a copy that appears whole.  Raises OSError."""
    try:
        os.replace(path, to)
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
        clear(to.parent, folders=False)  # left by a killed program: one may be the source of a move
        copy = to.with_name(aside_name(to.name))
        try:
            write_new(copy, bytes_of(path), through=True)
            os.replace(copy, to)
        finally:
            copy.unlink(missing_ok=True)
        path.unlink()


def put_in_place(aside: Path, folder: Path, names: Sequence[str], gone: Sequence[str]) -> None:
    """Move the files `names` from `aside`, which holds nothing else, and remove the obsolete files
    `gone`.
    """
    others = set(_files(folder)) - {*names, *gone}
    shutil.copymode(folder, aside)
    if not any(folder.iterdir()) and not _is_held(folder):
        os.rename(aside, folder)
    elif not others and not _is_held(folder) and _exchange(aside, folder):
        pass  # the old content is in `aside` now, and is removed with it
    else:
        carry_out([Move.of(aside, folder, names, gone)])


def carry_out(moves: Sequence[Move]) -> None:
    """Carry out moves under one journal, so that all of them are done or none."""
    several = sum(len(move.names) + len(move.gone) for move in moves) > 1
    journal = _write_journal(moves) if several else None
    try:
        for move in moves:
            move.carry_out()
    except BaseException:  # perhaps the interrupt key: it is too late to undo
        for move in moves:
            move.carry_out()
        raise
    finally:
        if journal:
            journal.unlink(missing_ok=True)


def finish_begun() -> None:
    """Finish the moves that killed programs had begun.  Every command does this first."""
    with suppress(OSError):
        for journal in sorted((locations.state_root() / _JOURNALS).iterdir()):
            if is_alive(journal.name):
                continue
            with suppress(OSError):
                moves = _read_journal(journal)
                for move in moves:
                    if os.path.isdir(move.folder):
                        with alone(Path(move.folder)):
                            move.carry_out()
                for move in moves:
                    shutil.rmtree(move.aside, ignore_errors=True)
                journal.unlink()


def drop_empty(folder: Path, top: Path) -> None:
    """Remove the folder, and those above it up to `top`, while they are empty."""
    with suppress(OSError):  # stops at the first folder that is not empty
        while folder != top:
            folder.rmdir()
            folder = folder.parent


def aside_name(what: str) -> str:
    """Return a name for an unfinished file or folder of this process."""
    return f"{ASIDE}{_machine()}-{os.getpid()}-{zlib.crc32(what.encode(errors='replace')):08x}"


def is_alive(name: str) -> bool:
    """Whether the process of such a name may still run; nobody knows that of another machine's."""
    machine, _, rest = name.removeprefix(ASIDE).partition("-")
    number = rest.partition("-")[0]
    if machine != _machine() or not number.isdecimal() or sys.platform == "win32":
        return True
    try:
        os.kill(int(number), 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        pass  # another user's process
    return True


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Lock: keeps other programs from moving files into the folder, if the system supports it."""
    if sys.platform == "win32":
        yield
        return
    from fcntl import LOCK_EX, flock

    while True:
        number = os.open(folder, os.O_RDONLY)
        try:
            with suppress(OSError):  # some network drives cannot lock
                flock(number, LOCK_EX)
            if not os.path.samestat(os.fstat(number), os.stat(folder)):
                continue  # the folder was replaced in the meantime
            yield
            return
        finally:
            os.close(number)


@cache
def _machine() -> str:
    return f"{zlib.crc32(node().encode()):08x}"


def _files(folder: Path) -> Iterator[str]:
    """Names of everything below a folder except folders that are not empty."""
    for here, folders, files in os.walk(folder):
        at = Path(here).relative_to(folder)
        folders[:] = [name for name in folders if not name.startswith(ASIDE)]
        linked = [name for name in folders if os.path.islink(os.path.join(here, name))]
        yield from ((at / name).as_posix() for name in [*files, *linked])
        if not folders and not files and at.parts:
            yield at.as_posix()


def _is_held(folder: Path) -> bool:
    """Whether the folder is in use elsewhere: as a link, a mount, a working directory, or for writing."""
    at_work = any(folder.glob(f"{ASIDE}*"))
    here = Path.cwd()
    return (
        at_work or folder.is_symlink() or folder.is_mount() or here.is_relative_to(folder.resolve())
    )


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders in one step; False if the system cannot."""
    sys.audit("generator.exchange", str(one), str(other))
    rename = _renameat2()
    if rename is None:
        return False
    done: int = rename(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE)
    sys.audit("generator.exchanged", str(one), str(other))
    return done == 0


@cache
def _renameat2() -> Any:
    """The function of the C library; None if it does not exist."""
    if not sys.platform.startswith("linux"):
        return None
    return getattr(ctypes.CDLL(None), "renameat2", None)


def _write_journal(moves: Sequence[Move]) -> Path | None:
    """The journal of moves, written to disk; None if there is no room for one."""
    journal = locations.state_root() / _JOURNALS / aside_name(moves[0].aside).removeprefix(ASIDE)
    unfinished = journal.with_name(f"{journal.name}.new")
    try:
        journal.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        content = json.dumps([*map(asdict, moves)]).encode()
        write_new(unfinished, content, through=True)
        os.replace(unfinished, journal)
    except OSError:
        return None
    return journal


def _read_journal(journal: Path) -> list[Move]:
    """Read a journal; of one that was not written completely, nothing."""
    try:
        found = json.loads(bytes_of(journal, MAX_BYTES))
        moves = [
            Move(str(each["aside"]), str(each["folder"]), tuple(each["names"]), tuple(each["gone"]))
            for each in ([found] if isinstance(found, dict) else found)  # of an earlier version
        ]
    except (ValueError, TypeError, LookupError):
        return []
    return [] if journal.suffix else moves


def write_new(path: Path, content: bytes, *, through: bool = False, private: bool = False) -> None:
    """Write a new file, with `through` to the disk itself; a `private` one is this user's alone.

    The file must not exist, so that no link is followed.  Raises OSError.
    """
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    mode = 0o600 if private else 0o666
    with open(os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), mode), "wb") as file:
        file.write(content)
        if through:
            file.flush()
            os.fsync(file.fileno())


def keep_mode(path: Path, aside: Path, *, private: bool = False) -> None:
    """Give a file that replaces another one its permissions, unless it is `private`.

    Raises OSError for one that none may write.
    """
    if path.exists() and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    if private:
        return
    with suppress(FileNotFoundError):
        shutil.copymode(path, aside)


def clear(folder: Path, *, folders: bool = True) -> None:
    """Remove unfinished files of dead programs from a folder; with `folders`, folders as well."""
    for left in folder.glob(f"{ASIDE}*"):
        with suppress(OSError):  # another process may just have removed it
            if is_alive(left.name) and time.time() - left.lstat().st_mtime < _ABANDONED:
                continue
            if not left.is_dir() or left.is_symlink():
                left.unlink()
            elif folders:
                shutil.rmtree(left, ignore_errors=True)
