"""Tests of the help: every command, whole sentences, no Python terms."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from inspect import signature
from pathlib import Path
from typing import Annotated

import pytest
import typer

from generator.cli.command import PANELS, command, expand_groups
from generator.cli.commands import COMMANDS, SECTIONS, load_command
from generator.cli.options import Json, KitLocation, OneKit, Printing, Sheets
from tests.press.running import KITS, run

EXAMPLES = [(name, example) for name in COMMANDS for example in load_command(name).examples]
LEFT_OUT = (
    *("build g", "build --jobs", "export", "monitors", "rulebook", "maps g", "check grumbles"),
    *(
        "mcts",
        "replay",
        "simulate",
        "ladder",
        "train",
        "tune",
        "report",
        "proof",
    ),  # takes seconds; each has tests of its own
    *("my-deck", "my-cards", "my-sheets", "my-examples", "old/", "../"),  # created by the reader
    *("watch", "interactive", "studio"),  # runs until it is stopped
)
QUICK = [command for _, command in EXAMPLES if not any(word in command for word in LEFT_OUT)]


def test_the_sections_list_every_command_once() -> None:
    assert sorted(name for names in SECTIONS.values() for name in names) == sorted(COMMANDS)


def test_the_list_of_commands_truncates_no_sentence() -> None:
    output = run("--help").out
    assert "..." not in output.partition("Print a kit:")[2]
    assert output.startswith("Usage: grimoire ")
    listed = re.findall(r"^  ([a-z]+)  ", output, re.MULTILINE)
    assert listed == [name for names in SECTIONS.values() for name in names]


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_is_in_plain_words(name: str) -> None:
    output = run(name, "--help").out
    assert output.startswith(f"Usage: grimoire {name} ")
    assert f"\nExamples:\n  grimoire {name}" in output
    assert not re.search(r"<(str|int|path|Path|float|list)|x>=|[{}]|\[required\]", output)


@pytest.mark.parametrize(("name", "command"), EXAMPLES, ids=lambda each: each)
def test_an_example_has_valid_arguments(name: str, command: str) -> None:
    program, called, *words = shlex.split(command, comments=True)
    assert program == "grimoire"
    load_command(called).make_context(called, words)
    kits = {"grumbles", "grizzled", "gruff", "ggt", "grudge", "mygame", "star-fish"}
    given = [each for each in load_command(called).params if each.metavar in ("KIT", "NAME")]
    assert not words or words[0].startswith("-") or not given or words[0] in kits


@pytest.fixture(scope="module")
def mygame(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the kit that the examples call `mygame`; tests work in copies of it."""
    folder = tmp_path_factory.mktemp("examples")
    assert run("new", "mygame", "--in", folder).code == 0
    return folder


@pytest.mark.parametrize("command", QUICK)
def test_an_example_works_unchanged(
    command: str, mygame: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if "new" not in command:
        shutil.copytree(mygame, tmp_path, dirs_exist_ok=True)
    result = run(*shlex.split(command, comments=True)[1:])
    assert (result.code, result.err) == (0, "")


def test_examples_and_notes_are_below_the_options() -> None:
    output = run("build", "--help").out.partition("\nExamples:\n")[2]
    assert "\n  grimoire build --jobs 2  # all kits\n\n  Whatever is unchanged" in output


def test_common_options_have_a_separate_section() -> None:
    output = run("build", "--help").out
    titles = re.findall(r"^([A-Z][^\n:]*):$", output, re.MULTILINE)
    assert titles == [*PANELS, "Examples"]
    assert "--data" not in output.partition("Kit folders:")[0]


def test_groups_of_options_are_options_of_the_command() -> None:
    got: list[object] = []

    def example(*, name: OneKit, sheets: Sheets, where: KitLocation, as_json: Json = False) -> None:
        got.extend([name, sheets, where, as_json])

    expanded = expand_groups(example)
    names = list(signature(expanded).parameters)
    assert names == ["name", "paper", "backs", "data", "templates", "rules", "as_json"]
    expanded(
        name="x", paper="a3", backs="none", data=Path("d"), templates=None, rules=None, as_json=True
    )
    assert got == ["x", Sheets("a3", "none"), KitLocation(Path("d")), True]
    assert (Sheets.paper, Printing.ink, Printing.cache) == ("a4", "full", True)


@pytest.mark.parametrize("option", ["--paper", "--ink", "--language", "--out", "--cache", "--data"])
def test_an_option_means_the_same_in_every_command(option: str) -> None:
    """The help texts of some differ: `words` requires its language, that of `new` is a spreadsheet's,
    and `calibrate` has one folder.
    """
    found = {
        (each.help, str(each.default))
        for name in set(COMMANDS)
        - {"new", "words", "calibrate", "diff", "check", "schema", "reference", "report"}
        for each in load_command(name).params
        if option in each.opts
    }
    assert len(found) == 1


def test_notes_for_programmers_are_omitted_from_the_help() -> None:
    @command("grimoire compare a b", options="old OLD: Old.\ncount: How many.\njobs: Jobs.")
    def compare(
        old: Annotated[Path, typer.Argument()],
        count: Annotated[int, typer.Option(min=1)],
        jobs: Annotated[int, typer.Option(min=1)] = 1,
    ) -> None:
        """Compare."""

    context = typer.Context(compare, info_name="compare")
    assert compare.collect_usage_pieces(context) == ["[OPTIONS]", "OLD"]
    assert list(compare.records(context))[:3] == [
        ("Arguments", "OLD", "Old. (required)"),
        ("Options", "--count <int range>", "How many. (required)"),
        ("Options", "--jobs <int range>", "Jobs.  [default: 1]"),
    ]


def test_a_line_explains_an_option() -> None:
    options = """
    usage -u USE: KIND: Which: the cards
        in use, or all.
    wanted --with PART: Take this along.
    cache --cache/--no-cache: Reuse results.
    """

    @command("grimoire show", options=options)
    def show(usage: str = "", wanted: str = "", cache: bool = True, as_json: Json = False) -> None:
        """Show."""

    records = list(show.records(typer.Context(show)))[:4]
    assert records == [
        ("Options", "-u, --usage USE: KIND", "Which: the cards in use, or all."),
        ("Options", "--with PART", "Take this along."),
        ("Options", "--cache / --no-cache", "Reuse results.  [default: cache]"),
        ("General options", "--json", records[3][2]),
    ]
    assert records[3][2].startswith("Print only one JSON document")


def test_an_option_without_an_explanation_is_refused() -> None:
    def show(colour: str = "") -> None:
        """Show."""

    with pytest.raises(KeyError, match="colour"):
        command("grimoire show")(show)
    with pytest.raises(KeyError, match="color"):
        command("grimoire show", options="colour: The colour.\ncolor: The same.")(show)
    with pytest.raises(ValueError, match="The colour"):
        command("grimoire show", options="The colour.")(show)


@pytest.mark.parametrize(
    ("words_so_far", "ends"), [("build tid", ["tidewrack"]), ("kit", ["kits"])]
)
def test_a_shell_completes_commands_and_kits(words_so_far: str, ends: list[str]) -> None:
    words = words_so_far.split()
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "_GRIMOIRE_COMPLETE": "complete_bash",
        "COMP_WORDS": f"grimoire {words_so_far}",
        "COMP_CWORD": str(len(words)),
    }
    command = [sys.executable, "-m", "generator"]
    result = subprocess.run(
        command, cwd=KITS, env=surroundings, capture_output=True, text=True, check=False
    )
    assert result.stdout.split() == ends


def test_json_lines_report_why_a_game_cannot_begin_in_one_line() -> None:
    result = run("play", "grumbels", "--json")
    (line,) = result.out.splitlines()
    assert result.code == 2
    assert json.loads(line)["faults"][0]["hint"] == 'did you mean "grumbles"?'


@pytest.mark.parametrize("name", ["kits", "calibrate", "schema", "pull"])
def test_a_command_that_runs_no_rules_takes_no_folder_of_them(name: str) -> None:
    assert "--rules" not in [option for each in load_command(name).params for option in each.opts]


def test_a_command_that_plays_takes_a_folder_of_rules() -> None:
    assert "--rules" in [option for each in load_command("play").params for option in each.opts]
