"""Tests of the studio's worker: what the system refuses is an error that a page can show."""

from __future__ import annotations

import asyncio
import errno
import os
import shutil
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.kit.locate import KitSearchPath
from generator.press.cache.store import Store
from generator.press.request import BuildRequest, KitRef
from generator.studio.edit.journal import Journal
from generator.studio.open_kit import OpenKit
from generator.studio.worker import Urgency, Worker
from tests.press.running import FINDS, Workshop

KIT = "data/tidewrack"


def run(task: Coroutine[Any, Any, Any]) -> Any:
    """The result of a task, in a thread of its own: browser tests leave this one with a loop."""
    with ThreadPoolExecutor(1) as alone:
        return alone.submit(asyncio.run, task).result()


def make_loop() -> None:
    shutil.rmtree(KIT)
    os.symlink("tidewrack", KIT)


def delete_everything() -> None:
    shutil.rmtree(Path.cwd())


def rename() -> None:
    os.rename(KIT, f"{KIT}-2")


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OpenKit:
    """An open kit in a working directory of its own."""
    workshop = Workshop(tmp_path / "here")
    monkeypatch.chdir(workshop.folder)
    ref = KitRef("tidewrack", KitSearchPath.from_cwd(None, None, None))
    kit = OpenKit(BuildRequest(ref, Path("out")), Store(None), Journal(tmp_path / "notes"))
    kit.draw()
    assert not kit.faults
    return kit


@pytest.mark.parametrize("harm", [rename, make_loop, delete_everything])
def test_a_kit_that_disappears_is_a_fault_of_one_line(
    harm: Callable[[], None], kit: OpenKit
) -> None:
    worker = Worker()
    harm()
    assert run(worker.run(Urgency.LOOK, kit.poll))
    (fault, *_) = kit.faults
    assert fault.check in ("unknown-kit", "file-name", "file-not-readable")
    name = FINDS.removeprefix("data/tidewrack/")
    for task in (lambda: kit.read(f"data/{name}"), lambda: kit.table("finds")):
        with pytest.raises(KitError) as caught:
            run(worker.run(Urgency.EDIT, task))
        assert caught.value.faults[0].check in ("file-not-found", "file-name", "file-not-readable")


def test_a_folder_without_permission_is_a_fault_of_one_line() -> None:
    def refuse() -> None:
        raise PermissionError(errno.EACCES, "Permission denied", "data/finds.csv")

    with pytest.raises(KitError, match=r"^data/finds\.csv: cannot be read: Permission denied"):
        run(Worker().run(Urgency.EDIT, refuse))


def test_errors_of_the_program_are_raised_as_they_are() -> None:
    with pytest.raises(ZeroDivisionError):
        run(Worker().run(Urgency.EDIT, lambda: 1 // 0))
    with pytest.raises(RuntimeError, match="no loop"):
        run(Worker().run(Urgency.EDIT, fail))


def fail() -> None:
    raise RuntimeError("no loop of links")
