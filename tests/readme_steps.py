"""Documentation steps: performs the instructions of a page in an empty folder.

python -m tests.readme_steps FOLDER          performs the steps of the tutorial
python -m tests.readme_steps FOLDER pieces   adds boards, tokens and dice to a new kit `pieces`, as the
guide says
"""

from __future__ import annotations

import contextlib
import io
import re
import shlex
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from generator.base.side_by_side import begin_work, starting_workers, worker_pool
from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.press.running import CommandResult, run

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
TUTORIAL = ROOT / "docs" / "tutorial.md"
PIECES_GUIDE = ROOT / "docs/howto/add-boards-tokens-and-dice.md"
RULES_FOR_A_MAP = "## Rules for a map"
"""The last section of that guide, whose table and turns are of another game."""
PIECES = re.compile(
    r"^```(?P<kind>[a-z]+)\n(?P<block>.*?)^```$"
    r"|^    (?P<command>grimoire .*?)$"
    r"|`(?P<file>(?:data|templates|my-games)/mygame/[\w./-]+\w)`",
    re.DOTALL | re.MULTILINE,
)


class Step(NamedTuple):
    """One step of a page for the reader to do or to expect, and the file that it is about.

    `kind` is "command"; "text", the output of the step before; "diff", a change to the file;
    "python", code to run; or the end of the file's name, and `text` is all of the file.
    """

    kind: str
    text: str
    file: str


def steps(page: str) -> Iterator[Step]:
    """The steps of a page in their order."""
    file = ""
    for found in PIECES.finditer(page):
        if found["file"]:
            file = found["file"]
        elif found["command"]:
            yield Step("command", found["command"], "")
        elif found["kind"] == "python" and not file.endswith(".py"):
            yield Step("python", found["block"], "")
        else:
            yield Step("py" if found["kind"] == "python" else found["kind"], found["block"], file)


def changed(text: str, diff: str) -> str:
    """The text with the lines of a diff replaced, which must occur in it exactly once."""
    lines = [(line[:1], line[1:]) for line in diff.splitlines()]
    assert {sign for sign, _ in lines} <= {"+", "-", " "}, diff
    old = "".join(f"{words}\n" for sign, words in lines if sign != "+")
    new = "".join(f"{words}\n" for sign, words in lines if sign != "-")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    return text.replace(old, new)


def own_process(*words: str) -> CommandResult:
    """`grimoire WORDS` in a new process, which loads a game in Python as it is now."""
    with worker_pool(1, begin_work) as pool:  # forked, it need not import everything again
        with starting_workers():
            done = pool.submit(run, *words)
        return done.result()


def follow(page: str, folder: Path) -> list[tuple[str, int]]:
    """Do all steps of a page in a folder, and compare the output with that on the page.  Returns
    the commands, each with its exit code.
    """
    done: list[tuple[str, int]] = []
    result = CommandResult(0, "", "")
    names: dict[str, object] = {"__name__": "page"}
    with contextlib.chdir(folder):
        for kind, text, file in steps(page):
            path = Path(file)
            if kind == "command":
                words = shlex.split(text, comments=True)
                result = (own_process if "--rules" in words else run)(*words[1:])
                done.append((" ".join(words), result.code))
            elif kind == "text":
                assert text in (result.out + result.err, result.err + result.out), (
                    f"{result.out + result.err!r} instead of {text!r}"
                )
            elif kind == "python":
                with contextlib.redirect_stdout(io.StringIO()) as out:
                    exec(compile(text, "<page>", "exec"), names)
                result = CommandResult(0, out.getvalue(), "")
            elif kind == "diff":
                path.write_text(changed(path.read_text(encoding="utf-8"), text), encoding="utf-8")
            else:
                assert path.suffix == f".{kind}", f"a block of {kind} follows the name {file}"
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    return done


def add_pieces(folder: Path, kit: str) -> None:
    """Make a kit in a folder, and add what the guide to boards, tokens and dice adds."""

    def blocks(kind: str) -> list[str]:
        page = PIECES_GUIDE.read_text(encoding="utf-8").partition(RULES_FOR_A_MAP)[0]
        return re.findall(rf"```{kind}\n(.*?)```", page, re.DOTALL)

    create_kit(ScaffoldOptions(kit, "My Game"), folder)
    game = folder / f"data/{kit}/game.yaml"
    board, table, *components = blocks("yaml")
    text = game.read_text(encoding="utf-8").replace("\ntables:\n", f"\ntables:\n{table}", 1)
    added = "".join((board, *components))
    text = text.replace("\nrulebook:", f"{added}\nrulebook:", 1)
    game.write_text(text, encoding="utf-8")
    (tokens,) = blocks("csv")
    (folder / f"data/{kit}/tokens.csv").write_text(tokens, encoding="utf-8")
    for name, template in zip(("board", "token"), blocks("xml"), strict=True):
        (folder / f"templates/{kit}/{name}.xml").write_text(template, encoding="utf-8")


if __name__ == "__main__":
    room = Path(sys.argv[1])
    shutil.rmtree(room, ignore_errors=True)
    room.mkdir(parents=True)
    if sys.argv[2:] == ["pieces"]:
        add_pieces(room, "pieces")
        with contextlib.chdir(room):
            sys.exit(run("build", "pieces").code)
    follow(TUTORIAL.read_text(encoding="utf-8"), room)
