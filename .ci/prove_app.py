"""Proof of the program that needs no Python: it makes and plays what its source does, on a bare system.

It runs in empty folders, without a search path and without a home folder that was used before.
"""

import filecmp
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener

ROOT = Path(__file__).resolve().parent.parent
SUFFIX = ".exe" if sys.platform == "win32" else ""
UNUSABLE = 2
"""The exit code for words that are no command."""
SYSTEM = ("SYSTEMROOT", "TEMP", "TMP")
"""The variables without which Windows starts no program."""
COMMANDS = (
    "build --no-cache --jobs 2",
    "new mine --turns",
    "check mine",
    "build mine",
    "simulate mine --games 20 --jobs 2 --store games.sqlite",
    "report games.sqlite -o report.html",
    "new mine --rules games",
    "play mine --rules games --turns 2 --seed 7",
    "play grizzled --turns 2 --seed 7",
    "simulate ggt --games 2 --bot greedy --jobs 2",
    "export grumbles --for web",
    "reference errors",
)
"""Commands that print and write the same in each run."""


class DiffersError(Exception):
    """Raised if the program does not do what its source does."""


def main(program: Path) -> None:
    """Prove the program in a folder that `app.py` has made."""
    with tempfile.TemporaryDirectory() as name:
        home, ours, theirs = (Path(name, each) for each in ("home", "program", "source"))
        for folder in (home, ours, theirs):
            folder.mkdir()
        bare = {each: os.environ[each] for each in SYSTEM if each in os.environ}
        bare |= {"HOME": str(home), "USERPROFILE": str(home), "LOCALAPPDATA": str(home), "PATH": ""}
        source = {**os.environ, "PYTHONPATH": str(ROOT)}
        for command in COMMANDS:
            said = answer([program / f"grimoire{SUFFIX}", *command.split()], ours, bare)
            wanted = answer([sys.executable, "-m", "generator", *command.split()], theirs, source)
            if said != wanted:
                raise DiffersError(f"`grimoire {command}` does not print what its source prints")
            print(f"grimoire {command}: as its source", flush=True)
        if started_process(program / f"grimoire{SUFFIX}", bare) == UNUSABLE:
            raise DiffersError("a process that the program starts does not do its work")
        files = equal_files(ours, theirs)
        print(f"{files} files are those of the source, byte for byte", flush=True)
        with studio(program / f"grimoire-studio{SUFFIX}", ours, bare) as address:
            look_at_studio(address)
        print("grimoire-studio: its pages open, and it draws")


def answer(words: Sequence[str | Path], folder: Path, surroundings: dict[str, str]) -> str:
    """What a command prints.  Raises CalledProcessError if it fails."""
    done = subprocess.run(
        words, cwd=folder, env=surroundings, stdout=subprocess.PIPE, text=True, check=True
    )
    return done.stdout


def equal_files(one: Path, other: Path) -> int:
    """The number of files in two folders that are equal.  Raises DiffersError if any are not."""
    names, others = files_in(one), files_in(other)
    unequal = [name for name in names & others if not filecmp.cmp(one / name, other / name, False)]
    if unequal or names != others:
        raise DiffersError(f"not as from the source: {sorted(names ^ others) or sorted(unequal)}")
    return len(names)


def files_in(folder: Path) -> set[Path]:
    """The files below a folder, but for databases, which say when they were written."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.suffix != ".sqlite")
    return {path.relative_to(folder) for path in files}


def started_process(program: Path, surroundings: dict[str, str]) -> int:
    """The exit code of a process that Python starts for a task, which finds none and fails."""
    words = [
        str(program),
        "--multiprocessing-fork",
        "parent_pid=0",
        "tracker_fd=0",
        "pipe_handle=0",
    ]
    quiet = subprocess.DEVNULL
    return subprocess.run(words, env=surroundings, stdin=quiet, stderr=quiet).returncode


@contextmanager
def studio(program: Path, folder: Path, surroundings: dict[str, str]) -> Iterator[str]:
    """The address of the studio that the program opens, without a browser."""
    words = [str(program), "--no-browser"]
    with subprocess.Popen(
        words, cwd=folder, env=surroundings, stdout=subprocess.PIPE, text=True
    ) as running:
        try:
            assert running.stdout
            lines = iter(running.stdout.readline, "")
            yield next(line.split()[-1] for line in lines if "the studio is open at" in line)
        finally:
            running.terminate()


def look_at_studio(address: str) -> None:
    """Open pages of the studio.  Raises OSError or DiffersError if one does not open."""
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    home, _, _ = address.partition("/?")
    for page in (address, f"{home}/kit/grumbles/design", f"{home}/kit/gruff/play"):
        with browser.open(page, timeout=120) as reply:
            if b"Grimoire" not in reply.read():
                raise DiffersError(f"{page} is no page of the studio")
    with browser.open(f"{home}/picture/grumbles/cover?n=0", timeout=120) as reply:
        if not reply.read().startswith(b"\x89PNG"):
            raise DiffersError("the studio draws no picture")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
