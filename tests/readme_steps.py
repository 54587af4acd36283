"""Turns the README's tutorial into the steps that it tells, and does them in an empty folder.

python -m tests.readme_steps FOLDER
"""

from __future__ import annotations

import contextlib
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.press.running import Ran, run

README = Path(__file__).resolve().parent.parent / "README.md"
TUTORIAL = re.compile(r"^## Make a game of your own\n(.*?)^## ", re.DOTALL | re.MULTILINE)
PIECES = re.compile(
    r"^```(?P<kind>[a-z]+)\n(?P<block>.*?)^```$"
    r"|^    (?P<command>grimoire .*?)$"
    r"|`(?P<file>(?:data|templates)/mygame/[\w./-]+\w)`",
    re.DOTALL | re.MULTILINE,
)


class Step(NamedTuple):
    """A thing that the tutorial tells a reader to do, or to see, and the file it speaks of.

    `kind` is "command"; "text", what the command before it says; "diff", a change to the file; or
    the end of the file's name, and `text` is all of it.
    """

    kind: str
    text: str
    file: str


def steps(readme: str) -> Iterator[Step]:
    """The steps of the tutorial in their order."""
    (tutorial,) = TUTORIAL.findall(readme)
    file = ""
    for found in PIECES.finditer(tutorial):
        if found["file"]:
            file = found["file"]
        elif found["command"]:
            yield Step("command", found["command"], "")
        else:
            yield Step(found["kind"], found["block"], file)


def changed(text: str, diff: str) -> str:
    """The text with the lines of a diff exchanged, which must stand in it just once."""
    lines = [(line[:1], line[1:]) for line in diff.splitlines()]
    assert {sign for sign, _ in lines} <= {"+", "-", " "}, diff
    old = "".join(f"{words}\n" for sign, words in lines if sign != "+")
    new = "".join(f"{words}\n" for sign, words in lines if sign != "-")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)


def follow(folder: Path) -> list[tuple[str, int]]:
    """Do all steps in an empty folder, and prove that commands say what the README says they do.

    Returns the commands, each with its exit code.
    """
    done: list[tuple[str, int]] = []
    ran = Ran(0, "", "")
    with contextlib.chdir(folder):
        for kind, text, file in steps(README.read_text(encoding="utf-8")):
            path = Path(file)
            if kind == "command":
                ran = run(*shlex.split(text)[1:])
                done.append((text, ran.code))
            elif kind == "text":
                assert ran.out + ran.err == text
            elif kind == "diff":
                path.write_text(changed(path.read_text(encoding="utf-8"), text), encoding="utf-8")
            else:
                assert path.suffix == f".{kind}", f"a block of {kind} follows the name {file}"
                path.parent.mkdir(exist_ok=True)
                path.write_text(text, encoding="utf-8")
    return done


if __name__ == "__main__":
    room = Path(sys.argv[1])
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir(parents=True)
    follow(room)
