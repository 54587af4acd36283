"""Attempts of the fuzzer: a case is put into a copy of the ground, and its commands are run and judged.

Findings are a traceback or an internal error of Grimoire, more than 10 s of work or 1 GB, terminal
control characters, files in wrong places, and output that is neither unchanged nor complete.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType

from tests.fuzz.case import Case
from tests.fuzz.ground import Ground
from tests.fuzz.worker import SECONDS

MAX_MEMORY = 1_000_000_000
"""Bytes that a command may use."""
ROOT = Path(__file__).parents[2]
_COMMANDING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")
_OWN = ("1", "2", "3", "home", "out")
"""Files of the worker, and places where a command may write anything."""
_EXPECTED = {
    "words": ("data/tidewrack/languages",),
    "schema": ("data/tidewrack/.schema",),
    "play": ("saved.json",),
    "simulate": ("games.sqlite",),
    "new": ("data", "templates", "rules"),
    "add": ("data", "templates"),
    "check": ("gaps",),
    "watch-once": ("data/tidewrack/finds.csv",),
}
"""Commands -> the further files that they are meant to write."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a command."""

    words: Sequence[str]
    code: int
    seconds: float
    memory: int
    out: str
    err: str
    findings: tuple[str, ...] = ()
    """Its findings."""


class Attempts:
    """A worker and a ground, on which cases are tried one after another."""

    def __init__(self, ground: Ground, seconds: int = SECONDS) -> None:
        self.ground = ground
        self.seconds = seconds
        """Seconds of work that a command may take."""
        surroundings = {**os.environ, "GRIMOIRE_CACHE": "off", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "tests.fuzz.worker", str(ground.folder)]
        self._worker = subprocess.Popen(
            command, cwd=ROOT, env=surroundings, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        assert self._worker.stdout
        assert self._worker.stdout.readline() == "ready\n"

    def __enter__(self) -> Attempts:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        assert self._worker.stdin
        assert self._worker.stdout
        self._worker.stdin.close()
        self._worker.stdout.close()
        self._worker.wait()

    def attempt(self, case: Case) -> list[Outcome]:
        """Run the commands of a case, in order."""
        with tempfile.TemporaryDirectory(prefix="fuzz-") as name:
            folder = Path(name).resolve() / "work"
            self.ground.copy(folder)
            folder.with_name("outside").mkdir()
            (folder.with_name("outside") / "private").write_text("PRIVATE LINE\n")
            case.put(folder)
            return [self._judged(folder, words, case.surroundings) for words in case.run]

    def run(
        self,
        folder: Path,
        words: Sequence[str],
        surroundings: Mapping[str, str] = {},
        **more: object,
    ) -> Outcome:
        """Run one command in a folder; `more` says when the worker is to kill it."""
        assert self._worker.stdin
        assert self._worker.stdout
        home = str(folder / "home")
        surroundings = {"XDG_STATE_HOME": home, "XDG_CACHE_HOME": home, **surroundings}
        request = {
            "folder": str(folder), "words": list(words), "surroundings": surroundings,
            "seconds": self.seconds, **more,
        }  # fmt: skip
        print(json.dumps(request), file=self._worker.stdin, flush=True)
        code, seconds, memory = json.loads(self._worker.stdout.readline())
        out, err, findings = (
            (folder / each).read_bytes().decode(errors="replace") for each in "123"
        )
        return Outcome(words, code, seconds, memory, out, err, tuple(findings.splitlines()))

    def _judged(
        self, folder: Path, words: Sequence[str], surroundings: Mapping[str, str]
    ) -> Outcome:
        before = dict(_state(folder))
        outcome = self.run(folder, words, surroundings)
        findings = [
            *outcome.findings,
            *_of_end(outcome, self.seconds),
            *_of_files(outcome, before, dict(_state(folder))),
        ]
        outside = folder.with_name("outside")
        if sorted(each.name for each in outside.iterdir()) != ["private"]:
            findings.append("files appeared outside")
        if "PRIVATE" in outcome.out + outcome.err or _text(outside / "private") != "PRIVATE LINE\n":
            findings.append("a private file was read or written")
        if not outcome.code and (folder / "out").is_dir():
            findings += _of_builds(folder / "out")
        return replace(outcome, findings=tuple(findings))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


def _of_end(outcome: Outcome, seconds: int) -> Iterator[str]:
    if outcome.code == -signal.SIGXCPU or outcome.seconds > seconds:
        yield f"took {outcome.seconds:.0f} s"
    elif outcome.code not in (0, 1, 2):
        yield f"ended with {outcome.code}"
    if outcome.memory > MAX_MEMORY:
        yield f"took {outcome.memory // 10**6} MB"
    for words in ("fault of Grimoire", "Traceback", "object at 0x", "Warning: "):
        if words in outcome.err:
            yield f"says {words!r}"
    answered = (
        "--json" in outcome.words or outcome.words[0] == "tune"
    )  # "No value reaches the target" is one
    if (
        outcome.code in (1, 2)
        and not outcome.err.strip()
        and not (answered and outcome.out.strip())
    ):
        yield "fails and says nothing"
    if sign := _COMMANDING.search(outcome.out + outcome.err):
        yield f"prints the sign {sign[0]!r}"


def _of_files(
    outcome: Outcome, before: Mapping[str, object], after: Mapping[str, object]
) -> Iterator[str]:
    expected = _EXPECTED.get(outcome.words[0], ())
    for name in sorted(before.keys() | after.keys()):
        if before.get(name) == after.get(name) or name.split("/")[0] in _OWN[:4]:
            continue
        where = name.startswith(("out/", "out.pdf", *expected)) or name == "out"
        if ".unfinished" in name:
            yield f"leaves {name}"
        elif not where:
            yield f"changes {name}"
        elif outcome.code == 2 and outcome.words[0] not in ("simulate", "play"):
            yield f"fails and changes {name}"


def _of_builds(out: Path) -> Iterator[str]:
    """Findings for incomplete builds: each file of a manifest must exist and match its entry."""
    for manifest in out.rglob("manifest.json"):
        for file in json.loads(manifest.read_bytes()).get("files", ()):
            path = manifest.parent / file["path"]
            if not path.is_file():
                yield f"no {file['path']}"
            elif hashlib.sha256(path.read_bytes()).hexdigest() != file.get("sha256"):
                yield f"another {file['path']}"


def _state(folder: Path) -> Iterator[tuple[str, object]]:
    """Every file below a folder, with values that show whether it was changed."""
    for here, folders, files in os.walk(folder):
        for name in [*folders, *files]:
            path = Path(here, name)
            found = path.lstat()
            kind = found.st_mode, 0 if path.is_dir() else found.st_size, found.st_ino
            changed = 0 if path.is_dir() else found.st_mtime_ns
            yield path.relative_to(folder).as_posix(), (kind, changed)
