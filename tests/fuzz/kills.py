"""Kills: every command that writes, ended by SIGKILL at any moment, leaves what was or what is to be.

Half of the kills come before one of the command's calls of the file system, half after some work.  Then
the next command runs, whatever it is, and the files are looked at: all are old or all are new.  What is
left unfinished goes when the command runs again.  A store has every game that it had, none twice, and
running the command again completes it.

A thousand kills leave few folders that differ in more than the names of what is unfinished.  What comes
of such a folder is looked at once.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz.attempt import ROOT, Attempts, Ended
from tests.fuzz.ground import KIT
from tests.fuzz.moments import Moments, entries
from tests.fuzz.worker import EDIT
from tests.fuzz.writers import KILLED, Killed, State

NEXT = ("kits", "--data", "data")
"""The command that finishes what a killed one had begun."""
_CHANCE = re.compile(rb"[0-9a-f]{8}-\d+-[0-9a-f]{8}(-\w{8})?|\btmp\w{8}")
"""Names of what is unfinished, with the number of a process, and of temporary files."""


@dataclass
class Kills:
    """What came of the kills of a command."""

    ends: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)
    folders: int = 0
    """How many different folders the kills left."""


@dataclass(frozen=True)
class _Left:
    """What came of a folder that a kill left."""

    end: str = ""
    wrong: tuple[str, ...] = ()


def kill(attempts: Attempts, name: str, numbers: Iterable[int], seed: int) -> Kills:
    """Kill a command once for each number, which decides with the seed about the moment."""
    told = Kills()
    with tempfile.TemporaryDirectory(prefix="kills-") as home:
        bench = _Bench(attempts, KILLED[name], Path(home).resolve())
        try:
            for number in numbers:
                when, left = bench.killed(Random(f"{seed}/{name}/{number}"))
                told.ends.update((when.split()[0], left.end))
                told.found += [
                    f"{name}, kill {number} of seed {seed}, {when}: {wrong}" for wrong in left.wrong
                ]
        finally:
            bench.moments.close()
        told.folders = len(bench.known)
    return told


class _Bench:
    """A folder as it is before a command, and what the command makes of it when nobody kills it."""

    def __init__(self, attempts: Attempts, spec: Killed, home: Path) -> None:
        self.attempts, self.spec, self.home = attempts, spec, home
        self.folder = home / "work"
        self.known: dict[str, _Left] = {}
        """Digests of folders -> what came of them."""
        self._sums: dict[tuple[str, object], bytes] = {}
        attempts.ground.copy(home / "before")
        for top in ("data", "templates") if spec.kit else ():
            shutil.copytree(ROOT / top / spec.kit, home / "before" / top / spec.kit)
        for words in spec.before:
            _well(attempts.run(home / "before", words))
        if spec.words[0] != EDIT:
            _change(home / "before" / KIT / "finds.csv", "Cowrie", "Spotted Cowrie")
            _change(home / "before" / KIT / "game.yaml", "[sand, sea,", "[mud, sand, sea,")
        self.old = self._watched(home / "before")
        self.moments = self._gathered()
        self.new = self._watched(self.folder)
        assert self.old != self.new, f"{spec.words[0]} changes nothing"

    def killed(self, rng: Random) -> tuple[str, _Left]:
        """Kill the command once: when, and what came of what it left."""
        if self.moments.are_over():
            self.moments.close()
            self.moments = self._gathered()
        moments = self.moments
        if rng.random() < 0.5:
            work = rng.uniform(0, moments.seconds)
            moment = moments.before(work)
            when = f"after {work:.3f} s"
            code = moment.kill(self.folder, work=max(0.001, work - moment.seconds))
        else:  # most near the end
            call = max(2, moments.calls - int(moments.calls * rng.random() ** 3))
            when = f"before call {call}"
            code = moments.before_call(call).kill(self.folder, calls=call)
        digest = self._digest()
        if digest not in self.known:
            self.known[digest] = self._looked_at()
        return (f"killed {when}" if code < 0 else f"done {when}"), self.known[digest]

    def _looked_at(self) -> _Left:
        """Let the next command run in the folder, and tell what is wrong."""
        wrong: list[str] = []
        after = self.attempts.run(self.folder, NEXT)
        if after.code:
            wrong.append(f"the next command ends with {after.code}: {after.err[:200]}")
        if self.spec.words[0] == EDIT:  # the next studio reads the journal
            again = (EDIT, "home/journal", f"{KIT}/shore.yaml", "nothing", "nothing")
            if (read := self.attempts.run(self.folder, again)).code:
                wrong.append(f"the journal cannot be read: {read.err[:200]}")
        try:
            state = self._watched(self.folder)
        except (sqlite3.Error, AssertionError) as error:
            return _Left("damaged", (*wrong, f"the store is damaged: {error!r}"))
        old, new = state == self.old, state == self.new
        between = self.spec.grows and self.old.items() <= state.items() <= self.new.items()
        if not (old or new or between):
            odd = sorted(name for name, sum in state.items() if self.new.get(name) != sum)
            wrong.append(f"neither old nor new: {odd[:5]} of {len(state)} files")
        wrong += self._run_again(state)
        end = "old" if old else "new" if new else "between" if between else "MIXED"
        return _Left(end, tuple(wrong))

    def _run_again(self, state: State) -> Iterator[str]:
        """Complete what is not, and let what is unfinished go."""
        if not self.spec.grows and not any(self.folder.rglob(".unfinished-*")):
            return
        for words in self.spec.again or [self.spec.words]:
            _well(self.attempts.run(self.folder, words))
        if self._watched(self.folder) != (state if self.spec.again else self.new):
            yield "running it again does not complete it"
        if left := list(self.folder.rglob(".unfinished-*")):
            yield f"left over: {[path.relative_to(self.folder).as_posix() for path in left[:3]]}"

    def _gathered(self) -> Moments:
        """Run the whole command, for the moments at which it can be killed."""
        here = Path(tempfile.mkdtemp(dir=self.home))
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.home / "before", self.folder, symlinks=True)
        moments = Moments(here)
        _well(self.attempts.run(self.folder, self.spec.words, moments=str(here)))
        moments.gather()
        return moments

    def _digest(self) -> str:
        """What the folder holds, but for names that chance has made."""
        told = hashlib.sha256()
        for name, found in sorted(entries(self.folder).items()):
            if (name, found) not in self._sums:
                path = self.folder / name
                content = path.read_bytes() if path.is_file() else b""
                content = _CHANCE.sub(b"", content) if "journals" in path.parts else content
                self._sums[name, found] = hashlib.sha256(content).digest()
            named = _CHANCE.sub(b"", name.encode())
            told.update(b"%d %b %b" % (len(named), named, self._sums[name, found]))
        return told.hexdigest()

    def _watched(self, folder: Path) -> State:
        return self.spec.watched(folder)


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def _well(ended: Ended) -> None:
    assert ended.code == 0, f"{' '.join(ended.words)}: {ended.err[:400]}"
