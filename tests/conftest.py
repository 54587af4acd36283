"""Hypothesis profiles (short and reproducible, or long and random) and settings of the process."""

from __future__ import annotations

import gc
import os
import tempfile

import pytest
from hypothesis import settings

os.environ["GRIMOIRE_CACHE"] = "off"  # a test that wants one names a folder of its own

os.environ["XDG_STATE_HOME"] = os.path.join(tempfile.gettempdir(), f"grimoire-tests-{os.getuid()}")

settings.register_profile("short", deadline=None, derandomize=True, database=None)
settings.register_profile("soak", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("short")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that take long, so that no process has one left when the others are done."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Spare the garbage collector what lasts as long as the process: modules and the tests.

    The command raises the threshold, too (`generator.cli.app`).
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000)
