"""Background build: builds and checks a kit in processes of its own.

Each step is a separate `grimoire` command, which is stopped when a file is saved again; it leaves
nothing half-done behind.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from generator.base.errors import Fault, Place
from generator.press.request import BuildRequest

STEPS = ("build", "check")
STOP_SECONDS = 5.0
"""Seconds that a step has to stop by itself."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The result of a step."""

    step: str
    files: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()


class Background:
    """The steps for one request, in order until one finds a fault."""

    def __init__(self, request: BuildRequest, cache: bool = True) -> None:
        self._request, self._cache = request, cache
        self._left: list[str] = []
        self._step = ""
        self._running: subprocess.Popen[bytes] | None = None
        self._printed: IO[bytes] | None = None
        self._stopped: list[tuple[subprocess.Popen[bytes], float]] = []
        """Stopped processes, each with the time at which it is killed."""

    @property
    def busy(self) -> bool:
        return bool(self._running or self._left)

    def begin(self) -> None:
        """Restart with the first step."""
        self.stop()
        self._left = list(STEPS)

    def finished(self) -> Finished | None:
        """The result of a step, if one has just ended."""
        if self._running is None:
            if self._left and self._all_gone():
                self._start(self._left.pop(0))
            return None
        if self._running.poll() is None:
            return None
        code, step, text = self._running.returncode, self._step, self._take()
        answer = _read_answer(text)
        faults = tuple(map(_fault, answer.get("faults", ())))
        if code and not faults:
            faults = (
                Fault(
                    f"grimoire {step} ended with code {code} and gave no reason",
                    check="process-killed",
                ),
            )
        if faults:
            self._left = []
        files = [made["path"] for built in answer.get("built", ()) for made in built["files"]]
        return Finished(step, tuple(files), faults)

    def stop(self) -> None:
        """Stop the running step without waiting for it, and drop the others."""
        self._left = []
        if self._running:
            with suppress(OSError):  # it may just have ended
                self._running.terminate()
            self._stopped.append((self._running, time.monotonic() + STOP_SECONDS))
            self._take()

    def end(self) -> None:
        """Stop the running step, and wait until it has ended."""
        self.stop()
        while not self._all_gone():
            time.sleep(0.02)

    def _all_gone(self) -> bool:
        """Whether all stopped processes have ended; those that take too long are killed."""
        for running, patience in self._stopped:
            if running.poll() is None and time.monotonic() > patience:
                running.kill()
        self._stopped = [each for each in self._stopped if each[0].poll() is None]
        return not self._stopped

    def _start(self, step: str) -> None:
        self._step = step
        self._printed = tempfile.TemporaryFile()  # noqa: SIM115 - closed when it has been read
        words = [
            sys.executable,
            "-m",
            "generator",
            step,
            *_words(self._request, step, self._cache),
            "--json",
        ]
        self._running = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=self._printed, stderr=subprocess.DEVNULL
        )

    def _take(self) -> bytes:
        assert self._printed
        self._printed.seek(0)
        text = self._printed.read()
        self._printed.close()
        self._running = self._printed = None
        return text


def _words(request: BuildRequest, step: str, cache: bool) -> list[str]:
    """What is asked for, as the words of a command."""
    edition, target, roots = request.edition, request.target, request.kit.search_path
    words = [request.kit.name]
    words += [f"--data={roots.data}"] if roots.data else []
    words += [f"--templates={roots.templates}"] if roots.templates else []
    words += [f"--rules={roots.games}"] if roots.games else []
    words += [f"--ink={edition.ink}"]
    if not (edition.draft and step == "check"):  # which would tell what is not translated yet
        words += [f"--language={edition.language}"] if edition.language else []
    if step == "build":
        words += [f"--paper={target.paper}", f"--backs={target.backs}", f"--out={request.out}"]
        words += [] if cache else ["--no-cache"]
        words += ["--large-print"] if edition.large_print else []
        words += ["--draft"] if edition.draft else []
    return words


def _read_answer(text: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(text)
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def _fault(fault: dict[str, Any]) -> Fault:
    """The fault that `Fault.as_data` wrote."""
    place = Place(fault["file"], fault["line"], fault.get("cell", "")) if fault["file"] else None
    words = (fault[name] or "" for name in ("item", "hint", "check"))
    return Fault(fault["message"], place, *words)
