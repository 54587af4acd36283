"""Tests of files that are rewritten: what several programs put into one is all there."""

from __future__ import annotations

import sys
from pathlib import Path
from threading import Event, Thread

import pytest

from generator.base.atomic_output import rewrite
from generator.base.errors import KitError


@pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
def test_two_who_rewrite_a_file_at_once_undo_nothing(tmp_path: Path) -> None:
    path, has_read, may_write = tmp_path / "list", Event(), Event()
    path.write_bytes(b"")

    def first() -> tuple[Path, bytes]:
        before = path.read_bytes()
        has_read.set()
        may_write.wait(0.3)
        return path, before + b"first\n"

    other = Thread(target=rewrite, args=(tmp_path, first))
    other.start()
    has_read.wait()
    rewrite(tmp_path, lambda: (path, path.read_bytes() + b"second\n"))
    may_write.set()
    other.join()
    assert path.read_bytes() == b"first\nsecond\n"


def test_a_folder_that_is_gone_is_a_fault(tmp_path: Path) -> None:
    folder = tmp_path / "gone"
    with pytest.raises(KitError, match="cannot be written: No such file or directory"):
        rewrite(folder, lambda: (folder / "list", b""))
