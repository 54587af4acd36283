"""Fixtures of the studio's tests: a server of its own for each module, and a real Chromium."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.readme_steps import ROOT

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
Serve = Callable[[Path], Any]


@contextmanager
def serving(folder: Path) -> Iterator[str]:
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


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The Chromium of this machine."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: the studio is not tried in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    """An empty page of a new user, who is told of every error in it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    context.set_default_timeout(60_000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []
