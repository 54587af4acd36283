"""Tests of README and tutorial: every step works as the page says, and every name in the README exists."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path

import pytest

from tests.press.running import run
from tests.readme_steps import README, TUTORIAL, changed, follow

pytestmark = pytest.mark.slow

ROOT = README.parent
TEXT = README.read_text(encoding="utf-8")
LONGEST = 170
BADGES = "../../actions/"
"""Links below it lead to the pages of the repository's host, which shows the README there."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the tutorial was followed to its end."""
    folder = tmp_path_factory.mktemp("own")
    assert follow(TUTORIAL.read_text(encoding="utf-8"), folder) == [
        ("grimoire new mygame", 0),
        ("grimoire build mygame", 0),
        ("grimoire build mygame", 1),
        ("grimoire check mygame", 1),
        ("grimoire build mygame --backs none", 0),
        ("grimoire play mygame --turns 2", 0),
        ("grimoire simulate mygame --games 50 --bot greedy", 0),
        ("grimoire words mygame --language fr", 0),
        ("grimoire build mygame --language fr --draft", 0),
    ]
    return folder


def test_the_tutorial_ends_with_two_pages_of_nine_cards(folder: Path) -> None:
    built = json.loads((folder / "output/mygame/manifest.json").read_text(encoding="utf-8"))
    cards = [piece for piece in built["pieces"] if piece["component"] == "card"]
    faces = [face for card in cards for face in card["faces"]]
    assert sorted(face["page"] for face in faces) == [2] * 9 + [3] * 9
    assert {face["file"] for face in faces} == {"mygame-print-a4.pdf"}


def test_the_kit_of_the_tutorial_passes_every_check(folder: Path) -> None:
    with contextlib.chdir(folder):
        result = run("check", "--json")
    (kit,) = json.loads(result.out)["kits"]
    assert (result.code, kit["kit"], kit["faults"]) == (0, "mygame", [])
    assert {"C-deck", "C-worth"} <= {check["check"] for check in kit["checks"]}


def test_a_diff_that_does_not_match_its_file_is_refused() -> None:
    assert changed("a\nb\n", " a\n-b\n+c\n") == "a\nc\n"
    for text, diff in (("a\nx\n", "-b\n+c\n"), ("b\nb\n", "-b\n"), ("b\n", "b\n")):
        with pytest.raises(AssertionError):
            changed(text, diff)


def test_the_shortest_path_of_the_readme_works(tmp_path: Path) -> None:
    (section,) = re.findall(r"^## Make\n(.*?)^    grimoire watch", TEXT, re.DOTALL | re.MULTILINE)
    assert follow(section, tmp_path) == [("grimoire new mygame", 0), ("grimoire build mygame", 0)]
    with contextlib.chdir(tmp_path):
        assert run("build", "mygame").code == 0  # with the card that was changed last


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", TEXT))
def test_every_link_has_a_target(target: str) -> None:
    if target.startswith(BADGES):
        workflow = target.removeprefix(f"{BADGES}workflows/").removesuffix("/badge.svg")
        assert (ROOT / ".github" / "workflows" / workflow).is_file()
    else:
        assert (ROOT / target).exists()


def test_the_readme_is_short_enough_to_read() -> None:
    assert len(TEXT.splitlines()) <= LONGEST


def test_every_named_make_target_exists() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    named = set(re.findall(r"`make ([a-z]+)`", TEXT)) | {"test"}
    assert named <= targets
