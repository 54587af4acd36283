"""Tests of staging: what its errors name."""

from __future__ import annotations

import errno
import re
from pathlib import Path
from unittest import mock

import pytest

from generator.base.atomic_output import staging
from generator.base.errors import CheckFailed, Fault, KitError, Place
from tests.press.running import run


def write_nested(folder: Path) -> None:
    """Write files into a folder of unfinished files, as an export does that builds a kit."""
    with staging(folder / "site") as stage, staging(stage.aside / "print") as within:
        within.write("a.pdf", b"")


def fail(folder: Path, place: Path | None) -> None:
    """Find two faults, the first in an unfinished file, whose folder lies in `place`."""
    with staging(folder / "out") as stage:
        aside = stage.aside.relative_to(place) if place else stage.aside
        raise CheckFailed([Fault("is faulty", Place(str(aside / "a.pdf"), 3)), Fault("so is this")])


def test_a_full_disk_within_the_staging_area_names_the_final_folder(tmp_path: Path) -> None:
    full = OSError(errno.ENOSPC, "No space left on device")
    writing = mock.patch("generator.base.atomic_output.write_new", side_effect=full)
    with writing, pytest.raises(KitError) as caught:
        write_nested(tmp_path)
    (fault,) = caught.value.faults
    assert (str(fault.place), fault.check) == (str(tmp_path / "site/print"), "disk-full")
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("relative", [False, True])
def test_faults_of_unfinished_files_name_the_final_ones(
    relative: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(CheckFailed) as caught:
        fail(tmp_path, tmp_path if relative else None)
    assert [str(fault) for fault in caught.value.faults] == ["out/a.pdf:3: is faulty", "so is this"]


@pytest.mark.parametrize(
    ("link", "words"),
    [
        ("out", ("rulebook", "grumbles", "-o")),
        ("out", ("new", "other", "-o")),
        ("out/data", ("new", "other", "-o")),
        ("out/templates", ("new", "other", "-o")),
    ],
)
def test_a_link_that_leads_back_to_itself_is_named(
    link: str, words: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / link
    path.parent.mkdir(exist_ok=True)
    path.symlink_to(path.name)
    ended = run(*words, tmp_path / "out")
    assert (ended.code, len(ended.faults)) == (2, 1)
    # Since Python 3.13 only the system knows of the loop, and names what was to be written behind it.
    assert re.match(rf"{re.escape(str(path))}(/.*)?: .* links?\b", ended.faults[0])
