"""Hypothesis profiles (short and reproducible, or long and random) and settings of the process."""

from __future__ import annotations

import gc
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import settings

os.environ["GRIMOIRE_CACHE"] = "off"  # a test that needs one names a folder of its own
os.environ["PYTHON_CPU_COUNT"] = "1"  # the tests share the cores; some set a number of jobs

gc.set_threshold(100_000)  # tests that are being collected stay; the command raises it, too

MEMORY, ROOM = "/dev/shm", 4_000_000_000
"""A file system in memory, and the bytes free there for which the tests write to it: a run writes less."""


def in_memory() -> bool:
    """Whether temporary files can be kept in memory, and programs among them be started."""
    if "TMPDIR" in os.environ or not os.access(MEMORY, os.W_OK):
        return False
    about = os.statvfs(MEMORY)
    return about.f_bavail * about.f_frsize > ROOM and not about.f_flag & os.ST_NOEXEC


if in_memory():
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY

os.environ["XDG_STATE_HOME"] = os.path.join(tempfile.gettempdir(), f"grimoire-tests-{os.getuid()}")

settings.register_profile("short", deadline=None, derandomize=True, database=None)
settings.register_profile("soak", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("short")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """One process more than there are cores: one that drives a browser mostly waits."""
    named = os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS")
    return None if named else (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the slow files, so that no process still runs one after the others have ended.

    What fails in a browser is tried once more, and listed as rerun: a person would click again, too.
    """
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.flaky(reruns=1))
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell why the first attempt of a test failed that was tried once more: it should not have."""
    for report in terminalreporter.getreports("rerun"):
        terminalreporter.section(f"first attempt of {report.nodeid}", "-")
        terminalreporter.write_line(report.longreprtext)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Write no more compiled files, and exclude modules and tests from garbage collection.

    Of a file written twice in a second, as tests write kits, Python would keep the first.  The tests
    themselves are compiled by then: had the variable been set before, no worker would keep them.
    """
    sys.dont_write_bytecode = True
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def new_kits(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """New kits to copy: the tests of a process create each of them once."""
    from tests.new_kits import NewKits

    return NewKits(tmp_path_factory.mktemp("new-kits"))


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """The Chromium of this machine, one for all tests: a process can drive no second one."""
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: no page is tried in a browser")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # Pages of one profile share a process, which need not compile their scripts for each of them.
        # It draws without a graphics card, and need not try in vain to start one.
        words = ["--no-sandbox", "--renderer-process-limit=1", "--disable-gpu"]
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=words)
        yield chromium
        chromium.close()
