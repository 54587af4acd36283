"""Tests of what surrounds the code: pinned versions, licence files and the Makefile's set-up."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import yaml

from generator import __version__
from generator.base.locations import data_root, template_root

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCKED = ROOT / "requirements"
WORKFLOWS = ROOT / ".github/workflows"
PIN = re.compile(r"([a-z0-9._-]+)==([0-9][0-9a-z.]*)(?: ; (.+))?")
HASH = re.compile(r"--hash=sha256:[0-9a-f]{64}")


def pins(extra: str) -> list[list[str]]:
    """The pins of an extra's file, each split into words: name and version, then the checksums."""
    text = (LOCKED / f"{extra}.txt").read_text(encoding="utf-8")
    lines = [line for line in text.replace(" \\\n", "\n ").splitlines() if not line.startswith("#")]
    joined = re.split(r"\n(?! )", "\n".join(lines))
    return [[word.strip() for word in pin.splitlines()] for pin in joined]


def pinned(extra: str) -> list[tuple[str, str, str]]:
    """Name, version and condition of each pin of an extra."""
    found = [PIN.fullmatch(pin) for pin, *_ in pins(extra)]
    return [(each[1], each[2], each[3] or "") for each in found if each]


def plain(requirement: str) -> str:
    """The normalized name of a package: python_calamine>=0.6 -> python-calamine."""
    name = re.split(r"[<>=!~\[; ]", requirement)[0]
    return re.sub(r"[-_.]+", "-", name).lower()


EXTRAS = ("dev", "app", "bench", "docs")
FILES = (*EXTRAS, "tools")


@pytest.mark.parametrize("extra", FILES)
def test_every_pin_is_one_exact_version_with_checksums_and_no_address(extra: str) -> None:
    for pin, *hashes in pins(extra):
        assert PIN.fullmatch(pin)
        assert hashes
        assert [each for each in hashes if not HASH.fullmatch(each)] == []


@pytest.mark.parametrize("extra", FILES)
def test_pins_are_sorted_and_name_each_package_once_for_a_python(extra: str) -> None:
    names = [(name, condition) for name, _, condition in pinned(extra)]
    assert [name for name, _ in names] == sorted(name for name, _ in names)
    assert len(names) == len(set(names))


def test_all_extras_fit_into_one_environment() -> None:
    versions: dict[str, set[str]] = {}
    for extra in EXTRAS:
        here: dict[str, set[str]] = {}
        for name, version, _ in pinned(extra):
            here.setdefault(name, set()).add(version)
        for name, found in here.items():
            assert versions.setdefault(name, found) == found, name


@pytest.mark.parametrize("extra", ["", *PROJECT["optional-dependencies"]])
def test_every_dependency_is_pinned(extra: str) -> None:
    wanted = PROJECT["optional-dependencies"][extra] if extra else PROJECT["dependencies"]
    files = [extra] if extra in EXTRAS else ["dev"] if extra else EXTRAS
    for file in files:
        assert {plain(each) for each in wanted} <= {plain(name) for name, _, _ in pinned(file)}


def test_tools_that_read_the_pins_are_pinned_and_read_all_of_them() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names = {plain(name) for name, _, _ in pinned("tools")}
    assert {plain(each) for each in groups["dependency-groups"]["tools"]} <= names
    assert {path.stem for path in LOCKED.iterdir()} == {*FILES}
    assert "for pinned in requirements/*.txt; do" in (WORKFLOWS / "tests.yml").read_text("utf-8")


def test_only_pinned_packages_are_installed() -> None:
    """By pip: with checksums, or nothing but Grimoire itself.  By a workflow: one exact commit."""
    installed: list[str] = []
    hashed: list[str] = []
    used: list[str] = []
    for path in (ROOT / "Makefile", *(ROOT / ".ci").glob("*"), *WORKFLOWS.glob("*.yml")):
        if path.is_file():
            lines = path.read_text(encoding="utf-8").splitlines()
            installed += [line for line in lines if re.search(r"(pip|PIP\)).*\binstall\b", line)]
            hashed += [line for line in lines if "--require-hashes" in line and "audit" not in line]
            used += [line.split("uses:")[1].strip() for line in lines if "uses:" in line]
    assert len(installed) == 9
    assert [line for line in installed if not re.search("hashe[sd]|--no-deps", line)] == []
    # A resolver would find newer versions than those pinned, and stop at the first without a checksum.
    assert hashed
    assert [line for line in hashed if "--no-deps" not in line] == []
    assert len(used) > 10
    own = "./.github/workflows/tests.yml"
    exact = re.compile(r"[\w/-]+@[0-9a-f]{40}  # v[\d.]+")
    assert [each for each in used if each != own and not exact.fullmatch(each)] == []


@pytest.mark.skipif(not shutil.which("sed"), reason="the step runs on Linux")
@pytest.mark.parametrize(("tag", "code"), [(f"v{__version__}", 0), ("v9.9.9", 1), ("", 1)])
def test_a_release_is_built_only_from_the_tag_of_its_version(tag: str, code: int) -> None:
    jobs = yaml.safe_load((WORKFLOWS / "release.yml").read_text("utf-8"))["jobs"]
    step = next(
        each["run"]
        for each in jobs["build"]["steps"]
        if each.get("name") == "The tag is the version"
    )
    surroundings = {"PATH": os.environ["PATH"], "GITHUB_REF_NAME": tag}
    done = subprocess.run(["bash", "-e", "-c", step], cwd=ROOT, env=surroundings, check=False)
    assert done.returncode == code


def test_the_notice_names_every_shipped_font() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    fonts = [plain(each) for each in PROJECT["dependencies"] if each.startswith("font-")]
    assert fonts
    assert [font for font in fonts if f"({font})" not in notice] == []


def test_the_notice_credits_every_shipped_game() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    kits = [folder.name for folder in data_root().iterdir() if (folder / "game.yaml").is_file()]
    assert [kit for kit in kits if f"({kit})" not in notice] == []


def test_a_checkout_uses_its_own_data_and_templates() -> None:
    assert (data_root(), template_root()) == (ROOT / "data", ROOT / "templates")


def make(*words: str) -> subprocess.CompletedProcess[str]:
    """The output of make when a person runs it, even where the tests themselves run under make."""
    surroundings = {"PATH": os.environ["PATH"]}
    return subprocess.run(
        ["make", *words], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False
    )


def test_make_without_a_suitable_python_names_the_required_one() -> None:
    result = make("build", "PYTHON=python-that-is-not-there")
    assert result.returncode == 2
    assert result.stderr.startswith("Grimoire needs Python 3.11 or newer")
    assert "PYTHON=python3.12 make" in result.stderr


def test_make_help_describes_every_target() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = re.findall(r"^\.PHONY: (\w+)$", makefile, re.MULTILINE)
    lines = make("help").stdout.splitlines()
    assert [line.split()[:2] for line in lines] == [["make", target] for target in targets]
