"""Checks what surrounds the code: pinned versions, licence files and the Makefile's set-up."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

from generator.base.locations import data_root, template_root

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
PINS = [
    line
    for line in (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def plain(requirement: str) -> str:
    """The spelling that all of a package's names share: python_calamine>=0.6 -> python-calamine."""
    name = re.split(r"[<>=!~\[; ]", requirement)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


def test_every_pin_is_one_exact_version_without_an_address() -> None:
    assert [pin for pin in PINS if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9a-z.]*", pin)] == []


def test_pins_are_sorted_and_name_each_package_once() -> None:
    names = [pin.lower().split("==")[0] for pin in PINS]
    assert names == sorted(set(names))


@pytest.mark.parametrize("extra", ["", *PROJECT["optional-dependencies"]])
def test_every_dependency_is_pinned(extra: str) -> None:
    wanted = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    assert {plain(each) for each in wanted} <= {plain(pin) for pin in PINS}


def test_the_notice_names_every_font_that_is_shipped_in_a_kit() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    fonts = [plain(each) for each in PROJECT["dependencies"] if each.startswith("font-")]
    assert fonts
    assert [font for font in fonts if f"({font})" not in notice] == []


def test_the_notice_credits_every_game_that_is_shipped() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    kits = [folder.name for folder in data_root().iterdir() if (folder / "game.yaml").is_file()]
    assert [kit for kit in kits if f"({kit})" not in notice] == []


def test_a_checkout_uses_its_own_data_and_templates() -> None:
    assert (data_root(), template_root()) == (ROOT / "data", ROOT / "templates")


def make(*words: str) -> subprocess.CompletedProcess[str]:
    """What make does when a person runs it, even where the tests themselves run under make."""
    surroundings = {"PATH": os.environ["PATH"]}
    return subprocess.run(
        ["make", *words], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False
    )


def test_make_without_a_fit_python_says_which_one_it_needs() -> None:
    made = make("build", "PYTHON=python-that-is-not-there")
    assert made.returncode == 2
    assert made.stderr.startswith("Grimoire needs Python 3.11 or newer")
    assert "PYTHON=python3.12 make" in made.stderr


def test_make_help_tells_what_every_target_does() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^\.PHONY: (\w+)$", makefile, re.MULTILINE)
    told = make("help").stdout.splitlines()
    assert [line.split()[:2] for line in told] == [["make", target] for target in targets]
