"""Fixtures of the studio's tests: one server for all, and a real Chromium."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from generator.tools.scaffold import ScaffoldOptions, create_kit
from tests.readme_steps import ROOT
from tests.studio.browsing import PATIENCE

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
def running_studio(folder: Path, *, checks: bool = False, program: str = "") -> Iterator[str]:
    """The address of a studio of the kits in a folder, which makes full checks of them if asked to.

    A check takes longer than most tests, which do not look at its result.  `program` is a module that
    takes the place of the command.
    """
    program = program or ("generator" if checks else "tests.studio.without_checks")
    words = [sys.executable, "-m", program, "studio", "--no-browser", "--no-cache"]
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


class Studio(NamedTuple):
    """A running studio of the kits in a folder."""

    folder: Path
    address: str


class Studios:
    """The studios that tests share, by name; a test that is tried again begins with a new one.

    What the first attempt had changed, in files or at a table, is in nobody's way then.
    """

    def __init__(self, new_folder: Callable[[str], Path]) -> None:
        self._new_folder = new_folder
        self._running: dict[str, tuple[Studio, ExitStack]] = {}

    def get(self, name: str, attempt: int = 1, *, checks: bool = False) -> Studio:
        """The studio with this name, started if it is not running."""
        if attempt > 1:
            self.close(name)
        if name not in self._running:
            stack, folder = ExitStack(), self._new_folder(name)
            studio = Studio(folder, stack.enter_context(running_studio(folder, checks=checks)))
            self._running[name] = studio, stack
        return self._running[name][0]

    def close(self, name: str) -> None:
        if name in self._running:
            self._running.pop(name)[1].close()

    def close_all(self) -> None:
        for name in [*self._running]:
            self.close(name)


@pytest.fixture(scope="session")
def studios(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studios]:
    studios = Studios(tmp_path_factory.mktemp)
    yield studios
    studios.close_all()


@pytest.fixture
def attempt(request: pytest.FixtureRequest) -> int:
    """How often this test has been begun, this time included."""
    return getattr(request.node, "execution_count", 1)  # counted by pytest-rerunfailures


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
def kept_page(profile: Any, studios: Studios) -> Any:
    """A page that stays open, and with it the process in which the scripts of all pages are compiled."""
    page = profile.new_page()
    page.goto(studios.get("studio").address)
    page.wait_for_function("() => window.did_handshake")
    page.evaluate("window.socket.disconnect()")  # from now on it does nothing
    return page


@pytest.fixture
def page(profile: Any, kept_page: Any) -> Iterator[Any]:
    """An empty page of a new user with reduced motion; any error in it fails the test."""
    profile.clear_cookies()
    kept_page.evaluate("localStorage.clear()")  # pages store nothing else that outlives them
    profile.set_default_timeout(PATIENCE)
    page = profile.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    profile.set_offline(False)
    for each in profile.pages:
        if each != kept_page:
            each.close()
    assert wrong == []


@pytest.fixture
def studio(studios: Studios, attempt: int) -> Studio:
    return studios.get("studio", attempt)


@pytest.fixture
def folder(studio: Studio) -> Path:
    return studio.folder


@pytest.fixture
def address(studio: Studio) -> str:
    return studio.address


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


@pytest.fixture
def tidewrack(folder: Path) -> Path:
    """The data of a game with rules, pictures and an example in its rulebook."""
    data = folder / "data/tidewrack"
    return data if data.exists() else copy_tidewrack(folder)


def copy_tidewrack(folder: Path) -> Path:
    """Copy the data of that game into a folder."""
    for part in ("data", "templates"):
        shutil.copytree(KITS / part / "tidewrack", folder / part / "tidewrack")
    (folder / "templates/tidewrack/figure.xml").write_text(FIGURE)
    with open(folder / "templates/tidewrack/rulebook.md.j2", "a") as book:
        book.write(BLOCK)
    return folder / "data/tidewrack"
