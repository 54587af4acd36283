"""Tests of copies of a folder that other programs may be changing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator.base.atomic_output import copy_folder
from generator.base.errors import KitError
from generator.base.put_in_place import ASIDE


def test_a_copy_lacks_what_an_editor_leaves_beside_open_files(tmp_path: Path) -> None:
    folder, copy = tmp_path / "data", tmp_path / "copy"
    (folder / "art").mkdir(parents=True)
    for name in ("cards.csv", "art/crab.svg", f"{ASIDE}1"):
        (folder / name).write_text(name)
    (folder / ".#cards.csv").symlink_to("ann@shore.4711")
    copy_folder(folder, copy)
    files = {path.relative_to(copy).as_posix() for path in copy.rglob("*") if path.is_file()}
    assert files == {"cards.csv", "art/crab.svg"}


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_file_that_cannot_be_copied_is_reported_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    os.mkfifo(folder / "pipe")
    with pytest.raises(KitError, match=r"data/pipe: cannot be copied: .*\(file-not-readable\)$"):
        copy_folder(folder, tmp_path / "copy")
