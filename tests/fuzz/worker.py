"""Worker of the fuzzer: runs commands in copies of a process that has everything loaded already.

It makes the ground if needed, and reports that it is ready.  Then it reads a request a line (JSON:
folder, words, surroundings) and answers with a line.  Each command has 10 s of work and a limit of
memory.  Reported are files that it opens for writing outside its folder, what it takes from a
killed command, and files opened by other modules than those of `tests.test_files`.  With `moments`,
a folder, copies of it are killed on the way (`KilledRun`); with `work`, it is killed after that.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import generator
from tests.fuzz.moments import CHANGING, UNUSED_PROCESS, KilledRun, writes
from tests.fuzz.staying import studio_visit, watch_once
from tests.test_files import ALLOWED

WAITING = 300
"""Seconds after which a waiting command is given up."""
SECONDS = 10
"""Seconds of work that a command may take."""
EDIT = "studio-edit"
"""In place of a command: an edit of a file, recorded in a journal."""
WATCH, STUDIO = "watch-once", "studio-visit"
"""In place of commands that stay until they are outcome."""
PUBLISH, PULL = "publish-sheets", "pull-sheets"
"""In place of commands: sheets of a kit are published, and pulled without a network."""
MAX_ADDRESSES = 4 * 1024**3
_TAKING = ("open", "os.rename")
"""Operations that are not done to an unfinished file of a killed command."""
_CALLS = ("subprocess.Popen", "socket.connect", "os.system", "os.exec")


def main() -> None:
    """Answer until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    _prepare(Path(sys.argv[1]))
    print("ready", file=answers, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        child = os.fork()
        if not child:
            _run(request)
        _, status, usage = os.wait4(child, 0)
        code = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        print(json.dumps([code, seconds, usage.ru_maxrss * 1024]), file=answers, flush=True)


def _prepare(ground: Path) -> None:
    """Make the ground unless it exists, and load the modules that commands load when called."""
    from tests.fuzz.ground import make_ground

    if not ground.exists():
        make_ground(ground)
    gc.freeze()


def _run(request: dict[str, Any]) -> NoReturn:
    """Become the command."""
    folder = Path(request["folder"])
    os.chdir(folder)
    out, err = (
        os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC) for name in ("1", "2")
    )
    report = os.open(folder / "3", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.environ.update(request["surroundings"])
    tempfile.tempdir = os.environ["TMPDIR"] = str(folder / "home")
    os.makedirs(tempfile.tempdir, exist_ok=True)
    seconds = request["seconds"]
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MAX_ADDRESSES, MAX_ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    signal.alarm(max(WAITING, request["seconds"]))
    if work := request.get("work"):
        signal.setitimer(signal.ITIMER_VIRTUAL, work)
    sys.argv = ["grimoire", *request["words"]]
    code, killed_run = 70, None
    try:
        if home := request.get("moments"):
            killed_run = KilledRun(folder, Path(home), request["seed"], request["cuts"])
            sys.addaudithook(killed_run.audit)
        else:
            _watch(folder, report, () if request["words"][0] == STUDIO else _CALLS)
        name, *words = request["words"]
        if name in _NO_COMMANDS:
            _NO_COMMANDS[name](*words)
        else:
            from generator.cli import main as command

            command()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    except BaseException as error:
        os.write(2, f"Traceback: {error!r}".encode())
    finally:
        if killed_run:
            killed_run.end()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _edit(journal: str, file: str, old: str, new: str) -> None:
    """Change a file as the studio does, with its journal."""
    from generator.studio.edit.journal import Journal

    path = Path(file).resolve()
    before = path.read_bytes()
    Journal(Path(journal).resolve()).write(
        "changed", {path: (before, before.replace(old.encode(), new.encode()))}
    )


def _publish(kit: str) -> None:
    """Name a sheet as the source of the kit's finds, and of a second table of finds."""
    game, finds = Path(kit, "game.yaml"), Path(kit, "finds.csv")
    text = game.read_text(encoding="utf-8")
    start, end = text.index("  finds:\n"), text.index("  counters:\n")
    first = text[start:end].replace("finds.csv", "finds.csv\n    source: https://localhost/finds")
    second = first.replace("finds:", "more:", 1).replace("finds", "more")
    game.write_text(text[:start] + first + second + text[end:], encoding="utf-8")
    Path(kit, "more.csv").write_bytes(finds.read_bytes())


def _pull(kit: str) -> None:
    """Replace those tables by other sheets, as if they had been fetched."""
    from generator.base.put_in_place import finish_begun
    from generator.kit.locate import KitSearchPath
    from generator.tools.pull.pull import pull_kit

    finish_begun()
    folders = KitSearchPath(Path("data"), Path("templates")).find(Path(kit).name)
    sheet = Path(kit, "finds.csv").read_bytes() + b"mussel,Mussel,shell,1,1,,\n"
    pull_kit(folders, lambda url, place: sheet)


_NO_COMMANDS: Mapping[str, Callable[..., object]] = {
    EDIT: _edit,
    PUBLISH: _publish,
    PULL: _pull,
    WATCH: watch_once,
    STUDIO: studio_visit,
}


def _watch(folder: Path, report: int, calls: Sequence[str]) -> None:
    """Report files written outside the folder, programs started and networks reached."""
    allowed = (str(folder) + os.sep, os.devnull)
    package = str(Path(generator.__file__).parent) + os.sep
    doors = tuple(package + name for name in ALLOWED)

    def audit(event: str, details: tuple[Any, ...]) -> None:
        if event in calls:
            tell(event, details[0])
        if (
            event == "open"
            and not isinstance(details[0], int)
            and os.path.abspath(str(details[0])).startswith(allowed[0])
        ):
            frame: FrameType | None = sys._getframe(1)
            while frame and not frame.f_code.co_filename.startswith(package):
                frame = frame.f_back
            if frame and frame.f_code.co_filename not in doors:
                tell(f"opened by {frame.f_code.co_filename}", details[0])
        is_change = event in CHANGING or writes(event, details)
        if not is_change and event != "open":
            return
        for path in details[: 1 if event == "open" else 2]:
            if not isinstance(path, (str, bytes, os.PathLike)):
                continue
            full = os.path.abspath(os.fsdecode(path))
            if is_change and not (full + os.sep).startswith(allowed) and "__pycache__" not in full:
                tell(event, full)
            if event in _TAKING and f"-{UNUSED_PROCESS}-" in full and os.path.isfile(full):
                tell(event, full)

    def tell(event: str, what: object) -> None:
        os.write(report, f"{event} {what!r}\n".encode(errors="replace"))

    sys.addaudithook(audit)


if __name__ == "__main__":
    main()
