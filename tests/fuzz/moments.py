"""Moments of a command: copies of its process that wait, each beside a copy of the folder as it was then.

To kill a command a thousand times it need not run a thousand times.  It runs once; on the way, before
calls of the file system, its process is copied, and the copy stops there.  To kill the command later on,
the folder is put back to the last moment before, and a copy of that copy goes on until it is killed.

No file of the folder is open at a moment, and what was left unfinished by then has the name of the first
process, which has ended when the kills begin.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import shutil
import signal
import socket
import stat
import sys
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

STEP, MANY = 0.01, 32
"""Seconds of work from one moment to the next, twice as many after every so many moments."""
WAITING = 300
"""Seconds after which a command that waits for something is given up."""
_COUNTED = ("os.", "open", "shutil.", "sqlite3.", "generator.")
OWN = ("1", "2", "3")
"""Files of the worker in the folder, which stay open."""


# In the command


class Spine:
    """The one run of a command from which its moments branch off; see the module."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder, self.home = folder, home
        self.calls = 0
        self._moments = 0
        self._last = 0.0
        """The work that was done at the last moment, or when one could not be."""
        self._spent = _work()
        """The work that was done before, and for the moments themselves."""
        self._until: int | None = None
        """The call before which this process is killed, if it is a copy that goes on."""
        self._is_copy = self._is_busy = False
        (home / "states").mkdir()
        _count_as_alive(os.getpid())
        sys.addaudithook(self._audit)

    def end(self) -> None:
        """Note what the whole command takes."""
        if not self._is_copy:
            self._is_busy = True
            whole = {"process": os.getpid(), "calls": self.calls, "seconds": self._seconds()}
            (self.home / "whole").write_text(json.dumps(whole))

    def _audit(self, event: str, details: tuple[Any, ...]) -> None:
        if self._is_busy or not event.startswith(_COUNTED):
            return
        self.calls += 1
        if self._is_copy:
            if self.calls == self._until:
                os.kill(os.getpid(), signal.SIGKILL)
        elif self.calls == 1 or self._seconds() > self._last + STEP * 2 ** (self._moments // MANY):
            self._is_busy = True
            began = _work()
            self._last = began - self._spent
            alone = threading.active_count() == 1  # a copy has none of the other threads
            if self.calls == 1 or (alone and not self._holds_files()):
                self._stop()
            if not self._is_copy:
                self._spent += _work() - began
            self._is_busy = False

    def _seconds(self) -> float:
        return _work() - self._spent

    def _holds_files(self) -> bool:
        """Whether a file of the folder is open, which a copy of the folder would not have open."""
        for number in os.listdir("/proc/self/fd"):
            try:
                path = Path(os.readlink(f"/proc/self/fd/{number}"))
            except OSError:
                continue  # the list itself
            if path.is_relative_to(self.folder) and path.name not in OWN:
                return True
        return False

    def _stop(self) -> None:
        """Let a copy of this process wait here."""
        self._moments += 1
        state = self.home / "states" / str(self.calls)
        shutil.copytree(self.folder, state, symlinks=True)
        gc.freeze()
        if not os.fork():
            self._is_copy = True
            self._wait(state)

    def _wait(self, state: Path) -> None:
        """Start a copy for each line that asks for one, and return in the copy."""
        door = socket.socket(socket.AF_UNIX)
        door.connect(str(self.home / "door"))
        answers = door.makefile("w")
        here = {"state": state.name, "calls": self.calls, "seconds": self._last}
        print(json.dumps(here), file=answers, flush=True)
        for line in door.makefile():
            asked = json.loads(line)
            child = os.fork()
            if not child:
                door.close()
                signal.alarm(WAITING)
                self._until = asked.get("calls")
                if work := asked.get("work"):
                    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
                    signal.setitimer(signal.ITIMER_VIRTUAL, work)
                return
            _, status = os.waitpid(child, 0)
            print(os.waitstatus_to_exitcode(status), file=answers, flush=True)
        _leave()


def _work() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _leave() -> NoReturn:
    os._exit(0)


def _count_as_alive(process: int) -> None:
    """Let copies of a process that has ended take what it left unfinished for their own."""
    from generator.base import put_in_place

    known = put_in_place.is_alive
    put_in_place.is_alive = lambda name: f"-{process}-" in name or known(name)


# Beside the command

Entry = tuple[int, int, int, str]
"""Of a file or folder: mode, size, time of change, and where it leads if it is a link."""


@dataclass(frozen=True)
class Moment:
    """A copy of the process that waits, and the folder as it was."""

    state: Path
    calls: int
    seconds: float
    door: socket.socket

    def kill(self, folder: Path, **when: float) -> int:
        """Let the command go on from here, in the folder, and end it; how it ended."""
        put_back(self.state, folder)
        self.door.sendall(f"{json.dumps(when)}\n".encode())
        return int(self.door.makefile().readline())


class Moments:
    """All moments of a command, which is `run` by this in a folder."""

    def __init__(self, home: Path) -> None:
        self._door = socket.socket(socket.AF_UNIX)
        self._door.bind(str(home / "door"))
        self._door.listen(1000)
        self._home = home
        self.all: list[Moment] = []

    def gather(self) -> None:
        """Meet those that wait, once the command has ended."""
        whole = json.loads((self._home / "whole").read_text())
        self.calls: int = whole["calls"]
        self.seconds: float = whole["seconds"]
        self._process: int = whole["process"]
        for _ in list((self._home / "states").iterdir()):
            door, _ = self._door.accept()
            told = json.loads(door.makefile().readline())
            state = self._home / "states" / told["state"]
            self.all.append(Moment(state, told["calls"], told["seconds"], door))
        self.all.sort(key=lambda each: each.calls)

    def close(self) -> None:
        """Let those that wait end."""
        for each in self.all:
            each.door.shutdown(socket.SHUT_RDWR)
            each.door.close()
        self._door.close()

    def are_over(self) -> bool:
        """Whether another process has the number of the first by now: files would be taken for its."""
        return Path(f"/proc/{self._process}").exists()

    def before_call(self, number: int) -> Moment:
        """The last moment before a call."""
        return next(each for each in reversed(self.all) if each.calls < number or each.calls == 1)

    def before(self, seconds: float) -> Moment:
        """The last moment before so much work was done."""
        return next(
            each for each in reversed(self.all) if each.seconds <= seconds or each.calls == 1
        )


def entries(folder: Path) -> dict[str, Entry]:
    """All that is in a folder but the files of the worker, by name."""
    found = dict(_entries(str(folder), ""))
    return {name: entry for name, entry in found.items() if name not in OWN}


def _entries(folder: str, above: str) -> Iterator[tuple[str, Entry]]:
    with os.scandir(folder) as listed:
        for each in listed:
            name, found = above + each.name, each.stat(follow_symlinks=False)
            link = os.readlink(each) if each.is_symlink() else ""
            is_folder = each.is_dir(follow_symlinks=False)
            size, changed = (0, 0) if link or is_folder else (found.st_size, found.st_mtime_ns)
            yield name, (found.st_mode, size, changed, link)
            if is_folder:
                yield from _entries(each.path, f"{name}/")


def put_back(state: Path, folder: Path) -> None:
    """Make a folder what it was, and leave alone what it still has."""
    wanted, found = entries(state), entries(folder)
    for name in sorted(found, reverse=True):  # what is in a folder comes before it
        if wanted.get(name) != found[name]:
            path = folder / name
            if stat.S_ISDIR(found[name][0]):
                shutil.rmtree(path)
                found = {
                    each: entry for each, entry in found.items() if not each.startswith(f"{name}/")
                }
            else:
                path.unlink()
            del found[name]
    for name in sorted(wanted.keys() - found.keys()):
        if stat.S_ISDIR(wanted[name][0]):
            (folder / name).mkdir()
            shutil.copymode(state / name, folder / name)
        else:
            shutil.copy2(state / name, folder / name, follow_symlinks=False)
