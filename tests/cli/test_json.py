"""Tests of `--json`: every command prints one document, or a line each, and faults as data."""

from __future__ import annotations

import contextlib
import json
import shutil
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import ValidationError

from generator.cli.commands import COMMANDS
from generator.cli.output import LINES_COMMANDS, OutputForm, requested_form
from generator.engine.of_kit import game_of
from generator.games.gruff.game import GruffGame
from generator.kit.locate import KitSearchPath
from tests.cli.json_page import contract, validate
from tests.games.gruff.test_deck_check import written
from tests.kinds import of_kind
from tests.press.running import FINDS, GAME, CommandResult, Workshop, run

WHERE = ("--data", "data", "--templates", "templates")
KIT = ("tidewrack", *WHERE)
STORE = ("simulate", "tidewrack", "--data", "data", "--games", "2")
EXAMPLE = "data/tidewrack/examples/{}"

WELL: dict[str, tuple[str, ...]] = {
    "kits": ("kits", *WHERE),
    "build": ("build", *KIT, "-o", "out"),
    "maps": ("maps", *KIT, "-o", "out"),
    "monitors": ("monitors", *KIT, "-o", "out"),
    "rulebook": ("rulebook", *KIT, "-o", "out"),
    "calibrate": ("calibrate", *WHERE, "-o", "out"),
    "new": ("new", "mygame", "--in", "own"),
    "add": ("add", "tidewrack", "dice", *WHERE),
    "check": ("check", *KIT),
    "check --deck": ("check", "gruff", "--deck", "deck.yaml"),
    "check --deep": ("check", *KIT, "--deep", "--games", "2", "-o", "gaps"),
    "diff": ("diff", "out/tidewrack", "out/tidewrack", "-o", "out/diff.pdf"),
    "stats": ("stats", *KIT),
    "words": ("words", *KIT, "--language", "fr"),
    "schema": ("schema", "tidewrack", "--data", "data", "-o", "out/schemas"),
    "proof": ("proof", "out/tidewrack"),
    "export": ("export", *KIT, "--for", "png", "--only", "counters", "--dpi", "40", "-o", "out"),
    "play": ("play", "tidewrack", "--data", "data", "--turns", "2"),
    "example": ("example", "{example}", "--data", "data"),
    "simulate": STORE,
    "simulate --each": (*STORE, "--each", "players"),
    "simulate --store": (*STORE, "--store", "games.sqlite"),
    "report": ("report", "games.sqlite", *WHERE),
    "report --compare": ("report", "--compare", "games.sqlite", *WHERE),
    "ladder": ("ladder", "tidewrack", "--data", "data", "--bots", "random,greedy", "--games", "1"),
    "train": (
        *("train", "grumbles", "--option", "turn-cap=20", "--budget", "1", "--rounds", "1"),
        *("--games", "2", "--proof", "10"),
    ),
    "tune": (
        *("tune", "grizzled", "--what", "modes.veteran.trials", "--games", "20", "--values", "29"),
        *("--option", "mode=veteran", "--bot", "random", "--toward", "5%", "--within", "25pt"),
    ),
    "reference": ("reference",),
    "reference WORDS": ("reference", "bleed"),
}
"""A valid request for each command."""

NEEDS: dict[str, str] = {"diff": "build", "proof": "build"}
NEEDS |= dict.fromkeys(("report", "report --compare"), "simulate --store")
"""The case that has to succeed first, in the same folder."""

UNUSABLE: dict[str, tuple[str, ...]] = {
    "calibrate": ("calibrate", "--paper", "a44"),
    "new": ("new", "My Game"),
    "add": ("add", "tidewrack", "dices"),
    "kits": ("kits", "--data", "nowhere"),
    "diff": ("diff", "nowhere", "out"),
    "words": ("words", "tidewrak", "--language", "fr"),
    "proof": ("proof", "nowhere"),
    "export": ("export", "tidewrak", "--for", "png"),
    "example": ("example", "nowhere.yaml"),
    "report": ("report", "nowhere.sqlite"),
    "reference": ("reference", "qqq"),
}
"""An unusable request; for commands that are not listed, an unknown kit."""


def workshop_in(folder: Path) -> Workshop:
    """A copy of Tidewrack to work in, which also has its map on a monitor."""
    workshop = Workshop(folder)
    workshop.edit(GAME, "    map: true\n", "    map: true\n    monitor: true\n")
    return workshop


@pytest.fixture
def workshop(tmp_path: Path) -> Iterator[Workshop]:
    workshop = workshop_in(tmp_path)
    with contextlib.chdir(workshop.folder):
        yield workshop


@pytest.fixture(scope="module")
def folder_after(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A function that runs a case once and returns the folder in which it ran."""

    @cache
    def folder_after(case: str) -> Path:
        folder = workshop_in(tmp_path_factory.mktemp("made")).folder
        with contextlib.chdir(folder):
            assert run(*WELL[case]).code == 0
        return folder

    return folder_after


def documents(result: CommandResult, command: str) -> list[dict[str, Any]]:
    """The output of a command, parsed in its documented form."""
    lines = result.out.splitlines() if command in LINES_COMMANDS else [result.out]
    return [json.loads(text) for text in lines]


def keys(value: object) -> set[str]:
    """All keys, at any depth."""
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list) else set()


def test_every_command_documents_its_json() -> None:
    assert set(contract()) == {*COMMANDS, "Faults"}


@pytest.mark.parametrize(
    "wrong",
    [
        *({}, {"kits": [{}]}, {"kits": [], "more": 1}, {"kits": None}),
        {"kits": [], "faults": [{"message": "x"}]},
    ],
    ids=str,
)
def test_the_documentation_tells_a_wrong_document(wrong: dict[str, object]) -> None:
    validate("kits", {"kits": [], "faults": []})
    with pytest.raises(ValidationError):
        validate("kits", {"faults": [], **wrong})


def test_the_cases_cover_every_command_that_ends() -> None:
    elsewhere = {"pull"}  # requests a server, and has its case among the tests of that
    assert {name.split()[0] for name in WELL} == set(COMMANDS) - {"studio", "watch"} - elsewhere


@pytest.mark.parametrize("case", WELL)
def test_successful_json_matches_its_documentation(
    case: str, workshop: Workshop, folder_after: Callable[[str], Path]
) -> None:
    if case in NEEDS:
        shutil.copytree(folder_after(NEEDS[case]), workshop.folder, dirs_exist_ok=True)
    if case == "check --deck":
        written(
            of_kind(game_of(KitSearchPath().find("gruff")), GruffGame), workshop.path("deck.yaml")
        )
    if case == "report --compare":
        workshop.edit(FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,2,2")
        assert run(*WELL["simulate --store"]).code == 0
    example = next(workshop.path("data/tidewrack/examples").glob("*.yaml"))
    words = [word.format(example=example) for word in WELL[case]]
    result = run(*words, "--json")
    command = words[0]
    assert result.code == 0, result.err
    assert result.err == ""
    for document in documents(result, command):
        if command not in LINES_COMMANDS:
            validate(command, document)
            assert document["faults"] == []
            assert [key for key in keys(document) if "_" in key] == []
        else:
            assert {"move", "event", "turn"} & set(document)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_wrong_option_has_a_json_answer(command: str) -> None:
    result = run(command, "--json", "--qqq")
    (document,) = documents(result, command)
    (fault,) = document["faults"]
    assert (result.code, set(document), len(result.faults)) == (2, {"faults"}, 1)
    assert fault["message"] == "No such option: --qqq"
    assert fault["hint"] == f"see grimoire {command} --help"


@pytest.mark.parametrize("command", COMMANDS)
def test_unusable_input_has_a_json_answer_with_faults(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*UNUSABLE.get(command, (command, "tidewrak")), "--json")
    (document,) = documents(result, command)
    assert result.code == 2
    assert len(document["faults"]) == len(result.faults) == 1
    assert document["faults"][0]["message"] in result.err
    validate("Faults", document["faults"][0])
    assert list(tmp_path.iterdir()) == []


def test_an_unknown_command_has_a_json_answer() -> None:
    result = run("biuld", "--json")
    assert result.code == 2
    assert json.loads(result.out)["faults"][0]["hint"].startswith("did you mean 'build'?")


@pytest.mark.parametrize(
    "words",
    [
        ("build", *KIT, "-o", "out"),
        ("check", *KIT),
        ("maps", *KIT),
        ("export", *KIT, "--for", "png"),
        ("check", *KIT, "--language", "fr"),
    ],
    ids=" ".join,
)
def test_faults_in_json_have_places(words: tuple[str, ...], tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.edit(FINDS, "whelk,Whelk,shell,1,2", "whelk,Whelk,shell,1,3")
    with contextlib.chdir(tmp_path):
        result = run(*words, "--json")
    fault, *more = json.loads(result.out)["faults"]
    untranslated = ["no-catalogue"] if "--language" in words else []
    assert [each["check"] for each in more] == untranslated
    code = 2 if untranslated else 1
    assert (result.code, fault["file"], fault["check"]) == (code, FINDS, "T-finds")
    assert "stated at" in fault["hint"]


def test_a_game_with_faults_is_counted_and_reported(workshop: Workshop) -> None:
    result = run(*STORE, "--bar", "no such move", "--json")
    document = json.loads(result.out)
    assert (result.code, document["games"]) == (1, 2)
    assert [fault["message"] for fault in document["faults"]] == [
        '"no such move" held back no move'
    ]


def test_a_game_that_cannot_begin_has_a_json_line(workshop: Workshop) -> None:
    result = run("play", "tidewrack", "--data", "data", "--bot", "gredy", "--json")
    (line,) = result.out.splitlines()
    assert (result.code, json.loads(line)["faults"][0]["hint"]) == (2, 'did you mean "greedy"?')


def test_words_after_two_hyphens_are_not_options() -> None:
    assert requested_form(["kits", "--", "--json"]) is OutputForm.WORDS
    assert requested_form(["--json"]) is OutputForm.DOCUMENT
    assert requested_form(["watch", "x", "--json"]) is OutputForm.LINES
