"""Tests of `grimoire new --from-squib` and `--from-nandeck`: output, files and refusals."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.press.running import run
from tests.tools.from_nandeck.test_script import script
from tests.tools.from_squib.test_project import project

ORIGINALS: dict[str, Callable[[Path], Path]] = {"--from-squib": project, "--from-nandeck": script}


@pytest.mark.parametrize(("option", "original"), ORIGINALS.items())
def test_the_kit_made_from_a_script_builds_with_the_suggested_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, option: str, original: Callable[[Path], Path]
) -> None:
    source = original(tmp_path)
    monkeypatch.chdir(tmp_path)
    new = run("new", "bog", option, source, "--title", "The Bog")
    assert (new.code, new.err) == (0, "")
    *_, cards, page, last = new.out.splitlines()
    assert cards.endswith(": 3 cards")
    assert page.endswith("and what was chosen instead: data/bog/IMPORT.md")
    assert last == "now build it: grimoire build bog"
    build = run(*last.removeprefix("now build it: grimoire ").split())
    assert build.code == 0, build.err
    assert (tmp_path / "output/bog/bog-print-a4.pdf").is_file()


@pytest.mark.parametrize(("option", "original"), ORIGINALS.items())
def test_json_names_every_file_of_the_kit(
    tmp_path: Path, option: str, original: Callable[[Path], Path]
) -> None:
    folder = tmp_path / "own"
    new = run("new", "bog", option, original(tmp_path), "--in", folder, "--json")
    answer = json.loads(new.out)
    assert (new.code, answer["kit"]) == (0, "bog")
    schema = folder / "data/bog/.schema/game.json"  # for editors, not for people
    written = {path for path in folder.rglob("*") if path.is_file()} - {schema}
    assert {Path(file) for file in answer["files"]} == written
    assert folder / "data/bog/IMPORT.md" in written


@pytest.mark.parametrize(
    ("more", "fault"),
    [
        (("--from-nandeck", "mire.nde"), "--from-squib and --from-nandeck cannot be combined"),
        (("--table", "csv"), "--table cannot be combined with --from-squib"),
        (("--size", "tarot"), "--size cannot be combined with --from-squib"),
        ((), "there is no such folder"),
    ],
)
def test_unusable_input_for_a_new_kit_is_one_line_and_writes_nothing(
    tmp_path: Path, more: tuple[str, ...], fault: str
) -> None:
    refused = run("new", "bog", "--from-squib", tmp_path / "gone", "--in", tmp_path, *more)
    (line,) = refused.faults
    assert refused.code != 0
    assert fault in line
    assert not list(tmp_path.iterdir())
