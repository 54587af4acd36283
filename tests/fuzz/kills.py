"""Kills: every command that writes, ended by SIGKILL at any moment, leaves all files old or all new.

The kills of a round come before every call of the command that changes a file, and within the
writing of every file; the next round ends those writes at as many places as needed.  A store is
changed by calls that cannot be observed, so its commands are killed after any amount of work.
Afterwards another command runs and the files are compared: all are old or all are new.  Unfinished
files are removed when the command runs again.  A store has every game that it had, none twice, and
running the command again completes it.

Many kills leave folders that differ only in the names and the content of unfinished files.  The
outcome of such a folder is determined once: unfinished files are never read or moved, which is
checked, too, unless a journal says that they are complete.
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
from itertools import chain, count, islice
from math import ceil
from pathlib import Path
from random import Random

from tests.fuzz.attempt import ROOT, Attempts, Outcome
from tests.fuzz.ground import KIT
from tests.fuzz.moments import Moment, Snapshot, Snapshots, moments
from tests.fuzz.worker import EDIT
from tests.fuzz.writers import KILLED, Killed, State

NEXT = ("kits", "--data", "data")
"""The command that finishes the work of a killed one."""
_CHANCE = re.compile(r"[0-9a-f]{8}-\d+-[0-9a-f]{8}(-\w{8})?|\btmp\w{8}")
"""Names of unfinished files, which contain the number of a process, and of temporary files."""
_JOURNAL = "/journals/"
"""Part of the paths of journals, which say that unfinished files are complete, and where they go."""
_KILLED = (-signal.SIGKILL, -signal.SIGXFSZ, -signal.SIGVTALRM, 0)
"""Exit codes of a command that is killed, or that ended just before."""
_ROUND = 3_600
"""Seconds of work for a round of kills."""


@dataclass
class Kills:
    """The outcomes of the kills of a command."""

    kills: int = 0
    ends: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)
    cut: int = 0
    """How many of the kills interrupted a write."""
    folders: int = 0
    """How many different folders the kills left."""


@dataclass(frozen=True)
class _Left:
    """The outcome of a folder that a kill left."""

    end: str = ""
    wrong: tuple[str, ...] = ()


def kill(attempts: Attempts, name: str, numbers: range, seed: int) -> Kills:
    """Kill a command once for each number; the seed determines random choices."""
    result = Kills()
    with tempfile.TemporaryDirectory(prefix="kills-") as home:
        bench = _Bench(attempts, KILLED[name], Path(home).resolve(), f"{seed}/{name}")
        for moment in islice(bench.moments(numbers.stop), numbers.start, numbers.stop):
            left = bench.outcome_of(moment)
            result.kills += 1
            result.cut += moment.code == -signal.SIGXFSZ
            result.ends.update((left.end,))
            result.found += [f"{name}, seed {seed}, {moment.when}: {wrong}" for wrong in left.wrong]
            if moment.code not in _KILLED:
                result.found.append(f"{name}, seed {seed}, {moment.when}: ends with {moment.code}")
        result.folders = len(bench.known)
    return result


class _Bench:
    """A folder before a command, and after it when the command is not killed."""

    def __init__(self, attempts: Attempts, spec: Killed, home: Path, seed: str) -> None:
        self.attempts, self.spec, self.home, self.seed = attempts, spec, home, seed
        self.folder = home / "work"
        self.snapshots = Snapshots(home / "kept")
        self.known: dict[str, _Left] = {}
        """Digests of folders -> their outcomes."""
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

    def moments(self, wanted: int) -> Iterator[Moment]:
        """Endless kills: each moment as often as it makes a difference."""
        first = self._round(0, cuts=1)
        files = sum(moment.is_cut for moment in first)
        cuts = ceil(max(0, wanted - len(first)) / max(1, files))
        if self.spec.grows:
            later: Iterator[Moment] = map(self._after_work, count(1))
        else:
            later = chain.from_iterable(self._round(number, cuts) for number in count(1))
        yield from chain(first, later)

    def _round(self, number: int, cuts: int) -> Sequence[Moment]:
        """Run the command, killed wherever it changes a file, and so often within the writing of each."""
        self.snapshots.put_back(self.before, self.folder)
        home = self.snapshots.folder
        (home / "moments").unlink(missing_ok=True)
        _well(self.attempts.run(
            self.folder, self.spec.words, moments=str(home), seed=f"{self.seed}/{number}",
            cuts=cuts, seconds=_ROUND,
        ))  # fmt: skip
        return moments(home)

    def _after_work(self, number: int) -> Moment:
        work = Random(f"{self.seed}/{number}").uniform(0, self.work)
        self.snapshots.put_back(self.before, self.folder)
        outcome = self.attempts.run(self.folder, self.spec.words, work=max(0.001, work))
        return Moment(f"after {work:.3f} s", outcome.code, self.snapshots.take(self.folder))

    def outcome_of(self, moment: Moment) -> _Left:
        """The outcome of the folder that a kill left."""
        digest = self._digest(moment.snapshot)
        if digest not in self.known:
            moment.put_back(self.snapshots, self.folder)
            self.known[digest] = self._inspect()
        return self.known[digest]

    def _inspect(self) -> _Left:
        """Let the next command run in the folder, and report what is wrong."""
        wrong: list[str] = []
        has_journal = any(_JOURNAL in path.as_posix() for path in self.folder.rglob("*"))
        after = self.attempts.run(self.folder, NEXT)
        if after.code:
            wrong.append(f"the next command ends with {after.code}: {after.err[:200]}")
        wrong += after.findings if not has_journal else ()
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
        """Complete the work, and let unfinished files be removed."""
        if not self.spec.grows and not any(self.folder.rglob(".unfinished-*")):
            return
        for words in self.spec.again or [self.spec.words]:
            again = self.attempts.run(self.folder, words)
            if again.code:
                yield f"running {words[0]} ends with {again.code}: {again.err[:200]}"
            yield from again.findings
        if self._watched(self.folder) != (state if self.spec.again else self.new):
            yield "running it again does not complete it"
        if left := list(self.folder.rglob(".unfinished-*")):
            yield f"left over: {[path.relative_to(self.folder).as_posix() for path in left[:3]]}"

    def _digest(self, snapshot: Snapshot) -> str:
        """The digest of the folder, without random names and without unfinished content."""
        digest = hashlib.sha256()
        has_journal = any(_JOURNAL in name for name in snapshot)
        for name, entry in sorted(snapshot.items()):
            if _JOURNAL in name:
                entry = _CHANCE.sub("", self.snapshots.content(entry).decode())
            elif ".unfinished-" in name and not has_journal:
                entry = entry.partition(" ")[0]
            named = _CHANCE.sub("", name)
            digest.update(f"{len(named)} {named} {entry}\n".encode())
        return digest.hexdigest()

    def _watched(self, folder: Path) -> State:
        return self.spec.watched(folder)


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def _well(outcome: Outcome) -> Outcome:
    assert outcome.code == 0, f"{' '.join(outcome.words)}: {outcome.err[:400]}"
    return outcome
