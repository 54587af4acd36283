"""Tests of permissions: a file that is replaced keeps them, and one that nobody may write stays."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from generator.base.atomic_output import write_together, write_whole
from generator.base.errors import KitError


@pytest.mark.skipif(sys.platform == "win32", reason="has other permissions")
def test_a_file_keeps_its_permissions(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for path in (one, other):
        path.write_text("old")
        path.chmod(0o660)
    write_whole(one, b"new")
    write_together({other: b"new"}, tmp_path)
    for path in (one, other):
        assert path.read_text() == "new"
        assert path.stat().st_mode & 0o777 == 0o660


def test_a_write_protected_file_stays_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "one"
    path.write_text("old")
    can = os.access
    monkeypatch.setattr(os, "access", lambda *given: given != (path, os.W_OK) and can(*given))
    for write in (write_whole, lambda path, content: write_together({path: content}, tmp_path)):
        with pytest.raises(KitError, match=r"one: cannot be written: .*; change its permissions"):
            write(path, b"new")
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["one"]
