"""Tests of the commands from outside: messages, exit codes, JSON, pipes and terminals."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

import generator
from generator.base.errors import KitError
from tests.press.running import FINDS, GAME, KITS, Workshop, run

ROOT = Path(__file__).parents[2]
SURROUNDINGS = {**os.environ, "PYTHONPATH": str(ROOT)}
TIDEWRACK = ["--data", KITS / "data", "--templates", KITS / "templates"]
GRIMOIRE = [sys.executable, "-m", "generator"]
BUILD = ["build", "tidewrack", "--data", "data", "--templates", "templates", "-o", "out"]


def document(text: str) -> Any:
    """The one JSON document that a text is."""
    return json.loads(text)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nonsense"], "grimoire: No such command 'nonsense'; see grimoire --help"),
        (["build", "tidewrak", *TIDEWRACK], 'no kit "tidewrak"'),
        (["build", "../tidewrack", *TIDEWRACK], 'no kit "../tidewrack"'),
        (
            ["build", "tidewrack", "--paper", "a44", *TIDEWRACK],
            'no paper "a44"; did you mean "a4"? (unknown-paper)',
        ),
        (
            ["build", "tidewrack", "--only", "card", *TIDEWRACK],
            'no "card"; did you mean "cards"? (unknown-part)',
        ),
        (["build", "tidewrack", "--only", "../x", *TIDEWRACK], 'Tidewrack has no "../x"'),
        (["build", "tidewrack", "--only", "monitors", *TIDEWRACK], 'no "monitors"'),
        (
            ["build", "tidewrack", "--backs", "long", *TIDEWRACK],
            "'--backs': 'long' is not one of 'long-edge', 'short",
        ),
        (["build", "tidewrack", "--ink", "lo", *TIDEWRACK], "'lo' is not one of 'full', 'low'"),
        (["build", "--offset", "left", *TIDEWRACK], '--offset "left" is not a pair of numbers'),
        (
            ["build", "tidewrack", "--backs", "gutterfold", "--offset", "1,1", *TIDEWRACK],
            "but --backs gutterfold prints no such pages; leave out --offset",
        ),
        (
            ["build", "--papre", "a4"],
            "No such option: --papre; did you mean --paper, --precut, --spare? Or see grimoire build --help "
            "(command-line)",
        ),
        (
            ["build", "--paper"],
            "grimoire: --paper needs a value after it; see grimoire build --help",
        ),
        (["maps", *TIDEWRACK], "Missing argument 'KIT'; see grimoire maps --help (command-line)"),
        (["build", "--data", "nowhere"], "nowhere: there is no such folder; check --data"),
        (["kits", "--data", FINDS], "there is no such folder"),
        (["check", "tidewrak", *TIDEWRACK], 'did you mean "tidewrack"? (unknown-kit)'),
    ],
)
def test_an_invalid_request_is_one_line(
    words: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert (result.code, result.out, len(result.faults)) == (2, "", 1)
    assert says in result.err
    assert os.listdir(tmp_path) == []


def test_a_folder_without_kits_is_reported(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = run("build", "--data", tmp_path)
    assert (result.code, result.faults) == (2, [f"there are no kits in {tmp_path} (unknown-kit)"])


def test_no_arguments_print_the_help() -> None:
    result = run()
    assert (result.code, result.err) == (0, "")
    assert result.out == run("--help").out
    assert "build " in result.out


def test_the_version_is_that_of_the_package() -> None:
    assert run("--version").out == f"grimoire {generator.__version__}\n"


@pytest.mark.parametrize(
    "command", ["build", "calibrate", "maps", "monitors", "rulebook", "check", "kits"]
)
def test_every_command_has_a_description(command: str) -> None:
    result = run(command, "--help")
    assert (result.code, result.err) == (0, "")
    assert "Example" in result.out


def test_kits_lists_titles_and_players() -> None:
    data = document(run("kits", "--json", *TIDEWRACK).out)
    assert [(kit["kit"], kit["title"], kit["players"]) for kit in data["kits"]] == [
        ("tidewrack", "Tidewrack", [2, 4])
    ]
    assert data["kits"][0]["languages"] == ["en"]
    assert run("kits", *TIDEWRACK).out.startswith("tidewrack    Tidewrack, 2 to 4 players. ")


def test_check_lists_every_check_by_name() -> None:
    data = document(run("check", "--json", *TIDEWRACK).out)
    (kit,) = data["kits"]
    assert {"check": "T-finds", "says": "sixteen finds make the deck", "passed": True} in kit[
        "checks"
    ]
    assert kit["faults"] == []
    assert run("check", *TIDEWRACK).out == f"tidewrack: {len(kit['checks'])} checks passed\n"


def test_check_finds_faults_of_data_and_of_templates(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,1,3")
    result = workshop.run("check", "--json")
    (fault,) = document(result.out)["kits"][0]["faults"]
    assert (result.code, fault["check"], fault["file"]) == (1, "T-finds", FINDS)
    workshop.edit(GAME, "front: find.xml", "front: fond.xml")
    workshop.edit(FINDS, "whelk,Whelk,shell,1,3", "whelk,Whelk,shell,1,2")
    assert workshop.run("check").code == 2


def test_a_build_lists_its_files(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    data = document(workshop.build("--json").out)
    (kit,) = data["built"]
    assert (kit["kit"], kit["folder"], data["faults"]) == ("tidewrack", "out/tidewrack", [])
    assert kit["removed"] == []
    paths = [file["path"] for file in kit["files"]]
    assert sorted([*paths, "manifest.json"]) == [
        name.removeprefix("tidewrack/") for name in workshop.built
    ]
    lines = workshop.build().out.splitlines()
    assert [line.partition(" (")[0] for line in lines] == [f"out/tidewrack/{p}" for p in paths]


def test_a_build_lists_removed_files(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    assert "removed" not in workshop.build().out
    workshop.edit(GAME, "    map: true\n", "")
    last = workshop.build().out.splitlines()[-1]
    assert last == "removed out/tidewrack/maps/shore.svg, which an earlier build made"
    workshop.edit(GAME, "rulebook: rulebook.md.j2\n", "")
    (kit,) = document(workshop.build("--json").out)["built"]
    assert kit["removed"] == ["tidewrack-rulebook-a4.pdf"]


def test_a_build_for_another_paper_removes_nothing(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    names = [f"tidewrack-rulebook-{paper}.pdf" for paper in ("a4", "letter")]
    book = ("rulebook", "tidewrack", "-o", "out")
    assert "stays" not in workshop.run(*book).out
    last = workshop.run(*book, "--paper", "letter").out.splitlines()[-1]
    assert last == f"out/tidewrack/rulebook/{names[0]} stays from an earlier build"
    (kit,) = document(workshop.run(*book, "--booklet", "--json").out)["built"]
    assert (kit["removed"], kit["others"]) == ([], [names[1]])
    folder = workshop.out / "tidewrack" / "rulebook"
    assert all((folder / name).is_file() for name in names)
    (folder / names[1]).unlink()
    (kit,) = document(workshop.run(*book, "--json").out)["built"]
    assert kit["removed"] == ["tidewrack-rulebook-booklet-a4.pdf"]
    assert kit["others"] == []
    assert run("proof", folder).code == 0


def test_a_kit_with_templates_elsewhere_gets_a_hint_to_the_option(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    result = run("build", "tidewrack", "--data", workshop.path("data"), "-o", workshop.out)
    assert result.code == 2
    assert all("pass --templates FOLDER (unknown-template)" in line for line in result.faults)
    assert any('there is no template "find.xml"' in line for line in result.faults)


def test_examples_in_the_help_name_existing_kits_or_the_readers() -> None:
    known = {kit["kit"] for kit in document(run("kits", "--json").out)["kits"]} | {"mygame"}
    for command in ("build", "maps", "monitors", "rulebook", "play", "simulate"):
        output = run(command, "--help").out
        assert set(re.findall(rf"^  grimoire {command} ([a-z]\w*)", output, re.MULTILINE)) <= known


def test_json_is_a_document_despite_faults(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(FINDS, "Half an Oar,wood", "Half an Oar,wod")
    result = workshop.build("--json")
    data = document(result.out)
    assert (result.code, data["built"]) == (2, [])
    assert data["faults"] == [
        {
            "file": FINDS,
            "line": workshop.line(FINDS, "wod"),
            "item": 'finds "Half an Oar"',
            "message": 'kind cannot be "wod"',
            "hint": 'did you mean "wood"?',
            "check": "unknown-choice",
        }
    ]
    assert len(result.faults) == 1


@pytest.mark.parametrize("command", ["build", "check", "kits"])
def test_json_is_a_document_when_the_command_cannot_begin(command: str) -> None:
    result = run(command, "--json", "--data", "nowhere")
    (fault,) = document(result.out)["faults"]
    assert (result.code, fault["file"]) == (2, "nowhere")


def test_a_broken_kit_does_not_stop_the_build_of_others(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    for name in ("data", "templates"):
        (tmp_path / name / "tidewrack").rename(tmp_path / name / "whole")
    workshop.write("data/broken/game.yaml", "title: Broken\n")
    result = workshop.run("build", "-o", "out")
    assert result.code == 2
    assert result.faults
    assert all(line.startswith("data/broken/game.yaml") for line in result.faults)
    assert "out/whole/whole-print-a4.pdf" in result.out
    assert not (workshop.out / "broken").exists()


def test_non_ascii_names_and_data_are_printed_correctly(tmp_path: Path) -> None:
    """Folders, ids and texts with spaces, accents, quotes and the special characters of XML."""
    workshop = Workshop(tmp_path)
    workshop.edit(FINDS, "Half an Oar", '"1 < 2 & ""Öar"" \'s"')
    kits = tmp_path / 'Tom & Jürgen\'s "best" kits'
    kits.mkdir()
    for name in ("data", "templates"):
        (tmp_path / name).rename(kits / name)
    where = ["--data", kits / "data", "--templates", kits / "templates", "-o", kits / "out"]
    result = run("build", "tidewrack", *where)
    assert (result.code, result.err) == (0, "")
    pdf = kits / "out" / "tidewrack" / "tidewrack-print-a4.pdf"
    assert '1 < 2 & "Öar" \'s' in text_of(pdf)
    template = kits / "templates" / "tidewrack" / "shore.xml"
    template.write_text('<board size="poker">\n<rct/></board>', encoding="utf-8")
    assert run("build", "tidewrack", *where).err.startswith(f"{template}:2: ")


def text_of(pdf: Path) -> str:
    """All text of a PDF file, in reading order."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return "\n".join(page.get_textpage().get_text_bounded() for page in document)
    finally:
        document.close()


def start(*words: object, **streams: Any) -> subprocess.CompletedProcess[str]:
    """Start `grimoire WORDS` in a new process."""
    command = [*GRIMOIRE, *map(str, words)]
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "env": SURROUNDINGS, **streams}
    return subprocess.run(command, text=True, check=False, **streams)


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_is_no_error(unbuffered: str) -> None:
    read, write = os.pipe()
    os.close(read)
    result = start(
        "kits", *TIDEWRACK, stdout=write, env=SURROUNDINGS | {"PYTHONUNBUFFERED": unbuffered}
    )
    os.close(write)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_the_output_is_reported() -> None:
    with open("/dev/full", "w") as full:
        result = start("kits", *TIDEWRACK, stdout=full)
    assert (result.returncode, result.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="has no such shell")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_treated_as_an_empty_one(closed: str) -> None:
    result = subprocess.run(
        ["sh", "-c", f'"$0" -m generator kits {closed}', sys.executable],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (result.returncode, result.stderr) == (0, "")
    assert ("grumbles" in result.stdout) == (">&-" not in closed.replace("2>&-", ""))


def test_a_terminal_with_a_small_encoding_gets_all_output(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(GAME, "title: Tidewrack", "title: Tīdewrack 🦀")
    surroundings = {**SURROUNDINGS, "PYTHONIOENCODING": "ascii"}
    plain = start("kits", "--data", "data", cwd=tmp_path, env=surroundings)
    assert (plain.returncode, plain.stdout.split(",")[0]) == (
        0,
        "tidewrack    T\\u012bdewrack \\U0001f980",
    )
    result = start("kits", "--data", "data", "--json", cwd=tmp_path, env=surroundings)
    assert document(result.stdout)["kits"][0]["title"] == "Tīdewrack 🦀"


def on_a_terminal(folder: Path) -> str:
    """The stderr output of a build when that is a terminal."""
    ours, theirs = pty.openpty()
    surroundings = {**SURROUNDINGS, "TERM": "xterm", "COLUMNS": "100"}
    streams: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": theirs}
    build = subprocess.Popen([*GRIMOIRE, *BUILD], cwd=folder, env=surroundings, **streams)
    os.close(theirs)
    shown = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert build.wait() == 0
    return shown.decode()


def test_progress_is_shown_on_a_terminal_but_not_in_a_pipe(tmp_path: Path) -> None:
    Workshop(tmp_path)
    shown = on_a_terminal(tmp_path)
    assert "tidewrack" in shown
    assert "━" in shown
    piped = start(*BUILD, cwd=tmp_path)
    assert (piped.returncode, piped.stderr) == (0, "")


def test_an_internal_error_is_one_line_that_asks_for_a_report(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("generator.pipeline.build.build", fail)
    result = Workshop(tmp_path).build()
    assert (result.code, len(result.faults)) == (2, 1)
    assert "a fault of Grimoire itself: ZeroDivisionError: oh; please report it" in result.err
    monkeypatch.setenv("GRIMOIRE_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        Workshop(tmp_path / "again").build()


def test_any_kit_error_ends_with_its_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise KitError("no")

    monkeypatch.setattr("generator.kit.locate.KitSearchPath.names", refuse)
    assert run("kits").code == 2


@pytest.mark.parametrize(
    ("surroundings", "words"),
    [
        ({"SOURCE_DATE_EPOCH": "abc"}, ["build", "tidewrack", *TIDEWRACK, "--only", "rulebook"]),
        ({"PYTHONOPTIMIZE": "2"}, ["play", "grumbles", "--turns", "1"]),
    ],
    ids=["date", "optimized"],
)
def test_environment_variables_of_python_and_the_system_break_nothing(
    surroundings: dict[str, str], words: list[str], tmp_path: Path
) -> None:
    words += ["-o", str(tmp_path)] if words[0] == "build" else []
    result = subprocess.run(
        [*GRIMOIRE, *words],
        env={**SURROUNDINGS, **surroundings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (result.returncode, result.stderr) == (0, "")


def test_a_deleted_current_folder_is_reported(tmp_path: Path) -> None:
    here = tmp_path / "here"
    script = 'cd "$1" && rmdir "$1" && shift && exec "$@"'
    here.mkdir()
    result = subprocess.run(
        ["sh", "-c", script, "sh", here, *GRIMOIRE, "kits"],
        env=SURROUNDINGS, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert result.returncode == 2
    assert (
        result.stderr == "the current folder has been deleted; change to another (file-not-found)\n"
    )
