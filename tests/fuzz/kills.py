"""Kills: every command that writes, ended by SIGKILL at any moment, leaves what was or what is to be.

The kills of a round come before every call of the command that changes a file, and within the writing of
every file; the next round ends those writes elsewhere.  A store is changed by calls that nobody sees, so
that its commands are then killed after any amount of work.  Afterwards the next command runs, whatever
it is, and the files are looked at: all are old or all are new.  What is left unfinished goes when the
command runs again.  A store has every game that it had, none twice, and running the command again
completes it.

Many kills leave folders that differ in nothing but the names of what is unfinished.  What comes of such
a folder is looked at once.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import signal
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from pathlib import Path
from random import Random

from tests.fuzz.attempt import ROOT, Attempts, Ended
from tests.fuzz.ground import KIT
from tests.fuzz.moments import Moment, Snapshot, Snapshots, moments
from tests.fuzz.worker import EDIT
from tests.fuzz.writers import KILLED, Killed, State

NEXT = ("kits", "--data", "data")
"""The command that finishes what a killed one had begun."""
_CHANCE = re.compile(r"[0-9a-f]{8}-\d+-[0-9a-f]{8}(-\w{8})?|\btmp\w{8}")
"""Names of what is unfinished, with the number of a process, and of temporary files."""
_KILLED = (-signal.SIGKILL, -signal.SIGXFSZ, -signal.SIGVTALRM, 0)
"""How a command may end that is killed, or has ended just before."""
_ROUND = 600
"""Seconds of work for a round of kills."""


@dataclass
class Kills:
    """What came of the kills of a command."""

    kills: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)
    folders: int = 0
    """How many different folders the kills left."""


@dataclass(frozen=True)
class _Left:
    """What came of a folder that a kill left."""

    end: str = ""
    wrong: tuple[str, ...] = ()


def kill(attempts: Attempts, name: str, numbers: range, seed: int) -> Kills:
    """Kill a command once for each number; the seed decides what is left to chance."""
    told = Kills()
    with tempfile.TemporaryDirectory(prefix="kills-") as home:
        bench = _Bench(attempts, KILLED[name], Path(home).resolve(), f"{seed}/{name}")
        for moment in islice(bench.moments(), numbers.start, numbers.stop):
            left = bench.looked_at(moment)
            told.kills += 1
            told.ends.update((left.end,))
            told.found += [f"{name}, seed {seed}, {moment.when}: {wrong}" for wrong in left.wrong]
            if moment.code not in _KILLED:
                told.found.append(f"{name}, seed {seed}, {moment.when}: ends with {moment.code}")
        told.folders = len(bench.known)
    return told


class _Bench:
    """A folder as it is before a command, and what the command makes of it when nobody kills it."""

    def __init__(self, attempts: Attempts, spec: Killed, home: Path, seed: str) -> None:
        self.attempts, self.spec, self.home, self.seed = attempts, spec, home, seed
        self.folder = home / "work"
        self.snapshots = Snapshots(home / "kept")
        self.known: dict[str, _Left] = {}
        """Digests of folders -> what came of them."""
        attempts.ground.copy(self.folder)
        for top in ("data", "templates") if spec.kit else ():
            shutil.copytree(ROOT / top / spec.kit, self.folder / top / spec.kit)
        for words in spec.before:
            _well(attempts.run(self.folder, words))
        if spec.words[0] != EDIT:
            _change(self.folder / KIT / "finds.csv", "Cowrie", "Spotted Cowrie")
            _change(self.folder / KIT / "game.yaml", "[sand, sea,", "[mud, sand, sea,")
        self.before = self.snapshots.take(self.folder)
        self.old = self._watched(self.folder)
        self.work = _well(attempts.run(self.folder, spec.words)).seconds
        self.new = self._watched(self.folder)
        assert self.old != self.new, f"{spec.words[0]} changes nothing"

    def moments(self) -> Iterator[Moment]:
        """Kills without end: each as often as it makes a difference."""
        for number in count():
            if number and self.spec.grows:
                yield self._after_work(Random(f"{self.seed}/{number}").uniform(0, self.work))
            else:
                yield from self._round(f"{self.seed}/{number}")

    def _round(self, seed: str) -> Sequence[Moment]:
        """The command, killed wherever it changes a file."""
        self.snapshots.put_back(self.before, self.folder)
        home = self.snapshots.folder
        (home / "moments").unlink(missing_ok=True)
        _well(self.attempts.run(
            self.folder, self.spec.words, moments=str(home), seed=seed, seconds=_ROUND
        ))  # fmt: skip
        return moments(home)

    def _after_work(self, work: float) -> Moment:
        self.snapshots.put_back(self.before, self.folder)
        ended = self.attempts.run(self.folder, self.spec.words, work=max(0.001, work))
        return Moment(f"after {work:.3f} s", ended.code, self.snapshots.take(self.folder))

    def looked_at(self, moment: Moment) -> _Left:
        """What came of the folder that a kill left."""
        digest = self._digest(moment.snapshot)
        if digest not in self.known:
            moment.put_back(self.snapshots, self.folder)
            self.known[digest] = self._looked_at()
        return self.known[digest]

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
            if (again := self.attempts.run(self.folder, words)).code:
                yield f"running {words[0]} ends with {again.code}: {again.err[:200]}"
        if self._watched(self.folder) != (state if self.spec.again else self.new):
            yield "running it again does not complete it"
        if left := list(self.folder.rglob(".unfinished-*")):
            yield f"left over: {[path.relative_to(self.folder).as_posix() for path in left[:3]]}"

    def _digest(self, snapshot: Snapshot) -> str:
        """What the folder holds, but for names that chance has made."""
        told = hashlib.sha256()
        for name, entry in sorted(snapshot.items()):
            if "journals" in name:
                entry = _CHANCE.sub("", self.snapshots.content(entry).decode())
            named = _CHANCE.sub("", name)
            told.update(f"{len(named)} {named} {entry}\n".encode())
        return told.hexdigest()

    def _watched(self, folder: Path) -> State:
        return self.spec.watched(folder)


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def _well(ended: Ended) -> Ended:
    assert ended.code == 0, f"{' '.join(ended.words)}: {ended.err[:400]}"
    return ended
