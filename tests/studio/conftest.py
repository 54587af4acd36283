"""Fixtures of the studio's tests: one server for all, and a real Chromium."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.readme_steps import ROOT

Serve = Callable[[Path], Any]
KITS = ROOT / "tests/kits"
FIGURE = """<drawing width="60" height="20" color="ink">
{% set shown = examples[arg.example] %}
{% set now = shown.moves[arg.moves - 1].after if arg.moves else shown.before %}
<text size="8">{{ arg.moves }}: {{ now.deck }}</text>
</drawing>
"""
BLOCK = """
```figure
template: figure.xml
arg: {example: last-find, moves: 0}
```
"""


@contextmanager
def running_studio(folder: Path) -> Iterator[str]:
    """The address of a studio of the kits in a folder."""
    words = [sys.executable, "-m", "generator", "studio", "--no-browser", "--no-cache"]
    surroundings = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "XDG_STATE_HOME": str(folder / "state"),
        "HOME": str(folder),
    }
    with subprocess.Popen(
        words, cwd=folder, env=surroundings, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()


def block_covers(page: Any) -> None:
    """Load no pictures of the covers of all games; a route would turn off the browser's cache."""
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setBlockedURLs", {"urls": ["*/cover?*"]})


@pytest.fixture(scope="session")
def profile(browser: Any) -> Iterator[Any]:
    """A profile of the browser, which loads the scripts and the fonts of all pages once."""
    profile = browser.new_context(
        viewport={"width": 1280, "height": 800}, accept_downloads=True, reduced_motion="reduce"
    )
    profile.on("page", block_covers)
    yield profile
    profile.close()


@pytest.fixture(scope="session")
def kept_page(profile: Any, address: str) -> Any:
    """A page that stays open, and with it the process in which the scripts of all pages are compiled."""
    page = profile.new_page()
    page.goto(address)
    page.wait_for_function("() => window.did_handshake")
    page.evaluate("window.socket.disconnect()")  # from now on it does nothing
    return page


@pytest.fixture
def page(profile: Any, kept_page: Any) -> Iterator[Any]:
    """An empty page of a new user with reduced motion; any error in it fails the test."""
    profile.clear_cookies()  # pages store nothing else that outlives them
    profile.set_default_timeout(180_000)  # as long as a busy machine may need
    page = profile.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    profile.set_offline(False)
    for each in profile.pages:
        if each != kept_page:
            each.close()
    assert wrong == []


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studio")


@pytest.fixture(scope="session")
def address(folder: Path) -> Iterator[str]:
    with running_studio(folder) as address:
        yield address


def create_in(folder: Path) -> None:
    """Create a game in a folder, unless it exists."""
    if not (folder / "data/mygame").exists():
        with contextlib.chdir(folder):
            create_kit(ScaffoldOptions("mygame", "Mygame"), Path())


@pytest.fixture
def kit(folder: Path) -> Iterator[str]:
    """A new copy of a game to change; files that a test has added are gone after it."""
    create_in(folder)
    files = "*/mygame/*.[cmxy]*"
    before = {path: path.read_bytes() for path in folder.glob(files)}
    yield "mygame"
    for path in {*folder.glob(files)} - {*before}:
        path.unlink()
    for path, content in before.items():
        path.write_bytes(content)


@pytest.fixture(scope="session")
def tidewrack(folder: Path) -> Path:
    """The data of a game with rules, pictures and an example in its rulebook."""
    return copy_tidewrack(folder)


def copy_tidewrack(folder: Path) -> Path:
    """Copy the data of that game into a folder."""
    for part in ("data", "templates"):
        shutil.copytree(KITS / part / "tidewrack", folder / part / "tidewrack")
    (folder / "templates/tidewrack/figure.xml").write_text(FIGURE)
    with open(folder / "templates/tidewrack/rulebook.md.j2", "a") as book:
        book.write(BLOCK)
    return folder / "data/tidewrack"
