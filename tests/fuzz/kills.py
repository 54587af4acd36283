"""Kills: every command that writes, ended by SIGKILL at any moment, leaves what was or what is to be.

Half of the kills come before one of the command's calls of the file system, half after some work.  Then
the next command runs, whatever it is, and the files are looked at: all are old or all are new.  What is
left unfinished goes when the command runs again.  A store has every game that it had, none twice, and
running the command again completes it.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.fuzz.attempt import ROOT, Attempts, Ended
from tests.fuzz.ground import KIT
from tests.fuzz.worker import EDIT
from tests.fuzz.writers import KILLED, Killed, State

NEXT = ("kits", "--data", "data")
"""The command that finishes what a killed one had begun."""


@dataclass
class Kills:
    """What came of the kills of a command."""

    ends: Counter[str] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)


def kill(attempts: Attempts, name: str, count: int, seed: int) -> Kills:
    """Kill a command so many times, at moments that the seed decides."""
    told, rng = Kills(), Random(f"{seed}/{name}")
    with tempfile.TemporaryDirectory(prefix="kills-") as home:
        bench = _Bench(attempts, KILLED[name], Path(home).resolve())
        for number in range(count):
            when = bench.moment(rng)
            for wrong in bench.killed(when, told.ends):
                told.found.append(f"{name}, kill {number} of seed {seed}, {when}: {wrong}")
    return told


class _Bench:
    """A folder as it is before a command, and what the command makes of it when nobody kills it."""

    def __init__(self, attempts: Attempts, spec: Killed, home: Path) -> None:
        self.attempts, self.spec, self.home = attempts, spec, home
        self.folder = home / "work"
        attempts.ground.copy(home / "before")
        for top in ("data", "templates") if spec.kit else ():
            shutil.copytree(ROOT / top / spec.kit, home / "before" / top / spec.kit)
        for words in spec.before:
            _well(attempts.run(home / "before", words))
        if spec.words[0] != EDIT:
            _change(home / "before" / KIT / "finds.csv", "Cowrie", "Spotted Cowrie")
            _change(home / "before" / KIT / "game.yaml", "[sand, sea,", "[mud, sand, sea,")
        self.old = self._watched(home / "before")
        self._fresh()
        whole = attempts.run(self.folder, spec.words, count=str(home / "calls"))
        _well(whole)
        self.calls = int((home / "calls").read_text())
        self.seconds = max(0.01, whole.seconds)
        self.new = self._watched(self.folder)
        assert self.old != self.new, f"{spec.words[0]} changes nothing"

    def moment(self, rng: Random) -> dict[str, float]:
        """When to kill: before a call, most of which come near the end, or after some work."""
        if rng.random() < 0.5:
            return {"work": rng.uniform(0.001, self.seconds)}
        return {"calls": self.calls - int(self.calls * rng.random() ** 3)}

    def killed(self, when: Mapping[str, float], ends: Counter[str]) -> Iterator[str]:
        """Kill the command once, let the next one run, and tell what is wrong."""
        self._fresh()
        ended = self.attempts.run(self.folder, self.spec.words, **when)
        after = self.attempts.run(self.folder, NEXT)
        if after.code:
            yield f"the next command ends with {after.code}: {after.err[:200]}"
        if self.spec.words[0] == EDIT:  # the next studio reads the journal
            again = (EDIT, "home/journal", f"{KIT}/shore.yaml", "nothing", "nothing")
            if (read := self.attempts.run(self.folder, again)).code:
                yield f"the journal cannot be read: {read.err[:200]}"
        try:
            state = self._watched(self.folder)
        except (sqlite3.Error, AssertionError) as error:
            yield f"the store is damaged: {error!r}"
            return
        old, new = state == self.old, state == self.new
        between = self.spec.grows and self.old.items() <= state.items() <= self.new.items()
        ends["as before" if old else "new" if new else "between" if between else "MIXED"] += 1
        ends["killed" if ended.code < 0 else "was done"] += 1
        if not (old or new or between):
            odd = sorted(name for name, sum in state.items() if self.new.get(name) != sum)
            yield f"neither old nor new: {odd[:5]} of {len(state)} files"
        if self.spec.grows or any(self.folder.rglob(".unfinished-*")):
            _well(self.attempts.run(self.folder, self.spec.again or self.spec.words))
            if self._watched(self.folder) != (state if self.spec.again else self.new):
                yield "running it again does not complete it"
            if left := [path.name for path in self.folder.rglob(".unfinished-*")]:
                yield f"left over: {left[:3]}"

    def _fresh(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(self.home / "before", self.folder, symlinks=True)

    def _watched(self, folder: Path) -> State:
        return self.spec.watched(folder)


def _change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def _well(ended: Ended) -> None:
    assert ended.code == 0, f"{' '.join(ended.words)}: {ended.err[:400]}"
