"""Tests of the wheel: built, installed into an empty environment and used far from the checkout."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder)]
    subprocess.run([*build, str(ROOT)], check=True, capture_output=True)
    (built,) = folder.glob("grimoire-*.whl")
    return built


@pytest.fixture(scope="module")
def grimoire(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The installed command, in an environment of its own.

    It sees the packages that Grimoire needs where the tests' own environment has them.  That
    folder is named in a .pth file; the .pth files inside it are then not read, so the checkout
    (which is installed there through one) stays out of sight.
    """
    home = tmp_path_factory.mktemp("elsewhere") / "venv"
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    site = Path(
        subprocess.run(
            [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            check=True, capture_output=True, text=True,
        ).stdout.strip()
    )  # fmt: skip
    (site / "needs.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", str(python)]
    subprocess.run(
        [*pip, "install", "--no-deps", "--no-index", "--ignore-installed", str(wheel)],
        check=True, capture_output=True,
    )  # fmt: skip
    return home / "bin" / "grimoire"


def run(command: Path, *words: str, folder: Path) -> str:
    """The output of the command, run from `folder` without access to the checkout."""
    surroundings = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    done = subprocess.run(
        [command, *words], cwd=folder, env=surroundings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def files_below(folder: Path, prefix: str) -> set[str]:
    return {
        f"{prefix}/{path.relative_to(folder).as_posix()}"
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_the_wheel_contains_only_the_package_with_data_and_templates(wheel: Path) -> None:
    held = {name for name in zipfile.ZipFile(wheel).namelist() if not name.endswith("/")}
    ours = files_below(ROOT / "data", "generator/bundled/data")
    ours |= files_below(ROOT / "templates", "generator/bundled/templates")
    assert {name for name in held if name.startswith("generator/bundled/")} == ours
    assert "generator/py.typed" in held
    assert {name.split("/")[0].split("-")[0] for name in held} == {"generator", "grimoire"}


def test_the_wheel_contains_licence_and_notice(wheel: Path) -> None:
    names = {Path(name).name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info" in name}
    assert {"LICENSE", "NOTICE"} <= names


def test_the_installed_command_lists_the_kits(grimoire: Path, tmp_path: Path) -> None:
    assert "grumbles" in run(grimoire, "kits", folder=tmp_path)


def test_the_installed_command_shows_the_whole_reference(grimoire: Path, tmp_path: Path) -> None:
    assert run(grimoire, "reference", "rulebook", folder=tmp_path).startswith("# The rulebook\n")
    run(grimoire, "reference", "-o", "reference.html", folder=tmp_path)
    assert (tmp_path / "reference.html").read_bytes().count(b"data:image/svg+xml") > 20


def test_the_installed_command_builds_a_kit_anywhere(grimoire: Path, tmp_path: Path) -> None:
    run(grimoire, "build", "grumbles", "-o", "out", folder=tmp_path)
    kit = tmp_path / "out" / "grumbles"
    listed = [file["path"] for file in json.loads((kit / "manifest.json").read_text())["files"]]
    assert {"grumbles-print-a4.pdf", "grumbles-rulebook-a4.pdf"} <= set(listed)
    assert [name for name in listed if not (kit / name).is_file()] == []
    assert (kit / "grumbles-print-a4.pdf").read_bytes().startswith(b"%PDF-")


def test_the_installed_command_creates_a_kit_and_builds_it(grimoire: Path, tmp_path: Path) -> None:
    run(grimoire, "new", "mygame", folder=tmp_path)
    result = run(grimoire, "build", folder=tmp_path)
    assert "output/mygame/mygame-print-a4.pdf (6 pages)" in result.splitlines()
