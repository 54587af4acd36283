"""Moments of a command: its process is killed before every call that changes a file, and within writes.

The command runs once.  Before each of its file system calls, a copy of its process is made and
ended by SIGKILL; before each new file another copy continues until the system ends it within a
write.  The command itself waits meanwhile.  The folder that each copy leaves is stored
(`Snapshots`), and inspected after the command has outcome.
"""

from __future__ import annotations

import gc
import hashlib
import json
import os
import resource
import shutil
import signal
import stat
import threading
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

OWN = ("1", "2", "3")
"""Files of the worker in the folder, which stay open."""
CHANGING = (
    *("os.rename", "os.mkdir", "os.remove", "os.symlink", "os.link"),
    *("os.rmdir", "os.truncate", "os.chmod", "os.utime"),
)
UNUSED_PROCESS = 2**30
"""A process number beyond the maximum of Linux."""
_JUST_NOW = 100_000_000
"""Nanoseconds within which two changes of a file may get the same time stamp."""

Snapshot = Mapping[str, str]
"""Name of everything in a folder -> its mode, and the digest of its content or the target of its link."""


def writes(event: str, details: tuple[Any, ...]) -> bool:
    """Whether an event of `sys.audit` opens a file for writing."""
    if event != "open":
        return False
    _, mode, flags = details
    if isinstance(mode, str):
        return any(sign in mode for sign in "wax+")
    return bool(flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


# In the command


class KilledRun:
    """The one run of a command in which copies of it are killed; see the module."""

    def __init__(self, folder: Path, home: Path, seed: str, cuts: int) -> None:
        """Kill `cuts` copies within each new file, at places that depend on the seed."""
        self.folder, self.home, self.seed, self.cuts = folder, home, seed, cuts
        self._snapshots = Snapshots(home)
        self._process = os.getpid()
        self._calls = 0
        self._is_busy = self._is_copy = False
        gc.freeze()

    def audit(self, event: str, details: tuple[Any, ...]) -> None:
        """Kill copies of this process if the event changes a file."""
        if event == "open" and isinstance(details[0], int):
            return  # the file is already open, and nothing has changed
        if event in CHANGING or event.startswith("generator.") or writes(event, details):
            self._kill(event, details[0] if event == "open" else None)

    def end(self) -> None:
        """Kill a last copy, and no more."""
        self._kill("the end")
        self._is_busy = True

    def _kill(self, event: str, opened: object = None) -> None:
        if self._is_copy:
            os.kill(os.getpid(), signal.SIGKILL)
        if self._is_busy or os.getpid() != self._process:
            return
        self._is_busy = True
        self._calls += 1
        if not (copy := os.fork()):
            os.kill(os.getpid(), signal.SIGKILL)
        self._note(copy, f"before call {self._calls}, {event}")
        if isinstance(opened, (str, os.PathLike)) and not os.path.lexists(opened):
            for number in range(self.cuts if self._is_alone() else 0):
                if self._cut(event, number):
                    return
                if os.path.lexists(opened):
                    os.unlink(opened)
        self._is_busy = False

    def _cut(self, event: str, number: int) -> bool:
        """Let a copy continue until a file has so many bytes; whether this process is the copy."""
        size = int(10 ** Random(f"{self.seed}/{self._calls}/{number}").uniform(0, 5))
        if not (copy := os.fork()):
            self._is_copy = True
            signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
            return True
        self._note(copy, f"in call {self._calls}, {event}, after {size} bytes")
        return False

    def _note(self, copy: int, when: str) -> None:
        _, status = os.waitpid(copy, 0)
        code = os.waitstatus_to_exitcode(status)
        entry = {"when": when, "code": code, "process": self._process}
        found = self._snapshots.take(self.folder)
        with open(self.home / "moments", "a", encoding="utf-8") as file:
            print(json.dumps({**entry, "snapshot": found}), file=file)

    def _is_alone(self) -> bool:
        """Whether a copy that continues would change only the file that it opens now."""
        if threading.active_count() > 1:  # a copy lacks the other threads
            return False
        for number in os.listdir("/proc/self/fd"):
            try:
                path = Path(os.readlink(f"/proc/self/fd/{number}"))
            except OSError:
                continue  # the listing itself
            if path.is_file() and path.is_relative_to(self.folder) and path.name not in OWN:
                return False
        return True


# Beside the command


@dataclass(frozen=True)
class Moment:
    """When a copy was killed, how it ended, and the folder that it left."""

    when: str
    code: int
    snapshot: Snapshot
    process: int = 0
    """The number of the process, which may have been reused when the folder is inspected; 0: any."""

    @property
    def is_cut(self) -> bool:
        """Whether the copy was killed within the writing of a file."""
        return self.when.startswith("in ")

    def put_back(self, snapshots: Snapshots, folder: Path) -> None:
        """Restore the folder that the copy left, as if by a process that no longer exists."""
        mine, unused = f"-{self.process}-", f"-{UNUSED_PROCESS}-"
        named = {name.replace(mine, unused): entry for name, entry in self.snapshot.items()}
        snapshots.put_back(named, folder)
        for journal in folder.glob("home/**/journals/*"):
            journal.write_text(journal.read_text().replace(mine, unused))


def moments(home: Path) -> list[Moment]:
    """The moments that a command in this home has recorded."""
    lines = (home / "moments").read_text(encoding="utf-8").splitlines()
    return [Moment(**json.loads(line)) for line in lines]


class Snapshots:
    """Copies of folders, with each content stored once."""

    def __init__(self, home: Path) -> None:
        self.folder = home
        self._contents = home / "contents"
        self._contents.mkdir(parents=True, exist_ok=True)
        self._known: dict[tuple[str, int, int, int], str] = {}

    def take(self, folder: Path) -> Snapshot:
        """The content of a folder, without the files of the worker."""
        return dict(self._entries(str(folder), ""))

    def put_back(self, snapshot: Snapshot, folder: Path) -> None:
        """Restore a folder, leaving alone what is unchanged."""
        found = dict(self.take(folder))
        for name in sorted(found, reverse=True):  # the content of a folder before the folder
            if snapshot.get(name) != found[name]:
                path = folder / name
                path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
                del found[name]
        for name in sorted(snapshot.keys() - found.keys()):
            mode, _, content = snapshot[name].partition(" ")
            path = folder / name
            if stat.S_ISLNK(int(mode)):
                path.symlink_to(content)
                continue
            if content:
                shutil.copyfile(self._contents / content, path)
            else:
                path.mkdir()
            path.chmod(stat.S_IMODE(int(mode)))

    def content(self, entry: str) -> bytes:
        """The content of a file; empty for a folder or a link."""
        mode, _, content = entry.partition(" ")
        return (self._contents / content).read_bytes() if stat.S_ISREG(int(mode)) else b""

    def _entries(self, folder: str, above: str) -> Iterator[tuple[str, str]]:
        with os.scandir(folder) as listed:
            for each in sorted(listed, key=lambda each: each.name):
                if not above and each.name in OWN:
                    continue
                found = each.stat(follow_symlinks=False)
                if each.is_symlink():
                    content = os.readlink(each)
                elif each.is_dir():
                    content = ""
                else:
                    content = self._digest(each.path, found)
                yield above + each.name, f"{found.st_mode} {content}"
                if stat.S_ISDIR(found.st_mode):
                    yield from self._entries(each.path, f"{above}{each.name}/")

    def _digest(self, path: str, found: os.stat_result) -> str:
        key = (path, found.st_ino, found.st_size, found.st_mtime_ns)
        if key not in self._known or time.time_ns() - found.st_mtime_ns < _JUST_NOW:
            content = Path(path).read_bytes()
            self._known[key] = digest = hashlib.sha256(content).hexdigest()
            if not (kept := self._contents / digest).exists():
                kept.write_bytes(content)
        return self._known[key]
