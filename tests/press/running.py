"""Runs of `grimoire` within a test, on a copy of Tidewrack that the test may change."""

from __future__ import annotations

import contextlib
import io
import math
import shutil
import sys
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

from generator.cli import main, progress
from generator.kit.locate import BUILT_IN, KitSearchPath
from generator.press.imposition.duplex import Backs
from generator.press.request import BuildRequest, Edition, Ink, KitRef, Selection, Target

T = TypeVar("T")

KITS = Path(__file__).parents[1] / "kits"
GAME = "data/tidewrack/game.yaml"
FINDS = "data/tidewrack/finds.csv"
COUNTERS = "data/tidewrack/counters.yaml"
SHORE = "data/tidewrack/shore.yaml"
FIND = "templates/tidewrack/find.xml"
BOARD = "templates/tidewrack/shore.xml"
COUNTER = "templates/tidewrack/counter.xml"
BOXES = "templates/tidewrack/boxes.yaml"


def request_for(
    kit: str,
    search_path: KitSearchPath = BUILT_IN,
    out: Path = Path("output"),
    paper: str = "a4",
    backs: Backs = "long-edge",
    ink: Ink = "full",
    only: str = "",
    **options: Any,
) -> BuildRequest:
    """A request for a kit, with the options of all its parts as plain arguments."""

    def of(part: type[T], **given: Any) -> T:
        names = {each.name for each in fields(part)}  # type: ignore[arg-type]
        return part(**given, **{name: options.pop(name) for name in names & options.keys()})

    edition, selection = of(Edition, ink=ink), of(Selection, only=only)
    target = of(Target, paper=paper, backs=backs)
    return BuildRequest(KitRef(kit, search_path), out, edition, target, selection, **options)


@dataclass(frozen=True)
class CommandResult:
    """The exit code and output of a command."""

    code: int
    out: str
    err: str

    @property
    def faults(self) -> list[str]:
        return self.err.splitlines()


def run(*words: object, stages: bool = False) -> CommandResult:
    """Run `grimoire WORDS` in this process; with `stages` all are told, otherwise none, however slow."""
    out, err = io.StringIO(), io.StringIO()
    code = -1
    with (
        mock.patch.object(sys, "argv", ["grimoire", *map(str, words)]),
        mock.patch.object(progress, "QUIET_SECONDS", 0.0 if stages else math.inf),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as end:
            code = int(end.code or 0)
    return CommandResult(code, out.getvalue(), err.getvalue())


class Workshop:
    """A folder with a copy of Tidewrack in `data` and `templates`, and `out` for output.

    With `original`, the folder of another workshop, it is a copy of all of that.
    """

    def __init__(self, folder: Path, original: Path = KITS) -> None:
        self.folder = folder
        self.out = folder / "out"
        shutil.copytree(original, folder, dirs_exist_ok=True)

    def path(self, file: str) -> Path:
        return self.folder / file

    def write(self, file: str, content: str | bytes) -> None:
        """Write a file, replacing an existing one."""
        self.path(file).parent.mkdir(parents=True, exist_ok=True)
        data = content.encode() if isinstance(content, str) else content
        self.path(file).write_bytes(data)

    def edit(self, file: str, old: str, new: str) -> None:
        """Replace text that occurs exactly once in the file."""
        text = self.path(file).read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {file}"
        self.write(file, text.replace(old, new))

    def line(self, file: str, words: str) -> int:
        """The number of the first line that contains the text."""
        lines = self.path(file).read_text(encoding="utf-8").splitlines()
        return next(number for number, line in enumerate(lines, 1) if words in line)

    def run(self, command: str, *words: object) -> CommandResult:
        """Run `grimoire COMMAND WORDS` in this folder, with its data and templates."""
        with contextlib.chdir(self.folder):
            return run(command, *words, "--data", "data", "--templates", "templates")

    def build(self, *words: object) -> CommandResult:
        return self.run("build", "tidewrack", "-o", "out", *words)

    @property
    def built(self) -> list[str]:
        """Every file under `out`, including hidden ones."""
        return sorted(
            path.relative_to(self.out).as_posix() for path in self.out.rglob("*") if path.is_file()
        )
